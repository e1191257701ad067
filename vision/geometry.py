"""Card outlines in the picture: order of corners, overlap, warps. No models, no state.

A quad is a float32 array (4, 2), pixels, x right and y down, clockwise on screen, starting at a short side's left end
(seen with that side on top), of the two half turns the one whose short side is higher.
"""

from collections.abc import Sequence
from math import cos, dist, hypot, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from table.observation import Corners
from vision.frames import Image

Quad = NDArray[np.float32]  # (4, 2)
CROP = (96, 144)  # width, height of the crops that the models read
GREY = (114, 114, 114)  # what lies outside the picture, as in training
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def quad(points: Sequence[Sequence[float]] | NDArray[np.floating]) -> Quad:
    """The four points as a quad in the order said above."""
    p = np.asarray(points, np.float32).reshape(4, 2)
    if _twice_area(p) < 0:
        p = p[::-1]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = p.tolist()
    turned = hypot(x1 - x0, y1 - y0) + hypot(x3 - x2, y3 - y2) > hypot(x2 - x1, y2 - y1) + hypot(x0 - x3, y0 - y3)
    ys = (y3, y0, y1, y2) if turned else (y0, y1, y2, y3)
    first = (3 if turned else 0) + (2 if ys[0] + ys[1] > ys[2] + ys[3] else 0)
    return np.ascontiguousarray(p[[first % 4, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4]])


def corners(q: Quad) -> Corners:
    """Corners as the record of a look wants them: clockwise, from the top left of that half turn which is nearer the image's top left."""
    a, b, c, d = ((round(x, 1), round(y, 1)) for x, y in q.tolist())
    return (c, d, a, b) if hypot(*c) < hypot(*a) else (a, b, c, d)


def size(q: Quad) -> tuple[float, float]:
    """Mean width and height (short side first) in pixels."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = q.tolist()
    return (hypot(x1 - x0, y1 - y0) + hypot(x2 - x3, y2 - y3)) / 2, (hypot(x3 - x0, y3 - y0) + hypot(x2 - x1, y2 - y1)) / 2


def area(q: Quad) -> float:
    """Square pixels."""
    return abs(_twice_area(q)) / 2


def convex(q: Quad, least: float = 100.0) -> bool:
    """Is this a sane outline: convex, at least `least` square pixels, no side under a tenth of the longest?"""
    p = q.tolist()
    sides = [dist(p[i], p[i - 1]) for i in range(4)]
    return bool(cv2.isContourConvex(q)) and area(q) >= least and min(sides) > 0.1 * max(sides)


def from_box(x: float, y: float, w: float, h: float, radians: float) -> Quad:
    """Quad of a rotated box (centre, sides, angle of the side `w` against the x axis, clockwise on screen)."""
    c, s = cos(radians), sin(radians)
    ux, uy, vx, vy = c * w / 2, s * w / 2, -s * h / 2, c * h / 2
    return quad([(x - ux - vx, y - uy - vy), (x + ux - vx, y + uy - vy), (x + ux + vx, y + uy + vy), (x - ux + vx, y - uy + vy)])


def upright_box(q: Quad, enlarge: float) -> Quad:
    """The rectangle with the quad's centre, mean sides and mean direction, `enlarge` times as large; keeps corner order."""
    w, h = size(q)
    d = q[1] - q[0] + q[2] - q[3]
    a = float(np.arctan2(d[1], d[0]))
    u, v = np.array([np.cos(a), np.sin(a)]) * w * enlarge, np.array([-np.sin(a), np.cos(a)]) * h * enlarge
    return np.asarray(q.mean(0) + (_UNIT[:, :1] - 0.5) * u + (_UNIT[:, 1:] - 0.5) * v, np.float32)


def inside(q: Quad, unit: NDArray[np.floating]) -> Quad:
    """Points given in unit coordinates of the quad ((0,0) its first corner, (1,1) its third), mapped to pixels; (n, 2)."""
    m = cv2.getPerspectiveTransform(_UNIT, q)
    return np.asarray(cv2.perspectiveTransform(np.asarray(unit, np.float32)[None], m)[0], np.float32)


def to_unit(q: Quad, points: NDArray[np.floating]) -> NDArray[np.float32]:
    """Pixels to unit coordinates of the quad: the inverse of `inside`."""
    m = cv2.getPerspectiveTransform(q, _UNIT)
    return np.asarray(cv2.perspectiveTransform(np.asarray(points, np.float32)[None], m)[0], np.float32)


def intersection(a: Quad, b: Quad) -> float:
    """Common area of two convex quads, square pixels."""
    (ax, ay), (bx, by) = zip(*a.tolist(), strict=True), zip(*b.tolist(), strict=True)
    if max(ax) < min(bx) or max(bx) < min(ax) or max(ay) < min(by) or max(by) < min(ay):
        return 0.0
    return float(cv2.intersectConvexConvex(a, b)[0])


def overlap(a: Quad, b: Quad) -> tuple[float, float]:
    """(intersection over union, share of the smaller one that is common)."""
    i = intersection(a, b)
    return (i / (area(a) + area(b) - i), i / max(min(area(a), area(b)), 1e-6)) if i else (0.0, 0.0)


