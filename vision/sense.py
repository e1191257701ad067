"""What of the readings of one picture makes sense together: one deck's cards, at about one size, each card there once.

The localiser proposes much at its low threshold. What is read surely tells how large cards are here and where they lie; what
contradicts that is dropped rather than told as an unread card.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision import geometry
from vision.recognise import Reading


@dataclass(frozen=True, slots=True)
class SenseSettings:
    """firm    strength (cosine + half the margin) from which a reading says how large cards are
    alike      areas may differ by this factor between neighbours (perspective, hands held nearer)
    certain    a reading this strong is believed whatever its size (a table seen from low)
    hidden     an unread outline of which more than this share lies under sure ones is a ghost of them
    faint      an unread face that resembles no card of the deck even this much is no card
    twin       a second reading of the same card is told only when at least this strong, or nearly as strong as the first
    apart      of two readings that overlap more than this (IoU) the weaker is another outline of the same card
    seen       least share of a card not under others for it to be told
    loose      an outline that the last refinement still moved by more than this (card widths) is no card's
    """

    firm: float = 0.85
    alike: float = 1.7
    certain: float = 0.95
    hidden: float = 0.55
    faint: float = 0.35
    twin: float = 1.0
    apart: float = 0.5
    seen: float = 0.12
    loose: float = 0.15


def sensible(readings: Sequence[Reading], sure: Sequence[bool], settings: SenseSettings | None = None) -> list[int]:
    """Indices of the readings that make sense together. sure: which of them are accepted."""
    s = settings or SenseSettings()
    firm = [i for i, r in enumerate(readings) if sure[i] and r.strength >= s.firm and r.moved <= s.loose]
    kept = []
    for i, r in enumerate(readings):
        if not sure[i] and (r.moved > s.loose or (not r.back and r.strength < s.faint)):
            continue
        others = [readings[j] for j in firm if j != i and readings[j].strength > r.strength]
        if others and r.strength < s.certain and not _sized_like(r, others, s.alike):
            continue
        if any(
            sure[j] and readings[j].strength > r.strength and geometry.iou(readings[j].quad, r.quad) > s.apart for j in range(len(readings))
        ):
            continue
        if not sure[i] and _ghost(r, [readings[j] for j in range(len(readings)) if sure[j] and j != i], s.hidden):
            continue
        kept.append(i)
    return kept


def weaker_twins(readings: Sequence[Reading], sure: Sequence[bool], settings: SenseSettings | None = None) -> list[int]:
    """Indices of sure readings that name a card which another place shows much better: most likely a likeness of it."""
    s = settings or SenseSettings()
    best: dict[int, float] = {}
    named = {i: int(r.logits[:-1].argmax()) for i, r in enumerate(readings) if sure[i] and r.logits is not None}
    for i, face in named.items():
        best[face] = max(best.get(face, 0.0), readings[i].strength)
    return [i for i, face in named.items() if readings[i].strength < min(s.twin, best[face] - 0.08)]


def _sized_like(r: Reading, others: Sequence[Reading], factor: float) -> bool:
    """Is the area near that of the nearest card read firmly?"""
    centre = r.quad.mean(0)
    nearest = min(others, key=lambda o: float(np.hypot(*(o.quad.mean(0) - centre))))
    ratio = geometry.area(r.quad) / max(geometry.area(nearest.quad), 1.0)
    return bool(1 / factor <= ratio <= factor)


def _ghost(r: Reading, sure: Sequence[Reading], share: float) -> bool:
    """Does the outline mostly cover the very place of cards that are read?"""
    return 1 - float(geometry.mask_of(r.quad, [o.quad for o in sure], None, 12, 18).mean()) > share
