"""The simulator's own deck, drawn, and card images from a folder.

Faces and backs are BGRA uint8 images with rounded corners in alpha, about 300 pixels high. Everything drawn here is ours and the
same at every call; the demo and the tests need no other pictures.
"""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from table import cards
from table.errors import BadFile, BadValue, UnknownName
from vision.sim import figures
from vision.sim.pen import INK, Colour, Image, Pen, Point
from vision.sim.pips import CREAM, GOLD, RED, SHAPES, TINTS

SIZES = {"french": (204, 306), "italian": (180, 316), "german": (190, 308)}  # width, height in pixels
_FINE = 3  # drawn this many times larger, then averaged down
_PAPER: Colour = (236, 244, 248)
_HEIGHT = 320  # of images from a folder
_SUFFIXES = (".webp", ".jpg", ".jpeg", ".png")
_COLUMNS: dict[int, tuple[Point, ...]] = {
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)),
    9: ((-1, -1), (1, -1), (-1, -0.34), (1, -0.34), (0, 0), (-1, 0.34), (1, 0.34), (-1, 1), (1, 1)),
    10: ((-1, -1), (1, -1), (0, -0.67), (-1, -0.34), (1, -0.34), (-1, 0.34), (1, 0.34), (0, 0.67), (-1, 1), (1, 1)),
}
# Where shapes are not the classic French ones, each rank has a figure of its own, told apart at a distance: row, cross, ring ..
_FIGURES: dict[int, tuple[Point, ...]] = {
    2: ((0, -0.85), (0, 0.85)),
    3: ((-0.85, -0.95), (0, 0), (0.85, 0.95)),
    4: ((-0.95, -0.85), (0.95, -0.85), (-0.95, 0.85), (0.95, 0.85)),
    5: ((0, -0.98), (-1.25, 0), (0, 0), (1.25, 0), (0, 0.98)),
    6: ((-0.92, -0.98), (0.92, -0.98), (-0.92, 0), (0.92, 0), (-0.92, 0.98), (0.92, 0.98)),
    7: ((0, -1.04), (-1.15, -0.46), (1.15, -0.46), (0, 0), (-1.15, 0.46), (1.15, 0.46), (0, 1.04)),
    8: ((-0.65, -1.04), (0.65, -1.04), (-1.25, -0.36), (1.25, -0.36), (-1.25, 0.36), (1.25, 0.36), (-0.65, 1.04), (0.65, 1.04)),
    9: tuple((1.22 * x, 0.66 * y) for y in (-1, 0, 1) for x in (-1, 0, 1)),
    10: ((-0.65, -1.04), (0.65, -1.04), *((x, y) for y in (-0.36, 0.36) for x in (-1.25, 0, 1.25)), (-0.65, 1.04), (0.65, 1.04)),
}


