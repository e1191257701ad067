"""Scenes rendered ahead into shards, so that a training run never waits for the renderer.

    python -m vision.train.dataset ART PHOTOS OUT --seed 1 --count 5000 [--close]

A shard is `scenes-SEED.npy` (n, SIDE, SIDE, 3) uint8 RGB, readable while memory-mapped, and `scenes-SEED.pkl`, the labels.
"""

import argparse
import pickle
import time
from pathlib import Path

import cv2
import numpy as np

from vision.train import scenes, simdeck, textures


def render(art: Path, photos: Path, out: Path, seed: int, count: int, without: tuple[str, ...] = (), close: bool = False) -> None:
    """Render `count` scenes to a shard; a shard that is there already is kept. `close`: cards that fill the frame, many black."""
    path = out / f"scenes-{seed}.npy"
    if path.with_suffix(".pkl").exists():
        return
    out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    decks = [*scenes.all_decks(art, without).values(), *simdeck.decks().values()]
    maker = scenes.SceneMaker(decks, textures.Backgrounds.from_photos(photos), seed, close)
    images = np.lib.format.open_memmap(path, "w+", np.uint8, (count, scenes.SIDE, scenes.SIDE, 3))
    labels, start = [], time.time()
    for i in range(count):
        images[i], found = maker.make()
        labels.append(found)
        if i % 250 == 249:
            print(f"seed {seed}: {i + 1}/{count} scenes, {(i + 1) / (time.time() - start):.1f} a second", flush=True)
    images.flush()
    path.with_suffix(".pkl").write_bytes(pickle.dumps([[(x.kind, x.corners, x.visible) for x in found] for found in labels]))


def main() -> None:
    """Command line of the renderer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("art", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--close", action="store_true", help="cards that fill the frame, many of them black")
    parser.add_argument("--without", default="", help="decks kept out, separated by commas")
    args = parser.parse_args()
    render(args.art, args.photos, args.out, args.seed, args.count, tuple(filter(None, args.without.split(","))), args.close)


if __name__ == "__main__":
    main()
