"""Fits the refiner and the reader together on local scenes.

    python -m vision.train.cardnets ART PHOTOS OUT --minutes 80 [--without gnome_berlin,salzburg]

Checkpoints every two minutes; the same command resumes. The reader learns two things at once: which card of which deck a
crop shows (other decks' drawings of the same card are left out of that comparison, they are neither right nor wrong) and
which card it is in any deck of its family. Decks it never saw are then read by comparing embeddings with enrolled ones.
"""

import argparse
import math
import pickle
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from table import cards
from vision.train import artwork, crops, nets, scenes, simdeck, textures

BATCH = 64
RATE = 1.5e-3
WARM = 0.12  # share of the time in which only shared classes are learned; then each face's proxy starts from its class's.
# Random face proxies hardly move: each is right once in 1700 cards and wrong in all others.


def training_decks(art: Path, without: tuple[str, ...]) -> dict[str, dict[str, list[np.ndarray]]]:
    """All decks, the simulator's own, and three made black."""
    decks = {**scenes.all_decks(art, without), **simdeck.decks()}
    inks = (((214, 170, 70), (214, 170, 70)), ((205, 150, 50), (215, 215, 210)), ((230, 60, 50), (235, 235, 235)))
    for name, ink in zip(("gnome_anglo", "kde_standard", "gnome_anglo_poker"), inks, strict=True):
        if name in decks:
            decks["negative_" + name] = {c: [artwork.black(m, *ink) for m in card] for c, card in decks[name].items()}
    return decks


def _tensor(batch: list[np.ndarray]) -> torch.Tensor:
    return nets.normalised(torch.from_numpy(np.stack(batch)).permute(0, 3, 1, 2).float())


