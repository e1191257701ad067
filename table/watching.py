"""What the tracker remembers of a table, and what it makes of cards that go: taken back, gathered, lost from sight.

Memory and departures only; `table.tracker` adds the cards that come.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from table import doubts
from table import events as ev
from table.faults import FaultReport
from table.fold import fold
from table.marks import CONFIRMED, Mark, Marks, stamped
from table.monte import Monte
from table.observation import Observation
from table.offers import Offers
from table.pieces import MISSED_FOR, Piece, Pieces
from table.settling import settle
from table.spots import Spots, assign
from table.state import Hand, Played, Setup, State, altered
from table.sweeps import Sweeps
from table.turned import Turned, undrawn
from table.view import TableView
from table.zones import Layout, Places, Point, Zone

GOING = 0.3  # card widths a card is seen to move when it is taken up again
REPLACED = 4.0  # seconds in which another card of the same player takes the place of one he took back
SETTLING = 1.6  # seconds from the end of a trick until the pile is looked at
UNLOOKED = 2.0  # seconds after which a card caught on its way to the pile does not keep its trick on the table
TURNED_UP = frozenset({"briscola", "bazzica"})  # games in which a card is turned up under the talon
MELDS = frozenset({"bazzica", "salisburghese"})  # games in which cards lie open before a player


def usual(setup: Setup) -> Layout:
    """Seats where the game's direction puts them, seat 0 at the bottom."""
    direction = setup.options.get("direction")
    layout = Layout.of(setup.game, setup.seats)
    return replace(layout, direction=str(direction)) if direction else layout


