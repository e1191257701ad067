"""From what the camera sees to what happened: Observations in, Events out.

The tracker knows the table, not the rules: whose turn it is, which cards are gone and when a hand ends it asks the state (`TableView`).
A card becomes a play once it lies at rest in the trick zone; what is held, half covered by the talon, face down or seen only for a
moment never does. Nothing is guessed: an unread card is a hole with its candidates, filled by a `correct` once it is read or once the
other cards leave nothing else.
"""

import math
from dataclasses import replace

from table import events as ev
from table import seats
from table.marks import LYING, Mark, common_suit
from table.observation import Observation
from table.pieces import CAUGHT, ELSEWHERE, MISSED_FOR, Piece
from table.spots import assign
from table.turned import undrawn
from table.watching import Watching
from table.zones import Point, Zone, covered

PATIENCE = 1.2  # seconds an unread card may lie before it is written down as a hole: evidence is still coming in
PLAUSIBLE = 0.15  # a face that looks like no card of the deck (a glass, a coaster) waits until the game needs it
LIKELY = 0.005  # probability from which a card is told as a candidate
OUT_OF_TURN = 1.0  # seconds the card of the player whose turn it is may be seen late, before another is out of turn
NO_TALON = 4.0  # seconds after which a game with a turned card goes on although none was seen
REACH = 2.5  # card widths from the middle within which an unread face may be a card played
ASIDE = 1.7  # and from the middle of a trick laid beside the last one; twice that from the last trick for the first card there
FAR = 4.5  # and any face: what lies farther is a pile, a hand, somebody else's
SHUFFLING = 3.0  # seconds at least from the last trick of a hand to the turned card of the next
SWEEPING = 0.8  # seconds after a trick began to move in which a new face has to lie as long to count
HIDDEN = 1.5  # seconds a new card waits when the rest of its trick is out of sight: hidden under it, or gone?


