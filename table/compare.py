"""Comparing what was tracked with what was played: card by card, and how many hands came through without an error.

Both records are first settled (corrections and retractions applied), so only what stands is compared. When and by whom an event was
seen, how surely and with which candidates does not count; nor do events that only say what the rules imply anyway, or what was thought
of a fault (deal, draw, accept, dismiss).
"""

import difflib
import json
from dataclasses import dataclass

from table import events as ev
from table.fold import TakenBack, resolve
from table.notation import event_json
from table.record import Record

_ASIDE = ("at", "source", "confidence", "candidates", "why")
_IMPLIED = (ev.Deal, ev.Draw, ev.Accept, ev.Dismiss, TakenBack)


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: what stands in the truth and in the record (None: nothing), with their seqs; `hand` counts from 0."""

    hand: int
    truth_seq: int | None
    record_seq: int | None
    truth: dict[str, object] | None
    record: dict[str, object] | None

    def __str__(self) -> str:
        truth, record = (json.dumps(e, ensure_ascii=False) if e else "nothing" for e in (self.truth, self.record))
        where = f"event {self.truth_seq}" if self.truth_seq is not None else f"event {self.record_seq} of the record"
        return f"hand {self.hand + 1}, {where}: played {truth}, tracked {record}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The outcome. Of the `cards` played, `unread` are holes in the record, `wrong` stand there as another card or not at all."""

    differences: tuple[Difference, ...]
    hands: int
    error_free: int
    cards: int
    unread: int
    wrong: int

    @property
    def equal(self) -> bool:
        """No difference at all."""
        return not self.differences

    @property
    def rate(self) -> float:
        """The error-free-hand rate, 0 to 1; 1 where there was no hand."""
        return self.error_free / self.hands if self.hands else 1.0


_Item = tuple[int, int, dict[str, object]]  # seq, hand, event without what does not count


def _settled(record: Record) -> list[_Item]:
    items: list[_Item] = []
    hand = -1
    for (seq, _), event in zip(record.events, resolve(list(record.events)), strict=True):
        if event is None or isinstance(event, _IMPLIED):
            continue
        hand += isinstance(event, ev.Hand)
        items.append((seq, max(hand, 0), {k: v for k, v in event_json(event).items() if k not in _ASIDE}))
    return items


def compare(truth: Record, record: Record) -> Comparison:
    """Every difference between the two, in order; another game or number of players is one too."""
    found: list[Difference] = []
    if truth.header.game != record.header.game:
        found.append(Difference(0, 0, 0, {"game": truth.header.game}, {"game": record.header.game}))
    if len(truth.header.players) != len(record.header.players):
        found.append(Difference(0, 0, 0, {"players": len(truth.header.players)}, {"players": len(record.header.players)}))
    left, right = _settled(truth), _settled(record)
    matcher = difflib.SequenceMatcher(None, _keys(left), _keys(right), autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "equal":
            found += _paired(left[i1:i2], right[j1:j2])
    hands = {h for _, h, _ in left} | {h for _, h, _ in right}
    plays = sum(e["event"] == "play" for _, _, e in left)
    missed = [d for d in found if d.truth and d.truth.get("event") == "play"]
    unread = sum(d.record is not None and d.record.get("card") is None for d in missed)
    return Comparison(tuple(found), len(hands), len(hands - {d.hand for d in found}), plays, unread, len(missed) - unread)


def _keys(items: list[_Item]) -> list[str]:
    return [json.dumps(event, sort_keys=True) for _, _, event in items]


def _paired(left: list[_Item], right: list[_Item]) -> list[Difference]:
    """A stretch that differs, event against event of the same kind where possible."""
    found: list[Difference] = []
    rest = list(right)
    for seq, hand, event in left:
        twin = next((r for r in rest if r[2]["event"] == event["event"]), None)
        if twin:
            rest.remove(twin)
        found.append(Difference(hand, seq, twin[0] if twin else None, event, twin[2] if twin else None))
    return found + [Difference(hand, None, seq, None, event) for seq, hand, event in rest]
