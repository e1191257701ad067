"""Records: a game as JSON lines, one header, then one event a line. The reader collects errors with line numbers and goes on.

`seq` of an event is its physical line number minus 1; broken and blank lines count. One event as JSON: `table.notation`.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TextIO

from table import events as ev
from table.errors import BadFile, BadRecord, BadValue, SegnapuntiError
from table.games import get as get_game
from table.games.base import Game
from table.notation import event_json as event_json  # offered here too: who writes a record writes events
from table.notation import parse_event, short, text, whole
from table.options import Value, find
from table.state import Setup

FORMAT = 1
event_from_json, event_to_json = parse_event, event_json  # the names other rooms know them by


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: how the game was opened. `deck` a composition name, `pack` how its cards look."""

    game: str
    players: tuple[str, ...]
    options: dict[str, Value] = field(default_factory=dict)
    dealer: int = 0
    deck: str = ""
    pack: str | None = None

    def setup(self) -> Setup:
        """The setup this header opens; BadValue or UnknownName where it cannot."""
        return get_game(self.game).setup(self.players, self.options, self.deck or None, self.dealer, self.pack)


@dataclass(frozen=True, slots=True)
class LineError:
    """What is wrong with one line; `line` counts from 1."""

    line: int
    error: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record in memory: `events` are (seq, event)."""

    header: Header
    events: tuple[tuple[int, ev.Event], ...] = ()
    errors: tuple[LineError, ...] = ()


# ---- headers


def header_json(header: Header) -> dict[str, Any]:
    """The JSON object of the first line."""
    data = {
        "segnapunti": FORMAT, "game": header.game, "options": dict(header.options), "players": list(header.players),
        "dealer": header.dealer, "deck": header.deck,
    }  # fmt: skip
    return data | ({"pack": header.pack} if header.pack else {})


def header_of(setup: Setup) -> Header:
    """The header that opens the game like `setup`; options at their default are left out."""
    game = get_game(setup.game)
    plain = game.setup(setup.players, {}, setup.deck.name, setup.dealer).options
    options = {k: v for k, v in setup.options.items() if v != plain[k]}
    return Header(setup.game, setup.players, options, setup.dealer, setup.deck.name, setup.pack)


def parse_header(data: object) -> tuple[Header, list[str]]:
    """The header in a JSON object and what was wrong with it but could be mended. BadRecord when no game can be opened from it."""
    if not isinstance(data, dict) or "segnapunti" not in data:
        raise BadRecord('The first line is no header of a record; it should be like {"segnapunti": 1, "game": "briscola", ..}.')
    if data["segnapunti"] != FORMAT:
        raise BadRecord(f"The record is of format {short(data['segnapunti'])}; this program reads format {FORMAT}.")
    try:
        game = get_game(text(data.get("game")))
        names = data.get("players")
        if not isinstance(names, list):
            raise BadValue("The header needs the list of players.")
        players = tuple(text(p) for p in names)
        game.setup(players)
    except SegnapuntiError as e:
        raise BadRecord(f"The header opens no game: {e}") from None
    return _mended(game, players, data)


def _mended(game: Game, players: tuple[str, ...], data: dict[str, Any]) -> tuple[Header, list[str]]:
    wrong: list[str] = []
    header = Header(game.NAME, players, {}, 0, game.setup(players).deck.name)

    def attempt(candidate: Callable[[], Header]) -> Header:
        try:
            fresh = candidate()
            fresh.setup()
        except (SegnapuntiError, TypeError) as e:
            wrong.append(str(e))
            return header
        return fresh

    given = data.get("options", {})
    if not isinstance(given, dict):
        wrong.append(f"The options must be an object, not {short(given)}.")
        given = {}
    for name, value in given.items():
        header = attempt(lambda n=name, v=value, h=header: _with(h, options={**h.options, n: find(game.option_list(), n).parse(v)}))  # type: ignore[misc]  # loop values bound as defaults
    for name, parse in (("deck", text), ("dealer", whole), ("pack", text)):
        if data.get(name) is not None:
            header = attempt(lambda n=name, p=parse, h=header: _with(h, **{n: p(data[n])}))  # type: ignore[misc]  # the same
    return header, wrong


def _with(header: Header, **changes: Any) -> Header:
    return Header(**({f.name: getattr(header, f.name) for f in fields(header)} | changes))


# ---- files


def parse(content: bytes) -> Record:
    """The record in the bytes of a file. BadRecord when the first line opens no game."""
    lines = content.split(b"\n")
    first, wrong = parse_header(_loads(lines[0].removeprefix(b"\xef\xbb\xbf"), header=True))
    setup = first.setup()
    errors = [LineError(1, e) for e in wrong]
    found: dict[int, ev.Event] = {}
    for seq, line in enumerate(lines[1:], 1):
        if not line.strip():
            continue
        try:
            event = parse_event(_loads(line))
            setup.check(event)
            if isinstance(event, (ev.Correct, ev.Retract, ev.Accept, ev.Dismiss)) and event.seq not in found:
                raise BadValue(f"There is no event {event.seq} before this one to {event.kind}.")
            found[seq] = event
        except SegnapuntiError as e:
            errors.append(LineError(seq + 1, str(e)))
    return Record(first, tuple(found.items()), tuple(errors))


def _loads(line: bytes, header: bool = False) -> object:
    try:
        return json.loads(line.decode())
    except (ValueError, RecursionError):
        kind: type[SegnapuntiError] = BadRecord if header else BadValue
        what = "The first line is no header of a record: it is not JSON." if header else "The line is not JSON."
        raise kind(what) from None


def read(path: str | os.PathLike[str]) -> Record:
    """The record in a file. BadFile when it cannot be opened, BadRecord when its first line opens no game."""
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as e:
        raise BadFile(f"Cannot read the record {os.fspath(path)}: {getattr(e, 'strerror', None) or e}.") from None
    try:
        return parse(content)
    except BadRecord as e:
        raise BadRecord(f"{os.fspath(path)}: {e}") from None


def lines(record: Record) -> list[str]:
    """The lines of a record, without line ends; blank where a seq was skipped."""
    found = [_dumps(header_json(record.header))]
    for seq, event in record.events:
        found += [""] * (seq - len(found))
        found.append(_dumps(event_json(event)))
    return found


def write(path: str | os.PathLike[str], record: Record) -> None:
    """Write a record, replacing the file."""
    try:
        Path(path).write_text("\n".join(lines(record)) + "\n", encoding="utf-8")
    except OSError as e:
        raise BadFile(f"Cannot write the record {os.fspath(path)}: {e.strerror or e}.") from None


class Writer:
    """Writes a record event by event, each line flushed. Use with `with`, or `close` it."""

    def __init__(self, path: str | os.PathLike[str], header: Header) -> None:
        try:
            self._file: TextIO = open(path, "w", encoding="utf-8")  # noqa: SIM115  # closed by close()
        except OSError as e:
            raise BadFile(f"Cannot write the record {os.fspath(path)}: {e.strerror or e}.") from None
        self._next = 0
        self._line(_dumps(header_json(header)))

    def append(self, event: ev.Event) -> int:
        """Write one event and return its seq."""
        self._line(_dumps(event_json(event)))
        return self._next - 1

    def _line(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()
        self._next += 1

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> "Writer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _dumps(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)
