"""Bazzica: facts and house rules, what is owed to a trick, what cards and combinations count, who has won. Rules: bazzica.md.

`Bazzica` at the end is the game at the table; combinations are enumerated in `table.melds`.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from table import cards, melds, trick
from table import events as ev
from table.errors import BadValue
from table.faults import Fault, certain
from table.games.obliged import REVOKE_PENALTY, Obliged, Watched
from table.melds import class_of
from table.options import OFF, ON, Option, Options, Value, switch
from table.state import Hand, Laid, Points, Setup, State, changed, without
from table.trick import Duty, Plays

STRENGTH = "A 10=3 K Q J 9 8 7 6 5 4 2"  # three stands for ten in a regional pack of 40
POWER = trick.ranking(STRENGTH)
TEN_EACH = ("A", "10")  # what counts ten to who captured it
LAST_TRICK = 10
SEVEN = 10
COMBINATIONS = {
    "bazzica": 40,
    "bazzica_doppia": 500,
    "matrimonio": 20,
    "matrimonio_briscola": 40,
    "quinta_minore": 250,
    "quinta_maggiore": 500,
    "quattro_A": 100,
    "quattro_K": 80,
    "quattro_Q": 60,
    "quattro_J": 40,
    "quattro_10": 20,
}
TARGET = {1: 500, 2: 1000, 3: 2000, 4: 2000}  # by number of decks
TARGET_PAIRS = 1500
HAND_SIZE = {1: 6, 2: 8, 3: 8, 4: 8}  # by number of decks

OPTIONS = (
    Option("profile", "Second phase with the duty to beat (torzato), or to follow suit only (tressette).", ("torzato", "tressette")),
    Option("target", "Points that win the game: 500, with two decks 1000, for three or four 2000, in pairs 1500.", number=500, least=1),
    Option("hand_size", "Cards dealt to each when three or four play.", ("8", "6", "12", "16"), players=(3, 4)),
    switch("pairs", "Four play in pairs sitting opposite.", players=(4,)),
    Option("cannot_beat", "Who cannot beat in the suit led plays any card of the suit, or must trump.", ("follow", "trump")),
    switch("overtrump", "Who is void after an earlier trump must play a higher trump if able."),
    Option("swap_when", "The seven of trumps may be swapped on one's own turn, or only after a trick won.", ("own_turn", "after_trick")),
    switch("seven_capture", "The seven of trumps captured in a trick gives ten more to its captor."),
    Option("bazzica_pair", "Queen and jack that make the bazzica.", ("QD+JS", "QS+JD")),
    Option("four_suits", "Four of a kind may be any four of the rank, or must be of four different suits.", ("any", "different")),
    Option("lower_after_higher", "A matrimonio from the cards of a quinta already declared.", ("allowed", "barred")),
    switch("new_card", "Each combination needs a card from the hand."),
    switch("quinta_wins", "A quinta maggiore declared after the first trick wins the game (torzato).", ON),
    Option("end", "The target is looked at when the hand ends, or the moment declared points reach it.", ("hand", "immediate")),
    REVOKE_PENALTY,
)


def phase_two(profile: str, plays: Plays, trump: str, cannot_beat: str = "follow", overtrump: str = OFF) -> Duty:
    """What is owed to the trick once the talon is gone."""
    lie = trick.lie(plays, trump, POWER)
    if lie is None:
        return trick.FREE
    return _duty(profile, lie.led, lie.best, lie.over, trump, cannot_beat, overtrump)


@lru_cache(maxsize=4096)
def _duty(profile: str, led: str, best: str, over: str, trump: str, cannot_beat: str, overtrump: str) -> Duty:
    suit = trick.suited(led)
    if profile == "tressette":
        return Duty((suit,), led, words="Must follow {suit}; else any card.")
    if led == trump:
        return Duty((trick.stronger(best, POWER), suit), led, words="Must follow {suit} and beat the {rank}; else any card.", beat=best)
    trumps = trick.suited(trump)
    if over and overtrump == ON:
        words = "Must follow {suit}; else beat the trump {rank}; else trump."
        return Duty((suit, trick.stronger(over, POWER), trumps), led, 1, words, over)
    if over:
        return Duty((suit, trumps), led, words="Must follow {suit}; else trump.")
    if cannot_beat == "trump":
        words = "Must follow {suit} and beat the {rank}; else trump; else follow suit."
        return Duty((trick.stronger(best, POWER), trumps, suit), led, words=words, beat=best)
    return Duty((trick.stronger(best, POWER), suit, trumps), led, words="Must follow {suit} and beat the {rank}; else trump.", beat=best)


def house(options: Options, decks: int) -> melds.House:
    """The house rules for combinations, out of the options."""
    return melds.House(
        decks,
        str(options["bazzica_pair"]),
        str(options["four_suits"]),
        str(options["lower_after_higher"]),
        str(options["new_card"]),
    )


def card_points(taken: Iterable[str]) -> int:
    """What captured cards count: ten for each ace and ten."""
    return sum(10 for c in taken if melds.role(c) in TEN_EACH)


def captured_sevens(taken: Iterable[str], trump: str, options: Options) -> int:
    """Points for sevens of trumps captured (`seven_capture`)."""
    return SEVEN * Counter(taken)["7" + trump] if options["seven_capture"] == ON else 0


def target(options: Options, decks: int) -> int:
    """Points that win the game where nobody said."""
    return TARGET_PAIRS if options["pairs"] == ON and decks > 2 else TARGET.get(decks, TARGET[4])


def winner(scores: Mapping[int, int], last_trick: int | None, goal: int) -> int | None:
    """Side that has won the game when a hand ends; None: another hand. `last_trick`: the side that took the last trick."""
    best = max(scores.values())
    leaders = [s for s, n in scores.items() if n == best]
    if best < goal:
        return None
    if len(leaders) == 1:
        return leaders[0]
    return last_trick if last_trick in leaders else None



@dataclass(frozen=True, slots=True)
class BazzicaHand(Watched):
    """What only Bazzica knows of a hand.

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

    def played(self, seat: int, card: str) -> "BazzicaHand":
        """After a card has left the hand: of twins the one that served."""
        gone: set[str] = set()
        served = []
        for who, name, held in self.served:
            takes = who == seat and card in held and name not in gone
            gone |= {name} if takes else set()
            served.append((who, name, without(held, card) if takes else held))
        return replace(self, served=tuple(served), declared=changed(self.declared, seat, without(self.declared[seat], card)))


