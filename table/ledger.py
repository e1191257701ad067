"""The ledger: every game's header and events in one SQLite file, so that nothing is lost when the plug is pulled.

WAL journal, synchronous=FULL, one writer: a lock here, and SQLite's own against other processes. An event is on disk when `append`
returns. A file SQLite cannot read is set aside under a new name, and a fresh one begun; `Ledger.notice` says so in one sentence.
"""

import json
import os
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from importlib import resources
from pathlib import Path

from table.errors import BadFile, BadRecord, BadValue
from table.events import Event
from table.notation import event_json, parse_event
from table.record import Header, LineError, Record, header_json, parse_header

SCHEMA = 1
_NOT_A_DATABASE = ("file is not a database", "malformed", "file is encrypted", "not a database")


@dataclass(frozen=True, slots=True)
class Entry:
    """One game in the list. `began` and `last` are ISO times, `events` how many were recorded, `closed` whether it was ended."""

    game_id: int
    header: Header
    began: str
    last: str
    events: int
    closed: bool


class Ledger:
    """The file at `path` (":memory:" for none). Close it, or use it with `with`."""

    def __init__(self, path: str | os.PathLike[str], now: Callable[[], datetime] = datetime.now) -> None:
        self._path, self._now, self._lock = os.fspath(path), now, threading.RLock()
        self.notice: str | None = None
        try:
            self._db = self._open()
        except sqlite3.DatabaseError as e:
            if not any(text in str(e) for text in _NOT_A_DATABASE):
                raise BadFile(f"Cannot open the ledger {self._path}: {e}.") from None
            self.notice = self._set_aside()
            self._db = self._open()

    def _open(self) -> sqlite3.Connection:
        try:
            db = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None, timeout=5)
        except sqlite3.OperationalError as e:
            raise BadFile(f"Cannot open the ledger {self._path}: {e}.") from None
        try:
            found = [row[0] for row in db.execute("PRAGMA quick_check(1)")]
            if found != ["ok"]:
                raise sqlite3.DatabaseError("malformed: " + "; ".join(found))
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA foreign_keys=ON")
            version = int(db.execute("PRAGMA user_version").fetchone()[0])
            if version > SCHEMA:
                raise BadFile(f"The ledger {self._path} was written by a newer version of this program; update the program.")
            if version < SCHEMA:
                db.executescript(resources.files("table").joinpath("schema.sql").read_text(encoding="utf-8"))
        except BaseException:
            db.close()
            raise
        return db

    def _set_aside(self) -> str:
        stamp = self._now().strftime("%Y%m%d-%H%M%S")
        aside = Path(f"{self._path}.damaged-{stamp}")
        number = 1
        while aside.exists():
            number += 1
            aside = Path(f"{self._path}.damaged-{stamp}-{number}")
        os.replace(self._path, aside)
        for tail in ("-wal", "-shm"):
            if os.path.exists(self._path + tail):
                os.replace(self._path + tail, f"{aside}{tail}")
        return f"The ledger could not be read; it was kept as {aside.name} and a new one begun."

    def start(self, header: Header) -> int:
        """Begin a game and return its id."""
        with self._lock:
            row = self._db.execute(
                "INSERT INTO games (header, began, last) VALUES (?, ?, ?)", (_dumps(header_json(header)), self._time(), self._time())
            )
            return int(row.lastrowid or 0)

    def append(self, game_id: int, seq: int, event: Event) -> None:
        """Write one event; it is on disk when this returns. BadFile when the disk refuses, BadValue when the place is taken."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    self._db.execute("INSERT INTO events (game, seq, event) VALUES (?, ?, ?)", (game_id, seq, _dumps(event_json(event))))
                    self._db.execute("UPDATE games SET last = ? WHERE id = ?", (self._time(), game_id))
                    self._db.execute("COMMIT")
                except BaseException:
                    self._db.execute("ROLLBACK")
                    raise
            except sqlite3.IntegrityError:
                raise BadValue(f"Event {seq} of game {game_id} cannot be written: no such game, or it has that event already.") from None
            except sqlite3.Error as e:
                raise BadFile(f"Cannot write to the ledger {self._path}: {e}.") from None

    def close_game(self, game_id: int) -> None:
        """Mark a game as ended: it will not be resumed."""
        with self._lock:
            self._db.execute("UPDATE games SET closed = 1 WHERE id = ?", (game_id,))

    def delete(self, game_id: int) -> None:
        """Remove a game and its events for good."""
        with self._lock:
            self._db.execute("DELETE FROM games WHERE id = ?", (game_id,))

    def open_game(self) -> int | None:
        """The last game begun, if it was not closed: the one to go on with after the plug was pulled."""
        with self._lock:
            row = self._db.execute("SELECT id, closed FROM games ORDER BY id DESC LIMIT 1").fetchone()
        return int(row[0]) if row and not row[1] else None

    def games(self, limit: int = 1000) -> list[Entry]:
        """The games, latest first."""
        with self._lock:
            rows = self._db.execute(
                "SELECT id, header, began, last, closed, (SELECT count(*) FROM events WHERE game = id) FROM games ORDER BY id DESC LIMIT ?",
                (limit,),
            ).fetchall()
        found = []
        for game_id, text, began, last, closed, count in rows:
            try:
                header, _ = parse_header(json.loads(text))
            except (BadRecord, ValueError):
                continue  # a game of a kind this version does not know: left in the file, not listed
            found.append(Entry(game_id, header, began, last, count, bool(closed)))
        return found

    def record(self, game_id: int) -> Record:
        """One game as a record. BadValue when there is none."""
        with self._lock:
            game = self._db.execute("SELECT header FROM games WHERE id = ?", (game_id,)).fetchone()
            rows = self._db.execute("SELECT seq, event FROM events WHERE game = ? ORDER BY seq", (game_id,)).fetchall()
        if game is None:
            raise BadValue(f"There is no game {game_id} in the ledger.")
        header, _ = parse_header(json.loads(game[0]))
        events, errors = [], []
        for seq, text in rows:
            try:
                events.append((seq, parse_event(json.loads(text))))
            except (BadValue, ValueError) as e:
                errors.append(LineError(seq + 1, str(e)))
        return Record(header, tuple(events), tuple(errors))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _time(self) -> str:
        return self._now().isoformat(timespec="seconds")


def _dumps(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
