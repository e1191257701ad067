"""A pen over an image: antialiased shapes in local coordinates, so that a figure is written once and drawn at any place, size and turn.

Colours are BGR tuples. A `Pen` carries a 2 x 3 matrix from its own units to pixels; `at` gives a pen moved, scaled and turned.
Letters and digits are strokes of our own (no font file), because a card's index must turn with the card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Point = tuple[float, float]
Image = NDArray[np.uint8]

INK: Colour = (40, 30, 28)
_SHIFT = 4  # fixed-point bits of a coordinate in cv2's drawing: a sixteenth of a pixel


def arc(x: float, y: float, r: float, start: float, stop: float, squash: float = 1.0, steps: int = 20) -> list[Point]:
    """Points of an arc round (x, y), degrees clockwise from east; `squash` shrinks it in y."""
    turns = [radians(start + (stop - start) * i / steps) for i in range(steps + 1)]
    return [(x + r * cos(t), y + r * squash * sin(t)) for t in turns]


# Strokes on a cell two units wide and three high, (0, 0) at its middle.
_GLYPHS: dict[str, tuple[list[Point], ...]] = {
    "A": ([(-0.95, 1.5), (0, -1.5), (0.95, 1.5)], [(-0.6, 0.5), (0.6, 0.5)]),
    "C": (arc(0.1, 0, 1.0, -50, -310, 1.5),),
    "F": ([(0.9, -1.5), (-0.8, -1.5), (-0.8, 1.5)], [(-0.8, -0.1), (0.55, -0.1)]),
    "J": ([(-0.2, -1.5), (0.8, -1.5), (0.8, 0.6), *arc(0, 0.6, 0.8, 0, 180, 1.1)],),
    "K": ([(-0.8, -1.5), (-0.8, 1.5)], [(0.85, -1.5), (-0.75, 0.2)], [(-0.2, -0.35), (0.95, 1.5)]),
    "O": (arc(0, 0, 1.05, 0, 360, 1.43, 36),),
    "Q": (arc(0, -0.05, 1.0, 0, 360, 1.4, 36), [(0.1, 0.6), (1.05, 1.6)]),
    "R": ([(-0.8, 1.5), (-0.8, -1.5), (0.05, -1.5), *arc(0.05, -0.7, 0.8, -90, 90), (-0.8, 0.1)], [(0.0, 0.1), (0.95, 1.5)]),
    "U": ([(-0.85, -1.5), (-0.85, 0.6), *arc(0, 0.6, 0.85, 180, 0, 1.05), (0.85, -1.5)],),
    "W": ([(-1.1, -1.5), (-0.55, 1.5), (0, -0.5), (0.55, 1.5), (1.1, -1.5)],),
    "0": (arc(0, 0, 0.75, 0, 360, 2.0, 36),),
    "1": ([(-0.45, -0.9), (0.15, -1.5), (0.15, 1.5)],),
    "2": ([*arc(0, -0.65, 0.8, 190, 390), (-0.85, 1.5), (0.9, 1.5)],),
    "3": ([*arc(0, -0.75, 0.72, 200, 430)], [*arc(0, 0.65, 0.86, 280, 515)]),
    "4": ([(0.45, 1.5), (0.45, -1.5), (-0.9, 0.65), (0.95, 0.65)],),
    "5": ([(0.8, -1.5), (-0.65, -1.5), (-0.75, -0.15), *arc(0, 0.55, 0.9, 225, 495)],),
    "6": ([(0.5, -1.5), *arc(0.75, 0.65, 1.6, 245, 180, 1.1, 8), *arc(0, 0.65, 0.85, 180, -180, 1.0, 30)],),
    "7": ([(-0.85, -1.5), (0.85, -1.5), (-0.2, 1.5)],),
    "8": (arc(0, -0.78, 0.7, 0, 360, 1.0, 30), arc(0, 0.7, 0.86, 0, 360, 0.95, 30)),
    "9": ([(-0.5, 1.5), *arc(-0.75, -0.65, 1.6, 65, 0, 1.1, 8), *arc(0, -0.65, 0.85, 0, -360, 1.0, 30)],),
}


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on `image` (changed in place) in its own units."""

    image: Image
    matrix: NDArray[np.float64]

    @classmethod
    def on(cls, image: Image, scale: float = 1.0) -> "Pen":
        """A pen whose unit is `scale` pixels, (0, 0) at the top left."""
        return cls(image, np.array([[scale, 0, 0], [0, scale, 0]], float))

    def at(self, x: float, y: float, scale: float = 1.0, turn: float = 0.0, wide: float = 1.0) -> "Pen":
        """A pen at (x, y), its units scaled, turned by degrees clockwise; `wide` scales x alone (-1 mirrors)."""
        c, s = cos(turn * pi / 180) * scale, sin(turn * pi / 180) * scale
        local = np.array([[c * wide, -s, x], [s * wide, c, y], [0, 0, 1]], float)
        return Pen(self.image, self.matrix @ local)

    def _pixels(self, points: Sequence[Point]) -> NDArray[np.int32]:
        xy = np.asarray(points, float) @ self.matrix[:, :2].T + self.matrix[:, 2]
        return np.rint(xy * (1 << _SHIFT)).astype(np.int32)

    @property
    def _unit(self) -> float:
        return float(np.sqrt(abs(np.linalg.det(self.matrix[:, :2]))))

    def fill(self, points: Sequence[Point], colour: Colour, edge: float = 0.0, ink: Colour = INK) -> None:
        """A filled polygon; `edge` > 0 outlines it with that width."""
        xy = self._pixels(points)
        cv2.fillPoly(self.image, [xy], colour, cv2.LINE_AA, _SHIFT)
        if edge:
            self.line([*points, points[0]], edge, ink)

    def disc(self, x: float, y: float, r: float, colour: Colour, edge: float = 0.0, squash: float = 1.0) -> None:
        """A filled circle, or an ellipse `squash` times as high."""
        self.fill(arc(x, y, r, 0, 350, squash, 36), colour, edge)

    def line(self, points: Sequence[Point], width: float, colour: Colour = INK) -> None:
        """A stroke with round ends."""
        thick = max(1, round(width * self._unit))
        cv2.polylines(self.image, [self._pixels(points)], False, colour, thick, cv2.LINE_AA, _SHIFT)

    def text(self, text: str, height: float, colour: Colour = INK, weight: float = 0.16) -> None:
        """Text centred on the pen's origin, `height` units high; `weight` is the stroke's share of the height."""
        size, step = height / 3, 2.6
        narrow = 0.8 if len(text) > 1 else 1.0
        for i, char in enumerate(text):
            x = (i - (len(text) - 1) / 2) * step * size * narrow
            pen = self.at(x, 0, size, wide=narrow)
            for stroke in _GLYPHS[char]:
                pen.line(stroke, 3 * weight, colour)
