"""Everything in a training scene that is not a card: tables, clutter, hands, light and the camera's own faults.

Images are float32 RGB, 0-255. All randomness comes from the generator handed in. Backgrounds are half drawn, half cut
from card-free parts of photographs (`Backgrounds.from_photos`), because drawn ones alone left false cards on cloth and fur.
"""

import csv
from pathlib import Path

import cv2
import numpy as np

Image = np.ndarray
_SQUARE = 320  # side of the stored photo cut-outs, pixels


class Backgrounds:
    """Card-free square cut-outs of photographs, (n, 320, 320, 3) uint8 RGB; may be empty."""

    def __init__(self, squares: Image | None = None) -> None:
        self.squares = squares if squares is not None else np.zeros((0, _SQUARE, _SQUARE, 3), np.uint8)

    @classmethod
    def from_photos(cls, photos: Path, seed: int = 1) -> "Backgrounds":
        """Cut squares between the labelled boxes of the training photos (bicycle-train only: the others are judges)."""
        rng = np.random.default_rng(seed)
        out = []
        for row in csv.DictReader((photos / "labels.csv").open(encoding="utf-8")):
            if not row["file"].startswith("bicycle-train") or "boxes=" not in row["note"]:
                continue
            photo = cv2.imread(str(photos / row["file"]))
            if photo is None:
                continue
            image = cv2.cvtColor(photo, cv2.COLOR_BGR2RGB)
            high, wide = image.shape[:2]
            spec = row["note"].split("boxes=")[1].replace(";", " ").split()
            boxes = [[float(v) for v in b.split(":")[1].split(",")] for b in spec if ":" in b]
            found = []
            for _ in range(60):
                side = rng.uniform(0.25, 0.8) * min(high, wide)
                x, y = rng.uniform(0, wide - side), rng.uniform(0, high - side)
                if all(x > b[2] + 8 or x + side < b[0] - 8 or y > b[3] + 8 or y + side < b[1] - 8 for b in boxes):
                    found.append((side, x, y))
            for side, x, y in sorted(found, reverse=True)[:3]:
                if side >= 100:
                    cut = image[int(y) : int(y + side), int(x) : int(x + side)]
                    out.append(cv2.resize(cut, (_SQUARE, _SQUARE), interpolation=cv2.INTER_AREA))
        return cls(np.stack(out) if out else None)

    def draw(self, rng: np.random.Generator, size: int) -> Image:
        """A background (size, size, 3): a photo cut-out, or a drawn table."""
        if len(self.squares) and rng.random() < 0.42:
            photo = np.rot90(self.squares[rng.integers(len(self.squares))], int(rng.integers(4)))
            side = int(rng.uniform(0.4, 1) * _SQUARE)
            x, y = rng.integers(0, _SQUARE + 1 - side, 2)
            out = cv2.resize(photo[y : y + side, x : x + side], (size, size), interpolation=cv2.INTER_CUBIC).astype(np.float32)
            if rng.random() < 0.5:
                out = out[..., rng.permutation(3)]
            out = np.ascontiguousarray(out * rng.uniform(0.5, 1.25) + rng.uniform(-20, 20))
        else:
            out = drawn_table(rng, size)
        return np.clip(out, 0, 255)


def _noise(rng: np.random.Generator, strength: float, shape: tuple[int, ...]) -> Image:
    return rng.standard_normal(shape, np.float32) * np.float32(strength)  # single precision: a third of the renderer's time


def _grown(rng: np.random.Generator, cells: int, size: int, strength: float) -> Image:
    noise = _noise(rng, strength, (cells, cells))
    return cv2.resize(noise, (size, size), interpolation=cv2.INTER_CUBIC)


