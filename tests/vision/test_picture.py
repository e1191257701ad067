"""Stills of every kind are read upright in 8-bit colour, or refused in one sentence."""

import base64
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.errors import BadFile
from vision import picture

CMYK = (  # 32 x 48, left half red, right half cyan, Adobe marker as scanners and Photoshop write it
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/8AAFAgAMAAgBEMRAE0RAFkRAEsR"
    "AP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2"
    "Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/a"
    "AA4EQwBNAFkASwAAPwD06vMK8wr06iiiivmKvp2vp2iiiiivp2vmKvmKiiiiivmKvp2vp2iiiiivp2vmKvmKiiiiivmKvp2vp2iiiiivp2vmKvmKiiiiivmKvp2vp2iiiiivp2vmKvmKiiiiivmK"
    "vp2vp2iiiiivp2vmKvmKiiiiivmKvp2vp2iiiiiv/9k="
)


def halves(dtype: type = np.uint8, top: int = 240) -> np.ndarray:
    image = np.zeros((60, 40, 3), dtype)
    image[:30] = top
    return image


def exif_rotated(path: Path, orientation: int) -> None:
    """A JPEG, bright upper half, whose EXIF says how to turn it."""
    data = cv2.imencode(".jpg", halves())[1].tobytes()
    ifd = b"MM\x00*\x00\x00\x00\x08" + struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    app1 = b"Exif\x00\x00" + ifd
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(app1) + 2) + app1 + data[2:])


def test_a_photo_turned_by_its_exif_is_read_upright(tmp_path: Path) -> None:
    exif_rotated(tmp_path / "a.jpg", 6)  # 6: to be turned a quarter clockwise, so that the bright half is on the right
    image = picture.read(tmp_path / "a.jpg")
    assert image.shape == (40, 60, 3)
    assert image[20, 50].mean() > 200 > 50 > image[20, 10].mean()


def test_grey_becomes_three_channels(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), halves()[..., 0])
    assert picture.read(tmp_path / "a.png").shape == (60, 40, 3)


def test_sixteen_bits_become_eight(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), halves(np.uint16, 65535))
    image = picture.read(tmp_path / "a.png")
    assert image.dtype == np.uint8
    assert image[0, 0].tolist() == [255, 255, 255]


def test_transparent_parts_lie_on_white(tmp_path: Path) -> None:
    rgba = np.dstack([halves(), np.zeros((60, 40), np.uint8)])
    rgba[:, :20, 3] = 255
    cv2.imwrite(str(tmp_path / "a.png"), rgba)
    image = picture.read(tmp_path / "a.png")
    assert image[50, 5].tolist() == [0, 0, 0]
    assert image[50, 35].tolist() == [255, 255, 255]
    assert picture.read_scan(tmp_path / "a.png").shape == (60, 40, 4)


def test_a_cmyk_jpeg_keeps_its_colours(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(base64.b64decode(CMYK))
    image = picture.read(tmp_path / "a.jpg").astype(int)
    blue, _, red = image[20, 5]
    assert red > 200 > 60 > blue
    blue, _, red = image[20, 28]
    assert blue > 200 > 60 > red


def test_twenty_megapixels_are_read(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), np.full((3900, 5200, 3), 128, np.uint8))
    assert picture.read(tmp_path / "a.jpg").shape == (3900, 5200, 3)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
def test_a_picture_cut_short_is_refused(tmp_path: Path, suffix: str) -> None:
    noise = np.random.default_rng(0).integers(0, 256, (200, 200, 3), dtype=np.uint8)
    data = cv2.imencode(suffix, noise)[1].tobytes()
    path = tmp_path / f"a{suffix}"
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(BadFile, match="cut short"):
        picture.read(path)


def test_what_is_no_picture_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text("not a picture")
    (tmp_path / "empty.png").write_bytes(b"")
    for path, words in (("a.jpg", "not a picture"), ("empty.png", "empty"), ("none.jpg", "no file"), (".", "folder")):
        with pytest.raises(BadFile, match=words) as caught:
            picture.read(tmp_path / path)
        assert "\n" not in str(caught.value)


def test_a_folder_gives_its_pictures_in_name_order(tmp_path: Path) -> None:
    for name in ("b.jpg", "a.png", "notes.txt"):
        (tmp_path / name).write_bytes(b"x")
    assert [p.name for p in picture.pictures_in(tmp_path)] == ["a.png", "b.jpg"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadFile, match="No pictures"):
        picture.pictures_in(tmp_path / "empty")
