"""The court cards of the simulator's own deck: bold geometric people, told apart by hat, tool and robe.

French and German courts are half figures, mirrored below; Italian ones are whole.
Half figures are drawn in the box x -1..1, y -1.55..0 (the waist); whole figures in x -1..1, y -1.5..1.5.
"""

from vision.sim.pen import INK, Colour, Pen, Point, arc
from vision.sim.pips import BARK, CREAM, GOLD, LEAF, NIGHT, RED, SHAPES, STEEL, TINTS

SKIN: Colour = (164, 200, 238)
BLUE: Colour = (156, 92, 34)
ROSE: Colour = (150, 130, 226)
HAIR: dict[str, Colour] = {"J": (40, 80, 140), "Q": (70, 170, 226), "K": (120, 120, 126), "O": (40, 52, 84), "U": (36, 110, 190)}
PANELS: dict[str, Colour] = {
    "J": (240, 196, 140), "Q": (190, 170, 246), "K": (120, 216, 252), "O": (206, 204, 196), "U": (150, 222, 160),
    "F": (240, 196, 140), "C": (150, 222, 160), "R": (120, 216, 252),
}  # fmt: skip
# Robe and panel say suit and rank apart: the robe has the suit's tint, its trimming the rank's.
_TRIMS: dict[str, tuple[Colour, Colour]] = {
    "J": (BLUE, GOLD), "Q": (ROSE, CREAM), "K": (GOLD, GOLD), "O": (STEEL, CREAM), "U": (LEAF, GOLD),
}  # fmt: skip


def _pattern(pen: Pen, suit: str, colour: Colour, left: float, right: float, top: float, bottom: float) -> None:
    """The robe's stuff, one a suit: chevrons, lozenges, stripes, dots."""
    kind = _kind(suit)
    width, height = right - left, bottom - top
    middle = (left + right) / 2
    for i in range(4):
        y = top + height * (i + 0.5) / 4
        if kind == 0:
            pen.line([(left, y + 0.1), (middle, y - 0.08), (right, y + 0.1)], 0.07, colour)
        elif kind == 2:
            x = left + width * (i + 0.5) / 4
            pen.line([(x, top + 0.04), (x, bottom)], 0.08, colour)
        else:
            for j in range(3):
                x = left + width * (j + 0.5 + 0.25 * (i % 2)) / 3.5
                if kind == 1:
                    pen.fill([(x, y - 0.1), (x + 0.09, y), (x, y + 0.1), (x - 0.09, y)], colour)
                else:
                    pen.disc(x, y, 0.07, colour)


