"""What lies open before the players and waits for a word: combinations and honours, offered for one tap.

Rows are read like tricks are: what lies at rest counts, what is unread may be any of its candidates. What may be declared at all, and
what it is worth, is asked of the rules; only what they would count without a fault is offered.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from table import events as ev
from table.games.bidding import Bidding
from table.games.declaring import Declaring, DeclaringHand, house
from table.honours import honours, shown
from table.marks import evidence
from table.melds import declarable
from table.observation import Observation
from table.pieces import Piece, Pieces
from table.state import State
from table.turned import Turned
from table.view import Rules
from table.zones import Places, Zone

DOUBTS = 27  # readings of a row with unread cards that are weighed
CHOICES = 3  # candidates of an unread card that are
LIKELY = 0.2  # least probability of a reading worth offering
MOST = 4  # offers a player
SAME = 0.4  # card widths within which a card found again is the one that lay there


@dataclass(slots=True)
class Row:
    """Cards lying open before a player. `pieces` may hold cards just taken up again: honours are shown for a moment only."""

    pieces: list[Piece] = field(default_factory=list)

    def take_in(self, piece: Piece, unit: float) -> None:
        """A card has come to lie here. After all was taken up, another showing begins."""
        if not any(p.here for p in self.pieces):
            self.pieces = []
        self.pieces = [p for p in self.pieces if p.here or math.dist(p.lay, piece.lay) > SAME * unit]
        self.pieces.append(piece)


class Offers:
    """What each player has laid open in this hand."""

    def __init__(self, game: Rules) -> None:
        self._game = game
        self.rows: dict[int, Row] = {}
        self._hand = -1
        self._key: object = None
        self._now: list[ev.Event] = []

    def look(self, seen: Observation, state: State, pieces: Pieces, places: Places, turned: Turned) -> None:
        """Take in one frame."""
        hand = state.hand
        if hand is None or hand.done:
            self.rows, self._now = {}, []
            return
        if hand.seq != self._hand:
            self.rows, self._hand = {}, hand.seq
        middle = places.layout.middle(seen.size)
        for row in self.rows.values():
            row.pieces = [p for p in row.pieces if not p.played and (p.laid or not p.here)]
        lying = {p.number for row in self.rows.values() for p in row.pieces}
        for s in seen.cards:
            piece = pieces.of(s.track)
            if piece is None or piece.number in lying or not piece.laid or piece.face != "up":
                continue
            if piece.double or piece.disputed or piece.played:
                continue
            if places.zone(s, seen.size) is Zone.MELD and not turned.beside(piece, places.unit):
                self.rows.setdefault(places.layout.nearest(piece.lay, middle), Row()).take_in(piece, places.unit)
        self._weigh(state)

    def now(self) -> list[ev.Event]:
        """Events one tap would record, the newest row's first, the dearest of a row first."""
        return list(self._now)

    def _weigh(self, state: State) -> None:
        key = state.seq, [(seat, [(p.here, *evidence(p)) for p in row.pieces]) for seat, row in self.rows.items()]
        if key == self._key:
            return
        self._key, found = key, []
        newest = sorted(self.rows.items(), key=lambda item: max((p.rested or 0.0 for p in item[1].pieces), default=0.0), reverse=True)
        for seat, row in newest:
            offers: dict[ev.Event, int] = {}
            for cards in readings(row.pieces):
                for event in self._declarations(state, seat, row, cards):
                    worth = self._worth(state, event)
                    if worth > 0:
                        offers.setdefault(event, worth)
            # of one reading the dearest comes first; readings come likeliest first
            found += sorted(offers, key=lambda e: -offers[e])[:MOST]
        self._now = found

    def _declarations(self, state: State, seat: int, row: Row, cards: tuple[str, ...]) -> Iterator[ev.Event]:
        game, hand = self._game, state.hand
        if hand is None or not cards:
            return
        if isinstance(game, Bidding):
            group = shown(honours(cards, hand.trump or "", game.HONOURS, str(state.setup.options["nine"])))
            if group:
                yield ev.Honours(seat=seat, cards=group)
        elif isinstance(game, Declaring) and isinstance(hand.own, DeclaringHand) and all(p.here for p in row.pieces):
            declared = Counter(hand.own.declared[seat])
            fresh = Counter(cards) - declared
            rules = house(state.setup.options, state.setup.deck.copies)
            for f in declarable(cards, hand.trump or "", game.COMBINATIONS, rules, hand.own.used(seat), declared) if fresh else ():
                if not fresh - Counter(f.cards):
                    yield ev.Meld(seat=seat, meld=f.meld, cards=f.cards)

    def _worth(self, state: State, event: ev.Event) -> int:
        """Points the event would score now; 0 where the rules would find fault with it."""
        hand = state.hand
        after = self._game.after(state, event)
        if hand is None or after.hand is None or len(after.faults) > len(state.faults):
            return 0
        return sum(m.points for m in after.hand.melds) - sum(m.points for m in hand.melds)


def readings(row: Sequence[Piece]) -> list[tuple[str, ...]]:
    """What the cards of a row may be, likeliest first; a row read surely has one reading."""
    options = [((p.card, 1.0),) if p.card is not None else evidence(p)[:CHOICES] for p in row]
    found = []
    for group in islice(product(*(o for o in options if o)), DOUBTS):
        p = math.prod(q for _, q in group)
        if p >= LIKELY:
            found.append((p, tuple(sorted(code for code, _ in group))))
    return [cards for _, cards in sorted(found, key=lambda f: -f[0])]
