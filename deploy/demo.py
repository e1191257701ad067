"""The demo: the simulated table through the whole pipeline, with the dashboard or as a check that tracked equals played."""

import os
import signal
import sys
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from deploy import simulation
from deploy.choice import Choice
from deploy.eyes import Eyes
from deploy.match import Look, Match
from deploy.settings import defaults
from table import deck
from table import events as ev
from table.compare import Comparison, compare
from table.errors import BadValue
from table.record import Record
from table.session import Session
from vision.frames import Frame
from web.host import Setup

LOOKING = 1.0  # seconds an offer is on the dashboard before somebody at the simulated table taps it


def open_session(choice: Choice, pack: str | None = None) -> Session:
    """A session, kept nowhere, for what was chosen."""
    return Session(choice.game, choice.players, choice.options, choice.deck, choice.dealer, pack=pack)


def check(choice: Choice) -> Comparison:
    """One hand as fast as it goes; what differs between played and tracked."""
    played, tracked = follow_one(choice)
    return compare(played, tracked)


def follow_one(choice: Choice) -> tuple[Record, Record]:
    """Film one hand and follow it: the record of what was played, and of what was tracked."""
    hand = simulation.script(choice)
    film = simulation.table(choice, hand)
    session = open_session(choice)
    eyes = Eyes()
    eyes.play_with(choice.pack, deck.get(choice.deck).faces)
    match = Match(Look(source="sim"))
    match.play(session)
    voices = simulation.Voices(lambda: film.events)
    for frame in film:
        for said in voices.until(frame.at, match.offers()):
            session.append(said)
        match.observe(eyes.process(frame))
    return simulation.truth(choice, film.events), session.record()


class Shown:
    """The demo's camera: films hand after hand of the game that is open, and begins anew when another one is opened.

    It is live: frames never end, and after trouble (a game the deck cannot play) it is asked again.
    """

    live = True

    def __init__(
        self,
        choice: Choice,
        speed: float,
        session: Callable[[], Session | None],
        offers: Callable[[], Sequence[ev.Event]] = tuple,
    ) -> None:
        self._choice, self._speed, self._session, self._offers = choice, speed, session, offers
        self._open = True
        self._at, self._number, self._games = 0.0, 0, 0

    def __iter__(self) -> Iterator[Frame]:
        while self._open:
            session = self._session()
            if session is None:
                time.sleep(0.2)
                continue
            choice = replace(self._now(session), seed=self._choice.seed + 1000 * self._games)
            self._games += 1
            yield from self._film(session, choice)

    def _film(self, session: Session, choice: Choice) -> Iterator[Frame]:
        began = self._at
        film = simulation.table(choice, simulation.evening(choice, lambda: session.state.next_dealer))
        voices = simulation.Voices(lambda: film.events, LOOKING)
        for frame in simulation.Paced(film, self._speed):
            if not self._open or self._session() is not session:
                return
            for said in voices.until(frame.at, self._offers()):
                session.append(replace(said, at=None, source="touch"))
            self._at, self._number = began + frame.at, self._number + 1
            yield replace(frame, at=self._at, number=self._number)

    def _now(self, session: Session) -> Choice:
        setup = session.state.setup
        return replace(
            self._choice, game=setup.game, players=setup.players, deck=setup.deck.name,
            dealer=session.state.next_dealer, options=dict(setup.options),
        )  # fmt: skip

    def close(self) -> None:
        """No more frames."""
        self._open = False


def show(choice: Choice, port: int, speed: float, browser: bool) -> int:
    """The dashboard on the simulated table, hand after hand, until stopped with Ctrl-C."""
    from deploy.appliance import Appliance

    if speed <= 0:
        raise BadValue(f"--speed must be above 0, not {speed:g}.")
    settings = defaults()
    settings.values.update(port=port, camera="sim", deck=choice.pack)
    with tempfile.TemporaryDirectory(prefix="segnapunti-demo-") as folder:
        shown: list[Appliance] = []
        appliance = Appliance(
            settings,
            Path(folder) / "ledger.db",
            Eyes(),
            lambda report: Shown(choice, speed, lambda: shown[0].match.session, lambda: shown[0].match.offers()),
            choice.pack,
        )
        shown.append(appliance)
        signal.signal(signal.SIGTERM, appliance.stop)
        try:
            appliance.open(Setup(choice.game, choice.players, choice.dealer, choice.deck, choice.pack, choice.options))
            appliance.start()
            local = f"http://localhost:{appliance.server.port}/"
            print(f"A simulated table is being followed: {local} (from a tablet: {appliance.host.address}). Ctrl-C ends it.", flush=True)
            if browser:
                _browse(local)
            appliance.wait()
        except KeyboardInterrupt:
            pass
        finally:
            appliance.close()
    return 0


def _browse(url: str) -> None:
    """Show the page where there is a screen; a machine without one is no trouble."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform == "darwin":
        with suppress(webbrowser.Error, OSError):
            webbrowser.open(url)
