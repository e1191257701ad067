"""Bazzica salisburghese (Binokel): facts and house rules, what is owed to a trick, and the hand at the table. Rules: salisburghese.md.

What happens before play is in `table.games.bidding`; honours in `table.honours`, the contract in `table.contract`.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from table import cards, contract, melds, trick
from table import events as ev
from table.contract import Reckoning
from table.faults import Fault
from table.games.bidding import AUCTION, CONTRACT, Bidding
from table.games.obliged import REVOKE_PENALTY
from table.honours import honours, shown, total
from table.options import OFF, ON, Option, switch
from table.seats import CLOCKWISE
from table.state import Hand, Points, Setup, State
from table.trick import Duty, Plays

STRENGTH = "A 10 K Q J 9"
POWER = trick.ranking(STRENGTH)
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
LAST_TRICK = 10
CAPPOTTO = 1000
DEAL = {3: (15, 3), 4: (11, 4), 2: (22, 4)}  # players → cards each, monte
HONOURS = {
    "binokel": 40,
    "gran_binokel": 300,
    "famiglia": 100,
    "famiglia_briscola": 150,
    "famiglia_doppia": 1500,
    "nove_briscola": 50,
    "re_dama": 20,
    "re_dama_briscola": 40,
    "quattro_A": 100,
    "quattro_K": 80,
    "quattro_Q": 60,
    "quattro_J": 40,
    "otto_A": 1000,
    "otto_K": 1000,
    "otto_Q": 1000,
    "otto_J": 1000,
}

OPTIONS = (
    Option("trumps", "Trumps are drawn by lot each hand, fixed, or named by the declarer.", ("lot", "fixed", "declarer")),
    Option("two_player_deal", "Cards dealt to each of two players, and the monte.", ("22+4", "15+3"), players=(2,)),
    Option("target", "Points that win the game.", number=1500, least=1),
    Option("bid_min", "Lowest first call of the auction.", number=1, least=1),
    Option("bid_step", "By how much at least a call must be higher than the last.", number=1, least=1),
    switch("request", "The declarer may ask for one card and gives one back.", ON),
    Option("nine", "Each nine of trumps counts fifty, or they count once.", ("each", "once")),
    switch("honours_need_trick", "Honours count only for who takes a trick."),
    Option("honours_trick", "In fours honours may be shown after one's own trick, or after the pair's.", ("own", "pair"), players=(4,)),
    switch("beat_when_trumped", "The best card of the suit led must be beaten even once the trick is trumped."),
    switch("overtrump_partner", "A partner's trump must be beaten too.", ON, players=(4,)),
    Option("cappotto_missed", "What an announced cappotto costs when it is missed.", ("0", "-1000")),
    REVOKE_PENALTY,
)


def duty(plays: Plays, trump: str | None, seat: int, players: int, beat_when_trumped: str = OFF, overtrump_partner: str = ON) -> Duty:
    """What `seat` owes to the trick."""
    lie = trick.lie(plays, trump, POWER)
    if lie is None:
        return trick.FREE
    spare = overtrump_partner == OFF and players == 4 and (lie.over_seat - seat) % 4 == 2 and lie.over_seat >= 0
    return _duty(lie.led, lie.best, lie.over, trump or "", beat_when_trumped == ON, spare)


@lru_cache(maxsize=4096)
def _duty(led: str, best: str, over: str, trump: str, beat_when_trumped: bool, spare: bool) -> Duty:
    """`spare`: the trump to beat is the partner's and need not be beaten."""
    suit, beaters = trick.suited(led), trick.stronger(best, POWER)
    if led == trump or not trump:
        return Duty((beaters, suit), led, words="must follow {suit} and beat the {rank}; else any card", beat=best)
    if not over:
        words = "must follow {suit} and beat the {rank}; else trump"
        return Duty((beaters, suit, trick.suited(trump)), led, words=words, beat=best)
    first = (beaters,) if beat_when_trumped else ()
    beat = best if beat_when_trumped else over
    if spare:
        words = "must follow {suit} and beat the {rank}; else trump" if first else "must follow {suit}; else trump"
        return Duty((*first, suit, trick.suited(trump)), led, words=words, beat=best)
    words = "must follow {suit}; else beat the trump {rank}; else any card"
    if first:
        words = "must follow {suit} and beat the {rank}; else overtrump; else any card"
    return Duty((*first, suit, trick.stronger(over, POWER)), led, len(first) + 1, words, beat)


