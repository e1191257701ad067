"""Golden playthroughs of Bazzica and Bazzica salisburghese: recorded hands told in words, the words read through against RULES.md."""

from pathlib import Path

import pytest

from table.record import read
from tests.table.narration import Narrator

FOLDER = Path(__file__).parent / "data" / "playthroughs"
RECORDS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda p: p.stem)
def test_a_recorded_hand_is_told_as_it_was_when_it_was_checked(record: Path) -> None:
    told = Narrator(read(record)).tell()
    assert told == record.with_suffix(".txt").read_text(encoding="utf-8")
    assert ("FAULT" in told) == record.stem.endswith("revoke")


def test_there_is_one_for_each_game_number_of_players_and_variant() -> None:
    assert {r.stem for r in RECORDS} == {
        "bazzica-2-decks", "bazzica-2-italian", "bazzica-2-torzato", "bazzica-2-tressette", "bazzica-2-revoke", "bazzica-3", "bazzica-4",
        "bazzica-4-pairs", "salisburghese-2", "salisburghese-2-fifteen", "salisburghese-3", "salisburghese-3-revoke", "salisburghese-4",
    }  # fmt: skip
