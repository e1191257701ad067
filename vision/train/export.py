"""Checkpoints → the three ONNX models, each checked against the trained net on fixed images, and their manifest.

    python -m vision.train.export localiser.pt cardnets.pt models/

Normalisation is inside the models: they take pixels. The parity check raises when an export and its net differ by more than
`PARITY` on the same input.
"""

import argparse
import hashlib
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from vision.train import nets

PARITY = 2e-3  # of unit-norm embeddings, crop shares, probabilities; of box pixels a hundred times as much
MARK = "# written by vision.train.export: do not edit below"
MODELS = {
    "locate": "images (1, 3, H, W) float32 RGB 0-1, H and W multiples of 32, letterboxed with 114",
    "refine": "x (n, 3, 144, 96) float32 RGB 0-255: a box with 12.5 % margin, short side up",
    "embed": "x (n, 3, 144, 96) float32 RGB 0-255: the rectified card",
}


class _Embed(nn.Module):
    def __init__(self, reader: nets.Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.reader(nets.normalised(x))


class _Refine(nn.Module):
    def __init__(self, refiner: nets.Refiner) -> None:
        super().__init__()
        self.refiner = refiner

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        offsets, kind = self.refiner(nets.normalised(x))
        return offsets, kind.softmax(1)


def card_nets(checkpoint: Path) -> tuple[nets.Reader, nets.Refiner, dict[str, object]]:
    """The reader and refiner of a checkpoint, and the checkpoint."""
    saved = torch.load(checkpoint, weights_only=False, map_location="cpu")
    reader, refiner = nets.Reader(len(saved["faces"]), len(saved["classes"])), nets.Refiner()
    both = nn.ModuleDict({"reader": reader, "refiner": refiner})
    both.load_state_dict(saved["net"])
    return reader.eval(), refiner.eval(), saved


def check(path: Path, inputs: np.ndarray, expected: list[np.ndarray], bound: float) -> float:
    """Largest difference of the export from `expected`; ValueError when above `bound`."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    got = session.run(None, {session.get_inputs()[0].name: inputs})
    worst = max(float(np.abs(a - b).max()) for a, b in zip(got, expected, strict=True))
    if worst > bound:
        raise ValueError(f"{path.name} differs from the trained net by {worst:.5f}, more than {bound}")
    return worst


def export_cards(checkpoint: Path, folder: Path) -> dict[str, float]:
    """refine.onnx and embed.onnx; returns the parity of each."""
    reader, refiner, _ = card_nets(checkpoint)
    crops = torch.from_numpy(np.random.default_rng(0).uniform(0, 255, (5, 3, 144, 96)).astype(np.float32))
    worst = {}
    for name, module, outputs in (("refine", _Refine(refiner), ["o", "k"]), ("embed", _Embed(reader), ["e"])):
        path = folder / f"{name}.onnx"
        dynamic = {key: {0: "n"} for key in ["x", *outputs]}
        torch.onnx.export(
            module.eval(),
            (crops[:2],),
            str(path),
            input_names=["x"],
            output_names=outputs,
            dynamic_axes=dynamic,
            opset_version=17,
            dynamo=False,
        )
        with torch.no_grad():
            said = module(crops)
        worst[name] = check(path, crops.numpy(), [t.numpy() for t in (said if isinstance(said, tuple) else (said,))], PARITY)
    return worst


def export_localiser(checkpoint: Path, folder: Path) -> dict[str, float]:
    """locate.onnx, any size that is a multiple of 32, of Ultralytics' nets by their own exporter; returns its parity."""
    from ultralytics import YOLO

    from vision.train import heatmap, localiser

    saved = torch.load(checkpoint, weights_only=False, map_location="cpu")
    net = localiser.build(saved["base"])
    net.load_state_dict(saved["ema"])
    net.eval()
    image = torch.from_numpy(np.random.default_rng(0).uniform(0, 1, (1, 3, 384, 640)).astype(np.float32))
    with torch.no_grad():
        said = net(image)
    said = said[0] if isinstance(said, tuple | list) else said
    path = folder / "locate.onnx"
    if isinstance(net, heatmap.Heatmap):
        names = {"input_names": ["images"], "output_names": ["output0"]}
        sizes = {"images": {2: "height", 3: "width"}, "output0": {2: "cells"}}
        torch.onnx.export(net, (image,), str(path), dynamic_axes=sizes, opset_version=17, dynamo=False, **names)
        graph = onnx.load(path)
        onnx.helper.set_model_props(graph, {"names": str(localiser.NAMES), "task": "obb"})
    else:
        with tempfile.TemporaryDirectory() as place:
            weights = Path(place) / "locate.pt"
            torch.save({"model": net, "train_args": {}}, weights)
            graph = onnx.load(YOLO(str(weights), task="obb").export(format="onnx", dynamic=True, simplify=True, opset=17, imgsz=(384, 640)))
    del graph.graph.value_info[:]  # shapes of every inner tensor, written out: a sixth of the file and no use at run time
    onnx.save(graph, path)
    return {"locate": check(path, image.numpy(), [said.numpy()], PARITY * 100)}


def manifest(folder: Path, trained: dict[str, str], worst: dict[str, float]) -> None:
    """Write the models' part of manifest.toml; what stands above the mark (settings chosen on tuning photos) is kept."""
    path = folder / "manifest.toml"
    kept = path.read_text(encoding="utf-8").split(MARK)[0].rstrip() if path.exists() else ""
    lines = [kept, "", MARK] if kept else [MARK]
    for name, facts in MODELS.items():
        file = folder / f"{name}.onnx"
        sha = hashlib.sha256(file.read_bytes()).hexdigest()
        lines += ["", f"[model.{name}]", f'file = "{file.name}"', f'sha256 = "{sha}"', f"bytes = {file.stat().st_size}"]
        lines += [f'input = "{facts}"', f'trained = "{trained[name]}"', f"parity = {worst[name]:.6f}"]
        print(f"{file.name}: {file.stat().st_size / 2**20:.2f} MiB, differs from the trained net by at most {worst[name]:.6f}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def told(localiser: Path, cardnets: Path) -> dict[str, str]:
    """One sentence a model: what it was trained from, and how long."""
    one, two = (torch.load(p, weights_only=False, map_location="cpu") for p in (localiser, cardnets))
    without = f", without {', '.join(two['without'])}" if two["without"] else ""
    near = f"{two['seen']} rendered local scenes of all decks{without}, {two['spent'] / 60:.0f} min on one core"
    far = f"{one['steps'] * 16} draws of rendered scenes and photos, {one['spent'] / 60:.0f} min on one core"
    return {
        "locate": f"{'heat map' if one['base'] == 'heatmap' else one['base'] + '-obb, width 0.125'}, from scratch: {far}",
        "refine": near,
        "embed": near,
    }


def main() -> None:
    """Command line of the export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("localiser", type=Path)
    parser.add_argument("cardnets", type=Path)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    worst = {**export_localiser(args.localiser, args.folder), **export_cards(args.cardnets, args.folder)}
    manifest(args.folder, told(args.localiser, args.cardnets), worst)


if __name__ == "__main__":
    main()