def drawn_table(rng: np.random.Generator, size: int) -> Image:
    """A table top: felt, wood, paper, or chequered, striped, woven, dotted and flowered cloth."""
    base: Image = rng.integers(0, 256, 3).astype(np.float32)
    kind = rng.random()
    if kind < 0.25:  # green baize
        base = np.array([30, 90, 40], np.float32) * rng.uniform(0.3, 1.6) + rng.normal(0, 10, 3)
    elif kind < 0.5:  # wood
        base = np.array([150, 100, 60], np.float32) * rng.uniform(0.2, 1.6) + rng.normal(0, 12, 3)
    elif kind < 0.8:  # grey to white
        base = rng.uniform(5, 252) + rng.normal(0, 8, 3)
    out = np.empty((size, size, 3), np.float32)
    out[:] = base
    kind = rng.random()
    if kind < 0.3:
        for cells in (3, 8, 24, 80):
            if rng.random() < 0.7:
                out += _grown(rng, cells, size, rng.uniform(2, 18))[..., None] * rng.uniform(0.5, 1, 3)
    elif kind < 0.5:  # grain, planks
        grain: Image = rng.normal(0, rng.uniform(6, 25), (int(rng.integers(2, 6)), int(rng.integers(40, 160)))).astype(np.float32)
        grain = cv2.resize(grain, (size, size), interpolation=cv2.INTER_CUBIC)
        turn = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 180), 1.5)
        out += cv2.warpAffine(grain, turn, (size, size), borderMode=cv2.BORDER_REFLECT)[..., None] * rng.uniform(0.6, 1, 3)
        if rng.random() < 0.5:
            joints = np.zeros((size, size), np.float32)
            for x in range(int(rng.integers(-200, 60)), size + 200, int(rng.integers(40, 140))):
                cv2.line(joints, (x, -100), (x, size + 100), 1.0, int(rng.integers(1, 3)))
            turn = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 180), 1.0)
            out *= 1 - cv2.warpAffine(joints, turn, (size, size))[..., None] * 0.4
    else:
        out += _cloth(rng, size)[..., None] * rng.uniform(-130, 130, 3 if rng.random() < 0.5 else 1).astype(np.float32)
        if rng.random() < 0.4:
            out += _grown(rng, 5, size, rng.uniform(5, 25))[..., None]
    return out + _noise(rng, rng.uniform(1, 10), (size, size, 1))


def _cloth(rng: np.random.Generator, size: int) -> Image:
    """A repeating pattern (size, size), about 0-2."""
    pitch = float(np.exp(rng.uniform(np.log(2.5), np.log(60))))
    turn = rng.uniform(0, np.pi)
    yy, xx = np.mgrid[0:size, 0:size].astype(np.float32)
    u = (xx * np.cos(turn) + yy * np.sin(turn)) / pitch
    v = (-xx * np.sin(turn) + yy * np.cos(turn)) / (pitch * rng.choice([1, 1, 0.5, 2]))
    kind = rng.random()
    if kind < 0.25:
        return ((np.floor(u) + np.floor(v)) % 2).astype(np.float32)
    if kind < 0.45:
        return (np.floor(u) % 2).astype(np.float32)
    if kind < 0.65:
        return (np.floor(u) % 2 + np.floor(v) % 2).astype(np.float32)
    if kind < 0.78:
        return (np.sin(u * 3.1) * np.sin(v * 3.1)).astype(np.float32)
    if kind < 0.9:
        return (((u % 1 < 0.2) | (v % 1 < 0.2)) * 1.5).astype(np.float32)
    return ((np.hypot(u % 1 - 0.5, v % 1 - 0.5) < rng.uniform(0.15, 0.4)) * 1.3).astype(np.float32)


def _colour(rng: np.random.Generator) -> tuple[float, ...]:
    return tuple(float(v) for v in rng.integers(0, 256, 3))


