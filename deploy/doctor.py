"""Is this machine fit to keep the score? One check a function; each answers with one sentence that says what to do.

No check changes anything, and none raises: what it cannot find out is a finding too.
"""

import hashlib
import importlib.util
import json
import shutil
import sqlite3
import sys
import tomllib
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from deploy.address import dashboard_url, port_is_free
from deploy.settings import Settings
from table.errors import SegnapuntiError

OK, WARN, BAD = "ok", "warn", "bad"
NEEDED = ("flask", "flask_babel", "waitress", "segno", "numpy", "cv2", "onnxruntime")
DISK_LEAST, DISK_WANTED = 50 * 2**20, 500 * 2**20  # an evening's ledger is under 1 MB; a full card breaks SQLite


@dataclass(frozen=True, slots=True)
class Finding:
    """`state` ok | warn (the game can go on) | bad (it cannot)."""

    check: str
    state: str
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where to look: a real machine's places, or a test's."""

    home: Path
    models: Path
    settings: Settings
    devices: Path = Path("/dev")


def check_python(place: Place) -> Finding:
    """3.11 to 3.13, as pyproject asks."""
    here = sys.version_info[:2]
    text = f"Python {sys.version.split()[0]}"
    if (3, 11) <= here <= (3, 13):
        return Finding("python", OK, f"{text}.")
    return Finding("python", BAD, f"{text} is not supported; use 3.11, 3.12 or 3.13.")


def check_packages(place: Place) -> Finding:
    """Everything the product imports is installed, and cv2 has one owner."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        return Finding("packages", BAD, f"Not installed: {', '.join(missing)}; run make setup or deploy/install.sh again.")
    from importlib.metadata import distributions

    owners = {d.name.lower() for d in distributions() if d.name and d.name.lower() in {"opencv-python", "opencv-python-headless"}}
    if len(owners) > 1:
        return Finding(
            "packages", WARN, "opencv-python and opencv-python-headless are both installed and share one folder; remove opencv-python."
        )
    return Finding("packages", OK, "All packages are installed.")


def check_models(place: Place) -> Finding:
    """Weights are there and are the ones the manifest names."""
    manifest = place.models / "manifest.toml"
    try:
        entries = tomllib.loads(manifest.read_text(encoding="utf-8"))
    except OSError:
        return Finding("models", BAD, f"There is no {manifest}; the models are missing, so nothing can be read: install the program anew.")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return Finding("models", BAD, f"{manifest} cannot be read ({error}); install the program anew.")
    wanted = {str(entry.get("file", f"{name}.onnx")): str(entry["sha256"]) for name, entry in _entries(entries)}
    if not wanted:
        return Finding("models", BAD, f"{manifest} names no model; install the program anew.")
    for name, digest in wanted.items():
        path = place.models / name
        if not path.is_file():
            return Finding("models", BAD, f"The model {name} is missing from {place.models}; install the program anew.")
        if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            return Finding(
                "models", BAD, f"The model {name} is not the one in the manifest (damaged or exchanged); install the program anew."
            )
    return Finding("models", OK, f"{len(wanted)} models are there and whole.")


def _entries(table: dict[str, object], name: str = "") -> list[tuple[str, dict[str, object]]]:
    """Every sub-table of the manifest that has a sha256, however deep, with its own name."""
    found = [(name, table)] if "sha256" in table else []
    for key, value in table.items():
        if isinstance(value, dict):
            found += _entries(value, key)
    return found


def check_decks(place: Place) -> Finding:
    """Taught packs can be opened."""
    import numpy as np

    packs = sorted((place.home / "decks").glob("*.npz"))
    broken = []
    for path in packs:
        try:
            with np.load(path, allow_pickle=False) as pack:
                pack.files  # noqa: B018 - reading the list is the check
        except (OSError, ValueError):
            broken.append(path.stem)
    if broken:
        return Finding("decks", WARN, f"Cannot be read: {', '.join(broken)}; teach these decks again (segnapunti enrol NAME SOURCE).")
    return Finding("decks", OK, f"{len(packs)} taught decks." if packs else "No deck taught yet; the built-in ones are there.")


