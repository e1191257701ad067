"""Who holds which piece of card: hands, talon, and what lies open before the players. The hidden side of the table."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from table.events import Deal
from vision.sim.film import Film
from vision.sim.scene import Piece


@dataclass(slots=True)
class Holdings:
    """hands: by seat; talon: the next card first; laid: seat → slot of its row → piece."""

    hands: list[list[Piece]] = field(default_factory=list)
    talon: list[Piece] = field(default_factory=list)
    laid: dict[int, dict[int, Piece]] = field(default_factory=dict)

    @classmethod
    def dealt(cls, film: Film, deal: Deal, seats: int) -> "Holdings":
        """New pieces for every card of the deal; every second copy of a card has the other deck's back."""
        copies: dict[str, Iterator[int]] = {}

        def piece(code: str) -> Piece:
            return film.new(code, next(copies.setdefault(code, count())) % 2)

        hands = [[piece(code) for code in hand] for hand in deal.hands] or [[] for _ in range(seats)]
        return cls(hands, [piece(code) for code in deal.talon])

    def shows(self, seat: int, code: str) -> bool:
        """Whether the seat has the card, in hand or before it."""
        return any(p.code == code for p in (*self.hands[seat], *self.laid.get(seat, {}).values()))

    def from_hand(self, seat: int, code: str) -> Piece | None:
        """The piece out of the hand alone."""
        for piece in self.hands[seat]:
            if piece.code == code:
                self.hands[seat].remove(piece)
                return piece
        return None

    def take(self, film: Film, seat: int, code: str) -> tuple[Piece, bool]:
        """The piece a player shows, and whether it lay before him; a script without a deal gets a new one."""
        for slot, piece in self.laid.get(seat, {}).items():
            if piece.code == code:
                del self.laid[seat][slot]
                return piece, True
        return self.from_hand(seat, code) or film.new(code), False

    def turn_up(self, film: Film, code: str) -> Piece:
        """The turned card out of the talon, where it is the last."""
        for piece in reversed(self.talon):
            if piece.code == code:
                self.talon.remove(piece)
                return piece
        return film.new(code)

    def pick_up(self, seat: int) -> list[Piece]:
        """What lies before a player goes back into his hand; the pieces."""
        row = list(self.laid.pop(seat, {}).values())
        self.hands[seat] += row
        return row
