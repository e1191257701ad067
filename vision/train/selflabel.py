"""Real photos that label themselves: outlines found by the models so far, kept only where the photo's own labels confirm them.

    python -m vision.train.selflabel MODELS PHOTOS OUT

Two sources may train (DATA.md of the photo collection): `bicycle-train` gives an upright box a card, which a refined outline
must fill; `corners` 0-b gives a box round each index with its card, two of which must lie in opposite corners of an outline.
Writes OUT/real-1.npy/.pkl (photos at scene size whose every card was found, for the localiser) and OUT/near.pkl (single cards
on the refiner's canvas with their shared class or rank, for refiner and reader).
"""

import argparse
import csv
import dataclasses
import pickle
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision import weights
from vision.train import crops, scenes

Quad = np.ndarray


@dataclass(frozen=True, slots=True)
class Found:
    """An outline the labels confirm: corners in photo pixels, code ("" if unknown), rank ("" if unknown)."""

    quad: Quad
    code: str
    rank: str


def outlines(models: weights.Weights, image: np.ndarray) -> list[Quad]:
    """Refined outlines of faces, best first, none doubled. `image` BGR."""
    boxes = models.locator.locate(image)
    quads, kinds, *_ = models.refiner.refine(image, [b.quad for b in boxes])
    kept: list[Quad] = []
    for quad, kind in zip(quads, kinds, strict=True):
        if kind[crops.FACE] > 0.5 and cv2.isContourConvex(quad.astype(np.float32)) and all(_iou(quad, k) < 0.5 for k in kept):
            kept.append(np.asarray(quad, np.float32))
    return kept


def _iou(a: Quad, b: Quad) -> float:
    shared, _ = cv2.intersectConvexConvex(np.asarray(a, np.float32), np.asarray(b, np.float32))
    return float(shared / (cv2.contourArea(np.asarray(a, np.float32)) + cv2.contourArea(np.asarray(b, np.float32)) - shared + 1e-6))


def by_boxes(quads: list[Quad], note: str) -> tuple[list[Found], bool]:
    """Outlines that fill an upright box of the note (IoU of the bounds at least .88), and whether every box got one."""
    spec = note.split("boxes=")[1].replace(";", " ").split()
    boxes = [(b.split(":")[0], [float(v) for v in b.split(":")[1].split(",")]) for b in spec if ":" in b]
    found = []
    for name, (x0, y0, x1, y1) in boxes:
        for quad in quads:
            (qx0, qy0), (qx1, qy1) = quad.min(0), quad.max(0)
            shared = max(0, min(x1, qx1) - max(x0, qx0)) * max(0, min(y1, qy1) - max(y0, qy0))
            if shared / ((x1 - x0) * (y1 - y0) + (qx1 - qx0) * (qy1 - qy0) - shared + 1e-6) >= 0.88:
                found.append(Found(quad, name if name[-1] in "CDHS" and len(name) > 1 else "", name.rstrip("CDHS") or name))
                break
    return found, len(found) == len(boxes) > 0


def by_indices(quads: list[Quad], labels: str, names: list[str], size: tuple[int, int]) -> tuple[list[Found], bool]:
    """Outlines with two equal indices in opposite corners, and whether every index box belongs to one."""
    rows = [line.split() for line in labels.splitlines() if line.strip()]
    boxes = [(names[int(r[0])], np.array([float(r[1]) * size[0], float(r[2]) * size[1]])) for r in rows]
    used: set[int] = set()
    found = []
    for quad in quads:
        inside = []
        for i, (name, centre) in enumerate(boxes):
            warp = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), np.asarray([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32))
            x, y = cv2.perspectiveTransform(np.asarray(centre, np.float32)[None, None], warp)[0, 0]
            if 0 < x < 1 and 0 < y < 1:
                inside.append((i, name, x, y))
        for i, name, x, y in inside:
            pair = next(
                (j for j, other, u, v in inside if j != i and other == name and abs(x + u - 1) < 0.08 and abs(y + v - 1) < 0.06), None
            )
            if pair is not None and x < 0.3 and y < 0.3:
                found.append(Found(quad, name, name[:-1]))
                used |= {i, pair}
                break
    return found, len(used) == len(boxes) > 0


def canvas(image: np.ndarray, quad: Quad) -> np.ndarray:
    """The card and what lies round it, rectified to the refiner's canvas (208, 160, 3) RGB."""
    middle = np.asarray([[32, 32], [128, 32], [128, 176], [32, 176]], np.float32)
    warp = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), middle)
    length = float(np.linalg.norm(quad[0] - quad[3]))
    if length > 300:  # shrink first, or it aliases
        f = 200 / length
        image, quad = cv2.resize(image, None, fx=f, fy=f, interpolation=cv2.INTER_AREA), quad * f
        warp = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), middle)
    out = cv2.warpPerspective(image, warp, crops.CANVAS[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.cvtColor(out, cv2.COLOR_BGR2RGB)


def collect(folder: Path, photos: Path, out: Path) -> None:
    """Write the two files; prints how much of each source was confirmed."""
    models = weights.load(folder)
    models.locator.settings = dataclasses.replace(models.locator.settings, scales=(1.5, 0.75, 0.45), threshold=0.1)  # close-ups too
    names = (photos / "corners" / "classes.txt").read_text(encoding="utf-8").splitlines()  # one has a space in it
    whole, labels, near = [], [], []
    counts: dict[str, list[int]] = {}
    for row in csv.DictReader((photos / "labels.csv").open(encoding="utf-8")):
        group, name = row["file"].split("/")
        if group != "bicycle-train" and not (group == "corners" and name[0] in "0123456789ab"):
            continue
        image = cv2.imread(str(photos / row["file"]))
        if image is None:
            continue
        quads = outlines(models, image)
        if group == "bicycle-train":
            found, complete = by_boxes(quads, row["note"]) if "boxes=" in row["note"] else ([], False)
        else:
            text = (photos / row["file"]).with_suffix(".txt").read_text(encoding="utf-8")
            found, complete = by_indices(quads, text, names, (image.shape[1], image.shape[0]))
        near += [(canvas(image, f.quad), f.code, f.rank, group) for f in found if f.code[-1:] in "CDHS"]  # no jokers
        tally = counts.setdefault(group, [0, 0, 0])
        tally[0], tally[1], tally[2] = tally[0] + 1, tally[1] + len(found), tally[2] + int(complete)
        if complete and len(quads) == len(found):
            scale = scenes.SIDE / max(image.shape[:2])
            sheet = np.full((scenes.SIDE, scenes.SIDE, 3), 114, np.uint8)
            small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[: scenes.SIDE, : scenes.SIDE]
            sheet[: small.shape[0], : small.shape[1]] = cv2.cvtColor(small, cv2.COLOR_BGR2RGB)
            whole.append(sheet)
            labels.append([(0, np.asarray(f.quad * scale, np.float32), 1.0) for f in found])
    np.save(out / "real-1.npy", np.stack(whole))
    (out / "real-1.pkl").write_bytes(pickle.dumps(labels))
    (out / "near.pkl").write_bytes(pickle.dumps(near))
    for group, (seen, cards, all_found) in counts.items():
        print(f"{group}: {seen} photos, {cards} cards confirmed, {all_found} photos whole")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    collect(args.models, args.photos, args.out)


if __name__ == "__main__":
    main()
