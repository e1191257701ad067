"""Who laid a card: where each player's cards have come to lie so far, where this one came from, and whose turn it is.

All as log-likelihoods. The turn is believed unless place or way speak clearly against it: where a player lays his cards is learned, and
one who throws them anywhere is judged by the turn alone.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, permutations

from table.pieces import Piece
from table.zones import Layout, Point

TURN = 4.0  # out of turn is rarer than one play in fifty
TWICE = -4.0  # nobody lays two cards on a trick: rarer still
STEP = 1.5  # a card whose track begins this many card widths away has shown where it came from
WAY = 3.0  # a way straight from one player outweighs the turn (2 x 3 > 4), one from between two does not
SEEN_FIRST = 2.0  # what is seen first was laid first, unless all else says no
SPREAD = 0.6  # card widths by which cards scatter round a player's spot until his habit is known
OUT = 0.6  # card widths from the middle at which cards are expected until then


@dataclass(slots=True)
class _Spot:
    n: float = 0.0
    x: float = 0.0
    y: float = 0.0
    spread: float = 0.0  # sum of squared distances from the mean, card widths squared

    def add(self, x: float, y: float) -> None:
        self.n += 1
        dx, dy = x - self.x, y - self.y
        self.x += dx / self.n
        self.y += dy / self.n
        self.spread += (dx * (x - self.x) + dy * (y - self.y)) / 2


@dataclass(slots=True)
class Spots:
    """What is known of the players' habits. Points are pixels; `unit` is a card's width."""

    layout: Layout
    _spots: dict[int, _Spot] = field(default_factory=dict)

    @property
    def known(self) -> bool:
        """True once any player's spot has been learned."""
        return bool(self._spots)

    def learn(self, seat: int, at: Point, middle: Point, unit: float) -> None:
        """A card surely laid by `seat` came to lie at `at`."""
        self._spots.setdefault(seat, _Spot()).add((at[0] - middle[0]) / unit, (at[1] - middle[1]) / unit)

    def expected(self, seat: int) -> Point:
        """Where `seat` lays its cards, card widths from the middle."""
        dx, dy = self.layout.towards(seat)
        spot = self._spots.get(seat, _Spot())
        return (spot.n * spot.x + 0.5 * OUT * dx) / (spot.n + 0.5), (spot.n * spot.y + 0.5 * OUT * dy) / (spot.n + 0.5)

    def laid(self, seat: int, at: Point, middle: Point, unit: float) -> float:
        """Log-likelihood of `seat` laying a card at `at`."""
        spot, (x, y) = self._spots.get(seat, _Spot()), self.expected(seat)
        variance = (spot.spread + 3 * SPREAD**2) / (spot.n + 3)
        off = ((at[0] - middle[0]) / unit - x) ** 2 + ((at[1] - middle[1]) / unit - y) ** 2
        return -min(off / (2 * variance), 12.0)

    def came(self, seat: int, piece: Piece, unit: float) -> float:
        """Log-likelihood of the piece's way, if it was seen coming."""
        x, y = piece.came[0] - piece.spot[0], piece.came[1] - piece.spot[1]
        far = math.hypot(x, y)
        if far < STEP * unit:
            return 0.0
        dx, dy = self.layout.towards(seat)
        return WAY * (x * dx + y * dy) / far


def orders(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """The orders in which new pieces can have been laid: what lies over another came later; at most four, older ones as they came."""
    for row in permutations(pieces):
        place = {p.number: i for i, p in enumerate(row)}
        if all(place[under] < place[p.number] for p in row for under in p.over if under in place):
            yield row


def assign(
    pieces: Sequence[Piece], turn: int | None, laid: Sequence[int], spots: Spots, middle: Point, unit: float
) -> tuple[list[tuple[Piece, int]], float]:
    """Order and seats of pieces laid since the last frame, as (piece, seat), and by how much (log) the choice leads.

    turn  whose turn it is (None: open); laid  seats that already lie on this trick. Pieces beyond a full trick are left out.
    """
    n = spots.layout.seats
    room = max(1, n - len(laid))
    best: list[tuple[float, int, list[tuple[Piece, int]]]] = []
    for k, row in enumerate(orders(pieces[:4])):
        for first in range(n) if turn is None else (turn,):
            score, taken, due, chosen = 0.0, set(laid), first, []
            for piece in row[:room]:
                weigh = []
                for s in range(n):
                    value = spots.laid(s, piece.spot, middle, unit) + spots.came(s, piece, unit)
                    weigh.append((value + (TURN if s == due else 0.0) + (TWICE if s in taken else 0.0), s))
                value, seat = max(weigh, key=lambda w: (w[0], w[1] == due))
                score += value
                chosen.append((piece, seat))
                taken.add(seat)
                due = next((s % n for s in range(seat + 1, seat + n) if s % n not in taken), due)
            best.append((score + SEEN_FIRST * sum(a.born <= b.born for a, b in pairwise(row)), -k, chosen))
    best.sort(key=lambda b: (b[0], b[1]), reverse=True)
    lead = best[0][0] - next((b[0] for b in best if b[2] != best[0][2]), best[0][0] - 9.0)
    return best[0][2], lead