def _sheet(rng: np.random.Generator, image: Image, x: float, y: float) -> None:
    """Paper, a phone, a box or a book, often with print on it: what most resembles a card and is none."""
    size = image.shape[0]
    kind = rng.random()
    tone = np.ones(3) * rng.uniform(190, 255) + rng.normal(0, 6, 3) if kind < 0.5 else np.array(_colour(rng))
    if 0.5 <= kind < 0.7:
        tone = np.ones(3) * rng.uniform(5, 50)
    wide, high, turn = rng.uniform(0.04, 0.5) * size, rng.uniform(0.04, 0.5) * size, float(rng.uniform(0, 180))
    shape = ((float(x), float(y)), (float(wide), float(high)), turn)
    cv2.fillPoly(image, [cv2.boxPoints(shape).astype(np.int32)], tuple(float(v) for v in tone), cv2.LINE_AA)
    ink = tuple(float(v) for v in np.clip(tone + rng.uniform(-160, 160), 0, 255))
    angle = np.deg2rad(turn)
    along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    kind = rng.random()
    if kind < 0.3:  # lines of text
        for t in np.arange(-0.4, 0.41, rng.uniform(0.05, 0.12)):
            start = np.array([x, y]) + across * high * t - along * wide * 0.4
            end = start + along * wide * 0.8 * rng.uniform(0.5, 1)
            cv2.line(image, tuple(int(v) for v in start), tuple(int(v) for v in end), ink, 1, cv2.LINE_AA)
    elif kind < 0.5:  # a screen or cover
        cv2.fillPoly(image, [cv2.boxPoints((shape[0], (wide * 0.86, high * 0.86), turn)).astype(np.int32)], ink, cv2.LINE_AA)
    elif kind < 0.65:  # a word in large letters
        word = "".join(rng.choice(list("ABEHKLMNORSTaeinorst0123456789"), 5))
        mask = np.zeros(image.shape[:2], np.uint8)  # text is drawn on bytes only
        scale, thick = float(wide / 120 + 0.2), int(rng.integers(1, 4))
        cv2.putText(mask, word, (int(x - wide * 0.3), int(y)), cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thick, cv2.LINE_AA)
        image[mask > 127] = ink


