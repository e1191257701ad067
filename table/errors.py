"""Errors of the game room: one root, each also a builtin, each message one sentence for the person who reads it.

A player's mistake is never an exception (it is a `table.faults.Fault`); these are for wrong input to the program.
"""

import difflib
from collections.abc import Iterable


class SegnapuntiError(Exception):
    """Root of all errors this project raises on purpose; `str(error)` is one clear sentence.

    `code` names the reason and `data` holds what the sentence says, for whoever has to say it in another language; "" where only
    programs can meet it. Cards, games and options in `data` are codes.
    """

    def __init__(self, *sentence: object, code: str = "", **data: object) -> None:
        super().__init__(*sentence)
        self.code, self.data = code, data


class UnknownName(SegnapuntiError, ValueError):
    """A game, deck, option or pack that does not exist; the sentence offers the nearest name."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=1, cutoff=0.4)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names) or 'none'}."
        self.kind, self.name, self.nearest = kind, name, near[0] if near else None
        super().__init__(f"There is no {kind} called {name!r}; {hint}", code="unknown", kind=kind, name=name, nearest=self.nearest or "")


class BadValue(SegnapuntiError, ValueError):
    """A value of the wrong form (card code, seat, option value, event field)."""


class BadRecord(SegnapuntiError, ValueError):
    """A record that cannot be read at all (no usable header)."""


class BadFile(SegnapuntiError, OSError):
    """A file or device that is missing, unreadable or of the wrong kind."""
