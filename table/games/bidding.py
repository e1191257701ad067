"""A hand that begins with an auction: calls, monte, request, honours, and only then play. Bazzica salisburghese is played so.

A game adds its facts (`DEAL`, `HONOURS`), what is owed to a trick, and how the hand is settled.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from table import events as ev
from table import seats
from table.contract import PASS, Auction, call, opened
from table.faults import Fault, FaultReport, Grade, certain
from table.games.exchange import ways
from table.games.obliged import Obliged, Watched
from table.honours import honours
from table.proof import Whereabouts
from table.state import Laid, Setup, State, altered, changed, without
from table.verdict import Must

AUCTION, CONTRACT, PLAY = "auction", "contract", "play"


@dataclass(frozen=True)  # no slots: see `state.altered`
class BiddingHand(Watched):
    """What only this game knows of a hand.

    monte       cards shown, None while nobody has taken it
    buried      cards laid away where they were seen; away: how many lie face down unseen
    tied        cards all saw the declarer take that may since have been laid away or given back unseen
    asked       (seq, card, giver) of the request
    owes        seat a card has still to be given back to; gave: seat that got one unseen
    honoured    (seat, cards) shown for honours
    cappotto    seat that announced all tricks
    loose_ends  True when what was laid away or given back was never recorded: nothing is proved by counting
    """

    auction: Auction = field(default_factory=lambda: Auction(0, None))
    monte: tuple[str, ...] | None = None
    buried: tuple[str, ...] = ()
    away: int = 0
    laid_away: bool = False
    tied: tuple[str, ...] = ()
    asked: tuple[int, str, int | None] | None = None
    owes: int | None = None
    gave: int | None = None
    honoured: tuple[tuple[int, tuple[str, ...]], ...] = ()
    cappotto: int | None = None
    loose_ends: bool = False


class Bidding(Obliged):
    """What happens at the table from the first call to the first card."""

    DEAL: ClassVar[Mapping[int, tuple[int, int]]] = {}  # players → cards each, monte
    HONOURS: ClassVar[Mapping[str, int]] = {}

    def hand_size(self, setup: Setup) -> int:
        """Cards each, by players."""
        return self._deal(setup)[0]

    def talon_size(self, setup: Setup) -> int:
        """Nothing is drawn."""
        return 0

    def monte_size(self, setup: Setup) -> int:
        """Cards of the monte."""
        return self._deal(setup)[1]

    def _deal(self, setup: Setup) -> tuple[int, int]:
        if setup.seats == 2 and setup.options["two_player_deal"] == "15+3":
            return 15, 3
        return self.DEAL[setup.seats]

    def began(self, state: State) -> State:
        """The auction comes first. Fixed trumps need not be said again."""
        hand, before = state.hands[-1], state.hands[state.since : -1]
        fixed = before[-1].trump if before and state.setup.options["trumps"] == "fixed" else None
        auction = opened(state.setup.seats, hand.dealer)
        return state.with_hand(phase=AUCTION, trump=hand.trump or fixed, own=BiddingHand(auction=auction))

    def must(self, state: State) -> Must | None:
        """Nothing is owed to a trick before play."""
        return super().must(state) if state.hand is not None and state.hand.phase == PLAY else None

    def whereabouts(self, state: State) -> Sequence[Whereabouts]:
        """Cards the declarer took in sight of all are with him or laid away; one of them, or another, he may have given back unseen."""
        hand, own = state.hands[-1], state.hands[-1].own
        left, by = self.unplaced(state), own.auction.by
        loose, apart = {c: n for c, n in left.items() if n > 0}, self.apart(state)
        unseen = sum(loose.values())
        sound = not own.loose_ends and self.sound(state, unseen, apart)
        where = Whereabouts(
            loose, {}, by, own.gave, buried=own.away, spare=self.spare(state, unseen) - apart, sound=sound, possible=min(left.values()) >= 0
        )
        return ways(hand, state.setup.deck.copies, left, where)

    # ---- auction

    def on_bid(self, state: State, event: ev.Bid) -> State:
        """A call."""
        return self._call(state, event.seat, event.points)

    def on_pass(self, state: State, event: ev.Pass) -> State:
        """A pass."""
        return self._call(state, event.seat, PASS)

    def _call(self, state: State, seat: int, points: int | None) -> State:
        state = self.running(state)
        hand, o = state.hands[-1], state.setup.options
        if hand.done:
            return state
        if hand.phase != AUCTION:
            return state.with_fault(certain(Fault.CALL, seat, state.seq))
        after, good = call(hand.own.auction, seat, points, int(o["bid_min"]), int(o["bid_step"]))
        state = state if good else state.with_fault(certain(Fault.CALL, seat, state.seq))
        state = state.with_hand(own=altered(hand.own, auction=after), turn=after.turn)
        if not after.over:
            return state
        if after.by is None:
            dealer = seats.following(hand.dealer, state.setup.seats)
            return altered(state.with_hand(ended="passed", turn=None), next_dealer=dealer)
        return state.with_hand(phase=CONTRACT, turn=after.by)

    # ---- monte and request

    def on_monte(self, state: State, event: ev.Monte) -> State:
        """The declarer shows the monte and takes it."""
        state = self.running(state)
        hand, own = state.hands[-1], state.hands[-1].own
        by, size = own.auction.by, self.monte_size(state.setup)
        if hand.done or by is None or own.monte is not None or hand.phase == PLAY:
            return state
        if len(event.cards) > size or any(n > state.unseen()[c] for c, n in Counter(event.cards).items()):
            state = state.with_fault(certain(Fault.MONTE, by, state.seq))
        known = changed(hand.known, by, (*hand.known[by], *event.cards))
        changes: dict[str, Any] = {"holding": changed(hand.holding, by, hand.holding[by] + size), "known": known}
        if hand.hands is not None:
            changes |= {"hands": changed(hand.hands, by, (*hand.hands[by], *hand.stock[:size])), "stock": hand.stock[size:]}
        return state.with_hand(phase=CONTRACT, turn=by, own=altered(own, monte=event.cards), **changes)

    def on_ask(self, state: State, event: ev.Ask) -> State:
        """The declarer names a card; who has it gives it."""
        state = self.running(state)
        hand, own, seat, giver, card = state.hands[-1], state.hands[-1].own, event.seat, event.giver, event.card
        if hand.done or hand.phase == PLAY:
            return state
        state = state.with_hand(own=altered(own, asked=(state.seq, card, giver), owes=giver))
        return state if giver is None else self._move(state, giver, seat, card)

    def on_give_back(self, state: State, event: ev.GiveBack) -> State:
        """The declarer gives one card back; unseen, it may be any he holds."""
        state = self.running(state)
        hand, own, seat = state.hands[-1], state.hands[-1].own, event.seat
        if hand.done or hand.phase == PLAY:
            return state
        own = altered(own, owes=None)
        if event.card is None:
            own = altered(own, gave=event.to, tied=own.tied + hand.known[seat])
            state = state.with_hand(known=changed(hand.known, seat, ()))
        return self._move(state.with_hand(own=own), seat, event.to, event.card)

    def _move(self, state: State, seat: int, to: int, card: str | None) -> State:
        """One card from hand to hand."""
        hand = state.hands[-1]
        holding = changed(changed(hand.holding, seat, hand.holding[seat] - 1), to, hand.holding[to] + 1)
        state = state.with_hand(holding=holding)
        if card is None:
            return state.with_hand(hands=None)
        if card in hand.known[seat] or state.unseen()[card] > 0:
            known = changed(hand.known, seat, without(hand.known[seat], card))
            state = state.with_hand(known=changed(known, to, (*known[to], card)))
        if hand.hands is not None:
            hands = changed(hand.hands, seat, without(hand.hands[seat], card))
            state = state.with_hand(hands=changed(hands, to, (*hands[to], card)))
        return state

    def on_bury(self, state: State, event: ev.Bury) -> State:
        """The declarer lays away as many cards as the monte had."""
        state = self.running(state)
        hand, own, seat, size = state.hands[-1], state.hands[-1].own, event.seat, self.monte_size(state.setup)
        if hand.done:
            return state
        if seat != own.auction.by or own.laid_away or hand.phase == PLAY:
            return state.with_fault(certain(Fault.MONTE, seat, state.seq))
        cards_ = event.cards or ()
        could = Counter(hand.known[seat]) + state.unseen()
        if event.cards is not None and (len(cards_) != size or Counter(cards_) - could):
            state = state.with_fault(certain(Fault.MONTE, seat, state.seq))
        unseen = event.cards is None
        own = altered(own, away=size, tied=own.tied + hand.known[seat]) if unseen else altered(own, buried=cards_)
        known = () if unseen else tuple((Counter(hand.known[seat]) - Counter(cards_)).elements())
        changes: dict[str, Any] = {"known": changed(hand.known, seat, known)}
        if own.monte is not None:
            changes["holding"] = changed(hand.holding, seat, hand.holding[seat] - size)
        if hand.hands is not None:
            left = Counter(hand.hands[seat]) - Counter(cards_)
            changes["hands"] = changed(hand.hands, seat, tuple(left.elements())) if event.cards else None
        return state.with_hand(own=altered(own, laid_away=True), turn=self.first_leader(state.setup, hand.dealer), **changes)

    # ---- honours and cappotto

    def on_honours(self, state: State, event: ev.Honours) -> State:
        """Honours shown are valued together with what the seat has shown before; said, they count as said."""
        state = self.running(state)
        hand, seat = state.hands[-1], event.seat
        if hand.done:
            return state
        wrong = self._honours_fault(state, seat, event.cards or ())
        if wrong is not None:
            name = "honours"
            laid = Laid(state.seq, seat, name, tuple(event.cards or ()), 0)
            return state.with_hand(melds=(*hand.melds, laid)).with_fault(certain(wrong, seat, state.seq))
        if event.cards is None:
            return state.with_hand(melds=(*hand.melds, Laid(state.seq, seat, "honours", (), event.points or 0)))
        own: BiddingHand = hand.own
        before = Counter(next((c for s, c in own.honoured if s == seat), ()))
        together = before | Counter(event.cards)
        old = [m for m in hand.melds if m.seat == seat and m.cards and m.points]
        kept = [m for m in hand.melds if m not in old]
        for h in honours(together.elements(), hand.trump or "", self.HONOURS, str(state.setup.options["nine"])):
            twin = next((m for m in old if (m.meld, m.cards) == (h.meld, h.cards)), None)
            old = [m for m in old if m is not twin]
            kept.append(twin or Laid(state.seq, seat, h.meld, h.cards, h.points))
        shown = (*((s, c) for s, c in own.honoured if s != seat), (seat, tuple(sorted(together.elements()))))
        state = state.with_hand(melds=tuple(sorted(kept, key=lambda m: m.seq)), own=altered(own, honoured=shown))
        return self.show(state, seat, event.cards)

    def on_meld(self, state: State, event: ev.Meld) -> State:
        """One honour by its name: by its cards where they were seen, else as said."""
        if event.cards:
            return self.on_honours(state, ev.Honours(seat=event.seat, cards=event.cards))
        return self.on_honours(state, ev.Honours(seat=event.seat, points=self.HONOURS.get(event.meld, 0)))

    def _honours_fault(self, state: State, seat: int, shown: Sequence[str]) -> Fault | None:
        hand, setup = state.hands[-1], state.setup
        if setup.seats == 4:
            last = hand.tricks[-1].winner if hand.tricks else None
            own = last == seat if setup.options["honours_trick"] == "own" else last is not None and (last - seat) % 2 == 0
            if hand.plays or not hand.tricks or (last is not None and not own):
                return Fault.MELD_TIME
        elif hand.tricks or hand.plays:
            return Fault.MELD_TIME
        need, buried = Counter(shown), Counter(hand.own.buried)
        if not self.can_hold(state, seat, need):
            return Fault.MELD_NOT_HELD
        lacking = need - Counter(hand.known[seat])
        used = any(n > state.unseen()[c] - buried[c] for c, n in lacking.items())
        return None if not used else Fault.MONTE if seat == hand.own.auction.by else Fault.MELD_NOT_HELD

    def on_cappotto(self, state: State, event: ev.Cappotto) -> State:
        """All tricks announced, before the first card."""
        state = self.running(state)
        hand = state.hands[-1]
        if hand.done or hand.tricks or hand.plays or hand.own.cappotto is not None:
            return state
        return state.with_hand(own=altered(hand.own, cappotto=event.seat))

    # ---- play

    def on_play(self, state: State, event: ev.Play) -> State:
        """The first card ends all that comes before play; a card denied when it was asked for is a fault once laid."""
        state = self.running(state)
        if not state.hands[-1].done and state.hands[-1].phase != PLAY:
            state = self._begin(state)
        state = super().on_play(state, event)
        asked = state.hands[-1].own.asked
        if asked and event.card == asked[1] and self._denied(state, event.seat, asked[2]):
            report = FaultReport(Fault.ASK_DENIED, Grade.PROVED, event.seat, asked[0], state.seq, evidence=(state.seq,))
            state = state.with_fault(report)
        return state

    def _denied(self, state: State, seat: int, giver: int | None) -> bool:
        """Whether a seat that lays the card asked for should have given it: an opponent, nearer to the declarer's left than the giver."""
        by, n = state.hands[-1].own.auction.by, state.setup.seats
        if by is None or self.side(state.setup, seat) == self.side(state.setup, by):
            return False
        return giver is None or (seat - by) % n < (giver - by) % n

    def _begin(self, state: State) -> State:
        hand, own, setup = state.hands[-1], state.hands[-1].own, state.setup
        by, size = own.auction.by, self.hand_size(setup)
        changes: dict[str, Any] = {}
        if by is not None and (own.owes is not None or (own.monte is not None and not own.laid_away)):
            state = state.with_fault(certain(Fault.MONTE, by, state.seq))
            own = altered(own, loose_ends=True)
        if by is not None and not own.laid_away:
            own = altered(own, away=self.monte_size(setup), tied=own.tied + hand.known[by])
            changes["known"] = changed(hand.known, by, ())
        return state.with_hand(phase=PLAY, own=own, turn=self.first_leader(setup, hand.dealer), holding=(size,) * setup.seats, **changes)

    def unplaced(self, state: State) -> Counter[str]:
        """Without the cards seen laid away."""
        left = super().unplaced(state)
        left.subtract(state.hands[-1].own.buried)
        return left

    def apart(self, state: State) -> int:
        """Cards laid away unseen, the monte nobody took, and those lying out."""
        dealt = state.setup.seats * self.hand_size(state.setup)
        return len(state.setup.deck) - dealt - len(state.hands[-1].own.buried)

    def played_out(self, state: State) -> bool:
        """When the first hand is empty."""
        return min(state.hands[-1].holding) == 0

    def lacking(self, state: State) -> dict[str, int]:
        """Cards never seen, beside those laid away and those lying out."""
        left = +self.unplaced(state)
        return dict(left) if left.total() > len(state.hands[-1].holes()) + self.apart(state) else {}