class Watching:
    """The memory of one table being watched.

    layout  where the seats are; by default as `usual`
    stills  every frame is a scene at rest, and any number of cards may have been played between two
    """

    def __init__(self, view: TableView, layout: Layout | None = None, stills: bool = False) -> None:
        setup = view.state.setup
        self._view, self._stills = view, stills
        self._turns_up = setup.game in TURNED_UP
        self.places = Places(layout or usual(setup), melds=setup.game in MELDS)
        self.pieces = Pieces(setup.deck.copies, stills)
        self.spots = Spots(self.places.layout)
        self.sweeps = Sweeps(self.places.layout)
        self.marks = Marks(setup)
        self.turned = Turned(self._turns_up)
        self.open = Offers(view.game)
        self._monte = Monte(view.game)
        self._out: list[ev.Event] = []
        self._state = view.state
        self._held: list[Piece] = []  # unread cards at rest that are given more time to be read
        self._gathered = 0  # tricks of the hand whose end has been looked at
        self._at = 0.0
        self._played_from = 0.0  # what lay at rest before is no play
        self._centre: Point = (0.0, 0.0)
        self._beside: Point = (0.0, 0.0)  # how far from it the running trick is laid, because the last one still lies there

    # ---- events out

    def _emit(self, event: ev.Event, mark: Mark | None = None, seen: bool = True) -> None:
        event = stamped(event, self._at)
        self._out.append(event)
        self.marks.sent(event, mark, seen)
        # Corrections and retractions refold the log, which only the session can do: the next frame sees their effect.
        if not isinstance(event, (ev.Correct, ev.Retract)):
            self._state = self._view.game.after(replace(self._state, seq=self._state.seq + 1), event)

    @property
    def _hand(self) -> Hand | None:
        hand = self._state.hand
        return hand if hand is not None and not hand.done else None

    # ---- readings

    def _correct(self) -> None:
        """What has become clear of cards laid before, and what has become doubtful."""
        if self._out or not self.marks.look():
            return
        state, log = self._state, list(self._view.events)
        if state.hand is not None and state.hand.ended == "played":
            book = self.marks.book()
            self.marks.settled(settle(self._view.game, state.setup, log, self.marks.decoder.matching, self.marks.decoder.rows, book))
        found = self.marks.findings(undrawn(state))
        kept = [event for _, event in found]
        openings: list[tuple[ev.Correct, Mark]] = []
        while kept:  # nothing is corrected so that it accuses somebody on cards that are not sure
            events = [*(event for event, _ in openings), *kept]
            after = fold(self._view.game, state.setup, [*log, *enumerate(events, log[-1][0] + 1)])
            fresh = doubts.fresh(state, after)
            bad = {seq for f in fresh for seq in self._unproved(after, f)}
            held = [event for event in kept if event.seq in bad and event.card is not None]
            if held:
                kept = [event for event in kept if event not in held]
                continue
            # the fault rests on cards laid before: the least sure of them is open again from the same moment
            resting = {seq for f in fresh if f.fault in doubts.ACCUSING for seq in doubts.unsure(self.marks, after, f)}
            mark = doubts.least_sure(self.marks, resting - {m.seq for _, m in openings})
            if mark is None:
                kept = [*doubts.follow(self.marks, after), *kept]
                break
            openings.append((self.marks.opened(mark), mark))
        for event, mark in openings if kept else ():
            self._emit(event, mark)
        marks = {id(event): mark for mark, event in found}
        changed = [marks[id(e)] for e in kept if id(e) in marks and e.card is not None and marks[id(e)].card is not None]
        for place in changed if len(changed) > 1 else ():  # cards that change places are not seen twice in between
            self._emit(self.marks.opened(place), place)
        for event in kept:
            self._emit(event, marks.get(id(event)))
        if kept:
            return
        for report in state.faults:
            mark = doubts.least_sure(self.marks, doubts.unsure(self.marks, state, report)) if self._accusing(report) else None
            if mark is not None:
                self._emit(self.marks.opened(mark), mark)
                return

    def _accusing(self, report: FaultReport) -> bool:
        hand = self._state.hand
        return report.fault in doubts.ACCUSING and not report.accepted and hand is not None and report.seq >= hand.seq

    def _unproved(self, after: State, report: FaultReport) -> set[int]:
        """Cards a fault rests on that are not sure; where somebody would have done what nobody does, the whole trick."""
        if report.fault in doubts.ACCUSING:
            return doubts.unsure(self.marks, after, report)
        hand = after.hands[-1]
        if report.fault not in doubts.SEEN or hand.done:
            return set()
        tricks = [t for t in hand.tricks if t.plays[-1].seq < report.seq]
        return {p.seq for p in tricks[-1].plays} if tricks else set()

    def _accuses(self, play: ev.Play, p: float) -> bool:
        """Whether a card just laid would accuse somebody without being sure. What else is doubtful in it is opened."""
        if play.card is None:
            return False
        after = self._view.game.after(altered(self._state, seq=self._state.seq + 1), play)
        found = False
        for report in doubts.fresh(self._state, after):
            if report.fault in doubts.ACCUSING:
                seqs = doubts.unsure(self.marks, after, report, (after.seq, p))
                found = found or bool(seqs)
                earlier = [m for seq in seqs if (m := self.marks.of_seq(seq)) is not None and m.card is not None]
                for mark in earlier if report.fault in doubts.BROKEN else ():
                    if not self.marks.sure(mark.seq or 0, CONFIRMED):
                        self._emit(self.marks.opened(mark), mark)
        return found

    def _opened(self, seat: int) -> bool:
        """Opens the card of the last trick that, read otherwise, gives it to `seat`; False when there is none."""
        mark = doubts.otherwise(self._view.game, self._state, self.marks, seat)
        if mark is None:
            return False
        self._emit(self.marks.opened(mark), mark)
        return True

    def _misled(self, hand: Hand, seat: int) -> bool:
        """Somebody leads who did not take the last trick as it was read: rather it was misread, and he took it."""
        if not hand.tricks or hand.plays or hand.turn in (None, seat):
            return False
        gathering = max((seq for seq in self.marks.gathers if seq > hand.tricks[-1].plays[-1].seq), default=None)
        if (gathering is not None and self.marks.gathers[gathering]) or not self._opened(seat):
            return False
        if gathering is not None:
            self._emit(ev.Correct(seq=gathering, seat=seat, why="elimination"))
        return True

    # ---- cards that lie open

    def _shown(self, seen: Observation) -> None:
        """The seven swapped for the turned card; the monte turned up in the middle."""
        swap = self.turned.swapped(self._state, self._view.game, self.pieces, self.places.unit, self._at)
        if swap is not None:
            self._emit(swap)
        if self.places.melds and not self._turns_up:
            middle = [self.pieces.of(s.track) for s in seen.cards if self.places.zone(s, seen.size) is Zone.TRICK]
            monte = self._monte.seen(self._state, [p for p in middle if p is not None and p.laid and p.face == "up"], self._at)
            if monte is not None:
                self._emit(monte)

    # ---- cards that go

    def _lifted(self) -> None:
        """Cards of the running trick taken up again; the last trick taken off the table."""
        hand = self._state.hand
        if hand is None or self._stills:
            return
        marks = self._marks_of(hand.plays)
        if marks:
            self._taken_back(marks, complete=False)
        elif hand.tricks:
            marks = self._marks_of(hand.tricks[-1].plays)
            self._taken_back(marks, complete=True)
            self._taken_in(hand, marks)
            trick = [m.piece for m in marks if m.piece is not None]
            if all(p.missed is not None and self._at - p.missed >= MISSED_FOR for p in trick):
                for piece in trick:  # the whole trick went: a twin laid there next is another card
                    piece.gone = piece.missed

    def _marks_of(self, plays: Sequence[Played]) -> list[Mark]:
        return [m for p in plays if (m := self.marks.of_seq(p.seq)) is not None]

    def _taken_back(self, marks: list[Mark], complete: bool) -> None:
        last = marks[-1]
        if last.piece is None or last.piece.gone is None or last.retracted or last.human or last.seq is None:
            return
        rest = [m for m in marks[:-1] if m.piece is not None and m.piece.missed is None and m.piece.hits]
        if (complete or len(marks) > 1) and not rest:
            return  # the whole trick went
        within = last.piece.gone - (last.play.at or 0.0) <= self._takeback
        # Out of sight alone proves nothing: it may lie under the next card. It has to be seen going, or its player to lay another.
        going = math.dist(last.piece.anchor, last.piece.lay) > GOING * self.places.unit
        if within and going and not self._grown(last.piece.gone) and not self._glimpsed(last):
            self._retract(last)

    def _replaced(self, new: list[Piece]) -> bool:
        """The player whose card went out of sight a moment ago lays another in its place: he took the first one back."""
        hand = self._hand
        plays = hand.plays or (hand.tricks[-1].plays if hand.tricks else ()) if hand is not None else ()
        marks = self._marks_of(plays)
        if hand is None or not marks or self._stills:
            return False
        last = marks[-1]
        if last.piece is None or last.piece.gone is None or last.human or last.retracted or self._at - last.piece.gone > REPLACED:
            return False
        others = [m.piece for m in marks[:-1] if m.piece is not None]
        if any(p.missed is not None for p in others) or (not others and not hand.plays) or self._grown(last.piece.gone):
            return False
        if assign(new[:1], None, (), self.spots, self._centre, self.places.unit)[0][0][1] != last.play.seat:
            return False
        self._retract(last)
        return True

    def _retract(self, mark: Mark, why: str = "takeback") -> None:
        if mark.seq is not None:
            self.marks.drop(mark)
            self._emit(ev.Retract(seq=mark.seq, why=why), mark)

    @property
    def _takeback(self) -> float:
        return float(self._state.setup.options.get("takeback_s", 3))

    def _taken_in(self, hand: Hand, marks: list[Mark], leader: int | None = None) -> None:
        """The trick was gathered. `leader` has laid the next card: it is now or never, and where the winner is open, it is he."""
        pieces = [m.piece for m in marks if m.piece is not None]
        if self._gathered >= len(hand.tricks) or hand.plays or not pieces:
            return
        stay = [p for p in pieces if p.missed is None]
        moment = max((p.missed for p in pieces if p.missed is not None), default=self._at)
        # A card caught by the eye on its way to the pile may seem to lie where it was caught, until somebody looks there again.
        caught = len(stay) < len(pieces) and (leader is not None or self._at - moment > UNLOOKED)
        if any(not caught or math.dist(p.centre, p.lay) < GOING * self.places.unit for p in stay):
            return
        if self._at < moment + SETTLING and leader is None:
            return  # the pile has to come to rest
        backs, winner = self._backs(), hand.tricks[-1].winner
        seen = self.sweeps.gatherer(None, pieces, backs, moment, self.places.unit)
        seat = self.sweeps.gatherer(winner, pieces, backs, moment, self.places.unit)
        if seat is None and leader is not None and not self._stills:
            seat = leader
            self.sweeps.learn(seat, pieces, backs, moment, self.places.unit)
        if winner is not None and seat is not None and seat != winner and self._opened(seat):
            return  # the trick was rather another than that he took what was not his
        if seat is not None:
            self._emit(ev.Gather(seat=seat), seen=winner is None or seen == seat)
        if seat is not None or leader is not None:
            self._gathered = len(hand.tricks)

    @property
    def _gathering(self) -> bool:
        """True while a trick has just been taken up and it is not yet clear by whom."""
        hand = self._hand
        if hand is None or hand.plays or self._gathered >= len(hand.tricks):
            return False
        gone = [m.piece.missed for m in self._marks_of(hand.tricks[-1].plays) if m.piece is not None and m.piece.missed is not None]
        return bool(gone) and self._at - max(gone) < 2.5 * SETTLING

    def _grown(self, moment: float) -> bool:
        return self.sweeps.grew(self._backs(), moment, self.places.unit)

    def _backs(self) -> list[Piece]:
        talon, unit = self.places.talon, self.places.unit
        backs = (p for p in self.pieces.here if p.face == "down")
        return [p for p in backs if talon is None or math.dist(p.centre, talon) > 1.5 * unit]

    def _glimpsed(self, last: Mark) -> bool:
        """True when another face was seen in the trick zone, too briefly to count, after the last card was laid."""
        since = last.play.at or 0.0
        brief = (p for p in self.pieces.all if p.born > since and p.face == "up" and p.gone is not None and p.card != last.card)
        return any(self.marks.of(p) is None for p in brief)