class Bazzica(Obliged):
    """The game at the table."""

    NAME = "bazzica"
    PLAYERS = (2, 3, 4)
    VALUES = (10, 10)  # ace, ten
    LAST_TRICK = LAST_TRICK
    TURNS_UP = True
    LAZY_DRAW = True
    OPTIONS = OPTIONS

    def defaults(self, players: int, deck: str, chosen: Mapping[str, Value]) -> dict[str, Value]:
        """The target by number of decks, and in pairs."""
        return {"target": target(chosen, _decks(deck))}

    def setup(self, players: Sequence[str], options: Mapping[str, object] | None = None, deck: str | None = None,
              dealer: int = 0, pack: str | None = None) -> Setup:  # fmt: skip
        """Tressette is played by two with one deck."""
        setup = super().setup(players, options, deck, dealer, pack)
        if setup.options["profile"] == "tressette" and setup.seats != 2:
            raise BadValue(f"The profile tressette is played by two, not by {setup.seats}.")
        return setup

    def sides(self, setup: Setup) -> int:
        """Each for himself, or four in pairs."""
        return 2 if setup.seats == 4 and setup.options["pairs"] == ON else setup.seats

    def hand_size(self, setup: Setup) -> int:
        """Cards each."""
        return HAND_SIZE[setup.deck.copies] if setup.seats == 2 else int(setup.options["hand_size"])

    def began(self, state: State) -> State:
        """Nothing declared yet."""
        return state.with_hand(own=BazzicaHand(declared=((),) * state.setup.seats))

    # ---- obligations

    def strict(self, state: State) -> bool:
        """Once the talon is gone."""
        return state.hands[-1].talon == 0

    def duty(self, setup: Setup, trump: str, plays: Sequence[tuple[int, str]], seat: int) -> Duty:
        """By profile."""
        o = setup.options
        return phase_two(str(o["profile"]), plays, trump, str(o["cannot_beat"]), str(o["overtrump"]))

    def laid(self, state: State) -> State:
        """A card played no longer lies declared."""
        play = state.hands[-1].plays[-1]
        if play.card is not None:
            state = state.with_hand(own=state.hands[-1].own.played(play.seat, play.card))
        return super().laid(state)

    # ---- the seven

    def on_trump(self, state: State, event: ev.Trump) -> State:
        """A seven turned up brings the dealer ten."""
        state = super().on_trump(state, event)
        hand = state.hands[-1]
        if event.card and cards.rank(event.card) == "7" and hand.own.seven is None:
            state = self._reached(state.with_hand(own=replace(hand.own, seven=hand.dealer)))
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
            state = state.with_hand(own=replace(hand.own, seven=seat))
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
        points = COMBINATIONS.get(event.meld, 0) if wrong is None else 0
        own: BazzicaHand = hand.own
        name = class_of(event.meld)
        served = own.used(seat).get(name, Counter())
        need = Counter(shown) + (served if wrong is None else Counter())
        declared = Counter(own.declared[seat]) | Counter(shown)
        if self.can_hold(state, seat, Counter(shown)):
            entry = ((seat, name, shown),) if wrong is None and shown else ()
            own = replace(own, served=own.served + entry, declared=changed(own.declared, seat, tuple(sorted(declared.elements()))))
            state = self.show(state, seat, need.elements())
            own = replace(own, doubt=state.hands[-1].own.doubt)
        own = replace(own, after=len(hand.tricks) if wrong is None else own.after)
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
        found = [f for f in melds.declarable(deck.pieces(), hand.trump or "", COMBINATIONS, self._house(state), {}) if f.meld == meld]
        return found[0].cards if len(found) == 1 else ()

    def _house(self, state: State) -> melds.House:
        return house(state.setup.options, state.setup.deck.copies)

    def _meld_fault(self, state: State, seat: int, meld: str, shown: tuple[str, ...]) -> Fault | None:
        """What is wrong with a declaration, None when nothing is (or nobody can say)."""
        hand = state.hands[-1]
        own: BazzicaHand = hand.own
        last = hand.tricks[-1] if hand.tricks else None
        in_time = last is not None and not hand.plays and seat in hand.to_draw and own.after < len(hand.tricks)
        if not in_time or (last is not None and last.winner not in (seat, None)):
            return Fault.MELD_TIME
        rules = self._house(state)
        if not shown:
            return None if meld in COMBINATIONS else Fault.MELD_CLASS
        if melds.matching(meld, shown, hand.trump or "", COMBINATIONS, rules) is None:
            return Fault.MELD_CLASS
        unseen, known, need = state.unseen(), Counter(hand.known[seat]), Counter(shown)
        free = hand.holding[seat] - known.total()
        if not self.can_hold(state, seat, need):
            return Fault.MELD_NOT_HELD
        most = known + Counter({c: min(unseen[c], free) for c in need})  # as many copies as he can hold of each
        may = melds.declarable(most.elements(), hand.trump or "", COMBINATIONS, rules, own.used(seat), Counter(own.declared[seat]))
        return None if any(f.meld == meld and f.cards == shown for f in may) else Fault.MELD_CLASS

    # ---- ends

    def declared_points(self, state: State) -> list[int]:
        """By side, what was declared in the running hand, the seven included."""
        hand, sums = state.hands[-1], [0] * self.sides(state.setup)
        for meld in hand.melds:
            sums[self.side(state.setup, meld.seat)] += meld.points
        if hand.own.seven is not None:
            sums[self.side(state.setup, hand.own.seven)] += SEVEN
        return sums

    def score(self, state: State, points: Points) -> Points:
        """Cards, last trick, combinations, the seven."""
        hand, setup = state.hands[-1], state.setup
        sums = [None if p is None else p + d for p, d in zip(points, self.declared_points(state), strict=True)]
        if setup.options["seven_capture"] == ON and hand.trump:
            for trick_ in hand.tricks:
                side = None if trick_.winner is None else self.side(setup, trick_.winner)
                if side is not None and (before := sums[side]) is not None:
                    sums[side] = before + captured_sevens([p.card for p in trick_.plays if p.card], hand.trump, setup.options)
        return self.penal(state, tuple(sums))

    def _reached(self, state: State) -> State:
        """With `end` immediate the game stops the moment declared points reach the target."""
        hand = state.hands[-1]
        if state.setup.options["end"] != "immediate" or hand.done:
            return state
        totals = [(s or 0) + d for s, d in zip(state.scores, self.declared_points(state), strict=True)]
        there = [i for i, n in enumerate(totals) if n >= int(state.setup.options["target"])]
        return self._won(state, there[0]) if there else state

    def _won(self, state: State, side: int) -> State:
        return self.finish(state.with_hand(own=replace(state.hands[-1].own, won=side)), "stopped")

    def decided(self, state: State) -> tuple[bool, int | None]:
        """The target is looked at when a hand has ended."""
        hand = state.hand
        if hand is None or len(state.hands) == state.since or not hand.counts or None in state.scores:
            return False, None
        if hand.own.won is not None:
            return True, hand.own.won
        last = hand.claimed if hand.claimed is not None else hand.tricks[-1].winner if hand.tricks else None
        side = None if last is None else self.side(state.setup, last)
        first = winner({i: s or 0 for i, s in enumerate(state.scores)}, side, int(state.setup.options["target"]))
        return first is not None, first

    def summary(self, state: State, hand: Hand) -> dict[str, Any]:
        """The seven too."""
        seven = {} if hand.own.seven is None else {str(hand.own.seven): SEVEN}
        return super().summary(state, hand) | {"seven": seven}

    # ---- self-play

    def choices(self, state: State) -> list[ev.Event]:
        """Cards, and after a trick its winner's combinations and the swap."""
        found, hand = super().choices(state), state.hands[-1]
        seat = hand.turn
        if not found or seat is None or hand.hands is None or hand.trump is None:
            return found
        held = hand.hands[seat]
        if hand.talon and hand.turned and hand.own.seven is None and "7" + hand.trump in held and self._may_swap(state, seat):
            found.append(ev.Swap(seat=seat))
        if hand.tricks and not hand.plays and seat in hand.to_draw and hand.own.after < len(hand.tricks):
            own = hand.own
            may = melds.declarable(held, hand.trump, COMBINATIONS, self._house(state), own.used(seat), Counter(own.declared[seat]))
            found += [ev.Meld(seat=seat, meld=f.meld, cards=f.cards) for f in may]
        return found

    def choose(self, state: State, rng: random.Random) -> ev.Event:
        """Mostly swaps and declares the best it has; plays at random, rather not a card it has declared."""
        found = self.choices(state)
        extras = [e for e in found if not isinstance(e, ev.Play)]
        if extras and rng.random() < 0.9:
            return max(extras, key=lambda e: 1000 if isinstance(e, ev.Swap) else COMBINATIONS[e.meld] if isinstance(e, ev.Meld) else 0)
        plays = [e for e in found if isinstance(e, ev.Play)]
        hand = state.hands[-1]
        kept = [e for e in plays if e.card not in hand.own.declared[e.seat]]
        return rng.choice(kept if kept and rng.random() < 0.7 else plays)


def _decks(deck: str) -> int:
    return int(deck.rpartition("x")[2]) if "x" in deck else 1