def check_camera(place: Place) -> Finding:
    """Something that could be a camera is there; `--camera` looks through it."""
    if (spec := place.settings.text("camera")) not in ("auto", "picamera2") and not spec.startswith("/dev/"):
        return Finding("camera", OK, f"Frames come from {spec}.")
    csi = importlib.util.find_spec("picamera2") is not None
    usb = sorted(p.name for p in place.devices.glob("video*"))
    if csi or usb:
        return Finding("camera", OK, f"Found: {', '.join([*(['picamera2'] if csi else []), *usb])}.")
    return Finding(
        "camera", WARN,
        "No camera found: plug one in (USB), or for a ribbon-cable camera install python3-picamera2; until then play by tapping.",
    )  # fmt: skip


def check_disk(place: Place) -> Finding:
    """Room for the ledger."""
    free = shutil.disk_usage(place.home).free
    text = f"{free / 2**20:.0f} MB free in {place.home}"
    if free < DISK_LEAST:
        return Finding("disk", BAD, f"Only {text}; free some space, or games cannot be saved.")
    return Finding("disk", WARN if free < DISK_WANTED else OK, f"{text}.")


def check_gpio(place: Place) -> Finding:
    """Pins for the panel; a tablet alone is enough to play."""
    if not place.settings["panel"]:
        return Finding("gpio", OK, "The panel is switched off in the settings.")
    if not list(place.devices.glob("gpiochip*")):
        return Finding("gpio", OK, "No GPIO on this machine; there is no panel.")
    if importlib.util.find_spec("gpiozero") is None:
        return Finding("gpio", WARN, "gpiozero is not installed; the panel stays dark (apt install python3-gpiozero python3-lgpio).")
    return Finding("gpio", OK, "GPIO is there.")


def check_database(place: Place) -> Finding:
    """The ledger is whole."""
    path = place.home / "ledger.db"
    if not path.exists():
        return Finding("database", OK, "No game saved yet.")
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            answer = database.execute("PRAGMA quick_check").fetchone()[0]
        database.close()
    except sqlite3.DatabaseError as error:
        answer = str(error)
    if answer != "ok":
        return Finding("database", BAD, f"The database {path} is damaged ({answer}); restore a backup, or move it away to begin a new one.")
    return Finding("database", OK, "The database is whole.")


def check_port(place: Place) -> Finding:
    """The dashboard's port is free, or it is ourselves who listen there."""
    port = place.settings.number("port")
    if port_is_free(port, place.settings.text("host")):
        return Finding("port", OK, f"Port {port} is free; the dashboard will be at {dashboard_url(port)}")
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
            if answer.status == 200:
                return Finding("port", OK, f"The dashboard is running at {dashboard_url(port)}")
    except OSError:
        pass
    return Finding("port", BAD, f"Port {port} is taken by another program; stop it, or set another port.")


def check_power(place: Place) -> Finding:
    """A Pi that is short of current throttles and drops the camera; its firmware remembers."""
    path = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
    try:
        flags = int(path.read_text(), 16)
    except (OSError, ValueError):
        return Finding("power", OK, "Not a Raspberry Pi, or it does not tell.")
    if flags & 0x1:
        return Finding("power", BAD, "The Pi gets too little current now; use its own power supply.")
    if flags & 0x50000:
        return Finding("power", WARN, "The Pi was short of current or throttled since it started; use its own power supply.")
    return Finding("power", OK, "The power supply is good.")


CHECKS: tuple[Callable[[Place], Finding], ...] = (
    check_python, check_packages, check_models, check_decks, check_camera, check_disk, check_gpio, check_database, check_port, check_power,
)  # fmt: skip


def examine(place: Place, checks: Sequence[Callable[[Place], Finding]] = CHECKS) -> list[Finding]:
    """All findings, in the order of CHECKS."""
    findings = []
    for check in checks:
        try:
            findings.append(check(place))
        except (SegnapuntiError, OSError) as error:
            findings.append(Finding(check.__name__.removeprefix("check_"), WARN, f"Could not be found out: {error}"))
    return findings


def as_json(findings: Sequence[Finding]) -> dict[str, object]:
    """`{"ok": .., "findings": [{"check", "state", "text"}..]}`; ok is false when one is bad."""
    return json.loads(json.dumps({"ok": all(f.state != BAD for f in findings), "findings": [asdict(f) for f in findings]}))  # type: ignore[no-any-return]  # built of plain dicts
