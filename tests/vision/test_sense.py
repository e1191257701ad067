"""Readings of one picture that contradict the cards read surely are dropped."""

import numpy as np

from vision import geometry
from vision.recognise import Reading
from vision.sense import sensible, weaker_twins


def reading(x: float, y: float, strength: float, face: int = 0, w: float = 60, moved: float = 0.01) -> Reading:
    """A card w wide and 1.5 w high; `face` is the likeliest of three."""
    q = geometry.quad([[x, y], [x + w, y], [x + w, y + 1.5 * w], [x, y + 1.5 * w]])
    logits = np.log(np.full(4, 0.02, np.float32))
    logits[face] = np.log(0.94)
    return Reading(q, q, 0.9, False, 0.99, logits, strength, 0.0, strength, moved)


def test_cards_of_one_size_apart_from_each_other_are_all_kept() -> None:
    assert sensible([reading(0, 0, 1.1), reading(100, 0, 1.0, 1), reading(200, 0, 0.6, 2)], [True, True, False]) == [0, 1, 2]


def test_an_outline_half_as_large_as_the_card_beside_it_is_no_card() -> None:
    assert sensible([reading(0, 0, 1.1), reading(100, 0, 0.88, 1, w=40)], [True, True]) == [0]


def test_a_very_strong_reading_is_believed_whatever_its_size() -> None:
    assert sensible([reading(0, 0, 1.1), reading(100, 0, 1.0, 1, w=40)], [True, True]) == [0, 1]


def test_an_unread_outline_over_cards_that_are_read_is_a_ghost() -> None:
    assert sensible([reading(0, 0, 1.1), reading(65, 0, 1.1, 1), reading(32, 5, 0.6, 2)], [True, True, False]) == [0, 1]


def test_an_unread_card_half_under_another_is_kept() -> None:
    assert sensible([reading(0, 0, 1.1), reading(33, 0, 0.6, 1)], [True, False]) == [0, 1]


def test_an_unread_outline_that_does_not_settle_or_resembles_nothing_is_dropped() -> None:
    assert sensible([reading(0, 0, 0.6, moved=0.3), reading(100, 0, 0.2), reading(200, 0, 0.6)], [False] * 3) == [2]


def test_of_two_sure_outlines_of_one_place_the_stronger_is_kept() -> None:
    assert sensible([reading(0, 0, 0.9, 1), reading(8, 0, 1.1)], [True, True]) == [1]


def test_two_good_copies_of_a_card_are_two_and_a_poor_likeness_of_one_is_not_told() -> None:
    assert weaker_twins([reading(0, 0, 1.1), reading(100, 0, 1.02)], [True, True]) == []
    assert weaker_twins([reading(0, 0, 1.1), reading(100, 0, 0.88)], [True, True]) == [1]
