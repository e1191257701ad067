"""Frames of a scene: what rests is drawn once into a still picture, redrawn only where something came or went; what moves is laid over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from table.errors import BadValue
from vision.frames import Image
from vision.sim import layers, tabletop
from vision.sim.degrade import Box, Develop, Sensor
from vision.sim.hands import DENSITY, TIPS, draw_hand
from vision.sim.lens import Lens
from vision.sim.pen import arc
from vision.sim.places import LONG, THICK, Pose
from vision.sim.scene import Piece, Placed, Reach, Scene
from vision.sim.truth import FrameTruth, TrueCard

_SHUTTER = 1 / 45  # seconds a frame is exposed in room light
_HEAP = 6  # of a heap carried at once only so many are drawn: the others are hidden by them
_COARSE = 2  # visibility is counted on a picture this many times smaller


@dataclass(frozen=True, slots=True)
class Look:
    """How a table looks: `table` cloth | wood | plain | pattern; the lens; the sensor; where shadows fall (units a unit of height)."""

    table: str
    lens: Lens
    sensor: Sensor = field(default_factory=Sensor)
    slant: tuple[float, float] = (0.22, 0.3)
    backs: int = 0  # first back design used


def random_look(rng: np.random.Generator, size: tuple[int, int], table: str | None = None, zoom: float = 1.0) -> Look:
    """A look as rooms and cameras have it: nearly overhead, one lamp, an ordinary webcam."""
    kinds = tuple(tabletop.TABLES)
    kind = kinds[int(rng.integers(len(kinds)))]
    scale = min(size[0] / 14.9, size[1] / 8.4) * rng.uniform(0.98, 1.02) * zoom
    lens = Lens(size, float(scale), 14.0, float(rng.uniform(3, 10)), float(rng.normal(0, 1.0)))
    sensor = Sensor(float(rng.uniform(0.4, 0.8)), int(rng.integers(76, 92)), float(rng.uniform(1.4, 3.0)), float(rng.uniform(0.94, 1.04)))
    return Look(table or kind, lens, sensor, (float(rng.uniform(-0.35, 0.35)), float(rng.uniform(0.1, 0.4))), int(rng.integers(0, 4)))


@dataclass(frozen=True, slots=True)
class _Rest:
    """A piece as it rests: what it looked like when it was drawn."""

    placed: Placed
    quad: NDArray[np.float64]
    card: layers.Patch
    shade: layers.Shade | None

    @property
    def box(self) -> Box:
        return self.card.box if self.shade is None else self.card.box.join(self.shade.box)


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What a frame shows: number of the piece (its place in `cards`, from 1) at each point of a coarse picture, 0 for none."""

    ids: NDArray[np.int16]
    cards: tuple[tuple[Placed, NDArray[np.float64]], ...]

    def truth(self, frame: int, at: float) -> FrameTruth:
        """Counted only when asked for: most who watch do not ask."""
        counts = np.bincount(self.ids.ravel(), minlength=len(self.cards) + 1)
        seen: list[TrueCard] = []
        for number, (placed, quad) in enumerate(self.cards, 1):
            area = cv2.contourArea(quad.astype(np.float32)) / _COARSE**2
            visible = min(1.0, float(counts[number]) / max(area, 1.0))
            if visible > 0.01:
                a, b, c, d = ((float(x), float(y)) for x, y in quad)
                seat = None if placed.zone in ("talon", "turned", "monte") else placed.seat
                seen.append(TrueCard(placed.piece.code, (a, b, c, d), placed.face, placed.zone, seat, visible))
        return FrameTruth(frame, at, tuple(seen))


