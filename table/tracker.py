"""From what the camera sees to what happened: Observations in, Events out.

The tracker knows the table, not the rules: whose turn it is, which cards are gone and when a hand ends it asks the state (`TableView`).
A card becomes a play once it lies at rest in the trick zone; what is held, half covered by the talon, face down or seen only for a
moment never does. Nothing is guessed: an unread card is a hole with its candidates, filled by a `correct` once it is read or once the
other cards leave nothing else.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from table import events as ev
from table import seats
from table.marks import Mark, Marks, stamped
from table.observation import Observation
from table.pieces import ELSEWHERE, Piece, Pieces
from table.spots import Spots, assign
from table.state import Hand, Played, Setup
from table.sweeps import SWEPT, Sweeps
from table.turned import Turned, undrawn
from table.view import TableView
from table.zones import Layout, Places, Point, Zone

PATIENCE = 1.2  # seconds an unread card may lie before it is written down as a hole: evidence is still coming in
PLAUSIBLE = 0.15  # a face that looks like no card of the deck (a glass, a coaster) waits until the game needs it
OUT_OF_TURN = 1.0  # seconds the card of the player whose turn it is may be seen late, before another is out of turn
NO_TALON = 4.0  # seconds after which a game with a turned card goes on although none was seen
REACH = 2.5  # card widths from the middle within which an unread face may be a card played
FAR = 4.5  # and any face: what lies farther is a pile, a hand, somebody else's
SWEEPING = 0.8  # seconds after a trick began to move in which a new face has to lie as long to count
HIDDEN = 1.5  # seconds a new card waits when the rest of its trick is out of sight: hidden under it, or gone?
SETTLING = 1.0  # seconds from the end of a trick until the pile is looked at
TURNED_UP = frozenset({"briscola", "bazzica"})  # games in which a card is turned up under the talon
MELDS = frozenset({"bazzica", "salisburghese"})  # games in which cards lie open before a player


def usual(setup: Setup) -> Layout:
    """Seats where the game's direction puts them, seat 0 at the bottom."""
    direction = setup.options.get("direction")
    layout = Layout.of(setup.game, setup.seats)
    return replace(layout, direction=str(direction)) if direction else layout


