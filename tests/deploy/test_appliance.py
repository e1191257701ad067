"""The appliance as a process: it answers, it is killed, and the running game goes on where it was."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from deploy.appliance import Appliance
from deploy.notify import Notifier
from deploy.settings import Settings, defaults, load
from table import events as ev
from web.host import Setup

PLAYERS = ("Anna", "Bruno")


class Running:
    """`segnapunti run` in a process of its own, on a free port, with a home folder of its own."""

    def __init__(self, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "deploy.cli", "run", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "SEGNAPUNTI_HOME": str(home)},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, f"said {line!r}"
        self.base = f"http://127.0.0.1:{found[1]}"

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.base + path, timeout=20) as answer:
            return json.load(answer)

    def post(self, path: str, body: object) -> tuple[int, Any]:
        request = urllib.request.Request(self.base + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def end(self, how: signal.Signals) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(20)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return status


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    # the built-in deck has French suits; these tests play with Italian ones
    (tmp_path / "home" / "settings.toml").write_text('deck = "sim"\n', encoding="utf-8")
    return tmp_path / "home"


def test_a_killed_process_goes_on_with_the_running_game(home: Path) -> None:
    first = Running(home)
    try:
        seq = first.get("/api/state")["seq"]
        for event in ({"event": "hand", "dealer": 0}, {"event": "trump", "card": "Cco"}, {"event": "play", "seat": 1, "card": "Ade"}):
            status, state = first.post("/api/events", {"seq": seq, "event": event})
            assert status == 200, state
            seq = state["seq"]
    finally:
        first.end(signal.SIGKILL)
    second = Running(home)
    try:
        state = second.get("/api/state")
    finally:
        ended = second.end(signal.SIGTERM)
    assert state["seq"] == seq
    assert state["trump"] == "co"
    assert [play["card"] for play in state["trick"]] == ["Ade"]
    assert ended == 0


def test_a_damaged_ledger_is_set_aside_and_a_new_one_begun(home: Path) -> None:
    (home / "ledger.db").write_bytes(b"no database at all " * 500)
    running = Running(home)
    try:
        assert running.get("/healthz")["ok"] is True
    finally:
        running.end(signal.SIGTERM)
    [kept] = [p for p in home.iterdir() if "damaged" in p.name]
    assert kept.read_bytes() == b"no database at all " * 500


# ---- in this process, with gpiozero's mock pins


def appliance(home: Path, factory: MockFactory, **values: Any) -> Appliance:
    settings = Settings({**defaults().values, "host": "127.0.0.1", "port": 0, **values})
    return Appliance(settings, home / "ledger.db", saved_in=home / "settings.toml", notifier=Notifier({}), pin_factory=factory)


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


@pytest.fixture
def table(home: Path, factory: MockFactory) -> Iterator[Appliance]:
    it = appliance(home, factory)
    it.open(Setup("briscola", PLAYERS, 0, "italian-40"))
    yield it
    it.close()


def begin(table: Appliance, *more: ev.Event) -> None:
    session = table.match.session
    assert session is not None
    for event in (ev.Hand(dealer=0), ev.Trump(card="Cco"), *more):
        session.append(event)


def test_the_lamp_of_whose_turn_it_is_follows_the_game(table: Appliance, factory: MockFactory) -> None:
    begin(table)
    # the player after the dealer leads: seat 1, whose lamp is on GPIO 6
    assert [pin for pin in (5, 6, 13, 19) if factory.pin(pin).state] == [6]
    assert table.match.session is not None
    table.match.session.append(ev.Play(seat=1, card="Ade"))
    assert [pin for pin in (5, 6, 13, 19) if factory.pin(pin).state] == [5]


def test_confirm_takes_the_first_candidate_of_an_unread_card(table: Appliance, factory: MockFactory) -> None:
    begin(table, ev.Play(seat=1, card=None, candidates=(("Ade", 0.6), ("3de", 0.4))))
    factory.pin(17).drive_low()
    assert table.match.session is not None
    hand = table.match.session.state.hand
    assert hand is not None
    assert [play.card for play in hand.plays] == ["Ade"]
    last = table.match.session.events[-1][1]
    assert (last.kind, last.source) == ("correct", "button")


def test_confirm_with_nothing_to_confirm_does_nothing(table: Appliance, factory: MockFactory) -> None:
    begin(table, ev.Play(seat=1, card="Ade"))
    assert table.match.session is not None
    seq = table.match.session.seq
    factory.pin(17).drive_low()
    assert table.match.session.seq == seq


def test_undo_takes_the_last_card_back(table: Appliance, factory: MockFactory) -> None:
    begin(table, ev.Play(seat=1, card="Ade"))
    factory.pin(27).drive_low()
    assert table.match.session is not None
    hand = table.match.session.state.hand
    assert hand is not None
    assert hand.plays == ()


def test_a_muted_fault_is_not_sounded(home: Path, factory: MockFactory) -> None:
    table = appliance(home, factory, mute=["out_of_turn"])
    table.open(Setup("briscola", PLAYERS, 0, "italian-40"))
    begin(table, ev.Play(seat=0, card="Ade"))  # seat 1 leads, so this is out of turn
    assert table.match.session is not None
    assert [report.fault for report in table.match.session.state.faults] == ["out_of_turn"]
    assert [state.state for state in factory.pin(18).states] == [False]
    table.close()


def test_a_new_game_leaves_the_old_one_in_the_history(table: Appliance) -> None:
    table.open(Setup("briscola", ("Carla", "Dario"), 1, "italian-40"))
    assert [past.players for past in table.host.history()] == [("Carla", "Dario"), PLAYERS]
    assert table.host.record(table.host.history()[1].id) is not None
    assert table.host.record("999") is None


def test_what_is_set_from_a_tablet_holds_after_a_restart(table: Appliance, home: Path) -> None:
    table.host.change("pin", "2468")
    assert table.host.pin() == "2468"
    assert load(home / "settings.toml").text("pin") == "2468"


def test_the_dashboard_offers_the_source_of_what_is_running(table: Appliance) -> None:

    table.start()
    with urllib.request.urlopen(f"http://127.0.0.1:{table.server.port}{table.host.source_url}", timeout=20) as answer:
        content = io.BytesIO(answer.read())
    with tarfile.open(fileobj=content) as archive:
        names = archive.getnames()
    assert "segnapunti/deploy/appliance.py" in names
    assert "segnapunti/LICENSE" in names