def card_points(taken: Iterable[str]) -> int:
    """Card points of captured cards; 240 in a whole deck."""
    return sum(POINTS[melds.role(c)] for c in taken)


def winner(scores: Mapping[int, int], goal: int) -> int | None:
    """Side that has won when a hand ends; None: another hand (nobody there, or an exact tie)."""
    best = max(scores.values())
    leaders = [s for s, n in scores.items() if n == best]
    return leaders[0] if best >= goal and len(leaders) == 1 else None


class Salisburghese(Bidding):
    """The game at the table."""

    NAME = "salisburghese"
    PLAYERS = (3, 4, 2)
    PAIRS = (4,)
    DIRECTION = CLOCKWISE
    VALUES = (11, 10, 4, 3, 2, 0)
    LAST_TRICK = LAST_TRICK
    OPTIONS = OPTIONS
    DEAL = DEAL
    HONOURS = HONOURS

    def duty(self, setup: Setup, trump: str, plays: Sequence[tuple[int, str]], seat: int) -> Duty:
        """Follow and beat, trump, overtrump."""
        o = setup.options
        return duty(plays, trump, seat, setup.seats, str(o["beat_when_trumped"]), str(o["overtrump_partner"]))

    # ---- ends

    def points(self, state: State) -> Points:
        """Card points by side, last trick and (the declarer's) monte included; None where unread or unseen cards leave them open."""
        hand, setup, own = state.hands[-1], state.setup, state.hands[-1].own
        sums, open_sides = [0] * self.sides(setup), set()
        last = hand.tricks[-1].winner if hand.tricks and hand.ended == "played" else hand.claimed
        for trick_ in hand.tricks:
            if trick_.winner is None:
                return (None,) * len(sums)
            sums[self.side(setup, trick_.winner)] += trick_.points or 0
            open_sides |= {self.side(setup, trick_.winner)} if trick_.points is None else set()
        if hand.claimed is not None:
            open_sides.add(self.side(setup, hand.claimed))
        all_in = len(setup.deck) == setup.seats * self.hand_size(setup) + self.monte_size(setup)
        if hand.counts and own.auction.by is not None:
            declarer = self.side(setup, own.auction.by)
            if own.laid_away and not own.away:
                sums[declarer] += card_points(own.buried)
            else:
                open_sides.add(declarer)
        if hand.counts and len(open_sides) == 1 and all_in and own.auction.by is not None:
            sums[open_sides.pop()] += card_points(setup.deck.pieces()) - sum(sums)
        if last is not None and hand.counts:
            sums[self.side(setup, last)] += LAST_TRICK
        return tuple(None if i in open_sides else s for i, s in enumerate(sums))

    def reckoning(self, state: State, points: Points) -> tuple[bool, dict[int, int]] | None:
        """Whether the contract was made, and each side's score; None while points are open or nobody declared."""
        hand, setup, own = state.hands[-1], state.setup, state.hands[-1].own
        if own.auction.by is None or own.auction.high is None or None in points:
            return None
        worth = dict.fromkeys(range(setup.seats), 0)
        for meld in hand.melds:
            worth[meld.seat] += meld.points
        tricks = dict.fromkeys(range(setup.seats), 0)
        for trick_ in hand.tricks:
            if trick_.winner is not None:
                tricks[trick_.winner] += 1
        if hand.claimed is not None:
            tricks[hand.claimed] += 1
        hand_ = Reckoning(
            players=setup.seats, declarer=own.auction.by, bid=own.auction.high, honours=worth,
            taken={i: p or 0 for i, p in enumerate(points)}, fault=self._failed(state), capot_by=own.cappotto, tricks_won=tricks,
        )  # fmt: skip
        o = setup.options
        missed, pair = int(o["cappotto_missed"]), o["honours_trick"] == "pair"
        return contract.settle(hand_, LAST_TRICK, CAPPOTTO, missed, o["honours_need_trick"] == ON, pair)

    def _failed(self, state: State) -> bool:
        """A wrong monte, or no card given back; the hand lost by a revoke where the house plays so."""
        hand, setup = state.hands[-1], state.setup
        declarer = self.side(setup, hand.own.auction.by)
        wrong = [f for f in state.faults if f.fault is Fault.MONTE and f.seq >= hand.seq and f.seat is not None]
        lost = setup.options["revoke_penalty"] == "lose_hand" and declarer in self.guilty(state)
        return lost or any(self.side(setup, f.seat or 0) == declarer for f in wrong)

    def score(self, state: State, points: Points) -> Points:
        """The contract settled; without one (nobody declared) all score what they have."""
        settled = self.reckoning(state, points)
        if settled is not None:
            declarer = self.side(state.setup, state.hands[-1].own.auction.by)
            penal = self.penal(state, tuple(settled[1].values()))
            return tuple(settled[1][i] if i == declarer else p for i, p in enumerate(penal))
        if state.hands[-1].own.auction.by is not None:
            return (None,) * len(points)
        worth = [0] * len(points)
        for meld in state.hands[-1].melds:
            worth[self.side(state.setup, meld.seat)] += meld.points
        return self.penal(state, tuple(None if p is None else p + w for p, w in zip(points, worth, strict=True)))

    def decided(self, state: State) -> tuple[bool, int | None]:
        """The target is looked at when a hand has ended."""
        hand = state.hand
        if hand is None or len(state.hands) == state.since or not hand.counts or None in state.scores:
            return False, None
        first = winner({i: s or 0 for i, s in enumerate(state.scores)}, int(state.setup.options["target"]))
        return first is not None, first

    def summary(self, state: State, hand: Hand) -> dict[str, Any]:
        """Who declared, for how much, and whether it was made."""
        auction = hand.own.auction
        settled = self.reckoning(state, hand.points) if hand.counts else None
        declarer = auction.by if hand.phase != AUCTION or hand.done else None
        bid = None if declarer is None else auction.high
        return super().summary(state, hand) | {"declarer": declarer, "bid": bid, "made": settled[0] if settled else None}

    # ---- self-play

    def opening(self, setup: Setup, deal: ev.Deal, dealer: int, trump: str | None, rng: random.Random) -> list[ev.Event]:
        """Trumps by lot (or fixed), unless the declarer names them."""
        if setup.options["trumps"] == "declarer":
            return [ev.Hand(dealer=dealer)]
        return super().opening(setup, deal, dealer, trump, rng)

    def choices(self, state: State) -> list[ev.Event]:
        """Calls; then monte, request, laying away; honours; cards."""
        hand = state.hands[-1]
        if hand.done or hand.hands is None:
            return []
        own, seat = hand.own, hand.turn
        if hand.phase == AUCTION and seat is not None:
            least = int(state.setup.options["bid_min"])
            step = int(state.setup.options["bid_step"])
            over = least if own.auction.high is None else own.auction.high + step
            return [ev.Pass(seat=seat), *(ev.Bid(seat=seat, points=-(-(over + n) // 10) * 10) for n in (0, 20))]
        if hand.phase == CONTRACT and not own.laid_away:
            return self._contract_choices(state)
        shows = [ev.Honours(seat=s, cards=c) for s, c in self._worth(state)]
        return [*shows, *super().choices(state)]

    def _contract_choices(self, state: State) -> list[ev.Event]:
        hand, setup = state.hands[-1], state.setup
        own, by = hand.own, hand.own.auction.by
        if hand.hands is None:
            return []
        if hand.trump is None:
            return [ev.Trump(suit=s) for s in setup.deck.suits]
        if own.monte is None:
            return [ev.Monte(cards=hand.stock[: self.monte_size(setup)])]
        held = hand.hands[by]
        if own.owes is not None:
            return [ev.GiveBack(seat=by, to=own.owes, card=c) for c in self._spare(held, hand.trump)]
        found: list[ev.Event] = []
        if own.asked is None and setup.options["request"] == ON:
            hands = dict(enumerate(hand.hands))
            for card in [c for c in setup.deck.faces if held.count(c) < setup.deck.copies]:
                found.append(ev.Ask(seat=by, card=card, giver=contract.giver(by, card, hands, setup.seats)))
        size = self.monte_size(setup)
        spare = self._spare(held, hand.trump)
        away = list(combinations(spare[: size + 2], size))[:6]
        return [*found, *(ev.Bury(seat=by, cards=group) for group in away)]

    def _spare(self, held: tuple[str, ...], trump: str) -> list[str]:
        """The cards of a hand, the most dispensable first: outside honours, no trumps, worth little."""
        kept = list(_worth(held, trump)[0])
        out = sorted(held, key=lambda c: (cards.suit(c) == trump, POINTS[melds.role(c)], c))
        spare = []
        for card in out:
            if card in kept:
                kept.remove(card)
            else:
                spare.append(card)
        return spare + sorted(set(held) - set(spare))

    def _worth(self, state: State) -> list[tuple[int, tuple[str, ...]]]:
        """Seats that may show honours now, with the cards they would show."""
        hand, n = state.hands[-1], state.setup.seats
        if hand.trump is None or hand.hands is None or hand.plays or (n == 4) != bool(hand.tricks):
            return []
        out = []
        for seat in range(n) if n < 4 else [s for s in (hand.tricks[-1].winner,) if s is not None]:
            group = _worth(hand.hands[seat], hand.trump)[0]
            if group and all(s != seat for s, _ in hand.own.honoured):
                out.append((seat, group))
        return out

    def choose(self, state: State, rng: random.Random) -> ev.Event:
        """Calls up to what the hand is worth, asks for an ace now and then, shows its honours; plays at random."""
        found, hand = self.choices(state), state.hands[-1]
        if hand.phase == AUCTION and hand.hands is not None and hand.turn is not None:
            held, trump = hand.hands[hand.turn], hand.trump or ""
            limit = _worth(held, trump)[1] + card_points(held) + rng.randrange(-30, 60)
            bids = [e for e in found if isinstance(e, ev.Bid) and e.points <= limit]
            must = hand.own.auction.high is None and len(hand.own.auction.passed) == state.setup.seats - 1  # a hand is to be played
            return rng.choice(bids) if bids else found[1] if must else found[0]
        shows = [e for e in found if isinstance(e, ev.Honours)]
        if shows and rng.random() < 0.95:
            return shows[0]
        fresh = hand.phase == CONTRACT and hand.own.laid_away and hand.own.cappotto is None
        if fresh and rng.random() < 0.01:
            return ev.Cappotto(seat=hand.own.auction.by)
        asks = [e for e in found if isinstance(e, ev.Ask)]
        if asks:
            rest = [e for e in found if not isinstance(e, ev.Ask)]
            return rng.choice(asks) if rng.random() < 0.6 else rng.choice(rest)
        return rng.choice([e for e in found if not isinstance(e, ev.Honours)])


@lru_cache(maxsize=64)
def _worth(held: tuple[str, ...], trump: str) -> tuple[tuple[str, ...], int]:
    """The cards a hand would show for its honours, and what they count. Self-play asks for the same hands again and again."""
    found = honours(held, trump, HONOURS)
    return shown(found), total(found)
