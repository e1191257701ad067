"""State: what is public at the table after some events, as one frozen value. A fold makes it (`table.fold`), a game's rules step it.

Only what everybody may know stands here, plus, where a `deal` event gave it, the cards really in the hands (`Hand.hands`:
simulator, training, tests), which nothing that is shown may use. What only one game needs lies in `own`, a frozen value of that
game's making (auction, used classes, contract), on the hand or on the whole state.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from table.deck import Deck
from table.errors import BadValue
from table.events import Candidates, Event
from table.faults import Fault, FaultReport
from table.options import Value

Points = tuple[int | None, ...]  # by side; None: not known (an unread card)


@dataclass(frozen=True, slots=True)
class Setup:
    """How the game was opened, made by `Game.setup`: names by seat, every option with its value, the cards really in play.

    `dealer` deals the first hand; `deck` is the composition as played (Briscola for three: one two left out).
    """

    game: str
    players: tuple[str, ...]
    options: dict[str, Value]
    deck: Deck
    dealer: int = 0
    pack: str | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    def check(self, event: Event) -> None:
        """Raise BadValue when the event names a seat that is not there or a card the deck has not."""
        for name in ("seat", "dealer", "giver", "to", "winner"):
            seat = getattr(event, name, None)
            if seat is not None and not 0 <= seat < self.seats:
                raise BadValue(f"There is no seat {seat}; seats are 0 to {self.seats - 1}.")
        codes = [getattr(event, "card", None), *(getattr(event, "cards", None) or ()), *getattr(event, "talon", ())]
        hands: tuple[tuple[str, ...], ...] = getattr(event, "hands", ())
        for code in [*codes, *(c for hand in hands for c in hand)]:
            if code is not None and code not in self.deck.faces:
                raise BadValue(f"There is no card {code} in the deck {self.deck.name}.")
        for name in ("suit", "trump"):
            suit = getattr(event, name, None)
            if suit is not None and suit not in self.deck.suits:
                raise BadValue(f"There is no suit {suit} in the deck {self.deck.name}.")
        if hands and len(hands) != self.seats:
            raise BadValue(f"A deal for {self.seats} needs {self.seats} hands, not {len(hands)}.")


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the trick; `card` None while unread."""

    seq: int
    seat: int
    card: str | None
    candidates: Candidates | None = None
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: `winner` (a seat) and `points` None while unread cards leave them open; `gatherer` who took it off the table."""

    leader: int
    plays: tuple[Played, ...]
    winner: int | None = None
    points: int | None = None
    gatherer: int | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """A combination or honour declared and counted: `points` what it scored (0 when it was not allowed)."""

    seq: int
    seat: int
    meld: str
    cards: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand (deal) from the shuffle to the last trick.

    trump     suit of trumps, None while unknown or where there is none
    turned    the card lying face up under the talon; None when there is none (any more) or it is unread
    unread    the turning up of that card (seat -1), when the card is unread
    talon     cards still to be drawn, the turned one included
    holding   number of cards in each hand
    to_draw   seats that have still to draw after the last trick, in order
    turn      who has to act; None: nobody, or nobody can say (the last trick's winner is open)
    phase     "play" unless the game says otherwise
    plays     the running trick; `tricks` the finished ones
    known     by seat: cards everybody knows to be in that hand (declared, taken back, swapped, shown, drawn face up)
    melds     combinations and honours declared, in order
    points    by side, card points when done; `score` what the hand adds to the match, by side
    adjusted  by side, points given by hand during this hand
    ended     "" while it runs; "played", "claimed", "stopped" (goal reached), "abandoned", "unfinished" (the next one began)
    hands     the cards really held, where a deal told; `stock` the talon, next card first, the turned one last
    own       the game's own frozen value
    """

    seq: int
    dealer: int
    trump: str | None = None
    turned: str | None = None
    unread: Played | None = None
    talon: int = 0
    holding: tuple[int, ...] = ()
    to_draw: tuple[int, ...] = ()
    turn: int | None = None
    phase: str = "play"
    plays: tuple[Played, ...] = ()
    tricks: tuple[Trick, ...] = ()
    known: tuple[tuple[str, ...], ...] = ()
    melds: tuple[Laid, ...] = ()
    points: Points = ()
    score: Points = ()
    adjusted: tuple[int, ...] = ()
    claimed: int | None = None
    ended: str = ""
    hands: tuple[tuple[str, ...], ...] | None = None
    stock: tuple[str, ...] = ()
    own: Any = None

    @property
    def done(self) -> bool:
        """True once the hand is over, however it ended."""
        return bool(self.ended)

    @property
    def counts(self) -> bool:
        """True when the hand ended so that its points count."""
        return self.ended in ("played", "claimed", "stopped")

    @property
    def leader(self) -> int | None:
        """Who led the running trick."""
        return self.plays[0].seat if self.plays else None

    def all_plays(self) -> list[Played]:
        """Every card laid in this hand, in order."""
        return [p for t in self.tricks for p in t.plays] + list(self.plays)

    def holes(self) -> list[Played]:
        """The unread cards among them."""
        return [p for p in self.all_plays() if p.card is None]

    def seen(self) -> Counter[str]:
        """Copies of each card everybody has seen: laid, lying turned up, or publicly known in a hand."""
        seen = Counter(p.card for p in self.all_plays() if p.card is not None)
        seen.update([self.turned] if self.turned else [])
        for cards in self.known:
            seen.update(cards)
        return seen


