"""Motions of the simulated table: what a hand does with cards, written into their ways. One `Film` is one hand of cards being shot.

Every motion takes place after `now` and moves it on; `stamp` gives an event its time. What the motions mean is the director's matter.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from random import Random

from table.events import Deal, Event
from vision.sim.places import THICK, Places, Pose
from vision.sim.scene import HELD, Leg, Piece, Reach, Scene, Thing

GRIP = 0.46  # units from a card's middle to the finger tips that hold it


@dataclass(slots=True)
class Film:
    """Pieces, hands and stamped events so far; `tempo` stretches all times (2: twice as slow)."""

    places: Places
    rng: Random
    tempo: float = 1.0
    now: float = 0.0
    order: float = 0.0
    pieces: list[Piece] = field(default_factory=list)
    reaches: list[Reach] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    before: int = 0  # lines of the record before the first event: header and earlier hands
    things: list[Thing] = field(default_factory=list)
    lights: list[tuple[float, float]] = field(default_factory=list)
    bumps: list[tuple[float, float, float, float]] = field(default_factory=list)

    def scene(self) -> Scene:
        """What was shot so far."""
        return Scene(tuple(self.pieces), tuple(self.reaches), self.now, tuple(self.things), tuple(self.lights), tuple(self.bumps))

    def stamp(self, event: Event) -> int:
        """The event happened now; returns its seq in the record (a deal is not recorded)."""
        self.events.append(replace(event, at=round(self.now, 3), source="sim"))
        return self.before + sum(not isinstance(e, Deal) for e in self.events)

    def take(self, low: float, high: float) -> float:
        """A natural length of time between the two, seconds."""
        return self.rng.uniform(low, high) * self.tempo

    def wait(self, low: float, high: float) -> None:
        """Nothing happens for a while."""
        self.now += self.take(low, high)

    def above(self) -> float:
        """An order above everything laid so far."""
        self.order += 1
        return self.order

    def new(self, code: str, back: int = 0) -> Piece:
        """A piece nobody has seen yet."""
        piece = Piece(code, back)
        self.pieces.append(piece)
        return piece

    def _grip(self, pose: Pose, body: tuple[float, float]) -> tuple[float, float]:
        dx, dy = body[0] - pose.x, body[1] - pose.y
        norm = max(hypot(dx, dy), 1e-6)
        return pose.x + dx / norm * GRIP, pose.y + dy / norm * GRIP

    def bring(
        self,
        seat: int,
        targets: Sequence[tuple[Piece, Pose]],
        zone: str,
        face: str = "up",
        orders: Sequence[float] | None = None,
        body: tuple[float, float] | None = None,
    ) -> float:
        """A hand carries pieces from the player's side and lays them down together. Returns (and moves `now` to) the landing."""
        body = body or self.places.body(seat, self.rng)
        hx, hy = self.places.hand(seat)
        goal = targets[0][1]
        grip = self._grip(goal, body)
        dx, dy = hx - grip[0], hy - grip[1]
        start, land = self.now, self.now + self.take(0.5, 0.75)
        for i, (piece, pose) in enumerate(targets):
            order = orders[i] if orders else self.above()
            piece.go(Leg(start, land, pose.moved(dx, dy, self.rng.gauss(0, 6)), pose, face, zone, seat, order))
        away = land + self.take(0.08, 0.2)
        keys = ((start, hx, hy, 0.0), (land, *grip, 0.7), (away, *grip, 0.0), (away + self.take(0.35, 0.5), hx, hy, 0.5))
        self.reaches.append(Reach(seat, body, keys))
        self.now = land
        return land

    def fetch(self, seat: int, pieces: Sequence[Piece], face: str = "up", to: int | None = None) -> float:
        """A hand comes in empty, picks up pieces and carries them off to the player's side (`to`: to another player's).

        Returns (and moves `now` to) the moment they leave the table.
        """
        body = self.places.body(seat, self.rng)
        hx, hy = self.places.hand(seat)
        gx, gy = self.places.hand(seat if to is None else to)
        spots = [leg.b for p in pieces if (leg := p.last) is not None]
        middle = Pose(sum(s.x for s in spots) / len(spots), sum(s.y for s in spots) / len(spots))
        grip = self._grip(middle, body)
        start = self.now
        touch = start + self.take(0.4, 0.55)
        lift = touch + self.take(0.1, 0.16)
        gone = lift + self.take(0.45, 0.6)
        for piece, spot in zip(pieces, spots, strict=True):
            dx, dy = gx - grip[0] + (spot.x - middle.x) * 0.4, gy - grip[1] + (spot.y - middle.y) * 0.4
            target = Pose(middle.x + dx, middle.y + dy, spot.angle)
            piece.go(Leg(lift, gone, spot, target, face, HELD, seat, self.above(), lift=0.5))
        self.reaches.append(Reach(seat, body, ((start, hx, hy, 0.0), (touch, *grip, 0.5), (lift, *grip, 0.0), (gone, gx, gy, 0.5))))
        self.now = gone
        return gone

    def move(self, seat: int, piece: Piece, target: Pose, zone: str, face: str = "up", order: float | None = None) -> float:
        """A hand comes in empty, takes a piece lying on the table elsewhere and goes away. Returns (and moves `now` to) the landing."""
        last = piece.last
        assert last is not None, "only a card that lies on the table can be moved"
        body = self.places.body(seat, self.rng)
        hx, hy = self.places.hand(seat)
        grip = self._grip(last.b, body)
        offset = grip[0] - last.b.x, grip[1] - last.b.y
        start = self.now
        touch = start + self.take(0.4, 0.55)
        lift = touch + self.take(0.08, 0.14)
        far = hypot(target.x - last.b.x, target.y - last.b.y)
        land = lift + self.take(0.4, 0.55) * min(1.0, 0.45 + far / 4)
        away = land + self.take(0.08, 0.16)
        turned = face != last.face
        rise = 0.5 if far > 1 or turned else 0.04
        piece.go(Leg(lift, land, last.b, target, face, zone, seat, self.above() if order is None else order, lift=rise, turned=turned))
        spot = target.x + offset[0], target.y + offset[1]
        keys = ((start, hx, hy, 0.0), (touch, *grip, 0.4), (lift, *grip, 0.0), (land, *spot, rise), (away, *spot, 0.0))
        self.reaches.append(Reach(seat, body, (*keys, (away + self.take(0.35, 0.5), hx, hy, 0.5))))
        self.now = land
        return land

    def sweep(self, seat: int, pieces: Sequence[Piece], pile: int) -> float:
        """A hand draws pieces together, turns them over and lays them on its pile, which holds `pile` pieces. Returns the landing."""
        body = self.places.body(seat, self.rng)
        hx, hy = self.places.hand(seat)
        spots = [leg.b for p in pieces if (leg := p.last) is not None]
        middle = Pose(sum(s.x for s in spots) / len(spots), sum(s.y for s in spots) / len(spots))
        grip = self._grip(middle, body)
        start = self.now
        touch = start + self.take(0.45, 0.6)
        packed = touch + self.take(0.25, 0.4)
        land = packed + self.take(0.55, 0.75)
        away = land + self.take(0.08, 0.16)
        home = self.places.pile(seat)
        offset = grip[0] - middle.x, grip[1] - middle.y
        askew = self.rng.gauss(0, 11)
        for i, (piece, spot) in enumerate(zip(pieces, spots, strict=True)):
            close = Pose(middle.x + (spot.x - middle.x) * 0.25, middle.y + (spot.y - middle.y) * 0.25, middle.angle + spot.angle * 0.8)
            order = self.above()
            face = piece.last.face if piece.last else "up"
            piece.go(Leg(touch, packed, spot, close, face, "trick", seat, order, lift=0.0))
            rest = home.moved(self.rng.gauss(0, 0.07), self.rng.gauss(0, 0.07), askew + self.rng.gauss(0, 5))
            rest = replace(rest, z=THICK * (pile + i))
            piece.go(Leg(packed, land, close, rest, "down", "pile", seat, order, lift=0.6, turned=face == "up"))
        end = home.x + offset[0], home.y + offset[1]
        keys = ((start, hx, hy, 0.0), (touch, *grip, 0.4), (packed, *grip, 0.0), (land, *end, 0.6), (away, *end, 0.0))
        self.reaches.append(Reach(seat, body, (*keys, (away + self.take(0.35, 0.5), hx, hy, 0.5))))
        self.now = land
        return land
