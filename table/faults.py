"""What can be wrong at a card table, each wrongness with its name (RULES.md), and the report of one.

A fault never stops an event from being recorded: it happened. Nothing merely likely is ever reported.
"""

from dataclasses import dataclass, field
from enum import StrEnum


class Fault(StrEnum):
    """Names of faults, as they stand in records, cases and translations."""

    OUT_OF_TURN = "out_of_turn"
    TWO_CARDS = "two_cards"
    COPY_TOO_MANY = "copy_too_many"
    MISSING_CARD = "missing_card"
    WRONG_GATHERER = "wrong_gatherer"
    MELD_TIME = "meld_time"
    MELD_CLASS = "meld_class"
    MELD_NOT_HELD = "meld_not_held"
    SWAP = "swap"
    MONTE = "monte"
    CALL = "call"
    ASK_DENIED = "ask_denied"
    REVOKE = "revoke"


class Grade(StrEnum):
    """CERTAIN: plain from what is public at that moment. PROVED: later play shows it (`proved_at`)."""

    CERTAIN = "certain"
    PROVED = "proved"


class Why(StrEnum):
    """The obligation a revoke broke."""

    MUST_FOLLOW = "must_follow"
    MUST_BEAT = "must_beat"
    MUST_TRUMP = "must_trump"
    MUST_OVERTRUMP = "must_overtrump"


@dataclass(frozen=True, slots=True)
class FaultReport:
    """One fault.

    seat        who did it; None where nobody can be named (a card missing at the end)
    seq         the event at fault; proved_at the event that proves it (equal when certain)
    why         the broken obligation of a revoke, else None
    evidence    seqs of the events whose cards prove it (for showing their crops), the fault's own left out
    accepted    True once the table agreed (`accept`)
    due         whose turn it was, or whose the trick; None where that says nothing. For the sentence only: no part of what is compared
    """

    fault: Fault
    grade: Grade
    seat: int | None
    seq: int
    proved_at: int
    why: Why | None = None
    evidence: tuple[int, ...] = ()
    accepted: bool = False
    due: int | None = field(default=None, compare=False)


def certain(fault: Fault, seat: int | None, seq: int, why: Why | None = None, due: int | None = None) -> FaultReport:
    """A fault plain at once."""
    return FaultReport(fault, Grade.CERTAIN, seat, seq, seq, why, due=due)
