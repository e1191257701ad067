"""Events: what happened at the table, in order. The log of them is the truth; State is a fold over it.

One frozen dataclass a kind, field names as in the record contract (HOUSE), so that JSON ↔ event is mechanical
(`table.record`). `seq` is not a field: it is the position in the log (physical line number minus 1; header 0).
"""

from dataclasses import dataclass
from typing import ClassVar

Candidates = tuple[tuple[str, float], ...]  # (card code, probability), best first


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Root. `at` seconds since the game began; `source` camera | touch | button | sim; `confidence` 0-1."""

    kind: ClassVar[str] = ""
    at: float | None = None
    source: str | None = None
    confidence: float | None = None
    candidates: Candidates | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(Event):
    """A new hand is dealt; `trump` a suit, here when it is fixed or drawn by lot."""

    kind: ClassVar[str] = "hand"
    dealer: int
    trump: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trump(Event):
    """The card turned up under the talon, or only the suit."""

    kind: ClassVar[str] = "trump"
    card: str | None = None
    suit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Event):
    """A card laid on the trick; `card` None while unread (a hole, with its candidates)."""

    kind: ClassVar[str] = "play"
    seat: int
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gather(Event):
    """Who took the trick off the table."""

    kind: ClassVar[str] = "gather"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld(Event):
    """A combination declared, face up."""

    kind: ClassVar[str] = "meld"
    seat: int
    meld: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(Event):
    """The seven (or two) of trumps for the turned card."""

    kind: ClassVar[str] = "swap"
    seat: int
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid(Event):
    """A call of the auction."""

    kind: ClassVar[str] = "bid"
    seat: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Event):
    """A pass in the auction."""

    kind: ClassVar[str] = "pass"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Monte(Event):
    """The monte, shown to all by the declarer."""

    kind: ClassVar[str] = "monte"
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bury(Event):
    """Cards laid away by the declarer; unknown (None) when they lie face down."""

    kind: ClassVar[str] = "bury"
    seat: int
    cards: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Event):
    """The request: the declarer names a card; `giver` None: nobody has it."""

    kind: ClassVar[str] = "ask"
    seat: int
    card: str
    giver: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveBack(Event):
    """The declarer gives one card back for the one he was given."""

    kind: ClassVar[str] = "give_back"
    seat: int
    to: int
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Honours(Event):
    """Honours shown (`cards`), or only said (`points`)."""

    kind: ClassVar[str] = "honours"
    seat: int
    cards: tuple[str, ...] | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cappotto(Event):
    """All tricks announced."""

    kind: ClassVar[str] = "cappotto"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Event):
    """Optional full knowledge (simulator, training, tests)."""

    kind: ClassVar[str] = "deal"
    hands: tuple[tuple[str, ...], ...] = ()
    talon: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Event):
    """A card drawn from the talon; optional, implied by the rules."""

    kind: ClassVar[str] = "draw"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct(Event):
    """Event `seq` was something else: only the fields given are replaced. `why` set when it was inferred.

    `unread`: the card is open again, for what was seen since speaks against it; its `candidates` are those of the correction.
    """

    kind: ClassVar[str] = "correct"
    seq: int
    card: str | None = None
    seat: int | None = None
    cards: tuple[str, ...] | None = None
    dealer: int | None = None
    suit: str | None = None
    points: int | None = None
    meld: str | None = None
    unread: bool | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Retract(Event):
    """Event `seq` did not happen (undo; undoing an undo retracts the retraction).

    `why` "takeback": the card was really laid and taken back, so everybody has seen it; "undo": it was not. Unsaid, a play
    retracted by the camera before the next one, or within `takeback_s`, was taken back; one retracted by hand was a misreading.
    """

    kind: ClassVar[str] = "retract"
    seq: int
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept(Event):
    """The fault reported for event `seq` is agreed."""

    kind: ClassVar[str] = "accept"
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismiss(Event):
    """The fault reported for event `seq` was a misreading."""

    kind: ClassVar[str] = "dismiss"
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust(Event):
    """Points given or taken by hand."""

    kind: ClassVar[str] = "adjust"
    seat: int
    points: int
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Event):
    """The rest of the hand claimed by `seat`."""

    kind: ClassVar[str] = "claim"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon(Event):
    """The hand is given up (misdeal, somebody left); it counts for nobody."""

    kind: ClassVar[str] = "abandon"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Event):
    """Next game of a match."""

    kind: ClassVar[str] = "game"
    dealer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Event):
    """Winner and points of a trick of the plain game `tricks`, by tap."""

    kind: ClassVar[str] = "result"
    winner: int
    points: int = 0


EVENTS: tuple[type[Event], ...] = (
    Hand, Trump, Play, Gather, Meld, Swap, Bid, Pass, Monte, Bury, Ask, GiveBack, Honours, Cappotto, Deal, Draw,
    Correct, Retract, Accept, Dismiss, Adjust, Claim, Abandon, Game, Result,
)  # fmt: skip