def fit(
    art: Path, photos: Path, out: Path, minutes: float, without: tuple[str, ...] = (), start: Path | None = None, rate: float = RATE
) -> None:
    """Train for `minutes` in all, leaving `out` with weights and names of faces and classes. `start`: nets of the same decks."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    near = out.parent / "near.pkl"  # cards cut from photos, once vision.train.selflabel has run
    cut = pickle.loads(near.read_bytes()) if near.exists() else []
    maker = crops.LocalMaker(training_decks(art, without), textures.Backgrounds.from_photos(photos), int(time.time()), cut)
    rng = maker.rng
    shared_of = np.array([maker.classes[crops.shared_class(code)] for _, code in maker.faces])
    twins = torch.from_numpy(shared_of[:, None] == shared_of[None]).fill_diagonal_(False)
    ranks = {r: [maker.classes["F" + r + s] for s in cards.FRENCH] for r in cards.RANKS["french"]}
    reader, refiner = nets.Reader(len(maker.faces), len(maker.classes)), nets.Refiner()
    both = torch.nn.ModuleDict({"reader": reader, "refiner": refiner})
    optimiser = torch.optim.AdamW(both.parameters(), rate, weight_decay=0.02)
    spent, steps, seen, split = 0.0, 0, 0, False
    if start is not None:
        both.load_state_dict(torch.load(start, weights_only=False)["net"])
        split = True
    if out.exists():
        saved = torch.load(out, weights_only=False)
        both.load_state_dict(saved["net"])
        optimiser.load_state_dict(saved["optimiser"])
        spent, steps = saved["spent"], saved["steps"]
        print(f"resumed after {spent / 60:.1f} minutes", flush=True)
        split, seen = saved["split"], saved["seen"]
    last = told = time.time()
    marks: dict[str, list[float]] = {}
    while spent < minutes * 60:
        share = spent / (minutes * 60)
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (steps + 1) / 100) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))
        if not split and share >= WARM:
            split = True
            with torch.no_grad():
                near = functional.normalize(reader.classes, dim=1)[torch.from_numpy(shared_of)]
                reader.faces.copy_(functional.normalize(near + 0.02 * torch.randn_like(near), dim=1))
        local = [maker.make() for _ in range(BATCH)]
        loss = _reader_loss(reader, local, rng, twins if split else None, 24 + 4 * share, ranks, marks)
        loss = loss + _refiner_loss(refiner, local, rng, marks)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(both.parameters(), 10.0)
        optimiser.step()
        steps, seen = steps + 1, seen + BATCH
        now = time.time()
        spent, last = spent + now - last, now
        if now - told > 120 or spent >= minutes * 60:
            state = {
                "net": both.state_dict(), "optimiser": optimiser.state_dict(), "spent": spent, "steps": steps, "seen": seen, "split": split,
                "faces": list(maker.faces), "classes": list(maker.classes), "without": without,
            }  # fmt: skip
            torch.save(state, out.with_suffix(".new"))
            out.with_suffix(".new").replace(out)
            said = ", ".join(f"{name} {np.mean(v):.4f}" for name, v in marks.items())
            print(f"{spent / 60:.1f}/{minutes:.0f} min, {seen} scenes, {said}", flush=True)
            marks, told, last = {}, time.time(), time.time()


def _reader_loss(
    reader: nets.Reader,
    local: list[crops.Local],
    rng: np.random.Generator,
    twins: torch.Tensor | None,
    scale: float,
    ranks: dict[str, list[int]],
    marks: dict[str, list[float]],
) -> torch.Tensor:
    shown = [x for x in local if x.kind == crops.FACE and x.quad is not None]
    batch = [crops.reader_crop(rng, x.image, x.quad) for x in shown if x.quad is not None]
    with torch.autocast("cpu", torch.bfloat16):
        said = reader(_tensor(batch))
    said = said.float()
    face, shared = torch.tensor([x.face for x in shown]), torch.tensor([x.shared for x in shown])
    common = scale * (said @ functional.normalize(reader.classes, dim=1).T)
    marks.setdefault("card of any deck", []).append(float((common.argmax(1) == shared)[shared >= 0].float().mean()))
    known = shared >= 0
    loss = 0.7 * functional.cross_entropy(common[known], shared[known])
    for number, local_card in enumerate(shown):
        if local_card.rank:  # a real card of known rank and unknown suit: any of the four suits is right
            logs = common[number].logsumexp(0) - common[number, ranks[local_card.rank]].logsumexp(0)
            loss = loss + 0.7 * logs / len(shown)
    if twins is None:
        return loss
    drawn = face >= 0
    said, face = said[drawn], face[drawn]
    logits = scale * (said @ functional.normalize(reader.faces, dim=1).T)
    logits = logits.masked_fill(twins[face], -1e4)
    logits = logits.scatter_add(1, face[:, None], torch.full((len(face), 1), -0.1 * scale))
    marks.setdefault("card of its deck", []).append(float((logits.argmax(1) == face).float().mean()))
    return loss + functional.cross_entropy(logits, face)


def _refiner_loss(refiner: nets.Refiner, local: list[crops.Local], rng: np.random.Generator, marks: dict[str, list[float]]) -> torch.Tensor:
    cut = [crops.refiner_crop(rng, x.image, x.quad, rng.choice([1.6, 1.0, 0.4])) for x in local]
    with torch.autocast("cpu", torch.bfloat16):
        offsets, kind = refiner(_tensor([c for c, _ in cut]))
    truth = torch.tensor([x.kind for x in local])
    target = torch.from_numpy(np.stack([t for _, t in cut]))
    cards = truth < crops.NONE
    marks.setdefault("corner error", []).append(float((offsets.float()[cards] - target[cards]).abs().mean().detach()))
    marks.setdefault("kind", []).append(float((kind.argmax(1) == truth).float().mean()))
    return functional.cross_entropy(kind.float(), truth) + 60 * functional.smooth_l1_loss(offsets.float()[cards], target[cards], beta=0.02)


def main() -> None:
    """Command line of the fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("art", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=80)
    parser.add_argument("--without", default="", help="decks kept out, separated by commas")
    parser.add_argument("--start", type=Path, help="nets of the same decks to go on from")
    parser.add_argument("--rate", type=float, default=RATE)
    args = parser.parse_args()
    fit(args.art, args.photos, args.out, args.minutes, tuple(filter(None, args.without.split(","))), args.start, args.rate)


if __name__ == "__main__":
    main()
