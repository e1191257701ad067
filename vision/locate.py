"""Where cards may be: rotated boxes from an oriented-box detector, at a low threshold; the refiner decides afterwards.

Reads any Ultralytics OBB export (ONNX) of one or two classes: `images` (1, 3, H, W) RGB 0..1, output (1, 4 + classes + 1, N)
or, for end-to-end heads, (1, N, 7). A class named like a back (back, rear, retro, verso, dorso) is a back, others are faces.
"""

import ast
import os
from collections.abc import Sequence
from dataclasses import dataclass
from math import degrees, hypot, radians

import cv2
import numpy as np
from numpy.typing import NDArray

from table.errors import BadFile
from vision import geometry
from vision.frames import Image
from vision.geometry import Quad
from vision.inference import Model
from vision.motion import Box

Rect = tuple[tuple[float, float], tuple[float, float], float]  # OpenCV's: centre, sides, degrees
BACK_WORDS = ("back", "rear", "retro", "verso", "dorso", "rueck", "rück")


@dataclass(frozen=True, slots=True)
class LocateSettings:
    """long_side   input pixels of the frame's long side, about that of the training scenes (448); more finds smaller cards
    threshold      least score of a box: low, since the refiner says afterwards what is no card
    alike          boxes that overlap more than this (IoU) are one card
    most           so many boxes at most go on to the refiner
    scales         the picture is looked at at each of these times long_side: very large cards want a small one
    closer         a region is looked at this many times larger than it would be in the whole frame
    """

    long_side: int = 448
    threshold: float = 0.15
    alike: float = 0.6
    most: int = 48
    scales: tuple[float, ...] = (1.0,)
    closer: float = 1.6


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A place where a card may lie: quad in pixels of the frame, score 0-1, whether it looks like a back."""

    quad: Quad
    score: float
    back: bool = False


class Locator:
    """The detector; `locate` may be given regions of the frame to look at only there, at a finer scale."""

    def __init__(self, model: str | os.PathLike[str] | Model, settings: LocateSettings | None = None) -> None:
        self.model = model if isinstance(model, Model) else Model(model)
        self.settings = settings or LocateSettings()
        if len(self.model.shape) != 4:
            raise BadFile(f"{self.model.path} is no localiser: its input should be a picture (1, 3, height, width).")
        self._fixed = [n if isinstance(n, int) else 0 for n in self.model.shape[2:]]
        self._backs = _back_classes(self.model.metadata.get("names", ""))

    def locate(self, image: Image, regions: Sequence[Box] | None = None, scales: Sequence[float] = ()) -> list[Outline]:
        """Outlines, best first. regions: look only there, instead of at the whole frame. scales: instead of the settings'."""
        found: list[tuple[float, bool, Rect]] = []
        whole = max(image.shape[:2])
        for x0, y0, x1, y1 in regions if regions is not None else [(0, 0, image.shape[1], image.shape[0])]:
            part = image[y0:y1, x0:x1]
            if part.size:
                closer = self.settings.closer if max(part.shape) < whole else 1.0
                for scale in scales or self.settings.scales:
                    found += self._detect(np.asarray(part, np.uint8), (x0, y0), scale * closer * max(part.shape[:2]) / whole)
        found.sort(key=lambda f: -f[0])
        kept: list[tuple[float, bool, Rect]] = []
        for score, back, rect in found[:400]:
            if all(_rect_iou(rect, other) < self.settings.alike for _, _, other in kept):
                kept.append((score, back, rect))
                if len(kept) == self.settings.most:
                    break
        return [Outline(geometry.from_box(*at, *sides, radians(angle)), score, back) for score, back, (at, sides, angle) in kept]

    def _detect(self, image: Image, offset: tuple[int, int], scale: float) -> list[tuple[float, bool, Rect]]:
        h, w = image.shape[:2]
        k = (max(self._fixed) or self.settings.long_side * scale) / max(h, w)
        nh, nw = max(1, round(h * k)), max(1, round(w * k))
        ih, iw = (self._fixed[0] or -(-nh // 32) * 32), (self._fixed[1] or -(-nw // 32) * 32)
        if nh > ih or nw > iw:  # a fixed input that is not square
            k = min(ih / h, iw / w)
            nh, nw = max(1, int(h * k)), max(1, int(w * k))
        padded = np.full((ih, iw, 3), 114, np.uint8)
        padded[:nh, :nw] = cv2.resize(image, (nw, nh), interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
        out = self.model(np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True), np.float32))[0]
        boxes, scores, classes, angles = decode(out, self.settings.threshold)
        found = []
        for (x, y, bw, bh), score, kind, angle in zip(boxes.tolist(), scores.tolist(), classes.tolist(), angles.tolist(), strict=True):
            found.append((score, kind in self._backs, ((x / k + offset[0], y / k + offset[1]), (bw / k, bh / k), degrees(angle))))
        return found


def decode(
    out: NDArray[np.float32], threshold: float
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.intp], NDArray[np.float32]]:
    """Raw OBB output to (n, 4) boxes cx cy w h, (n,) scores, classes, angles in radians, of those at or above the threshold.

    Accepts (1, 4 + classes + 1, N) (rows: box, class scores, angle) and end-to-end (1, N, 7) (box, score, class, angle).
    """
    if out.ndim != 3 or out.shape[0] != 1 or (out.shape[1] < 6 and out.shape[2] != 7):
        raise BadFile(f"The localiser's output has the shape {out.shape}; an Ultralytics OBB export gives (1, 4 + classes + 1, N).")
    o = out[0]
    if o.shape[1] == 7 and o.shape[0] > 7:
        o = o[o[:, 4] >= threshold]
        return o[:, :4], o[:, 4], o[:, 5].astype(np.intp), o[:, 6]
    o = o[:, o[4:-1].max(0) >= threshold]
    return o[:4].T, o[4:-1].max(0), o[4:-1].argmax(0), o[-1]


def _rect_iou(a: Rect, b: Rect) -> float:
    reach = (hypot(*a[1]) + hypot(*b[1])) / 2
    if abs(a[0][0] - b[0][0]) > reach or abs(a[0][1] - b[0][1]) > reach:
        return 0.0
    kind, points = cv2.rotatedRectangleIntersection(a, b)
    if kind == cv2.INTERSECT_NONE or points is None or len(points) < 3:
        return 0.0
    common = cv2.contourArea(cv2.convexHull(np.asarray(points, np.float32)))
    return float(common / (a[1][0] * a[1][1] + b[1][0] * b[1][1] - common + 1e-6))


def _back_classes(names: str) -> frozenset[int]:
    try:
        table = ast.literal_eval(names) if names else {}
    except (ValueError, SyntaxError):
        table = {}
    items = table.items() if isinstance(table, dict) else enumerate(table)
    return frozenset(int(i) for i, name in items if any(word in str(name).lower() for word in BACK_WORDS))
