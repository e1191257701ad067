"""What the camera says of one frame: the neutral value between vision and the game. No rules, no pixels.

Coordinates are pixels of the upright frame (x right, y down); `Observation.size` gives its width and height.
"""

from dataclasses import dataclass

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Sighting:
    """One piece of card in one frame.

    track       number of the piece: the same over frames as long as vision could follow it
    card        the code read, None when face down or when vision abstains
    face        "up" | "down"
    confidence  probability of `card` (of being a back, when face down)
    candidates  (code, probability), best first, at most five; evidence summed over the track's frames
    corners     of the whole card, also where covered, clockwise from the card's own top left
    visible     estimated share (0-1) of the card not covered by other sighted cards
    over        tracks this card is seen to lie on top of
    age         frames in which the piece has been seen (hit counter)
    still       True when it has not moved for the last few frames
    """

    track: int
    card: str | None
    face: str
    confidence: float
    candidates: tuple[tuple[str, float], ...]
    corners: Corners
    visible: float = 1.0
    over: tuple[int, ...] = ()
    age: int = 1
    still: bool = True

    @property
    def centre(self) -> tuple[float, float]:
        """Mean of the corners, pixels."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4


@dataclass(frozen=True, slots=True)
class Observation:
    """One frame as vision understood it.

    at          seconds since the source began
    frame       number of the frame (0..)
    size        width, height of the upright frame in pixels
    cards       the pieces in view, lowest first where `over` says so
    moving      share (0-1) of the frame that changed since the last frame (hands, arms); 0 when at rest
    rest        True when the scene is at rest (every still image is)
    bumped      True when the camera seems to have moved against the table
    """

    at: float
    frame: int
    size: tuple[int, int]
    cards: tuple[Sighting, ...] = ()
    moving: float = 0.0
    rest: bool = True
    bumped: bool = False
