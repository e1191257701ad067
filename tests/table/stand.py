"""A table to try the tracker at: two play, seat 0 at the bottom, seat 1 (who leads) at the top."""

from collections.abc import Iterable

from table.observation import Observation
from table.session import Session
from table.tracker import Tracker
from tests.table.observations import SIZE, WIDTH, Film, Thing

MIDDLE = (SIZE[0] / 2, SIZE[1] / 2)


class Table:
    """A session, a tracker and a table without pixels. Cards of seat 0 lie just below the middle, those of seat 1 just above."""

    def __init__(self, game: str = "briscola", players: int = 2, deck: str | None = None, stills: bool = False, **options: object) -> None:
        self.session = Session(game, [f"P{i}" for i in range(players)], options, deck, clock=lambda: 0.0)
        self.tracker = Tracker(self.session, stills=stills)
        self.film = Film(self.session.setup.deck.faces)
        self.gathered = 0

    def opened(self, trump: str = "5ba") -> "Table":
        """The trump lies half under the talon, to the right."""
        x, y = MIDDLE[0] + 4.4 * WIDTH, MIDDLE[1]
        turned = self.film.put(trump, x - 0.65 * WIDTH, y, 90)
        self.film.put("", x, y, 0, "down", over=(turned,))
        self.watch(self.film.wait(1.0))
        return self

    def watch(self, frames: Iterable[Observation]) -> None:
        for seen in frames:
            for event in self.tracker.observe(seen):
                self.session.append(event)

    def wait(self, seconds: float = 0.6, moving: float = 0.0) -> None:
        self.watch(self.film.wait(seconds, moving))

    def lay(self, seat: int, card: str, x: float = 0.0, over: tuple[Thing, ...] = (), out: float = 0.55, comes: bool = False) -> Thing:
        """A card comes to lie; `comes`: it is seen coming from its player."""
        y = out * WIDTH * (1 if seat == 0 else -1)
        start = (MIDDLE[0] + x, MIDDLE[1] + y * 6 if comes else MIDDLE[1] + y)
        thing = self.film.put(card, *start, over=over)
        if comes:
            self.wait(0.1, 0.05)
            self.film.move(thing, MIDDLE[0] + x, MIDDLE[1] + y)
        self.wait()
        return thing

    def trick(self, first: tuple[int, str], second: tuple[int, str]) -> tuple[Thing, Thing]:
        a = self.lay(*first)
        return a, self.lay(*second, over=(a,))

    def gather(self, seat: int, *cards: Thing) -> None:
        """The cards go, and the pile of `seat` grows."""
        self.film.take(*cards, *[t for t in self.film.things if t.card == f"pile{seat}"])
        self.gathered += 1
        x, y = 2.5 + 0.2 * (self.gathered % 2), 3.4 if seat == 0 else -3.4
        self.film.put(f"pile{seat}", MIDDLE[0] + x * WIDTH, MIDDLE[1] + y * WIDTH, 85, "down")
        self.wait(0.3, 0.05)
        self.wait(1.5)

    @property
    def plays(self) -> list[tuple[int, str | None]]:
        """What stands: (seat, card)."""
        return [(p.seat, p.card) for p in self.session.state.hand.all_plays()] if self.session.state.hand else []

    @property
    def kinds(self) -> list[str]:
        return [e.kind for _, e in self.session.events]
