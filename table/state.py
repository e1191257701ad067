"""State: what is public at the table after some events, as one frozen value. A fold makes it (`table.fold`), a game's rules step it.

Only what everybody may know stands here, plus, where a `deal` event gave it, the cards really in the hands (`Hand.hands`:
simulator, training, tests), which nothing that is shown may use. What only one game needs lies in `own`, a frozen value of that
game's making (auction, used classes, contract), on the hand or on the whole state.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, TypeVar

from table.deck import Deck
from table.errors import BadValue
from table.events import Candidates, Deal, Event
from table.faults import Fault, FaultReport
from table.options import Value

Points = tuple[int | None, ...]  # by side; None: not known (an unread card)
V = TypeVar("V")


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
        seats, cards, suits = _named(type(event))  # type: ignore[arg-type]  # a class can be hashed
        for name in seats:
            seat = getattr(event, name)
            if seat is not None and not 0 <= seat < self.seats:
                last = self.seats - 1
                raise BadValue(f"There is no seat {seat}; seats are 0 to {last}.", code="no_seat", seat=seat, last=last)
        for name in cards:
            for code in _codes(getattr(event, name)):
                if code not in self.deck.faces:
                    deck = self.deck.name
                    raise BadValue(f"There is no card {code} in the deck {deck}.", code="no_card", foreign=code, deck=deck)
        for name in suits:
            suit = getattr(event, name)
            if suit is not None and suit not in self.deck.suits:
                raise BadValue(f"There is no suit {suit} in the deck {self.deck.name}.", code="no_suit", suit=suit, deck=self.deck.name)
        if isinstance(event, Deal) and event.hands and len(event.hands) != self.seats:
            raise BadValue(f"A deal for {self.seats} needs {self.seats} hands, not {len(event.hands)}.")


@cache
def _named(kind: Any) -> tuple[tuple[str, ...], ...]:
    """The fields of a kind of event that name seats, cards, suits."""
    here = {f.name for f in fields(kind)}
    named = (("seat", "dealer", "giver", "to", "winner"), ("card", "cards", "talon", "hands"), ("suit", "trump"))
    return tuple(tuple(n for n in names if n in here) for names in named)


def _codes(value: Any) -> Iterable[str]:
    """The card codes in a field: one, a row or rows of them, or none."""
    if isinstance(value, str):
        return (value,)
    return (c for part in value or () for c in _codes(part))


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the trick; `card` None while unread."""

    seq: int
    seat: int
    card: str | None
    candidates: Candidates | None = None
    at: float | None = None


@dataclass(frozen=True)  # no slots: see `altered`
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


@dataclass(frozen=True)  # no slots: see `altered`
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

    def laid(self) -> list[str | None]:
        """Their codes alone, None for those unread."""
        return [p.card for t in self.tricks for p in t.plays] + [p.card for p in self.plays]

    def placed(self) -> int:
        """How many cards were laid, read or not, or are publicly known where they are."""
        return sum([len(t.plays) for t in self.tricks]) + len(self.plays) + sum(map(len, self.known)) + (self.turned is not None)

    def holes(self) -> list[Played]:
        """The unread cards among them."""
        return [p for p in self.all_plays() if p.card is None]

    def seen(self) -> Counter[str]:
        """Copies of each card everybody has seen: laid, lying turned up, or publicly known in a hand."""
        return Counter(self.places())

    def places(self) -> list[str]:
        """The same card by card, in no order."""
        cards = [p.card for t in self.tricks for p in t.plays if p.card is not None]
        cards += [p.card for p in self.plays if p.card is not None]
        for known in self.known:
            cards += known
        return [*cards, self.turned] if self.turned else cards


@dataclass(frozen=True)  # no slots: see `altered`
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
        hands = self.hands
        hand = altered(hands[-1], **changes)
        return altered(self, hands=(hand,) if len(hands) == 1 else (*hands[:-1], hand))

    def with_fault(self, *reports: FaultReport) -> "State":
        """The state with faults reported, except those already reported or dismissed."""
        if not reports:
            return self
        old = {(f.fault, f.seq) for f in self.faults} | self.dismissed
        new = tuple(r for r in reports if (r.fault, r.seq) not in old)
        return altered(self, faults=self.faults + new) if new else self

    def unseen(self) -> Counter[str]:
        """Copies of each card nobody has seen in the running hand."""
        return +left(self.setup.deck, self.hand.places() if self.hand else ())


def left(deck: Deck, cards: Iterable[str]) -> Counter[str]:
    """Copies of each card of the deck once `cards` are taken away; less than nothing where they are more than there are."""
    seen = Counter(cards)
    return Counter({face: deck.copies - seen[face] for face in deck.faces})


def altered(value: V, **changes: Any) -> V:
    """The frozen value with some fields changed: `dataclasses.replace` for classes without slots, at an eighth of its cost.

    A fold makes some ten such values an event, so that is most of what it costs.
    """
    fresh = object.__new__(type(value))
    held = fresh.__dict__
    held.update(value.__dict__)
    held.update(changes)
    if len(held) != len(value.__dict__):
        raise TypeError(f"{type(value).__name__} has no such fields: {', '.join(changes)}")
    return fresh


def changed(values: Sequence[Any], index: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one place changed."""
    return (*values[:index], value, *values[index + 1 :])


def without(cards: Sequence[str], card: str) -> tuple[str, ...]:
    """The cards with one copy of `card` taken out, if it is there."""
    if card not in cards:
        return tuple(cards)
    at = cards.index(card)
    return tuple(cards[:at]) + tuple(cards[at + 1 :])