def iou(a: Quad, b: Quad) -> float:
    """Intersection over union."""
    return overlap(a, b)[0]


def shift(a: Quad, b: Quad) -> float:
    """Largest distance between corresponding corners, in widths of `a`, whichever way up each begins."""
    p, q = a.tolist(), b.tolist()
    d = min(max(dist(p[i], q[(i + turn) % 4]) for i in range(4)) for turn in (0, 2))
    return d / max(size(a)[0], 1.0)


def uncovered(q: Quad, covers: Sequence[Quad], frame: tuple[int, int]) -> float:
    """Share (0-1) of the quad inside the frame (width, height) and under none of `covers`."""
    mask = mask_of(q, [*covers], frame)
    return float(mask.mean())


def mask_of(q: Quad, covers: Sequence[Quad], frame: tuple[int, int] | None, w: int = 24, h: int = 36) -> NDArray[np.bool_]:
    """(h, w) cells of the quad, True where nothing covers it and the cell's centre lies inside the frame."""
    xs, ys = np.meshgrid((np.arange(w) + 0.5) / w, (np.arange(h) + 0.5) / h)
    p = inside(q, np.stack([xs.ravel(), ys.ravel()], 1))
    free = np.ones(len(p), np.bool_)
    if frame is not None:
        free &= (p >= 0).all(1) & (p[:, 0] < frame[0]) & (p[:, 1] < frame[1])
    for cover in covers:
        side = np.roll(cover, -1, 0) - cover
        rel = p[:, None, :] - cover[None]
        free &= ~((side[None, :, 0] * rel[..., 1] - side[None, :, 1] * rel[..., 0]) >= 0).all(1)
    return free.reshape(h, w)


def warp(image: Image, q: Quad, width: int = CROP[0], height: int = CROP[1]) -> Image:
    """The quad's inside as a (height, width, 3) picture; shrunk first where sampling would alias; GREY outside the image."""
    factor = max(size(q)[1] / height, size(q)[0] / width)
    target = _UNIT * np.array([width, height], np.float32)
    if factor > 1.7:
        x0, y0 = np.maximum(np.floor(q.min(0) - 4), 0).astype(int)
        x1, y1 = np.minimum(np.ceil(q.max(0) + 4), [image.shape[1], image.shape[0]]).astype(int)
        if x1 - x0 > 8 and y1 - y0 > 8:
            cut = image[y0:y1, x0:x1]
            k = 1.25 / factor
            small = cv2.resize(cut, (max(1, round((x1 - x0) * k)), max(1, round((y1 - y0) * k))), interpolation=cv2.INTER_AREA)
            scale = np.array([small.shape[1] / (x1 - x0), small.shape[0] / (y1 - y0)], np.float32)
            image, q = np.asarray(small, np.uint8), np.asarray((q - [x0, y0]) * scale, np.float32)
    m = cv2.getPerspectiveTransform(q, target)
    out = cv2.warpPerspective(image, m, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=GREY)
    return np.asarray(out, np.uint8)


def extensions(q: Quad, aspect: float, tolerance: float = 0.08) -> list[Quad]:
    """What the whole card may be when `q` bounds only its visible part (amodal hypotheses).

    aspect: the deck's width / height. Returns up to six quads that keep one side of `q` and grow to the aspect ratio: one
    side is believed to be the card's width or its length, and the other grows to either end. Empty when `q` fits already.
    """
    w, h = size(q)
    out: list[Quad] = []
    if abs(w / h / aspect - 1) <= tolerance:
        return out
    grow: list[tuple[int, float]] = []  # (axis 0: along the short side, 1: along the long side; new length / old length)
    if w < h * aspect:
        grow.append((0, h * aspect / w))  # the long side is the card's length: too narrow
    if h < w / aspect:
        grow.append((1, w / aspect / h))  # the short side is its width: too short
    if h / aspect > w and h / aspect / w > 1 + tolerance:
        grow.append((0, h / aspect / w))  # the long side is its width: most of the length is hidden
    for axis, factor in grow:
        if factor > 3.2:  # less than a third of the card would be seen
            continue
        low, high = np.array([0.0, 0.0]), np.array([1.0, 1.0])
        for end in (0, 1):
            a, b = low.copy(), high.copy()
            if end:
                b[axis] = factor
            else:
                a[axis] = 1 - factor
            box = np.array([[a[0], a[1]], [b[0], a[1]], [b[0], b[1]], [a[0], b[1]]], np.float32)
            # affine, not perspective: a hidden end must not run off along a wrongly guessed vanishing line
            e = q[0] + box[:, :1] * ((q[1] - q[0] + q[2] - q[3]) / 2) + box[:, 1:] * ((q[3] - q[0] + q[2] - q[1]) / 2)
            e = e + (q.mean(0) - (q[0] + (q[1] - q[0] + q[2] - q[3]) / 4 + (q[3] - q[0] + q[2] - q[1]) / 4))
            out.append(quad(e))
    return out


def _twice_area(p: NDArray[np.floating]) -> float:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = p.tolist()
    return float((x2 - x0) * (y3 - y1) - (x3 - x1) * (y2 - y0))
