"""The laws of hands, a sample of them; `make laws` tries ten thousand hands of every table (`tests.laws.__main__`)."""

import random

import pytest

from table.games import GAMES
from table.selfplay import NAMES, Playing, begin, dealt
from tests.laws.hands import TABLES, VARIANTS, Table, at_once, lot, whole


@pytest.mark.parametrize("table", TABLES + VARIANTS, ids=str)
def test_a_hand_adds_up_has_no_fault_folds_the_same_either_way_and_a_revoke_in_it_is_found(table: Table) -> None:
    revokes = sum(whole(table, seed) for seed in range(12))
    assert revokes == (0 if table.game == "briscola" else 12)


@pytest.mark.parametrize("table", [t for t in TABLES if t.game != "salisburghese"], ids=str)
def test_a_hand_that_may_end_at_once_has_no_fault_either(table: Table) -> None:
    for seed in range(6):
        at_once(table, seed)


def test_hands_do_end_at_once() -> None:
    assert 0 < sum(at_once(next(t for t in TABLES if t.game == "bazzica"), seed) for seed in range(12)) < 12


@pytest.mark.parametrize("table", TABLES + VARIANTS, ids=str)
def test_every_option_value_can_be_drawn_and_a_hand_played_under_it(table: Table) -> None:
    drawn: dict[str, set[object]] = {}
    for seed in range(60):
        for name, value in lot(table, random.Random(seed)).items():
            drawn.setdefault(name, set()).add(value)
    game = GAMES[table.game]
    fixed = {"profile", "pairs", "two_player_deal", "end", "stop_at_61", "quinta_wins"}
    assert all(drawn[o.name] == set(o.values) for o in game.option_list() if o.values and o.name not in fixed)
    rng = random.Random(0)
    setup = game.setup(NAMES[: table.players], lot(table, rng), table.deck)
    playing = Playing(game, game.initial(setup), rng)
    begin(playing, dealt(game, setup, rng, None), 0)
    playing.finish()
    assert playing.over
