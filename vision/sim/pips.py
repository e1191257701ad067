"""The suit marks of the simulator's own deck, each drawn in the square -1..1 by a pen (French, Italian and German suits)."""

from collections.abc import Callable
from math import cos, pi, sin

from vision.sim.pen import INK, Colour, Pen, Point, arc

RED: Colour = (38, 30, 190)
ORANGE: Colour = (16, 106, 236)
NIGHT: Colour = (58, 34, 26)
PINE: Colour = (40, 108, 18)
GOLD: Colour = (48, 176, 236)
STEEL: Colour = (206, 138, 58)
LEAF: Colour = (60, 138, 52)
BARK: Colour = (52, 88, 138)
CREAM: Colour = (222, 238, 246)

# The colour that speaks for a suit: indices, robes, frames.
TINTS: dict[str, Colour] = {
    "H": RED, "D": ORANGE, "S": NIGHT, "C": PINE,
    "co": (46, 40, 176), "de": (20, 128, 200), "sp": (142, 72, 26), "ba": (40, 104, 38),
    "cu": RED, "gh": (44, 84, 128), "fo": (48, 120, 40), "ca": (24, 140, 214),
}  # fmt: skip


def _heart() -> list[Point]:
    turns = [2 * pi * i / 48 for i in range(48)]
    return [(sin(t) ** 3 * 0.95, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 16.5 - 0.08) for t in turns]


def heart(pen: Pen, colour: Colour = RED) -> None:
    pen.fill(_heart(), colour)


def diamond(pen: Pen, colour: Colour = ORANGE) -> None:
    corners = [(0, -1), (0.74, 0), (0, 1), (-0.74, 0)]
    points: list[Point] = []
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        points += [(x0, y0), ((x0 + x1) * 0.455, (y0 + y1) * 0.455)]
    pen.fill(points, colour)


def _stem(pen: Pen, colour: Colour) -> None:
    pen.fill([(-0.08, 0.1), (0.08, 0.1), (0.14, 0.6), (0.42, 0.95), (-0.42, 0.95), (-0.14, 0.6)], colour)


def spade(pen: Pen, colour: Colour = NIGHT) -> None:
    pen.fill([(x * 0.92, -y * 0.86 - 0.14) for x, y in _heart()], colour)
    _stem(pen, colour)


def club(pen: Pen, colour: Colour = PINE) -> None:
    for x, y in ((0, -0.52), (-0.5, 0.16), (0.5, 0.16)):
        pen.disc(x, y, 0.43, colour)
    pen.disc(0, 0, 0.22, colour)
    _stem(pen, colour)


def cup(pen: Pen, colour: Colour = TINTS["co"]) -> None:
    """Coppe: a goblet with a gold lip and foot."""
    pen.fill([(-0.7, -0.85), (0.7, -0.85), *arc(0, -0.45, 0.66, 0, 180, 0.95)], colour, 0.07)
    pen.fill([(-0.12, 0.1), (0.12, 0.1), (0.16, 0.62), (0.6, 0.95), (-0.6, 0.95), (-0.16, 0.62)], GOLD, 0.07)
    pen.disc(0, -0.85, 0.72, GOLD, 0.07, 0.22)
    pen.disc(0, 0.3, 0.22, colour, 0.06, 0.7)
    for x in (-0.36, 0, 0.36):
        pen.disc(x, -0.4, 0.1, CREAM)


def coin(pen: Pen, colour: Colour = TINTS["de"]) -> None:
    """Denari: a disc with a rayed star."""
    pen.disc(0, 0, 0.98, INK)
    pen.disc(0, 0, 0.9, GOLD)
    pen.disc(0, 0, 0.66, colour)
    star = [(r * cos(i * pi / 8), r * sin(i * pi / 8)) for i in range(16) for r in ((0.6, 0.26)[i % 2],)]
    pen.fill(star, CREAM)
    pen.disc(0, 0, 0.2, TINTS["co"])