def clutter(rng: np.random.Generator, image: Image, count: int, photos: Backgrounds) -> None:
    """Put `count` things that are no cards on the table, in place."""
    size = image.shape[0]
    for _ in range(count):
        x, y = (int(v) for v in rng.integers(0, size, 2))
        kind = rng.random()
        if kind < 0.5:
            _sheet(rng, image, x, y)
        elif kind < 0.78 or not len(photos.squares):  # glasses, coasters, plates
            axes = (int(rng.integers(6, 80)), int(rng.integers(6, 80)))
            tone, turn = _colour(rng), float(rng.uniform(0, 180))
            cv2.ellipse(image, (x, y), axes, turn, 0, 360, tone, -1, cv2.LINE_AA)
            if rng.random() < 0.5:
                inner = (axes[0] * 2 // 3, axes[1] * 2 // 3)
                cv2.ellipse(image, (x, y), inner, turn, 0, 360, tuple(v * 0.7 for v in tone), -1, cv2.LINE_AA)
        else:  # a piece of a real photo
            photo = photos.squares[rng.integers(len(photos.squares))]
            wide, high = int(rng.uniform(0.06, 0.35) * size), int(rng.uniform(0.06, 0.35) * size)
            piece = photo[: min(high, _SQUARE), : min(wide, _SQUARE)]
            x, y = max(0, min(x, size - piece.shape[1])), max(0, min(y, size - piece.shape[0]))
            image[y : y + piece.shape[0], x : x + piece.shape[1]] = piece


def hand(rng: np.random.Generator, image: Image, owner: Image, x: float, y: float, scale: float) -> None:
    """A hand with an arm reaching to (x, y), drawn in place; pixels it covers get owner -1. `scale` is about a card's length."""
    skin = np.array([rng.uniform(140, 240), rng.uniform(90, 180), rng.uniform(60, 150)]) * rng.uniform(0.45, 1.05)
    mask = np.zeros(owner.shape, np.uint8)
    angle = rng.uniform(0, 2 * np.pi)
    ahead = np.array([np.cos(angle), np.sin(angle)])
    tip = np.array([x, y], float)
    for finger in range(int(rng.integers(1, 5))):
        start = tip + np.array([-ahead[1], ahead[0]]) * (finger - 1.5) * scale * 0.22
        end = start + ahead * scale * 2
        cv2.line(mask, tuple(int(v) for v in start), tuple(int(v) for v in end), 255, max(2, int(scale * 0.22)), cv2.LINE_AA)
    palm = tip + ahead * scale * 2
    centre = tuple(int(v) for v in palm)
    cv2.ellipse(mask, centre, (max(1, int(scale * 0.9)), max(1, int(scale * 0.6))), float(np.rad2deg(angle)), 0, 360, 255, -1)
    cv2.line(mask, centre, tuple(int(v) for v in palm + ahead * scale * 6), 255, max(3, int(scale * 0.8)))
    soft = cv2.GaussianBlur(mask, (0, 0), max(1, scale * 0.06)).astype(np.float32) / 255
    image *= 1 - 0.35 * np.roll(soft, (3, 3), (0, 1))[..., None] * (mask == 0)[..., None]
    inside = mask > 127
    sleeve = np.array(_colour(rng)) if rng.random() < 0.3 else skin
    image[inside] = sleeve * (0.8 + 0.4 * (soft[inside][:, None] - 0.5)) + rng.normal(0, 4, (int(inside.sum()), 1))
    owner[inside] = -1


def light(rng: np.random.Generator, image: Image) -> Image:
    """Uneven light, hard shadow edges, coloured lamps, glare, contrast."""
    high, wide = image.shape[:2]
    if rng.random() < 0.7:
        image = image * cv2.resize(rng.uniform(0.5, 1.25, (2, 2)).astype(np.float32), (wide, high))[..., None]
    if rng.random() < 0.25:
        angle = rng.uniform(0, 2 * np.pi)
        yy, xx = np.mgrid[0:high, 0:wide].astype(np.float32)
        side = ((xx - rng.uniform(0, wide)) * np.cos(angle) + (yy - rng.uniform(0, high)) * np.sin(angle) > 0).astype(np.float32)
        image = image * (1 - cv2.GaussianBlur(side, (0, 0), rng.uniform(1, 12)) * np.float32(rng.uniform(0.2, 0.55)))[..., None]
    image = image * (rng.uniform(0.85, 1.15, 3) if rng.random() < 0.75 else rng.uniform(0.55, 1.25, 3)).astype(np.float32)
    if rng.random() < 0.25:
        yy, xx = np.mgrid[0:high, 0:wide].astype(np.float32)
        for _ in range(int(rng.integers(1, 3))):
            x, y = rng.uniform(0, wide), rng.uniform(0, high)
            a, b = rng.uniform(0.03, 0.15, 2) * wide
            spot = np.exp(-((xx - x) ** 2 / (2 * a * a) + (yy - y) ** 2 / (2 * b * b))) * rng.uniform(40, 230)
            image = image + spot.astype(np.float32)[..., None]
    return np.clip((image - 128) * rng.uniform(0.6, 1.25) + 128 + rng.uniform(-50, 40), 0, 255)


def motion_blur(rng: np.random.Generator, image: Image, length: int) -> Image:
    """Blur along a random direction, `length` pixels."""
    kernel: Image = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), rng.uniform(0, 180), 1)
    kernel = cv2.warpAffine(kernel, turn, (length, length))
    return cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1e-3))


def camera(rng: np.random.Generator, image: Image) -> Image:
    """Sensor noise, now and then no colour, and JPEG; returns uint8."""
    if rng.random() < 0.6:
        image = image + _noise(rng, rng.uniform(1, 10), image.shape)
    out = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.05:  # infrared, night mode, grey by choice
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if rng.random() < 0.6:
        out = cv2.imdecode(cv2.imencode(".jpg", out, [1, int(rng.integers(45, 95))])[1], 1)
    return out
