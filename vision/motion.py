"""The cheap gate: is there anything new to look at? Decides on a ~100-pixel picture, in well under a millisecond.

Each cell of the small picture counts for how many frames it has been quiet, and remembers how it looked at the last
look and before that one. A look is due as soon as some cells differ from both and have come to rest, even while a hand
moves elsewhere; an arm that leaves and uncovers what was known is no news.
Guards: light that changes everywhere is compensated, slow drift is followed, and a shifted scene is told as a bump.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.geometry import Quad

Box = tuple[int, int, int, int]  # x0, y0, x1, y1 in pixels of the frame
Reach = tuple[float, float, float, float]  # x, y of the far end of what reaches in from the picture's edge, and its direction there


@dataclass(frozen=True, slots=True)
class MotionSettings:
    """What counts as change. Levels are of 0-255 grey after light compensation.

    width     cells across the small picture
    level     a cell has changed when it differs by more than this from the frame before
    differ    .. from the picture of the last look (higher: noise has had time to add up)
    quiet     frames without change after which a cell is at rest
    beside    .. when something moves right beside it: it is probably the slow part of an arm
    cells     so many cells at rest and different make a look due (a card of 60 px at 1280 has about 35)
    light     a change of more than this share of all cells at once is the light, if it is alike everywhere
    bump      shift of the whole scene, in cells, from which the camera counts as bumped
    touched   share of an outline's cells that must be new for what lies there to be looked at again
    calm      share of an outline's cells that must be at rest for it to be
    """

    width: int = 108
    level: float = 9.0
    differ: float = 11.0
    quiet: int = 1
    beside: int = 5
    cells: int = 8
    light: float = 0.6
    bump: float = 0.7
    touched: float = 0.05
    calm: float = 0.9


@dataclass(frozen=True, slots=True)
class Motion:
    """What the gate saw in one frame.

    moving   share (0-1) of the frame that changed since the frame before
    rest     nothing moves anywhere
    due      something new has come to rest: look
    regions  where it did, in pixels of the frame
    light    the light changed with this frame
    reaches  what of it reaches in from the picture's edge: an arm, and the card it lays lies at its far end
    shift    (dx, dy) pixels by which the scene jumped since the last look, None when it did not
    """

    moving: float
    rest: bool
    due: bool
    regions: tuple[Box, ...] = ()
    light: bool = False
    shift: tuple[float, float] | None = None
    reaches: tuple[Reach, ...] = ()


class MotionGate:
    """Sees every frame (`see`); is told when the frame has been looked at (`looked`)."""

    def __init__(self, settings: MotionSettings | None = None) -> None:
        self.settings = settings or MotionSettings()
        self._last: Image | None = None
        self._looked: Image = np.zeros((0, 0, 3), np.uint8)
        self._before: Image = self._looked  # how cells looked before they looked as at the last look, with the same cards there
        self._news: NDArray[np.bool_] = np.zeros((0, 0), np.bool_)
        self._quiet: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)
        self._frames = 0
        self._scale = 1.0  # pixels of the frame a cell

    @property
    def cell(self) -> float:
        """Side of a cell in pixels of the frame."""
        return self._scale

    def see(self, image: Image) -> Motion:
        """Compare this frame with the one before and with the last look. The first frame is always due."""
        s = self.settings
        small = self._small(image)
        if self._last is None or self._last.shape != small.shape:
            self._last, self._looked, self._before = small, small.copy(), small.copy()
            self._news = np.ones(small.shape[:2], np.bool_)
            self._quiet = np.full(small.shape[:2], s.quiet, np.uint8)
            return Motion(0.0, True, True, ((0, 0, image.shape[1], image.shape[0]),))
        change, light = self._change(small, self._last, s.level)
        self._last = small
        self._quiet = np.minimum(self._quiet, 254) + np.uint8(1)
        self._quiet[change] = 0
        moving = 0.0 if light else int(np.count_nonzero(change)) / change.size
        differs, _ = self._change(small, self._looked, s.differ)
        self._frames += 1
        if self._frames % 4 == 0:
            # what is alike drifts along a level at a time, so that dusk and a warming lamp never make a look due
            drift = np.sign(small.astype(np.int16) - self._looked).astype(np.int16)
            self._looked = np.where(differs[..., None], self._looked, self._looked + drift).astype(np.uint8)
        # what looks as it did before the last look (an arm was there, and has left) is known already
        self._news = differs & self._change(small, self._before, s.differ)[0] if differs.any() else differs
        fresh = self._news & (self._quiet >= s.quiet)
        rest = moving * change.size < s.cells / 2
        none: tuple[tuple[Box, ...], tuple[Reach, ...]] = (), ()
        regions, reaches = self._regions(fresh, change, image.shape[1], image.shape[0]) if np.count_nonzero(fresh) >= s.cells else none
        if not regions:
            return Motion(moving, rest, False, light=light)
        shift = self._shift(small) if rest and self._news.mean() > 0.04 else None
        return Motion(moving, rest, True, regions, light, shift, reaches)

    def looked(self, stirred: Iterable[Quad] | None = None, within: Sequence[Box] | None = None) -> None:
        """The current frame has been looked at: cells at rest are remembered as they are now.

        within: only there (pixels); None: everywhere.
        stirred: outlines at which something was found, lost or not settled: how it looked there before means nothing any more;
        None: nor does it anywhere.
        """
        if self._last is None:
            return
        settled = self._quiet >= self.settings.quiet
        if within is not None:
            seen, k = np.zeros_like(settled), self._scale
            for x0, y0, x1, y1 in within:
                seen[int(y0 // k) : int(-(-y1 // k)), int(x0 // k) : int(-(-x1 // k))] = True
            settled &= seen
        changed = settled & (_largest(np.asarray(cv2.absdiff(self._last, self._looked), np.uint8)) > self.settings.differ)
        self._before[changed] = self._looked[changed]
        self._looked[settled] = self._last[settled]
        if stirred is None:
            self._before[:] = self._looked
        for quad in stirred or ():
            rows, columns, inside = self._cells(quad)
            # as it was seen there, at rest or not: a card caught on its way off leaves nothing behind that would be no news
            self._looked[rows, columns][inside] = self._last[rows, columns][inside]
            self._before[rows, columns][inside] = self._last[rows, columns][inside]

    def touched(self, quad: Quad) -> bool:
        """Has anything changed where this outline lies since it was last looked at?"""
        return self.news(quad) > self.settings.touched

    def news(self, quad: Quad) -> float:
        """Share (0-1) of this outline that looks otherwise than it was known to."""
        rows, columns, inside = self._cells(quad)
        return int(np.count_nonzero(self._news[rows, columns] & inside)) / max(1, int(np.count_nonzero(inside)))

    def still(self, quad: Quad, share: float = 0.0) -> bool:
        """Has nothing moved where this outline lies (on this share of it, if given) since the frame before?"""
        rows, columns, inside = self._cells(quad)
        quiet = np.count_nonzero((self._quiet[rows, columns] > 0) & inside)
        return bool(quiet >= (share or self.settings.calm) * np.count_nonzero(inside))

    def _cells(self, quad: Quad) -> tuple[slice, slice, NDArray[np.bool_]]:
        """Rows and columns of the small picture around an outline, and which of these cells lie in it."""
        h, w = self._quiet.shape
        q = quad / self._scale
        x0, y0 = (int(v) for v in np.clip(np.floor(q.min(0)), 0, (w - 1, h - 1)))
        x1, y1 = (int(v) for v in np.clip(np.ceil(q.max(0)) + 1, (x0 + 1, y0 + 1), (w, h)))
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.rint((q - (x0, y0) - 0.5) * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
        return slice(y0, y1), slice(x0, x1), mask > 0

    def _small(self, image: Image) -> Image:
        h, w = image.shape[:2]
        width = self.settings.width
        self._scale = w / width
        height = max(1, round(h * width / w))
        # nearest pixels first: touching every pixel of the frame would cost more than all the rest
        rough = cv2.resize(image, (3 * width, 3 * height), interpolation=cv2.INTER_NEAREST)
        return np.asarray(cv2.resize(rough, (width, height), interpolation=cv2.INTER_AREA), np.uint8)

    def _change(self, now: Image, before: Image, level: float) -> tuple[NDArray[np.bool_], bool]:
        raw = _largest(np.asarray(cv2.absdiff(now, before), np.uint8)) > level
        share = np.count_nonzero(raw) / raw.size
        if share < self.settings.light:
            return raw, False
        # gain per channel, from the median ratio: a hand changes less than half of the frame, the light changes all of it
        a, b = now.astype(np.float32) + 8, before.astype(np.float32) + 8
        gain = np.median(a / b, axis=(0, 1))
        even = np.abs(a / gain - b).max(2) > level * 1.5
        return (even, True) if np.count_nonzero(even) / raw.size < share / 3 else (raw, False)

    def _shift(self, now: Image) -> tuple[float, float] | None:
        a, b = (np.asarray(cv2.cvtColor(x, cv2.COLOR_BGR2GRAY), np.float32) for x in (self._looked, now))
        window = np.asarray(cv2.createHanningWindow((a.shape[1], a.shape[0]), cv2.CV_32F))
        (dx, dy), response = cv2.phaseCorrelate(a, b, window)
        if response < 0.25 or np.hypot(dx, dy) < self.settings.bump or np.hypot(dx, dy) > 0.2 * a.shape[1]:
            return None
        # the jump must explain the change: moved back by it, the pictures agree
        back = cv2.warpAffine(
            b, np.array([[1, 0, -dx], [0, 1, -dy]], np.float32), (a.shape[1], a.shape[0]), borderMode=cv2.BORDER_REPLICATE
        )
        m = int(np.ceil(max(abs(dx), abs(dy)))) + 1
        inner = np.s_[m:-m, m:-m]
        if np.abs(back - a)[inner].mean() > 0.6 * np.abs(b - a)[inner].mean():
            return None
        return float(dx) * self._scale, float(dy) * self._scale

    def _regions(
        self, fresh: NDArray[np.bool_], change: NDArray[np.bool_], width: int, height: int
    ) -> tuple[tuple[Box, ...], tuple[Reach, ...]]:
        joined = np.asarray(cv2.dilate(fresh.astype(np.uint8), np.ones((3, 3), np.uint8)))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        near = np.asarray(cv2.dilate(change.astype(np.uint8), np.ones((5, 5), np.uint8))) > 0
        cells = np.bincount(np.asarray(labels)[fresh], minlength=len(stats))
        restless = np.bincount(np.asarray(labels)[near], minlength=len(stats)) > cells / 10
        patient = np.bincount(np.asarray(labels)[fresh & (self._quiet >= self.settings.beside)], minlength=len(stats))
        cells = np.where(restless, patient, cells)
        kx, ky = width / fresh.shape[1], height / fresh.shape[0]
        boxes: list[Box] = []
        reaches = []
        for label in range(1, len(stats)):
            if cells[label] >= self.settings.cells:
                x, y, w, h = (int(v) for v in stats[label][:4])
                boxes.append((int(x * kx), int(y * ky), min(width, -int(-(x + w) * kx // 1)), min(height, -int(-(y + h) * ky // 1))))
                reach = _reach(fresh & (np.asarray(labels) == label))
                if reach is not None:
                    reaches.append(((reach[0] + 0.5) * kx, (reach[1] + 0.5) * ky, reach[2], reach[3]))
        return tuple(boxes), tuple(reaches)


def _reach(mask: NDArray[np.bool_]) -> Reach | None:
    """Far end, in cells, of what comes from the picture's nearest edge; None where that is far away."""
    ys, xs = np.nonzero(mask)
    h, w = mask.shape
    gaps = (int(xs.min()), int(ys.min()), w - 1 - int(xs.max()), h - 1 - int(ys.max()))
    side = int(np.argmin(gaps))
    if gaps[side] > h / 5:
        return None
    p = np.stack([xs, ys], 1).astype(np.float64)
    near = (xs == xs.min(), ys == ys.min(), xs == xs.max(), ys == ys.max())[side]
    away = p - p[near].mean(0)
    far = away[np.hypot(*away.T).argmax()]
    if np.hypot(*far) < 3:
        return None
    axis = far / np.hypot(*far)
    along = away @ axis
    end = p[along >= along.max() - 1.5].mean(0) + axis * 1.0  # to the last cells' far side
    return float(end[0]), float(end[1]), float(axis[0]), float(axis[1])


def _largest(difference: Image) -> Image:
    """Largest of the three channels, a cell."""
    return np.asarray(cv2.max(cv2.max(difference[..., 0], difference[..., 1]), difference[..., 2]), np.uint8)
