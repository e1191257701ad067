"""How well whole decks are read on the simulated table, each taught from a folder of pictures of its cards.

    python -m benchmarks.decks ART [--decks it_napoletane,salzburg] [--models models] [--cards 300] [--seed 1]

One JSON document: right, wrong (told, and not the card that lies there) and unread cards of each deck, by how much of the card
is covered and how large it lies in the picture. Simulated pictures throughout. What a model was trained on is for its card to say:
figures of a deck it has met in training are figures of a known deck.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from table import deck
from table.errors import BadFile, SegnapuntiError
from table.observation import Sighting
from vision import enrol, geometry, weights
from vision.pipeline import Pipeline
from vision.sim import art as drawings
from vision.sim.simulated import SimulatedFrame, stills
from vision.sim.truth import TrueCard
from vision.train.played import script

# the patterns that issue and model card speak of: four Italian, Salzburg, Berlin, Paris (both drawings) and German
PATTERNS = "it_napoletane,it_piacentine,it_trevisane,it_sarde,salzburg,gnome_berlin,gnome_paris,kde_paris,kde_xskat_german"
LEAST, SHORT, LONG = 0.3, 80.0, 160.0  # share of a card that must be seen; pixels of its long side
STILLS = 12  # of one hand
SURE = 0.99


def frames(pictures: dict[str, Any], composition: str, seed: int) -> Iterator[SimulatedFrame]:
    """Endless pictures of tables in mid-game."""
    rng = np.random.default_rng(seed)
    while True:
        try:
            zoom = float(rng.uniform(0.65, 1.25))
            yield from stills(script(rng, composition), STILLS, pictures, int(rng.integers(1 << 30)), zoom=zoom)
        except SegnapuntiError:  # a hand of which no moment is still
            continue


def composition_of(pictures: dict[str, Any]) -> str:
    """What can be played with these cards; "" when nothing."""
    fitting = [n for n in ("italian-40", "salzburg-33", "salzburg-32", "french-52", "french-32") if set(deck.get(n).faces) <= set(pictures)]
    return fitting[0] if fitting else ""


def measure(folder: Path, models: weights.Weights, count: int, seed: int) -> dict[str, Any]:
    """{"cards", "right", "wrong", "unread", "sure": [right, of], "wrong_cards", and the first four again by covered and size}."""
    pictures = drawings.load_art(folder)
    composition = composition_of(pictures)
    if not composition:
        raise BadFile(f"{folder} has no whole deck that the simulated table can deal.")
    taught = enrol.deck(str(folder), models).only(deck.get(composition).faces)
    out: dict[str, Any] = {"sure": [0, 0], "wrong_cards": []}
    seen = 0
    for number, frame in enumerate(frames(pictures, composition, seed)):
        if frame.truth is None:
            continue
        found = Pipeline.of(models, taught).look(frame.image)
        for card in frame.truth.cards:
            high = float(np.linalg.norm(np.subtract(card.corners[0], card.corners[3])))
            if card.face == "up" and card.visible >= LEAST and SHORT <= high <= LONG and _inside(card, frame.image.shape):
                seen += 1
                told = _at(card, found)
                what = "unread" if told is None or told.card is None else "right" if told.card == card.card else "wrong"
                parts = ("all", "whole" if card.visible > 0.97 else "covered", "small" if high < 115 else "large")
                for part in parts:
                    tally = out.setdefault(part, dict.fromkeys(("right", "wrong", "unread"), 0))
                    tally[what] += 1
                if told is not None and told.card is not None and told.confidence >= SURE:
                    out["sure"] = [out["sure"][0] + (what == "right"), out["sure"][1] + 1]
                if what == "wrong" and told is not None:
                    out["wrong_cards"].append(f"{card.card} as {told.card} {told.confidence:.2f}, {card.visible:.2f} seen")
        if seen >= count or number > count:
            return out
    raise AssertionError("frames never end")


def _inside(card: TrueCard, shape: tuple[int, ...]) -> bool:
    return all(0 <= x < shape[1] and 0 <= y < shape[0] for x, y in card.corners)


def _at(card: TrueCard, found: list[Sighting]) -> Sighting | None:
    """The face-up sighting that lies where the card lies."""
    quad = np.asarray(card.corners, np.float32)
    best = max(found, key=lambda s: geometry.iou(quad, np.asarray(s.corners, np.float32)), default=None)
    if best is None or best.face == "down" or geometry.iou(quad, np.asarray(best.corners, np.float32)) < 0.4:
        return None
    return best


def main() -> int:
    """Measure each deck; a line a deck on stderr."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.decks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("art", type=Path)
    parser.add_argument("--decks", default=PATTERNS)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--cards", type=int, default=300, help="of each deck")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    models = weights.load(args.models) if args.models else weights.load()
    out = {}
    for name in args.decks.split(","):
        try:
            out[name] = measure(args.art / name, models, args.cards, args.seed)
        except SegnapuntiError as error:
            out[name] = {"left_out": str(error)}
        print(f"{name}: {out[name].get('all') or out[name]['left_out']}", file=sys.stderr, flush=True)
    json.dump(out, sys.stdout, indent=2)
    print()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
