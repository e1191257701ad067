"""What the cards lie on: cloth, wood, plain or patterned stuff, and the light of the room. Textures are made, not photographed."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.sim.lens import Lens

Floats = NDArray[np.float32]
_DENSITY = 72  # texture pixels a table unit
_SPAN = (20, 13)  # table units the texture covers


def _noise(rng: np.random.Generator, size: tuple[int, int], grain: float, strength: float) -> Floats:
    """Smooth noise (height, width) of a grain in texture pixels."""
    h, w = size
    small = rng.normal(0, strength, (max(2, round(h / grain)), max(2, round(w / grain)))).astype(np.float32)
    return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)


def _felt(rng: np.random.Generator, h: int, w: int) -> Floats:
    """Card-table cloth: green, blue or wine, with a short nap."""
    bases = ((58, 98, 34), (112, 76, 38), (52, 38, 112), (74, 84, 60))
    base = np.array(bases[rng.integers(len(bases))], np.float32) * rng.uniform(0.85, 1.25)
    nap = _noise(rng, (h, w), 1.5, 6) + _noise(rng, (h, w), 5, 4) + _noise(rng, (h, w), 160, 5)
    return np.asarray(base + nap[..., None] * np.array([0.8, 1.0, 0.7], np.float32), np.float32)


def _wood(rng: np.random.Generator, h: int, w: int) -> Floats:
    """Boards with a wavy grain."""
    bases = ((86, 128, 178), (58, 90, 140), (110, 158, 200), (40, 58, 92))
    base = np.array(bases[rng.integers(len(bases))], np.float32)
    wave = _noise(rng, (h, w), 220, 9) + _noise(rng, (h, w), 60, 1.5)
    y = np.arange(h, dtype=np.float32)[:, None] / 7
    rings = np.sin(y + wave) * 6 + np.sin(3.1 * y + 1.7 * wave) * 3.5
    fibre = np.asarray(cv2.resize(rng.normal(0, 5, (h, w // 40)).astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR), np.float32)
    image = base + (rings + fibre)[..., None] * np.array([0.75, 0.95, 1.05], np.float32)
    board = int(rng.uniform(2.2, 3.4) * _DENSITY)
    for i, top in enumerate(range(int(rng.integers(board)) - board, h, board)):
        image[max(top, 0) : max(top + board, 0)] *= 1 + 0.07 * ((i * 7) % 3 - 1)
        image[max(top, 0) : max(top + 2, 0)] *= 0.55
    return np.asarray(image, np.float32)


def _plain(rng: np.random.Generator, h: int, w: int) -> Floats:
    """A varnished or laminated top of one colour."""
    bases = ((196, 206, 212), (60, 62, 66), (150, 170, 180), (96, 116, 96))
    base = np.array(bases[rng.integers(len(bases))], np.float32)
    return np.asarray(base + (_noise(rng, (h, w), 2, 2.0) + _noise(rng, (h, w), 300, 4))[..., None], np.float32)


def _check(rng: np.random.Generator, h: int, w: int) -> Floats:
    """A chequered tablecloth, woven: dark threads both ways over light ones."""
    colours = ((120, 60, 40), (50, 50, 170), (60, 110, 50), (150, 110, 60))
    dark, light = np.array(colours[rng.integers(len(colours))], np.float32), np.array((206, 218, 222), np.float32)
    period = float(rng.uniform(0.28, 0.6)) * _DENSITY
    bend = _noise(rng, (h, w), 400, 5)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    share = ((((xx + bend) / period) % 1 < 0.5).astype(np.float32) + (((yy + bend) / period) % 1 < 0.5).astype(np.float32)) / 2
    share = np.asarray(cv2.GaussianBlur(share, (0, 0), 1.2), np.float32)[..., None]
    weave = _noise(rng, (h, w), 1.3, 6) + _noise(rng, (h, w), 200, 6)
    return np.asarray(light * (1 - share) + dark * share + weave[..., None], np.float32)


TABLES: dict[str, Callable[[np.random.Generator, int, int], Floats]] = {"cloth": _felt, "wood": _wood, "plain": _plain, "pattern": _check}


def texture(kind: str, rng: np.random.Generator) -> Image:
    """The stuff itself, seen straight on."""
    return np.clip(TABLES[kind](rng, _SPAN[1] * _DENSITY, _SPAN[0] * _DENSITY), 0, 255).astype(np.uint8)


def view(stuff: Image, lens: Lens) -> Image:
    """The empty table as the camera sees it under even light, (height, width, 3) BGR."""
    to_table = np.array([[1 / _DENSITY, 0, -_SPAN[0] / 2], [0, 1 / _DENSITY, -_SPAN[1] / 2], [0, 0, 1]])
    matrix = lens.homography() @ to_table
    return np.asarray(cv2.warpPerspective(stuff, matrix, lens.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8)


def light(size: tuple[int, int], rng: np.random.Generator) -> Floats:
    """How bright each pixel is lit, (height, width, 3) around 1: a lamp to one side, its colour, a darker rim."""
    w, h = size
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    lamp = (rng.uniform(0.1, 0.9) * w, rng.uniform(-0.2, 0.7) * h)
    fall = np.hypot(xx - lamp[0], yy - lamp[1]) / w
    rim = np.hypot(xx - w / 2, yy - h / 2) / np.hypot(w / 2, h / 2)
    level = 1.1 - rng.uniform(0.2, 0.38) * fall - 0.12 * rim**2
    warmth = rng.uniform(-0.02, 0.07)
    return np.asarray(level[..., None] * np.array([1 - warmth, 1.0, 1 + warmth * 0.7]), np.float32)
