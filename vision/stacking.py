"""Which card lies on which, and how much of each is seen: from where outlines overlap and whose edge shows there."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision import geometry
from vision.frames import Image
from vision.geometry import Quad
from vision.recognise import Reading

COMMON = 0.03  # share of the smaller card from which two cards count as overlapping
REACH = 0.06  # card widths either side of an outline in which its edge is looked for
DOUBT = 0.35  # a smaller difference of evidence leaves the question open


def stack(image: Image, readings: Sequence[Reading], known: Sequence[Sequence[int]] = ()) -> list[Reading]:
    """The readings with `over` and `visible` filled in (indices into the same list).

    known: for the last so many of them, over which of one another they lie: nothing changed between these.
    """
    fresh = len(readings) - len(known)
    over: list[list[int]] = [[] for _ in range(fresh)] + [list(k) for k in known]
    for i, a in enumerate(readings[:fresh]):
        for j in range(i + 1, len(readings)):
            b = readings[j]
            if geometry.overlap(a.quad, b.quad)[1] < COMMON:
                continue
            e = evidence(image, a, b)
            if e > DOUBT:
                over[i].append(j)
            elif e < -DOUBT:
                over[j].append(i)
    frame = (image.shape[1], image.shape[0])
    out = []
    for i, r in enumerate(readings):
        covers = [readings[j].quad for j in range(len(readings)) if i in over[j]]
        out.append(replace(r, over=tuple(over[i]), visible=geometry.uncovered(r.quad, covers, frame)))
    return out


def evidence(image: Image, a: Reading, b: Reading) -> float:
    """Above 0 when `a` lies on `b`, below when `b` lies on `a`; about -1..1.

    The upper card's edge shows as a colour step inside the lower one, the lower card's does not; and of two faces the
    upper matches its template better, being whole.
    """
    ea, eb = edge(image, a.quad, b.quad), edge(image, b.quad, a.quad)
    e = (ea - eb) / (ea + eb + 8.0) if ea >= 0 and eb >= 0 else 0.0
    if a.logits is not None and b.logits is not None:
        e += 0.8 * float(np.clip(a.strength - b.strength, -0.5, 0.5))
    return e


def edge(image: Image, of: Quad, within: Quad) -> float:
    """Colour step (0-255) across that part of the outline `of` that runs inside `within`; -1 where none does.

    Drawings have steps as well, but not the same one all along a line: at each side and each distance from the outline the median
    of the signed steps is taken, and the best distance counts (outlines sit a little off, sleeves have rims).
    """
    width = geometry.size(of)[0]
    reach = max(2.0, REACH * width)
    offsets = np.linspace(-reach, reach, 25, dtype=np.float32)
    away = np.abs(offsets[3:] + offsets[:-3]) / 2 / max(width, 1.0)
    trust = np.interp(away, (0.02, REACH), (1.0, 0.3))  # printed frames run along edges, farther in
    steps, lengths = [], []
    for i in range(4):
        a, b = of[i], of[(i + 1) % 4]
        t = (b - a) / max(float(np.hypot(*(b - a))), 1e-6)
        n = max(8, int(np.hypot(*(b - a)) / 3))
        p = a + np.linspace(0.03, 0.97, n, dtype=np.float32)[:, None] * (b - a)
        u = geometry.to_unit(within, p)
        p = p[((u > 0.04) & (u < 0.96)).all(1) & (p >= 0).all(1) & (p[:, 0] < image.shape[1]) & (p[:, 1] < image.shape[0])]
        if len(p) < 4:
            continue
        outward = np.array([t[1], -t[0]], np.float32)  # the quad being clockwise
        at = p[:, None] + offsets[None, :, None] * outward
        values = cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        across = np.abs(np.median(values[:, 3:] - values[:, :-3], axis=0)).max(1)  # (distances,)
        steps.append(float((across * trust).max()))
        lengths.append(len(p))
    return float(np.average(steps, weights=lengths)) if sum(lengths) >= 6 else -1.0


def lowest_first(readings: Sequence[Reading]) -> list[int]:
    """Indices so that a card comes before those that lie on it; otherwise as they were. Circles (misjudged pairs) are cut."""
    left, order = list(range(len(readings))), []
    while left:
        free = [i for i in left if not any(j in readings[i].over for j in left if j != i)]
        pick = free[0] if free else left[0]
        left.remove(pick)
        order.append(pick)
    return order
