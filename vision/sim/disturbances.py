"""What goes wrong or gets in the way at a real table, each on a switch. Which happens when is drawn by lot; the truth tells of it.

`plan` decides, `Mischief` shows what needs no knowledge of the game; cards laid and taken back and the like are the director's part.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from table import events
from table.errors import UnknownName
from table.script import Script
from vision.sim.film import Film
from vision.sim.places import Pose
from vision.sim.scene import Piece, Reach, Thing

DISTURBANCES = {
    "moved": "a card of the trick is pushed a little, lying as it is",
    "straightened": "a card of the trick is put straight",
    "taken_back": "a card is laid, taken back within three seconds, and another one played",
    "face_down": "a card falls face down and is turned over",
    "wrong_gatherer": "a trick is gathered by a player who did not win it",
    "left_lying": "a trick is left lying and gathered together with the next, won by the same player",
    "spectator": "somebody who does not play reaches over the table",
    "glass": "a glass is put on the table",
    "light": "the light is switched on or off",
    "bump": "the camera is knocked",
}
# How often in a hand each happens unless something else is said.
DEFAULT: dict[str, int] = {"moved": 1, "straightened": 2, "spectator": 1, "glass": 1, "light": 1}

_AROUND = ("spectator", "glass", "light", "bump")


def plan(times: Mapping[str, int], script: Script, rng: Random) -> dict[int, tuple[str, ...]]:
    """Index of an event of the script → what happens at it. UnknownName for what is no disturbance."""
    for name in times:
        if name not in DISTURBANCES:
            raise UnknownName("disturbance", name, DISTURBANCES)
    seats = len(script.players)
    plays = [i for i, e in enumerate(script.events) if isinstance(e, events.Play)]
    gathers = [i for i, e in enumerate(script.events) if isinstance(e, events.Gather)]
    whose = {i: e.seat for i, e in enumerate(script.events) if isinstance(e, events.Gather)}
    # A trick can stay for the next one if its winner wins that too; a last trick has no next one.
    pairs = [a for a, b in pairwise(gathers) if whose[a] == whose[b]]
    early = [i for n, i in enumerate(plays) if n < len(plays) - seats]  # in the last trick nobody has a second card to lay
    spots = {"wrong_gatherer": gathers, "left_lying": pairs, "taken_back": early}
    out: dict[int, tuple[str, ...]] = {}
    for name in DISTURBANCES:
        free = [i for i in spots.get(name, plays) if not (set(out.get(i, ())) - set(_AROUND)) or name in _AROUND]
        for i in rng.sample(free, min(times.get(name, 0), len(free))):
            out[i] = (*out.get(i, ()), name)
            if name == "left_lying":  # the two tricks are gathered once
                out[gathers[gathers.index(i) + 1]] = (*out.get(gathers[gathers.index(i) + 1], ()), "_both")
    return out


@dataclass(slots=True)
class Mischief:
    """Shows the disturbances that only need the table. `happened` lists (when, what) for tests and captions."""

    film: Film
    happened: list[tuple[float, str]] = field(default_factory=list)

    def note(self, name: str) -> None:
        """A disturbance happens now."""
        self.happened.append((round(self.film.now, 3), name))

    def around(self, names: tuple[str, ...]) -> None:
        """Before an event: hands, glasses, light, camera."""
        film = self.film
        for name in names:
            if name not in _AROUND:
                continue
            film.wait(0.3, 0.6)
            self.note(name)
            match name:
                case "spectator":
                    self._reach_over()
                case "glass":
                    self._glass()
                case "light":
                    now = film.lights[-1][1] if film.lights else 1.0
                    film.lights.append((film.now, 1.0 if now != 1.0 else film.rng.choice((0.72, 0.8, 1.22))))
                    film.wait(0.6, 0.9)
                case "bump":
                    across = film.rng.uniform(0.06, 0.2) * film.rng.choice((-1, 1))
                    film.bumps.append((film.now, across, film.rng.uniform(-0.15, 0.15), film.rng.uniform(-1, 1)))
                    film.wait(0.8, 1.2)

    def on_trick(self, names: tuple[str, ...], trick: list[tuple[int, Piece]]) -> None:
        """After a card was laid: cards of the trick pushed or put straight."""
        film, rng = self.film, self.film.rng
        for name in names:
            if name not in ("moved", "straightened") or not trick:
                continue
            seat, piece = rng.choice(trick)
            last = piece.last
            if last is None:
                continue
            film.wait(0.4, 0.8)
            self.note(name)
            if name == "moved":
                target = last.b.moved(rng.choice((-1, 1)) * rng.uniform(0.12, 0.3), rng.uniform(-0.2, 0.2), rng.uniform(-12, 12))
            else:
                straight = film.places.facing(seat) + rng.gauss(0, 0.6)
                target = Pose(last.b.x + rng.uniform(-0.06, 0.06), last.b.y + rng.uniform(-0.06, 0.06), straight)
            film.move(seat, piece, target, "trick", order=last.order)

    def _reach_over(self) -> None:
        """An arm from a corner where nobody sits, pointing at the trick."""
        film = self.film
        rng = film.rng
        side = rng.choice((-1, 1))
        body = (8.4 * side, -5.2)
        aim = rng.uniform(-0.6, 0.6) + 1.2 * side, rng.uniform(-0.9, -0.2)
        away = 7.9 * side, -4.9
        start = film.now
        there = start + film.take(0.5, 0.7)
        leave = there + film.take(0.5, 1.1)
        gone = leave + film.take(0.45, 0.6)
        keys = ((start, *away, 0.0), (there, *aim, 0.6), (leave, *aim, 0.15), (gone, *away, 0.6))
        film.reaches.append(Reach(film.places.seats, body, keys))
        film.now = gone

    def _glass(self) -> None:
        """On a player's left, away from cards."""
        film = self.film
        rng = film.rng
        seat = rng.randrange(film.places.seats)
        if film.places.seats == 2:
            x, y = film.places.before(seat, 2.7 + rng.uniform(-0.2, 0.3), -5.9 + rng.uniform(-0.2, 0.3))
        else:
            x, y = 6.3 * rng.choice((-1, 1)), 3.2
        hx, hy = film.places.hand(seat)
        start = film.now
        there = start + film.take(0.5, 0.7)
        leave = there + film.take(0.2, 0.3)
        gone = leave + film.take(0.4, 0.5)
        body = film.places.body(seat, rng)
        film.reaches.append(Reach(seat, body, ((start, hx, hy, 0.0), (there, x, y, 0.5), (leave, x, y, 0.0), (gone, hx, hy, 0.4))))
        film.things.append(Thing("glass", x, y, there, float("inf")))
        film.now = gone
