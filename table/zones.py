"""Where things lie at the table: seats' directions in the picture, and what a place means (trick, turned card, pile, meld, hand).

Lengths are in card widths taken from the sightings' corners, so the camera's height does not matter. Angles are in degrees as seen
in the picture: 0 right, 90 up (away from whoever sits at the bottom), 180 left, 270 down.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from statistics import median

from table import seats as seating
from table.observation import Corners, Observation, Sighting

Point = tuple[float, float]


class Zone(Enum):
    """What the place of a card means."""

    TRICK = "trick"
    TURNED = "turned"  # the turned-up card, half covered by the talon
    TALON = "talon"
    PILE = "pile"  # face down before a player: tricks won
    MELD = "meld"  # face up before a player
    HAND = "hand"  # held, or cut by the picture's edge


CLOCKWISE = frozenset({"salisburghese"})  # the games whose order of play runs clockwise when nobody says otherwise


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the seats sit in the picture, and how far from the middle a trick reaches.

    seats       number of players
    direction   "counterclockwise" | "clockwise", as seen by the camera
    angles      degrees, one a seat, when the defaults (seat 0 at the bottom, evenly spread) do not fit
    centre      middle of the trick zone as shares of width and height
    reach       card widths from the middle beyond which a face-up card before a player is a meld (games with melds)
    """

    seats: int
    direction: str = seating.COUNTERCLOCKWISE
    angles: tuple[float, ...] | None = None
    centre: Point = (0.5, 0.5)
    reach: float = 2.2

    @classmethod
    def of(cls, game: str, seats: int) -> "Layout":
        """The usual layout of a game: counter-clockwise but for Salisburghese."""
        return cls(seats, seating.CLOCKWISE if game in CLOCKWISE else seating.COUNTERCLOCKWISE)

    def angle(self, seat: int) -> float:
        """Degrees at which `seat` sits."""
        if self.angles is not None:
            return self.angles[seat % len(self.angles)]
        return seating.angle(seat, self.seats, self.direction)

    def towards(self, seat: int) -> Point:
        """Unit vector from the middle to `seat` in pixels (x right, y down)."""
        a = math.radians(self.angle(seat))
        return math.cos(a), -math.sin(a)

    def middle(self, size: tuple[int, int]) -> Point:
        """Middle of the trick zone in pixels of a frame of `size`."""
        return self.centre[0] * size[0], self.centre[1] * size[1]

    def lean(self, seat: int, point: Point, middle: Point, unit: float) -> float:
        """How many card widths `point` lies towards `seat` from `middle` (negative: away from it)."""
        dx, dy = self.towards(seat)
        return ((point[0] - middle[0]) * dx + (point[1] - middle[1]) * dy) / unit

    def nearest(self, point: Point, middle: Point) -> int:
        """The seat in whose direction `point` lies."""
        return max(range(self.seats), key=lambda seat: self.lean(seat, point, middle, 1.0))


def sides(corners: Corners) -> tuple[float, float]:
    """Short and long side of a card, pixels (opposite sides averaged)."""
    a = (math.dist(corners[0], corners[1]) + math.dist(corners[2], corners[3])) / 2
    b = (math.dist(corners[1], corners[2]) + math.dist(corners[3], corners[0])) / 2
    return min(a, b), max(a, b)


def area(polygon: Sequence[Point]) -> float:
    """Area of a simple polygon, square pixels."""
    total = 0.0
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        total += x0 * y1 - x1 * y0
    return abs(total) / 2


def covered(card: Corners, by: Corners) -> float:
    """Share (0-1) of `card` that lies within `by`; both convex."""
    (ax, ay), (ox, oy) = zip(*card, strict=True), zip(*by, strict=True)
    if max(ax) <= min(ox) or max(ox) <= min(ax) or max(ay) <= min(oy) or max(oy) <= min(ay):  # mostly: far apart
        return 0.0
    shape: list[Point] = list(card)
    whole = area(shape)
    if whole <= 0:
        return 0.0
    turn = 1.0 if _signed(by) > 0 else -1.0
    for (x0, y0), (x1, y1) in zip(by, [*by[1:], by[0]], strict=True):
        cut: list[Point] = []
        for p, q in zip(shape, [*shape[1:], *shape[:1]], strict=True):
            side_p = turn * ((x1 - x0) * (p[1] - y0) - (y1 - y0) * (p[0] - x0))
            side_q = turn * ((x1 - x0) * (q[1] - y0) - (y1 - y0) * (q[0] - x0))
            if side_p >= 0:
                cut.append(p)
            if (side_p >= 0) != (side_q >= 0):
                t = side_p / (side_p - side_q)
                cut.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        shape = cut
        if not shape:
            return 0.0
    return min(1.0, area(shape) / whole)


def turned(a: Corners, b: Corners) -> float:
    """Degrees between the long sides of two cards, half turns alike."""
    return abs((_slope(a) - _slope(b) + 90.0) % 180.0 - 90.0)