class Renderer:
    """Draws a scene frame by frame. Frames must be asked for in order of time (going back is right, but slow)."""

    def __init__(self, look: Look, art: Mapping[str, Image], backs: Sequence[Image], rng: np.random.Generator) -> None:
        """art: code → BGRA, all of one shape; backs: BGRA designs. rng: tables, light, hands, noise."""
        self.look, self.size = look, look.lens.size
        first = next(iter(art.values()))
        self.aspect = first.shape[1] / first.shape[0]
        self._art, self._backs = art, backs
        self._drawn: dict[str, Image] = {}
        self._stuff = tabletop.texture(look.table, rng)
        self._light = layers.light_map(tabletop.light(self.size, rng))
        self._hands: dict[int, tuple[layers.Sprite, layers.Sprite]] = {}
        self._hand_seed = int(rng.integers(1 << 30))
        self._develop = Develop(look.sensor, self.size, rng)
        self.lens = look.lens
        self._set_up()

    def _set_up(self) -> None:
        """The empty table, for the lens as it is."""
        ground = tabletop.view(self._stuff, self.lens)
        light = np.ascontiguousarray(self._light[..., :3])
        self._ground = np.asarray(cv2.multiply(ground, light, scale=1 / layers.LIT), np.uint8)
        self._clean = self._ground.copy()
        self._busy = np.empty_like(self._clean)  # the clean picture with what moves, where anything does
        whole = Box(0, 0, *self.size)
        self._finished = self._develop.part(self._clean, whole)
        self._expose(self.look.sensor.gain)
        self._rests: dict[Piece, _Rest] = {}
        self._glasses: tuple[tuple[float, float], ...] = ()
        self._still = Shown(np.zeros((-(-self.size[1] // _COARSE), -(-self.size[0] // _COARSE)), np.int16), ())
        self._shown = self._still

    def _expose(self, gain: float) -> None:
        """The still picture at a brightness; done anew only when the light changes."""
        self._gain = gain
        self._exposed = self._develop.exposed(self._finished, gain)

    # drawing single things

    def _face(self, piece: Piece, face: str) -> Image:
        """The art of a card, multiplied by alpha and near the size it is needed in."""
        back = (self.look.backs + piece.back) % len(self._backs)
        key = piece.code if face == "up" else f"back {back}"
        if key not in self._drawn:
            source = self._art.get(piece.code) if face == "up" else self._backs[back]
            if source is None:
                raise BadValue(f"The pack has no picture of {piece.code}.")
            high = max(8, round(self.look.lens.scale * LONG * 1.3))
            if high < source.shape[0]:
                wide = max(4, round(source.shape[1] * high / source.shape[0]))
                source = np.asarray(cv2.resize(source, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
            self._drawn[key] = layers.multiplied(source)
        return self._drawn[key]

    def _card(self, placed: Placed) -> tuple[NDArray[np.float64], layers.Patch | None, layers.Shade | None]:
        pose, lens = placed.pose, self.lens
        quad = lens.card(pose, self.aspect)
        patch = layers.warped(self._face(placed.piece, placed.face), quad, self._light)
        rise = pose.z + 0.02 if placed.moving else 0.03
        sx, sy = self.look.slant
        fallen = Pose(pose.x + sx * rise, pose.y + sy * rise, pose.angle, 0.0, pose.tilt, pose.roll)
        outline = lens.card(fallen, self.aspect, 0.0 if placed.moving else pose.z)
        strength = max(0.16, 0.4 - 0.3 * pose.z)
        if not placed.moving:  # within a squared heap a card casts nothing that could be seen
            strength = 0.42 if pose.z < 2 * THICK else 0.0 if placed.zone == "talon" else 0.16
        return quad, patch, layers.shadow(outline, lens.scale * (0.022 + 0.1 * rise), strength, self.size)

    def _hand(self, reach: Reach, tips: tuple[float, float, float]) -> tuple[layers.Patch | None, layers.Patch | None, layers.Shade | None]:
        """Both layers of a hand, and its shadow."""
        if reach.owner not in self._hands:
            drawn = draw_hand(np.random.default_rng((self._hand_seed, reach.owner)))
            self._hands[reach.owner] = layers.sprite(drawn.under), layers.sprite(drawn.over)
        under, over = self._hands[reach.owner]
        matrix = self._hand_matrix(reach, tips, 0.0)
        low, top = (layers.turned(art, matrix, self._light) for art in (under, over))
        fallen = self._hand_matrix(reach, tips, 0.12 + tips[2])
        blur = self.lens.scale * (0.07 + 0.1 * tips[2])
        return low, top, layers.soft_shadow(under, fallen, blur, 0.36, self.size)

    def _hand_matrix(self, reach: Reach, tips: tuple[float, float, float], fall: float) -> NDArray[np.float64]:
        sx, sy = self.look.slant
        x, y = self.lens.point(tips[0] + sx * fall, tips[1] + sy * fall, 0.0 if fall else tips[2] + 0.05)
        bx, by = self.lens.point(reach.body[0] + sx * fall, reach.body[1] + sy * fall, 0.0 if fall else 0.3)
        norm = max(hypot(bx - x, by - y), 1e-6)
        dx, dy = (bx - x) / norm, (by - y) / norm
        k = self.lens.scale / DENSITY * (1 + tips[2] / self.lens.distance)
        turn = np.array([[dy, dx], [-dx, dy]]) * k
        offset = np.array([x, y]) - turn @ (np.array(TIPS) * DENSITY)
        return np.column_stack([turn, offset])

    # the still picture

    def _settle(self, resting: list[Placed]) -> None:
        """Bring the still picture up to date with what rests."""
        present = {p.piece: p for p in resting}
        dirty: list[Box] = []
        for piece, rest in list(self._rests.items()):
            now = present.get(piece)
            if now is None or now.pose != rest.placed.pose or now.face != rest.placed.face or now.order != rest.placed.order:
                dirty.append(rest.box)
                del self._rests[piece]
        for piece, placed in present.items():
            if piece not in self._rests:
                quad, card, shade = self._card(placed)
                if card is not None:
                    self._rests[piece] = _Rest(placed, quad, card, shade)
                    dirty.append(self._rests[piece].box)
        if dirty:
            self._redraw(_merged(dirty))

    def _redraw(self, boxes: list[Box]) -> None:
        stack = sorted(self._rests.values(), key=lambda r: r.placed.order)
        for box in boxes:
            self._clean[box.slices] = self._ground[box.slices]
            for rest in stack:
                if rest.shade is not None:
                    layers.darken(self._clean, rest.shade, box)
                layers.lay(self._clean, rest.card, box)
            for x, y in self._glasses:
                self._glass(x, y, box)
            blocks = box.grown(4, self.size).blocks(self.size)
            self._finished[blocks.slices] = part = self._develop.part(self._clean, blocks)
            self._exposed[blocks.slices] = self._develop.exposed(part, self._gain)
        ids = np.zeros_like(self._still.ids)
        for number, rest in enumerate(stack, 1):
            _stamp(ids, rest.quad, number)
        for x, y in self._glasses:
            px, py = self.lens.point(x, y, 0.3)
            cv2.circle(ids, (round(px / _COARSE), round(py / _COARSE)), round(self.lens.scale * 0.58 / _COARSE), (0,), -1)
        self._still = Shown(ids, tuple((r.placed, r.quad) for r in stack))

    def _glass(self, x: float, y: float, box: Box) -> None:
        """A tumbler seen from above: wall, water, rim, a light on it."""
        layer = np.zeros((self.size[1], self.size[0], 4), np.uint8)
        s = self.lens.scale
        foot, rim = (np.array(self.lens.point(x, y, z)) for z in (0.0, 1.3))
        rings = [np.array(arc(float(c[0]), float(c[1]), r * s, 0, 355), np.float32) for c, r in ((foot, 0.48), (rim, 0.56))]
        wall = np.rint(cv2.convexHull(np.concatenate(rings)) * 16).astype(np.int32)
        cv2.fillConvexPoly(layer, wall, (214, 210, 204, 60), cv2.LINE_AA, 4)
        water = foot + (rim - foot) * 0.55
        cv2.circle(layer, tuple(np.rint(water * 16).astype(int).tolist()), round(0.5 * s * 16), (196, 182, 160, 95), -1, cv2.LINE_AA, 4)
        cv2.circle(layer, tuple(np.rint(foot * 16).astype(int).tolist()), round(0.44 * s * 16), (120, 116, 110, 120), 2, cv2.LINE_AA, 4)
        spot = tuple(np.rint(rim).astype(int).tolist())
        cv2.circle(layer, spot, round(0.56 * s), (236, 236, 232, 200), max(1, round(0.045 * s)), cv2.LINE_AA)
        cv2.ellipse(layer, spot, (round(0.42 * s), round(0.42 * s)), 0, 200, 245, (255, 255, 255, 230), 2, cv2.LINE_AA)
        whole = Box(0, 0, *self.size)
        layers.lay(self._clean, layers.Patch(whole, layers.multiplied(layer)), box)

    # a frame

    def frame(self, scene: Scene, t: float) -> Image:
        """The picture at time t, (height, width, 3) BGR; `truth` then describes it."""
        lens = _lens_at(self.look.lens, scene, t)
        if lens != self.lens:
            self.lens = lens
            self._set_up()
        glasses = tuple((g.x, g.y) for g in scene.things if g.start <= t < g.stop)
        placed = scene.at(t)
        if glasses != self._glasses:
            self._glasses = glasses
            self._rests = {}
            self._redraw([Box(0, 0, *self.size)])
        self._settle([p for p in placed if not p.moving])
        moving = [p for p in placed if p.moving]
        hands = scene.hands(t)
        gain = _gain_at(scene, t) * self.look.sensor.gain
        if gain != self._gain:
            self._expose(gain)
        self._shown = self._still
        if not moving and not hands:
            return self._develop.noisy(self._exposed)
        owners = {reach.owner for reach, _ in hands}
        groups: list[tuple[Reach | None, tuple[float, float, float], list[Placed]]] = [
            (reach, tips, [p for p in moving if p.seat == reach.owner]) for reach, tips in hands
        ]
        groups.append((None, (0.0, 0.0, 0.0), [p for p in moving if p.seat not in owners]))
        self._shown = Shown(self._still.ids.copy(), self._still.cards)
        overlays = [self._group(scene, t, reach, tips, cards[-_HEAP:]) for reach, tips, cards in groups if reach is not None or cards]
        drawn = [(overlay, overlay.box.grown(4, self.size).blocks(self.size)) for overlay in overlays if overlay is not None]
        for _, blocks in drawn:
            around = blocks.grown(3, self.size).slices
            self._busy[around] = self._clean[around]
        for overlay, _ in drawn:
            overlay.onto(self._busy)
        parts = [(blocks, self._develop.exposed(self._develop.part(self._busy, blocks), gain)) for _, blocks in drawn]
        return self._develop.noisy(self._exposed, parts)

    def _group(
        self, scene: Scene, t: float, reach: Reach | None, tips: tuple[float, float, float], cards: list[Placed]
    ) -> layers.Overlay | None:
        """One hand and what it carries, to be laid over the picture; None where nothing of it is in sight."""
        below: list[layers.Patch | None] = []
        above: list[layers.Patch | None] = []
        shades: list[layers.Shade | None] = []
        if reach is not None:
            low, top, shade = self._hand(reach, tips)
            below, above, shades = [low], [top], [shade]
        drawn = [self._card(p) for p in cards]
        shades += [shade for _, _, shade in drawn]
        patches = [p for p in (*below, *(card for _, card, _ in drawn), *above) if p is not None]
        if not patches:
            return None
        box = patches[0].box
        for other in (*(p.box for p in patches), *(s.box for s in shades if s is not None)):
            box = box.join(other)
        overlay = layers.Overlay.over(box.grown(8, self.size))
        for shade in shades:
            if shade is not None:
                overlay.shade(shade)
        for patch in patches:
            overlay.add(patch)
        overlay.blur(*self._motion(scene, t, reach, cards))
        ids = self._shown.ids
        for hiding in below:
            _hide(ids, hiding)
        for placed, (quad, _, _) in zip(cards, drawn, strict=True):
            self._shown = Shown(ids, (*self._shown.cards, (placed, quad)))
            _stamp(ids, quad, len(self._shown.cards))
        for hiding in above:
            _hide(ids, hiding)
        return overlay

    def _motion(self, scene: Scene, t: float, reach: Reach | None, cards: list[Placed]) -> tuple[float, float]:
        """Pixels moved while the shutter is open."""
        ends = []
        for moment in (t - _SHUTTER / 2, t + _SHUTTER / 2):
            if cards:
                later = cards[-1].piece.at(moment)
                spot = None if later is None else (later.pose.x, later.pose.y, later.pose.z)
            else:
                spot = None if reach is None else reach.at(moment)
            if spot is None:
                return 0.0, 0.0
            ends.append(self.lens.point(*spot))
        return ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]

    @property
    def shown(self) -> Shown:
        """What the last frame drawn shows; it stays true of that frame when others are drawn."""
        return self._shown

    def truth(self, frame: int, at: float) -> FrameTruth:
        """What the last frame drawn shows."""
        return self._shown.truth(frame, at)


def _merged(boxes: list[Box]) -> list[Box]:
    """Boxes joined where they overlap."""
    out: list[Box] = []
    for box in boxes:
        rest = []
        for other in out:
            if layers.cut(box, other).empty:
                rest.append(other)
            else:
                box = box.join(other)
        out = [*rest, box]
    return out


def _stamp(ids: NDArray[np.int16], quad: NDArray[np.float64], number: int) -> None:
    # pixel i of the coarse picture stands for the pixels around _COARSE * (i + 0.5)
    points = np.rint((quad / _COARSE - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(ids, points, (number,), cv2.LINE_8, 4)


def _hide(ids: NDArray[np.int16], patch: layers.Patch | None) -> None:
    if patch is not None:
        top, left = -(-patch.box.top // _COARSE), -(-patch.box.left // _COARSE)
        alpha = patch.image[top * _COARSE - patch.box.top :: _COARSE, left * _COARSE - patch.box.left :: _COARSE, 3]
        ids[top : top + alpha.shape[0], left : left + alpha.shape[1]][alpha > 127] = 0


def _lens_at(lens: Lens, scene: Scene, t: float) -> Lens:
    """The lens after every bump so far; a bump takes a fifth of a second."""
    x, y = lens.shift
    roll = lens.roll
    for when, dx, dy, turn in scene.bumps:
        share = min(1.0, max(0.0, (t - when) / 0.2))
        x, y, roll = x + dx * share * lens.scale, y + dy * share * lens.scale, roll + turn * share
    return Lens(lens.size, lens.scale, lens.distance, lens.tilt, roll, (x, y)) if scene.bumps else lens


def _gain_at(scene: Scene, t: float) -> float:
    """Brightness of the room: each change takes a third of a second, as a camera's exposure follows."""
    gain = 1.0
    for when, level in scene.light:
        gain += (level - gain) * min(1.0, max(0.0, (t - when) * 3))
    return gain
