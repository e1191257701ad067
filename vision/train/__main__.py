"""The whole recipe: render scenes, fit the localiser, fit refiner and reader, export, write the manifest.

    python -m vision.train [--localiser heatmap] [--shared ../shared] [--out models] [--work .train] [--minutes 150] [--without DECK,..]

Every step resumes where it stopped; each prints a progress line. Run in the training environment (`make train` makes it).
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from table.errors import BadFile


def _step(*words: str) -> None:
    print("+", " ".join(words), flush=True)
    # a step is a process of its own: its memory goes back, and a crash of one leaves the others' checkpoints alone
    subprocess.run([sys.executable, "-m", *words], check=True, env={**os.environ, "YOLO_OFFLINE": "true"})


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(prog="python -m vision.train", description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="folder with art/ and photos/")
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--work", type=Path, default=Path(".train"))
    parser.add_argument("--minutes", type=float, default=150, help="of training in all, half for the localiser")
    parser.add_argument("--localiser", choices=("heatmap", "yolo"), default="heatmap", help="our own, or an Ultralytics OBB net")
    parser.add_argument("--base", default="yolo11", help="Ultralytics family, for yolo")
    parser.add_argument("--without", default="", help="decks kept out, separated by commas")
    args = parser.parse_args()
    art, photos = args.shared / "art", args.shared / "photos"
    if not art.is_dir() or not (photos / "labels.csv").is_file():
        sys.exit(
            str(
                BadFile(
                    f"There is nothing to train on in {args.shared}: it needs art/ and photos/labels.csv; name the folder with --shared."
                )
            )
        )
    without = ["--without", args.without] if args.without else []
    for seed in (1, 2, 3):
        _step("vision.train.dataset", str(art), str(photos), str(args.work), "--seed", str(seed), "--count", "5000", *without)
    _step("vision.train.dataset", str(art), str(photos), str(args.work), "--seed", "4", "--count", "3000", "--close", *without)
    _step("vision.train.played", str(art), str(args.work), "--seed", "11", "--count", "2400", *without)
    localiser, cardnets = args.work / "localiser.pt", args.work / "cardnets.pt"
    half = str(args.minutes / 2)
    _step(
        "vision.train.localiser",
        str(args.work),
        str(localiser),
        "--minutes",
        half,
        "--base",
        "heatmap" if args.localiser == "heatmap" else args.base,
    )
    _step("vision.train.cardnets", str(art), str(photos), str(cardnets), "--minutes", half, *without)
    _step("vision.train.export", str(localiser), str(cardnets), str(args.out))


if __name__ == "__main__":
    main()
