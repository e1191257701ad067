"""The two small nets behind the localiser: the refiner (box → corners, and face, back or no card) and the reader (card → embedding)."""

import torch
from torch import nn
from torch.nn import functional

from vision.train.crops import HIGH, WIDE

EMBEDDING = 128


def _stage(inside: int, outside: int, stride: int, plain: bool) -> list[nn.Module]:
    layers: list[nn.Module] = [nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(True)]
    if not plain:  # a depthwise-separable pair: half the cost of a second full convolution
        layers += [
            nn.Conv2d(outside, outside, 3, 1, 1, groups=outside, bias=False),
            nn.BatchNorm2d(outside),
            nn.Conv2d(outside, outside, 1, bias=False),
            nn.BatchNorm2d(outside),
            nn.ReLU(True),
        ]
    return layers


def _trunk(widths: tuple[int, ...]) -> nn.Sequential:
    layers, inside = [], 3
    for j, outside in enumerate(widths):
        layers += _stage(inside, outside, 2 if j < 4 else 1, j == 0)
        inside = outside
    return nn.Sequential(*layers)


class Reader(nn.Module):
    """Crops (n, 3, 144, 96) normalised → embeddings (n, 128) of unit norm; `faces` and `classes` are the proxies it is trained to."""

    def __init__(self, faces: int, classes: int, widths: tuple[int, ...] = (24, 48, 88, 128, 176)) -> None:
        super().__init__()
        self.trunk = _trunk(widths)
        self.pool = nn.AdaptiveAvgPool2d((3, 2))
        self.head = nn.Linear(widths[-1] * 6, EMBEDDING)
        # unit norm from the start: proxies that begin long hardly move under weight-normalised gradients
        self.faces = nn.Parameter(functional.normalize(torch.randn(faces, EMBEDDING), dim=1))
        self.classes = nn.Parameter(functional.normalize(torch.randn(classes, EMBEDDING), dim=1))

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """(n, 3, 144, 96) → (n, 128)."""
        return functional.normalize(self.head(self.pool(self.trunk(crops)).flatten(1)), dim=1)


class Refiner(nn.Module):
    """Crops (n, 3, 144, 96) normalised → corner offsets (n, 8) in crop units and logits (n, 3) of face, back, no card."""

    def __init__(self, widths: tuple[int, ...] = (16, 32, 56, 80, 96)) -> None:
        super().__init__()
        self.trunk = _trunk(widths)
        self.squeeze = nn.Conv2d(widths[-1], 24, 1)
        self.hidden = nn.Sequential(nn.Linear(24 * (HIGH // 16) * (WIDE // 16), 128), nn.ReLU(True))
        self.corners = nn.Linear(128, 8)
        self.kind = nn.Linear(128, 3)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(n, 3, 144, 96) → (n, 8), (n, 3)."""
        hidden = self.hidden(functional.relu(self.squeeze(self.trunk(crops))).flatten(1))
        return self.corners(hidden) * 0.1, self.kind(hidden)


def normalised(crops: torch.Tensor) -> torch.Tensor:
    """0-255 → about ±2."""
    return (crops - 128) / 64
