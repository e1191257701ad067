"""Bazzica: facts and house rules, what is owed to a trick, what cards and combinations count, who has won. Rules: bazzica.md.

What is declared and swapped at the table is in `table.games.declaring`; combinations are enumerated in `table.melds`.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from table import events as ev
from table import melds, trick
from table.errors import BadValue
from table.games.declaring import Declaring
from table.games.obliged import REVOKE_PENALTY
from table.options import OFF, ON, Option, Options, Value, switch
from table.state import Hand, Points, Setup, State
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
    Option(
        "profile",
        "Second phase with the duty to beat (torzato) or only to follow suit (tressette, two players).",
        ("torzato", "tressette"),
    ),
    Option(
        "target",
        "Points that win the game; if not said 500, with two decks 1000, for three or four 2000, in pairs 1500.",
        number=500,
        least=1,
    ),
    Option("hand_size", "Cards dealt to each when three or four play.", ("8", "6", "12", "16"), players=(3, 4)),
    switch("pairs", "Four play in pairs sitting opposite.", players=(4,)),
    Option("cannot_beat", "Who cannot beat in the suit led plays any card of the suit, or must trump.", ("follow", "trump")),
    switch("overtrump", "Who is void after an earlier trump must play a higher trump if able."),
    Option(
        "swap_when",
        "When the seven of trumps may be swapped: on one's own turn too, or only after winning a trick.",
        ("own_turn", "after_trick"),
    ),
    switch("seven_capture", "The seven of trumps captured in a trick gives ten more to its captor."),
    Option("bazzica_pair", "Queen and jack that make the bazzica.", ("QD+JS", "QS+JD")),
    Option(
        "four_suits",
        "With more decks four of a kind may be any four of the rank, or must be of four different suits.",
        ("any", "different"),
    ),
    Option("lower_after_higher", "A matrimonio from the cards of a quinta already declared.", ("allowed", "barred")),
    switch("new_card", "Each combination needs a card from the hand."),
    switch("quinta_wins", "A quinta maggiore declared after the first trick wins the game (torzato).", ON),
    Option(
        "end",
        "The target is looked at when the hand ends, or the game stops the moment declared points reach it.",
        ("hand", "immediate"),
    ),
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
        return Duty((suit,), led, words="must follow {suit}; else any card")
    if led == trump:
        return Duty((trick.stronger(best, POWER), suit), led, words="must follow {suit} and beat the {rank}; else any card", beat=best)
    trumps = trick.suited(trump)
    if over and overtrump == ON:
        words = "must follow {suit}; else beat the trump {rank}; else trump"
        return Duty((suit, trick.stronger(over, POWER), trumps), led, 1, words, over)
    if over:
        return Duty((suit, trumps), led, words="must follow {suit}; else trump")
    if cannot_beat == "trump":
        words = "must follow {suit} and beat the {rank}; else trump; else follow"
        return Duty((trick.stronger(best, POWER), trumps, suit), led, words=words, beat=best)
    return Duty((trick.stronger(best, POWER), suit, trumps), led, words="must follow {suit} and beat the {rank}; else trump", beat=best)


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


class Bazzica(Declaring):
    """The game at the table."""

    NAME = "bazzica"
    PLAYERS = (2, 3, 4)
    VALUES = (10, 10)  # ace, ten
    LAST_TRICK = LAST_TRICK
    TURNS_UP = True
    LAZY_DRAW = True
    OPTIONS = OPTIONS
    COMBINATIONS = COMBINATIONS
    SEVEN = SEVEN

    def defaults(self, players: int, deck: str, chosen: Mapping[str, Value]) -> dict[str, Value]:
        """The target by number of decks, and in pairs."""
        return {"target": target(chosen, _decks(deck))}

    def setup(self, players: Sequence[str], options: Mapping[str, object] | None = None, deck: str | None = None,
              dealer: int = 0, pack: str | None = None) -> Setup:  # fmt: skip
        """Tressette is played by two with one deck."""
        setup = super().setup(players, options, deck, dealer, pack)
        if setup.options["profile"] == "tressette" and setup.seats != 2:
            raise BadValue(f"The profile tressette is played by two, not by {setup.seats}.", code="tressette_two", n=setup.seats)
        return setup

    def sides(self, setup: Setup) -> int:
        """Each for himself, or four in pairs."""
        return 2 if setup.seats == 4 and setup.options["pairs"] == ON else setup.seats

    def hand_size(self, setup: Setup) -> int:
        """Cards each."""
        return HAND_SIZE[setup.deck.copies] if setup.seats == 2 else int(setup.options["hand_size"])

    # ---- obligations

    def strict(self, state: State) -> bool:
        """Once the talon is gone."""
        return state.hands[-1].talon == 0

    def duty(self, setup: Setup, trump: str, plays: Sequence[tuple[int, str]], seat: int) -> Duty:
        """By profile."""
        o = setup.options
        return phase_two(str(o["profile"]), plays, trump, str(o["cannot_beat"]), str(o["overtrump"]))

    # ---- ends

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
