"""Importing a game written down as a table: one row a trick, as in the annotated Briscola games.

Columns: Round, X_Number, X_Suit for each player X, Briscola_Number, Briscola_Suit, Leader, Winner, Points. Numbers 1 asso .. 7, 8 fante,
9 cavallo, 10 re; suits coins, cups, clubs, swords (or spades). The tricks follow the leader given. Winner and Points are checked
against the rules: a row that says otherwise is an error of its line, the record follows the cards.
"""

import csv
import io
import os
from pathlib import Path

from table import events as ev
from table.errors import BadFile, BadRecord, BadValue
from table.fold import fold
from table.games import get as get_game
from table.record import Header, LineError, Record

_SUITS = {"coins": "de", "cups": "co", "clubs": "ba", "swords": "sp", "spades": "sp"}
_RANKS = {"1": "A", **{str(n): str(n) for n in range(2, 8)}, "8": "F", "9": "C", "10": "R"}


def import_csv(path: str | os.PathLike[str]) -> Record:
    """The record of one Briscola game in a CSV table. BadFile, BadRecord; errors of rows stand in the record's `errors`."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as e:
        raise BadFile(f"Cannot read the table {os.fspath(path)}: {getattr(e, 'strerror', None) or 'it is not text'}.") from None
    try:
        return parse_csv(text)
    except (BadRecord, csv.Error) as e:
        raise BadRecord(f"{os.fspath(path)}: {e}") from None


def parse_csv(text: str) -> Record:
    """The same from the text of the table."""
    rows = list(csv.DictReader(io.StringIO(text)))
    columns = list(rows[0]) if rows else []
    names = [c.removesuffix("_Number") for c in columns if c and c.endswith("_Number") and c != "Briscola_Number"]
    missing = {"Briscola_Number", "Briscola_Suit", "Leader", *(f"{n}_Suit" for n in names)} - set(columns)
    if missing or len(names) not in (2, 3, 4):
        raise BadRecord(
            "This is no table of tricks; it needs the columns X_Number and X_Suit of each player X, Briscola_Number, Briscola_Suit, Leader."
        )
    try:
        trump = _card(rows[0], "Briscola")
        first = _seat(rows[0], names)
    except BadValue as e:
        raise BadRecord(f"The first trick cannot be read: {e}.") from None
    dealer = (first - 1) % len(names)
    header = Header("briscola", tuple(names), {}, dealer, "italian-40")
    events: list[ev.Event] = [ev.Hand(dealer=dealer), ev.Trump(card=trump)]
    errors: list[LineError] = []
    told: list[tuple[int, str, str]] = []
    for line, row in enumerate(rows, 2):
        try:
            leader = _seat(row, names)
            seats = [(leader + i) % len(names) for i in range(len(names))]
            events += [ev.Play(seat=s, card=_card(row, names[s])) for s in seats]
            told.append((line, row.get("Winner") or "", row.get("Points") or ""))
        except BadValue as e:
            errors.append(LineError(line, f"The trick cannot be read: {e}."))
    record = Record(header, tuple(enumerate(events, 1)))
    return Record(header, record.events, (*errors, *_checked(record, told)))


def _seat(row: dict[str, str], names: list[str]) -> int:
    if row["Leader"] not in names:
        raise BadValue(f"{row['Leader']!r} is no player")
    return names.index(row["Leader"])


def _card(row: dict[str, str], name: str) -> str:
    number, suit = row.get(f"{name}_Number"), row.get(f"{name}_Suit")
    if number not in _RANKS or suit not in _SUITS:
        raise BadValue(f"{number!r} of {suit!r} is no card")
    return _RANKS[number] + _SUITS[suit]


def _checked(record: Record, told: list[tuple[int, str, str]]) -> list[LineError]:
    state = fold(get_game("briscola"), record.header.setup(), record.events)
    errors = []
    for trick, (line, winner, points) in zip(state.hands[-1].tricks, told, strict=False):
        name = "nobody" if trick.winner is None else record.header.players[trick.winner]
        if winner and winner != name:
            errors.append(LineError(line, f"The table says {winner} takes the trick, by the rules it is {name}."))
        if points and points != str(trick.points):
            errors.append(LineError(line, f"The table says {points} points, by the rules there are {trick.points}."))
    return errors
