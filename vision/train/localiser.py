"""Fits the localiser: an Ultralytics OBB net of half the width of the smallest published one, from scratch, on rendered scenes.

    python -m vision.train.localiser SHARDS OUT --minutes 90 [--base yolo11 | --base heatmap]

The net and its loss are Ultralytics'; the loop is ours, because theirs wants a folder of files, spends a third of the time on
augmentation that these scenes do not need, and cannot use bfloat16 on a CPU. Checkpoints every two minutes; the same command
resumes. The learning rate falls with the time spent, so `--minutes` is the length of the whole run.
"""

import argparse
import math
import pickle
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from ultralytics.cfg import get_cfg
from ultralytics.nn.tasks import OBBModel, yaml_model_load
from ultralytics.utils import DEFAULT_CFG
from ultralytics.utils.ops import xyxyxyxy2xywhr
from ultralytics.utils.torch_utils import ModelEMA

from vision.train import heatmap

SIDE = 320  # pixels a training image; the net is convolutional, so what counts is the range of card sizes in pixels
NAMES = {0: "face", 1: "back"}
SQUASHED = 0.35  # share of images stretched one way
REAL = 0.12  # share of real photos among the draws, where there are any
WIDTH = 0.125  # of the channel counts in the yaml; "n" has 0.25. 0.83 M parameters: under 4 MB as ONNX


def build(base: str = "yolo11") -> OBBModel | heatmap.Heatmap:
    """The untrained net: `base`-obb.yaml at depth 0.5 and half of n's width, two classes; or our own, for `heatmap`."""
    if base == "heatmap":
        return heatmap.Heatmap()
    spec = yaml_model_load(f"{base}-obb.yaml")
    spec["scales"], spec["scale"], spec["nc"] = {"n": [0.5, WIDTH, 1024]}, "n", len(NAMES)
    net = OBBModel(spec, ch=3, nc=len(NAMES), verbose=False)
    net.names = NAMES
    net.args = get_cfg(DEFAULT_CFG)
    return net


