"""Layers of a picture: warped cards, shadows, hands, each a small patch with its place, and how they are laid over one another.

Patches are BGRA, their colours multiplied by alpha, and reach only as far as the picture. All in 8 bits: a frame with an arm in it
must not cost more than a few milliseconds.
"""

from dataclasses import dataclass
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.sim.degrade import Box
from vision.sim.lens import homography

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]
LIT = 128  # in a light map this means unchanged
_SOFT = 4  # large shadows are made on a picture this many times smaller
_TAPS = 11  # longest side of a blur kernel that OpenCV still applies directly


@dataclass(frozen=True, slots=True)
class Patch:
    """`image` (h, w, 4) uint8, multiplied by alpha, at `box`."""

    box: Box
    image: Image


@dataclass(frozen=True, slots=True)
class Sprite:
    """A drawing, multiplied by alpha, cut to what is not empty: its first pixel is `corner` of the whole drawing."""

    image: Image
    corner: tuple[int, int]

    def within(self, matrix: Floats) -> Floats:
        """The 2 x 3 matrix for the cut drawing from that for the whole one."""
        out = matrix.copy()
        out[:, 2] += matrix[:, :2] @ np.array(self.corner, np.float64)
        return out


def sprite(art: Image) -> Sprite:
    """A BGRA drawing made ready to be laid; most of an arm's sheet is empty."""
    x, y, w, h = cv2.boundingRect(np.ascontiguousarray(art[..., 3]))
    left, top = max(0, x - 2), max(0, y - 2)  # a clear rim: its edge stays soft when turned
    return Sprite(np.ascontiguousarray(multiplied(art[top : y + h + 2, left : x + w + 2])), (left, top))


@dataclass(frozen=True, slots=True)
class Shade:
    """A shadow: how much light it takes away, (h, w) uint8, at `box`."""

    box: Box
    depth: Mask


def around(points: Floats, margin: int, size: tuple[int, int]) -> Box:
    """The box of some pixels, with a margin, cut to the picture."""
    low, high = np.floor(points.min(0)).astype(int), np.ceil(points.max(0)).astype(int) + 1
    return Box(int(low[0]), int(low[1]), int(high[0]), int(high[1])).grown(margin, size)


def cut(box: Box, within: Box) -> Box:
    """What both boxes share."""
    return Box(max(box.left, within.left), max(box.top, within.top), min(box.right, within.right), min(box.bottom, within.bottom))


def inside(box: Box, part: Box) -> tuple[slice, slice]:
    """Slices of `part` in an array that covers `box`."""
    return slice(part.top - box.top, part.bottom - box.top), slice(part.left - box.left, part.right - box.left)


