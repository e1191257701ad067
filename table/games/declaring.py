"""A game in which combinations are declared and the seven of trumps is swapped while cards are drawn. Bazzica is played so.

A game adds its facts (`COMBINATIONS`, `SEVEN`), what is owed to a trick, and how the hand is settled.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from table import cards, melds
from table import events as ev
from table.faults import Fault, certain
from table.games.obliged import Obliged, Watched
from table.melds import class_of
from table.options import ON, Options
from table.state import Laid, State, altered, changed, without


def house(options: Options, decks: int) -> melds.House:
    """The house rules for combinations, out of the options."""
    return melds.House(
        decks,
        str(options["bazzica_pair"]),
        str(options["four_suits"]),
        str(options["lower_after_higher"]),
        str(options["new_card"]),
    )


@dataclass(frozen=True)  # no slots: see `state.altered`
class DeclaringHand(Watched):
    """What only such a game knows of a hand.

    served    (seat, class, cards): the cards still held that served in a combination of the class
    declared  by seat, cards lying face up before their owner
    seven     the seat that scored ten for the seven of trumps, None: nobody yet
    after     number of tricks after which somebody last declared, 0: never
    won       the side that won the game at once (quinta maggiore, or `end` immediate)
    """

    served: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    declared: tuple[tuple[str, ...], ...] = ()
    seven: int | None = None
    after: int = 0
    won: int | None = None

    def used(self, seat: int) -> dict[str, Counter[str]]:
        """The cards still held that served, by class."""
        out: dict[str, Counter[str]] = {}
        for who, name, served in self.served:
            if who == seat:
                out.setdefault(name, Counter()).update(served)
        return out

    def played(self, seat: int, card: str) -> "DeclaringHand":
        """After a card has left the hand: of twins the one that served."""
        if card not in self.declared[seat] and not any(card in held for who, _, held in self.served if who == seat):
            return self
        gone: set[str] = set()
        served = []
        for who, name, held in self.served:
            takes = who == seat and card in held and name not in gone
            gone |= {name} if takes else set()
            served.append((who, name, without(held, card) if takes else held))
        return altered(self, served=tuple(served), declared=changed(self.declared, seat, without(self.declared[seat], card)))


class Declaring(Obliged):
    """What happens at the table beside the cards laid."""

    COMBINATIONS: ClassVar[Mapping[str, int]] = {}
    SEVEN: ClassVar[int] = 10

    def began(self, state: State) -> State:
        """Nothing declared yet."""
        return state.with_hand(own=DeclaringHand(declared=((),) * state.setup.seats))

    def laid(self, state: State) -> State:
        """A card played no longer lies declared."""
        hand, play = state.hands[-1], state.hands[-1].plays[-1]
        own = hand.own.played(play.seat, play.card) if play.card is not None else hand.own
        return super().laid(state if own is hand.own else state.with_hand(own=own))

    # ---- the seven

    def on_trump(self, state: State, event: ev.Trump) -> State:
        """A seven turned up brings the dealer ten."""
        state = super().on_trump(state, event)
        hand = state.hands[-1]
        if event.card and cards.rank(event.card) == "7" and hand.own.seven is None:
            state = self._reached(state.with_hand(own=altered(hand.own, seven=hand.dealer)))
        return state

    def on_swap(self, state: State, event: ev.Swap) -> State:
        """The seven of trumps for the turned card."""
        state = self.running(state)
        hand = state.hands[-1]
        if hand.done or hand.trump is None:
            return state
        seven, seat = "7" + hand.trump, event.seat
        allowed = hand.talon > 0 and hand.own.seven is None and event.card in (None, seven) and self._may_swap(state, seat)
        possible = seven in hand.known[seat] or (state.unseen()[seven] > 0 and hand.holding[seat] > len(hand.known[seat]))
        if allowed and possible:
            state = state.with_hand(own=altered(hand.own, seven=seat))
        else:
            state = state.with_fault(certain(Fault.SWAP, seat, state.seq))
        if hand.turned is None or not possible:
            return self._reached(state)
        known = (*without(hand.known[seat], seven), hand.turned)
        state = state.with_hand(turned=seven, known=changed(hand.known, seat, known))
        if hand.hands is not None and seven in hand.hands[seat]:
            held = (*without(hand.hands[seat], seven), hand.turned)
            state = state.with_hand(hands=changed(hand.hands, seat, held), stock=(*hand.stock[:-1], seven))
        return self._reached(state)

    def _may_swap(self, state: State, seat: int) -> bool:
        hand = state.hands[-1]
        if hand.turn is None:
            return True
        won = bool(hand.tricks) and not hand.plays and hand.turn == seat
        return won if state.setup.options["swap_when"] == "after_trick" else hand.turn == seat

    # ---- combinations

    def on_meld(self, state: State, event: ev.Meld) -> State:
        """A combination declared: valued when it may be, named as a fault when not; shown cards are known either way."""
        state = self.running(state)
        hand, seat = state.hands[-1], event.seat
        if hand.done:
            return state
        shown = tuple(sorted(event.cards or self._implied(state, event.meld)))
        wrong = self._meld_fault(state, seat, event.meld, shown)
        points = self.COMBINATIONS.get(event.meld, 0) if wrong is None else 0
        own: DeclaringHand = hand.own
        name = class_of(event.meld)
        served = own.used(seat).get(name, Counter())
        doubtful, _ = own.doubtful(seat, hand.known[seat])  # a card that served may since have been laid unread
        need = Counter(shown) + (served - doubtful if wrong is None else Counter())
        declared = Counter(own.declared[seat]) | need  # a twin of what served is laid beside it
        if self.can_hold(state, seat, Counter(shown)):
            entry = ((seat, name, shown),) if wrong is None and shown else ()
            own = altered(own, served=own.served + entry, declared=changed(own.declared, seat, tuple(sorted(declared.elements()))))
            state = self.show(state, seat, need.elements())
            own = altered(own, doubt=state.hands[-1].own.doubt)
        own = altered(own, after=len(hand.tricks) if wrong is None else own.after)
        state = state.with_hand(own=own, melds=(*hand.melds, Laid(state.seq, seat, event.meld, shown, points)))
        if wrong is not None:
            return state.with_fault(certain(wrong, seat, state.seq))
        o = state.setup.options
        if event.meld == "quinta_maggiore" and len(hand.tricks) == 1 and o["quinta_wins"] == ON and o["profile"] == "torzato":
            return self._won(state, self.side(state.setup, seat))
        return self._reached(state)

    def _implied(self, state: State, meld: str) -> Sequence[str]:
        """The cards of a combination declared without showing them read, where only these can make it."""
        hand, deck = state.hands[-1], state.setup.deck
        found = [f for f in melds.declarable(deck.pieces(), hand.trump or "", self.COMBINATIONS, self._house(state), {}) if f.meld == meld]
        return found[0].cards if len(found) == 1 else ()

    def _house(self, state: State) -> melds.House:
        return house(state.setup.options, state.setup.deck.copies)

    def _meld_fault(self, state: State, seat: int, meld: str, shown: tuple[str, ...]) -> Fault | None:
        """What is wrong with a declaration, None when nothing is (or nobody can say)."""
        hand = state.hands[-1]
        own: DeclaringHand = hand.own
        last = hand.tricks[-1] if hand.tricks else None
        in_time = last is not None and not hand.plays and seat in hand.to_draw and own.after < len(hand.tricks)
        if not in_time or (last is not None and last.winner not in (seat, None)):
            return Fault.MELD_TIME
        rules = self._house(state)
        if not shown:
            return None if meld in self.COMBINATIONS else Fault.MELD_CLASS
        if hand.trump is None:
            return None  # the turned card is unread: nobody can say
        if melds.matching(meld, shown, hand.trump or "", self.COMBINATIONS, rules) is None:
            return Fault.MELD_CLASS
        unseen, known, need = state.unseen(), Counter(hand.known[seat]), Counter(shown)
        free = hand.holding[seat] - known.total() + own.doubtful(seat, hand.known[seat])[1]
        if not self.can_hold(state, seat, need):
            return Fault.MELD_NOT_HELD
        most = known + Counter({c: min(unseen[c], free) for c in need})  # as many copies as he can hold of each
        may = melds.declarable(most.elements(), hand.trump or "", self.COMBINATIONS, rules, own.used(seat), Counter(own.declared[seat]))
        return None if any(f.meld == meld and f.cards == shown for f in may) else Fault.MELD_CLASS

    def declared_points(self, state: State) -> list[int]:
        """By side, what was declared in the running hand, the seven included."""
        hand, sums = state.hands[-1], [0] * self.sides(state.setup)
        for meld in hand.melds:
            sums[self.side(state.setup, meld.seat)] += meld.points
        if hand.own.seven is not None:
            sums[self.side(state.setup, hand.own.seven)] += self.SEVEN
        return sums

    def _reached(self, state: State) -> State:
        """With `end` immediate the game stops the moment declared points reach the target."""
        hand = state.hands[-1]
        if state.setup.options["end"] != "immediate" or hand.done:
            return state
        totals = [(s or 0) + d for s, d in zip(state.scores, self.declared_points(state), strict=True)]
        there = [i for i, n in enumerate(totals) if n >= int(state.setup.options["target"])]
        return self._won(state, there[0]) if there else state

    def _won(self, state: State, side: int) -> State:
        return self.finish(state.with_hand(own=altered(state.hands[-1].own, won=side)), "stopped")
