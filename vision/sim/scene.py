"""The simulated table over time: every piece of card with its way, every hand with its way. No pixels, no randomness.

All of it can be asked for any moment: `Scene.at(t)`. A piece is out of sight before its first leg and while a leg has put it in a hand.
"""

from bisect import bisect_right
from dataclasses import dataclass, field

from vision.sim.places import Pose

HELD = "hand"  # the zone of a card in somebody's hand: carried over the table, or (at rest) out of sight


@dataclass(frozen=True, slots=True)
class Leg:
    """A piece moves from `a` to `b` between `start` and `stop` (equal times: it is simply there).

    face   how it lies at the end; `turned` says that it is turned over half way
    order  what lies higher has the larger order
    lift   height in the middle of the way, units
    """

    start: float
    stop: float
    a: Pose
    b: Pose
    face: str
    zone: str
    seat: int | None
    order: float
    lift: float = 0.7
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece at one moment."""

    piece: "Piece"
    pose: Pose
    face: str
    zone: str
    seat: int | None
    order: float
    moving: bool


def ease(share: float) -> float:
    """0..1 → 0..1, slow at both ends."""
    s = min(1.0, max(0.0, share))
    return s * s * (3 - 2 * s)


def between(a: Pose, b: Pose, share: float) -> Pose:
    """A pose on the way from a to b; angles take the shorter turn."""
    turn = (b.angle - a.angle + 180) % 360 - 180
    return Pose(
        a.x + (b.x - a.x) * share,
        a.y + (b.y - a.y) * share,
        a.angle + turn * share,
        a.z + (b.z - a.z) * share,
        a.tilt + (b.tilt - a.tilt) * share,
    )


@dataclass(slots=True, eq=False)
class Piece:
    """One piece of card: its face, which back design it has, and its way. Two copies of a card are two pieces."""

    code: str
    back: int = 0
    legs: list[Leg] = field(default_factory=list)
    _starts: list[float] = field(default_factory=list)

    def go(self, leg: Leg) -> None:
        """Append a leg; legs are added in order of time."""
        self.legs.append(leg)
        self._starts.append(leg.start)

    @property
    def last(self) -> Leg | None:
        """The leg that says where the piece ends up."""
        return self.legs[-1] if self.legs else None

    def at(self, t: float) -> Placed | None:
        """Where the piece is; None while it is out of sight."""
        i = bisect_right(self._starts, t) - 1
        if i < 0:
            return None
        leg = self.legs[i]
        if t >= leg.stop:
            if leg.zone == HELD:
                return None
            return Placed(self, leg.b, leg.face, leg.zone, leg.seat, leg.order, False)
        share = ease((t - leg.start) / (leg.stop - leg.start))
        pose = between(leg.a, leg.b, share)
        height = 4 * share * (1 - share) * leg.lift
        tilt = pose.tilt + (height * 16 if leg.lift > 0.2 else 0)
        before = {"up": "down", "down": "up"}[leg.face] if leg.turned else leg.face
        face = before if share < 0.5 else leg.face
        pose = Pose(pose.x, pose.y, pose.angle, pose.z + height, tilt, 180 * share if leg.turned else 0.0)
        return Placed(self, pose, face, HELD, leg.seat, leg.order + 1e6, True)


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand comes in, does something, goes away: grip points over time, and where its arm starts.

    keys   (time, x, y, lift) of the finger tips, in order of time; lift: height in the middle of the way there
    owner  seat; a spectator has the number of seats
    """

    owner: int
    body: tuple[float, float]
    keys: tuple[tuple[float, float, float, float], ...]

    @property
    def start(self) -> float:
        return self.keys[0][0]

    @property
    def stop(self) -> float:
        return self.keys[-1][0]

    def at(self, t: float) -> tuple[float, float, float] | None:
        """The finger tips at time t; None while the hand is away."""
        if not self.start <= t < self.stop:
            return None
        i = bisect_right([k[0] for k in self.keys], t)
        (t0, x0, y0, _), (t1, x1, y1, lift) = self.keys[i - 1], self.keys[i]
        share = ease((t - t0) / (t1 - t0))
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, 4 * share * (1 - share) * lift


@dataclass(frozen=True, slots=True)
class Thing:
    """An object that is no card (a glass), on the table between two moments."""

    kind: str
    x: float
    y: float
    start: float
    stop: float


@dataclass(frozen=True, slots=True)
class Scene:
    """One hand of cards: all pieces and hands, and when it is over (seconds)."""

    pieces: tuple[Piece, ...]
    reaches: tuple[Reach, ...]
    length: float
    things: tuple[Thing, ...] = ()
    light: tuple[tuple[float, float], ...] = ()  # (from when, brightness)
    bumps: tuple[tuple[float, float, float, float], ...] = ()  # (when, dx, dy in units, turn in degrees)

    def at(self, t: float) -> list[Placed]:
        """Every piece in sight, lowest first."""
        placed = [p for piece in self.pieces if (p := piece.at(t)) is not None]
        placed.sort(key=lambda p: p.order)
        return placed

    def hands(self, t: float) -> list[tuple[Reach, tuple[float, float, float]]]:
        """Every hand over the table with its finger tips."""
        return [(r, tips) for r in self.reaches if (tips := r.at(t)) is not None]
