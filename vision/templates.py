"""Rectified cards to the templates of a pack.

Every template is the mean over a few variants of the picture: light, sharpness, a pixel or two of misplaced corners.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from table.errors import BadValue
from vision.frames import Image
from vision.geometry import CROP
from vision.pack import Features, Pack
from vision.recognise import Embedder

VARIANTS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """One card as it was found in a source: its code, the rectified picture (144, 96, 3), width / height, and the file."""

    code: str
    crop: Image
    aspect: float
    source: str = ""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """What came of it: the pack, its file (None when not saved), and sentences on what was left out or is missing."""

    pack: Pack
    path: Path | None
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def build(name: str, taught: Sequence[Taught], embedder: Embedder, provenance: str = "", pictures: bool = True) -> Pack:
    """The pack of these cards. pictures: keep a small reference picture of each."""
    if not taught:
        raise BadValue(f"No card was found to teach the deck {name!r}.")
    whole = templates([t.crop for t in taught], embedder)
    jpegs = tuple(cv2.imencode(".jpg", t.crop, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes() for t in taught) if pictures else ()
    aspects = np.array([t.aspect for t in taught], np.float32)
    return Pack(name, tuple(t.code for t in taught), whole, aspects, provenance, embedder.sha256, jpegs)


def again(old: Pack, pictures: list[Image], embedder: Embedder) -> Pack:
    """The same pack made anew from its reference pictures, for another recogniser."""
    whole = templates(pictures, embedder)
    return Pack(old.name, old.codes, whole, old.aspects, old.provenance, embedder.sha256, old.pictures)


def templates(crops: Sequence[Image], embedder: Embedder, seed: int = 0) -> Features:
    """(n, d) features of the cards: unit means over light variants."""
    rng = np.random.default_rng(seed)
    return np.stack([_mean(embedder.embed([crop, *(vary(crop, rng) for _ in range(VARIANTS - 1))])) for crop in crops])


def vary(crop: Image, rng: np.random.Generator) -> Image:
    """The card a little differently lit, sharp and placed."""
    w, h = CROP
    q = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) + rng.normal(0, 0.012 * w, (4, 2)).astype(np.float32)
    m = cv2.getPerspectiveTransform(q, np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32))
    x = cv2.warpPerspective(crop, m, (w, h), borderMode=cv2.BORDER_REPLICATE)
    f = float(rng.uniform(0.5, 1.0))
    x = cv2.resize(cv2.resize(x, None, fx=f, fy=f, interpolation=cv2.INTER_AREA), (w, h))
    return np.asarray(
        np.clip(x.astype(np.float32) * rng.uniform(0.75, 1.05) * rng.uniform(0.94, 1.06, 3) + rng.uniform(-12, 12), 0, 255), np.uint8
    )


def _mean(features: Features) -> Features:
    m = features.mean(0)
    return np.asarray(m / (np.linalg.norm(m) + 1e-9), np.float32)
