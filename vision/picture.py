"""Reading a still from a file, whatever it is: EXIF rotation, grey, alpha, 16 bits, CMYK; or one sentence why not."""

import os
from pathlib import Path

import cv2
import numpy as np

from table.errors import BadFile
from vision.frames import Image

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
MOST_PIXELS = 120_000_000  # above this a picture is refused rather than let a small machine run out of memory


def read(path: str | os.PathLike[str]) -> Image:
    """The picture, upright (EXIF applied), BGR, 8 bits. Transparent parts lie on white. Raises BadFile with one sentence."""
    data = _bytes(path)
    image = _decode(data, cv2.IMREAD_COLOR, path)
    if image.ndim != 3:
        raise BadFile(f"{path} is not a picture that can be read.")
    raw = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if _may_have_alpha(data) else None
    if raw is not None and raw.ndim == 3 and raw.shape[2] == 4 and raw.shape[:2] == image.shape[:2]:
        return flatten(eight_bits(raw))
    return np.ascontiguousarray(image)


def read_scan(path: str | os.PathLike[str]) -> Image:
    """Like `read`, but alpha is kept: (height, width, 3 or 4)."""
    data = _bytes(path)
    if not _may_have_alpha(data):
        return read(path)
    raw = eight_bits(_decode(data, cv2.IMREAD_UNCHANGED, path))
    return np.ascontiguousarray(raw) if raw.ndim == 3 and raw.shape[2] == 4 else read(path)


def flatten(image: Image, ground: int = 255) -> Image:
    """A picture with alpha laid on a plain ground; others as they are."""
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.shape[2] == 3:
        return image
    alpha = image[..., 3:].astype(np.float32) / 255
    return np.asarray(np.rint(image[..., :3] * alpha + ground * (1 - alpha)), np.uint8)


def pictures_in(folder: str | os.PathLike[str]) -> list[Path]:
    """The picture files of a folder in name order. Raises BadFile when there is none."""
    root = Path(folder)
    if not root.is_dir():
        raise BadFile(f"There is no folder {folder}.")
    found = sorted(p for p in root.iterdir() if p.suffix.lower() in SUFFIXES and p.is_file() and not p.name.startswith("."))
    if not found:
        raise BadFile(f"No pictures in {folder}; they should end in {', '.join(SUFFIXES)}.")
    return found


def eight_bits(image: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> Image:
    """16-bit values to 8 bits; 8 bits as they are."""
    if image.dtype == np.uint16:
        return np.asarray(image.astype(np.uint32) // 257, np.uint8)
    return np.asarray(image, np.uint8)


def _bytes(path: str | os.PathLike[str]) -> Image:
    p = Path(path)
    if p.is_dir():
        raise BadFile(f"{path} is a folder, not a picture.")
    try:
        data = np.frombuffer(p.read_bytes(), np.uint8)
    except FileNotFoundError:
        raise BadFile(f"There is no file {path}.") from None
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None
    if not len(data):
        raise BadFile(f"{path} is empty.")
    if _cut_short(data.tobytes()):
        raise BadFile(f"{path} is cut short: the picture's end is missing; copy it again.")
    return data


def _decode(data: Image, flags: int, path: str | os.PathLike[str]) -> Image:
    try:
        image = cv2.imdecode(data, flags)
    except cv2.error:
        raise BadFile(f"{path} cannot be read as a picture: damaged or far too large.") from None
    if image is None:
        raise BadFile(f"{path} is not a picture that can be read (jpg, png, webp, bmp, tiff).")
    if image.shape[0] * image.shape[1] > MOST_PIXELS:
        raise BadFile(f"{path} is too large ({image.shape[1]} x {image.shape[0]}); at most {MOST_PIXELS // 1_000_000} megapixels are read.")
    if min(image.shape[:2]) < 16:
        raise BadFile(f"{path} is too small ({image.shape[1]} x {image.shape[0]} pixels) to show a card.")
    return np.asarray(image) if image.dtype == np.uint16 else np.asarray(image, np.uint8)  # 16 bits: see eight_bits


def _may_have_alpha(data: Image) -> bool:
    head = data[:12].tobytes()
    return head.startswith(b"\x89PNG") or head[8:12] == b"WEBP" or head[:2] in (b"II", b"MM")


def _cut_short(data: bytes) -> bool:
    """Is the end of a JPEG, PNG or WebP missing? The decoder would fill the rest with grey and say nothing."""
    if data.startswith(b"\xff\xd8"):
        return b"\xff\xd9" not in data[-65536:] or data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda")
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data[-4096:]
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return len(data) < int.from_bytes(data[4:8], "little") + 8
    return False