class Shards:
    """Training images from the shards in a folder, each drawn with a turn, a zoom and a tint of its own."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        paths = sorted(p for p in folder.glob("scenes-*.npy") if p.with_suffix(".pkl").exists())
        self.images = [np.load(p, mmap_mode="r") for p in paths]
        self.labels = [pickle.loads(p.with_suffix(".pkl").read_bytes()) for p in paths]
        self.held = 300  # the first of the first shard judge, never train
        real = sorted(p for p in folder.glob("real-*.npy") if p.with_suffix(".pkl").exists())
        self.real = [(np.load(p), pickle.loads(p.with_suffix(".pkl").read_bytes())) for p in real]  # few: kept in memory
        self.index = [(s, i) for s, found in enumerate(self.labels) for i in range(len(found)) if s or i >= self.held]

    def draw(self) -> tuple[np.ndarray, list[tuple[int, np.ndarray]]]:
        """One image (SIDE, SIDE, 3) uint8 RGB and its (class, corners) list."""
        rng = self.rng
        if self.real and rng.random() < REAL:
            images, labels_of = self.real[rng.integers(len(self.real))]
            number = int(rng.integers(len(images)))
            image, found = images[number], labels_of[number]
        else:
            shard, number = self.index[rng.integers(len(self.index))]
            image, found = np.asarray(self.images[shard][number]), self.labels[shard][number]
        whole = image.shape[0]
        zoom = float(np.exp(rng.uniform(np.log(0.5), np.log(1.35))))
        turn = cv2.getRotationMatrix2D(
            (whole / 2, whole / 2), float(rng.integers(4) * 90 + (rng.uniform(-45, 45) if rng.random() < 0.4 else 0)), zoom
        )
        if rng.random() < SQUASHED:  # pictures get stretched on their way, and a low camera shortens cards
            squash = np.diag(np.exp(rng.normal(0, 0.2, 2)))
            middle = np.array([whole / 2, whole / 2])
            turn[:, 2] += turn[:, :2] @ (middle - squash @ middle)
            turn[:, :2] = turn[:, :2] @ squash
        turn[:, 2] += SIDE / 2 - whole / 2 + rng.uniform(-0.5, 0.5, 2) * max(0.2 * SIDE, zoom * whole - SIDE)
        edge: dict[str, Any] = {"borderMode": cv2.BORDER_CONSTANT, "borderValue": (114, 114, 114)}
        out = cv2.warpAffine(image, turn, (SIDE, SIDE), flags=cv2.INTER_AREA if zoom < 0.7 else cv2.INTER_LINEAR, **edge)
        labels = []
        for kind, quad, visible in found:
            moved = (quad @ turn[:, :2].T + turn[:, 2]).astype(np.float32)
            centre = moved.mean(0)
            if (centre > 0).all() and (centre < SIDE).all() and visible >= 0.2:
                labels.append((kind, moved))
        if rng.random() < 0.3:  # grey bars, as a frame that is not square gets them
            bar = int(rng.uniform(0.1, 0.44) * SIDE)
            if rng.random() < 0.5:
                out[SIDE - bar :] = 114
                labels = [x for x in labels if x[1].mean(0)[1] < SIDE - bar]
            else:
                out[:, SIDE - bar :] = 114
                labels = [x for x in labels if x[1].mean(0)[0] < SIDE - bar]
        tint = (rng.uniform(0.85, 1.15, 3) * rng.uniform(0.85, 1.15)).astype(np.float32)
        table = np.clip(np.arange(256)[:, None] * tint + rng.uniform(-15, 15), 0, 255).astype(np.uint8)
        return cv2.LUT(out, table[None]), labels

    def batch(self, size: int) -> dict[str, torch.Tensor]:
        """A batch in Ultralytics' form: img 0-1, cls, bboxes (x, y, w, h as shares; angle), batch_idx."""
        return collate([self.draw() for _ in range(size)])

    def judges(self, count: int) -> list[tuple[np.ndarray, list[tuple[int, np.ndarray]]]]:
        """Held-out scenes, unaugmented but for the size."""
        scale = SIDE / self.images[0].shape[1]
        return [
            (
                cv2.resize(np.asarray(self.images[0][i]), (SIDE, SIDE), interpolation=cv2.INTER_AREA),
                [(k, q * scale) for k, q, _ in self.labels[0][i]],
            )
            for i in range(min(count, self.held))
        ]


def collate(items: list[tuple[np.ndarray, list[tuple[int, np.ndarray]]]]) -> dict[str, torch.Tensor]:
    """Images and labels → tensors of one batch."""
    quads = [(b, kind, quad) for b, (_, found) in enumerate(items) for kind, quad in found]
    boxes = xyxyxyxy2xywhr(np.stack([q.ravel() for _, _, q in quads])) if quads else np.zeros((0, 5), np.float32)
    boxes[:, :4] /= SIDE
    return {
        "img": torch.from_numpy(np.stack([im for im, _ in items])).permute(0, 3, 1, 2).contiguous().float() / 255,
        "batch_idx": torch.tensor([float(b) for b, _, _ in quads]),
        "cls": torch.tensor([[float(k)] for _, k, _ in quads]).view(-1, 1),
        "bboxes": torch.from_numpy(np.ascontiguousarray(boxes, np.float32)),
    }


