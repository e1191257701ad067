"""The appliance's settings: what `segnapunti run --config FILE` understands, each with its default and what it is for.

The file is TOML, one `name = value` a line; `[options]` holds the game's options. `deploy/segnapunti.example.toml` shows all of them.
"""

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

from table.errors import BadFile, BadValue, UnknownName

Value = str | int | float | bool | list[str] | list[int] | list[float] | dict[str, object]


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of the settings file."""

    name: str
    default: Value
    help: str


SETTINGS: tuple[Setting, ...] = (
    Setting("camera", "auto", "Where frames come from: auto, picamera2, /dev/videoN, a video file, a folder of images, or sim."),
    Setting("size", [1280, 720], "Width and height asked of the camera."),
    Setting("fps", 15, "Frames a second asked of the camera."),
    Setting("swap_colours", False, "Swap red and blue, for a camera that delivers them the wrong way round."),
    Setting("localiser", "", "Another Ultralytics OBB model (.onnx) in place of the one that comes along."),
    Setting(
        "table",
        [],
        "Corners of the table in the picture, clockwise from the top left, as shares of it: x1, y1, .. x4, y4; empty: all of it.",
    ),
    Setting(
        "seats",
        [],
        "Where each seat is in the picture, in degrees: 0 right, 90 top, 180 left, 270 bottom; empty: seat 0 below, others evenly.",
    ),
    Setting("game", "briscola", "The game that is open when the appliance starts."),
    Setting("players", ["Player 1", "Player 2"], "Names of the players, in order of play."),
    Setting("dealer", 0, "Who deals first: the number of a player, counted from 0."),
    Setting("deck", "french", "The deck in play: a built-in or taught pack (`segnapunti decks`) or a folder of card images."),
    Setting("options", {}, 'Options of the game, as a table: profile = "tressette".'),
    Setting("language", "it", "Language of the dashboard until a visitor chooses: it, en or de."),
    Setting("host", "0.0.0.0", "Address the dashboard listens on; 127.0.0.1 for this machine only."),
    Setting("port", 8080, "Port the dashboard listens on."),
    Setting("pin", "", "PIN asked before anything is changed from a tablet; empty: none."),
    Setting("panel", True, "Use the buttons, lamps and buzzer on the GPIO pins where there are any."),
    Setting("confirm_pin", 17, "GPIO number of the button that confirms (takes the first candidate of an unread card)."),
    Setting("undo_pin", 27, "GPIO number of the button that takes the last event back."),
    Setting("seat_pins", [5, 6, 13, 19], "GPIO numbers of the lamps of seats 0, 1, 2, 3: lit for whose turn it is."),
    Setting("status_pin", 22, "GPIO number of the status lamp: steady follows, slow blink asks, fast blink has no camera."),
    Setting("buzzer_pin", 18, "GPIO number of the buzzer: one beep for a fault."),
    Setting("mute", [], "Faults that are recorded but neither shown nor sounded, by name: wrong_gatherer."),
    Setting("keep_evidence", False, "Keep the pictures that prove a fault after the evening."),
    Setting("mqtt", "", "Host of an MQTT broker for Home Assistant (needs the homeassistant extra); empty: none."),
)
_BY_NAME = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Settings:
    """Values by name; `settings["port"]`."""

    values: dict[str, Value]

    def __getitem__(self, name: str) -> Value:
        return self.values[name]

    def text(self, name: str) -> str:
        return str(self.values[name])

    def number(self, name: str) -> int:
        value = self.values[name]
        return int(value) if isinstance(value, int | float | str) else 0

    def numbers(self, name: str) -> tuple[float, ...]:
        value = self.values[name]
        return tuple(float(v) for v in value) if isinstance(value, list) else ()

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.values[name]
        return tuple(str(v) for v in value) if isinstance(value, list) else ()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height asked of the camera."""
        width, height = (*self.numbers("size"), 1280, 720)[:2]
        return int(width), int(height)

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Corners of the table, as shares of the picture."""
        flat = self.numbers("table")
        return tuple(zip(flat[::2], flat[1::2], strict=False)) if len(flat) == 8 else ()

    def table(self, name: str) -> dict[str, object]:
        value = self.values[name]
        return dict(value) if isinstance(value, dict) else {}


def defaults() -> Settings:
    """What holds where no file says otherwise."""
    return Settings({setting.name: setting.default for setting in SETTINGS})


def load(path: Path, over: Settings | None = None) -> Settings:
    """Read a settings file over the defaults (or `over` others).

    BadFile where it is missing or no TOML, UnknownName and BadValue for what stands in it.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BadFile(f"There is no settings file {path}; copy deploy/segnapunti.example.toml there, or leave --config out.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"The settings file {path} cannot be read: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise BadFile(f"The settings file {path} is no valid TOML: {error}.") from error
    values = dict((over or defaults()).values)
    for name, value in found.items():
        values[name] = _checked(path, name, value)
    return Settings(values)


def save_value(path: Path, name: str, value: Value) -> None:
    """Write one setting into a file, leaving its other lines as they are; BadFile where it cannot be written."""
    line = f"{name} = {json.dumps(value, ensure_ascii=False)}"
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        top = next((i for i, text in enumerate(lines) if text.lstrip().startswith("[")), len(lines))
        here = next((i for i in range(top) if lines[i].split("=")[0].strip() == name), None)
        lines[here if here is not None else top : here + 1 if here is not None else top] = [line]
        part = path.with_suffix(".part")
        part.write_text("\n".join(lines) + "\n", encoding="utf-8")
        part.replace(path)
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"The setting {name} cannot be saved in {path}: {error}.") from error


def _checked(path: Path, name: str, value: object) -> Value:
    if name not in _BY_NAME:
        raise UnknownName("setting", name, _BY_NAME)
    want = _BY_NAME[name].default
    same = isinstance(value, type(want)) and not (isinstance(value, bool) and not isinstance(want, bool))
    if not same or (isinstance(value, list) and not _uniform(value, want)):
        raise BadValue(f"{path}: {name} should be {_kind(want)}, not {value!r}.")
    return value  # type: ignore[return-value]  # the check above compared it with the default's type


def _uniform(value: list[object], want: Value) -> bool:
    """Whether a list holds what its default does; an empty default of directions, corners or names takes numbers and texts."""
    kind = type(want[0]) if isinstance(want, list) and want else (str, int, float)
    return all(isinstance(v, kind) for v in value)


def _kind(want: Value) -> str:
    if isinstance(want, bool):
        return "true or false"
    return {str: "text in quotes", int: "a whole number", float: "a number", list: "a list in [brackets]", dict: "a [table]"}[type(want)]
