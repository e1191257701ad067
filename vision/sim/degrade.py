"""What a camera does to a picture: softness, compression, sensor noise, exposure. Cheap: a still scene pays for it once."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frames import Image

BLOCK = 16  # JPEG with halved colour works on blocks of this many pixels


@dataclass(frozen=True, slots=True)
class Sensor:
    """soft: blur in pixels; quality: JPEG 1-100 (100: none); noise: standard deviation, grey levels; gain: brightness."""

    soft: float = 0.6
    quality: int = 82
    noise: float = 2.2
    gain: float = 1.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of pixels, right and bottom excluded."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    def grown(self, by: int, size: tuple[int, int]) -> "Box":
        """Larger on each side, cut to the picture."""
        return Box(max(0, self.left - by), max(0, self.top - by), min(size[0], self.right + by), min(size[1], self.bottom + by))

    def blocks(self, size: tuple[int, int]) -> "Box":
        """Grown to whole JPEG blocks, so that a part compressed alone equals the same part compressed in the whole."""
        right, bottom = -(-self.right // BLOCK) * BLOCK, -(-self.bottom // BLOCK) * BLOCK
        return Box(self.left // BLOCK * BLOCK, self.top // BLOCK * BLOCK, min(size[0], right), min(size[1], bottom))

    def join(self, other: "Box") -> "Box":
        """The smallest box around both."""
        return Box(min(self.left, other.left), min(self.top, other.top), max(self.right, other.right), max(self.bottom, other.bottom))

    @property
    def slices(self) -> tuple[slice, slice]:
        """For indexing an image."""
        return slice(self.top, self.bottom), slice(self.left, self.right)


class Develop:
    """Turns clean pictures into what the sensor gives. `part`, `exposed` for what stays; `noisy` last, for each frame."""

    def __init__(self, sensor: Sensor, size: tuple[int, int], rng: np.random.Generator) -> None:
        self.sensor = sensor
        self._rng = rng
        w, h = size
        # Neighbouring pixels of a camera's picture share their noise (demosaicing): white noise, slightly blurred.
        field = rng.normal(0, 1, (h + 64, w + 64, 3)).astype(np.float32)
        field = field * 0.75 + rng.normal(0, 1, (h + 64, w + 64, 1)).astype(np.float32) * 0.65
        field = np.asarray(cv2.GaussianBlur(field, (0, 0), 0.55), np.float32)
        field *= sensor.noise / max(float(field.std()), 1e-6)
        self._plus = np.clip(np.rint(field), 0, 255).astype(np.uint8)
        self._minus = np.clip(np.rint(-field), 0, 255).astype(np.uint8)

    def part(self, clean: Image, box: Box) -> Image:
        """The box of a clean picture, softened and compressed; `box` should consist of whole blocks."""
        h, w = clean.shape[:2]
        margin = box.grown(3, (w, h))
        image = clean[margin.slices]
        if self.sensor.soft > 0.2:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), self.sensor.soft), np.uint8)
        inner = Box(box.left - margin.left, box.top - margin.top, box.right - margin.left, box.bottom - margin.top)
        image = np.ascontiguousarray(image[inner.slices])
        if self.sensor.quality < 100:
            ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self.sensor.quality])
            if ok:
                image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        return image

    def exposed(self, image: Image, gain: float) -> Image:
        """At another brightness. May be the very same picture."""
        return image if gain == 1.0 else np.asarray(cv2.convertScaleAbs(image, alpha=gain), np.uint8)

    def noisy(self, image: Image, parts: Sequence[tuple[Box, Image]] = ()) -> Image:
        """The frame as delivered, with fresh noise; `parts` take the picture's place in their boxes. The inputs are not changed."""
        if self.sensor.noise <= 0:
            out = image.copy()
            for box, part in parts:
                out[box.slices] = part
            return out
        h, w = image.shape[:2]
        x, y = (int(v) for v in self._rng.integers(0, 64, 2))
        plus, minus = self._plus[y : y + h, x : x + w], self._minus[y : y + h, x : x + w]
        out = np.asarray(cv2.add(image, plus), np.uint8)
        cv2.subtract(out, minus, dst=out)
        for box, part in parts:
            out[box.slices] = cv2.subtract(cv2.add(part, plus[box.slices]), minus[box.slices])
        return out
