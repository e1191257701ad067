"""Pieces of card on the table, from frame to frame: the tracker's memory of what lies where, steadier than vision's tracks.

A piece is found again by its track, by its place, or (where the deck has one copy) by its face. It counts as laid after a few
observations at rest and as gone after a few observations without it: what flickers, is held, or is hidden for a moment changes nothing.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from table.observation import Corners, Observation, Sighting
from table.zones import Places, Point, covered, turned

LAID = 2  # observations at rest before a piece counts: one can be a hand passing over it
MISSED = 4  # observations without it before a piece is gone: vision drops a card for one or two frames under a moving hand
MISSED_FOR = 0.4  # seconds the same, for fast cameras
MISSED_MOVING = 2.5  # seconds after which even a scene that never comes to rest must have shown it
SAME_PLACE = 0.55  # card widths within which an unread or equal face is the same piece
ELSEWHERE = 1.0  # seconds within which a face seen elsewhere is the same piece moved; later it is another, misread
STIRRED = 0.25  # card widths a piece moves before it has to come to rest anew
LEFT = 0.6  # card widths from where it lay at which a card not played yet has been taken up
RIVAL = 0.5  # seconds within which nobody lays a second card over a first: they are two views of one
CAUGHT = 1.5  # seconds for which vision may take a card it has caught on its way to lie where it was caught
UNMOVED = 0.03  # card widths within which a card has not moved between two frames, whatever vision says of its last looks
SHIFTED = 0.12  # card widths by which a pile's top card lies elsewhere when a trick was laid on it; jitter is a third of that
TWISTED = 3.0  # degrees between two frames, for the same
LOST = 1.0  # seconds from the moment a card is laid over another in which vision may lose the lower one
STILL = 0.004  # share of the picture that changes when anything at all moves: camera noise is less
LATE = 0.35  # seconds after the last movement by which vision has seen what was laid
CALM = 0.02  # share of the picture that may change while absence still counts


@dataclass(frozen=True, slots=True)
class Reading:
    """What one track says the piece is."""

    card: str | None
    confidence: float
    candidates: tuple[tuple[str, float], ...]


@dataclass(slots=True, eq=False)
class Piece:
    """One piece of card.

    came    where it was first seen; `born` and `seen` when first and last
    missed  since when it is out of sight; `gone` the same, once it counts as gone
    early   it lay there when watching began
    played  the tracker has written it down as a play, or is about to
    double  it came without anything moving, nearly where another face lies: vision sees that one twice
    rival   a face seen a moment earlier that it largely covers: one of the two is a misreading, and the one that lasts is the card
    rested  since when it counts as laid; `lay` where
    anchor  where it lies but for jitter; `stirred` when it last moved more than that
    """

    number: int
    track: int
    face: str
    corners: Corners
    came: Point
    born: float
    seen: float
    early: bool = False
    double: bool = False
    rival: "Piece | None" = None
    played: bool = False
    hits: int = 0
    misses: int = 0
    missed: float | None = None
    gone: float | None = None
    visible: float = 1.0
    over: frozenset[int] = frozenset()
    age: int = 1
    still: bool = True
    rested: float | None = None
    lay: Point = (0.0, 0.0)
    anchor: Point = (0.0, 0.0)
    stirred: float = 0.0
    readings: dict[int, Reading] = field(default_factory=dict)

    @property
    def centre(self) -> Point:
        """Mean of the corners, pixels."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4

    @property
    def spot(self) -> Point:
        """Where it was laid; where it is, while it was not."""
        return self.centre if self.rested is None else self.lay

    @property
    def reading(self) -> Reading:
        """The surest of what its tracks said."""
        return max(self.readings.values(), key=lambda r: (r.card is not None, r.confidence))

    @property
    def card(self) -> str | None:
        """The code read, None while unread."""
        return self.reading.card

    @property
    def laid(self) -> bool:
        """True once it has been at rest long enough to count, and while it is."""
        return self.rested is not None and self.hits > 0

    @property
    def disputed(self) -> bool:
        """True while it may be the card seen a moment earlier in nearly the same place."""
        return self.rival is not None and self.rival.here and self.seen - self.born < 2 * RIVAL

    @property
    def here(self) -> bool:
        """True while it lies on the table, seen or only hidden for a moment."""
        return self.gone is None


