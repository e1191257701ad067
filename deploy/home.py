"""Where this machine keeps what must survive: the ledger, taught decks, settings, crash notes."""

import os
import shutil
import traceback
from datetime import datetime
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path

from table.errors import BadFile

MODELS = Path(__file__).resolve().parent.parent / "models"


def version() -> str:
    """The version that is installed, or "0" when run from a folder that was never installed."""
    try:
        return installed("segnapunti")
    except PackageNotFoundError:
        return "0"


def home() -> Path:
    """`$SEGNAPUNTI_HOME`, else `~/.local/share/segnapunti`; made if it is not there. BadFile where that cannot be."""
    given = os.environ.get("SEGNAPUNTI_HOME")
    place = Path(given).expanduser() if given else Path.home() / ".local" / "share" / "segnapunti"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(
            f"{place} cannot be used as the home folder ({error.strerror}); set SEGNAPUNTI_HOME to a folder you can write."
        ) from error
    return place


def ledger_file() -> Path:
    """The SQLite file with every game played on this machine."""
    return home() / "ledger.db"


def decks_folder() -> Path:
    """Packs taught on this machine; built-in ones lie in models/decks."""
    folder = home() / "decks"
    folder.mkdir(exist_ok=True)
    return folder


def set_aside(path: Path, word: str) -> Path:
    """Rename `path` so that it is out of the way but not lost; returns where it is now."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    target = path.with_name(f"{path.stem}.{word}-{stamp}{path.suffix}")
    number = 1
    while target.exists():
        number += 1
        target = path.with_name(f"{path.stem}.{word}-{stamp}-{number}{path.suffix}")
    shutil.move(path, target)
    return target


def write_crash(error: BaseException) -> str:
    """Write the traceback where its owner can find it, and say where; "" where nothing could be written."""
    try:
        path = home() / "crash.txt"
        with path.open("a", encoding="utf-8") as file:
            file.write(f"--- {datetime.now().isoformat(timespec='seconds')}\n")
            file.write("".join(traceback.format_exception(error)))
    except (OSError, BadFile):
        return ""
    return str(path)
