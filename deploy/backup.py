"""One file that holds everything of this machine, and its way back.

A backup is a `.tar.gz` with the ledger (a consistent copy, also while the appliance runs), the taught decks and the settings.
"""

import contextlib
import io
import sqlite3
import tarfile
import tempfile
import time
from pathlib import Path

from deploy.home import set_aside
from table.errors import BadFile

NAME, VERSION = "segnapunti-backup", "1"
KEPT = ("decks", "settings.toml", "secret")  # beside the ledger; crash notes and such stay here


def ledger_bytes(path: Path) -> bytes:
    """A consistent copy of a SQLite file that may be in use; BadFile when it is damaged."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "ledger.db"
        source = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        copy = sqlite3.connect(target)
        try:
            source.backup(copy)
        except sqlite3.DatabaseError as error:
            raise BadFile(f"The database {path} is damaged ({error}) and was not backed up; see segnapunti doctor.") from error
        finally:
            copy.close()
            source.close()
        return target.read_bytes()


def write_backup(home: Path, out: Path) -> list[str]:
    """Write the backup of `home` to `out`; returns the names inside. `out` appears only once it is complete."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        _add(archive, NAME, VERSION.encode())
        if (ledger := home / "ledger.db").exists():
            _add(archive, "ledger.db", ledger_bytes(ledger))
        for name in KEPT:
            if (home / name).exists():
                archive.add(home / name, name)
        names = archive.getnames()
    partial = out.with_name(out.name + ".part")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content.getvalue())
        partial.replace(out)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise BadFile(f"The backup cannot be written to {out} ({error.strerror}); choose another place with --out.") from error
    return names[1:]


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mtime = len(content), int(time.time())
    archive.addfile(info, io.BytesIO(content))


def restore_backup(path: Path, home: Path) -> list[str]:
    """Put a backup back. What is here now is set aside under another name, never deleted. Returns what was restored.

    BadFile when `path` is missing, is no backup of this program, or its ledger is damaged; then nothing has changed.
    """
    with tempfile.TemporaryDirectory(dir=home) as folder:
        fresh = Path(folder)
        _unpack(path, fresh)
        names = sorted(p.name for p in fresh.iterdir() if p.name != NAME)
        for name in names:
            old = home / name
            if old.exists():
                # write-ahead files belong to the old ledger: left behind, they would spoil the new one
                if name == "ledger.db":
                    for tail in ("-wal", "-shm"):
                        if (side := home / (name + tail)).exists():
                            _checkpoint(old)
                            side.unlink(missing_ok=True)
                set_aside(old, "before-restore")
            (fresh / name).rename(old)
    return names


def _checkpoint(ledger: Path) -> None:
    """Fold the write-ahead file into the database, so that the file set aside is whole by itself."""
    with contextlib.suppress(sqlite3.DatabaseError):  # a damaged one is set aside as it is
        database = sqlite3.connect(ledger)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()


def _unpack(path: Path, target: Path) -> None:
    try:
        with tarfile.open(path) as archive:
            if NAME not in archive.getnames():
                raise BadFile(f"{path} is no backup of segnapunti; backups are made with segnapunti backup.")
            for member in archive:
                # only plain files at the places a backup puts them: an archive from elsewhere writes nowhere else
                parts = Path(member.name).parts
                if member.isfile() and parts[0] in ("ledger.db", NAME, *KEPT) and len(parts) <= 2 and ".." not in parts:
                    content = archive.extractfile(member)
                    (target / member.name).parent.mkdir(exist_ok=True)
                    (target / member.name).write_bytes(content.read() if content else b"")
    except FileNotFoundError as error:
        raise BadFile(f"There is no file {path}.") from error
    except (tarfile.TarError, EOFError, OSError) as error:
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"{path} cannot be read as a backup ({error}); it is damaged or of another kind.") from error
    ledger = target / "ledger.db"
    if ledger.exists():
        try:
            database = sqlite3.connect(ledger)
            answer = database.execute("PRAGMA quick_check").fetchone()[0]
            database.close()
        except sqlite3.DatabaseError as error:
            answer = str(error)
        if answer != "ok":
            raise BadFile(f"The database inside {path} is damaged ({answer}); nothing was changed.")
