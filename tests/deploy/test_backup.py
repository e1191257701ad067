"""Backup and restore: a round trip, and nothing lost on the way."""

import io
import sqlite3
import tarfile
from pathlib import Path

import pytest

from deploy.backup import restore_backup, write_backup
from table.errors import BadFile


def ledger(home: Path, word: str) -> None:
    """A small database in write-ahead mode, as the ledger is."""
    database = sqlite3.connect(home / "ledger.db")
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("CREATE TABLE IF NOT EXISTS words (word TEXT)")
    database.execute("INSERT INTO words VALUES (?)", (word,))
    database.commit()
    database.close()


def words(path: Path) -> list[str]:
    database = sqlite3.connect(path)
    found = [row[0] for row in database.execute("SELECT word FROM words")]
    database.close()
    return found


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    (home / "decks").mkdir(parents=True)
    (home / "decks" / "trentine.npz").write_bytes(b"a pack")
    ledger(home, "first evening")
    return home


def test_what_is_backed_up_comes_back(home: Path, tmp_path: Path) -> None:
    write_backup(home, tmp_path / "b.tar.gz")
    fresh = tmp_path / "other machine"
    fresh.mkdir()
    assert restore_backup(tmp_path / "b.tar.gz", fresh) == ["decks", "ledger.db"]
    assert words(fresh / "ledger.db") == ["first evening"]
    assert (fresh / "decks" / "trentine.npz").read_bytes() == b"a pack"


def test_a_game_still_being_written_is_in_the_backup(home: Path, tmp_path: Path) -> None:
    open_one = sqlite3.connect(home / "ledger.db")
    open_one.execute("INSERT INTO words VALUES ('running')")
    open_one.commit()  # in the write-ahead file, not yet in the database file
    write_backup(home, tmp_path / "b.tar.gz")
    open_one.close()
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    restore_backup(tmp_path / "b.tar.gz", fresh)
    assert words(fresh / "ledger.db") == ["first evening", "running"]


def test_restoring_sets_aside_what_was_there(home: Path, tmp_path: Path) -> None:
    write_backup(home, tmp_path / "b.tar.gz")
    ledger(home, "second evening")
    restore_backup(tmp_path / "b.tar.gz", home)
    assert words(home / "ledger.db") == ["first evening"]
    [kept] = home.glob("ledger.before-restore-*.db")
    assert words(kept) == ["first evening", "second evening"]


def test_a_file_that_is_no_backup_changes_nothing(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "holiday.tar.gz"
    with tarfile.open(other, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("photo.jpg"), io.BytesIO())
    with pytest.raises(BadFile, match="no backup of segnapunti"):
        restore_backup(other, home)
    (tmp_path / "text.txt").write_text("hello")
    with pytest.raises(BadFile, match="cannot be read as a backup"):
        restore_backup(tmp_path / "text.txt", home)
    with pytest.raises(BadFile, match="There is no file"):
        restore_backup(tmp_path / "none.tar.gz", home)
    assert words(home / "ledger.db") == ["first evening"]


def test_a_backup_cut_short_changes_nothing(home: Path, tmp_path: Path) -> None:
    write_backup(home, tmp_path / "b.tar.gz")
    whole = (tmp_path / "b.tar.gz").read_bytes()
    (tmp_path / "b.tar.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadFile):
        restore_backup(tmp_path / "b.tar.gz", home)
    assert words(home / "ledger.db") == ["first evening"]


def test_a_backup_with_a_damaged_database_changes_nothing(home: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.tar.gz"
    with tarfile.open(bad, "w:gz") as archive:
        for name, content in (("segnapunti-backup", b"1"), ("ledger.db", b"not a database at all" * 100)):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    with pytest.raises(BadFile, match="damaged"):
        restore_backup(bad, home)
    assert words(home / "ledger.db") == ["first evening"]


def test_an_archive_cannot_write_outside_the_home_folder(home: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.tar.gz"
    with tarfile.open(bad, "w:gz") as archive:
        for name in ("segnapunti-backup", "decks/../../escaped", "/escaped", "secret/../../escaped"):
            info = tarfile.TarInfo(name)
            info.size = 1
            archive.addfile(info, io.BytesIO(b"x"))
    restore_backup(bad, home)
    assert not (tmp_path / "escaped").exists()
    assert not Path("/escaped").exists()


def test_a_damaged_ledger_is_reported_and_writes_no_backup(home: Path, tmp_path: Path) -> None:
    (home / "ledger.db").write_bytes(b"not a database at all" * 100)
    with pytest.raises(BadFile, match="damaged"):
        write_backup(home, tmp_path / "b.tar.gz")
    assert not (tmp_path / "b.tar.gz").exists()
