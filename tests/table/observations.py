"""A table without pixels: a script turned into the Observations a camera would give of it, ideal or noisy. For the tracker's tests.

Seats, talon, piles and tricks lie where people put them; every play is a card that comes from its player, lies still, and is swept away
with its trick. What is said (calls, declarations, the monte) is told as the words it is, in its place among the frames.
A piece is read alike in all frames of one track (vision adds its looks up); when it was lost from sight for four frames and found
again under a new track it is read afresh three times in ten, else as before.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from table import events as ev
from table.games.base import Game
from table.observation import Corners, Observation, Sighting
from table.record import Record
from table.script import Script
from table.session import Session
from table.state import Setup, State
from table.tracker import Tracker
from table.zones import Layout
from tests.table.misreading import AGAIN, Noise, Seen, reading

SIZE = (1280, 720)
WIDTH, LENGTH = 80.0, 120.0


def card_at(x: float, y: float, degrees: float = 0.0, width: float = WIDTH, length: float = LENGTH) -> Corners:
    """Corners of a card round (x, y); 0 degrees: its long side upright."""
    a = math.radians(degrees)
    across, along = (math.cos(a) * width / 2, math.sin(a) * width / 2), (-math.sin(a) * length / 2, math.cos(a) * length / 2)
    return (
        (x - across[0] - along[0], y - across[1] - along[1]),
        (x + across[0] - along[0], y + across[1] - along[1]),
        (x + across[0] + along[0], y + across[1] + along[1]),
        (x - across[0] + along[0], y - across[1] + along[1]),
    )


@dataclass(slots=True)
class Thing:
    """A piece of card on the simulated table."""

    track: int
    card: str
    corners: Corners
    face: str = "up"
    read: Seen = (None, 0.0, ())
    since: int = 0
    missing: int = 0
    over: tuple[int, ...] = ()


class Film:
    """Makes Observations of what is put on the table, frame by frame."""

    def __init__(self, faces: tuple[str, ...], noise: Noise | None = None, seed: int = 0, fps: float = 10.0) -> None:
        self.rng = Random(seed)
        self.faces, self.noise, self.fps = faces, noise or Noise(), fps
        self.things: list[Thing] = []
        self.frame = 0
        self._track = 0

    def track(self) -> int:
        """A new track number."""
        self._track += 1
        return self._track

    def put(self, card: str, x: float, y: float, degrees: float = 0.0, face: str = "up", over: tuple[Thing, ...] = ()) -> Thing:
        """A card is there from the next frame on."""
        read = reading(card, self.faces, self.noise, self.rng) if face == "up" else (None, 0.95, ())
        thing = Thing(self.track(), card, card_at(x, y, degrees), face, read, self.frame, over=tuple(o.track for o in over))
        self.things.append(thing)
        return thing

    def move(self, thing: Thing, x: float, y: float, degrees: float = 0.0) -> None:
        """The card is elsewhere from the next frame on."""
        thing.corners, thing.since = card_at(x, y, degrees), self.frame

    def take(self, *things: Thing) -> None:
        """Cards are gone."""
        for thing in things:
            self.things.remove(thing)

    def shoot(self, moving: float = 0.0, bumped: bool = False, hidden: tuple[Thing, ...] = ()) -> Observation:
        """One frame."""
        rng, noise, found = self.rng, self.noise, []
        for thing in self.things:
            if thing in hidden or rng.random() < noise.drop:
                thing.missing += 1
                continue
            if thing.missing > 3:
                thing.track = self.track()
                if thing.face == "up" and noise.wrong and rng.random() < AGAIN:
                    thing.read = reading(thing.card, self.faces, noise, rng)
            thing.missing = 0
            card, confidence, candidates = thing.read
            age = self.frame - thing.since + 1
            corners = tuple((x + rng.uniform(-1, 1), y + rng.uniform(-1, 1)) for x, y in thing.corners)
            found.append(
                Sighting(thing.track, card, thing.face, confidence, candidates, corners, over=thing.over, age=age, still=age >= 2)  # type: ignore[arg-type]  # four corners
            )
        if rng.random() < noise.ghosts:
            card = rng.choice(self.faces)
            spot = card_at(rng.uniform(100, SIZE[0] - 100), rng.uniform(100, SIZE[1] - 100), rng.uniform(0, 180))
            found.append(Sighting(self.track(), card, "up", 0.7, ((card, 0.7),), spot, age=1, still=False))
        seen = Observation(self.frame / self.fps, self.frame, SIZE, tuple(found), moving, moving < 0.02, bumped)
        self.frame += 1
        return seen

    def wait(self, seconds: float, moving: float = 0.0) -> Iterator[Observation]:
        """Frames in which nothing changes."""
        for _ in range(max(1, round(seconds * self.fps))):
            yield self.shoot(moving)


class Filmed(Film):
    """A whole script on film."""

    def __init__(self, script: Script, game: Game, setup: Setup, noise: Noise | None = None, seed: int = 0, fps: float = 10.0) -> None:
        super().__init__(setup.deck.faces, noise, seed, fps)
        self.script, self.game, self.setup = script, game, setup
        self.layout = Layout.of(script.game, setup.seats)
        self.state: State = game.initial(setup)

    def place(self, seat: int, out: float, across: float = 0.0) -> tuple[float, float]:
        """A point `out` card widths from the middle towards a seat."""
        dx, dy = self.layout.towards(seat)
        return SIZE[0] / 2 + (dx * out - dy * across) * WIDTH, SIZE[1] / 2 + (dy * out + dx * across) * WIDTH

    def frames(self) -> Iterator[Observation | ev.Event]:
        """All frames, and what is said among them."""
        self.trick: list[Thing] = []
        self.talon: list[Thing] = []
        yield from self.wait(0.5)
        events = [e for e in self.script.events if not isinstance(e, ev.Deal)]
        for event, then in zip(events, [*events[1:], None], strict=True):
            if isinstance(event, ev.Play):
                yield from self.drawn()
            self.state = self.game.after(replace(self.state, seq=self.state.seq + 1), event)
            if isinstance(event, ev.Swap):
                yield from self.swapped()
                yield from self.wait(1.5)
                yield event
            elif spoken(event, then):
                yield from self.wait(1.5)
                yield event
            elif isinstance(event, ev.Trump) and event.card:
                yield from self.turned_up(event.card)
            elif isinstance(event, ev.Play) and event.card:
                yield from self.played(event, self.trick)
            elif isinstance(event, ev.Gather):
                yield from self.swept(self.trick, event.seat)
                self.trick = []
                yield from self.wait(0.3 * self.setup.seats + self.rng.uniform(0, 0.4), moving=0.06)
        yield from self.wait(4.0)

    def turned_up(self, card: str) -> Iterator[Observation]:
        """The trump is turned up, then the talon laid over half of it."""
        x, y = SIZE[0] / 2 + 4.4 * WIDTH, SIZE[1] / 2
        if self.setup.seats == 4:  # out of the way of the player on the right
            x, y = SIZE[0] / 2 - 5.0 * WIDTH, SIZE[1] / 2 + 2.6 * WIDTH
        turned = self.put(card, x - 0.65 * WIDTH, y, 90)
        yield from self.wait(0.5)
        self.talon = [turned, self.put("", x, y, 0, "down", over=(turned,))]
        yield from self.wait(1.0)

    def drawn(self) -> Iterator[Observation]:
        """The talon as it is once everybody has drawn."""
        if self.state.hand is None or not self.talon:
            return
        hand = self.game.drawn(self.state).hand
        left = hand.talon if hand is not None and not hand.done else 0
        if left <= 1 and len(self.talon) == 2:
            self.take(self.talon.pop())
        if left == 0 and self.talon:
            self.take(self.talon.pop())
            yield from self.wait(1.3, moving=0.06)

    def swapped(self) -> Iterator[Observation]:
        """The turned card is taken, and the seven laid where it lay."""
        hand = self.state.hand
        if hand is not None and hand.turned is not None and self.talon:
            old = self.talon[0]
            x, y = sum(p[0] for p in old.corners) / 4, sum(p[1] for p in old.corners) / 4
            self.take(old)
            yield from self.wait(1.5, moving=0.06)
            new = self.put(hand.turned, x, y, 90)
            self.talon[0] = new
            for back in self.talon[1:]:
                back.over = (new.track,)

    def played(self, event: ev.Play, trick: list[Thing]) -> Iterator[Observation]:
        """A card comes from its player and is laid."""
        rng = self.rng
        start, end = self.place(event.seat, 4.0), self.place(event.seat, 0.55 + rng.uniform(-0.1, 0.15), rng.gauss(0, 0.12))
        turn = -self.layout.angle(event.seat) - 90 + rng.gauss(0, 6)
        card = self.put(event.card or "", *start, turn)
        steps = rng.randint(2, 5)
        for k in range(1, steps + 1):
            self.move(card, start[0] + (end[0] - start[0]) * k / steps, start[1] + (end[1] - start[1]) * k / steps, turn)
            card.over = tuple(t.track for t in trick) if k == steps else ()
            yield self.shoot(moving=0.05)
        trick.append(card)
        yield from self.wait(rng.uniform(0.3, 1.2))

    def swept(self, trick: list[Thing], winner: int) -> Iterator[Observation]:
        """The winner takes the trick to his pile."""
        yield from self.wait(self.rng.uniform(0.2, 1.0))
        x, y = self.place(winner, 3.4, 2.0)
        for k in (1, 2, 3):
            for card in trick:
                cx, cy = sum(p[0] for p in card.corners) / 4, sum(p[1] for p in card.corners) / 4
                self.move(card, cx + (x - cx) * k / 4, cy + (y - cy) * k / 4, 20.0 * k)
            yield self.shoot(moving=0.07)
        self.take(*trick)
        for old in [t for t in self.things if t.card == f"pile{winner}"]:
            self.take(old)
        self.put(f"pile{winner}", x + self.rng.uniform(-6, 6), y + self.rng.uniform(-6, 6), 90 + self.rng.uniform(-10, 10), "down")
        yield from self.wait(0.3, moving=0.05)


def follow(script: Script, noise: Noise | None = None, seed: int = 0, fps: float = 10.0) -> tuple[Session, Tracker]:
    """The session after a tracker has watched the whole script."""
    session = Session(script.game, script.players, script.options, script.deck, script.dealer, clock=lambda: 0.0)
    tracker = Tracker(session)
    follow_frames(Filmed(script, session.game, session.setup, noise, seed, fps).frames(), session, tracker)
    return session, tracker


def follow_frames(frames: Iterable[Observation | ev.Event], session: Session, tracker: Tracker) -> None:
    """Let a tracker watch some frames, and what is said among them be tapped in."""
    for seen in frames:
        if isinstance(seen, Observation):
            for event in tracker.observe(seen):
                session.append(event)
        elif not _seen_already(seen, session.state):
            session.append(replace(seen, source="touch"))


def spoken(event: ev.Event, then: ev.Event | None) -> bool:
    """Whether it is said, not seen (`then`: the event after it, which tells whether a hand begins with cards or with words)."""
    if isinstance(event, ev.Hand):
        return event.trump is not None or (then is not None and spoken(then, None))
    if isinstance(event, ev.Trump):
        return event.card is None
    return not isinstance(event, (ev.Play, ev.Gather, ev.Draw))


def _seen_already(said: ev.Event, state: State) -> bool:
    """A swap the tracker has seen for itself need not be said."""
    return isinstance(said, ev.Swap) and state.hand is not None and getattr(state.hand.own, "seven", None) == said.seat


def played(script: Script) -> Record:
    """The record a perfect observer would write."""
    session = Session(script.game, script.players, script.options, script.deck, script.dealer, clock=lambda: 0.0)
    for event in script.events:
        session.append(event)
    return session.record()
