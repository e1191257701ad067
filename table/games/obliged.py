"""Games with obligations: each card laid in a phase without drawing is watched until a revoke is proved or the hand is over.

A game adds `strict` (do obligations hold now), `duty` (what is owed), and keeps a `Watched` as the hand's own value.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from table import cards
from table import events as ev
from table.faults import Fault, FaultReport, Grade
from table.fold import TakenBack
from table.games.base import Game
from table.options import Option
from table.proof import Owed, Proof, Whereabouts, proof
from table.state import Hand, Played, Points, Setup, State, altered, changed
from table.trick import FREE, Duty
from table.verdict import ALLOWED, UNDECIDABLE, Must, Ruling, Verdict
from table.verdict import certain as certainly

REVOKE_PENALTY = Option(
    "revoke_penalty",
    "What a revoke costs: a warning, the hand (the side that revoked scores nothing in it), or the card is taken back.",
    ("warn", "lose_hand", "take_back"),
)


@dataclass(frozen=True)  # no slots: see `state.altered`
class Watched:
    """The plays of the running hand that can still turn out revokes, and the doubt unread cards throw on what is known.

    doubt   (seat, cards known to be his when he laid a card nobody read, how many such cards he has laid)
    """

    owed: tuple[Owed, ...] = ()
    doubt: tuple[tuple[int, tuple[str, ...], int], ...] = ()

    def doubtful(self, seat: int, known: Iterable[str]) -> tuple[Counter[str], int]:
        """The cards among `known` that may have been laid unread, and how many of them at most."""
        for who, held, laid in self.doubt:  # as a rule none
            if who == seat:
                return Counter(held) & Counter(known), laid
        return Counter(), 0

    def unread(self, seat: int, known: tuple[str, ...]) -> "Watched":
        """After `seat` has laid a card nobody read."""
        laid = self.doubtful(seat, known)[1]
        rest = tuple(d for d in self.doubt if d[0] != seat)
        return altered(self, doubt=(*rest, (seat, known, laid + 1)) if known else rest)

    def shown(self, seat: int, cards: Iterable[str]) -> "Watched":
        """After `seat` has shown cards of his hand: there is no doubt about these."""
        shown = Counter(cards)
        return altered(self, doubt=tuple((s, tuple((Counter(d) - shown).elements()) if s == seat else d, n) for s, d, n in self.doubt))


class Obliged(Game):
    """A game in which not every card may be played."""

    def strict(self, state: State) -> bool:
        """Whether obligations hold now. Override."""
        return True

    def duty(self, setup: Setup, trump: str, plays: Sequence[tuple[int, str]], seat: int) -> Duty:
        """What `seat` owes to the trick. Override."""
        return FREE

    def whereabouts(self, state: State) -> Sequence[Whereabouts]:
        """Where the cards nobody has placed can be, in each way it can be. Override where some are tied to a seat."""
        left = self.unplaced(state)
        loose = {c: n for c, n in left.items() if n > 0}
        unseen = sum(loose.values())
        return (Whereabouts(loose, spare=self.spare(state, unseen), sound=self.sound(state, unseen), possible=min(left.values()) >= 0),)

    def spare(self, state: State, unseen: int) -> int:
        """How many of the unseen cards may be among those laid unread: what is left when every hand is filled."""
        hand = state.hands[-1]
        return unseen - sum(max(0, n - len(k)) for n, k in zip(hand.holding, hand.known, strict=True))

    def can_hold(self, state: State, seat: int, shown: Counter[str]) -> bool:
        """Whether the cards shown can all be in the hand: copies nobody has seen elsewhere, and room for them."""
        hand, unseen = state.hands[-1], state.unseen()
        known = Counter(hand.known[seat])
        lacking = shown - known
        room = hand.holding[seat] - known.total() + hand.own.doubtful(seat, hand.known[seat])[1]
        return lacking.total() <= room and all(unseen[c] >= n for c, n in lacking.items())

    def sound(self, state: State, unseen: int, aside: int = 0) -> bool:
        """False when fewer cards are unseen than the hands hold, `aside` of them lying apart: then nothing is proved by counting."""
        hand = state.hands[-1]
        unknown = [n - len(k) for n, k in zip(hand.holding, hand.known, strict=True)]
        least = min(unknown)
        if least < 0 and hand.own.doubt:
            least = min(n + hand.own.doubtful(s, hand.known[s])[1] for s, n in enumerate(unknown))
        return least >= 0 and unseen >= sum(unknown) + hand.laid().count(None) + aside

    # ---- the two doors

    def after(self, state: State, event: ev.Event) -> State:
        """One more event; then every play still open is looked at again. Who took a trick says nothing about hands."""
        state = super().after(state, event)
        return state if isinstance(event, ev.Gather) else self.proved(state)

    def judge(self, state: State, seat: int, card: str | None) -> Verdict:
        """Allowed when no hand could make the card illegal, a fault when every hand does, else undecidable so far."""
        verdict, hand = super().judge(state, seat, card), state.hand
        if verdict.ruling is not Ruling.ALLOWED or hand is None or hand.done or card is None:
            return verdict
        state = self.drawn(state)
        hand = state.hands[-1]
        play = self._owed(state, hand.plays, seat, card, state.seq + 1)
        if play is None:
            return UNDECIDABLE if any(p.card is None for p in hand.plays) and self.strict(state) else ALLOWED
        doubtful, _ = hand.own.doubtful(seat, hand.known[seat])
        held, unknown, ways = list(hand.known[seat]), hand.holding[seat] - len(hand.known[seat]), self.whereabouts(state)
        if card in held:
            held.remove(card)
            doubtful -= Counter([card])
        else:
            unknown -= 1
            ways = [after for where in ways if (after := where.shown(seat, card))]
        sure = tuple((Counter(held) - doubtful).elements())
        laid = tuple(hand.own.doubtful(play.hole, hand.known[play.hole])[0]) if play.hole >= 0 else ()
        found = proof(play, sure, unknown, ways, tuple(doubtful.elements()), laid)
        if found is not None:
            return certainly(Fault.REVOKE, found.why) if found.card else Verdict(Ruling.PROVED, Fault.REVOKE, found.why, play.seq)
        possible = unknown > 0 and any(w.loose.get(c, 0) > 0 or w.tied.get(c, 0) > 0 or c == w.given for w in ways for c in play.bad)
        return UNDECIDABLE if possible or not play.bad.isdisjoint(held) else ALLOWED

    def legal(self, state: State, seat: int, hand: Sequence[str]) -> set[str]:
        """The cards of `hand` that may be laid; with an unread card on the trick, those that may be under some reading."""
        state = self.drawn(state)
        duties = self._readings(state, state.hands[-1].plays, seat) if state.hands and self.strict(state) else None
        if not duties:
            return set(hand)
        return set().union(*(duty.legal(hand) for _, duty in duties))

    def must(self, state: State) -> Must | None:
        """The obligation in words."""
        said = super().must(state)
        if said is None:
            return None
        state = self.drawn(state)
        hand = state.hands[-1]
        if not self.strict(state) or not hand.plays or hand.trump is None:
            return said
        if any(p.card is None for p in hand.plays):
            return Must(said.seat, "A card of this trick is unread: what must be played is not known.")
        duty = self.duty(state.setup, hand.trump, _read(hand.plays), said.seat)
        if not duty.tiers:
            return said
        args = [("suit", duty.led), ("trump", hand.trump)]
        return Must(said.seat, duty.words, tuple(args + ([("rank", cards.rank(duty.beat))] if duty.beat else [])))

    def may(self, state: State, seat: int) -> frozenset[str]:
        """The obligation as a predicate over the deck: the cards that are legal from some hand that may still be his."""
        return frozenset(c for c in state.setup.deck.faces if self.judge(state, seat, c).fault is not Fault.REVOKE)

    # ---- watching

    def show(self, state: State, seat: int, shown: Iterable[str]) -> State:
        """All have seen these cards in the hand of `seat`."""
        hand, cards_ = state.hands[-1], Counter(shown)
        known = Counter(hand.known[seat]) | cards_
        if hand.own.doubt:
            state = state.with_hand(own=hand.own.shown(seat, cards_.elements()))
        return state.with_hand(known=changed(hand.known, seat, tuple(sorted(known.elements()))))

    def on_taken_back(self, state: State, event: TakenBack) -> State:
        """A card laid and taken back: from now on all know where it is."""
        hand = state.hand
        return state if hand is None or hand.done else self.show(state, event.seat, (event.card,))

    def laid(self, state: State) -> State:
        """Watch the card just laid, if it was read and can be illegal."""
        hand, seat = state.hands[-1], state.hands[-1].plays[-1].seat
        own, card = hand.own, hand.plays[-1].card
        owed: tuple[Owed, ...] = own.owed
        if card is None:
            owed = tuple(altered(o, unread=o.unread + 1) if o.seat == seat else o for o in owed)
            own = own.unread(seat, hand.known[seat])
        else:
            play = self._owed(state, hand.plays[:-1], seat, card, state.seq)
            if play is None:
                return state
            owed = (*owed, play)
        return state.with_hand(own=altered(own, owed=owed))

    def _owed(self, state: State, before: Sequence[Played], seat: int, card: str, seq: int) -> Owed | None:
        """The play as one that can turn out a revoke; None when it cannot, or nobody can say."""
        if not self.strict(state) or any(p.seat == seat for p in before):
            return None
        readings = self._readings(state, before, seat)
        if not readings:
            return None
        hand, hole = state.hands[-1], next((p.seat for p in before if p.card is None), -1)
        lost = sum(p.seat == seat for p in hand.holes())
        bad = readings[0][1].breakers(card) if len(readings) == 1 else frozenset().union(*(d.breakers(card) for _, d in readings))
        if not bad:
            return None
        doubts = hand.own.doubtful(seat, hand.known[seat])[1] if hand.own.doubt else 0
        return Owed(seq, seat, card, readings, lost=lost, doubts=doubts, hole=hole, bad=bad)

    def _readings(self, state: State, before: Sequence[Played], seat: int) -> tuple[tuple[str, Duty], ...]:
        """What is owed, for each card the one unread card before may be. Empty: nothing is owed, or nobody can say."""
        trump = state.hands[-1].trump
        if not before or trump is None:
            return ()
        holes = [p.card for p in before].count(None)
        if holes > 1:
            return ()
        if not holes:
            return (("", self.duty(state.setup, trump, _read(before), seat)),)
        by = next(p.seat for p in before if p.card is None)
        may = sorted({*state.unseen(), *state.hands[-1].known[by]})
        return tuple((c, self.duty(state.setup, trump, _read(before, c), seat)) for c in may)

    def proved(self, state: State) -> State:
        """Report every watched play that is now proved illegal."""
        hand = state.hand
        if hand is None or hand.own is None or not hand.own.owed:
            return state
        ways: Sequence[Whereabouts] = ()
        placed, last = hand.placed(), (hand.plays or hand.tricks[-1].plays)[-1]
        reports, left = [], []
        for play in hand.own.owed:
            said = (*hand.known[play.seat], last.card or "") if play.seat == last.seat else hand.known[play.seat]
            if placed < play.wake and play.bad.isdisjoint(said) and not hand.own.doubt:
                left.append(play)
                continue
            ways = ways or self.whereabouts(state)
            known, doubtful = _settled(hand, play.seat)
            unknown = hand.holding[play.seat] - len(hand.known[play.seat])
            laid = tuple(hand.own.doubtful(play.hole, hand.known[play.hole])[0]) if play.hole >= 0 else ()
            found = proof(play, [*_since(hand, play.seat, play.seq), *known], unknown, ways, doubtful, laid)
            if found is None:
                slack = min(where.slack(play.seat, play.bad, unknown + play.unread) for where in ways)
                wake = placed + slack if play.hole < 0 else 0
                left.append(play if wake == play.wake else altered(play, wake=wake))
            else:
                reports.append(self._report(state, play, found))
        if not ways:
            return state
        state = state.with_hand(own=altered(hand.own, owed=tuple(left)))
        if not reports:
            return state
        state = state.with_fault(*reports)
        return self.resettled(state) if state.hands[-1].counts else state

    def _report(self, state: State, play: Owed, found: Proof) -> FaultReport:
        hand = state.hands[-1]
        sure = play.seq == state.seq and bool(found.card)
        shown = [p.seq for p in hand.all_plays() if p.seat == play.seat and p.card == found.card and p.seq > play.seq][:1]
        shown = shown or [m.seq for m in hand.melds if m.seat == play.seat and found.card in m.cards][-1:]
        grade = Grade.CERTAIN if sure else Grade.PROVED
        return FaultReport(Fault.REVOKE, grade, play.seat, play.seq, state.seq, found.why, tuple(shown))

    # ---- what a revoke costs

    def penal(self, state: State, score: Points) -> Points:
        """The hand's score after the house's penalty for revokes."""
        if state.setup.options["revoke_penalty"] != "lose_hand":
            return score
        guilty = self.guilty(state)
        return tuple(0 if i in guilty else s for i, s in enumerate(score))

    def guilty(self, state: State) -> set[int]:
        """Sides that revoked in the last hand."""
        first = state.hands[-1].seq
        return {self.side(state.setup, f.seat) for f in state.faults if f.fault is Fault.REVOKE and f.seat is not None and f.seq >= first}

    def resettled(self, state: State) -> State:
        """The last hand settled anew, after a fault was reported or dismissed."""
        return self.standing(self.settled(state))

    def on_dismiss(self, state: State, event: ev.Dismiss) -> State:
        """A fault dismissed costs nothing any more, in earlier hands of the game neither."""
        state = super().on_dismiss(state, event)
        hands: tuple[Hand, ...] = ()
        for i, hand in enumerate(state.hands):
            last = altered(state, hands=(*hands, hand), faults=tuple(f for f in state.faults if f.seq < self._end(state, i)))
            hands = (*hands, self.settled(last).hands[-1] if hand.counts else hand)
        return self.standing(altered(state, hands=hands)) if hands else state

    def _end(self, state: State, i: int) -> int:
        return state.hands[i + 1].seq if i + 1 < len(state.hands) else state.seq + 1


def _read(plays: Iterable[Played], unread: str = "") -> list[tuple[int, str]]:
    return [(p.seat, p.card or unread) for p in plays]


def _since(hand: Hand, seat: int, seq: int) -> list[str]:
    """The cards a seat has laid after that event, the latest first."""
    found: list[str] = []
    for plays in chain((hand.plays,), (t.plays for t in reversed(hand.tricks))):
        for p in reversed(plays):
            if p.seq <= seq:
                return found
            if p.seat == seat and p.card is not None:
                found.append(p.card)
    return found


def _settled(hand: Hand, seat: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards known to be in a hand: those beyond doubt, and those that may have been laid unread."""
    known: tuple[str, ...] = hand.known[seat]
    if not hand.own.doubt:
        return known, ()
    doubtful, _ = hand.own.doubtful(seat, known)
    return tuple((Counter(known) - doubtful).elements()), tuple(doubtful.elements())
