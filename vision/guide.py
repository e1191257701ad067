"""Teaching a deck before a live camera, a card or a row at a time; the dashboard's guide drives it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from table import cards, deck
from table.errors import BadValue
from vision import geometry, pack
from vision.frames import Image
from vision.geometry import Quad
from vision.layout import laid_out
from vision.templates import Enrolled, Taught, build
from vision.weights import Weights


@dataclass(slots=True)
class EnrolSession:
    """Teaching from a live camera, a card or a row at a time: `see` a frame, show what is seen, `accept` it.

    name, codes: the deck to be, and its cards in the order they are asked for (default: every face of `composition`).
    """

    name: str
    weights: Weights
    composition: str = "french-52"
    codes: tuple[str, ...] = ()
    taught: dict[str, Taught] = field(default_factory=dict)
    seen: "list[Seen]" = field(default_factory=list)

    def __post_init__(self) -> None:
        pack.check_name(self.name)
        self.codes = self.codes or deck.get(self.composition).faces

    @property
    def gaps(self) -> tuple[str, ...]:
        """Cards not taught yet, in order."""
        return tuple(c for c in self.codes if c not in self.taught)

    def see(self, image: Image) -> "list[Seen]":
        """The cards face up in the picture, row by row, each with the code it would be taught as (the next gaps), and what it resembles."""
        quads = laid_out(image, self.weights)
        crops = [geometry.warp(image, q) for q in quads]
        known = list(self.taught.values())
        twins: list[str] = [""] * len(crops)
        if crops and known:
            e = self.weights.embedder
            cosines = e.embed(crops) @ np.stack([e.embed([t.crop])[0] for t in known]).T
            twins = [known[int(c.argmax())].code if float(c.max()) > 0.93 else "" for c in cosines]
        nexts = [*self.gaps, *[""] * len(crops)]
        self.seen = [Seen(nexts[i], crops[i], geometry.corners(q), _aspect(q), twins[i]) for i, q in enumerate(quads)]
        return self.seen

    def accept(self, codes: Sequence[str] | None = None) -> list[str]:
        """Teach what was last seen, as the codes given (default: as proposed). Returns sentences on what was not taken."""
        names = [s.code for s in self.seen] if codes is None else [cards.parse(c) for c in codes]
        if len(names) != len(self.seen):
            raise BadValue(f"{len(self.seen)} cards are seen, {len(names)} were named; lay them apart from each other, face up.")
        notes = []
        for s, code in zip(self.seen, names, strict=True):
            if not code:
                notes.append("More cards lie there than are still to be taught.")
            elif code not in self.codes:
                notes.append(f"{code} is no card of this deck.")
            elif s.twin and s.twin != code:
                notes.append(f"The card named {code} looks like {s.twin}, which is taught already.")
            else:
                self.taught[code] = Taught(code, s.crop, s.aspect, "camera")
        self.seen = []
        return notes

    def forget(self, code: str) -> None:
        """Take a card back, to be taught again."""
        self.taught.pop(code, None)

    def finish(self, folder: Path | None = None) -> Enrolled:
        """Save the pack, gaps or not."""
        made = build(self.name, [self.taught[c] for c in self.codes if c in self.taught], self.weights.embedder, "taught from a camera")
        notes = (f"Missing: {' '.join(self.gaps)}.",) if self.gaps else ()
        return Enrolled(made, made.save(pack.home(folder)), notes, self.gaps)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One card before the camera: proposed code, its picture (144, 96, 3), corners, width / height, and the taught card it looks like."""

    code: str
    crop: Image
    corners: tuple[tuple[float, float], ...]
    aspect: float
    twin: str = ""


def _aspect(q: Quad) -> float:
    w, h = geometry.size(q)
    return w / h
