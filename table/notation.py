"""Notation: an event as a JSON object of the record, and back. `parse_event` and `event_json` undo each other."""

import math
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any

from table import cards
from table import events as ev
from table.errors import BadValue

_LIMIT = 1_000_000_000  # no honest number in a record is larger
_KINDS = {e.kind: e for e in ev.EVENTS}
_NULLABLE = {("play", "card"), ("ask", "giver")}  # printed as null: an unread card, a card nobody has


def whole(value: object) -> int:
    """The value if it is a whole number of honest size, else BadValue."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > _LIMIT:
        raise BadValue(f"must be a whole number, not {short(value)}")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or abs(value) > _LIMIT:
        raise BadValue(f"must be a number, not {short(value)}")
    return float(value)


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise BadValue(f"must be true or false, not {short(value)}")
    return value


def text(value: object) -> str:
    """The value if it is text, else BadValue."""
    if not isinstance(value, str) or any("\ud800" <= c <= "\udfff" for c in value):
        raise BadValue(f"must be text, not {short(value)}")
    return value


def _suit(value: object) -> str:
    cards.suit_family(text(value))
    return str(value)


def _cards(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadValue(f"must be a list of cards, not {short(value)}")
    return tuple(cards.parse(c) for c in value)


def _hands(value: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list):
        raise BadValue(f"must be a list of hands, not {short(value)}")
    return tuple(_cards(h) for h in value)


def _candidates(value: object) -> ev.Candidates:
    if not isinstance(value, list) or not all(isinstance(p, list) and len(p) == 2 for p in value):
        raise BadValue(f"must be a list of [card, probability], not {short(value)}")
    return tuple((cards.parse(c), _number(p)) for c, p in value)


_PARSERS: dict[str, Callable[[object], Any]] = {
    **dict.fromkeys(("seat", "dealer", "giver", "to", "winner", "points", "seq"), whole),
    **dict.fromkeys(("at", "confidence"), _number),
    **dict.fromkeys(("trump", "suit"), _suit),
    **dict.fromkeys(("source", "meld", "why"), text),
    "unread": _switch,
    "card": cards.parse, "cards": _cards, "talon": _cards, "hands": _hands, "candidates": _candidates,
}  # fmt: skip


def short(value: object) -> str:
    """The value as it stands in a sentence."""
    words = repr(value)
    return words if len(words) <= 40 else words[:37] + "..."


def parse_event(data: object) -> ev.Event:
    """The event a JSON object stands for; BadValue with a sentence otherwise. Unknown fields are let be."""
    if not isinstance(data, dict):
        raise BadValue('An event is a JSON object with a field "event".', code="no_event_object")
    kind = _KINDS.get(data["event"]) if isinstance(data.get("event"), str) else None
    if kind is None:
        raise BadValue(f"There is no event called {short(data.get('event'))}.", code="unknown_event", name=short(data.get("event")))
    values: dict[str, Any] = {}
    for f in fields(kind):
        given = data.get(f.name)
        if given is None:
            if f.default is MISSING and (kind.kind, f.name) not in _NULLABLE:
                raise BadValue(f"The event {kind.kind} needs the field {f.name}.", code="field_missing", event=kind.kind, field=f.name)
            continue
        try:
            values[f.name] = _PARSERS[f.name](given)
        except BadValue as e:
            raise BadValue(f"The field {f.name} of {kind.kind}: {e}", code="field_wrong", event=kind.kind, field=f.name) from None
    if (kind.kind, "card") in _NULLABLE and "card" not in data:
        raise BadValue("The event play needs the field card (null while it is unread).", code="field_missing", event="play", field="card")
    return kind(**values)


def event_json(event: ev.Event) -> dict[str, Any]:
    """The JSON object of an event; fields that are None are left out."""
    data: dict[str, Any] = {"event": event.kind}
    for f in sorted(fields(event), key=lambda f: f.name in ("at", "source", "confidence", "candidates")):
        value = getattr(event, f.name)
        if value is not None or (event.kind, f.name) in _NULLABLE:
            data[f.name] = _lists(value)
    return data


def _lists(value: Any) -> Any:
    return [_lists(v) for v in value] if isinstance(value, tuple) else value
