"""Which card is it? Outlines are refined to the card's corners, the rectified card is compared with the deck in play.

Refining (twice) also says face, back or no card. Where an outline bounds only what is visible of a card, it is extended to
the deck's aspect ratio each way and the best match kept. Every answer is a probability; below the bar it abstains.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.frames import Image
from vision.geometry import Quad
from vision.inference import Model, batch
from vision.locate import Outline
from vision.pack import Features, Pack

NOMINAL = np.array([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]], np.float32)
FACE, BACK, NONE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class RecogniseSettings:
    """Numbers chosen on the tuning photos (models/manifest.toml may override them; models/README.md has the tables).

    passes     refinements of each outline
    card       least probability of being a card at all (1 - "not a card"), else the outline is dropped
    scale      cosine to logit: softmax over the cards with this slope
    slope      strength to probability that it is one of them at all: logistic with this slope ..
    level      .. and this strength at one half; fitted on the tuning photos
    steady     corners that the last refinement moves by less than this, in card widths, are right ..
    loose      .. and each width more is this much doubt
    weak       doubt of an outline whose localiser score is 0, falling to none at 0.5
    skewed     doubt for each e-fold by which the shape differs from the deck's, beyond 20 %
    bare       doubt of an outline extended to the deck's shape, as much of it as nothing seen lies over: there the card would show
    like       below this cosine a reading resembles its card too little, however far the second card is (in a small deck any is) ..
    foreign    .. and each unit less is this much doubt: most likely a card of another deck
    accept     least strength (cosine + half the margin - doubt) for a reading to be told at all
    sure       least probability for the same
    """

    passes: int = 3
    card: float = 0.35
    scale: float = 26.0
    slope: float = 14.0
    level: float = 0.74
    steady: float = 0.03
    loose: float = 2.0
    weak: float = 0.15
    skewed: float = 0.8
    bare: float = 0.4
    like: float = 0.7
    foreign: float = 5.0
    accept: float = 0.84
    sure: float = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One card in one picture, as read from it alone.

    quad     corners of the whole card, pixels
    outline  the localiser's quad it came from
    score    the localiser's score
    back     face down
    up       probability of lying face up
    logits   (faces + 1,) log-probabilities over the pack's faces and, last, "unknown"; None for a back
    cosine   best cosine; margin: to the second card's; strength: cosine + half the margin - doubt, what acceptance goes by
    moved    how far the last refinement still moved the corners, in card widths; card: probability of being a card at all
    visible  share not covered by other cards seen here; over: indices of readings it lies on
    """

    quad: Quad
    outline: Quad
    score: float
    back: bool
    up: float
    logits: Features | None = None
    cosine: float = 0.0
    margin: float = 0.0
    strength: float = 0.0
    moved: float = 0.0
    card: float = 1.0
    visible: float = 1.0
    over: tuple[int, ...] = ()


class Refiner:
    """Outline to corners, and face / back / not a card."""

    def __init__(self, model: Model, passes: int = 2) -> None:
        self.model, self.passes = model, passes

    def refine(self, image: Image, quads: Sequence[Quad], passes: int = 0) -> tuple[list[Quad], Features, Features]:
        """Refined quads; (n, 3) probabilities face, back, none (mean over the passes, later ones counting double); and (n,)
        how far the last pass still moved the corners, in card widths: a true outline stays where it is."""
        now, kinds = list(quads), np.zeros((len(quads), 3), np.float32)
        moved = np.zeros(len(quads), np.float32)
        if not now:
            return now, kinds, moved
        weights = 2.0 ** np.arange(passes or self.passes)
        for weight in (weights / weights.sum()).tolist():
            boxes = [geometry.upright_box(q, 1.25) for q in now]
            offsets, k = self._run([geometry.warp(image, b) for b in boxes])
            kinds += weight * k
            fresh = [geometry.quad(geometry.inside(b, o + NOMINAL)) for b, o in zip(boxes, offsets, strict=True)]
            fresh = [f if geometry.convex(f) else q for f, q in zip(fresh, now, strict=True)]
            moved = np.array([geometry.shift(f, q) for f, q in zip(fresh, now, strict=True)], np.float32)
            now = fresh
        return now, kinds, moved

    def _run(self, crops: list[Image]) -> tuple[NDArray[np.float32], Features]:
        o, k = zip(*(self.model(batch(crops[i : i + 32])) for i in range(0, len(crops), 32)), strict=True)
        return np.concatenate(o).reshape(-1, 4, 2), np.concatenate(k)


