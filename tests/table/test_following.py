"""Whole hands of Briscola, followed from simulated observations: what was tracked is what was played."""

import pytest

from table.compare import compare
from table.selfplay import script
from tests.table.observations import Noise, follow, played


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 1), (4, 1)])
def test_a_hand_seen_well_is_tracked_exactly(players: int, seed: int) -> None:
    hand = script("briscola", players, seed=seed)
    session, tracker = follow(hand, seed=seed)
    assert [str(d) for d in compare(played(hand), session.record()).differences] == []
    assert tracker.questions() == []


@pytest.mark.parametrize("players", [2, 4])
def test_cards_missed_now_and_then_and_faces_seen_that_are_not_there_change_nothing(players: int) -> None:
    hand = script("briscola", players, seed=5)
    session, _ = follow(hand, Noise(drop=0.08, ghosts=0.1), seed=5)
    assert [str(d) for d in compare(played(hand), session.record()).differences] == []


@pytest.mark.parametrize("seed", [3, 5])
def test_what_is_misread_is_settled_by_the_other_cards_or_left_open_never_wrong_and_silent(seed: int) -> None:
    hand = script("briscola", 2, seed=seed)
    session, tracker = follow(hand, Noise(wrong=0.03), seed=seed)
    found = compare(played(hand), session.record())
    assert found.unread + found.wrong == 0 or tracker.questions()
    assert not session.state.faults


def test_the_same_observations_give_the_same_record() -> None:
    hand = script("briscola", 2, seed=4)
    first, second = (follow(hand, Noise(wrong=0.05, drop=0.03), seed=4)[0].record() for _ in range(2))
    assert first == second
