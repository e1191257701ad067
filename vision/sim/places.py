"""Where things lie on the simulated table, in table units: a card is 1.5 units long, x right, y down the picture, z up to the camera.

Seat 0 sits at the bottom of the picture; the others follow counter-clockwise or clockwise as the camera sees them, evenly spread.
"""

from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin
from random import Random

LONG = 1.5  # a card's long side
THICK = 0.0055  # a card's thickness: 0.3 mm where a card is 88 mm long
_CLOCKWISE = frozenset({"salisburghese"})
_EDGE = (7.2, 4.0)  # half of what a 16:9 picture shows, a little less


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card is: its middle, degrees clockwise on screen (0: its foot points at seat 0), height, tilt of its far end
    upwards, and how far it is turned over round its long side (degrees; its width shrinks, the face is told elsewhere)."""

    x: float
    y: float
    angle: float = 0.0
    z: float = 0.0
    tilt: float = 0.0
    roll: float = 0.0

    def moved(self, dx: float, dy: float, turn: float = 0.0) -> "Pose":
        """The same a little elsewhere."""
        return Pose(self.x + dx, self.y + dy, self.angle + turn, self.z)

    def ahead(self, along: float, across: float = 0.0) -> tuple[float, float]:
        """A point of the table `along` units towards the card's foot and `across` to its right."""
        a = radians(self.angle)
        return self.x - along * sin(a) + across * cos(a), self.y + along * cos(a) + across * sin(a)


@dataclass(frozen=True, slots=True)
class Places:
    """The geometry of one table: number of seats, direction, a card's width over its length."""

    seats: int
    direction: str = "counterclockwise"
    aspect: float = 2 / 3

    @classmethod
    def of(cls, game: str, seats: int, aspect: float) -> "Places":
        """Counter-clockwise but for Salisburghese."""
        return cls(seats, "clockwise" if game in _CLOCKWISE else "counterclockwise", aspect)

    @property
    def width(self) -> float:
        """A card's short side."""
        return LONG * self.aspect

    def towards(self, seat: int) -> tuple[float, float]:
        """Unit vector from the middle to a seat."""
        turn = 360 / self.seats * (1 if self.direction == "counterclockwise" else -1)
        a = radians(270 + seat * turn)
        return cos(a), -sin(a)

    def facing(self, seat: int) -> float:
        """Angle of a card that lies upright for `seat`."""
        tx, ty = self.towards(seat)
        return degrees(atan2(-tx, ty))

    def edge(self, seat: int) -> float:
        """Units from the middle to the picture's edge in a seat's direction."""
        tx, ty = self.towards(seat)
        return min(_EDGE[0] / max(abs(tx), 1e-9), _EDGE[1] / max(abs(ty), 1e-9))

    def before(self, seat: int, out: float, side: float = 0.0) -> tuple[float, float]:
        """A point `out` units from the middle towards a seat and `side` units to that player's right."""
        tx, ty = self.towards(seat)
        return tx * out + ty * side, ty * out - tx * side

    def body(self, seat: int, rng: Random) -> tuple[float, float]:
        """Where a player's arm comes from, out of the picture."""
        return self.before(seat, self.edge(seat) + 3.2, rng.uniform(0.3, 1.3))

    def trick(self, seat: int, rng: Random) -> Pose:
        """Where `seat` lays a card: a little before the middle, so that the cards of a trick overlap somewhat."""
        out = (0.5 if self.seats == 2 else 0.74) + rng.uniform(-0.08, 0.1)
        x, y = self.before(seat, out, rng.gauss(0, 0.1))
        return Pose(x, y, self.facing(seat) + max(-14.0, min(14.0, rng.gauss(0, 5))))

    def talon(self, rng: Random) -> Pose:
        """The stock: beside the trick for two players, between two seats for more."""
        if self.seats == 2:
            return Pose(4.1 + rng.uniform(-0.2, 0.3), rng.uniform(-0.4, 0.4), rng.gauss(0, 3))
        a, b = self.towards(self.seats - 1), self.towards(0)
        dx, dy = a[0] + b[0], a[1] + b[1]
        norm = hypot(dx, dy)
        return Pose(dx / norm * 3.9, dy / norm * (2.0 if self.seats == 4 else 2.9), rng.gauss(0, 3))

    def turned(self, talon: Pose, rng: Random) -> Pose:
        """The card turned up: at right angles to the talon, a good half of it looking out towards the middle."""
        side = -1 if talon.x > 0 else 1
        x, y = talon.ahead(rng.uniform(-0.1, 0.1), side * (self.width * 0.5 + rng.uniform(0.08, 0.2)))
        return Pose(x, y, talon.angle + 90 * side + rng.gauss(0, 2.5))

    def _sort(self, seat: int) -> str:
        """How a seat looks at the table: across it, along it or slantwise."""
        tx = abs(self.towards(seat)[0])
        return "across" if tx < 0.3 else "along" if tx > 0.95 else "slant"

    def pile(self, seat: int) -> Pose:
        """Won tricks: on the player's right, near the picture's edge; slantwise seats have theirs at the far edge."""
        tx, ty = self.towards(seat)
        match self._sort(seat):
            case "across":
                x, y = self.before(seat, 2.95, 2.55 if self.seats == 4 else 4.3)
            case "along":
                x, y = self.before(seat, 5.6, 2.2)
            case _:
                x, y = 2.5 * (1 if tx > 0 else -1), 3.1 * (1 if ty > 0 else -1)
        return Pose(x, y, self.facing(seat) + 90)

    def meld(self, seat: int, index: float, count: int, wide: bool = False) -> Pose:
        """Card `index` of `count` laid open before a player, left to right as he sees them; players at the sides, where there is
        little room, lay two rows. A row closes up when it grows long; `wide`: no stock lies in its way."""
        tx, ty = self.towards(seat)
        sort = self._sort(seat)
        rows = 1 if sort == "across" or count <= 3 else 2
        most = -(-count // rows)
        row = min(int(index // most), rows - 1)
        n = most if row == 0 else count - most
        # How far to his left and right the middles may lie: clear of his own pile and of the stock, and nearer to him than to anybody else.
        low, high = {
            "across": (-2.6, 1.2) if self.seats == 4 else (-5.0, 3.0),
            "along": (-3.3, 0.8),
            "slant": (-3.0 if wide else -2.0, 1.0),
        }[sort]
        if sort == "slant" and tx < 0:
            low, high = -high, -low
        side = (low + high) / 2 + (index - row * most - (n - 1) / 2) * min(self.width * 1.06, (high - low) / max(n - 1, 1))
        inner = row * (LONG + 0.12)
        match sort:
            case "across":
                x, y = self.before(seat, 3.08, side)
            case "along":
                x, y = self.before(seat, 6.28 - inner, side)
            case _:
                x, y = 5.2 * (1 if tx > 0 else -1) + ty * side - tx * inner, 1.7 * (1 if ty > 0 else -1) - tx * side - ty * inner
        return Pose(x, y, self.facing(seat))

    def monte(self, index: int, count: int) -> Pose:
        """The monte: a row in the middle."""
        return Pose((index - (count - 1) / 2) * self.width * 1.12, 0.0, 0.0)

    def hand(self, seat: int) -> tuple[float, float]:
        """Where a player holds his cards: out of the picture."""
        return self.before(seat, self.edge(seat) + 2.2, -0.2)
