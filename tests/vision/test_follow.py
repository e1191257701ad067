"""The same piece of card over looks: confirmed, summed up, lost and found again."""

from dataclasses import replace

import numpy as np
import pytest

from vision import geometry
from vision.follow import Follower, FollowSettings
from vision.recognise import Reading

FACES = ("AS", "KS", "QS")


def probabilities(logits: np.ndarray) -> list[tuple[str, float]]:
    p = np.exp(logits - np.logaddexp.reduce(logits))
    return sorted(((c, float(v)) for c, v in zip(FACES, p[:-1], strict=True)), key=lambda e: -e[1])


def accepts(strength: float, probability: float) -> bool:
    return strength >= 0.7 and probability >= 0.6


def card(
    x: float, y: float, p: tuple[float, float, float] = (0.98, 0.01, 0.005), strength: float = 0.9, over: tuple[int, ...] = ()
) -> Reading:
    """A card 60 x 90 at (x, y) with probabilities of AS, KS, QS; the rest is unknown."""
    q = geometry.quad([[x, y], [x + 60, y], [x + 60, y + 90], [x, y + 90]])
    logits = np.log(np.array([*p, 1 - sum(p)], np.float32))
    return Reading(q, q, 0.9, False, 0.99, logits, strength, 0.0, strength, over=over)


def back(x: float, y: float) -> Reading:
    q = geometry.quad([[x, y], [x + 60, y], [x + 60, y + 90], [x, y + 90]])
    return Reading(q, q, 0.9, True, 0.02)


def follower(**settings: float) -> Follower:
    return Follower(probabilities, accepts, FollowSettings(**settings))  # type: ignore[arg-type]  # test values are plain numbers


def test_a_card_is_told_at_its_second_look() -> None:
    f = follower()
    f.update([card(100, 100)], 0.0)
    assert f.sightings() == ()
    f.update([card(101, 100)], 0.1)
    (s,) = f.sightings()
    assert (s.track, s.card, s.face) == (1, "AS", "up")


def test_a_card_of_which_one_look_is_enough_is_told_at_its_first_look() -> None:
    f = follower()
    f.update([card(100, 100), card(300, 100)], 0.0, sure=[True, False])
    (s,) = f.sightings()
    assert (round(s.centre[0]), s.card, s.still) == (130, "AS", True)


def test_a_still_is_told_at_once_and_what_is_gone_from_the_next_still_is_gone() -> None:
    f = follower()
    f.update([card(100, 100)], 0.0, certain=True)
    assert [s.card for s in f.sightings()] == ["AS"]
    f.update([card(100, 100, (0.01, 0.98, 0.005))], 2.0, certain=True)
    assert [(s.track, s.card) for s in f.sightings()] == [(2, "KS")]


def test_a_card_pushed_half_a_width_keeps_its_number() -> None:
    f = follower()
    for x in (100, 100, 130, 160):
        f.update([card(x, 100)], x / 100)
    assert [s.track for s in f.sightings()] == [1]


def test_two_copies_of_a_card_side_by_side_are_two() -> None:
    f = follower()
    for _ in range(3):
        f.update([card(100, 100), card(170, 100)], 0.0)
    assert [(s.track, s.card) for s in f.sightings()] == [(1, "AS"), (2, "AS")]


def test_missed_once_it_stays_missed_three_times_it_is_gone() -> None:
    f = follower()
    f.update([card(100, 100)], 0.0)
    f.update([card(100, 100)], 0.1)
    f.update([], 0.2)
    f.update([], 0.3)
    assert len(f.sightings()) == 1
    f.update([], 0.4)
    assert f.sightings() == ()


def test_a_card_hidden_by_an_arm_for_a_while_gets_its_number_back() -> None:
    f = follower()
    for at in (0.0, 0.1):
        f.update([card(100, 100)], at)
    for at in (0.2, 0.3, 0.4, 0.5):
        f.update([], at)
    for at in (3.0, 3.1):
        f.update([card(102, 101)], at)
    assert [s.track for s in f.sightings()] == [1]


