"""The verdict on a card before or after it is laid: what may be said of it honestly, without seeing the hand."""

from dataclasses import dataclass
from enum import StrEnum

from table.faults import Fault, Why


class Ruling(StrEnum):
    """What may be said of a play."""

    ALLOWED = "allowed"
    CERTAIN = "certain"
    PROVED = "proved"
    UNDECIDABLE = "undecidable"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Ruling on one card; `fault` and `why` where there is one, `at` the event that proves it (PROVED only)."""

    ruling: Ruling
    fault: Fault | None = None
    why: Why | None = None
    at: int | None = None


ALLOWED = Verdict(Ruling.ALLOWED)
UNDECIDABLE = Verdict(Ruling.UNDECIDABLE)


def certain(fault: Fault, why: Why | None = None) -> Verdict:
    """A fault plain from what is public now."""
    return Verdict(Ruling.CERTAIN, fault, why)


@dataclass(frozen=True, slots=True)
class Must:
    """What the player whose turn it is has to do. `text` is an English message id with {named} places for `args`;
    whoever prints translates.

    Suits and ranks in `args` are codes ("H", "10"), for the printer to put into words.
    """

    seat: int
    text: str
    args: tuple[tuple[str, str], ...] = ()
