"""What is really in a simulated frame, card by card, and the files that say so (`frames.jsonl`)."""

from dataclasses import dataclass
from typing import Any

from table.observation import Corners


@dataclass(frozen=True, slots=True)
class TrueCard:
    """One piece in one frame.

    card     its code, also when it lies face down (nobody at the table can see it then)
    corners  pixels, clockwise from the card's own top left, also where covered or cut by the picture's edge
    face     "up" | "down"
    zone     trick, turned, talon, pile, meld, monte, passed; hand while it is being carried
    seat     whose card or pile it is; None for stock, turned card and monte
    visible  share (0-1) of the card that is in the picture and not covered
    """

    card: str
    corners: Corners
    face: str
    zone: str
    seat: int | None
    visible: float


@dataclass(frozen=True, slots=True)
class FrameTruth:
    """All pieces in sight in one frame, lowest first; pieces of which nothing is visible are left out."""

    frame: int
    at: float
    cards: tuple[TrueCard, ...]

    def as_json(self) -> dict[str, Any]:
        """A line of `frames.jsonl`."""
        cards = [
            {
                "card": c.card,
                "corners": [[round(x, 1), round(y, 1)] for x, y in c.corners],
                "face": c.face,
                "zone": c.zone,
                "seat": c.seat,
                "visible": round(c.visible, 3),
            }
            for c in self.cards
        ]
        return {"frame": self.frame, "at": round(self.at, 3), "cards": cards}
