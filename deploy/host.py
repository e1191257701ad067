"""What the dashboard sees of the machine: web.host.Host over the match, the watcher, the ledger and the settings."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from deploy.evidence import Evidence
from deploy.match import Match
from deploy.settings import SETTINGS, Settings
from deploy.watcher import Health
from table import events as ev
from table.errors import BadValue, SegnapuntiError, UnknownName
from table.observation import Observation
from table.session import Session
from web.host import CameraControls, Pack, Past, Picture, Preview, Setting, Setup, Status, Teacher

SOURCE_URL = "/source.tar.gz"  # deploy.source: exactly what is running
# What can be set from a tablet; pins, ports and paths stay with whoever has the machine.
FROM_PAGE = ("language", "pin", "mute", "keep_evidence")


class Library(Protocol):
    """The games of this machine and how to open one."""

    def open(self, setup: Setup) -> Session: ...

    def past(self) -> Sequence[Past]: ...

    def record(self, game: str) -> str | None: ...

    def backup(self) -> bytes: ...


class Seeing(Protocol):
    """The camera side, as far as the dashboard may touch it."""

    @property
    def health(self) -> Health: ...

    @property
    def simulated(self) -> bool: ...

    def packs(self) -> Sequence[Pack]: ...

    def deck_in_play(self, pack: str, faces: Sequence[str]) -> None: ...

    def preview(self) -> Preview | None: ...

    def controls(self) -> CameraControls | None: ...

    def teacher(self) -> Teacher | None: ...


class TableHost:
    """The appliance, as the web sees it. `seeing` None: no camera at all, everything is tapped in."""

    def __init__(
        self,
        match: Match,
        library: Library,
        settings: Settings,
        address: str,
        version: str,
        seeing: Seeing | None = None,
        saved: Callable[[str, str], None] = lambda name, value: None,
    ) -> None:
        self.version, self.source_url, self.address = version, SOURCE_URL, address
        self._match, self._library, self._settings, self._seeing, self._saved = match, library, settings, seeing, saved
        self._lock = threading.Lock()
        self._callbacks: list[Callable[[], None]] = []
        self._games = 0
        self.game_id = ""
        self.pictures = Evidence()
        self._deck_trouble = ""

    @property
    def session(self) -> Session | None:
        """The game being played."""
        return self._match.session

    def subscribe(self, callback: Callable[[], None]) -> None:
        """Call back whenever an event was added, a game opened or the status changed."""
        with self._lock:
            self._callbacks.append(callback)

    def unsubscribe(self, callback: Callable[[], None]) -> None:
        """No more calls."""
        with self._lock, suppress(ValueError):
            self._callbacks.remove(callback)

    def changed(self, *_: object) -> None:
        """Tell everybody."""
        with self._lock:
            callbacks = list(self._callbacks)
        for callback in callbacks:
            callback()

    def status(self) -> Status:
        """How seeing goes now."""
        if self._seeing is None:
            return Status()
        health = self._seeing.health
        kinds = {"watching": "simulated" if self._seeing.simulated else "watching"} | {s: s for s in ("starting", "teaching", "failed")}
        camera = kinds.get(health.state, "off")
        numbers = {"camera_frames_total": float(health.frames), "camera_failures_total": float(health.failures)}
        return Status(
            camera,
            "sim" if self._seeing.simulated else self._settings.text("camera"),
            health.detail or self._deck_trouble,
            health.fps,
            numbers,
        )

    def start(self, setup: Setup) -> Session:
        """Open a new game and follow it."""
        session = self._library.open(setup)
        self.take_up(session)
        return session

    def take_up(self, session: Session) -> None:
        """Follow `session` (a new one, or one that was running when the machine stopped)."""
        setup = session.state.setup
        self._deck_trouble = ""
        if self._seeing is not None:
            try:
                self._seeing.deck_in_play(setup.pack or "", setup.deck.faces)
            except SegnapuntiError as error:
                # a deck that cannot be read by sight can still be played by tapping
                self._deck_trouble = str(error)
        if self._match.session is not None:
            self._match.session.unsubscribe(self.changed)
        with self._lock:
            self._games += 1
            self.game_id = f"g{self._games}"
            self.pictures = Evidence()
        session.subscribe(self.changed)
        self._match.play(session)
        self.changed()

    def offers(self) -> Sequence[ev.Event]:
        """What lies open on the table and waits for a word."""
        return self._match.offers()

    def saw(self, seq: int, event: ev.Event, observation: Observation | None, image: "object | None") -> None:
        """Keep the crop of a card just played: it may prove a fault later."""
        if isinstance(event, ev.Play) and observation is not None and image is not None:
            likely = next((code for code, _ in event.candidates or ()), None)
            self.pictures.keep(seq, event.card, observation, image, likely)

    def packs(self) -> Sequence[Pack]:
        """The decks known by sight."""
        return self._seeing.packs() if self._seeing else ()

    def preview(self) -> Preview | None:
        """The camera's picture."""
        return self._seeing.preview() if self._seeing else None

    def controls(self) -> CameraControls | None:
        """What can be done about the camera."""
        return self._seeing.controls() if self._seeing else None

    def teacher(self) -> Teacher | None:
        """Begin, or go on with, teaching a deck."""
        return self._seeing.teacher() if self._seeing else None

    def evidence(self, seq: int) -> Sequence[Picture]:
        """Crops that prove the fault reported for event `seq`."""
        session = self.session
        report = next((fault for fault in session.state.faults if fault.seq == seq), None) if session else None
        if report is None:
            return ()
        shown = dict.fromkeys((seq, report.proved_at, *report.evidence))  # a certain fault is its own proof: once is enough
        return [picture for at in shown if (picture := self.pictures.of(at)) is not None]

    def history(self) -> Sequence[Past]:
        """Games of the ledger, newest first."""
        return self._library.past()

    def record(self, game: str) -> str | None:
        """The record of a game of the history."""
        return self._library.record(game)

    def backup(self) -> bytes:
        """The ledger, as one file."""
        return self._library.backup()

    def settings(self) -> Sequence[Setting]:
        """What can be set from the page."""
        values = {"language": ("it", "en", "de"), "keep_evidence": ("false", "true")}
        return [
            Setting(setting.name, self._as_text(setting.name), setting.help, values.get(setting.name, ()))
            for setting in SETTINGS
            if setting.name in FROM_PAGE
        ]

    def _as_text(self, name: str) -> str:
        value = self._settings[name]
        if isinstance(value, bool):
            return "true" if value else "false"
        return ", ".join(str(v) for v in value) if isinstance(value, list) else str(value)

    def change(self, name: str, value: str) -> None:
        """Set one of them, now and for the next start."""
        if name not in FROM_PAGE:
            raise UnknownName("setting", name, FROM_PAGE)
        if name == "pin" and value and not (value.isdigit() and 4 <= len(value) <= 8):
            raise BadValue("A PIN has four to eight digits; leave it empty for none.", code="pin_digits")
        if name == "language" and value not in ("it", "en", "de"):
            raise UnknownName("language", value, ("it", "en", "de"))
        current = self._settings[name]
        if isinstance(current, bool):
            self._settings.values[name] = value == "true"
        elif isinstance(current, list):
            self._settings.values[name] = [word.strip() for word in value.split(",") if word.strip()]
        else:
            self._settings.values[name] = value
        try:
            self._saved(name, value)
        except SegnapuntiError as error:
            raise BadValue(f"It holds until the next start, but could not be saved: {error}", code="not_saved", what=str(error)) from error
        self.changed()

    def pin(self) -> str:
        """The PIN asked for before anything is changed."""
        return self._settings.text("pin")
