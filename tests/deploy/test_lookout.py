"""The camera side as the dashboard uses it: advice, corners, locking, teaching, evidence."""

import ast
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.focus
from deploy.evidence import SIZE, Evidence
from deploy.lens import FINE, Controls, advice
from deploy.preview import FramePreview
from deploy.sources import Swapped
from table.errors import BadValue
from table.observation import Observation, Sighting
from vision.clip import Pictures
from vision.frames import Frame, Image
from vision.sim.art import draw_face
from web.languages import catalogue

CORNERS = ((100.0, 60.0), (200.0, 60.0), (200.0, 235.0), (100.0, 235.0))


@pytest.fixture
def picture() -> Image:
    """The ace of cups lying on a grey table."""
    image = np.full((360, 480, 3), 110, np.uint8)
    face = cv2.resize(draw_face("Aco")[..., :3], (100, 175))
    image[60:235, 100:200] = face
    return image


@pytest.fixture
def seen(picture: Image) -> tuple[Frame, Observation]:
    card = Sighting(1, "Aco", "up", 0.98, (("Aco", 0.98),), CORNERS)
    return Frame(picture), Observation(0.0, 0, (480, 360), (card,))


def decoded(jpeg: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def test_the_preview_shows_the_newest_frame_with_outlines(seen: tuple[Frame, Observation]) -> None:
    jpeg = FramePreview(lambda: seen).jpeg()
    assert jpeg is not None
    image = decoded(jpeg)
    assert image.shape == (360, 480, 3)
    b, g, r = image[60, 150].astype(int)
    assert g > b + 40
    assert g > r + 40  # the outline of a read card is green


def test_there_is_no_preview_before_the_first_frame() -> None:
    assert FramePreview(lambda: None).jpeg() is None


def test_the_frame_itself_is_not_drawn_into(seen: tuple[Frame, Observation]) -> None:
    before = seen[0].image.copy()
    FramePreview(lambda: seen).jpeg()
    assert np.array_equal(seen[0].image, before)


def test_a_dark_picture_is_said_to_be_dark_first(seen: tuple[Frame, Observation]) -> None:
    dark = Frame(np.asarray(seen[0].image // 8, np.uint8))
    found = advice(dark, seen[1])
    assert not found[0].ok
    assert "dark" in next(a.text for a in found if a.check == "exposure")


def test_every_finding_is_a_sentence(seen: tuple[Frame, Observation]) -> None:
    assert [a.check for a in advice(*seen) if not a.text.endswith(".")] == []


def controls(moved: list[object]) -> Controls:
    return Controls(lambda: None, (), moved.append, lambda on: None)


def test_corners_are_kept_within_the_picture_and_told() -> None:
    moved: list[object] = []
    it = controls(moved)
    it.set_corners([(-0.1, 0.0), (1.0, 0.0), (1.0, 1.2), (0.0, 1.0)])
    assert it.corners() == ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    assert moved == [it.corners()]


def test_a_table_has_four_corners() -> None:
    with pytest.raises(BadValue, match="four corners"):
        controls([]).set_corners([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)])


def test_a_source_without_locks_says_so() -> None:
    assert controls([]).lock(True) == "This source has nothing to hold."


def test_a_camera_says_what_it_holds() -> None:
    it = Controls(lambda: None, (), lambda c: None, lambda on: {"exposure": True, "white_balance": True, "focus": False})
    assert it.lock(True) == "Held: exposure, white balance."


def test_the_crop_of_a_play_shows_the_card_upright(seen: tuple[Frame, Observation]) -> None:
    kept = Evidence()
    kept.keep(7, "Aco", seen[1], seen[0].image)
    crop = kept.of(7)
    assert crop is not None
    assert (crop.card, crop.of) == ("Aco", 7)
    image = decoded(crop.jpeg)
    assert (image.shape[1], image.shape[0]) == SIZE
    wanted = cv2.resize(draw_face("Aco")[..., :3], SIZE)
    assert float(np.abs(image.astype(int) - wanted.astype(int)).mean()) < 12


def test_a_card_not_in_the_picture_leaves_no_crop(seen: tuple[Frame, Observation]) -> None:
    kept = Evidence()
    kept.keep(7, "2de", seen[1], seen[0].image)
    assert kept.of(7) is None


@pytest.mark.parametrize("language", ["it", "de"])
def test_every_advice_is_translated(language: str) -> None:
    words = catalogue(language)
    source = ast.parse((Path(vision.focus.__file__)).read_text(encoding="utf-8"))
    said = [n.value for n in ast.walk(source) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    advices = [text for text in said if re.match(r"(The|A|Red|No) [^.]*[:,] .*\.$", text) and "\n" not in text]
    assert len(advices) >= 5
    assert [text for text in (*advices, *FINE.values()) if words.gettext(text) == text] == []


def test_swapped_colours_are_put_right() -> None:
    blue = np.zeros((4, 4, 3), np.uint8)
    blue[..., 0] = 200
    [frame] = list(Swapped(Pictures([blue])))
    assert frame.image[0, 0].tolist() == [0, 0, 200]
