"""The card turned up under the talon: which piece it is, from the deal until the rules let it be drawn."""

import math

from table import events as ev
from table.games.declaring import Declaring
from table.marks import Marks
from table.observation import Observation
from table.pieces import Piece, Pieces
from table.state import State
from table.view import Rules
from table.zones import Places, turned

PLACE = 1.8  # card widths round its place within which nothing is played, unless the middle of the trick is nearer
ASIDE = 1.6  # card widths from the middle beyond which no trick is laid
EARLY = 1.5  # seconds a lone face lies there before it is the turned card without a talon in sight
AWAY = 0.5  # seconds out of sight after which the card laid beside it is the one that lies there now
ACROSS = 60.0  # degrees at which a card lies across another


class Turned:
    """Finds the turned card once a hand and keeps it. In games without one it finds nothing."""

    def __init__(self, there: bool) -> None:
        self._there = there
        self.piece: Piece | None = None
        self.place: tuple[float, float] | None = None  # where it lay when last seen
        self.drawn = False  # it was there in this hand, and is not any more
        self._known: Piece | None = None  # the piece that lay there as the card the log names
        self._beside: Piece | None = None  # the last card laid beside it that may be swapped for it

    def find(self, seen: Observation, state: State, pieces: Pieces, places: Places, marks: Marks) -> None:
        """Look for it in one frame."""
        if not self._there:
            return
        running = state.hand is not None and not state.hand.done
        piece = self.piece
        if piece is not None:
            left = not piece.here or (piece.rested is None and piece.lay != (0.0, 0.0))
            if undrawn(state):
                self.piece = piece if piece.here else None  # out of sight, not drawn: the talon still lies there
            elif left or piece.played:
                self.piece, self.drawn = None, running
        if self.piece is not None and self.piece.rested is not None:
            self.place = self.piece.lay
        if self.piece is not None or (self.drawn and running):
            return
        pair = places.turned(seen)
        found = pieces.of(pair[0].track) if pair else _odd_one_out(seen, state, pieces, places)
        known = state.hand.turned if running and state.hand is not None else None
        if found is None or marks.of(found) is not None:
            return
        # Once known it is only found again: the same face, or what lies in its place.
        again = known is None or found.card == known or self.place is None or math.dist(found.centre, self.place) <= places.unit
        if again:
            self.piece, self.drawn = found, False

    def lies(self, piece: Piece, state: State, middle: tuple[float, float], unit: float) -> bool:
        """True while `piece` is the turned card; by its face too, wherever vision puts it, while it cannot be anywhere else."""
        hand = state.hand
        if self.piece is piece:
            return True
        if self._seen_apart(piece, unit):
            return False  # both are in view: that one only reads the same
        if self.piece is not None and state.setup.deck.copies == 1 and piece.card is not None and piece.card == self.piece.card:
            return True  # it has not been drawn yet, whatever the rules say
        if hand is None or hand.done:
            return False
        known = state.setup.deck.copies == 1 and hand.turned is not None and piece.card == hand.turned
        if known and undrawn(state):
            return True
        if self.place is None or piece.played:
            return False
        # What is laid beside it, or in its place, is swapped for it; nobody plays a card there once it is drawn either.
        reach = (PLACE if undrawn(state) else PLACE / 2) * unit
        return math.dist(piece.centre, self.place) < min(reach, math.dist(piece.centre, middle))

    def beside(self, piece: Piece, unit: float) -> bool:
        """True for the turned card, for what vision makes of it, and for the card laid beside it to be swapped."""
        near = self.place is not None and math.dist(piece.centre, self.place) < PLACE / 2 * unit
        return near or piece is self.piece or piece is self._beside

    def swapped(self, state: State, game: Rules, pieces: Pieces, unit: float, at: float) -> ev.Swap | None:
        """The seven (or two) of trumps lies in its place: swapped by whoever has to act. None: nothing was, or the rules know no such swap.

        Half under the talon it may not be read; then it counts that it was seen beside the turned card before, and that both are gone.
        """
        hand, piece = state.hand, self.piece
        if hand is None or hand.done or hand.turned is None or hand.turn is None or self.place is None:
            self._known = self._beside = None
            return None
        if piece is not None and piece.laid and (piece is self._known or piece.card == hand.turned):
            self._known = piece
        known, beside = self._known, self._beside
        if beside is None or not beside.here:
            near = (p for p in pieces.here if math.dist(p.centre, self.place) < PLACE * unit)
            fresh = (p for p in near if p.laid and p.face == "up" and not p.played and p.card not in (None, hand.turned) and p is not known)
            beside = self._beside = next((p for p in fresh if self._swap(state, game, p.card) is not None), beside)
        if known is None or beside is None or at - known.seen <= AWAY:
            return None
        there = beside.laid and math.dist(beside.centre, self.place) < unit / 2
        unread = piece is not None and piece is not known and piece.laid and at - beside.seen > AWAY
        swap = self._swap(state, game, beside.card) if there or unread else None
        if swap is not None:
            self.piece = self._known = beside if there else piece
            self._beside = None
        return swap

    def _swap(self, state: State, game: Rules, card: str | None) -> ev.Swap | None:
        """The swap that puts `card` under the talon, where the rules allow it."""
        hand = state.hand
        if card is None or hand is None or hand.turn is None:
            return None
        swap = ev.Swap(seat=hand.turn, card=None if isinstance(game, Declaring) else card)
        after = game.after(state, swap)
        allowed = after.hand is not None and after.hand.turned == card and len(after.faults) == len(state.faults)
        return swap if allowed else None

    def _seen_apart(self, piece: Piece, unit: float) -> bool:
        lying = self.piece
        seen = lying is not None and lying.missed is None and lying.hits > 1 and piece.missed is None
        return seen and lying is not None and math.dist(lying.centre, piece.centre) > PLACE * unit

    def barred(self, state: State) -> tuple[str, ...]:
        """Cards that cannot be played now because they lie here in full view."""
        hand = state.hand
        if self.piece is None or hand is None or hand.done or hand.turned is None or state.setup.deck.copies > 1:
            return ()
        return (hand.turned,)


def undrawn(state: State) -> bool:
    """True while the rules say that the turned card still lies under the talon."""
    return state.hand is not None and not state.hand.done and state.hand.talon > 0


def _odd_one_out(seen: Observation, state: State, pieces: Pieces, places: Places) -> Piece | None:
    """The turned card where the talon is not seen: alone, aside and early; or, of more faces than a trick has, the only one lying
    across all the others."""
    hand = state.hand
    if hand is not None and not hand.done and (hand.plays or hand.tricks):
        return None
    faces = [p for p in pieces.here if p.laid and p.face == "up" and p.card is not None and not p.played]
    if len(faces) <= state.setup.seats:
        middle = places.layout.middle(seen.size)
        aside = [p for p in faces if math.dist(p.centre, middle) > ASIDE * places.unit and seen.at - (p.rested or seen.at) >= EARLY]
        return aside[0] if len(aside) == 1 and len(faces) == 1 else None
    across = [p for p in faces if all(turned(p.corners, q.corners) > ACROSS for q in faces if q is not p)]
    return across[0] if len(across) == 1 else None
