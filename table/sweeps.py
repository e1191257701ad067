"""Who took a trick off the table: which way its cards went, which pile grew, and which way each player's tricks have gone so far.

Piles lie where their owners like, so their places are learned from the tricks themselves. Somebody other than the winner is named only
when everything seen says so: an accusation needs a habit to compare with.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from table.pieces import Piece
from table.zones import Layout, Point

SWEPT = 2.5  # seconds round the end of a trick in which a pile that grows shows who took it
KNOWN = 2  # tricks a player must have taken before his pile counts as known
ALIKE = 30.0  # degrees between two ways to the same pile
UNLIKE = 60.0  # degrees from which a way is surely another
BEFORE = 0.72  # cosine from which a pile lies in a player's direction
PILE = 1.2  # card widths round a pile's middle


@dataclass(slots=True)
class _Habit:
    ways: list[float] = field(default_factory=list)  # degrees
    piles: list[Point] = field(default_factory=list)


@dataclass(slots=True)
class Sweeps:
    """What is known of where tricks go. Points are pixels, `unit` a card's width."""

    layout: Layout
    _habits: dict[int, _Habit] = field(default_factory=dict)
    _pieces: bool = False  # a pile was seen as several backs

    def gatherer(self, winner: int | None, trick: Sequence[Piece], backs: Sequence[Piece], moment: float, unit: float) -> int | None:
        """Who took the trick; the winner unless another is seen to have. None: nobody can say (the winner is open).

        trick  its pieces; `backs`: face-down pieces on the table; `moment` when the trick went
        """
        way, grown = _way(trick, unit), _grown(backs, moment)
        middle = sum(p.lay[0] for p in trick) / len(trick), sum(p.lay[1] for p in trick) / len(trick)
        seat = self._other(winner, way, grown, middle, unit)
        if way is None and winner is not None and seat is not None and not self._plain(winner, backs, moment, unit):
            seat = None
        if seat is None and winner is None and grown:
            seat = self._owner(grown, middle, unit)
        if seat is None and winner is None and way is not None and self.layout.seats == 2:
            dx, dy = math.cos(math.radians(way)), math.sin(math.radians(way))
            seat = self.layout.nearest((dx, dy), (0.0, 0.0))
        if seat is None:
            seat = winner
        if seat is not None and seat == winner:
            self._learn(seat, way, grown, unit)
        return seat

    def _other(self, winner: int | None, way: float | None, grown: Sequence[Point], middle: Point, unit: float) -> int | None:
        """Somebody whose habit this sweep fits while it does not fit the winner's."""
        fits = []
        for seat, habit in self._habits.items():
            if len(habit.ways) + len(habit.piles) < KNOWN:
                continue
            if way is not None and habit.ways:
                off = min(_apart(way, w) for w in habit.ways)
                if seat == winner and off < UNLIKE:
                    return None
                if seat != winner and off < ALIKE:
                    fits.append(seat)
            elif habit.piles and grown:
                near = [any(math.dist(g, p) < PILE * unit for p in habit.piles) for g in grown]
                if seat == winner and any(near):
                    return None
                if seat != winner and all(near):
                    fits.append(seat)
        if winner is not None and not self._compares(winner, way, grown, middle, unit):
            return None
        return fits[0] if len(fits) == 1 else None

    def _compares(self, winner: int, way: float | None, grown: Sequence[Point], middle: Point, unit: float) -> bool:
        """Whether the winner's habit is known well enough to say that this sweep is not his. Who has no pile yet begins one of his own,
        and not on the other side of the table; partners may share one."""
        habit = self._habits.get(winner, _Habit())
        if way is None and not habit.piles and not habit.ways and self.layout.seats < 4:
            return all(self.layout.lean(winner, g, middle, unit) < 0.0 for g in grown)
        return len(habit.ways if way is not None else habit.piles) >= KNOWN

    def _plain(self, winner: int, backs: Sequence[Piece], moment: float, unit: float) -> bool:
        """Whether a pile surely grew once the trick had gone, the winner's in view: of piles seen as several backs one stirs by itself."""
        self._pieces = self._pieces or any(math.dist(a.centre, b.centre) < PILE * unit for a in backs for b in backs if a is not b)
        piles = self._habits.get(winner, _Habit()).piles
        seen = not piles or any(math.dist(b.centre, p) < PILE * unit for b in backs if b.missed is None for p in piles)
        late = any(moment <= b.stirred <= moment + SWEPT for b in backs if b.rested is not None)
        return seen and late and not self._pieces

    def _owner(self, grown: Sequence[Point], middle: Point, unit: float) -> int | None:
        """Whose pile all that stirred lies on, as far as it is known; a new pile is its whom it lies before, if he had none."""
        near = [s for s, h in self._habits.items() if h.piles and all(any(math.dist(g, p) < PILE * unit for p in h.piles) for g in grown)]
        pile = _one(grown, unit)
        if near or pile is None:
            return near[0] if len(near) == 1 else None
        seat = self.layout.nearest(pile, middle)
        before = self.layout.lean(seat, pile, middle, 1.0) > BEFORE * math.dist(pile, middle)
        known = [p for h in self._habits.values() for p in h.piles]
        return seat if before and known and not self._habits.get(seat, _Habit()).piles else None

    def learn(self, seat: int, trick: Sequence[Piece], backs: Sequence[Piece], moment: float, unit: float) -> None:
        """`seat` is known to have taken a trick, for he led the next one."""
        self._learn(seat, _way(trick, unit), _grown(backs, moment), unit)

    def _learn(self, seat: int, way: float | None, grown: Sequence[Point], unit: float) -> None:
        habit, pile = self._habits.setdefault(seat, _Habit()), _one(grown, unit)
        if way is not None:
            habit.ways = [*habit.ways[-5:], way]
        if pile is not None:
            habit.piles = [*habit.piles[-5:], pile]

    def grew(self, backs: Sequence[Piece], moment: float, unit: float) -> bool:
        """True when a pile known from earlier tricks grew round a moment."""
        places = [p for habit in self._habits.values() for p in habit.piles]
        fresh = [b for b in backs if b.rested is not None and abs(b.stirred - moment) <= SWEPT]
        return any(math.dist(b.centre, p) < PILE * unit for b in fresh for p in places)


def _grown(backs: Sequence[Piece], moment: float) -> list[Point]:
    """Where backs came to lie, or stirred, round a moment."""
    return [b.centre for b in backs if b.rested is not None and abs(b.stirred - moment) <= SWEPT]


def _one(grown: Sequence[Point], unit: float) -> Point | None:
    """The pile all that stirred lies on, None when it lies on more than one."""
    if not grown or any(math.dist(g, grown[0]) > PILE * unit for g in grown):
        return None
    return sum(g[0] for g in grown) / len(grown), sum(g[1] for g in grown) / len(grown)


def _way(trick: Sequence[Piece], unit: float) -> float | None:
    """Degrees (as on the screen, y down) in which the cards went; None when they were not seen going."""
    gone = [(p.anchor[0] - p.lay[0], p.anchor[1] - p.lay[1]) for p in trick if math.dist(p.anchor, p.lay) > unit]
    if not gone:
        return None
    return math.degrees(math.atan2(sum(y for _, y in gone), sum(x for x, _ in gone)))


def _apart(a: float, b: float) -> float:
    return abs((a - b + 180.0) % 360.0 - 180.0)
