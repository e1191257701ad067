"""The shipped models on drawn cards: read, told apart, taught. Small on purpose; real photos are scored by `segnapunti score`."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.errors import BadValue, UnknownName
from vision import enrol, guide, look, pack, score, templates, weights
from vision.frames import Frame
from vision.pipeline import Pipeline
from vision.sim.art import backs, draw_face

CODES = ("AS", "7S", "QH", "KD", "10C", "3H", "JC", "9D")
pytestmark = pytest.mark.skipif(not (weights.FOLDER / "embed.onnx").is_file(), reason="the models are not in this checkout")


@pytest.fixture(scope="module")
def models() -> weights.Weights:
    return weights.load()


@pytest.fixture(scope="module")
def deck(models: weights.Weights) -> pack.Pack:
    taught = []
    for code in CODES:
        face = draw_face(code)
        taught.append(templates.Taught(code, enrol.scanned(face), face.shape[1] / face.shape[0]))
    return templates.build("drawn", taught, models.embedder)


def table(size: tuple[int, int] = (960, 720)) -> np.ndarray:
    """A green cloth with a little weave."""
    rng = np.random.default_rng(2)
    image = np.full((size[1], size[0], 3), (70, 105, 60), np.float32) + rng.normal(0, 5, (size[1], size[0], 1))
    return np.clip(image, 0, 255).astype(np.uint8)


def lay(image: np.ndarray, card: np.ndarray, x: float, y: float, degrees: float = 0.0, height: float = 200.0) -> None:
    """A card on the table: centre, angle, height in pixels."""
    h, w = card.shape[:2]
    turn = cv2.getRotationMatrix2D((w / 2, h / 2), -degrees, height / h)
    turn[:, 2] += [x - w / 2, y - h / 2]
    size = (image.shape[1], image.shape[0])
    drawn = cv2.warpAffine(card, turn, size, flags=cv2.INTER_AREA)
    alpha = cv2.GaussianBlur(drawn[..., 3], (3, 3), 0)[..., None] / 255.0
    shadow = cv2.GaussianBlur(drawn[..., 3], (15, 15), 0)[..., None] / 255.0
    image[:] = image * (1 - 0.35 * shadow)
    image[:] = (image * (1 - alpha) + drawn[..., :3] * 0.93 * alpha).astype(np.uint8)


def four() -> np.ndarray:
    image = table()
    for code, x, y, degrees in (("AS", 170, 200, 10), ("QH", 430, 220, -25), ("10C", 720, 210, 95), ("3H", 320, 520, 190)):
        lay(image, draw_face(code), x, y, degrees)
    return image


def test_cards_apart_are_read_whichever_way_they_lie(models: weights.Weights, deck: pack.Pack) -> None:
    seen = Pipeline.of(models, deck).look(four())
    assert sorted(s.card or "?" for s in seen) == ["10C", "3H", "AS", "QH"]
    ace = next(s for s in seen if s.card == "AS")
    assert abs(ace.centre[0] - 170) < 6
    assert abs(ace.centre[1] - 200) < 6
    assert ace.face == "up"


def test_a_bare_table_shows_nothing(models: weights.Weights, deck: pack.Pack) -> None:
    assert Pipeline.of(models, deck).look(table()) == []


def test_two_copies_of_a_card_are_two_cards(models: weights.Weights, deck: pack.Pack) -> None:
    image = table()
    lay(image, draw_face("KD"), 300, 350, 8)
    lay(image, draw_face("KD"), 560, 340, -12)
    assert [s.card for s in Pipeline.of(models, deck).look(image)] == ["KD", "KD"]


def test_a_back_is_face_down(models: weights.Weights, deck: pack.Pack) -> None:
    image = table()
    lay(image, draw_face("AS"), 250, 350, 5)
    lay(image, backs()[0], 600, 350, -10)
    seen = Pipeline.of(models, deck).look(image)
    assert sorted((s.face, s.card) for s in seen) == [("down", None), ("up", "AS")]


def test_a_card_of_another_deck_is_not_taken_for_one_of_this(models: weights.Weights, deck: pack.Pack) -> None:
    image = table()
    lay(image, draw_face("Rsp"), 300, 350, 5)
    lay(image, draw_face("3de"), 600, 350, 5)
    assert [s.card for s in Pipeline.of(models, deck).look(image) if s.card] == []


def test_a_card_laid_down_is_told_within_a_few_frames_and_a_still_table_costs_no_look(models: weights.Weights, deck: pack.Pack) -> None:
    pipeline = Pipeline.of(models, deck)
    empty, full = table(), table()
    lay(full, draw_face("7S"), 480, 360, 12)
    cards: list[list[str | None]] = []
    for n in range(24):
        image = np.clip((empty if n < 4 else full).astype(int) + np.random.default_rng(n).integers(-3, 4, empty.shape), 0, 255).astype(
            np.uint8
        )
        cards.append([s.card for s in pipeline.process(Frame(image, n / 15, n)).cards])
        if n == 12:
            looks = pipeline.looks
    assert cards[3] == []
    assert cards[9] == ["7S"]
    assert cards[23] == ["7S"]
    assert pipeline.looks == looks


def test_a_deck_is_taught_from_scans_saved_and_found_again(models: weights.Weights, tmp_path: Path) -> None:
    for code in CODES:
        cv2.imwrite(str(tmp_path / f"{code}.png"), draw_face(code))
    (tmp_path / "notes.jpg").write_bytes(b"x")
    done = enrol.enrol("house", tmp_path, models, folder=tmp_path / "decks")
    assert set(done.pack.faces) == set(CODES)
    assert any("notes.jpg" in n for n in done.notes)
    assert any("Missing" in n for n in done.notes)
    found = look.look([_saved(tmp_path, four())], "house", models, tmp_path / "decks")
    assert {c["card"] for c in found["images"][0]["cards"]} == {"AS", "QH", "10C", "3H"}


def test_a_deck_is_taught_from_a_photo_of_rows_in_the_order_said(models: weights.Weights, tmp_path: Path) -> None:
    photo = table()
    for i, code in enumerate(CODES):
        lay(photo, draw_face(code), 140 + 220 * (i % 4), 200 + 300 * (i // 4), 2 * (i % 3) - 2)
    done = enrol.enrol("rows", _saved(tmp_path, photo), models, " ".join(CODES), save=False)
    assert done.pack.codes == CODES
    with pytest.raises(BadValue, match="cards"):
        enrol.enrol("rows", _saved(tmp_path, photo), models, "AS KS", save=False)


def test_the_guide_proposes_the_next_cards_and_names_gaps_and_likenesses(models: weights.Weights, tmp_path: Path) -> None:
    session = guide.EnrolSession("live", models, codes=("AS", "7S", "QH"))
    row = table()
    lay(row, draw_face("AS"), 300, 350)
    lay(row, draw_face("7S"), 600, 350)
    assert [s.code for s in session.see(row)] == ["AS", "7S"]
    assert session.accept() == []
    assert session.gaps == ("QH",)
    one = table()
    lay(one, draw_face("AS"), 450, 350)
    assert session.see(one)[0].twin == "AS"
    assert "looks like AS" in session.accept()[0]
    done = session.finish(tmp_path)
    assert done.missing == ("QH",)
    assert set(pack.load("live", folder=tmp_path).faces) == {"AS", "7S"}


def test_look_answers_as_the_contract_says_and_goes_on_after_a_bad_picture(models: weights.Weights, tmp_path: Path) -> None:
    for code in CODES:
        cv2.imwrite(str(tmp_path / f"{code}.png"), draw_face(code))
    pictures = tmp_path / "photos"
    pictures.mkdir()
    good = _saved(pictures, four())
    (pictures / "bad.jpg").write_text("no")
    told = look.look([pictures / "bad.jpg", good], str(tmp_path), models)
    assert json.loads(json.dumps(told)) == told
    assert "error" in told["images"][0]
    cards = told["images"][1]["cards"]
    assert set(cards[0]) == {"card", "confidence", "candidates", "corners", "face"}
    assert all(len(c["corners"]) == 4 for c in cards)
    with pytest.raises(UnknownName):
        look.look([good], "no-such-deck", models)


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080), (720, 1280)])
def test_any_size_and_shape_of_frame_is_read(models: weights.Weights, deck: pack.Pack, size: tuple[int, int]) -> None:
    image = table(size)
    lay(image, draw_face("QH"), size[0] / 2, size[1] / 2, 30, 0.3 * min(size))
    assert [s.card for s in Pipeline.of(models, deck).look(image)] == ["QH"]


def _saved(folder: Path, image: np.ndarray) -> str:
    path = folder / "picture.jpg"
    cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return str(path)


def test_the_score_counts_right_wrong_and_unread_cards_and_what_a_whole_hand_would_be(
    models: weights.Weights, deck: pack.Pack, tmp_path: Path
) -> None:
    deck.save(tmp_path / "decks")
    shots = tmp_path / "photos" / "mine"
    shots.mkdir(parents=True)
    cv2.imwrite(str(shots / "a.png"), four())
    cv2.imwrite(str(shots / "b.png"), four())
    rows = "file,cards,deck,note\nmine/a.png,AS QH 10C 3H,drawn,\nmine/b.png,AS QH 10C KD,drawn,\n"  # the second lies
    (tmp_path / "photos" / "labels.csv").write_text(rows, encoding="utf-8")
    told = score.score(tmp_path / "photos" / "labels.csv", models=models, deck="drawn", folder=tmp_path / "decks")["groups"]["mine"]
    assert (told["images"], told["cards"], told["right"], told["wrong"], told["abstained"]) == (2, 8, 7, 1, 1)
    assert told["accuracy"] == 0.875
    assert told["hand"] == round(0.875**45, 4)
    right, sure = told["sure"]
    assert 0 <= sure - right <= 1  # of what is told for certain, only the lie is wrong
    assert told["wrong_cards"][0].startswith("mine/b.png: 3H")
