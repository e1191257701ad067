"""Buttons, lamps and a buzzer beside the table, over gpiozero.

The panel shows a state and reports two buttons; what these do to the game is decided by who composes it (appliance).
The pin factory comes in by constructor: gpiozero's own choice on a Pi, its MockFactory in tests, never silently either.
"""

import logging
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

log = logging.getLogger(__name__)

Pressed = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Pins:
    """GPIO numbers (BCM). `seats`: one lamp a seat, in seat order; more lamps than seats is fine."""

    confirm: int = 17
    undo: int = 27
    seats: tuple[int, ...] = (5, 6, 13, 19)
    status: int = 22
    buzzer: int = 18


class Shown(Protocol):
    """What a panel has to do; the appliance knows only this."""

    def show(self, turn: int | None, asking: bool, faults: int) -> None: ...

    def camera(self, working: bool) -> None: ...

    def close(self) -> None: ...


class NoPanel:
    """Stands in where there are no pins; does nothing."""

    def show(self, turn: int | None, asking: bool, faults: int) -> None:
        """Nothing to light."""

    def camera(self, working: bool) -> None:
        """Nothing to blink."""

    def close(self) -> None:
        """Nothing to release."""


class Panel:
    """The real thing. `factory` is a gpiozero pin factory, None for gpiozero's own choice."""

    SLOW, FAST, BEEP = 0.6, 0.12, 0.25  # seconds

    def __init__(self, pins: Pins, confirm: Pressed, undo: Pressed, factory: Any = None) -> None:
        from gpiozero import LED, Button, Buzzer

        self._parts: list[Any] = []

        def part(kind: Any, pin: int, **more: Any) -> Any:
            device = kind(pin, pin_factory=factory, **more)
            self._parts.append(device)
            return device

        try:
            self._seats = [part(LED, pin) for pin in pins.seats]
            self._status = part(LED, pins.status)
            self._buzzer = part(Buzzer, pins.buzzer)
            self._confirm = part(Button, pins.confirm)
            self._undo = part(Button, pins.undo)
        except Exception:
            # a pin that cannot be had must not leave the others claimed
            self.close()
            raise
        self._confirm.when_pressed = _guarded(confirm)
        self._undo.when_pressed = _guarded(undo)
        self._faults = 0
        self._working = True
        self._asking = False
        self._light()

    def show(self, turn: int | None, asking: bool, faults: int) -> None:
        """Lamp of seat `turn` on, others off; status blinks slowly when `asking`; one beep when `faults` has grown."""
        for seat, lamp in enumerate(self._seats):
            lamp.value = seat == turn
        if faults > self._faults:
            self._buzzer.beep(on_time=self.BEEP, off_time=self.BEEP, n=1)
        self._faults = faults
        if asking != self._asking:
            self._asking = asking
            self._light()

    def camera(self, working: bool) -> None:
        """Status blinks fast while the camera is away."""
        if working != self._working:
            self._working = working
            self._light()

    def close(self) -> None:
        """Release the pins; may be called twice."""
        for device in self._parts:
            with suppress(Exception):  # a pin already released is no reason to keep the next one
                device.close()
        self._parts = []

    def _light(self) -> None:
        if not self._working:
            self._status.blink(on_time=self.FAST, off_time=self.FAST)
        elif self._asking:
            self._status.blink(on_time=self.SLOW, off_time=self.SLOW)
        else:
            self._status.on()


def _guarded(pressed: Pressed) -> Pressed:
    """A button's callback runs in gpiozero's thread, where an exception would only be lost."""

    def call() -> None:
        try:
            pressed()
        except Exception as error:  # whatever went wrong, the button must work the next time
            log.warning("The button did nothing: %s", error)

    return call


def open_panel(pins: Pins, confirm: Pressed, undo: Pressed, factory: Any = None) -> Shown:
    """The panel where there are pins; else says so once and gives one that does nothing."""
    try:
        with warnings.catch_warnings():
            # gpiozero warns of each pin library it tries in vain; one sentence of ours says it all
            warnings.simplefilter("ignore")
            return Panel(pins, confirm, undo, factory)
    except ModuleNotFoundError as error:
        reason = "gpiozero is not installed" if error.name == "gpiozero" else str(error)
    except Exception as error:  # gpiozero raises a tree of its own, and lgpio plain RuntimeErrors
        reason = str(error).rstrip(".") or type(error).__name__
    log.warning("No panel: %s; the game goes on without buttons and lamps.", reason)
    return NoPanel()
