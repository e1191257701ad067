"""Golden playthroughs of Briscola: whole games in words, worked out by the rules as RULES.md has them, followed line by line."""

import re
from pathlib import Path

import pytest

from table import events as ev
from table.fold import Fold
from table.games import get
from tests.table.evenings import NAMES

FOLDER = Path(__file__).parent / "data" / "playthroughs"
TRICK = re.compile(r"^ ?\d+\. (?P<plays>.*): (?P<taker>\w+) takes it \(.*\), (?P<points>\d+) points\.$", re.MULTILINE)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_told_in_words_is_followed_trick_by_trick(players: int) -> None:
    text = (FOLDER / f"briscola-{players}.txt").read_text(encoding="utf-8")
    game, names = get("briscola"), NAMES[:players]
    dealer = names.index(re.search(r"(\w+) deals", text)[1])  # type: ignore[index]  # the text says it
    leader = names.index(re.search(r"(\w+) leads", text)[1])  # type: ignore[index]  # the text says it
    fold = Fold(game, game.setup(names, {}, None, dealer))
    fold.append(1, ev.Hand(dealer=dealer))
    fold.append(2, ev.Trump(card=re.search(r"Turned up: (\w+),", text)[1]))  # type: ignore[index]  # the text says it
    tricks = list(TRICK.finditer(text))
    gone = int(re.search(r"gone after trick (\d+)", text)[1])  # type: ignore[index]  # the text says it
    for number, told in enumerate(tricks, 1):
        for word in told["plays"].split(", "):
            name, card = word.split()
            state = fold.append(fold.state.seq + 1, ev.Play(seat=names.index(name), card=card))
        trick = state.hands[0].tricks[-1]
        assert (trick.leader, names[trick.winner or 0], trick.points) == (leader, told["taker"], int(told["points"])), told[0]
        assert (state.hands[0].talon == 0) == (number >= gone), told[0]
        assert state.hands[0].done == (number == len(tricks)), told[0]
        leader = trick.winner or 0
    totals = [int(n) for n in re.findall(r"\d+", text.split("In the end")[1].split(":")[0])]
    assert state.scores == tuple(totals)
    winner = re.search(r"^(\w+).* wins?\.$", text, re.MULTILINE)
    assert winner is not None
    assert (state.over, state.winner, state.faults) == (True, names.index(winner[1]), ())