def test_another_card_in_the_same_place_is_another_piece() -> None:
    f = follower()
    for at in (0.0, 0.1):
        f.update([card(100, 100)], at)
    for at in (0.2, 0.3, 0.4):
        f.update([card(100, 100, (0.005, 0.98, 0.01))], at)
    assert [(s.track, s.card) for s in f.sightings()] == [(2, "KS")]


def test_doubtful_looks_that_agree_add_up_to_a_reading() -> None:
    f = follower()
    unsure = (0.55, 0.25, 0.1)
    for at in range(4):
        f.update([card(100, 100, unsure)], float(at))
    (s,) = f.sightings()
    assert s.card == "AS"
    assert s.confidence > 0.8  # 2.7 looks' worth: (0.55 / 0.25)^2.7 = 8.4 against the second, far more against the rest


def test_one_doubtful_look_is_no_reading_but_names_its_candidates() -> None:
    f = follower()
    f.update([card(100, 100, (0.5, 0.3, 0.1))], 0.0, certain=True)
    (s,) = f.sightings()
    assert s.card is None
    assert s.face == "up"
    assert [c for c, _ in s.candidates] == ["AS", "KS", "QS"]
    assert s.candidates[0][1] == pytest.approx(0.5, abs=1e-3)


def test_a_poor_match_is_not_told_however_probable() -> None:
    f = follower()
    f.update([card(100, 100, strength=0.5)], 0.0, certain=True)
    assert f.sightings()[0].card is None


def test_a_back_is_face_down_without_candidates() -> None:
    f = follower()
    f.update([back(100, 100)], 0.0, certain=True)
    (s,) = f.sightings()
    assert (s.card, s.face, s.candidates) == (None, "down", ())


def test_a_card_turned_over_in_place_keeps_its_number() -> None:
    f = follower()
    for at in (0.0, 0.1):
        f.update([back(100, 100)], at)
    for at in (0.2, 0.3, 0.4):
        f.update([card(100, 100)], at)
    assert [(s.track, s.card, s.face) for s in f.sightings()] == [(1, "AS", "up")]


def test_the_lower_card_comes_first_and_the_upper_names_it() -> None:
    f = follower()
    f.update([card(130, 100, over=(1,)), card(100, 100, (0.01, 0.98, 0.005))], 0.0, certain=True)
    low, high = f.sightings()
    assert (low.card, high.card) == ("KS", "AS")
    assert high.over == (low.track,)


def test_pieces_not_looked_at_count_as_seen_and_take_part_in_the_stacking() -> None:
    f = follower()
    for at in (0.0, 0.1):
        f.update([card(100, 100)], at)
    for at in (0.2, 0.3, 0.4, 0.5):
        f.update([card(130, 100, (0.01, 0.98, 0.005), over=(1,)), card(100, 100)], at, kept=[1])
    low, high = f.sightings()
    assert (low.track, low.card) == (1, "AS")
    assert high.over == (1,)


def test_after_a_bump_the_pieces_are_looked_for_where_they_jumped_to() -> None:
    f = follower()
    for at in (0.0, 0.1):
        f.update([card(100, 100), card(170, 100)], at)
    f.shift(70, 0)
    f.update([card(170, 100), card(240, 100)], 0.2)
    assert {s.track: round(s.centre[0]) for s in f.sightings()} == {1: 200, 2: 270}


def test_a_card_read_well_is_not_forgotten_for_looks_that_see_half_of_it() -> None:
    f = follower()
    f.update([card(100, 100)], 0.0)
    f.update([card(100, 100)], 0.1)
    for look in range(6):
        f.update([replace(card(100, 100, (0.3, 0.5, 0.1), 0.72), visible=0.4)], 0.2 + look / 10)
    (s,) = f.sightings()
    assert s.card == "AS"
    assert s.confidence > 0.9


def test_a_reading_of_which_nothing_shows_changes_nothing() -> None:
    f = follower()
    f.update([replace(card(100, 100), visible=0.0)], 0.0)
    f.update([replace(card(100, 100), visible=0.0)], 0.1)
    (s,) = f.sightings()
    assert np.isfinite(s.confidence)