def sword(pen: Pen, colour: Colour = STEEL) -> None:
    """Spade: a straight sword, point up."""
    pen.fill([(0, -1), (0.2, -0.72), (0.15, 0.42), (-0.15, 0.42), (-0.2, -0.72)], colour, 0.06)
    pen.line([(0, -0.75), (0, 0.35)], 0.05, CREAM)
    pen.fill([(-0.5, 0.36), (0.5, 0.36), (0.44, 0.54), (-0.44, 0.54)], GOLD, 0.06)
    pen.fill([(-0.1, 0.54), (0.1, 0.54), (0.1, 0.84), (-0.1, 0.84)], TINTS["co"], 0.05)
    pen.disc(0, 0.9, 0.13, GOLD, 0.05)


def cudgel(pen: Pen, colour: Colour = LEAF) -> None:
    """Bastoni: a knotted club, thick end up."""
    pen.fill([(-0.3, -0.92), (0.0, -1.0), (0.3, -0.92), (0.32, -0.4), (0.15, 0.95), (-0.15, 0.95), (-0.32, -0.4)], colour, 0.06)
    for x, y in ((-0.33, -0.55), (0.32, -0.2), (-0.24, 0.15)):
        pen.fill([(x, y - 0.15), (x * 1.9, y - 0.22), (x, y + 0.15)], colour, 0.05)
        pen.disc(x * 0.4, y, 0.08, BARK)
    pen.fill([(-0.2, 0.62), (0.2, 0.62), (0.16, 0.95), (-0.16, 0.95)], TINTS["co"], 0.05)


def acorn(pen: Pen, colour: Colour = LEAF) -> None:
    """Ghiande: a nut in its cap."""
    pen.line([(0, -0.7), (0.12, -1.0)], 0.13, BARK)
    pen.fill([*arc(0, -0.05, 0.56, 0, 180, 1.35), (-0.5, -0.3), (0.5, -0.3)], colour, 0.07)
    pen.disc(0, 0.82, 0.1, colour, 0.05)
    pen.fill([*arc(0, -0.1, 0.7, 180, 360, 0.92), (0.62, 0.05), (-0.62, 0.05)], BARK, 0.07)
    for x in (-0.4, -0.13, 0.13, 0.4):
        pen.line([(x, -0.5), (x * 1.3, -0.02)], 0.06, GOLD)


def leaf(pen: Pen, colour: Colour = LEAF) -> None:
    """Foglie: a pointed leaf with its veins."""
    side = [(0.6, -0.3), (0.72, 0.2), (0.4, 0.56), (0.08, 0.5)]
    pen.fill([(0, -1), *side, *((-x, y) for x, y in reversed(side))], colour, 0.07)
    pen.line([(0, -0.75), (0, 0.95)], 0.12, BARK)
    for y in (-0.3, 0.0, 0.3):
        pen.line([(-0.42, y - 0.22), (0, y), (0.42, y - 0.22)], 0.06, CREAM)


def bell(pen: Pen, colour: Colour = GOLD) -> None:
    """Campanelle: a round harness bell with its slot."""
    pen.disc(0, -0.82, 0.16, RED, 0.05)
    pen.disc(0, 0.08, 0.78, colour, 0.08)
    pen.fill([(-0.78, -0.02), (0.78, -0.02), (0.76, 0.2), (-0.76, 0.2)], RED, 0.05)
    pen.line([(0, 0.34), (0, 0.76)], 0.13)
    pen.disc(0, 0.36, 0.13, INK)
    pen.disc(-0.3, -0.36, 0.14, CREAM)


SHAPES: dict[str, Callable[[Pen], None]] = {
    "H": heart, "D": diamond, "S": spade, "C": club,
    "co": cup, "de": coin, "sp": sword, "ba": cudgel,
    "cu": heart, "gh": acorn, "fo": leaf, "ca": bell,
}  # fmt: skip
