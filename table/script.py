"""A script: what a simulated evening plays, for the simulated table to film. Made by self-play, without pixels.

`events` are the events as a perfect observer would record them (with `at` unset: the simulator decides the timing);
`deal` gives the hidden cards so that the simulator can show hands, talon and piles.
"""

from collections import Counter
from collections.abc import Sequence
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


class Declared:
    """What lies open before each player, and in which kinds of combination each card has served. Twins are counted, not told apart."""

    def __init__(self) -> None:
        self._open: dict[int, Counter[str]] = {}
        self._served: dict[tuple[int, str], Counter[str]] = {}

    def lay(self, seat: int, meld: str, cards: Sequence[str]) -> list[str]:
        """A combination is declared; the cards that have to be laid for it, because they do not lie there or have served in its kind."""
        kind = next((name for name in ("matrimonio", "quinta") if meld.startswith(name)), meld)
        lying, served = self._open.setdefault(seat, Counter()), self._served.setdefault((seat, kind), Counter())
        need = Counter(cards) - (lying - served)
        lying.update(need)
        served.update(cards)
        return [code for code in cards if need[code] and not need.subtract([code])]

    def play(self, seat: int, card: str) -> None:
        """A card is played: of twins lying open, one that served."""
        if self._open.get(seat, Counter())[card]:
            self._open[seat][card] -= 1
            for (who, _), served in self._served.items():
                served[card] -= who == seat and served[card] > 0
