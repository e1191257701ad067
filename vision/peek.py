"""A second, patient look at cards that lie half under others.

What is read surely tells how large cards are here. Each outline still unread is tried again as a card of that size, at several
angles and anchored at each of its corners; the refiner pulls the good guesses straight, the best match is kept. Costs some
40 ms an outline, so it is done for stills and for what stays unread on a table at rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision import geometry
from vision.frames import Image
from vision.geometry import Quad
from vision.locate import Outline
from vision.recognise import NONE, Reading, Recogniser, same_piece


@dataclass(frozen=True, slots=True)
class PeekSettings:
    """most     so many outlines at most get a second look
    firm       strength from which a reading says how large cards are
    angles     degrees by which the outline may be turned wrongly; and a quarter turn more, should only a strip be seen
    keep       guesses refined to the end
    alike      the refined card's area may differ from the known one by this factor
    """

    most: int = 4
    firm: float = 0.95
    angles: tuple[float, ...] = (-16.0, 0.0, 16.0)
    keep: int = 10
    alike: float = 1.35
    apart: float = 0.45


def peek(
    image: Image,
    outlines: Sequence[Outline],
    readings: Sequence[Reading],
    recogniser: Recogniser,
    known: Sequence[Reading] = (),
    settings: PeekSettings | None = None,
) -> list[Reading]:
    """The readings, with those of unread outlines beside firm ones replaced (or added) where a second look reads them better.

    known: cards read before that still lie there.
    """
    s = settings or PeekSettings()
    firm = [*(r for r in readings if r.logits is not None and r.strength >= s.firm), *known]
    if not firm:
        return list(readings)
    out = list(readings)
    for outline in unexplained(outlines, [*readings, *known], recogniser)[: s.most]:
        found = _again(image, outline, firm, recogniser, s)
        if found is None or any(same_piece(found, r) for r in firm):
            continue
        rivals = [r for r in out if geometry.overlap(r.quad, found.quad)[0] > 0.35 and r not in firm]
        if all(r.strength < found.strength for r in rivals if r.logits is not None):
            out = [r for r in out if not any(r is rival for rival in rivals)] + [found]
    return out


def unexplained(outlines: Sequence[Outline], readings: Sequence[Reading], recogniser: Recogniser, alike: float = 0.5) -> list[Outline]:
    """Outlines no accepted reading (and no clear back) explains, best first, one a place. alike: IoU with a card that explains one."""
    told = [r for r in readings if (r.back and r.up < 0.1 and r.score > 0.3) or (r.logits is not None and recogniser.tells(r))]
    kept: list[Outline] = []
    for o in outlines:
        if all(geometry.iou(o.quad, r.quad) < alike and geometry.iou(o.quad, r.outline) < max(alike, 0.6) for r in told) and all(
            geometry.iou(o.quad, k.quad) < 0.5 for k in kept
        ):
            kept.append(o)
    return kept


def _again(image: Image, outline: Outline, firm: Sequence[Reading], recogniser: Recogniser, s: PeekSettings) -> Reading | None:
    centre = outline.quad.mean(0)
    near = min(firm, key=lambda r: float(np.hypot(*(r.quad.mean(0) - centre))))
    w, h = geometry.size(near.quad)
    area = geometry.area(near.quad)
    if not 0.15 < geometry.area(outline.quad) / area < 3:
        return None
    starts = _starts(outline.quad, w, h, s.angles)
    quads, kinds, moved = recogniser.refiner.refine(image, starts, 1)
    order = np.argsort(moved - (1 - kinds[:, NONE]))[: s.keep]
    quads, kinds, moved = recogniser.refiner.refine(image, [quads[i] for i in order], 2)
    guesses = []
    for q, k, m in zip(quads, kinds, moved, strict=True):
        sized = 1 / s.alike < geometry.area(q) / area < s.alike
        fresh = all(geometry.iou(q, r.quad) < s.apart for r in firm)
        if geometry.convex(q) and sized and fresh and 1 - k[NONE] > 0.5 and k[0] > k[1]:
            up = float(k[0] / (k[0] + k[1]))
            guesses.append(Reading(q, outline.quad, outline.score, False, up, moved=float(m), card=float(1 - k[NONE])))
    if not guesses:
        return None
    read = recogniser.match(image, guesses)
    return max(read, key=lambda r: r.strength)


def _starts(q: Quad, w: float, h: float, angles: Sequence[float]) -> list[Quad]:
    """Cards of w x h at the outline's centre and in each of its corners, along it and across it, turned a little either way."""
    d = q[1] - q[0] + q[2] - q[3]
    base = float(np.degrees(np.arctan2(d[1], d[0])))
    centre = q.mean(0)
    out = []
    for turn in (0.0, 90.0):
        for angle in angles:
            box = geometry.from_box(float(centre[0]), float(centre[1]), w, h, np.radians(base + turn + angle))
            out.append(box)
            if angle == 0.0:
                for corner in q:
                    # the card's corner that points the same way lies on the outline's
                    mine = box[int(np.argmax((box - centre) @ (corner - centre)))]
                    out.append(np.asarray(box + (corner - mine), np.float32))
    return out
