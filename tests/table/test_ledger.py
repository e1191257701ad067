"""The ledger: what was appended is on disk, a damaged file is set aside, nothing is lost."""

import sqlite3
import subprocess
import sys
import threading
from datetime import datetime
from pathlib import Path

import pytest

from table import events as ev
from table.errors import BadFile, BadValue
from table.ledger import Ledger
from table.record import Header, Record

HEADER = Header("briscola", ("Anna", "Bruno"), {"match": 2}, 1, "italian-40", "trentine")


def now() -> datetime:
    """A fixed evening."""
    return datetime(2026, 11, 30, 21, 15)


def test_a_game_comes_back_as_it_was_written(tmp_path: Path) -> None:
    with Ledger(tmp_path / "l.db", now) as ledger:
        game = ledger.start(HEADER)
        ledger.append(game, 1, ev.Hand(dealer=1))
        ledger.append(game, 2, ev.Play(seat=0, candidates=(("Aco", 0.5),)))
    with Ledger(tmp_path / "l.db") as ledger:
        assert ledger.record(game) == Record(HEADER, ((1, ev.Hand(dealer=1)), (2, ev.Play(seat=0, candidates=(("Aco", 0.5),)))))


def test_games_are_listed_latest_first(tmp_path: Path) -> None:
    with Ledger(tmp_path / "l.db", now) as ledger:
        first, second = ledger.start(HEADER), ledger.start(HEADER)
        ledger.append(first, 1, ev.Hand(dealer=1))
        ledger.close_game(first)
        assert [(e.game_id, e.events, e.closed, e.began) for e in ledger.games()] == [
            (second, 0, False, "2026-11-30T21:15:00"),
            (first, 1, True, "2026-11-30T21:15:00"),
        ]


def test_the_journal_is_wal_and_every_commit_is_synced(tmp_path: Path) -> None:
    with Ledger(tmp_path / "l.db") as ledger:
        assert ledger._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ledger._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_an_event_is_on_disk_when_append_returns_even_if_the_program_is_killed(tmp_path: Path) -> None:
    code = (
        "import os, sys; from table.ledger import Ledger; from table.record import Header; from table import events as ev\n"
        "l = Ledger(sys.argv[1]); g = l.start(Header('briscola', ('a', 'b'), {}, 0, 'italian-40'))\n"
        "for i in range(1, 6): l.append(g, i, ev.Hand(dealer=0))\n"
        "os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "l.db")], check=False, cwd=Path(__file__).parents[2])
    with Ledger(tmp_path / "l.db") as ledger:
        assert len(ledger.record(1).events) == 5


@pytest.mark.parametrize("damage", ["text", "middle"])
def test_a_damaged_ledger_is_set_aside_whole_and_said_in_one_sentence(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "l.db"
    if damage == "text":
        content = b"this is no database, but somebody's notes\n" * 100
    else:
        with Ledger(path) as ledger:
            game = ledger.start(HEADER)
            for i in range(1, 400):
                ledger.append(game, i, ev.Adjust(seat=0, points=i, why="x" * 50))
        content = bytearray(path.read_bytes())
        content[4096 : len(content) : 7] = b"\xff" * len(range(4096, len(content), 7))
    path.write_bytes(content)
    with Ledger(path, now) as ledger:
        assert ledger.notice == "The ledger could not be read; it was kept as l.db.damaged-20261130-211500 and a new one begun."
        assert ledger.games() == []
        ledger.start(HEADER)
    assert (tmp_path / "l.db.damaged-20261130-211500").read_bytes() == bytes(content)


def test_a_second_damaged_ledger_does_not_replace_the_first(tmp_path: Path) -> None:
    for content in (b"one" * 1000, b"two" * 1000):
        (tmp_path / "l.db").write_bytes(content)
        Ledger(tmp_path / "l.db", now).close()
    assert (tmp_path / "l.db.damaged-20261130-211500").read_bytes() == b"one" * 1000
    assert (tmp_path / "l.db.damaged-20261130-211500-2").read_bytes() == b"two" * 1000


def test_a_ledger_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "l.db")
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(BadFile, match="newer version"):
        Ledger(tmp_path / "l.db")


def test_a_place_that_cannot_be_opened_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="Cannot open the ledger"):
        Ledger(tmp_path / "none" / "l.db")


def test_the_same_seq_twice_and_an_unknown_game_are_refused(tmp_path: Path) -> None:
    with Ledger(tmp_path / "l.db") as ledger:
        game = ledger.start(HEADER)
        ledger.append(game, 1, ev.Hand(dealer=1))
        for place in ((game, 1), (77, 1)):
            with pytest.raises(BadValue, match="cannot be written"):
                ledger.append(*place, ev.Hand(dealer=1))
        with pytest.raises(BadValue, match="There is no game 77"):
            ledger.record(77)
        assert len(ledger.record(game).events) == 1


def test_a_deleted_game_is_gone_with_its_events(tmp_path: Path) -> None:
    with Ledger(tmp_path / "l.db") as ledger:
        game = ledger.start(HEADER)
        ledger.append(game, 1, ev.Hand(dealer=1))
        ledger.delete(game)
        assert ledger.games() == []


def test_many_threads_write_one_after_the_other(tmp_path: Path) -> None:
    with Ledger(tmp_path / "l.db") as ledger:
        games = [ledger.start(HEADER) for _ in range(4)]

        def write(game: int) -> None:
            for seq in range(1, 11):
                ledger.append(game, seq, ev.Hand(dealer=0))

        threads = [threading.Thread(target=write, args=(g,)) for g in games]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [e.events for e in ledger.games()] == [10] * 4
