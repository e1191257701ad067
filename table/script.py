"""A script: what a simulated evening plays, for the simulated table to film. Made by self-play, without pixels.

`events` are the events as a perfect observer would record them (with `at` unset: the simulator decides the timing);
`deal` gives the hidden cards so that the simulator can show hands, talon and piles.
"""

from dataclasses import dataclass, field

from table.events import Deal, Event


@dataclass(frozen=True, slots=True)
class Script:
    """One hand to film. `options` are the game's options; `deck` a composition name; `dealer` a seat."""

    game: str
    players: tuple[str, ...]
    deck: str
    dealer: int
    deal: Deal
    events: tuple[Event, ...]
    options: dict[str, object] = field(default_factory=dict)
    seed: int = 0