def multiplied(art: Image) -> Image:
    """BGRA with the colours multiplied by alpha."""
    out = art.copy()
    out[..., :3] = (art[..., :3].astype(np.uint16) * art[..., 3:] // 255).astype(np.uint8)
    return out


def light_map(levels: NDArray[np.float32]) -> Image:
    """Brightness around 1, (h, w, 3), as a BGRA map in which `LIT` leaves a patch as it is."""
    h, w = levels.shape[:2]
    out = np.full((h, w, 4), LIT, np.uint8)
    out[..., :3] = np.clip(np.rint(levels * LIT), 0, 255)
    return out


def warped(art: Image, quad: Floats, light: Image) -> Patch | None:
    """`art` with its corners at `quad`, lit; None when that is out of the picture."""
    box = around(quad, 2, (light.shape[1], light.shape[0]))
    if box.empty:
        return None
    h, w = art.shape[:2]
    source = np.array([[0.0, 0], [w, 0], [w, h], [0, h]]) - 0.5
    matrix = homography(source, quad - (box.left, box.top) - 0.5)
    out = cv2.warpPerspective(art, matrix, (box.right - box.left, box.bottom - box.top), flags=cv2.INTER_LINEAR)
    return _lit(box, np.asarray(out, np.uint8), light)


def turned(art: Sprite, matrix: Floats, light: Image) -> Patch | None:
    """`art` under a 2 x 3 matrix, lit; None when that is out of the picture."""
    moved = art.within(matrix)
    box = _reach(art.image, moved, (light.shape[1], light.shape[0]))
    if box.empty:
        return None
    moved[:, 2] -= (box.left, box.top)
    out = cv2.warpAffine(art.image, moved, (box.right - box.left, box.bottom - box.top), flags=cv2.INTER_LINEAR)
    return _lit(box, np.asarray(out, np.uint8), light)


def _lit(box: Box, image: Image, light: Image) -> Patch:
    return Patch(box, np.asarray(cv2.multiply(image, light[box.slices], scale=1 / LIT), np.uint8))


def _reach(art: Image, matrix: Floats, size: tuple[int, int], margin: int = 1) -> Box:
    h, w = art.shape[:2]
    return around(np.array([[0.0, 0], [w, 0], [w, h], [0, h]]) @ matrix[:, :2].T + matrix[:, 2], margin, size)


def shadow(quad: Floats, blur: float, strength: float, size: tuple[int, int]) -> Shade | None:
    """A soft shadow of a convex outline."""
    margin = round(2.5 * blur) + 1
    box = around(quad, margin, size)
    if box.empty or strength <= 0:
        return None
    depth = np.zeros((box.bottom - box.top, box.right - box.left), np.uint8)
    points = np.rint((quad - (box.left, box.top)) * 16).astype(np.int32)
    cv2.fillConvexPoly(depth, points, (255.0 * strength,), cv2.LINE_AA, 4)
    return Shade(box, np.asarray(cv2.GaussianBlur(depth, (0, 0), blur), np.uint8))


def soft_shadow(art: Sprite, matrix: Floats, blur: float, strength: float, size: tuple[int, int]) -> Shade | None:
    """A wide soft shadow of a drawing under a 2 x 3 matrix."""
    small = art.within(matrix)
    box = _reach(art.image, small, size, round(2 * blur))
    if box.empty:
        return None
    w, h = box.right - box.left, box.bottom - box.top
    small[:, 2] -= (box.left, box.top)
    depth = cv2.warpAffine(cv2.extractChannel(art.image, 3), small / _SOFT, (ceil(w / _SOFT), ceil(h / _SOFT)), flags=cv2.INTER_LINEAR)
    depth = cv2.convertScaleAbs(cv2.GaussianBlur(depth, (0, 0), max(0.5, blur / _SOFT)), alpha=strength)
    return Shade(box, np.asarray(cv2.resize(depth, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8))


def lay(image: Image, patch: Patch, within: Box, origin: tuple[int, int] = (0, 0)) -> None:
    """Lay a patch over a BGR or BGRA image, inside a box only; `origin` is the picture's pixel at the image's (0, 0)."""
    part = cut(patch.box, within)
    if part.empty:
        return
    target = image[part.top - origin[1] : part.bottom - origin[1], part.left - origin[0] : part.right - origin[0]]
    above = patch.image[inside(patch.box, part)]
    free = cv2.bitwise_not(cv2.extractChannel(above, 3))
    colours = image.shape[2] == 3
    rest = cv2.merge([free] * image.shape[2])
    laid = cv2.cvtColor(above, cv2.COLOR_BGRA2BGR) if colours else above
    target[:] = cv2.add(cv2.multiply(target, rest, scale=1 / 255), laid)


def darken(image: Image, shade: Shade, within: Box) -> None:
    """Take light away from the picture, inside a box only."""
    part = cut(shade.box, within)
    if part.empty:
        return
    target = image[part.slices]
    keep = cv2.bitwise_not(shade.depth[inside(shade.box, part)])
    target[:] = cv2.multiply(target, cv2.merge([keep, keep, keep]), scale=1 / 255)


@dataclass(slots=True)
class Overlay:
    """Everything that moves together in one frame, put together apart from the table so that it can be blurred by its motion."""

    box: Box
    image: Image
    depth: Mask

    @classmethod
    def over(cls, box: Box) -> "Overlay":
        """An empty one."""
        shape = (box.bottom - box.top, box.right - box.left)
        return cls(box, np.zeros((*shape, 4), np.uint8), np.zeros(shape, np.uint8))

    def add(self, patch: Patch) -> None:
        """Lay a patch over what is there."""
        lay(self.image, patch, self.box, (self.box.left, self.box.top))

    def shade(self, shade: Shade) -> None:
        """Add a shadow on the table below."""
        part = cut(shade.box, self.box)
        if not part.empty:
            here = self.depth[inside(self.box, part)]
            here[:] = np.maximum(here, shade.depth[inside(shade.box, part)])

    def blur(self, dx: float, dy: float) -> None:
        """Smear by a motion of (dx, dy) pixels."""
        far = max(abs(dx), abs(dy))
        if far < 2:
            return
        # Long smears are made on a smaller picture: what they would lose is lost in the smear anyway.
        shrink = ceil(far / (_TAPS - 1))
        n = min(_TAPS, 2 * ceil(far / shrink / 2) + 1)
        kernel = np.zeros((n, n), np.float32)
        steps = max(2, round(far / shrink) + 1)
        for i in range(steps):
            share = i / (steps - 1) - 0.5
            kernel[round(n // 2 + dy / shrink * share), round(n // 2 + dx / shrink * share)] += 1 / steps
        h, w = self.depth.shape
        image = self.image if shrink == 1 else cv2.resize(self.image, (ceil(w / shrink), ceil(h / shrink)), interpolation=cv2.INTER_AREA)
        smeared = cv2.filter2D(image, -1, kernel, borderType=cv2.BORDER_REPLICATE)
        if shrink > 1:
            smeared = cv2.resize(smeared, (w, h), interpolation=cv2.INTER_LINEAR)
        self.image = np.asarray(smeared, np.uint8)

    def onto(self, image: Image) -> None:
        """Lay all over the picture."""
        darken(image, Shade(self.box, self.depth), self.box)
        lay(image, Patch(self.box, self.image), self.box)
