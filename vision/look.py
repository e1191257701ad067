"""Single pictures to what lies there: the contract of `segnapunti look`."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from table.errors import BadFile
from table.observation import Sighting
from vision import enrol, picture, weights
from vision.pack import Pack
from vision.pipeline import Pipeline
from vision.weights import Weights


def look(
    paths: Sequence[str | os.PathLike[str]], deck: str | Pack = "french", models: Weights | None = None, folder: Path | None = None
) -> dict[str, Any]:
    """{"images": [{"image", "ms", "cards": [..]} | {"image", "error"}]}, in the order given.

    deck: a pack, its name, or a folder of card pictures. Raises UnknownName or BadFile for the deck or the models; a picture that cannot
    be read is an entry with its sentence.
    """
    models = models or weights.load()
    pipeline = Pipeline.of(models, deck if isinstance(deck, Pack) else enrol.deck(deck, models, folder))
    images: list[dict[str, Any]] = []
    for path in paths:
        try:
            image = picture.read(path)
        except BadFile as error:
            images.append({"image": str(path), "error": str(error)})
            continue
        start = time.perf_counter()
        found = pipeline.look(image)
        ms = (time.perf_counter() - start) * 1000
        images.append({"image": str(path), "ms": round(ms, 1), "cards": [entry(s) for s in found]})
    return {"images": images}


def entry(s: Sighting) -> dict[str, Any]:
    """One card as the contract has it."""
    return {
        "card": s.card,
        "confidence": round(s.confidence, 4),
        "candidates": [[code, round(p, 4)] for code, p in s.candidates],
        "corners": [[x, y] for x, y in s.corners],
        "face": s.face,
    }