def _float(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.float() if value.is_floating_point() else value
    if isinstance(value, dict):
        return {k: _float(v) for k, v in value.items()}
    return type(value)(_float(v) for v in value) if isinstance(value, list | tuple) else value


def found_share(
    net: torch.nn.Module, judges: list[tuple[np.ndarray, list[tuple[int, np.ndarray]]]], least: float = 0.25
) -> dict[str, float]:
    """Recall and precision at IoU .5 and score `least` on held-out scenes, and recall at IoU .75."""
    from ultralytics.utils.nms import non_max_suppression

    net.eval()
    hits = tight = truth = said = 0
    with torch.no_grad():
        for i in range(0, len(judges), 20):
            part = judges[i : i + 20]
            batch = collate(part)
            out = net(batch["img"])
            out = out[0] if isinstance(out, tuple | list) else out
            for (_, labels), rows in zip(part, non_max_suppression(out, least, 0.5, nc=len(NAMES), rotated=True), strict=True):
                boxes = [((float(r[0]), float(r[1])), (float(r[2]), float(r[3])), math.degrees(float(r[6]))) for r in rows]
                used: set[int] = set()
                said, truth = said + len(boxes), truth + len(labels)
                for kind, quad in labels:
                    area = cv2.minAreaRect(quad)
                    best = max(
                        ((_overlap(area, b), j) for j, b in enumerate(boxes) if j not in used and int(rows[j][5]) == kind),
                        default=(0.0, -1),
                    )
                    if best[0] >= 0.5:
                        used.add(best[1])
                        hits, tight = hits + 1, tight + (best[0] >= 0.75)
    net.train()
    return {
        "recall": round(hits / max(truth, 1), 3),
        "precision": round(hits / max(said, 1), 3),
        "recall75": round(tight / max(truth, 1), 3),
    }


def _overlap(a: Any, b: Any) -> float:
    kind, points = cv2.rotatedRectangleIntersection(a, b)
    if kind == 0 or points is None:
        return 0.0
    shared = cv2.contourArea(cv2.convexHull(points))
    return float(shared / (a[1][0] * a[1][1] + b[1][0] * b[1][1] - shared + 1e-6))


def fit(shards: Path, out: Path, minutes: float, base: str = "yolo11", start: Path | None = None, rate: float = 2e-3) -> None:
    """Train for `minutes` in all (wall time over all resumptions), leaving `out` with the averaged weights."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = build(base).to(memory_format=torch.channels_last)  # a third faster on a CPU
    if start is not None:
        net.load_state_dict(torch.load(start, weights_only=False)["ema"])
    ema = ModelEMA(net, tau=600)
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.02)
    spent, steps = 0.0, 0
    if out.exists():
        saved = torch.load(out, weights_only=False)
        net.load_state_dict(saved["net"])
        ema.ema.load_state_dict(saved["ema"])
        ema.updates = saved["steps"]
        optimiser.load_state_dict(saved["optimiser"])
        spent, steps = saved["spent"], saved["steps"]
        print(f"resumed after {spent / 60:.1f} minutes", flush=True)
    data = Shards(shards, seed=steps)
    judges = data.judges(100)
    net.train()
    size, last, told, losses = 16, time.time(), time.time(), []
    while spent < minutes * 60:
        share = spent / (minutes * 60)
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (steps + 1) / 200) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))
        batch = data.batch(size)
        batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            said = net(batch["img"])
        loss, _ = net.loss(batch, _float(said))
        total = loss.sum() / size
        optimiser.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimiser.step()
        ema.update(net)
        steps += 1
        losses.append(float(total.detach()))
        now = time.time()
        spent, last = spent + now - last, now
        if now - told > 120 or spent >= minutes * 60:
            state = {
                "net": net.state_dict(),
                "ema": ema.ema.state_dict(),
                "optimiser": optimiser.state_dict(),
                "spent": spent,
                "steps": steps,
                "base": base,
            }
            torch.save(state, out.with_suffix(".new"))
            out.with_suffix(".new").replace(out)
            mark = found_share(ema.ema, judges)
            print(f"{spent / 60:.1f}/{minutes:.0f} min, {steps * size} images, loss {np.mean(losses):.2f}, {mark}", flush=True)
            losses, told = [], time.time()
            if len(data.index) < 100_000 and len(list(shards.glob("scenes-*.pkl"))) != len(data.images):
                data = Shards(shards, seed=steps)  # new shards appeared
            last = time.time()


def main() -> None:
    """Command line of the fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--base", default="yolo11")
    parser.add_argument("--start", type=Path)
    parser.add_argument("--rate", type=float, default=2e-3)
    args = parser.parse_args()
    fit(args.shards, args.out, args.minutes, args.base, args.start, args.rate)


if __name__ == "__main__":
    main()