class Tracker:
    """Follows one table. `observe` takes frames in order; what it returns must be appended to the session in that order.

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
        self._out: list[ev.Event] = []
        self._state = view.state
        self._held: list[Piece] = []  # unread cards at rest that are given more time to be read
        self._gathered = 0  # tricks of the hand whose end has been looked at
        self._at = 0.0
        self._centre: Point = (0.0, 0.0)

    def observe(self, seen: Observation) -> list[ev.Event]:
        """What happened in this frame."""
        self._out, self._state, self._at = [], self._view.state, seen.at
        self.marks.sync(self._view.events)
        self.pieces.update(seen, self.places)
        self.places.learn(seen)
        self._centre = self.places.layout.middle(seen.size)
        self.turned.find(seen, self._state, self.pieces, self.places, self.marks)
        self._open(seen)
        self._trump()
        self._lifted()
        self._lay(seen)
        for event in self.marks.corrections():
            self._emit(event)
        self.pieces.forget(seen.at - 600.0)
        return self._out

    def questions(self) -> list[int]:
        """Seqs of the plays still open, the most doubtful first: what one tap would settle."""
        return self.marks.questions()

    # ---- events out

    def _emit(self, event: ev.Event, mark: Mark | None = None) -> None:
        event = stamped(event, self._at)
        self._out.append(event)
        self.marks.sent(event, mark)
        # Corrections and retractions refold the log, which only the session can do: the next frame sees their effect.
        if not isinstance(event, (ev.Correct, ev.Retract)):
            self._state = self._view.game.after(replace(self._state, seq=self._state.seq + 1), event)

    @property
    def _hand(self) -> Hand | None:
        hand = self._state.hand
        return hand if hand is not None and not hand.done else None

    # ---- the hand and the turned card

    def _open(self, seen: Observation) -> None:
        """Begin a hand: at its turned card, or at its first card where there is none."""
        if self._hand is not None:
            return
        if any(m.piece is not None and m.piece.here and not m.retracted for m in self.marks.all):
            return  # the last trick still lies there
        new = self._ready(seen)
        card = self.turned.piece
        if card is not None:
            ready = card.laid and (card.card is not None or bool(new))
        elif self._turns_up and self._state.hands:
            ready = False  # faces lying about between two hands: somebody looks through his cards
        else:
            ready = bool(new) and not self._opening_card(new)
        if not ready:
            return
        if self._state.over:
            self._emit(ev.Game(dealer=self._state.next_dealer))
        self.marks.begin()
        self._gathered = 0
        self._emit(ev.Hand(dealer=self._state.next_dealer))

    def _trump(self) -> None:
        hand, card = self._hand, self.turned.piece
        if hand is None or card is None or hand.trump is not None or not card.laid:
            return
        code, p, candidates = card.card, card.reading.confidence, card.reading.candidates
        if code is None:  # the cards played since may leave only one of its candidates
            code, p, candidates = self.marks.read(card, ())
            self.marks.forget(card)
        if code in self._state.setup.deck.faces:
            self._emit(ev.Trump(card=code, confidence=round(p, 4), candidates=candidates or None))

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
        if within and not self._grown(last.piece.gone) and not self._glimpsed(last):
            self._retract(last)

    def _retract(self, mark: Mark, why: str = "takeback") -> None:
        if mark.seq is not None:
            self.marks.drop(mark)
            self._emit(ev.Retract(seq=mark.seq, why=why), mark)

    @property
    def _takeback(self) -> float:
        return float(self._state.setup.options.get("takeback_s", 3))

    def _taken_in(self, hand: Hand, marks: list[Mark], late: bool = False) -> None:
        """The trick was gathered. `late`: the next card is there, it is now or never."""
        pieces = [m.piece for m in marks if m.piece is not None]
        if self._gathered >= len(hand.tricks) or hand.plays or not pieces or any(p.missed is None for p in pieces):
            return
        moment = max(p.missed or 0.0 for p in pieces)
        if self._at < moment + SETTLING and not late:
            return  # the pile has to come to rest
        backs = self._backs()
        seat = self.sweeps.gatherer(hand.tricks[-1].winner, pieces, backs, moment, self.places.unit)
        if seat is not None:
            self._emit(ev.Gather(seat=seat))
        if seat is not None or late or self._at > moment + SWEPT:
            self._gathered = len(hand.tricks)

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

    # ---- cards that come

    def _ready(self, seen: Observation) -> list[Piece]:
        """Pieces at rest in the trick zone that are no play yet."""
        found = []
        tracks = {s.track: s for s in seen.cards}
        for piece in self.pieces.here:
            s = tracks.get(piece.track)
            if s is None or not piece.laid or piece.face != "up" or piece.double or self.turned.lies(piece, self._state, self.places.unit):
                continue
            if self.marks.of(piece) is not None or self._on_talon(piece):
                continue
            if self.places.zone(s, seen.size) is Zone.TRICK and not self._far(piece, FAR) and not self._again(piece):
                found.append(piece)
        return found

    def _far(self, piece: Piece, reach: float) -> bool:
        return math.dist(piece.spot, self._centre) > reach * self.places.unit

    def _on_talon(self, piece: Piece) -> bool:
        drawing = self._turns_up and (self._hand is None or undrawn(self._state))
        return drawing and self.places.talon is not None and math.dist(piece.centre, self.places.talon) < self.places.unit

    def _again(self, piece: Piece) -> bool:
        """True when the piece is one already played that was out of sight: then it is that piece from now on."""
        unit, hand, single = self.places.unit, self._hand, self._state.setup.deck.copies == 1
        running = {p.seq for p in hand.plays} if hand is not None else set()
        for mark in self.marks.all:
            old = mark.piece
            if mark.retracted or (old is not None and old.here):
                continue
            alike = piece.card is not None and piece.card == mark.card
            near = old is not None and math.dist(old.centre, piece.centre) < 0.4 * unit and self._at - old.seen < 10.0
            tapped = old is None and mark.human
            swept = single and old is not None and self._at - old.seen < ELSEWHERE
            alike = alike and (near or tapped or (swept and not self._stills))
            if alike or (near and piece.card is None and mark.seq in running):
                if old is not None:
                    piece.readings = {**old.readings, **piece.readings}
                mark.piece, piece.played = piece, True
                return True
        return False

    def _lay(self, seen: Observation) -> None:
        """New cards on the trick, in order, each with its seat."""
        new = self._ready(seen)
        if self._opening_card(new):
            return
        leaving = self._leaving(new)
        new = self._worth([*leaving, *new], leaving)
        while new and self._hand is not None:
            if not set(new) <= set(leaving) and not self._settle_old(new):
                return
            hand = self._hand
            if hand is None:
                return
            laid = [p.seat for p in hand.plays]
            if hand.tricks and not hand.plays:
                self._taken_in(hand, self._marks_of(hand.tricks[-1].plays), late=True)
            chosen, _ = assign(new, hand.turn, laid, self.spots, self._middle(new), self.places.unit)
            if self._too_early(chosen, hand.turn):
                return
            for piece, seat in chosen:
                self._play(piece, seat)
            new = [p for p in new if self.marks.of(p) is None]

    def _too_early(self, chosen: list[tuple[Piece, int]], turn: int | None) -> bool:
        """Somebody else's card lies there before that of the player whose turn it is: it may only have been seen first."""
        piece, seat = chosen[0]
        return turn is not None and seat != turn and piece.rested is not None and self._at - piece.rested < OUT_OF_TURN and not self._stills

    def _leaving(self, new: list[Piece]) -> list[Piece]:
        """Unread cards still waiting when their trick is swept away: now or never. What vanishes while the others lie was no card."""
        hand = self._hand
        if not self._held or hand is None or not hand.plays:
            return []
        others = [m.piece for m in self._marks_of(hand.plays) if m.piece is not None]
        if not others or any(p.missed is None and p.laid for p in others):
            return []
        return [p for p in self._held if p not in new and (p.missed is not None or not p.laid) and self.marks.of(p) is None]

    def _opening_card(self, new: list[Piece]) -> bool:
        """A lone face before anything was played may be the card about to be put under the talon."""
        hand = self._hand
        if not self._turns_up or self._stills or self.turned.piece is not None or self.turned.drawn:
            return False
        if hand is not None and (hand.plays or hand.tricks or hand.trump is not None):
            return False
        return all(p.rested is None or self._at - p.rested < NO_TALON for p in new)

    def _worth(self, new: list[Piece], leaving: list[Piece]) -> list[Piece]:
        """Those that may be written down now: unread ones wait for more evidence (until they are swept away), and what looks like
        no card waits for a reason."""
        kept: list[Piece] = []
        if self._sweeping():
            new = [p for p in new if p.rested is not None and self._at - p.rested >= SWEEPING]
        self._held = [p for p in new if self.marks.of(p) is None]
        for piece in sorted(new, key=lambda p: p.born):
            card, p, _ = self.marks.read(piece, self.turned.barred(self._state))
            self.marks.forget(piece)
            if card is None or piece.card is None:
                # by itself it must look like a card, however few are left to be played
                own = max((q for _, q in piece.reading.candidates), default=0.0)
                if min(p, own) < PLAUSIBLE or self._far(piece, REACH):
                    if self._needed(piece, new):
                        kept.append(piece)
                    continue
                if piece in leaving or self._stills:
                    kept.append(piece)
                    continue
                if piece.rested is None or self._at - piece.rested < PATIENCE:
                    break  # later cards wait with it, so that the order stays right
            kept.append(piece)
        return kept

    def _sweeping(self) -> bool:
        """True while the last trick is on its way to a pile: what is seen of it then may be misread."""
        hand = self._hand
        if hand is None or hand.plays or not hand.tricks:
            return False
        pieces = [m.piece for m in self._marks_of(hand.tricks[-1].plays) if m.piece is not None]
        gone = (p for p in pieces if p.missed is not None or math.dist(p.centre, p.lay) > self.places.unit / 2)
        return any(p.seen > self._at - SWEEPING for p in gone)

    def _needed(self, piece: Piece, new: list[Piece]) -> bool:
        """True when the next card clearly belongs to the player after the one whose turn it is, and this piece fills the gap."""
        hand, unit = self._hand, self.places.unit
        later = [p for p in new if p.born > piece.born and p.card is not None]
        if hand is None or hand.turn is None or piece.early or not later:
            return False
        after = seats.following(hand.turn, self._state.setup.seats)
        middle = self._centre
        gain = self.spots.laid(after, later[0].centre, middle, unit) - self.spots.laid(hand.turn, later[0].centre, middle, unit)
        gain += self.spots.came(after, later[0], unit) - self.spots.came(hand.turn, later[0], unit)
        return gain > 1.0 and self.spots.laid(hand.turn, piece.spot, middle, unit) > -3.0

    def _settle_old(self, new: list[Piece]) -> bool:
        """Before a new card: is the running trick still there? Closes it with holes if it was taken away unfinished. False: wait."""
        hand = self._hand
        if hand is None or not hand.plays:
            if hand is not None and self._stills:
                self._passed_unseen(new)
            return True
        marks = [m for m in self._marks_of(hand.plays) if m.piece is not None]
        if not marks or any(m.piece is not None and m.piece.here and m.piece.missed is None for m in marks):
            return True
        if any(m.piece is not None and m.piece.here for m in marks):
            covered = all(m.piece is None or self._under(m.piece, new) for m in marks)
            waited = min((p.rested or self._at) for p in new)
            return covered or self._at - waited > HIDDEN
        self._fill()
        return True

    def _under(self, piece: Piece, new: list[Piece]) -> bool:
        return any(math.dist(piece.centre, p.centre) < 0.8 * self.places.unit for p in new)

    def _fill(self) -> None:
        """Holes for the players of the running trick whose cards were not seen."""
        while (hand := self._hand) is not None and hand.plays and hand.turn is not None:
            self._play(None, hand.turn)

    def _passed_unseen(self, new: list[Piece]) -> None:
        """Between two stills a whole trick may have passed: known to have when the one who leads now was not to lead."""
        hand = self._hand
        if hand is None or hand.turn is None or not hand.tricks or self._state.setup.seats != len(hand.tricks[-1].plays):
            return
        seat = assign(new, None, (), self.spots, self._middle(new), self.places.unit)[0][0][1]
        if seat != hand.turn:
            for s in seats.order(hand.turn, self._state.setup.seats):
                self._play(None, s)

    def _play(self, piece: Piece | None, seat: int) -> None:
        hand = self._hand
        if hand is None:
            return
        if piece is None:
            play = ev.Play(seat=seat)
            mark = self.marks.add(play, None)
        else:
            barred = self.turned.barred(self._state)
            card, p, candidates = self.marks.read(piece, barred)
            play = ev.Play(seat=seat, card=card, confidence=round(p, 4), candidates=tuple((c, round(q, 4)) for c, q in candidates) or None)
            if seat == hand.turn:
                self.spots.learn(seat, piece.spot, self._centre, self.places.unit)
            mark = self.marks.add(play, piece, barred)
        mark.play = replace(play, at=self._at)
        self._emit(play, mark)

    def _middle(self, new: list[Piece]) -> Point:
        """The middle of the trick: of the picture, until a whole trick seen at once shows it better."""
        if len(new) == self._state.setup.seats and not self.spots.known:
            return sum(p.centre[0] for p in new) / len(new), sum(p.centre[1] for p in new) / len(new)
        return self._centre
