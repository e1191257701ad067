"""The same piece of card over frames: tracks with hit counters, and evidence summed over looks.

A track is told once it was seen `confirm` times, and dropped once it was missed `forget` times running (looks, not frames).
A piece that comes back to the same place with the same reading within `memory` seconds gets its old number back, so that
a passing arm does not make a new card of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from table.observation import Sighting
from vision import geometry
from vision.geometry import Quad
from vision.pack import Features
from vision.recognise import Reading

Probabilities = Callable[[Features], list[tuple[str, float]]]
Accepts = Callable[[float, float], bool]


@dataclass(frozen=True, slots=True)
class FollowSettings:
    """confirm  looks in which a piece must be seen before it is told
    forget      looks running in which it must be missed before it is dropped
    reach       how far a piece may move between looks, in card widths, and still be the same
    still       shift, in card widths, below which it has not moved
    looks       so many looks at most add up: looks at one scene are not independent
    decay       weight of older evidence at each new look
    sharp       a look weighs e-fold more for each 1 / sharp by which its reading is stronger
    memory      seconds for which a dropped piece is remembered
    """

    confirm: int = 2
    forget: int = 3
    reach: float = 1.2
    still: float = 0.06
    looks: float = 3.0
    decay: float = 0.75
    sharp: float = 5.0
    memory: float = 20.0


@dataclass(slots=True, eq=False)
class Track:
    """One piece of card being followed. `total`: decaying weighted sum of log-probabilities; `weight`: of weights; `best`: the largest."""

    number: int
    quad: Quad
    reading: Reading
    total: Features | None = None
    weight: float = 0.0
    best: float = 0.0
    strength: float = 0.0
    up: float = 0.5
    hits: int = 0
    misses: int = 0
    steady: int = 0
    told: bool = False
    seen: float = 0.0
    over: tuple[int, ...] = ()

    def evidence(self, looks: float) -> Features | None:
        """Log-probabilities with everything seen so far; None while only a back was seen."""
        if self.total is None:
            return None
        z = self.total / self.weight * min(self.weight / self.best, looks)
        return np.asarray(z - np.logaddexp.reduce(z), np.float32)


class Follower:
    """Keeps the tracks; `update` with the readings of a look, `sightings` for what to tell now."""

    def __init__(self, probabilities: Probabilities, accepts: Accepts, settings: FollowSettings | None = None) -> None:
        self.settings = settings or FollowSettings()
        self._probabilities, self._accepts = probabilities, accepts
        self.tracks: list[Track] = []
        self._lost: list[Track] = []
        self._next = 1
        self._telling: tuple[Sighting, ...] | None = None  # what is told, until something changes

    def update(
        self, readings: Sequence[Reading], at: float, certain: bool = False, kept: Sequence[int] = (), sure: Sequence[bool] = ()
    ) -> None:
        """One look's readings. certain: the scene is at rest for sure (a still): tell and drop at once.

        kept: numbers of tracks that were not looked at (nothing changed there): they count as seen. Their old readings, with
        `over` and `visible` as they are now, come last in `readings`. sure: which of the others are told at once, one look being
        enough for them.
        """
        s = self.settings
        self._telling = None
        fresh, old = readings[: len(readings) - len(kept)], readings[len(readings) - len(kept) :]
        open_ = [t for t in self.tracks if t.number not in kept]
        pairs = _pairs(open_, fresh, s.reach, certain, self._firm)
        numbers: dict[int, int] = {}
        for t, r in pairs:
            self._see(t, fresh[r], at)
            numbers[r] = t.number
        for r, reading in enumerate(fresh):
            if r not in numbers:
                track = self._revive(reading, at) or self._new(reading, at)
                self._see(track, reading, at)
                self.tracks.append(track)
                numbers[r] = track.number
        seen = set(numbers.values())
        plain = {numbers[r] for r, enough in enumerate(sure) if enough}
        for t in self.tracks:
            if t.number in kept:
                t.steady += 1
            elif t.number not in seen:
                t.misses += 1
                t.hits = min(t.hits, s.confirm) if t.told else 0
        for number, reading in zip(kept, old, strict=True):
            numbers[len(numbers)] = number
            self._track(number).reading = reading
        for r, number in numbers.items():
            self._track(number).over = tuple(numbers[o] for o in readings[r].over if o in numbers)
        for t in self.tracks:
            t.told = t.told or t.hits >= s.confirm or t.number in plain or (certain and t.number in seen)
        gone = [t for t in self.tracks if t.misses >= s.forget or (t.misses and (certain or not t.told))]
        self._lost = [t for t in self._lost + [g for g in gone if g.told] if at - t.seen <= s.memory]
        self.tracks = [t for t in self.tracks if t not in gone]

    def shift(self, dx: float, dy: float) -> None:
        """The camera was bumped: everything jumped by so many pixels."""
        self._telling = None
        for t in self.tracks + self._lost:
            t.quad = np.asarray(t.quad + np.array([dx, dy], np.float32), np.float32)

    def rest(self, still: Callable[[Quad], bool]) -> None:
        """A frame that was not looked at: pieces where nothing moved have rested one frame longer."""
        for t in self.tracks:
            if t.steady == 0 and still(t.quad):
                t.steady, self._telling = 1, None

    def settled(self) -> list[Track]:
        """Tracks that need no new look while nothing changes where they lie."""
        return [t for t in self.tracks if t.told and not t.misses and (t.hits >= 4 or self._read(t))]

    def sightings(self) -> tuple[Sighting, ...]:
        """What is told now, lowest first."""
        if self._telling is None:
            self._telling = self._tell()
        return self._telling

    def _tell(self) -> tuple[Sighting, ...]:
        told = [t for t in self.tracks if t.told]
        names = {t.number for t in told}
        out = []
        for t in _lowest_first(told):
            card, confidence, candidates = self._say(t)
            face = "down" if t.up < 0.5 else "up"
            out.append(
                Sighting(
                    t.number,
                    card,
                    face,
                    confidence,
                    candidates,
                    geometry.corners(t.quad),
                    t.reading.visible,
                    tuple(n for n in t.over if n in names),
                    max(1, t.hits),
                    t.steady >= 1 or t.hits <= 1,
                )
            )
        return tuple(out)

    def says(self, t: Track) -> bool:
        """Is it known what this piece is: a card that is read, or a back?"""
        return t.up < 0.5 or self._say(t)[0] is not None

    def _firm(self, t: Track, r: Reading) -> bool:
        """Were both read so well that, disagreeing, they must be two cards (one taken away, another laid in its place)?"""
        if r.back or r.logits is None or t.up < 0.5:
            return False
        return self._say(t)[0] is not None and self._accepts(r.strength, self._probabilities(r.logits)[0][1])

    def _read(self, t: Track) -> bool:
        card, confidence, _ = self._say(t)
        return (card is not None and confidence > 0.97) or (t.up < 0.5 and confidence > 0.8)

    def _say(self, t: Track) -> tuple[str | None, float, tuple[tuple[str, float], ...]]:
        if t.up < 0.5:
            return None, round(1 - t.up, 4), ()
        z = t.evidence(self.settings.looks)
        if z is None:
            return None, 0.0, ()
        candidates = tuple((c, round(p, 4)) for c, p in self._probabilities(z))
        card, p = candidates[0]
        return (card, p, candidates) if self._accepts(t.strength, p) else (None, p, candidates)

    def _see(self, t: Track, r: Reading, at: float) -> None:
        s = self.settings
        width = geometry.size(r.quad)[0]
        moved = float(np.hypot(*(r.quad.mean(0) - t.quad.mean(0)))) / max(width, 1.0)
        t.steady = t.steady + 1 if t.hits and moved < s.still else 0
        if moved < s.still and t.steady > 1:  # at rest: average the jitter away
            same = r.quad if np.abs(r.quad - t.quad).sum() <= np.abs(np.roll(r.quad, 2, 0) - t.quad).sum() else np.roll(r.quad, 2, 0)
            t.quad = np.asarray(0.7 * t.quad + 0.3 * same, np.float32)
        else:
            t.quad = r.quad
        t.up = r.up if not t.hits else 0.5 * t.up + 0.5 * r.up
        if r.logits is not None:
            # a better view counts for more than a worse one, and looks that saw worse hardly as looks
            w = float(np.exp(s.sharp * r.strength)) * max(0.1, r.visible) ** 2
            t.best = max(t.best, w)
            age = s.decay ** (w / t.best)  # nor do they age what was seen before
            t.total = w * r.logits if t.total is None else age * t.total + w * r.logits
            t.weight = age * t.weight + w
            t.strength = max(r.strength, 0.8 * t.strength + 0.2 * r.strength)
        t.reading, t.seen, t.misses = r, at, 0
        t.hits += 1

    def _new(self, r: Reading, at: float) -> Track:
        t = Track(self._next, r.quad, r, seen=at)
        self._next += 1
        return t

    def _revive(self, r: Reading, at: float) -> Track | None:
        for t in self._lost:
            if at - t.seen <= self.settings.memory and geometry.iou(t.quad, r.quad) > 0.6 and _agree(t, r):
                self._lost.remove(t)
                return t
        return None

    def _track(self, number: int) -> Track:
        return next(t for t in self.tracks if t.number == number)


def _agree(t: Track, r: Reading) -> bool:
    if r.back or t.total is None or r.logits is None:
        return r.back == (t.up < 0.5)
    return int(t.total[:-1].argmax()) == int(r.logits[:-1].argmax())


def _pairs(
    tracks: Sequence[Track], readings: Sequence[Reading], reach: float, certain: bool, firm: Callable[[Track, Reading], bool]
) -> list[tuple[Track, int]]:
    """Greedy one-to-one pairs, cheapest first. Cost: distance in card widths, plus a penalty for another face or card.

    certain: the readings are of another scene (stills), so that what disagrees is never the same piece.
    """
    costs: list[tuple[float, int, int]] = []
    for i, t in enumerate(tracks):
        for j, r in enumerate(readings):
            distance = float(np.hypot(*(t.quad.mean(0) - r.quad.mean(0)))) / max(geometry.size(r.quad)[0], 1.0)
            if distance > reach:
                continue
            overlap = geometry.iou(t.quad, r.quad)
            agree = _agree(t, r)
            # another card: only the same place makes it the same piece (a misreading, a card turned over)
            if not agree and (overlap < 0.5 or certain or firm(t, r)):
                continue
            costs.append((distance + (0.0 if agree else 0.5) - 0.5 * overlap, i, j))
    out: list[tuple[Track, int]] = []
    used_t: set[int] = set()
    used_r: set[int] = set()
    for _, i, j in sorted(costs):
        if i not in used_t and j not in used_r:
            used_t.add(i)
            used_r.add(j)
            out.append((tracks[i], j))
    return out


def _lowest_first(tracks: Sequence[Track]) -> list[Track]:
    left, order = list(tracks), []
    while left:
        free = [t for t in left if not any(o.number in t.over for o in left if o is not t)]
        pick = free[0] if free else left[0]
        left.remove(pick)
        order.append(pick)
    return order
