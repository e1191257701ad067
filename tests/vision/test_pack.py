"""Packs keep what was taught, name what is missing, and refuse another recogniser's features."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from table.errors import BadFile, BadValue, UnknownName
from vision import pack
from vision.pack import Pack


def made(codes: tuple[str, ...] = ("AS", "KS", "QS", "AS"), name: str = "house", embed: str = "one", pictures: bool = True) -> Pack:
    n = len(codes)
    jpeg = cv2.imencode(".jpg", np.full((144, 96, 3), 90, np.uint8))[1].tobytes()
    aspects = np.full(n, 0.64, np.float32)
    return Pack(
        name,
        codes,
        np.eye(n, 8, dtype=np.float32),
        aspects,
        "drawn here",
        embed,
        (jpeg,) * n if pictures else (),
    )


def test_a_card_with_two_templates_counts_its_better_one() -> None:
    p = made()
    assert p.faces == ("AS", "KS", "QS")
    scores = p.best(np.array([[0.1, 0.5, 0.2, 0.9]], np.float32))
    assert scores.tolist() == [pytest.approx([0.9, 0.5, 0.2])]


def test_saved_and_loaded_it_is_the_same(tmp_path: Path) -> None:
    p = made()
    p.save(tmp_path)
    q = pack.load("house", "one", tmp_path)
    assert (q.name, q.codes, q.aspect, q.provenance, q.embed, q.pictures) == (p.name, p.codes, p.aspect, p.provenance, p.embed, p.pictures)
    assert np.abs(q.features - p.features).max() < 1e-3


def test_it_names_the_smallest_composition_it_fits_and_what_is_missing() -> None:
    taught = tuple(r + s for s in "CDHS" for r in ("A", "K", "Q", "J", "10"))
    p = made(taught)
    assert p.composition == "french-24"
    assert p.missing == ("9C", "9D", "9H", "9S")


def test_only_the_cards_in_play_are_compared() -> None:
    assert made().only(["KS", "QS", "2D"]).faces == ("KS", "QS")


def test_another_recognisers_features_are_refused_unless_there_are_pictures_to_make_them_anew(tmp_path: Path) -> None:
    made(pictures=False).save(tmp_path)
    with pytest.raises(BadFile, match="teach it again"):
        pack.load("house", "two", tmp_path)
    made().save(tmp_path)
    fresh = pack.load("house", "two", tmp_path, lambda old, pictures: made(old.codes, embed="two"))
    assert fresh.embed == "two"
    assert pack.load("house", "two", tmp_path).embed == "two"


def test_an_unknown_deck_offers_the_nearest_name(tmp_path: Path) -> None:
    made(name="trentine").save(tmp_path)
    with pytest.raises(UnknownName, match="'trentine'"):
        pack.load("trentina", folder=tmp_path)


def test_a_damaged_file_is_one_sentence_and_the_list_goes_on(tmp_path: Path) -> None:
    made(name="good").save(tmp_path)
    (tmp_path / "bad.npz").write_bytes(b"PK not really")
    with pytest.raises(BadFile, match="damaged"):
        pack.load("bad", folder=tmp_path)
    infos = {i.name: i for i in pack.list_packs(tmp_path)}
    assert infos["good"].cards == 3
    assert "damaged" in infos["bad"].error


def test_the_same_name_replaces(tmp_path: Path) -> None:
    made().save(tmp_path)
    made(("AS", "KS")).save(tmp_path)
    assert pack.load("house", folder=tmp_path).faces == ("AS", "KS")
    assert [p.name for p in tmp_path.iterdir()] == ["house.npz"]


@pytest.mark.parametrize("name", ["", "../x", "a b", "x" * 60])
def test_a_name_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(BadValue, match="deck's name"):
        pack.check_name(name)


def test_home_follows_the_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SEGNAPUNTI_HOME", str(tmp_path))
    assert pack.home() == tmp_path / "decks"
