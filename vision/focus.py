"""Is the picture good enough? Sharpness, exposure, glare, the smallest card in pixels, colour order - with what to change, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision import geometry
from vision.frames import Image
from vision.geometry import Quad

SHARP = 0.3  # steepest pixel's share of an edge five pixels wide: 1 when sharp, 0.3 at a blur of some 1.3 pixels
SMALL = 45.0  # a card narrower than this, in pixels, cannot be told from its like
DARK, BRIGHT = 45.0, 215.0  # mean grey
GLARE, BURNT = 0.04, 0.25  # share of burnt-out pixels: of the whole picture, of one card (its paper is white to begin with)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: `ok`, the value with its unit, and what to do when it is not ok ("" when it is)."""

    name: str
    ok: bool
    value: float
    unit: str
    advice: str = ""


def checks(image: Image, cards: Sequence[Quad] = (), faces: Sequence[Image] = ()) -> list[Check]:
    """All checks of one picture. cards: outlines found in it, faces: rectified faces among them (for the colour order)."""
    found = [sharp(image, cards), exposed(image), glare(image, cards)]
    if cards:
        found.append(smallest(cards))
    if faces:
        found.append(colour_order(faces))
    return found


def sharp(image: Image, cards: Sequence[Quad] = ()) -> Check:
    """How steep edges are: the steepest single pixel against the whole step over five, at the strongest edges (1 = perfectly sharp)."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
    if cards:
        x0, y0 = np.maximum(np.min([q.min(0) for q in cards], 0), 0).astype(int)
        x1, y1 = np.max([q.max(0) for q in cards], 0).astype(int) + 1
        part = grey[y0:y1, x0:x1]
        grey = part if min(part.shape) > 32 else grey
    step = np.abs(np.diff(grey, axis=1))
    near = np.max([step[:, i : step.shape[1] - 4 + i] for i in range(5)], axis=0)
    far = np.abs(grey[:, 5:] - grey[:, :-5])
    strong = far >= max(25.0, float(np.percentile(far, 98)))
    value = float(np.median(near[strong] / far[strong])) if strong.sum() > 50 else 0.0
    advice = "The picture is not sharp: turn the lens or focus on the table, clean the lens, or give more light (less motion blur)."
    return _check("sharpness", value >= SHARP, round(value, 3), "of 1", advice)


def exposed(image: Image) -> Check:
    """Mean grey of the picture."""
    value = float(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[::4, ::4].mean())
    advice = ""
    if value < DARK:
        advice = "The picture is too dark: light the table, or let the camera expose longer."
    elif value > BRIGHT:
        advice = "The picture is too bright: less light, or a shorter exposure."
    return Check("exposure", not advice, round(value, 1), "of 255", advice)


def glare(image: Image, cards: Sequence[Quad] = ()) -> Check:
    """Share of burnt-out pixels on the cards (of the whole picture when none is seen)."""
    if cards:
        value = max(float((geometry.warp(image, q).min(2) >= 253).mean()) for q in cards)
    else:
        value = float((image[::4, ::4].min(2) >= 253).mean())
    ok = value < (BURNT if cards else GLARE)
    advice = "A lamp is mirrored in the cards: move the lamp or the camera sideways, or lower the exposure."
    return _check("glare", ok, round(value, 3), "share", advice)


def smallest(cards: Sequence[Quad]) -> Check:
    """Width of the smallest card in pixels."""
    value = min(geometry.size(q)[0] for q in cards)
    advice = "The cards are too small in the picture: lower the camera, zoom in, or choose a higher resolution."
    return _check("smallest card", value >= SMALL, round(value), "pixels wide", advice)


def colour_order(faces: Sequence[Image]) -> Check:
    """Are red and blue swapped? Red print on white paper is reddish; when most coloured print is blue, the order is wrong."""
    pixels = np.concatenate([f.reshape(-1, 3) for f in faces]).astype(np.int16)
    b, r = pixels[:, 0], pixels[:, 2]
    reddish, bluish = int(((r - b) > 60).sum()), int(((b - r) > 60).sum())
    share = reddish / max(reddish + bluish, 1)
    ok = share > 0.3 or reddish + bluish < 0.005 * len(pixels)
    advice = "Red and blue seem swapped: set `swap_colours = true` for this camera."
    return _check("colour order", ok, round(share, 2), "red of coloured", advice)


def _check(name: str, ok: bool, value: float, unit: str, advice: str) -> Check:
    return Check(name, ok, value, unit, "" if ok else advice)
