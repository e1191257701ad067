"""The base of every game: facts first, then the few rules that differ.

A game is a subclass with its facts as class constants and the hooks it needs overridden. The base knows what all trick games
share: whose turn it is, when a trick is full, who took it, who draws, what the record's events mean, when a hand and a game end.
It steps a `State` by one event (`after`) and never refuses: what was wrong is reported as a fault beside it.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from table import cards, seats
from table import events as ev
from table.errors import BadValue
from table.faults import Fault, FaultReport, certain
from table.fold import TakenBack
from table.games.facts import Facts
from table.state import Hand, Played, Points, Setup, State, Trick, altered, changed, left, without
from table.verdict import ALLOWED, Must, Verdict
from table.verdict import certain as certainly


class Game(Facts):
    """One game's rules."""

    # ---- the two doors

    def after(self, state: State, event: ev.Event) -> State:
        """The state after one more event (`state.seq` is the event's). Never refuses; an event this table cannot have changes nothing."""
        try:
            state.setup.check(event)
        except BadValue:
            return state
        handler = getattr(self, "on_" + event.kind, None)
        return handler(state, event) if handler else state

    def judge(self, state: State, seat: int, card: str | None) -> Verdict:
        """What may be said of `seat` laying `card` now. Games with obligations add to it."""
        faults = self.play_faults(state, seat, card)
        return certainly(faults[0].fault) if faults else ALLOWED

    def play_faults(self, state: State, seat: int, card: str | None) -> list[FaultReport]:
        """The faults of laying a card that are plain in any game."""
        hand, seq, found = state.hand, state.seq, []
        if hand is None or hand.done:
            return []
        if any(p.seat == seat for p in hand.plays):
            found.append(certain(Fault.TWO_CARDS, seat, seq))
        elif self.JUDGES_TURN and hand.turn is not None and seat != hand.turn:
            found.append(certain(Fault.OUT_OF_TURN, seat, seq, due=hand.turn))
        if card is not None and hand.laid().count(card) + (hand.turned == card) >= state.setup.deck.copies:
            found.append(certain(Fault.COPY_TOO_MANY, seat, seq))
        return found

    def legal(self, state: State, seat: int, hand: Sequence[str]) -> set[str]:
        """Which of the cards of `hand` may be laid. No obligation in the base."""
        return set(hand)

    def must(self, state: State) -> Must | None:
        """What the player whose turn it is has to do; None when nobody has."""
        hand = state.hand
        if hand is None or hand.done or hand.turn is None:
            return None
        return Must(hand.turn, "Any card may be played.")

    def reminders(self, state: State) -> tuple[str, ...]:
        """Customs to be announced now (English message ids)."""
        return ()

    # ---- events every game knows

    def on_hand(self, state: State, event: ev.Hand) -> State:
        """A new hand; an unfinished one ends here and counts for nobody. After the end of a game it begins the next."""
        state = self.on_game(state, ev.Game(dealer=event.dealer)) if state.over else self.close(state)
        setup, n = state.setup, state.setup.seats
        hand = Hand(
            state.seq, event.dealer, event.trump, talon=self.talon_size(setup), holding=(self.hand_size(setup),) * n,
            turn=self.first_leader(setup, event.dealer), known=((),) * n, adjusted=(0,) * self.sides(setup),
        )  # fmt: skip
        return self.began(altered(state, hands=(*state.hands, hand)))

    def began(self, state: State) -> State:
        """Called when a hand has just begun. Override to give it its phase and own value."""
        return state

    def on_game(self, state: State, event: ev.Game) -> State:
        """The next game of a match: scores begin anew."""
        state, n = self.close(state), self.sides(state.setup)
        match = len(state.hands) if state.over else state.since_match
        state = altered(state, since=len(state.hands), since_match=match, adjusted=(0,) * n, next_dealer=event.dealer)
        return self.standing(state)

    def on_deal(self, state: State, event: ev.Deal) -> State:
        """Full knowledge of the hand just begun."""
        state = self.running(state)
        return state.with_hand(hands=event.hands, stock=event.talon)

    def on_trump(self, state: State, event: ev.Trump) -> State:
        """The card turned up, or only the suit."""
        state = self.running(state)
        suit = cards.suit(event.card) if event.card else event.suit
        turned = event.card if self.TURNS_UP else None
        told = event.card is not None or (suit is not None and not event.candidates)
        unread = None if told or not self.TURNS_UP else Played(state.seq, -1, None, event.candidates, event.at)
        return state.with_hand(trump=suit or state.hands[-1].trump, turned=turned, unread=unread)

    def on_play(self, state: State, event: ev.Play) -> State:
        """A card on the trick."""
        state = self.running(state)
        if state.hands[-1].done:
            return state
        state = self.drawn(state)
        state = state.with_fault(*self.play_faults(state, event.seat, event.card))
        hand, seat = state.hands[-1], event.seat
        changes: dict[str, Any] = {"holding": changed(hand.holding, seat, max(0, hand.holding[seat] - 1))}
        if event.card is not None:
            changes["known"] = changed(hand.known, seat, without(hand.known[seat], event.card))
            if hand.hands is not None:
                changes["hands"] = changed(hand.hands, seat, without(hand.hands[seat], event.card))
        plays = (*hand.plays, Played(state.seq, seat, event.card, event.candidates, event.at))
        laid = {p.seat for p in plays}
        turn = next((s for s in seats.order(plays[0].seat, state.setup.seats) if s not in laid), None)
        state = self.laid(state.with_hand(plays=plays, turn=turn, **changes))
        return self.full(state) if turn is None else state

    def laid(self, state: State) -> State:
        """Called after each card laid, before a full trick is judged. Override for faults of play."""
        return state

    def full(self, state: State) -> State:
        """The trick is full: who takes it, who draws, whether the hand is over."""
        hand, setup = state.hands[-1], state.setup
        taker = self.taker(state, hand.plays)
        values = [None if p.card is None else self.value(setup, p.card) for p in hand.plays]
        points = None if None in values else sum(v for v in values if v is not None)
        trick = Trick(hand.plays[0].seat, hand.plays, taker, points)
        first = hand.plays[0].seat if taker is None else taker
        draw = tuple(seats.order(first, setup.seats)) if hand.talon else ()
        state = self.taken(state.with_hand(plays=(), tricks=(*hand.tricks, trick), turn=taker, to_draw=draw))
        if not self.LAZY_DRAW:
            state = self.drawn(state)
        return self.finish(state) if not state.hands[-1].done and self.played_out(state) else state

    def taken(self, state: State) -> State:
        """Called when a trick has been taken (`state.hand.tricks[-1]`), before anybody draws. Override."""
        return state

    def taker(self, state: State, plays: Sequence[Played]) -> int | None:
        """The seat that takes the trick, if it is the same whatever the unread cards (and an unknown trump) are."""
        hand, setup = state.hands[-1], state.setup
        if hand.trump and all(p.card for p in plays) and len({p.seat for p in plays}) == len(plays):
            return self._plain_taker(setup, hand.trump, plays)
        firsts = {p.seat: p for p in reversed(plays)}
        row = [p for p in plays if firsts[p.seat] is p]
        unseen = set(state.unseen()) if any(p.card is None for p in row) else set()
        may = {p.seat: {p.card} if p.card else unseen | set(hand.known[p.seat]) for p in row}
        winners = set()
        for trump in (hand.trump,) if hand.trump else setup.deck.suits:
            best = {(c, row[0].seat) for c in may[row[0].seat]}
            for p in row[1:]:
                best = {(c, p.seat) if self.beats(setup, trump, b, c) else (b, s) for b, s in best for c in may[p.seat]}
            winners |= {s for _, s in best}
        return winners.pop() if len(winners) == 1 else None

    def _plain_taker(self, setup: Setup, trump: str, plays: Sequence[Played]) -> int:
        """Who takes a trick whose cards are all read, one from each seat."""
        best, seat = plays[0].card or "", plays[0].seat
        for p in plays[1:]:
            if p.card and self.beats(setup, trump, best, p.card):
                best, seat = p.card, p.seat
        return seat

    def on_gather(self, state: State, event: ev.Gather) -> State:
        """Who took the last full trick off the table; it settles an open winner."""
        hand = state.hand
        if hand is None or not hand.tricks or hand.plays or hand.tricks[-1].gatherer is not None:
            return state
        trick = hand.tricks[-1]
        if trick.winner is not None and self.side(state.setup, trick.winner) != self.side(state.setup, event.seat):
            state = state.with_fault(certain(Fault.WRONG_GATHERER, event.seat, state.seq, due=trick.winner))
        taker = event.seat if trick.winner is None else trick.winner
        tricks = (*hand.tricks[:-1], altered(trick, gatherer=event.seat, winner=taker))
        draw = tuple(seats.order(taker, state.setup.seats)) if len(hand.to_draw) == state.setup.seats else hand.to_draw
        state = state.with_hand(tricks=tricks, turn=hand.turn if hand.done else taker, to_draw=draw)
        return self.standing(self.settled(state)) if hand.counts else state

    def on_draw(self, state: State, event: ev.Draw) -> State:
        """A card drawn; without this event draws happen by themselves before the next card is laid."""
        hand = state.hand
        return self.draw(state, (event.seat,)) if hand and event.seat in hand.to_draw else state

    def drawn(self, state: State) -> State:
        """All draws still due, made."""
        hand = state.hands[-1]
        sure = not hand.tricks or hand.tricks[-1].winner is not None
        return self.draw(state, hand.to_draw, sure) if hand.to_draw else state

    def draw(self, state: State, who: Sequence[int], sure: bool = True) -> State:
        """A card each from the talon; the last one is the turned card, which all have seen. Not `sure`: who draws when is open."""
        hand = state.hands[-1]
        drawn = who[: hand.talon]
        left = hand.talon - len(drawn)
        waiting = tuple(s for s in hand.to_draw if s not in who) if len(drawn) == len(who) else ()
        holding = tuple(n + drawn.count(s) for s, n in enumerate(hand.holding))
        changes: dict[str, Any] = {"talon": left, "to_draw": waiting, "holding": holding}
        if drawn and not left and hand.turned:
            last = drawn[-1]
            changes |= {"turned": None, "known": changed(hand.known, last, (*hand.known[last], hand.turned)) if sure else hand.known}
        if hand.hands is not None and hand.stock:
            cards_ = dict(zip(drawn, hand.stock, strict=False))
            changes["hands"] = tuple((*held, cards_[s]) if s in cards_ else held for s, held in enumerate(hand.hands))
            changes["stock"] = hand.stock[len(drawn) :]
        return state.with_hand(**changes)

    def on_taken_back(self, state: State, event: TakenBack) -> State:
        """A card laid and taken back: from now on all know where it is."""
        hand = state.hand
        if hand is None or hand.done:
            return state
        return state.with_hand(known=changed(hand.known, event.seat, (*hand.known[event.seat], event.card)))

    def on_claim(self, state: State, event: ev.Claim) -> State:
        """The rest of the hand goes to one player."""
        hand = state.hand
        if hand is None or hand.done:
            return state
        return self.finish(state.with_hand(claimed=event.seat), "claimed")

    def on_abandon(self, state: State, event: ev.Abandon) -> State:
        """The hand is given up and dealt again by the same dealer."""
        hand = state.hand
        if hand is None or hand.done:
            return state
        return altered(state.with_hand(ended="abandoned", turn=None, to_draw=()), next_dealer=hand.dealer)

    def on_adjust(self, state: State, event: ev.Adjust) -> State:
        """Points by hand: part of the hand they fall in."""
        side, hand = self.side(state.setup, event.seat), state.hand
        if hand is None or len(state.hands) == state.since:
            return self.standing(altered(state, adjusted=changed(state.adjusted, side, state.adjusted[side] + event.points)))
        state = state.with_hand(adjusted=changed(hand.adjusted, side, hand.adjusted[side] + event.points))
        return self.standing(state)

    def on_accept(self, state: State, event: ev.Accept) -> State:
        """The faults of an event are agreed."""
        return altered(state, faults=tuple(replace(f, accepted=True) if f.seq == event.seq else f for f in state.faults))

    def on_dismiss(self, state: State, event: ev.Dismiss) -> State:
        """The faults of an event were misreadings: they go, and do not come again."""
        gone = {(f.fault, f.seq) for f in state.faults if f.seq == event.seq}
        return altered(state, faults=tuple(f for f in state.faults if f.seq != event.seq), dismissed=state.dismissed | gone)

    # ---- ends

    def running(self, state: State) -> State:
        """The state with a hand begun: the first hand of a record may go unsaid."""
        return state if state.hands else self.on_hand(state, ev.Hand(dealer=state.next_dealer))

    def close(self, state: State) -> State:
        """End a hand that another one cuts short. Once cards were laid, the cards it lacks are missing."""
        hand = state.hand
        if hand is None or hand.done:
            return state
        if hand.tricks or hand.plays:
            state = state.with_fault(certain(Fault.MISSING_CARD, None, state.seq))
        return state.with_hand(ended="unfinished", turn=None, to_draw=())

    def played_out(self, state: State) -> bool:
        """Whether the hand is over after a full trick."""
        hand = state.hands[-1]
        return not hand.talon and not hand.to_draw and max(hand.holding) == 0

    def finish(self, state: State, how: str = "played") -> State:
        """End the hand, settle its points, look whether the game is over."""
        hand = state.hands[-1]
        dealer = seats.following(hand.dealer, state.setup.seats)
        state = altered(state.with_hand(ended=how, turn=None, to_draw=()), next_dealer=dealer)
        if how == "played" and self.lacking(state):
            state = state.with_fault(certain(Fault.MISSING_CARD, None, state.seq))
        return self.standing(self.settled(state))

    def lacking(self, state: State) -> dict[str, int]:
        """Cards never seen though the hand was played to its end; empty when unread cards account for them."""
        missing = state.unseen()
        return dict(missing) if missing.total() > len(state.hands[-1].holes()) else {}

    def unplaced(self, state: State) -> Counter[str]:
        """Copies of each card nobody has seen in the last hand; less than nothing where a card was seen too often."""
        return left(state.setup.deck, state.hands[-1].places())

    def apart(self, state: State) -> int:
        """How many cards lie apart unseen: the talon, unless the turned card is all of it."""
        hand = state.hands[-1]
        return hand.talon - (hand.turned is not None)

    def settled(self, state: State) -> State:
        """The finished hand with its points and score."""
        points = self.points(state)
        return state.with_hand(points=points, score=self.score(state, points))

    def points(self, state: State) -> Points:
        """Card points of the last hand by side so far; with unread cards None, unless all of them went to one side of a finished hand."""
        hand, setup = state.hands[-1], state.setup
        sums, rest, n = [0] * self.sides(setup), set(), self.sides(setup)
        for i, trick in enumerate(hand.tricks):
            extra = self.LAST_TRICK if hand.ended == "played" and i == len(hand.tricks) - 1 else 0
            if trick.winner is None:
                if trick.points != 0 or extra:
                    return (None,) * n
                continue
            side = self.side(setup, trick.winner)
            sums[side] += (trick.points or 0) + extra
            rest |= {side} if trick.points is None else set()
        if hand.claimed is not None:
            rest.add(self.side(setup, hand.claimed))
        if hand.counts and len(rest) == 1:
            total = sum(self.value(setup, c) for c in setup.deck.pieces()) + self.LAST_TRICK
            side = rest.pop()
            sums[side] += total - sum(sums)
        return tuple(None if i in rest else s for i, s in enumerate(sums))

    def score(self, state: State, points: Points) -> Points:
        """What the finished hand adds to the match, by side. Override where more than card points count."""
        return points

    def standing(self, state: State) -> State:
        """Scores, games, over and winner from all hands. Base: scores add up; nothing ever ends. Override `decided`."""
        hands = state.hands[state.since :]
        sums: list[int | None] = list(state.adjusted)
        for hand in hands:
            for i in range(len(sums)):
                given = hand.score[i] if hand.counts else 0
                before = sums[i]
                sums[i] = None if given is None or before is None else before + given + hand.adjusted[i]
        state = altered(state, scores=tuple(sums))
        over, winner = self.decided(state)
        return altered(state, over=over, winner=winner)

    def decided(self, state: State) -> tuple[bool, int | None]:
        """Whether the game is over, and the winning side. Called with the new scores when a hand has ended."""
        return False, None

    def stakes(self, state: State) -> tuple[int, ...]:
        """What each side wins (or owes, negative) once the game is over; empty before, without a stake, and without a winner."""
        stake, amount = state.setup.options.get("stake", "none"), int(state.setup.options.get("stake_amount", 0))
        if stake == "none" or not state.over or state.winner is None:
            return ()
        scores = [s or 0 for s in state.scores]
        owed = [amount if stake == "prize" else amount * max(0, scores[state.winner] - s) for s in scores]
        owed[state.winner] = 0
        return tuple(sum(owed) if i == state.winner else -o for i, o in enumerate(owed))

    # ---- for replay and the screen

    def summary(self, state: State, hand: Hand) -> dict[str, Any]:
        """What the replay says of a hand beside its tricks. `state` has `hand` as its last."""
        return {
            "melds": [{"seat": m.seat, "meld": m.meld, "cards": list(m.cards), "points": m.points, "seq": m.seq} for m in hand.melds],
            "seven": {}, "declarer": None, "bid": None, "made": None,
        }  # fmt: skip

    def standing_json(self, state: State) -> dict[str, Any]:
        """What the replay says of the match beside scores, over and winner. Override."""
        return {}

    # ---- self-play, the rest of it

    def choices(self, state: State) -> list[ev.Event]:
        """The events that may come next, by full knowledge (`state.hand.hands`). Override to add declarations, calls, requests."""
        state = self.drawn(state)
        hand = state.hands[-1]
        if hand.turn is None or hand.hands is None:
            return []
        return [ev.Play(seat=hand.turn, card=c) for c in sorted(self.legal(state, hand.turn, hand.hands[hand.turn]))]

    def choose(self, state: State, rng: random.Random) -> ev.Event:
        """One of `choices`, at random. Override for a policy."""
        return rng.choice(self.choices(state))