def hangings(pen: Pen, rank: str, suit: str, width: float, height: float) -> None:
    """What hangs behind the figure, in pixels round the pen's middle: rank by colour, suit by pattern."""
    pen.fill([(-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2)], PANELS[rank])
    b, g, r = ((2 * p + 3 * t) // 5 for p, t in zip(PANELS[rank], TINTS[suit], strict=True))
    mark = (b, g, r)
    kind = _kind(suit)
    if kind == 2:
        for left in range(-round(width / 2) + 8, round(width / 2), 20):
            pen.line([(left, 4 - height / 2), (left, height / 2 - 4)], 7, mark)
    elif kind == 3:
        for top in range(-round(height / 2) + 10, round(height / 2), 22):
            pen.line([(4 - width / 2, top), (width / 2 - 4, top)], 7, mark)
    else:
        step = 24
        for j in range(int(height // step)):
            for i in range(int(width // step)):
                x, y = (i + 0.5) * step - width / 2, (j + 0.5) * step - height / 2
                if kind == 1:
                    pen.fill([(x, y - 10), (x + 8, y), (x, y + 10), (x - 8, y)], mark)
                elif (i + j) % 2:
                    pen.fill([(x - 12, y - 12), (x + 12, y - 12), (x + 12, y + 12), (x - 12, y + 12)], mark)


def _kind(suit: str) -> int:
    """0..3: which of four patterns a suit has."""
    return ("H", "D", "S", "C", "cu", "ca", "fo", "gh", "co", "de", "sp", "ba").index(suit) % 4


def _face(pen: Pen, x: float, y: float, r: float) -> None:
    pen.disc(x, y, r, SKIN, 0.05, 1.18)
    for side in (-0.38, 0.38):
        pen.disc(x + side * r, y - 0.1 * r, 0.11 * r, INK)
    pen.line([(x, y - 0.05 * r), (x + 0.12 * r, y + 0.3 * r), (x - 0.05 * r, y + 0.3 * r)], 0.03)
    pen.line([(x - 0.28 * r, y + 0.62 * r), (x + 0.28 * r, y + 0.62 * r)], 0.045, RED)


def _crown(pen: Pen, x: float, y: float, w: float, h: float, spikes: int, balls: bool) -> None:
    points: list[Point] = [(x - w, y), (x - w * 1.1, y - h)]
    for i in range(1, spikes):
        mid = x - w * 1.1 + 2.2 * w * (i - 0.5) / (spikes - 1)
        points += [(mid, y - h * 0.45), (x - w * 1.1 + 2.2 * w * i / (spikes - 1), y - h)]
    points.append((x + w, y))
    pen.fill(points, GOLD, 0.05)
    pen.line([(x - w, y - 0.05), (x + w, y - 0.05)], 0.07, RED)
    if balls:
        for i in range(spikes):
            pen.disc(x - w * 1.1 + 2.2 * w * i / (spikes - 1), y - h, 0.075, RED, 0.03)


def _hat(pen: Pen, rank: str, tint: Colour) -> None:
    if rank == "K":
        _crown(pen, 0, -1.14, 0.36, 0.36, 5, False)
    elif rank == "Q":
        _crown(pen, 0, -1.17, 0.32, 0.27, 3, True)
    elif rank == "J":
        pen.fill([(-0.5, -1.1), (-0.42, -1.32), (0.1, -1.42), (0.5, -1.24), (0.44, -1.08)], tint, 0.05)
        pen.line(arc(0.55, -1.0, 0.5, 190, 300), 0.1, CREAM)
        pen.line(arc(0.55, -1.0, 0.5, 190, 300), 0.03, INK)
    elif rank == "O":
        pen.fill([*arc(0, -1.02, 0.42, 180, 360, 1.1), (0.42, -0.86), (-0.42, -0.86)], STEEL, 0.05)
        pen.line([(-0.3, -1.06), (0.3, -1.06)], 0.07, INK)
        pen.fill([(0, -1.46), (0.62, -1.52), (0.7, -1.2), (0.36, -1.3)], RED, 0.05)
    else:
        pen.fill([(-0.46, -0.98), (-0.2, -1.4), (0.72, -1.5), (0.3, -1.24), (0.46, -0.98)], tint, 0.05)
        pen.disc(0.72, -1.46, 0.09, GOLD, 0.04)


def half(pen: Pen, rank: str, suit: str) -> None:
    """The upper half of J, Q, K (French) or U, O, K (German)."""
    tint = TINTS[suit]
    trim, second = _TRIMS[rank]
    if rank == "Q":
        pen.fill([*arc(0, -0.95, 0.5, 180, 360, 1.1), (0.6, -0.25), (-0.6, -0.25)], HAIR[rank], 0.05)
    elif rank == "J":
        pen.fill([*arc(0, -0.95, 0.44, 180, 360), (0.46, -0.62), (-0.46, -0.62)], HAIR[rank], 0.05)
    pen.fill([(-0.95, 0.2), (-0.82, -0.36), (-0.3, -0.6), (0.3, -0.6), (0.82, -0.36), (0.95, 0.2)], tint, 0.05)
    _pattern(pen, suit, second, -0.66, 0.66, -0.5, 0.1)
    pen.fill([(-0.2, -0.6), (0.2, -0.6), (0.14, 0.2), (-0.14, 0.2)], trim, 0.05)
    for y in (-0.44, -0.24, -0.04):
        pen.disc(0, y, 0.055, CREAM)
    pen.fill([(-0.42, -0.6), (0, -0.36), (0.42, -0.6), (0.2, -0.74), (-0.2, -0.74)], CREAM, 0.05)
    if rank == "K":
        pen.fill([(-0.36, -0.92), (0.36, -0.92), (0.3, -0.5), (0, -0.24), (-0.3, -0.5)], HAIR[rank], 0.05)
    _face(pen, 0, -0.9, 0.31)
    if rank == "K":
        pen.line([(-0.2, -0.76), (0, -0.82), (0.2, -0.76)], 0.08, HAIR[rank])
    _hat(pen, rank, tint)
    if rank in "KO":
        pen.line([(-0.76, -0.02), (-0.76, -1.38)], 0.1, INK)
        pen.line([(-0.76, -0.02), (-0.76, -1.38)], 0.05, GOLD if rank == "K" else CREAM)
        pen.disc(-0.76, -1.38, 0.11, tint, 0.04)
    elif rank == "Q":
        pen.line([(-0.76, -0.1), (-0.72, -0.6)], 0.06, LEAF)
        for x, y in ((-0.72, -0.86), (-0.86, -0.7), (-0.58, -0.7)):
            pen.disc(x, y, 0.1, ROSE, 0.03)
        pen.disc(-0.72, -0.75, 0.08, GOLD)
    else:
        pen.line([(-0.84, 0), (-0.62, -1.0)], 0.08, (40, 70, 110))
        pen.fill([(-0.62, -1.34), (-0.5, -1.0), (-0.72, -1.0)], STEEL, 0.04)
    pen.disc(-0.74, -0.2, 0.13, SKIN, 0.04)


def _robe(pen: Pen, suit: str, main: Colour, second: Colour, bottom: float, spread: float) -> None:
    pen.fill([(-0.36, -0.52), (0.36, -0.52), (0.5, 0.1), (spread, bottom), (-spread, bottom), (-0.5, 0.1)], main, 0.05)
    _pattern(pen, suit, second, -0.4, 0.4, -0.4, bottom - 0.12)
    pen.fill([(-0.46, 0.02), (0.46, 0.02), (0.48, 0.16), (-0.48, 0.16)], GOLD, 0.05)


def page(pen: Pen, suit: str) -> None:
    """Fante: stands, bare legs, cap with feather, holds his suit high."""
    tint = TINTS[suit]
    for x in (-0.24, 0.24):
        pen.fill([(x - 0.14, 0.5), (x + 0.14, 0.5), (x * 1.3 + 0.1, 1.3), (x * 1.3 - 0.1, 1.3)], CREAM if x < 0 else tint, 0.05)
        pen.fill([(x * 1.3 - 0.12, 1.26), (x * 1.3 + 0.12, 1.26), (x * 1.3 + (0.3 if x > 0 else -0.3), 1.44), (x * 1.3 - 0.1, 1.44)], INK)
    _robe(pen, suit, tint, CREAM, 0.62, 0.62)
    pen.line([(0.34, -0.4), (0.66, -0.62)], 0.2, tint)
    pen.line([(-0.36, -0.4), (-0.72, 0.0), (-0.4, 0.12)], 0.18, tint)
    _face(pen, 0, -0.82, 0.27)
    pen.fill([(-0.42, -1.0), (-0.34, -1.2), (0.2, -1.28), (0.42, -1.06), (0.3, -0.98)], BLUE, 0.05)
    pen.line(arc(-0.1, -1.0, 0.44, 200, 300), 0.09, RED)
    SHAPES[suit](pen.at(0.68, -0.95, 0.34))


def rider(pen: Pen, suit: str) -> None:
    """Cavallo: a horse seen from its side, its rider holding the suit before him."""
    tint = TINTS[suit]
    coat: Colour = (226, 230, 232) if suit in ("sp", "co") else (58, 92, 150)
    for x, lift in ((-0.56, 0.0), (-0.34, 0.06), (0.3, 0.0), (0.52, 0.3)):
        pen.fill([(x - 0.1, 0.7), (x + 0.1, 0.7), (x + 0.07 + lift, 1.36 - lift * 0.6), (x - 0.07 + lift, 1.36 - lift * 0.6)], coat, 0.05)
    pen.line(arc(-0.62, 0.8, 0.34, 190, 290), 0.14, INK)
    pen.disc(0, 0.6, 0.72, coat, 0.05, 0.5)
    pen.fill([(0.3, 0.5), (0.56, -0.16), (0.74, -0.34), (0.98, 0.06), (0.88, 0.16), (0.74, 0.08), (0.66, 0.66)], coat, 0.05)
    pen.line([(0.4, 0.24), (0.5, -0.1), (0.66, -0.3)], 0.12, INK)
    pen.disc(0.76, -0.12, 0.045, INK)
    pen.fill([(-0.34, 0.26), (0.26, 0.26), (0.3, 0.72), (-0.3, 0.72)], GOLD, 0.05)
    pen.fill([(-0.32, -0.46), (0.24, -0.46), (0.26, 0.3), (-0.34, 0.3)], tint, 0.05)
    _pattern(pen, suit, CREAM, -0.26, 0.2, -0.4, 0.28)
    pen.line([(0.02, 0.3), (0.14, 0.8)], 0.17, RED)
    pen.line([(-0.22, -0.36), (-0.6, -0.5)], 0.17, tint)
    _face(pen, -0.04, -0.74, 0.24)
    pen.fill([(-0.4, -0.9), (0.3, -0.9), (0.18, -1.14), (-0.26, -1.14)], NIGHT, 0.05)
    pen.line([(-0.5, -0.9), (0.4, -0.9)], 0.08, RED)
    SHAPES[suit](pen.at(-0.68, -0.84, 0.33))


def monarch(pen: Pen, suit: str) -> None:
    """Re: sits on a throne in a wide robe, crown and beard, the suit in his right hand, a staff in his left."""
    tint = TINTS[suit]
    pen.fill([(-0.66, -0.86), (0.66, -0.86), (0.7, 1.0), (-0.7, 1.0)], BARK, 0.06)
    for x in (-0.66, 0.66):
        pen.disc(x, -0.9, 0.12, GOLD, 0.05)
    _robe(pen, suit, tint, CREAM, 1.36, 0.92)
    pen.fill([(-0.92, 1.2), (0.92, 1.2), (0.96, 1.44), (-0.96, 1.44)], CREAM, 0.05)
    for x in (-0.6, -0.2, 0.2, 0.6):
        pen.disc(x, 1.32, 0.06, INK)
    pen.fill([(-0.5, -0.5), (0, -0.2), (0.5, -0.5), (0.3, -0.62), (-0.3, -0.62)], CREAM, 0.05)
    pen.fill([(-0.3, -0.82), (0.3, -0.82), (0.24, -0.42), (0, -0.16), (-0.24, -0.42)], HAIR["K"], 0.05)
    _face(pen, 0, -0.84, 0.27)
    _crown(pen, 0, -1.04, 0.34, 0.36, 5, False)
    pen.line([(0.4, -0.3), (0.74, 0.1)], 0.2, tint)
    pen.line([(0.8, 0.7), (0.8, -1.1)], 0.11, INK)
    pen.line([(0.8, 0.7), (0.8, -1.1)], 0.06, GOLD)
    pen.disc(0.8, -1.14, 0.12, RED, 0.04)
    pen.line([(-0.4, -0.3), (-0.7, -0.1)], 0.2, tint)
    SHAPES[suit](pen.at(-0.7, -0.42, 0.34))
