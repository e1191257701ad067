"""How vision misreads: the readings a camera would give of a card, wrong as often as they say.

Of every reading `wrong` is the share whose first candidate is another card. Most cards are seen clearly: what is left over for other cards
lies between 1e-5 and 1e-2, evenly by its logarithm. The rest are doubtful, the first candidate between .5 and .99. Which candidate is the
right one is drawn from the probabilities told, so that they are true; the others are cards easily taken for it: half the time its
double (each card has one), else mostly of its rank or its suit. Below .8 vision abstains.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from table import cards

LEFT = (1e-5, 1e-2)  # what a clear reading leaves over
DOUBT = (0.5, 0.99)  # first candidate of a doubtful one
SHARES = (0.6, 0.2, 0.1, 0.05)  # of what is left over, for the second to the fifth candidate
TELLS = 0.8  # below it the card stays unread
AGAIN = 0.3  # chance that a new look at a card lost from sight reads it afresh, not as before

Seen = tuple[str | None, float, tuple[tuple[str, float], ...]]


@dataclass(frozen=True, slots=True)
class Noise:
    """How badly vision sees. `wrong`: share of readings whose first candidate is wrong; `drop`: share of sightings missing from a frame;
    `ghosts`: false faces a frame."""

    wrong: float = 0.0
    drop: float = 0.0
    ghosts: float = 0.0


def reading(card: str, faces: Sequence[str], noise: Noise, rng: Random) -> Seen:
    """What vision makes of a card: code (None where it abstains), confidence, candidates."""
    if not noise.wrong:
        return card, 0.99, ((card, 0.99),)
    clear = (LEFT[1] - LEFT[0]) / math.log(LEFT[1] / LEFT[0])  # the mean of what they leave over
    doubtful = min(1.0, max(0.0, (noise.wrong - clear) / (1.0 - sum(DOUBT) / 2 - clear)))
    left = LEFT[0] * (LEFT[1] / LEFT[0]) ** rng.random()
    c = rng.uniform(*DOUBT) if rng.random() < doubtful else 1.0 - left
    shares = [c, *((1.0 - c) * share for share in SHARES)]
    lot = rng.random()
    at = next((i for i, edge in enumerate(_sums(shares)) if lot < edge), len(shares))
    order = alike(card, faces, rng)[: len(shares)]
    order.insert(at, card)
    candidates = tuple((code, round(share, 4)) for code, share in zip(order, shares, strict=False))
    return (candidates[0][0] if c >= TELLS else None), round(c, 4), candidates


def alike(card: str, faces: Sequence[str], rng: Random) -> list[str]:
    """The other faces, those first that are easily taken for it."""
    weigh = {face: rng.random() ** (1.0 / likeness(card, face, faces)) for face in faces if face != card}
    return sorted(weigh, key=lambda face: -weigh[face])


def likeness(a: str, b: str, faces: Sequence[str]) -> float:
    """Weight with which `a` is taken for `b`; the same the other way round."""
    i, j = faces.index(a), faces.index(b)
    if i // 2 == j // 2:
        return 30.0  # its double
    if cards.rank(a) == cards.rank(b):
        return 3.0
    return 2.0 if cards.suit(a) == cards.suit(b) else 0.2


def _sums(shares: Sequence[float]) -> list[float]:
    return [sum(shares[: i + 1]) for i in range(len(shares))]
