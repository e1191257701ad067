"""Cards laid out face up, apart from each other: found and put into reading order."""

from collections.abc import Sequence

import numpy as np

from vision import geometry
from vision.frames import Image
from vision.geometry import Quad
from vision.weights import Weights


def laid_out(image: Image, weights: Weights) -> list[Quad]:
    """The cards face up in a picture, row by row."""
    outlines = weights.locator.locate(image)
    quads, kinds = weights.refiner.refine(image, [o.quad for o in outlines])
    good = [(o.score, q) for o, q, k in zip(outlines, quads, kinds, strict=True) if k.argmax() == 0 and geometry.convex(q)]
    kept: list[Quad] = []
    for _, q in sorted(good, key=lambda g: -g[0]):
        if all(geometry.overlap(q, other)[1] < 0.3 for other in kept):
            kept.append(q)
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
