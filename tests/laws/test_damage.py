"""Damaged input: whatever a record or a case holds, it is read as far as it can be, each error is a sentence, nothing falls over."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from table import cases, public, replay
from table.errors import SegnapuntiError
from table.fold import Fold
from table.games import GAMES
from table.notation import event_json
from table.record import read
from table.selfplay import script
from tests.laws.hands import TABLES, VARIANTS, Table, lot

CASES = [json.loads(f.read_text()) for f in sorted((Path(__file__).parent.parent / "cases").glob("*.json"))]
JUNK: list[Any] = [
    None, True, -1, 0, 1, 3.5, 1e30, 10**30, "", "X", "AS", "pass", "H", [], {}, [[]], [1], {"0": 1}, {"x": 1}, {"0": ["AS"]},
    [["AS"]], [[0, "AS"]], float("nan"), "7", ["AS", None], [[0, "pass"]], "\ud800", "0" * 50,
]  # fmt: skip


def damaged(value: Any, rng: random.Random) -> Any:
    """The value with something in it changed, dropped, doubled or put in the place of something else."""
    if rng.random() < 0.15 or not isinstance(value, (dict, list)) or not value:
        return copy.deepcopy(rng.choice(JUNK))
    value = copy.copy(value)
    if isinstance(value, dict):
        key = rng.choice(list(value))
        if rng.random() < 0.2:
            del value[key]
        elif rng.random() < 0.1:
            value[str(rng.choice(JUNK))] = value.pop(key)
        else:
            value[key] = damaged(value[key], rng)
        return value
    at = rng.randrange(len(value))
    if rng.random() < 0.2:
        value.pop(at)
    elif rng.random() < 0.2:
        value.insert(at, copy.deepcopy(value[at]))
    else:
        value[at] = damaged(value[at], rng)
    return value


def broken(line: str, rng: random.Random) -> bytes:
    """The bytes of a line with some lost or changed."""
    data = bytearray(line.encode("utf-8", "surrogatepass"))
    for _ in range(rng.randrange(1, 4)):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data[: rng.randrange(len(data) + 1)]) if rng.random() < 0.3 else bytes(data)


def lines(table: Table, rng: random.Random, share: float) -> list[bytes]:
    """A self-played record, a share of its lines damaged, the header less often."""
    played = script(table.game, table.players, lot(table, rng), table.deck, seed=rng.randrange(1000), revoke=False)
    header = {
        "segnapunti": 1, "game": played.game, "options": dict(played.options), "players": list(played.players), "dealer": played.dealer,
        "deck": played.deck,
    }  # fmt: skip
    found = []
    for i, data in enumerate([header, *(event_json(e) for e in played.events)]):
        hit = rng.random() < (share if i else share / 5)
        text = json.dumps(damaged(data, rng) if hit and rng.random() < 0.7 else data)
        found.append(broken(text, rng) if hit and rng.random() < 0.4 else text.encode())
    if rng.random() < 0.3:
        rng.shuffle(found)
    return found


def test_a_damaged_record_is_read_and_replayed_as_far_as_it_goes(tmp_path: Path) -> None:
    assert sum(damaged_record(tmp_path, seed) for seed in range(45))


def damaged_record(folder: Path, seed: int) -> int:
    """Some 70 lines, of which about half are damaged: every error names its line in one sentence. The number of errors."""
    rng = random.Random(seed)
    path = folder / f"{seed}.jsonl"
    path.write_bytes(b"\n".join(lines(rng.choice(TABLES + VARIANTS), rng, 0.5)))
    try:
        record = read(path)
    except SegnapuntiError as error:
        return one_sentence(error)
    document = replay.document(record)
    json.dumps(document)
    assert all("\n" not in e["error"] and e["line"] > 0 for e in document["errors"])
    game, setup = GAMES[record.header.game], record.header.setup()
    step = Fold(game, setup)
    for seq, event in record.events:
        step.append(seq, event)
    json.dumps(public.view(game, step.state))
    return len(document["errors"])


def test_a_damaged_case_is_answered_or_refused_in_one_sentence() -> None:
    assert sum(damaged_case(seed) for seed in range(4000)) > 1000


def damaged_case(seed: int) -> int:
    """A worked case with something changed; whether it was refused."""
    rng = random.Random(seed)
    case = damaged(rng.choice(CASES), rng)
    try:
        json.dumps(cases.answer(case if isinstance(case, dict) else {}))
    except SegnapuntiError as error:
        return one_sentence(error)
    return 0


def one_sentence(error: SegnapuntiError) -> int:
    """1, when the refusal is on one line."""
    assert "\n" not in str(error), error
    return 1


def test_damage_is_done() -> None:
    rng = random.Random(0)
    assert sum(damaged(CASES[0], rng) != CASES[0] for _ in range(100)) > 80


@pytest.mark.parametrize("name", sorted(GAMES))
def test_an_empty_record_is_a_game_not_begun(name: str) -> None:
    game = GAMES[name]
    setup = game.setup([str(i) for i in range(game.PLAYERS[0])])
    document = public.view(game, Fold(game, setup).state)
    assert (document["hands"], document["over"]) == ([], False)
