"""Another localiser than Ultralytics': a card is a peak of a heat map over its centre, with its size and angle beside it.

It speaks as the OBB nets do, so that the fit (`vision.train.localiser --base heatmap`), the export and the product need not
know which it is: in training a raw map and `loss(batch, raw)`, otherwise (n, 4 + 2 + 1, cells) rows of centre, size, scores of
face and back, and angle. Idea of the centre map: Zhou, Wang, Krähenbühl, "Objects as Points" (2019).
"""

import math

import torch
from torch import nn
from torch.nn import functional

STRIDE = 8  # pixels a cell
CLASSES = 2  # face, back
LONG, SHORT = 80.0, 55.0  # pixels: sizes are told as logarithms of their ratio to these
WIDTHS = (16, 24, 48, 80, 112)  # channels at strides 2, 4, 8, 16, 32
FUSED = 48
# shares of the loss: centre (cells), log sizes, cosine and sine of twice the angle (a card turned by half is the same)
PARTS = (0.5, 0.5, 2.0, 2.0, 1.0, 1.0)


def _conv(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(True))


class _Block(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.relu(x + self.second(self.first(x)))


class Heatmap(nn.Module):
    """Images (n, 3, H, W) RGB 0-1, H and W multiples of 32."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e = WIDTHS
        self.fine = nn.Sequential(_conv(3, a, 2), _conv(a, b, 2), _Block(b), _conv(b, c, 2), _Block(c))
        self.middle = nn.Sequential(_conv(c, d, 2), _Block(d))
        self.coarse = nn.Sequential(_conv(d, e, 2), _Block(e), _Block(e))
        self.from_coarse, self.from_middle, self.from_fine = (nn.Conv2d(n, FUSED, 1) for n in (e, d, c))
        self.fuse_middle, self.fuse_fine = _Block(FUSED), _Block(FUSED)
        self.head = nn.Sequential(_conv(FUSED, 64), nn.Conv2d(64, CLASSES + 6, 1))
        with torch.no_grad():
            self.head[-1].bias[:CLASSES] = -4.0  # nearly every cell is no centre: start from there

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Raw map (n, 8, H/8, W/8) in training, rows (n, 7, cells) otherwise."""
        fine = self.fine(images * 2 - 1)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        fused = self.fuse_middle(self.from_middle(middle) + functional.interpolate(self.from_coarse(coarse), scale_factor=2.0))
        fused = self.fuse_fine(self.from_fine(fine) + functional.interpolate(fused, scale_factor=2.0))
        raw: torch.Tensor = self.head(fused)
        return raw if self.training else rows(raw)

    def loss(self, batch: dict[str, torch.Tensor], raw: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Loss times the number of images, as Ultralytics' nets return it, and the same detached. batch: see `localiser.collate`."""
        heat, at, wanted, weight = targets(batch, raw.shape)
        said = raw[:, :CLASSES].sigmoid().clamp(1e-4, 1 - 1e-4)
        centres = heat > 0.999
        hit = ((1 - said) ** 2 * said.log())[centres].sum()
        miss = ((1 - heat) ** 4 * said**2 * (1 - said).log())[~centres].sum()
        total = -(hit + miss) / centres.sum().clamp(min=1)
        if len(at):
            shape = raw[at[:, 0], CLASSES:, at[:, 1], at[:, 2]]
            off = functional.smooth_l1_loss(shape, wanted, reduction="none", beta=0.1) * torch.tensor(PARTS)
            total = total + 2 * (off * weight[:, None]).sum() / weight.sum()
        total = total * len(raw)
        return total, total.detach()


def rows(raw: torch.Tensor) -> torch.Tensor:
    """Map → (n, 7, cells): x, y, w, h in pixels, two scores (0 where a neighbour's is higher), angle of w in radians."""
    high, wide = raw.shape[2:]
    score = raw[:, :CLASSES].sigmoid()
    best = score.amax(1, keepdim=True)
    peak = (best >= functional.max_pool2d(best, 3, 1, 1)).to(raw.dtype)
    ys = torch.arange(high, dtype=raw.dtype, device=raw.device)[:, None].expand(high, wide)
    xs = torch.arange(wide, dtype=raw.dtype, device=raw.device)[None].expand(high, wide)
    x, y, long, short, cos, sin = raw[:, CLASSES:].unbind(1)
    found = [
        (xs + 0.5 + x) * STRIDE,
        (ys + 0.5 + y) * STRIDE,
        LONG * long.clamp(max=2.5).exp(),
        SHORT * short.clamp(max=2.5).exp(),
        *(score * peak).unbind(1),
        torch.atan2(sin, cos) / 2,
    ]
    return torch.stack(found, 1).flatten(2)


def targets(batch: dict[str, torch.Tensor], shape: torch.Size) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """heat (n, 2, h, w); cells that tell a card (k, 3) image, row, column; what they should tell (k, 6); their weights (k,)."""
    n, _, high, wide = shape
    heat = torch.zeros(n, CLASSES, high, wide)
    ys, xs = torch.arange(high).float()[:, None], torch.arange(wide).float()[None]
    at, wanted, weight = [], [], []
    for image, kind, (x, y, w, h, angle) in zip(
        batch["batch_idx"].int().tolist(), batch["cls"].int().flatten().tolist(), batch["bboxes"].tolist(), strict=True
    ):
        x, y, w, h = x * wide, y * high, w * wide, h * high
        long, short, angle = (w, h, angle) if w >= h else (h, w, angle + math.pi / 2)
        column, row = min(max(int(x), 0), wide - 1), min(max(int(y), 0), high - 1)
        spread = min(3.0, max(0.7, short / 6))
        blob = torch.exp(-((xs - column) ** 2 + (ys - row) ** 2) / (2 * spread**2))
        heat[image, kind] = torch.maximum(heat[image, kind], blob)
        size = (math.log(max(long * STRIDE, 4) / LONG), math.log(max(short * STRIDE, 4) / SHORT), math.cos(2 * angle), math.sin(2 * angle))
        for r in range(max(row - 1, 0), min(row + 2, high)):
            for c in range(max(column - 1, 0), min(column + 2, wide)):
                at.append((image, r, c))
                wanted.append((x - c - 0.5, y - r - 0.5, *size))
                weight.append(1.0 if (r, c) == (row, column) else 0.2)
    return heat, torch.tensor(at, dtype=torch.long).view(-1, 3), torch.tensor(wanted).view(-1, 6), torch.tensor(weight)
