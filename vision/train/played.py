"""Scenes of games being played, from the simulated table, as a shard for the localiser.

    python -m vision.train.played ART OUT --seed 11 --count 2000

The cards are dealt and laid without any rules, with every deck of ART and the simulator's own: what counts is how a table
looks in mid-game, the turned card half under the talon, tricks, won piles, hands reaching in.
"""

import argparse
import pickle
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from table import deck, events
from table.errors import SegnapuntiError
from table.script import Script
from vision.sim import art as drawings
from vision.sim.simulated import stills
from vision.train import artwork, scenes

_STILLS = 10  # of one hand: setting up a table costs as much as ten frames


def script(rng: np.random.Generator, composition: str) -> Script:
    """A hand of two to four people who lay any card in turn."""
    seats = int(rng.integers(2, 5))
    names = ("Anna", "Bruno", "Carla", "Dino")[:seats]
    pieces = deck.get(composition).pieces()
    rng.shuffle(pieces)
    each = 3 * (len(pieces) // (3 * seats))  # whole rounds of draws
    tricks = each
    turned = pieces[each * seats - 1]
    hands = [tuple(pieces[s * 3 : s * 3 + 3]) for s in range(seats)]
    talon = pieces[seats * 3 : each * seats]
    held = [list(h) for h in hands]
    told: list[events.Event] = [events.Hand(dealer=0), events.Trump(card=turned)]
    first, left = 1 % seats, list(talon)
    for _ in range(tricks):
        for k in range(seats):
            seat = (first + k) % seats
            if held[seat]:
                told.append(events.Play(seat=seat, card=held[seat].pop(int(rng.integers(len(held[seat]))))))
        first = int(rng.integers(seats))
        told.append(events.Gather(seat=first))
        for k in range(seats):
            if left:
                held[(first + k) % seats].append(left.pop(0))
    return Script("briscola", names, composition, 0, events.Deal(hands=tuple(hands), talon=tuple(talon)), tuple(told))


def looks(rng: np.random.Generator, folders: list[Path]) -> tuple[str, dict[str, np.ndarray] | None]:
    """A composition and the pictures of a deck that has it; None for the simulator's own."""
    if rng.random() < 0.35:
        return str(rng.choice(["italian-40", "french-40", "salzburg-32"])), None
    pictures = drawings.load_art(folders[rng.integers(len(folders))])
    for composition in ("italian-40", "salzburg-32", "french-52"):
        if all(c in pictures for c in deck.get(composition).faces):
            return composition, pictures
    return "italian-40", None


def frames(rng: np.random.Generator, folders: list[Path]) -> Iterator[tuple[np.ndarray, list[tuple[int, np.ndarray, float]]]]:
    """Endless scenes: image (SIDE, SIDE, 3) RGB and (kind, corners, visible) of its cards."""
    while True:
        composition, pictures = looks(rng, folders)
        backs = None if rng.random() < 0.3 else [artwork.back(rng)[..., [2, 1, 0, 3]] for _ in range(2)]
        try:
            shots = list(
                stills(
                    script(rng, composition),
                    _STILLS,
                    pictures,
                    int(rng.integers(1 << 30)),
                    zoom=float(rng.uniform(0.7, 1.7)),
                    hands=bool(rng.random() < 0.5),
                    backs=backs,
                )
            )
        except SegnapuntiError:
            continue
        for shot in shots:
            if shot.truth is None:
                continue
            scale = float(np.exp(rng.uniform(np.log(0.4), np.log(0.8))))
            small = cv2.resize(shot.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            x = int(rng.integers(0, max(1, small.shape[1] - scenes.SIDE + 1)))
            y = int(rng.integers(0, max(1, small.shape[0] - scenes.SIDE + 1)))
            part = small[y : y + scenes.SIDE, x : x + scenes.SIDE, ::-1]
            image = np.full((scenes.SIDE, scenes.SIDE, 3), 114, np.uint8)
            image[: part.shape[0], : part.shape[1]] = part
            labels = []
            for card in shot.truth.cards:
                quad = np.asarray(card.corners, np.float32) * scale - np.asarray([x, y], np.float32)
                centre = quad.mean(0)
                if card.visible >= scenes.LEAST_VISIBLE and (centre > 0).all() and centre[0] < part.shape[1] and centre[1] < part.shape[0]:
                    labels.append((int(card.face == "down"), quad, float(card.visible)))
            yield image, labels


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("art", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--without", default="", help="decks kept out, separated by commas")
    args = parser.parse_args()
    path = args.out / f"scenes-{args.seed}.npy"
    if path.with_suffix(".pkl").exists():
        return
    cv2.setNumThreads(1)
    folders = [d for d in sorted(args.art.iterdir()) if d.is_dir() and d.name not in args.without.split(",")]
    images = np.lib.format.open_memmap(path, "w+", np.uint8, (args.count, scenes.SIDE, scenes.SIDE, 3))
    labels = []
    for i, (image, found) in zip(range(args.count), frames(np.random.default_rng(args.seed), folders), strict=False):
        images[i] = image
        labels.append(found)
        if i % 100 == 99:
            print(f"played, seed {args.seed}: {i + 1}/{args.count} scenes", flush=True)
    images.flush()
    path.with_suffix(".pkl").write_bytes(pickle.dumps(labels))


if __name__ == "__main__":
    main()
