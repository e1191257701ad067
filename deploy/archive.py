"""The games of this machine: opened in the ledger, listed, exported."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from deploy.backup import ledger_bytes
from table.errors import BadFile, SegnapuntiError
from table.ledger import Ledger
from table.record import lines, write
from table.replay import document
from table.session import Session
from web.host import Past, Setup

MOST = 200  # games listed on the history page


class LedgerLibrary:
    """deploy.host.Library over a ledger file."""

    def __init__(self, ledger: Ledger, path: Path) -> None:
        self.ledger, self._path = ledger, path

    def open(self, setup: Setup) -> Session:
        """A new game; the one before will not be resumed."""
        before = self.ledger.open_game()
        session = Session(setup.game, setup.players, setup.options, setup.deck or None, setup.dealer, self.ledger, pack=setup.pack or None)
        if before is not None:
            self.ledger.close_game(before)
        return session

    def running(self) -> Session | None:
        """The game that was running when the machine stopped."""
        return Session.resume(self.ledger)

    def past(self) -> Sequence[Past]:
        """Games, newest first; one that cannot be read any more is left out."""
        found = []
        for entry in self.ledger.games(MOST):
            try:
                told = document(self.ledger.record(entry.game_id))
            except SegnapuntiError:
                continue
            began = datetime.fromisoformat(entry.began).timestamp()
            scores = tuple(0 if score is None else int(score) for score in told["scores"])
            found.append(
                Past(str(entry.game_id), entry.header.game, entry.header.players, began, scores, told["winner"], bool(told["over"]))
            )
        return found

    def record(self, game: str) -> str | None:
        """The record (JSON lines) of a game; None where there is none."""
        try:
            return "\n".join(lines(self.ledger.record(int(game)))) + "\n"
        except (ValueError, SegnapuntiError):
            return None

    def backup(self) -> bytes:
        """The ledger, as one file."""
        return ledger_bytes(self._path)


def export_games(ledger: Path, out: Path) -> list[Path]:
    """Write every game as `0001-briscola-2026-11-30.jsonl`; returns the files. BadFile where the ledger cannot be read."""
    if not ledger.exists():
        return []
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{out} cannot be made a folder ({error.strerror or error}).") from error
    check_whole(ledger)
    written = []
    with Ledger(ledger) as games:
        for entry in reversed(games.games(1_000_000)):
            path = out / f"{entry.game_id:04}-{entry.header.game}-{entry.began[:10]}.jsonl"
            write(path, games.record(entry.game_id))
            written.append(path)
    return written


def check_whole(ledger: Path) -> None:
    """BadFile where the file is no whole database: reading commands must say so instead of setting it aside."""
    ledger_bytes(ledger)
