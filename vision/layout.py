"""Cards laid out face up, apart from each other: found with all the care there is time for, and put into reading order."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision import geometry
from vision.frames import Image
from vision.geometry import Quad
from vision.recognise import BACK, NONE
from vision.weights import Weights

SCALES = (1.0, 0.6, 0.4, 0.25)  # a card to be taught may be small among forty, or fill the picture


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """A place where a whole card may lie: its corners, how good a guess it is (0-1), whether it is a back."""

    quad: Quad
    worth: float
    back: bool


def apart(image: Image, weights: Weights) -> list[Apart]:
    """Whole, uncovered cards of a picture, best first. A true outline has a rim all round and stays put when refined."""
    outlines = weights.locator.locate(image, scales=SCALES)
    quads, kinds, moved = weights.refiner.refine(image, [o.quad for o in outlines], 4)
    out = []
    for o, q, k, m in zip(outlines, quads, kinds, moved, strict=True):
        if geometry.convex(q, 400) and k[NONE] < 0.6:
            worth = o.score**0.3 * float(1 - k[NONE]) * float(np.exp(-m / 0.06)) * (0.1 + 0.9 * rim(image, q))
            out.append(Apart(q, worth, bool(k[BACK] > 0.5)))
    return sorted(out, key=lambda a: -a.worth)


def best(found: Sequence[Apart], aspect: float = 0.0) -> Apart:
    """The best of them: of guesses about as good the larger, and of the usual aspect where that is known."""

    def value(a: Apart) -> float:
        w, h = geometry.size(a.quad)
        unlike = abs(np.log(w / h / aspect)) if aspect else 0.0
        return float(a.worth * geometry.area(a.quad) ** 0.25 * np.exp(-unlike / 0.08) * (0.5 if a.back else 1.0))

    return max(found, key=value)


def laid_out(image: Image, weights: Weights) -> list[Quad]:
    """The cards face up in a picture, row by row."""
    kept: list[Quad] = []
    for a in apart(image, weights):
        if not a.back and a.worth > 0.15 and all(geometry.overlap(a.quad, other)[1] < 0.3 for other in kept):
            kept.append(a.quad)
    if kept:  # what is far smaller or larger than the rest is no card of this deck
        middle = float(np.median([geometry.area(q) for q in kept]))
        kept = [q for q in kept if 0.5 < geometry.area(q) / middle < 2.0]
    return in_rows(kept)


def in_rows(quads: Sequence[Quad]) -> list[Quad]:
    """Sorted as one reads: a card belongs to a row when its centre lies within half a card's height of the row's."""
    left = sorted(quads, key=lambda q: float(q[:, 1].mean()))
    out: list[Quad] = []
    while left:
        first = left[0]
        reach = 0.5 * float(np.ptp(first[:, 1]))
        row = [q for q in left if abs(float(q[:, 1].mean()) - float(first[:, 1].mean())) < reach]
        out += sorted(row, key=lambda q: float(q[:, 0].mean()))
        left = [q for q in left if not any(q is r for r in row)]
    return out


def rim(image: Image, q: Quad, step: float = 22.0) -> float:
    """Share (0-1) of the outline's weakest side along which the colour steps within 4 % of the card's width."""
    reach = max(2.0, 0.04 * geometry.size(q)[0])
    offsets = np.linspace(-reach, reach, 7, dtype=np.float32)
    shares = []
    for i in range(4):
        a, b = q[i], q[(i + 1) % 4]
        t = (b - a) / max(float(np.hypot(*(b - a))), 1e-6)
        along = a + np.linspace(0.1, 0.9, 32, dtype=np.float32)[:, None] * (b - a)
        at = np.asarray(along[:, None] + offsets[None, :, None] * np.array([t[1], -t[0]]), np.float32)
        values = cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        steps = np.abs(np.diff(np.asarray(values, np.float32)[:, ::2], axis=1)).max(2).max(1)
        shares.append(float((steps > step).mean()))
    return min(shares)