class Pieces:
    """All pieces of card since watching began; `update` takes in one frame."""

    def __init__(self, copies: int, stills: bool = False) -> None:
        self._copies = copies
        self._stills = stills
        self._number = 0
        self._stirred = 0.0  # when anything last moved in the picture
        self.all: list[Piece] = []

    @property
    def here(self) -> list[Piece]:
        """Pieces on the table, oldest first."""
        return [p for p in self.all if p.here]

    def of(self, track: int) -> Piece | None:
        """The piece a track belongs to now."""
        return next((p for p in reversed(self.all) if p.here and p.track == track), None)

    def forget(self, before: float) -> None:
        """Drop pieces that were gone before a moment."""
        self.all = [p for p in self.all if p.here or (p.gone is not None and p.gone >= before)]

    def update(self, seen: Observation, places: Places) -> None:
        """Take in one frame."""
        if seen.bumped:
            self._shift(seen, places)
        unit = places.unit
        first = not self.all
        if seen.moving > STILL:
            self._stirred = seen.at
        found: dict[int, Piece] = {}
        rest = _distinct(seen.cards)
        for step in (self._by_track, self._by_place, self._by_face):
            left = []
            for s in rest:
                piece = step(s, [p for p in self.here if p.number not in found], unit, seen.at)
                if piece is None:
                    left.append(s)
                else:
                    found[piece.number] = piece
                    self._see(piece, s, seen, unit)
            rest = left
        for s in rest:
            piece = self._new(s, seen, first)
            piece.rival = self._rival(piece)
            piece.double = not self._stills and seen.at - self._stirred > LATE and any(_doubles(piece, p) for p in found.values())
            found[piece.number] = piece
        tracks = {p.track: p.number for p in found.values()}
        for s in seen.cards:
            if s.track in tracks:
                piece = found[tracks[s.track]]
                piece.over = frozenset(tracks[t] for t in s.over if t in tracks)
        for piece in self.here:
            if piece.number not in found:
                self._merge(piece, found, unit)
        for piece in found.values():
            self._settle(piece, seen.at)
        for piece in self.here:
            if piece.number not in found:
                self._miss(piece, seen, list(found.values()), unit)

    # ---- finding a piece again

    def _by_track(self, s: Sighting, free: list[Piece], unit: float, at: float) -> Piece | None:
        if self._stills:
            return None  # what lies at the same place in two pictures is the same card only if it reads so
        piece = next((p for p in free if p.track == s.track), None)
        if piece is None or not _differ(piece, s):
            return piece
        # Another face under the same track: a correction while the card lies as it lay, a new card if anything about its place changed.
        as_it_lay = piece.face == s.face and math.dist(piece.centre, s.centre) < 0.12 * unit and turned(piece.corners, s.corners) < 6.0
        return piece if as_it_lay else None

    def _by_place(self, s: Sighting, free: list[Piece], unit: float, at: float) -> Piece | None:
        near = [p for p in free if p.face == s.face and not _differ(p, s) and math.dist(p.centre, s.centre) < SAME_PLACE * unit]
        if not near and not self._stills:  # as it lay, and read as another card all at once: no second card is laid so exactly
            near = [p for p in free if p.face == s.face and at - p.seen < ELSEWHERE and math.dist(p.centre, s.centre) < 0.2 * unit]
            near = [p for p in near if turned(p.corners, s.corners) < 6.0]
        if self._stills and s.face == "up":
            near = [p for p in near if p.card == s.card and [c for c, _ in p.reading.candidates[:1]] == [c for c, _ in s.candidates[:1]]]
        if s.card is None and s.face == "up":  # an unread card on top of another is a new one unless it lies just as the other did
            near = [p for p in near if math.dist(p.centre, s.centre) < 0.3 * unit and turned(p.corners, s.corners) < 12.0]
        return min(near, key=lambda p: (p.card != s.card, math.dist(p.centre, s.centre)), default=None)

    def _by_face(self, s: Sighting, free: list[Piece], unit: float, at: float) -> Piece | None:
        if s.card is None or s.face == "down" or self._stills:
            return None
        twins = [p for p in free if p.card == s.card and p.face == "up" and at - p.seen <= ELSEWHERE]
        if self._copies > 1:  # a twin is another piece, but for one just swept away: missed already, and not under the new one
            twins = [p for p in twins if p.missed is not None and covered(p.corners, s.corners) < 0.3]
        return next(iter(twins), None)

    # ---- what a sighting changes

    def _new(self, s: Sighting, seen: Observation, early: bool) -> Piece:
        self._number += 1
        piece = Piece(self._number, s.track, s.face, s.corners, s.centre, seen.at, seen.at, early)
        piece.readings[s.track] = Reading(s.card, s.confidence, s.candidates)
        piece.hits = int(s.still)
        piece.anchor, piece.stirred = s.centre, seen.at
        piece.visible, piece.age, piece.still = s.visible, s.age, s.still
        self.all.append(piece)
        return piece

    def _see(self, piece: Piece, s: Sighting, seen: Observation, unit: float) -> None:
        moved = math.dist(piece.centre, s.centre)
        if moved > STIRRED * unit:
            piece.hits = 0
        if math.dist(piece.anchor, s.centre) > SHIFTED * unit or (piece.still and turned(piece.corners, s.corners) > TWISTED):
            piece.anchor, piece.stirred = s.centre, seen.at
        if not piece.played and piece.rested is not None and math.dist(piece.lay, s.centre) > LEFT * unit:
            # Drawn, or played from where it lay open: it has to come to rest anew.
            piece.rested, piece.hits, piece.came = None, 0, piece.lay
        still = s.still or moved < UNMOVED * unit
        piece.hits = piece.hits + 1 if still else 0
        piece.track, piece.corners, piece.seen, piece.face = s.track, s.corners, seen.at, s.face
        piece.visible, piece.age, piece.still = s.visible, s.age, still
        piece.misses, piece.missed = 0, None
        old = piece.readings.get(s.track)
        if old is None or s.card is not None or old.card is None:
            piece.readings[s.track] = Reading(s.card, s.confidence, s.candidates)

    def _miss(self, piece: Piece, seen: Observation, found: list[Piece], unit: float) -> None:
        if self._hidden(piece, found, unit) and not self._stills:
            return
        piece.still = False
        piece.hits = 0 if piece.rested is None else piece.hits
        if piece.missed is None:
            piece.missed = seen.at
        calm = seen.rest or seen.moving <= CALM
        piece.misses += calm
        long = seen.at - piece.missed
        known = piece.rested is not None
        if self._stills or (piece.misses >= (MISSED if known else LAID) and (long >= MISSED_FOR or not known)) or long >= MISSED_MOVING:
            piece.gone = piece.missed

    def _merge(self, piece: Piece, found: dict[int, Piece], unit: float) -> None:
        """A piece not seen now whose face lies beside it under another number: vision had both for a moment; it is one piece."""
        heir = next((p for p in found.values() if p.rival is piece and p.disputed), None)
        if heir is not None:
            piece.readings, heir.rival = {}, None
            self._inherit(piece, heir, found)
            return
        if self._copies > 1:
            return
        if piece.seen - piece.born < CAUGHT:  # seen on its way, and taken to lie where it was caught
            code = piece.card or max(piece.reading.candidates, key=lambda c: c[1], default=("", 0.0))[0]
            real = next((p for p in found.values() if p.card == code and p.laid and 0.0 <= p.born - piece.born < CAUGHT), None)
            if real is not None and piece.face == "up":
                self._inherit(piece, real, found)
                piece.rested, piece.lay, piece.anchor = real.rested, real.lay, real.anchor
                return
        if piece.card is None:
            return
        twin = next((p for p in found.values() if p.card == piece.card and math.dist(p.centre, piece.centre) < SAME_PLACE * unit), None)
        if twin is not None and twin.born > piece.born:
            self._inherit(piece, twin, found)

    def _inherit(self, piece: Piece, twin: Piece, found: dict[int, Piece]) -> None:
        piece.track, piece.corners, piece.seen, piece.hits, piece.still = twin.track, twin.corners, twin.seen, twin.hits, twin.still
        piece.readings.update(twin.readings)
        piece.misses, piece.missed, twin.gone = 0, None, twin.seen
        del found[twin.number]
        found[piece.number] = piece

    def _rival(self, new: Piece) -> Piece | None:
        if self._stills or new.face == "down":
            return None
        faces = (p for p in self.here if p is not new and p.face == "up" and p.card != new.card and new.born - p.born <= RIVAL)
        return next((p for p in faces if not p.early and covered(p.corners, new.corners) > 0.35), None)

    def _hidden(self, piece: Piece, found: list[Piece], unit: float) -> bool:
        """True while a card laid later covers most of it where it was laid (or any of it, if vision lost it just then); a pile of
        backs hides no trick, it has swallowed it."""
        if piece.rested is None or math.dist(piece.centre, piece.lay) > unit:
            return False
        for other in found:
            if other.face == piece.face and other.born > piece.born:
                share = covered(piece.corners, other.corners)
                if share > 0.5 or (share > 0.1 and abs(other.born - piece.seen) < LOST):
                    return True
        return False

    def _settle(self, piece: Piece, at: float) -> None:
        if piece.rested is None and piece.still and (piece.hits >= LAID or (self._stills and piece.hits)):
            piece.rested, piece.lay = at, piece.centre

    def _shift(self, seen: Observation, places: Places) -> None:
        """The camera was bumped: move everything by what the cards known again have moved."""
        moves = []
        for s in seen.cards:
            piece = next((p for p in self.here if p.track == s.track or (s.card is not None and p.card == s.card)), None)
            if piece is not None:
                moves.append((s.centre[0] - piece.centre[0], s.centre[1] - piece.centre[1]))
        if not moves:
            return
        dx, dy = median(m[0] for m in moves), median(m[1] for m in moves)
        for piece in self.here:
            a, b, c, d = ((x + dx, y + dy) for x, y in piece.corners)
            piece.corners = (a, b, c, d)
            piece.came, piece.lay, piece.anchor = ((x + dx, y + dy) for x, y in (piece.came, piece.lay, piece.anchor))
        places.shifted(dx, dy, seen.size)


def _differ(piece: Piece, s: Sighting) -> bool:
    """Both read, and not the same; or one lies face up and the other down."""
    if piece.face != s.face:
        return True
    return piece.card is not None and s.card is not None and piece.card != s.card


def _doubles(new: Piece, old: Piece) -> bool:
    """The same outline, a little shifted along the card."""
    if old.face != new.face or old.card is None or old.rested is None:
        return False
    return covered(new.corners, old.corners) > 0.55 and turned(new.corners, old.corners) < 8.0


def _distinct(cards: Sequence[Sighting]) -> list[Sighting]:
    """The sightings without the doubles: one card reported twice at the same place, the surer one kept."""
    kept: list[Sighting] = []
    for s in sorted(cards, key=lambda s: (s.card is not None, s.confidence), reverse=True):
        same = (k for k in kept if k.face == s.face and covered(s.corners, k.corners) > 0.8 and covered(k.corners, s.corners) > 0.8)
        if next(same, None) is None:
            kept.append(s)
    return [s for s in cards if s in kept]
