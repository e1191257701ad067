"""How much the random tests try: a sample in `make test`, all of it in `make laws` (marker `laws`, or LAWS_HANDS=10000)."""

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    """Hands of self-play a configuration, parts of the proof's duels, lines of damaged records."""

    hands: int
    proof: int
    lines: int


_HANDS = int(os.environ.get("LAWS_HANDS", "0"))
HANDS = Sample(_HANDS, max(2, _HANDS // 100), 10_000) if _HANDS else Sample(12, 2, 10_000)
