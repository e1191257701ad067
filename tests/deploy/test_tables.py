"""Every game at every table, and every disturbance, followed by a perfect eye: what was tracked is what was played."""

import pytest

from tests.deploy.eye import followed


@pytest.mark.parametrize(
    ("game", "players", "deck", "options"),
    [
        ("briscola", 2, None, {"swap": "both"}),
        ("briscola", 3, None, {}),
        ("briscola", 4, "french-40", {}),
        ("bazzica", 2, None, {}),
        ("bazzica", 2, "salzburg-32", {"profile": "tressette"}),
        ("bazzica", 3, None, {}),
        ("salisburghese", 2, None, {}),
        ("salisburghese", 3, "salzburg-24x2", {}),
        ("salisburghese", 4, None, {}),
    ],
)
def test_a_hand_is_tracked_as_it_was_played_melds_swap_monte_and_honours_included(
    game: str, players: int, deck: str | None, options: dict[str, object]
) -> None:
    found, session = followed(game, players, 1, options, deck)
    assert [str(difference) for difference in found.differences] == []
    assert not session.state.faults


@pytest.mark.parametrize(
    ("name", "players"),
    [("moved", 2), ("straightened", 4), ("taken_back", 2), ("face_down", 4), ("left_lying", 2), ("left_lying", 4), ("spectator", 3),
     ("glass", 4), ("light", 2), ("bump", 2)],
)  # fmt: skip
def test_a_disturbance_changes_nothing_of_what_is_tracked(name: str, players: int) -> None:
    found, session = followed("briscola", players, 3, disturb={name: 1})
    assert [str(difference) for difference in found.differences] == []
    assert not session.state.faults


@pytest.mark.parametrize(("game", "players"), [("bazzica", 2), ("salisburghese", 3), ("salisburghese", 4)])
def test_a_trick_left_lying_beside_the_next_is_two_tricks_where_cards_lie_open_before_the_players(game: str, players: int) -> None:
    found, session = followed(game, players, 2, disturb={"left_lying": 1})
    assert [str(difference) for difference in found.differences] == []
    assert not session.state.faults


@pytest.mark.parametrize("players", [2, 3])
def test_who_takes_the_last_trick_of_any_other_game_is_seen_by_his_pile(players: int) -> None:
    found, _ = followed("tricks", players, 1)
    assert [str(difference) for difference in found.differences] == []


@pytest.mark.parametrize(("game", "players"), [("bazzica", 2), ("salisburghese", 3)])
def test_the_usual_disturbances_change_nothing_in_games_where_cards_lie_open(game: str, players: int) -> None:
    found, _ = followed(game, players, 2, disturb={"moved": 1, "straightened": 2, "spectator": 1, "glass": 1, "light": 1})
    assert [str(difference) for difference in found.differences] == []