def _slope(corners: Corners) -> float:
    (x0, y0), (x1, y1), (x2, y2), _ = corners
    short, _ = sides(corners)
    dx, dy = (x1 - x0, y1 - y0) if math.dist(corners[0], corners[1]) > 1.1 * short else (x2 - x1, y2 - y1)
    return math.degrees(math.atan2(dy, dx))


def _signed(polygon: Sequence[Point]) -> float:
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True))


@dataclass(frozen=True, slots=True)
class Scale:
    """The size of a card in this picture, learned from the cards seen: short and long side in pixels."""

    short: float
    long: float

    @classmethod
    def of(cls, cards: Iterable[Sighting]) -> "Scale | None":
        """The median card, None when none is in view."""
        pairs = [sides(s.corners) for s in cards]
        if not pairs:
            return None
        return cls(median(p[0] for p in pairs), median(p[1] for p in pairs))

    def fits(self, corners: Corners, slack: float = 0.3) -> bool:
        """True when a card of these corners has the usual size: what is held up, tilted or no card at all has not."""
        short, long = sides(corners)
        return abs(math.log(max(short, 1e-6) / self.short)) < slack and abs(math.log(max(long, 1e-6) / self.long)) < slack


@dataclass(slots=True)
class Places:
    """What the places in the picture have turned out to mean. Learns from each observation; `zone` says what a card's place means."""

    layout: Layout
    melds: bool = False
    scale: Scale | None = None
    talon: Point | None = None
    piles: dict[int, Point] = field(default_factory=dict)
    _sizes: list[Scale] = field(default_factory=list)

    MEMORY = 31  # sizes kept: a median over about as many frames at rest follows a moved camera within seconds

    @property
    def unit(self) -> float:
        """Width of a card, pixels."""
        return self.scale.short if self.scale else 100.0

    def learn(self, seen: Observation) -> None:
        """Take in one frame: the size of a card, the talon, the won piles."""
        # Faces that were read have their corners right; a pile's backs are seen in part, and are better than nothing at the start.
        read = [s for s in seen.cards if s.card is not None and (s.still or seen.rest)]
        here = Scale.of(read) or (None if self._sizes else Scale.of(seen.cards))
        if here is not None:
            if read:
                self._sizes = [*self._sizes[-self.MEMORY + 1 :], here]
            sizes = self._sizes or [here]
            self.scale = Scale(median(s.short for s in sizes), median(s.long for s in sizes))
        turned = self.turned(seen)
        if turned is not None:
            x, y = turned[1].centre
            old = self.talon or (x, y)
            self.talon = (old[0] + (x - old[0]) / 5, old[1] + (y - old[1]) / 5)
        middle = self.layout.middle(seen.size)
        for back in (s for s in seen.cards if s.face == "down" and s.still):
            if self.talon is not None and math.dist(back.centre, self.talon) < 1.2 * self.unit:
                continue
            self.piles[self.layout.nearest(back.centre, middle)] = back.centre

    def turned(self, seen: Observation) -> tuple[Sighting, Sighting] | None:
        """The turned-up card and the back that half covers it; of several the one nearest the known talon. None: not in view."""
        found: list[tuple[tuple[bool, float], Sighting, Sighting]] = []
        backs = [s for s in seen.cards if s.face == "down"]
        for card in (s for s in seen.cards if s.face == "up"):
            for back in backs:
                said = card.track in back.over
                # Which of the two lies on top vision may not know; that they overlap by half a card, corners tell as well.
                if said or 0.12 < covered(card.corners, back.corners) < 0.85:
                    far = 0.0 if self.talon is None else math.dist(back.centre, self.talon)
                    found.append(((back.track in card.over, far), card, back))
        if not found:
            return None
        near = min(found, key=lambda f: f[0])
        return near[1], near[2]

    def zone(self, card: Sighting, size: tuple[int, int]) -> Zone:
        """What the place of `card` means; the turned card is told apart by the tracker, which knows its piece."""
        point = card.centre
        if card.face == "down":
            at_talon = self.talon is not None and math.dist(point, self.talon) < 1.2 * self.unit
            return Zone.TALON if at_talon else Zone.PILE
        if self.cut(card.corners, size) or (self.scale is not None and not self.scale.fits(card.corners)):
            return Zone.HAND
        if self.melds and math.dist(point, self.layout.middle(size)) > self.layout.reach * self.unit:
            return Zone.MELD
        return Zone.TRICK

    def cut(self, corners: Corners, size: tuple[int, int]) -> bool:
        """True when more than a third of a card's width sticks out of the picture."""
        slack = self.unit / 3
        return any(x < -slack or y < -slack or x > size[0] + slack or y > size[1] + slack for x, y in corners)

    def shifted(self, dx: float, dy: float, size: tuple[int, int]) -> None:
        """The camera was bumped: everything learned moves by (dx, dy) pixels."""
        cx, cy = self.layout.centre
        self.layout = replace(self.layout, centre=(cx + dx / size[0], cy + dy / size[1]))
        if self.talon is not None:
            self.talon = (self.talon[0] + dx, self.talon[1] + dy)
        self.piles = {seat: (x + dx, y + dy) for seat, (x, y) in self.piles.items()}
