"""The contract of Bazzica salisburghese: auction, request, settling. Pure functions of what was said and taken."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

PASS = None  # a call that names no points


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction as far as called. `turn` is None once it is over;"""

    players: int
    turn: int | None
    high: int | None = None
    by: int | None = None
    passed: frozenset[int] = frozenset()

    @property
    def over(self) -> bool:
        """A bid stands and all others passed, or all passed."""
        return self.turn is None


def opened(players: int, dealer: int) -> Auction:
    """The auction before the first call: the dealer's left opens."""
    return Auction(players, (dealer + 1) % players)


def call(auction: Auction, seat: int, points: int | None, bid_min: int = 1, bid_step: int = 1) -> tuple[Auction, bool]:
    """The auction after a call, and whether the call was in order. Out of order it is taken as said, but a bid too low does not stand."""
    least = bid_min if auction.high is None else auction.high + bid_step
    good = auction.turn == seat and seat not in auction.passed and (points is PASS or points >= least)
    if points is PASS:
        after = replace(auction, passed=auction.passed | {seat} - ({auction.by} if auction.by is not None else set()))
    elif points >= least:
        after = replace(auction, high=points, by=seat, passed=auction.passed - {seat})
    else:
        after = auction
    return replace(after, turn=_next(after, seat)), good


def _next(auction: Auction, seat: int) -> int | None:
    waiting = [s for k in range(1, auction.players + 1) if (s := (seat + k) % auction.players) not in auction.passed]
    if not waiting or (auction.by is not None and waiting == [auction.by]):
        return None
    return waiting[0]


def auction(
    players: int, dealer: int, calls: Sequence[tuple[int, int | None]], bid_min: int = 1, bid_step: int = 1
) -> tuple[Auction, int | None]:
    """The auction after `calls`, and the number of the first call out of order (None: all in order), at which it stops."""
    state = opened(players, dealer)
    for i, (seat, points) in enumerate(calls):
        after, good = call(state, seat, points, bid_min, bid_step)
        if not good:
            return state, i
        state = after
    return state, None


def giver(caller: int, card: str, hands: Mapping[int, Sequence[str]], players: int) -> int | None:
    """Who gives the card asked for: the nearest opponent to the caller's left who has it; None when nobody has."""
    for k in range(1, players):
        seat = (caller + k) % players
        partner = players == 4 and k == 2
        if not partner and card in hands.get(seat, ()):
            return seat
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoning:
    """What a hand came to, before the contract is looked at. All by seat; points of cards, not cards."""

    players: int
    declarer: int
    bid: int
    honours: Mapping[int, int]
    taken: Mapping[int, int]
    monte: int = 0
    last_trick: int | None = None
    fault: bool = False  # a wrong monte, or no card given back
    capot_by: int | None = None
    tricks_won: Mapping[int, int] | None = None


def side(seat: int, players: int) -> int:
    """The side a seat scores for: four play in pairs, others each for himself."""
    return seat % 2 if players == 4 else seat


def cappotto_made(hand: Reckoning) -> bool:
    """True when the side that announced all tricks took them all."""
    if hand.capot_by is None:
        return False
    mine = side(hand.capot_by, hand.players)
    won = hand.tricks_won if hand.tricks_won is not None else hand.taken
    others = sum(n for s, n in won.items() if side(s, hand.players) != mine)
    last = hand.last_trick is None or side(hand.last_trick, hand.players) == mine
    return others == 0 and last


def settle(
    hand: Reckoning, last_points: int = 10, capot: int = 1000, capot_missed: int = 0, need_trick: bool = False, by_pair: bool = False
) -> tuple[bool, dict[int, int]]:
    """Whether the contract was made, and what each side scores.

    `need_trick`: honours count only for who took a trick (`by_pair`: whose pair did).
    """
    sides = range(2) if hand.players == 4 else range(hand.players)
    score = dict.fromkeys(sides, 0)
    won = hand.tricks_won if hand.tricks_won is not None else hand.taken
    tricks_of = [sum(n for s, n in won.items() if side(s, hand.players) == k) for k in sides]
    for seat, points in hand.honours.items():
        own = won.get(seat, 0) or hand.last_trick == seat
        if not need_trick or (tricks_of[side(seat, hand.players)] if by_pair else own):
            score[side(seat, hand.players)] += points
    for seat, points in hand.taken.items():
        score[side(seat, hand.players)] += points
    declarer = side(hand.declarer, hand.players)
    score[declarer] += hand.monte
    if hand.last_trick is not None:
        score[side(hand.last_trick, hand.players)] += last_points
    capot_made = cappotto_made(hand)
    if hand.capot_by is not None and capot_made:
        score[side(hand.capot_by, hand.players)] += capot
    made = score[declarer] >= hand.bid and not hand.fault
    if hand.capot_by is not None and not capot_made:
        score[side(hand.capot_by, hand.players)] += capot_missed
    if not made:
        score[declarer] = -2 * hand.bid
    return made, score
