"""Hands and arms seen from above: one drawn picture a player, in two layers (arm, palm and fingers; the thumb that lies on a held card).

A picture has its finger tips at `TIPS` and its arm running down out of the lower edge; `DENSITY` pixels are one table unit.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.sim.pen import Colour, Pen, arc

DENSITY = 64
WIDTH, HEIGHT = 4.0, 11.0  # units
TIPS = (2.0, 0.5)  # units from the picture's top left

_SKINS: tuple[Colour, ...] = ((150, 182, 224), (128, 160, 208), (96, 130, 182), (58, 84, 126), (44, 62, 96))
_SLEEVES: tuple[Colour, ...] = ((120, 70, 40), (60, 60, 64), (190, 186, 178), (52, 44, 130), (70, 104, 62), (150, 130, 96))


@dataclass(frozen=True, slots=True)
class Hand:
    """`under` lies below a carried card, `over` above it: BGRA, colours not multiplied by alpha."""

    under: Image
    over: Image


def _shaded(shapes: NDArray[np.uint8], mask: NDArray[np.uint8], thickness: float) -> Image:
    """A flat drawing made round: darker towards the edges of each part, as if lit from above."""
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3) / thickness
    level = 0.7 + 0.34 * np.sqrt(np.clip(depth, 0, 1))
    soft = np.asarray(cv2.GaussianBlur(level.astype(np.float32), (0, 0), 2.0))
    colour = np.clip(shapes.astype(np.float32) * soft[..., None], 0, 255).astype(np.uint8)
    alpha = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.8), np.uint8)
    return np.dstack([colour, alpha])


class _Sheet:
    """A colour drawing and its mask, drawn together."""

    def __init__(self) -> None:
        size = (round(HEIGHT * DENSITY), round(WIDTH * DENSITY))
        self.colour = np.zeros((*size, 3), np.uint8)
        self.mask = np.zeros(size, np.uint8)
        self.pens = [Pen.on(image, DENSITY).at(*TIPS) for image in (self.colour, self.mask)]

    def fill(self, points: list[tuple[float, float]], colour: Colour) -> None:
        for pen, c in zip(self.pens, (colour, (255, 255, 255)), strict=True):
            pen.fill(points, c)

    def finger(self, points: list[tuple[float, float]], width: float, colour: Colour) -> None:
        """A rounded limb with a shade along it and a nail at its first point."""
        dark = _times(colour, 0.72)
        for pen, c in zip(self.pens, (dark, (255, 255, 255)), strict=True):
            pen.line(points, width, c)
        self.pens[0].line(points, width * 0.8, colour)


def _times(colour: Colour, by: float) -> Colour:
    b, g, r = (max(0, min(255, round(c * by))) for c in colour)
    return b, g, r


def draw_hand(rng: np.random.Generator) -> Hand:
    """A hand of random skin, sleeve and build; right or left."""
    skin = _times(_SKINS[rng.integers(len(_SKINS))], float(rng.uniform(0.9, 1.1)))
    sleeve = _SLEEVES[rng.integers(len(_SLEEVES))]
    bare = float(rng.uniform(2.6, 6.0))  # where the sleeve begins, units behind the finger tips
    side = 1 if rng.random() < 0.75 else -1
    s = [1.0 * side, 1.0]

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * s[0], y) for x, y in points]

    low = _Sheet()
    low.fill(at((-0.42, 1.9), (0.42, 1.9), (0.5, 3.2), (0.66, 5.4), (0.74, 11), (-0.74, 11), (-0.66, 5.4), (-0.46, 3.2)), skin)
    low.fill(at((-0.66, 0.75), (0.2, 0.7), (0.56, 1.1), (0.5, 2.1), (-0.46, 2.1), (-0.72, 1.4)), skin)
    for tip, knuckle, root, width in (
        ((-0.66, 0.34), (-0.78, 0.72), (-0.56, 1.2), 0.24),
        ((-0.4, 0.06), (-0.5, 0.56), (-0.3, 1.15), 0.27),
        ((-0.1, -0.06), (-0.16, 0.48), (-0.04, 1.15), 0.28),
        ((0.18, 0.02), (0.14, 0.5), (0.22, 1.15), 0.27),
    ):
        low.finger(at(tip, knuckle, root), width, skin)
    for x in (-0.52, -0.27, -0.02, 0.22):
        low.pens[0].line(at((x - 0.07, 1.02), (x + 0.07, 1.0)), 0.03, _times(skin, 0.78))
    cuff = at((-0.62, bare), (0.62, bare), (0.98, 7.5), (1.08, 11), (-1.08, 11), (-0.98, 7.5))
    low.fill(cuff, sleeve)
    low.pens[0].line(cuff[:2], 0.1, _times(sleeve, 0.7))
    for i in range(5):
        y = bare + 0.5 + i * 0.9
        low.pens[0].line(at((-0.5 + 0.2 * (i % 3), y), (0.1 + 0.2 * (i % 2), y + 0.25)), 0.05, _times(sleeve, 0.8))

    top = _Sheet()
    top.finger(at((0.3, 0.02), (0.5, 0.5), (0.42, 1.15)), 0.3, skin)
    nail = arc(0.3 * side, 0.0, 0.09, 0, 350, 1.25, 14)
    top.pens[0].fill(nail, _times(skin, 1.12))
    return Hand(_shaded(low.colour, low.mask, 0.42 * DENSITY), _shaded(top.colour, top.mask, 0.16 * DENSITY))