class Tracker(Watching):
    """Follows one table. `observe` takes frames in order; what it returns must be appended to the session in that order."""

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
        self._shown(seen)
        self._lay(seen)
        self._correct()
        if self.places.melds:
            self.open.look(seen, self._state, self.pieces, self.places, self.turned)
        self.pieces.forget(seen.at - 600.0)
        return self._out

    def offers(self) -> list[ev.Event]:
        """What lies open and waits for a word, as the events one tap would record. The trick before it is seen gathered first."""
        return [] if self._gathering else self.open.now()

    def questions(self) -> list[int]:
        """Seqs of the plays still open, the most doubtful first: what one tap would settle."""
        return self.marks.questions()

    # ---- the hand and the turned card

    def _open(self, seen: Observation) -> None:
        """Begin a hand: at its turned card, or at its first card where there is none."""
        if self._hand is not None:
            return
        if any(m.piece is not None and m.piece.here and not m.retracted for m in self.marks.all):
            return  # the last trick still lies there
        if not self._cleared():
            return
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

    def _cleared(self) -> bool:
        """False until the last trick has been seen gathered and its owner had time for more than that: a card caught by the eye on its
        way to a pile may look like one turned up under it."""
        went = max((m.piece.gone for m in self.marks.all if m.piece is not None and m.piece.gone is not None), default=-math.inf)
        return self._stills or self._at - went > SHUFFLING

    def _trump(self) -> None:
        hand, card = self._hand, self.turned.piece
        if hand is None or card is None or hand.trump is not None or not card.laid or self.marks.turned is not None:
            return
        code, p, candidates = card.card, card.reading.confidence, card.reading.candidates
        if code is None:  # the cards played since may leave only one of its candidates
            code, p, candidates = self.marks.read(card, ())
        if code in self._state.setup.deck.faces or (code is None and self._at - (card.rested or self._at) > PATIENCE):
            suit = None if code else common_suit(candidates)
            turned = ev.Trump(card=code, suit=suit, confidence=round(p, 4), candidates=candidates or None)
            self._emit(turned, self.marks.turn_up(code, card))

    # ---- cards that come

    def _ready(self, seen: Observation) -> list[Piece]:
        """Pieces at rest in the trick zone that are no play yet."""
        found = []
        tracks = {s.track: s for s in seen.cards}
        for piece in self.pieces.here:
            s = tracks.get(piece.track)
            if piece.rested is not None and piece.rested < self._played_from:
                continue
            if s is None or self.pieces.of(piece.track) is not piece:
                continue
            if not piece.laid or piece.face != "up" or piece.double or piece.disputed:
                continue
            if self.marks.of(piece) is not None or self._on_talon(piece):
                continue
            if self.turned.lies(piece, self._state, self._centre, self.places.unit):
                continue
            zone = self.places.zone(s, seen.size)
            middle = zone is Zone.TRICK or (zone is Zone.MELD and self._aside(piece))
            if middle and not self._far(piece, FAR) and not self._again(piece):
                found.append(piece)
        return found

    def _aside(self, piece: Piece) -> bool:
        """True where the running trick is, or will be, laid beside the last one, which still lies there."""
        hand, unit = self._hand, self.places.unit
        if hand is None or not hand.tricks:
            return False
        if hand.plays:
            return self._beside != (0.0, 0.0) and math.dist(piece.spot, self._middle([])) < ASIDE * unit
        last = [m.piece for m in self._marks_of(hand.tricks[-1].plays) if m.piece is not None]
        beside = min((math.dist(piece.spot, p.lay) for p in last if p.laid and p.missed is None), default=math.inf)
        return beside < 2 * ASIDE * unit and not self._far(piece, 2 * ASIDE)

    def _far(self, piece: Piece, reach: float) -> bool:
        return math.dist(piece.spot, self._centre) > reach * self.places.unit

    def _on_talon(self, piece: Piece) -> bool:
        drawing = self._turns_up and (self._hand is None or undrawn(self._state))
        return drawing and self.places.talon is not None and math.dist(piece.centre, self.places.talon) < self.places.unit

    def _again(self, piece: Piece) -> bool:
        """True when the piece is one already played that was out of sight: then it is that piece from now on."""
        unit, hand, single = self.places.unit, self._hand, self._state.setup.deck.copies == 1
        running = {p.seq for p in hand.plays} if hand is not None else set()
        lying = running | {m.seq for m in self._last_lying()}
        for mark in self.marks.all:
            old = mark.piece
            if mark.retracted or (old is not None and old.here) or not (single or mark.seq in lying):
                continue  # of a trick swept away a twin may be laid in the same place
            alike = piece.card is not None and piece.card == mark.card
            near = old is not None and math.dist(old.centre, piece.centre) < 0.4 * unit and self._at - old.seen < 10.0
            tapped = old is None and mark.human
            swept = single and old is not None and self._at - old.seen < ELSEWHERE
            moved = single and mark.seq in running  # caught on its way here, or pushed while nobody looked
            alike = alike and (near or tapped or ((swept or moved) and not self._stills))
            if alike or (near and piece.card is None and mark.seq in running):
                if old is not None:
                    piece.readings = {**old.readings, **piece.readings}
                mark.piece, piece.played = piece, True
                return True
        return False

    def _last_lying(self) -> list[Mark]:
        """Plays of the last trick while any of it still lies there."""
        hand = self._hand
        marks = self._marks_of(hand.tricks[-1].plays) if hand is not None and hand.tricks and not hand.plays else []
        return marks if any(m.piece is not None and m.piece.here for m in marks) else []

    def _playing(self) -> bool:
        """False while something else lies in the middle: the auction, the monte."""
        hand = self._hand
        if hand is None or hand.phase == "play":
            return hand is not None
        if getattr(hand.own, "laid_away", False):
            return True
        self._played_from = self._at
        return False

    def _lay(self, seen: Observation) -> None:
        """New cards on the trick, in order, each with its seat."""
        new = self._ready(seen) if self._playing() else []
        if self._opening_card(new):
            return
        leaving = self._leaving(new)
        hidden = [] if leaving else self._hidden(new)
        if new and any(self._at - (p.rested or self._at) < PATIENCE for p in hidden):
            return  # what was laid after it waits with it
        new = [*(p for p in hidden if p.missed is None), *new]
        new = self._worth([*leaving, *new], leaving)
        while new and self._hand is not None:
            if not set(new) <= set(leaving) and (self._replaced(new) or not self._settle_old(new)):
                return  # a retraction the session has to fold first; or the old trick has to show itself
            hand = self._hand
            if hand is None:
                return
            laid = [p.seat for p in hand.plays]
            if hand.tricks and not hand.plays:
                leader = assign(new[:1], None, (), self.spots, self._centre, self.places.unit)[0][0][1]
                self._taken_in(hand, self._marks_of(hand.tricks[-1].plays), leader)
                hand = self._hand or hand
            chosen, _ = assign(new, hand.turn, laid, self.spots, self._middle(new), self.places.unit)
            if self._too_early(chosen, hand.turn) or self._misled(hand, chosen[0][1]):
                return
            for piece, seat in chosen:
                self._play(piece, seat)
            new = [p for p in new if self.marks.of(p) is None]

    def _too_early(self, chosen: list[tuple[Piece, int]], turn: int | None) -> bool:
        """Somebody else's card lies there before that of the player whose turn it is: it may only have been seen first."""
        piece, seat = chosen[0]
        if turn is None or seat == turn or piece.rested is None or self._stills:
            return False
        came = self.spots.came(seat, piece, self.places.unit) > 1.0
        return self._at - piece.rested < (OUT_OF_TURN if came else 2.5 * OUT_OF_TURN)

    def _leaving(self, new: list[Piece]) -> list[Piece]:
        """Unread cards still waiting when their trick is swept away: now or never. What vanishes while the others lie was no card."""
        hand = self._hand
        gone = [p for p in self._held if p not in new and (p.missed is not None or not p.laid) and self.marks.of(p) is None]
        if not gone or hand is None:
            return []
        others = [m.piece for m in self._marks_of(hand.plays) if m.piece is not None]
        if any(p.missed is None and p.laid for p in others):
            return []
        # A whole trick may have been waiting; a face that came and went alone, or a moment ago, is nothing.
        waited = any(p.card is not None and p.rested is not None and p.seen - p.rested >= SWEEPING for p in gone)
        return gone if others or waited else []

    def _hidden(self, new: list[Piece]) -> list[Piece]:
        """Unread cards that wait and are not seen just now: vision dropped them for a moment, or the next card lies over them."""
        waiting = (p for p in self._held if p not in new and p.here and p.seen < self._at and self.marks.of(p) is None)
        return [p for p in waiting if p.missed is None or self._at - p.missed <= MISSED_FOR]

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
        for piece in self._held:
            piece.played = True  # or soon: where it was laid counts, not where it is swept to
        for piece in sorted(new, key=lambda p: p.born):
            card, p, _ = self.marks.read(piece, self._barred())
            if piece.card is None and self._ghost(piece):
                continue
            if self._twofold(piece) and self._at - (piece.rested or self._at) < PATIENCE:
                break
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

    def _ghost(self, piece: Piece) -> bool:
        """A face that looks like no card, where cards read before it lie: vision puts them together otherwise for a moment."""
        if self._stills or max((q for _, q in piece.reading.candidates), default=0.0) >= PLAUSIBLE:
            return False
        older = (p for p in self.pieces.here if p.card is not None and p.face == "up" and p.missed is None and p.born < piece.born)
        return sum(covered(piece.corners, p.corners) for p in older) > 0.5

    def _twofold(self, piece: Piece) -> bool:
        """A card seen where another lies that was read the same a moment ago: one of the two was caught on its way."""
        if self._stills or piece.card is None or self._state.setup.deck.copies > 1:
            return False
        others = (p for p in self.pieces.here if p.card == piece.card and p is not piece and p.face == "up")
        return any(abs(p.born - piece.born) < CAUGHT for p in others)

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
        return any(math.dist(piece.centre, p.centre) < 1.3 * self.places.unit for p in new)

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
            barred = self._barred()
            card, p, candidates = self.marks.read(piece, barred)
            likely = tuple((c, round(q, 4)) for c, q in candidates if q >= LIKELY)
            play = ev.Play(seat=seat, card=card, confidence=round(p, 4), candidates=likely or None)
            if self._accuses(play, p):
                play = replace(play, card=None)
            if seat == hand.turn:
                self.spots.learn(seat, piece.spot, self._middle([]), self.places.unit)
            mark = self.marks.add(play, piece, barred)
        mark.play = replace(play, at=self._at)
        self._emit(play, mark)

    def _barred(self) -> tuple[str, ...]:
        sure = self.marks.trump_seq is None or self.marks.sure(self.marks.trump_seq, LYING)
        return self.turned.barred(self._state) if sure else ()

    def _middle(self, new: list[Piece]) -> Point:
        """The middle of the trick: of the picture, until a whole trick seen at once shows it better; elsewhere while the last trick
        is left lying there."""
        hand = self._hand
        if len(new) == self._state.setup.seats and not self.spots.known:
            return sum(p.centre[0] for p in new) / len(new), sum(p.centre[1] for p in new) / len(new)
        if hand is not None and not hand.plays and new:
            self._beside = (0.0, 0.0)
            last = [m.piece for m in self._marks_of(hand.tricks[-1].plays) if m.piece is not None] if hand.tricks else []
            if hand.turn is not None and last and all(p.laid and p.missed is None for p in last) and not self._stills:
                x, y = self.spots.expected(hand.turn)
                x, y = self._centre[0] + x * self.places.unit, self._centre[1] + y * self.places.unit
                self._beside = new[0].spot[0] - x, new[0].spot[1] - y
        return self._centre[0] + self._beside[0], self._centre[1] + self._beside[1]
