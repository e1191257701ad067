"""Seats: numbered 0..n-1 in order of play; seat p+1 plays after p. Nothing else is meant by a number.

Where a seat is on the table follows from `direction`: the order of play runs clockwise or counter-clockwise seen from above.
"""

from collections.abc import Iterator

CLOCKWISE = "clockwise"
COUNTERCLOCKWISE = "counterclockwise"
DIRECTIONS = (CLOCKWISE, COUNTERCLOCKWISE)


def following(seat: int, players: int) -> int:
    """The seat that plays after `seat`."""
    return (seat + 1) % players


def order(first: int, players: int) -> Iterator[int]:
    """All seats in order of play, beginning with `first`."""
    return ((first + i) % players for i in range(players))


def side(seat: int, sides: int) -> int:
    """The side a seat belongs to: `seat % sides`; with as many sides as players, the seat itself."""
    return seat % sides


def members(of_side: int, players: int, sides: int) -> tuple[int, ...]:
    """The seats of a side, in order."""
    return tuple(range(of_side, players, sides))


def angle(seat: int, players: int, direction: str, first: float = 270.0) -> float:
    """Where a seat sits, degrees counter-clockwise from the right as on a map, seat 0 at `first` (270: below, as the camera sees it)."""
    step = 360.0 / players
    return (first + (step if direction == COUNTERCLOCKWISE else -step) * seat) % 360.0
