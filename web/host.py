"""What the web needs of the machine it runs on, as small Protocols: whoever composes the parts implements them.

The web knows games (table) but no camera, no disk and no network: pictures come as JPEG bytes, files as bytes,
settings as a mapping. Every method may be called from any request thread. A method that cannot do what it is asked
raises `table.errors.SegnapuntiError` with one sentence; the page shows that sentence.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from table.events import Event
from table.session import Session


@dataclass(frozen=True, slots=True)
class Setup:
    """A game to open. `players` in order of play; `options` only what differs from the defaults; `pack`: how the cards look."""

    game: str
    players: tuple[str, ...]
    dealer: int = 0
    deck: str = ""
    pack: str = ""
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Status:
    """How seeing goes; rates per second, `detail` one sentence or "".

    `camera`: starting | watching | simulated | teaching (a deck is taught, the game waits) | off | failed
    """

    camera: str = "off"
    source: str = ""
    detail: str = ""
    fps: float = 0.0
    numbers: Mapping[str, float] = field(default_factory=dict)  # more figures for /metrics, name → value


@dataclass(frozen=True, slots=True)
class Pack:
    """How a deck looks, as taught: its name, the faces known, those missing, and whether it came with the program."""

    name: str
    faces: tuple[str, ...]
    missing: tuple[str, ...] = ()
    built_in: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A crop shown to people: JPEG bytes and what it shows (a card code or ""), `of` the event it belongs to."""

    jpeg: bytes
    card: str = ""
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """One card lying in the row being taught, left to right. `like`: a code already taught that looks the same, or ""."""

    picture: Picture
    like: str = ""


@dataclass(frozen=True, slots=True)
class Past:
    """A game of the ledger. `began` seconds since 1970."""

    id: str
    game: str
    players: tuple[str, ...]
    began: float
    scores: tuple[int, ...] = ()
    winner: int | None = None
    over: bool = False


@dataclass(frozen=True, slots=True)
class Advice:
    """One finding about the camera: `check` sharpness | exposure | glare | coverage | size | colour | .., `ok`, and what to change."""

    check: str
    ok: bool
    text: str
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of the appliance: its value as text, a sentence of help, and the values allowed (empty: free text)."""

    name: str
    value: str
    help: str
    values: tuple[str, ...] = ()


class Preview(Protocol):
    """The camera's picture."""

    def jpeg(self) -> bytes | None:
        """The newest frame with the outlines found drawn in; None while there is none."""


class CameraControls(Protocol):
    """What can be done about the camera from the page."""

    def advice(self) -> Sequence[Advice]:
        """Findings on the newest frame, worst first."""

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Corners of the table in the picture, as shares (0-1) of width and height; () when not set."""

    def set_corners(self, corners: Sequence[tuple[float, float]]) -> None:
        """Four corners clockwise from the picture's top left; an empty sequence forgets them."""

    def lock(self, on: bool) -> str:
        """Hold exposure, white balance and focus where the camera can; the answer says what was held."""


class Teacher(Protocol):
    """Learns how a deck looks, row by row, from the camera."""

    def look(self, expected: Sequence[str]) -> Sequence[Seen]:
        """The cards lying in the picture now, in reading order (left to right); as many as are seen."""

    def keep(self, codes: Sequence[str]) -> None:
        """The row last looked at holds these codes, in its order ("" leaves a card out)."""

    def taught(self) -> Sequence[str]:
        """Codes kept so far."""

    def save(self, name: str, composition: str) -> Pack:
        """Save what was taught as a pack; missing faces are named in the answer, saved all the same."""

    def cancel(self) -> None:
        """Forget what was taught and go back to watching the game."""


@runtime_checkable
class Proposing(Protocol):
    """A host that also sees what waits for a word: combinations laid on the table, honours shown. Offered for one tap."""

    def offers(self) -> Sequence[Event]:
        """Events that would be recorded by a tap, newest first."""


class Host(Protocol):
    """The appliance, as the web sees it."""

    version: str
    source_url: str  # where the source of this program can be had (AGPL)

    @property
    def session(self) -> Session | None:
        """The game being played; None before the first."""

    @property
    def game_id(self) -> str:
        """Names the session in the stream's ids (`game:seq`); another for each session, "" when there is none."""

    @property
    def address(self) -> str:
        """The address under which tablets reach this server, for the QR code."""

    def subscribe(self, callback: Callable[[], None]) -> None:
        """Call back (from any thread, quickly) whenever an event was added, a game opened or the status changed."""

    def unsubscribe(self, callback: Callable[[], None]) -> None:
        """No more calls."""

    def status(self) -> Status:
        """How seeing goes now."""

    def start(self, setup: Setup) -> Session:
        """Open a new game; the old one stays in the history."""

    def packs(self) -> Sequence[Pack]:
        """The decks known by sight."""

    def preview(self) -> Preview | None:
        """None: there is no camera."""

    def controls(self) -> CameraControls | None:
        """None: nothing can be set."""

    def teacher(self) -> Teacher | None:
        """Begin, or go on with, teaching a deck; None: there is no camera."""

    def evidence(self, seq: int) -> Sequence[Picture]:
        """Crops that prove the fault reported for event `seq`: first the play, then what proves it."""

    def history(self) -> Sequence[Past]:
        """Games of the ledger, newest first."""

    def record(self, game: str) -> str | None:
        """The record (JSON lines) of a game of the history; None: there is none."""

    def backup(self) -> bytes:
        """The ledger, as one file."""

    def settings(self) -> Sequence[Setting]:
        """What can be set from the page."""

    def change(self, name: str, value: str) -> None:
        """Set one of them."""

    def pin(self) -> str:
        """The PIN asked for before anything is changed; "" when none is set."""