def rounded(image: Image, radius: float = 0.055) -> Image:
    """The image as BGRA with round corners; `radius` as a share of the width. Alpha that is there already is kept."""
    if image.ndim == 2:
        image = np.repeat(image[..., None], 3, axis=2)
    h, w = image.shape[:2]
    if image.shape[2] == 4 and int(image[..., 3].min()) < 255:
        return image
    mask = np.zeros((h * 4, w * 4), np.uint8)
    r = round(radius * w * 4)
    cv2.rectangle(mask, (r, 0), (w * 4 - 1 - r, h * 4 - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w * 4 - 1, h * 4 - 1 - r), 255, -1)
    for x in (r, w * 4 - 1 - r):
        for y in (r, h * 4 - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    alpha = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
    return np.dstack([image[..., :3], alpha])


def _blank(size: tuple[int, int], colour: Colour = _PAPER) -> tuple[Image, Pen]:
    """A card to draw on, in pixels of the finished card."""
    image = np.empty((size[1] * _FINE, size[0] * _FINE, 3), np.uint8)
    image[:] = colour
    return image, Pen.on(image, _FINE)


def _finish(image: Image) -> Image:
    h, w = image.shape[0] // _FINE, image.shape[1] // _FINE
    # The paper ends in a grey hairline: without it a white card on a white cloth has no edge at all.
    cv2.rectangle(image, (0, 0), (w * _FINE - 1, h * _FINE - 1), (176, 180, 182), _FINE * 2)
    return rounded(np.asarray(cv2.resize(image, (w, h), interpolation=cv2.INTER_AREA), np.uint8))


def _indices(pen: Pen, size: tuple[int, int], text: str, suit: str) -> None:
    """Rank over suit in all four corners, the lower ones upside down."""
    w, h = size
    for x, y, turn in ((22, 29, 0), (w - 22, 29, 0), (22, h - 29, 180), (w - 22, h - 29, 180)):
        corner = pen.at(x, y, 1, turn)
        corner.text(text, 31, TINTS[suit], 0.18)
        SHAPES[suit](corner.at(0, 33, 11.5))


def _turned(image: Image) -> None:
    """The lower half becomes the upper one, turned by 180 degrees."""
    half = image.shape[0] // 2
    image[image.shape[0] - half :] = image[:half][::-1, ::-1]


def _ace(pen: Pen, size: tuple[int, int], suit: str) -> None:
    w, h = size
    middle = pen.at(w / 2, h / 2)
    b, g, r = (round(255 - (255 - c) * 0.28) for c in TINTS[suit])
    middle.disc(0, 0, min(64, w * 0.33), (b, g, r), 2.5)
    for i in range(20):
        petal = middle.at(0, 0, 1, i * 18).at(0, -min(74, w * 0.37), 1)
        petal.fill([(0, -9), (4.5, 0), (0, 9), (-4.5, 0)], TINTS[suit] if i % 2 else GOLD)
    slim = suit in ("sp", "ba")
    SHAPES[suit](middle.at(0, 0, 100 if slim else 52, 0, 0.62 if slim else 1))


def _pips(pen: Pen, size: tuple[int, int], count: int, suit: str) -> None:
    w, h = size
    if cards.suit_family(suit) == "french":
        for x, y in _COLUMNS[count]:
            SHAPES[suit](pen.at(w / 2 + x * w * 0.175, h / 2 + y * h * 0.31, 23 if count < 7 else 20, 180 if y > 0 else 0))
        return
    for x in (14, w - 14):  # a bar of the suit's colour between the indices
        pen.line([(x, 92), (x, h - 92)], 8, TINTS[suit])
    scale = 27 if count <= 4 else 22 if count < 7 else 20
    for x, y in _FIGURES[count]:
        # Swords stand upright, clubs lie slantwise: rows of them are told apart at a glance.
        lean = 58 if suit == "ba" else 0
        size_here = scale * (1.15 if suit in ("sp", "ba") else 1)
        SHAPES[suit](pen.at(w / 2 + x * w * 0.19, h / 2 + y * h * 0.34, size_here, lean + (180 if y > 0 else 0)))


def _court(image: Image, pen: Pen, size: tuple[int, int], rank: str, suit: str) -> None:
    w, h = size
    left, top = 42, 16
    panel: list[Point] = [(left, top), (w - left, top), (w - left, h - top), (left, h - top)]
    figures.hangings(pen.at(w / 2, h / 2), rank, suit, w - 2 * left, h - 2 * top)
    if cards.suit_family(suit) == "italian":
        whole = {"F": figures.page, "C": figures.rider, "R": figures.monarch}[rank]
        whole(pen.at(w / 2, h / 2, (h - 2 * top) / 3.1, 0, 0.56), suit)
    else:
        figures.half(pen.at(w / 2, h / 2, (h / 2 - top) / 1.58, 0, 0.7), rank, suit)
        pips = [(left + 16, top + 17)] if rank != "U" else [(w - left - 16, h / 2 - 22)]
        for x, y in pips:
            SHAPES[suit](pen.at(x, y, 13))
        pen.line([(left, h / 2), (w - left, h / 2)], 3, TINTS[suit])
    pen.line([*panel, panel[0]], 2.2, TINTS[suit])


def _weli(pen: Pen, size: tuple[int, int]) -> None:
    w, h = size
    for x, y, text, turn in ((w / 2, 34, "W", 0), (w / 2, h - 34, "W", 180)):
        pen.at(x, y, 1, turn).text(text, 34, RED)
    for suit, x, y in (("ca", 0, 0), ("cu", -44, -56), ("gh", 44, 56), ("fo", 44, -56), ("ca", -44, 56)):
        SHAPES[suit](pen.at(w / 2 + x, h / 2 + y, 34 if not x else 22))


def draw_face(code: str) -> Image:
    """One face of the simulator's own deck, by its code."""
    size = SIZES[cards.family(code) or "german"]
    image, pen = _blank(size)
    rank, suit = cards.rank(code), cards.suit(code)
    if code == "WELI":
        _weli(pen, size)
        return _finish(image)
    if rank in figures.PANELS:
        _court(image, pen, size, rank, suit)
    elif rank == "A":
        _ace(pen, size, suit)
    else:
        _pips(pen, size, int(rank), suit)
    _indices(pen, size, rank, suit)
    if rank in figures.PANELS and cards.suit_family(suit) != "italian":
        _turned(image)
    return _finish(image)


def sim_pack_art(family: str) -> dict[str, Image]:
    """Every face of a family ("french" 52, "italian" 40, "german" with WELI): code → BGRA uint8, about 200 x 310."""
    if family not in cards.RANKS:
        raise UnknownName("family of cards", family, cards.RANKS)
    suits = {"french": cards.FRENCH, "italian": cards.ITALIAN, "german": cards.GERMAN}[family]
    codes = [r + s for s in suits for r in cards.RANKS[family]] + (["WELI"] if family == "german" else [])
    return {code: draw_face(code) for code in codes}


def _lattice(pen: Pen, w: float, h: float, dark: Colour, light: Colour) -> None:
    for i in range(-20, 40):
        pen.line([(i * 14, 0), (i * 14 + h, h)], 2.4, light)
        pen.line([(i * 14, 0), (i * 14 - h, h)], 2.4, light)


def _scales(pen: Pen, w: float, h: float, dark: Colour, light: Colour) -> None:
    for j in range(int(h // 12) + 2):
        for i in range(int(w // 24) + 2):
            x, y = i * 24 + (j % 2) * 12, j * 12.0
            pen.disc(x, y, 13, dark, 1.6)
            pen.disc(x, y, 8, light)
            pen.disc(x, y, 4.5, dark)


def _rings(pen: Pen, w: float, h: float, dark: Colour, light: Colour) -> None:
    for j in range(int(h // 30) + 2):
        for i in range(int(w // 30) + 2):
            pen.disc(i * 30, j * 30, 12, light)
            pen.disc(i * 30, j * 30, 8, dark)
            pen.fill([(i * 30 + 15, j * 30 + 9), (i * 30 + 21, j * 30 + 15), (i * 30 + 15, j * 30 + 21), (i * 30 + 9, j * 30 + 15)], light)


_BACKS: tuple[tuple[Callable[[Pen, float, float, Colour, Colour], None], Colour, Colour], ...] = (
    (_lattice, (52, 36, 158), (206, 208, 238)),
    (_lattice, (140, 74, 28), (238, 218, 200)),
    (_scales, (66, 92, 40), (200, 226, 208)),
    (_rings, (60, 54, 52), (206, 200, 196)),
)


def backs(size: tuple[int, int] = SIZES["french"]) -> list[Image]:
    """Back designs at `size`: red and blue lattice (two decks shuffled together), green scales, grey rings."""
    w, h = size
    out = []
    for pattern, dark, light in _BACKS:
        inner, pen = _blank((w - 20, h - 20), dark)
        pattern(pen, w - 20, h - 20, dark, light)
        middle = pen.at((w - 20) / 2, (h - 20) / 2)
        middle.disc(0, 0, 30, CREAM, 2)
        middle.disc(0, 0, 24, dark)
        middle.fill([(0, -18), (12, 0), (0, 18), (-12, 0)], CREAM)
        outer, frame = _blank(size)
        edge = 10 * _FINE
        outer[edge:-edge, edge:-edge] = inner
        frame.line([(10, 10), (w - 10, 10), (w - 10, h - 10), (10, h - 10), (10, 10)], 2, INK)
        out.append(_finish(outer))
    return out


def load_art(folder: str | Path) -> dict[str, Image]:
    """Card images named by code (`AS.webp`, `3de.jpg`, ..): code → BGRA uint8, 320 pixels high, corners rounded.

    Files whose names are no card codes are left alone. Raises BadFile for a folder that is missing or holds no card, or an image
    that cannot be read.
    """
    root = Path(folder)
    if not root.is_dir():
        raise BadFile(f"There is no folder {str(folder)!r} with card images.")
    found: dict[str, Image] = {}
    for path in sorted(root.iterdir()):
        if path.suffix.lower() not in _SUFFIXES:
            continue
        try:
            code = cards.parse(path.stem)
        except BadValue:
            continue
        image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if image is None:
            raise BadFile(f"The card image {str(path)!r} cannot be read.")
        width = max(1, round(image.shape[1] * _HEIGHT / image.shape[0]))
        shrink = cv2.INTER_AREA if image.shape[0] > _HEIGHT else cv2.INTER_CUBIC
        found[code] = rounded(np.asarray(cv2.resize(image, (width, _HEIGHT), interpolation=shrink), np.uint8))
    if not found:
        raise BadFile(f"The folder {str(folder)!r} holds no image named by a card code, like AS.webp or 3de.png.")
    return found
