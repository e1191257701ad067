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
    _pieces: bool = False  # a pile was seen as several backs: then one that stirs tells nothing

    def gatherer(self, winner: int | None, trick: Sequence[Piece], backs: Sequence[Piece], moment: float, unit: float) -> int | None:
        """Who took the trick; the winner unless another is seen to have. None: nobody can say (the winner is open).

        trick  its pieces; `backs`: face-down pieces on the table; `moment` when the trick went
        """
        way = _way(trick, unit)
        self._pieces = self._pieces or any(math.dist(a.centre, b.centre) < PILE * unit for a in backs for b in backs if a is not b)
        grown = [b.centre for b in backs if b.rested is not None and abs(b.stirred - moment) <= SWEPT]
        seat = self._other(winner, way, grown, unit)
        if seat is None and winner is None and grown:
            seat = self._owner(trick, grown, unit)
        if seat is None and winner is None and way is not None and self.layout.seats == 2:
            dx, dy = math.cos(math.radians(way)), math.sin(math.radians(way))
            seat = self.layout.nearest((dx, dy), (0.0, 0.0))
        if seat is None:
            seat = winner
        if seat is not None and seat == winner:
            self._learn(seat, way, grown)
        return seat

    def _other(self, winner: int | None, way: float | None, grown: Sequence[Point], unit: float) -> int | None:
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
            elif habit.piles and grown and not self._pieces:
                near = any(math.dist(g, p) < PILE * unit for g in grown for p in habit.piles)
                if seat == winner and near:
                    return None
                if seat != winner and near and len(grown) == 1:
                    fits.append(seat)
        known = self._habits.get(winner) if winner is not None else None
        if winner is not None and (known is None or len(known.ways if way is not None else known.piles) < KNOWN):
            return None
        return fits[0] if len(fits) == 1 else None

    def _owner(self, trick: Sequence[Piece], grown: Sequence[Point], unit: float) -> int | None:
        """Whose pile all that stirred lies on, as far as it is known; a new pile is its whom it lies before, if he had none."""
        near = [s for s, h in self._habits.items() if h.piles and all(any(math.dist(g, p) < PILE * unit for p in h.piles) for g in grown)]
        if near or len(grown) > 1:
            return near[0] if len(near) == 1 else None
        middle = sum(p.lay[0] for p in trick) / len(trick), sum(p.lay[1] for p in trick) / len(trick)
        seat = self.layout.nearest(grown[0], middle)
        before = self.layout.lean(seat, grown[0], middle, 1.0) > BEFORE * math.dist(grown[0], middle)
        known = [p for h in self._habits.values() for p in h.piles]
        return seat if before and known and not self._habits.get(seat, _Habit()).piles else None

    def learn(self, seat: int, trick: Sequence[Piece], backs: Sequence[Piece], moment: float, unit: float) -> None:
        """`seat` is known to have taken a trick, for he led the next one."""
        self._learn(seat, _way(trick, unit), [b.centre for b in backs if b.rested is not None and abs(b.stirred - moment) <= SWEPT])

    def _learn(self, seat: int, way: float | None, grown: Sequence[Point]) -> None:
        habit = self._habits.setdefault(seat, _Habit())
        if way is not None:
            habit.ways = [*habit.ways[-5:], way]
        if len(grown) == 1:
            habit.piles = [*habit.piles[-5:], grown[0]]

    def grew(self, backs: Sequence[Piece], moment: float, unit: float) -> bool:
        """True when a pile known from earlier tricks grew round a moment."""
        places = [p for habit in self._habits.values() for p in habit.piles]
        fresh = [b for b in backs if b.rested is not None and abs(b.stirred - moment) <= SWEPT]
        return any(math.dist(b.centre, p) < PILE * unit for b in fresh for p in places)


def _way(trick: Sequence[Piece], unit: float) -> float | None:
    """Degrees (as on the screen, y down) in which the cards went; None when they were not seen going."""
    gone = [(p.anchor[0] - p.lay[0], p.anchor[1] - p.lay[1]) for p in trick if math.dist(p.anchor, p.lay) > unit]
    if not gone:
        return None
    return math.degrees(math.atan2(sum(y for _, y in gone), sum(x for x, _ in gone)))


def _apart(a: float, b: float) -> float:
    return abs((a - b + 180.0) % 360.0 - 180.0)