class Embedder:
    """Rectified card (96 x 144) to a unit vector that does not depend on which way up it lies."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.sha256 = model.sha256

    def embed(self, crops: Sequence[Image]) -> Features:
        """(n, d) unit vectors: the normalised mean of both half turns."""
        if not crops:
            return np.zeros((0, 1), np.float32)
        both = [c for crop in crops for c in (crop, np.ascontiguousarray(crop[::-1, ::-1]))]
        e = np.concatenate([self.model(batch(both[i : i + 32]))[0] for i in range(0, len(both), 32)])
        mean = e.reshape(len(crops), 2, -1).mean(1)
        return np.asarray(mean / (np.linalg.norm(mean, axis=1, keepdims=True) + 1e-9), np.float32)


class Recogniser:
    """Outlines to readings, against one pack."""

    def __init__(self, refiner: Refiner, embedder: Embedder, pack: Pack, settings: RecogniseSettings | None = None) -> None:
        self.refiner, self.embedder, self.pack = refiner, embedder, pack
        self.settings = settings or RecogniseSettings()

    def with_pack(self, pack: Pack) -> "Recogniser":
        """The same models with another deck in play."""
        return Recogniser(self.refiner, self.embedder, pack, self.settings)

    def warm_up(self, cards: int = 8) -> None:
        """Run the models once on as many crops as a look has: the first run of a size costs several times the later ones."""
        grey = [np.full((geometry.CROP[1], geometry.CROP[0], 3), geometry.GREY[0], np.uint8)] * cards
        self.refiner.model(batch(grey))
        self.embedder.embed(grey)

    def read(self, image: Image, outlines: Sequence[Outline]) -> list[Reading]:
        """Readings, best outline first; what is no card, or a second outline of the same card, is left out."""
        quads, kinds, moved = self.refiner.refine(image, [o.quad for o in outlines])
        found = []
        for o, q, k, m in zip(outlines, quads, kinds, moved, strict=True):
            if 1 - k[NONE] < self.settings.card or not geometry.convex(q):
                continue
            up = float(k[FACE] / (k[FACE] + k[BACK] + 1e-9))
            found.append(Reading(q, o.quad, o.score, up < 0.5, up, moved=float(m), card=float(1 - k[NONE])))
        found = _one_each(found)
        return _one_each(self.match(image, found))

    def probabilities(self, logits: Features) -> list[tuple[str, float]]:
        """The five likeliest cards with their probabilities, best first."""
        p = np.exp(logits - np.logaddexp.reduce(logits))
        order = np.argsort(-p[:-1])[:5]
        return [(self.pack.faces[i], float(p[i])) for i in order]

    def accepts(self, strength: float, probability: float) -> bool:
        """Is a reading good enough to be told?"""
        return strength >= self.settings.accept and probability >= self.settings.sure

    def tells(self, reading: Reading) -> bool:
        """Is this reading, alone, good enough to be told?"""
        return reading.logits is not None and self.accepts(reading.strength, self.probabilities(reading.logits)[0][1])

    def untold(self, reading: Reading) -> Reading:
        """The same reading, too weak to be told."""
        strength = min(reading.strength, self.settings.accept - 0.05)
        return replace(reading, strength=strength)

    def match(self, image: Image, readings: list[Reading]) -> list[Reading]:
        """Readings with logits; the quad is replaced by that guess of the whole card that matches best.

        Guesses are the outline itself and its extensions; where none of them is told, the outline begun at its other side too:
        seen from low a card lying crosswise looks as if its long side were the short one.
        """
        out = list(readings)
        faces = [i for i, r in enumerate(readings) if not r.back]
        jobs = [(i, readings[i].quad, 0.0, 0.0) for i in faces]
        for i in faces:
            for q in geometry.extensions(readings[i].quad, self.pack.aspect):
                doubt = self.settings.bare * self._bare(image, readings, i, q)
                jobs.append((i, q, 0.03 + doubt, doubt))
        self._try(image, readings, out, jobs)
        unread = [i for i in faces if not self.tells(out[i])]
        self._try(image, readings, out, [(i, np.ascontiguousarray(np.roll(readings[i].quad, 1, 0)), 0.05, 0.05) for i in unread])
        return out

    def _bare(self, image: Image, readings: Sequence[Reading], i: int, q: Quad) -> float:
        """Share of what `q` adds to the outline of reading `i` that lies in the frame and under no other card seen here."""
        added = geometry.mask_of(q, [readings[i].quad], None, 12, 18)
        covers = [r.quad for j, r in enumerate(readings) if j != i and r.card > 0.5]
        free = geometry.mask_of(q, covers, (image.shape[1], image.shape[0]), 12, 18)
        return float((added & free).sum() / max(added.sum(), 1))

    def _try(self, image: Image, readings: Sequence[Reading], out: list[Reading], jobs: Sequence[tuple[int, Quad, float, float]]) -> None:
        """Match the quads (reading, quad, handicap in being chosen, doubt once chosen); what beats the reading in `out` takes its place."""
        if not jobs:
            return
        cosines = self.pack.best(self.embedder.embed([geometry.warp(image, q) for _, q, _, _ in jobs]) @ self.pack.features.T)
        worth = {i: out[i].cosine + out[i].margin / 2 if out[i].logits is not None else -9.0 for i, _, _, _ in jobs}
        for (i, q, handicap, doubt), row in zip(jobs, cosines, strict=True):
            first, second = _two_best(row)
            match = first + (first - second) / 2
            if match - handicap > worth[i]:
                worth[i] = match - handicap
                unlike = self.settings.foreign * max(0.0, self.settings.like - first)
                strength = match - doubt - unlike - self._doubt(readings[i], q)
                logits = self._logits(row, strength)
                out[i] = replace(readings[i], quad=q, logits=logits, cosine=first, margin=first - second, strength=strength)

    def _doubt(self, reading: Reading, q: Quad) -> float:
        """What speaks against the outline, in cosine: corners that do not settle, a weak localiser score, a shape not the deck's."""
        s = self.settings
        w, h = geometry.size(q)
        skew = abs(np.log(w / h / self.pack.aspect)) if w < h else 0.0  # a rolled outline has its own doubt
        return float(
            s.loose * max(0.0, reading.moved - s.steady) + s.weak * max(0.0, 1 - 2 * reading.score) + s.skewed * max(0.0, skew - 0.2)
        )

    def _logits(self, cosines: Features, strength: float) -> Features:
        """Log-probabilities of each face and of "none of them"."""
        z = self.settings.scale * cosines
        x = self.settings.slope * (strength - self.settings.level)
        known, unknown = -np.logaddexp(0, -x), -np.logaddexp(0, x)
        return np.append(z - np.logaddexp.reduce(z) + known, unknown).astype(np.float32)


