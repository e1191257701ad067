"""The simulator's own deck, and card images from a folder."""

import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest

from table import cards, deck
from table.errors import BadFile, UnknownName
from vision.sim.art import backs, draw_face, load_art, rounded, sim_pack_art


@pytest.mark.parametrize(("family", "extra"), [("french", 0), ("italian", 0), ("german", 1)])
def test_every_face_is_drawn_with_round_corners(family: str, extra: int) -> None:
    art = sim_pack_art(family)
    assert len(art) == 4 * len(cards.RANKS[family]) + extra
    assert len({image.shape for image in art.values()}) == 1
    for image in art.values():
        assert image.dtype == np.uint8
        assert image.shape[2] == 4
        assert image[0, 0, 3] == 0
        assert image[150, 90, 3] == 255


@pytest.mark.parametrize("name", ["french-24", "french-32", "french-40", "french-52", "italian-40", "salzburg-33", "salzburg-36"])
def test_every_composition_can_be_filmed(name: str) -> None:
    faces = deck.get(name).faces
    family = {"f": "french", "i": "italian", "s": "german"}[name[0]]
    assert set(faces) <= set(sim_pack_art(family))


def test_a_face_is_the_same_at_every_call() -> None:
    assert np.array_equal(draw_face("KH"), draw_face("KH"))


@pytest.mark.parametrize("family", ["french", "italian", "german"])
def test_any_two_faces_differ_even_in_their_upper_half(family: str) -> None:
    halves = {code: image[: image.shape[0] // 2 : 2, ::2, :3].astype(np.int16) for code, image in sim_pack_art(family).items()}
    for a, b in itertools.combinations(halves, 2):
        share = (np.abs(halves[a] - halves[b]).max(axis=2) > 60).mean()
        assert share > 0.005, (a, b)


def test_there_are_several_backs_of_clearly_different_colour() -> None:
    colours = [back[..., :3].reshape(-1, 3).mean(0) for back in backs()]
    assert len(colours) >= 2
    for a, b in itertools.combinations(colours, 2):
        assert np.abs(a - b).max() > 15


def test_an_unknown_family_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="italian"):
        sim_pack_art("itallian")


def test_a_folder_of_images_named_by_code_is_art(tmp_path: Path) -> None:
    image = np.full((100, 60, 3), 200, np.uint8)
    for name in ("AS.png", "10D.jpg", "notes.png"):
        cv2.imwrite(str(tmp_path / name), image)
    art = load_art(tmp_path)
    assert sorted(art) == ["10D", "AS"]
    assert art["AS"].shape == (320, 192, 4)
    assert art["AS"][0, 0, 3] == 0
    assert art["AS"][160, 96, 3] == 255


def test_alpha_that_is_there_already_is_kept() -> None:
    image = np.full((100, 60, 4), 255, np.uint8)
    image[:20, :, 3] = 0
    assert np.array_equal(rounded(image), image)


@pytest.mark.parametrize("content", [None, b"this is text"])
def test_a_folder_without_readable_cards_is_refused_in_a_sentence(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "AS.png").write_bytes(content)
    with pytest.raises(BadFile):
        load_art(tmp_path)


def test_a_missing_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no folder"):
        load_art(tmp_path / "nothing")
