"""A host for tests: real sessions, a ledger in memory, and pictures made of a few bytes instead of a camera.

It is not a fake of our own code: web asks for a Host, and this is a small one. `python -m tests.web.stand` serves it.
"""

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from table.deck import get as get_deck
from table.errors import BadValue
from table.ledger import Ledger
from table.record import lines
from table.session import Session
from table.state import State
from web.host import Advice, Pack, Past, Picture, Seen, Setting, Setup, Status

# the smallest JPEG a browser shows: one grey pixel
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/"
    "yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k="
)


class Controls:
    """Camera controls that remember what they were told."""

    def __init__(self) -> None:
        self.points: tuple[tuple[float, float], ...] = ()
        self.locked = False

    def advice(self) -> Sequence[Advice]:
        return [
            Advice("size", False, "The cards are too small in the picture: lower the camera, zoom in, or choose a higher resolution."),
            Advice("sharpness", True, "The picture is sharp."),
        ]

    def corners(self) -> tuple[tuple[float, float], ...]:
        return self.points

    def set_corners(self, corners: Sequence[tuple[float, float]]) -> None:
        self.points = tuple(corners)

    def lock(self, on: bool) -> str:
        self.locked = on
        return "Exposure is held."


@dataclass
class Row:
    """A teacher before whom `lying` cards lie; `like` says which picture looks like which code."""

    lying: int = 10
    like: dict[int, str] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    saved: list[Pack] = field(default_factory=list)

    def look(self, expected: Sequence[str]) -> Sequence[Seen]:
        return [Seen(Picture(JPEG), self.like.get(i, "")) for i in range(self.lying)]

    def keep(self, codes: Sequence[str]) -> None:
        self.kept += [c for c in codes if c]

    def taught(self) -> Sequence[str]:
        return self.kept

    def save(self, name: str, composition: str) -> Pack:
        faces = get_deck(composition).faces
        pack = Pack(name, tuple(c for c in faces if c in self.kept), tuple(c for c in faces if c not in self.kept))
        self.saved.append(pack)
        return pack

    def cancel(self) -> None:
        self.kept.clear()


class Eye:
    """A preview of one grey pixel."""

    def jpeg(self) -> bytes | None:
        return JPEG


class Stand:
    """The host."""

    version = "0.1.0"
    source_url = "https://example.org/segnapunti"
    address = "http://192.168.1.20:8080/"

    def __init__(self, camera: str = "off", pin: str = "") -> None:
        self.ledger = Ledger(":memory:", now=lambda: datetime(2026, 11, 30, 21, 0))
        self.camera, self._pin = camera, pin
        self.teaching, self.control = Row(), Controls()
        self.pictures: dict[int, list[Picture]] = {}
        self.changed: dict[str, str] = {}
        self._session: Session | None = None
        self._callbacks: list[Callable[[], None]] = []

    @property
    def session(self) -> Session | None:
        return self._session

    @property
    def game_id(self) -> str:
        return str(self._session.game_id) if self._session else ""

    def subscribe(self, callback: Callable[[], None]) -> None:
        self._callbacks.append(callback)

    def unsubscribe(self, callback: Callable[[], None]) -> None:
        self._callbacks.remove(callback)

    def _tell(self, _state: State | None = None) -> None:
        for callback in list(self._callbacks):
            callback()

    def status(self) -> Status:
        return Status(self.camera, "a test", "", 15.0 if self.camera in ("watching", "simulated") else 0.0, {"frame_ms": 12.5})

    def start(self, setup: Setup) -> Session:
        session = Session(
            setup.game, setup.players, dict(setup.options), setup.deck or None, setup.dealer, self.ledger, lambda: 0.0, setup.pack or None
        )
        session.subscribe(self._tell)
        self._session = session
        self._tell()
        return session

    def lose_camera(self) -> None:
        self.camera = "failed"
        self._tell()

    def packs(self) -> Sequence[Pack]:
        return [
            Pack("trentine", get_deck("italian-40").faces),
            Pack("french", get_deck("french-52").faces, built_in=True),
            *self.teaching.saved,
        ]

    def preview(self) -> Eye | None:
        return Eye() if self.camera in ("watching", "simulated") else None

    def controls(self) -> Controls | None:
        return self.control if self.camera in ("watching", "simulated") else None

    def teacher(self) -> Row | None:
        return self.teaching if self.camera in ("watching", "simulated") else None

    def evidence(self, seq: int) -> Sequence[Picture]:
        return self.pictures.get(seq, [])

    def history(self) -> Sequence[Past]:
        found = []
        for entry in self.ledger.games():
            session = Session.from_record(self.ledger.record(entry.game_id), clock=lambda: 0.0)
            state = session.state
            scores = tuple(s or 0 for s in state.scores)
            began = datetime.fromisoformat(entry.began).timestamp()
            found.append(Past(str(entry.game_id), entry.header.game, entry.header.players, began, scores, state.winner, state.over))
        return found

    def record(self, game: str) -> str | None:
        try:
            return "\n".join(lines(self.ledger.record(int(game)))) + "\n"
        except (ValueError, BadValue):
            return None

    def backup(self) -> bytes:
        return b"backup"

    def settings(self) -> Sequence[Setting]:
        return [
            Setting(
                "keep_evidence",
                self.changed.get("keep_evidence", "false"),
                "Keep the pictures that prove a fault after the evening.",
                ("false", "true"),
            ),
            Setting(
                "mute", self.changed.get("mute", ""), "Faults that are recorded but neither shown nor sounded, by name: wrong_gatherer."
            ),
            Setting("pin", self._pin, "PIN asked before anything is changed from a tablet; empty: none."),
        ]

    def change(self, name: str, value: str) -> None:
        self.changed[name] = value
        if name == "pin":
            self._pin = value
        self._tell()

    def pin(self) -> str:
        return self._pin