def _two_best(cosines: Features) -> tuple[float, float]:
    if len(cosines) < 2:
        return float(cosines.max()), float(cosines.max()) - 0.2
    second, first = np.sort(cosines)[-2:]
    return float(first), float(second)


def _one_each(readings: Sequence[Reading]) -> list[Reading]:
    """One reading a piece of card. Two outlines are one card when they overlap as two real cards hardly do."""
    kept: list[Reading] = []
    for r in sorted(readings, key=lambda r: -(r.score + (max(0.0, r.strength) if r.logits is not None else 0.0))):
        if not any(same_piece(r, k) for k in kept):
            kept.append(r)
    return kept


def same_piece(a: Reading, b: Reading) -> bool:
    """Do both describe one piece of card? Nearly the same place; or one inside the other (an inner frame, a half outline);
    or the same reading with a good overlap. Two copies of a card side by side do not overlap: they stay two."""
    iou, inside = geometry.overlap(a.quad, b.quad)
    if iou > 0.6:
        return True
    small, large = sorted((geometry.area(a.quad), geometry.area(b.quad)))
    if inside > 0.85 and small < 0.8 * large:
        return True
    if a.logits is not None and b.logits is not None and iou > 0.3:
        return int(a.logits[:-1].argmax()) == int(b.logits[:-1].argmax())
    return False
