"""The panel on gpiozero's MockFactory: lamps, buzzer and buttons as a player meets them."""

import logging
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from deploy.panel import NoPanel, Panel, Pins, open_panel

PINS = Pins(confirm=17, undo=27, seats=(5, 6, 13, 19), status=22, buzzer=18)


class Pressed:
    """Counts what the buttons asked for."""

    def __init__(self) -> None:
        self.confirmed = self.undone = 0

    def confirm(self) -> None:
        self.confirmed += 1

    def undo(self) -> None:
        self.undone += 1


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


@pytest.fixture
def pressed() -> Pressed:
    return Pressed()


@pytest.fixture
def panel(factory: MockFactory, pressed: Pressed) -> Iterator[Panel]:
    panel = Panel(PINS, pressed.confirm, pressed.undo, factory)
    yield panel
    panel.close()


def lit(factory: MockFactory) -> list[int]:
    return [pin for pin in PINS.seats if factory.pin(pin).state]


def test_the_lamp_of_whose_turn_it_is_burns_alone(panel: Panel, factory: MockFactory) -> None:
    panel.show(turn=2, asking=False, faults=0)
    assert lit(factory) == [13]
    panel.show(turn=0, asking=False, faults=0)
    assert lit(factory) == [5]


def test_no_lamp_burns_when_it_is_nobodys_turn(panel: Panel, factory: MockFactory) -> None:
    panel.show(turn=1, asking=False, faults=0)
    panel.show(turn=None, asking=False, faults=0)
    assert lit(factory) == []


def test_the_status_lamp_is_steady_while_all_is_well(panel: Panel, factory: MockFactory) -> None:
    assert factory.pin(PINS.status).state


def test_confirm_and_undo_reach_the_game(panel: Panel, factory: MockFactory, pressed: Pressed) -> None:
    factory.pin(PINS.confirm).drive_low()
    factory.pin(PINS.confirm).drive_high()
    factory.pin(PINS.undo).drive_low()
    assert (pressed.confirmed, pressed.undone) == (1, 1)


def test_a_new_fault_sounds_the_buzzer_once_and_an_old_one_does_not(panel: Panel, factory: MockFactory) -> None:
    buzzer = factory.pin(PINS.buzzer)
    panel.show(turn=0, asking=False, faults=1)
    panel._buzzer._blink_thread.join()
    beeps = [state.state for state in buzzer.states]
    assert beeps == [False, True, False]
    panel.show(turn=1, asking=False, faults=1)
    assert [state.state for state in buzzer.states] == beeps


def test_a_button_whose_deed_fails_works_the_next_time(factory: MockFactory, caplog: pytest.LogCaptureFixture) -> None:
    calls: list[int] = []

    def confirm() -> None:
        calls.append(1)
        raise ValueError("nothing to confirm")

    panel = Panel(PINS, confirm, confirm, factory)
    for _ in range(2):
        factory.pin(PINS.confirm).drive_low()
        factory.pin(PINS.confirm).drive_high()
    panel.close()
    assert len(calls) == 2
    assert "nothing to confirm" in caplog.text


def test_without_pins_it_is_said_once_and_the_game_goes_on(caplog: pytest.LogCaptureFixture, pressed: Pressed) -> None:
    class NoPins:
        """A pin factory of a machine that has no pins."""

        def pin(self, number: int) -> None:
            raise RuntimeError("cannot open gpiochip")

        def reserve_pins(self, *_: object) -> None:
            raise RuntimeError("cannot open gpiochip")

        def release_pins(self, *_: object) -> None:
            """Nothing was reserved."""

    with caplog.at_level(logging.WARNING):
        panel = open_panel(PINS, pressed.confirm, pressed.undo, NoPins())
    assert isinstance(panel, NoPanel)
    panel.show(turn=0, asking=True, faults=3)
    panel.camera(False)
    panel.close()
    assert len(caplog.records) == 1
    assert "goes on without buttons and lamps" in caplog.text


def test_a_pin_named_twice_is_refused_and_leaves_no_pin_claimed(factory: MockFactory, pressed: Pressed) -> None:
    assert isinstance(open_panel(Pins(confirm=5), pressed.confirm, pressed.undo, factory), NoPanel)
    panel = open_panel(PINS, pressed.confirm, pressed.undo, factory)
    assert isinstance(panel, Panel)
    panel.close()