@dataclass(frozen=True, slots=True)
class State:
    """The whole record so far.

    seq          the last event folded (while an event is being folded: that event's seq)
    hands        all hands; the running or last one is `state.hand`
    scores       by side, of the running or last game; games: games won by side in the running match (where a game counts them)
    over         the game (Briscola: the match) is decided; `winner` a side, None also for a draw
    next_dealer  who deals the next hand
    since        index in `hands` of the first hand of the running game; since_match: of the running match
    adjusted     by side, points given by hand outside any hand of the running game
    faults       all reports, in order; those dismissed as misreadings are left out (`dismissed` keeps what they were)
    """

    setup: Setup
    seq: int = 0
    hands: tuple[Hand, ...] = ()
    scores: Points = ()
    games: tuple[int, ...] = ()
    over: bool = False
    winner: int | None = None
    next_dealer: int = 0
    since: int = 0
    since_match: int = 0
    adjusted: tuple[int, ...] = ()
    faults: tuple[FaultReport, ...] = ()
    dismissed: frozenset[tuple[Fault, int]] = frozenset()
    own: Any = None

    @property
    def hand(self) -> Hand | None:
        """The running or last hand; None before the first."""
        return self.hands[-1] if self.hands else None

    def with_hand(self, **changes: Any) -> "State":
        """The state with the last hand changed."""
        return replace(self, hands=(*self.hands[:-1], replace(self.hands[-1], **changes)))

    def with_fault(self, *reports: FaultReport) -> "State":
        """The state with faults reported, except those already reported or dismissed."""
        old = {(f.fault, f.seq) for f in self.faults} | self.dismissed
        new = tuple(r for r in reports if (r.fault, r.seq) not in old)
        return replace(self, faults=self.faults + new) if new else self

    def unseen(self) -> Counter[str]:
        """Copies of each card nobody has seen in the running hand."""
        left = self.setup.deck.counter()
        left.subtract(self.hand.seen() if self.hand else {})
        return +left


def changed(values: Sequence[Any], index: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one place changed."""
    return tuple(value if i == index else v for i, v in enumerate(values))


def without(cards: Sequence[str], card: str) -> tuple[str, ...]:
    """The cards with one copy of `card` taken out, if it is there."""
    if card not in cards:
        return tuple(cards)
    at = cards.index(card)
    return tuple(cards[:at]) + tuple(cards[at + 1 :])
