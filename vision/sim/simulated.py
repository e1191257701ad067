"""The simulated table: a camera that films a script. A source of frames like any other, but one that knows the truth of each frame."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from table import cards, deck
from table.errors import BadValue
from table.events import Deal, Event
from table.script import Script
from vision.frames import Frame, Image, Source
from vision.sim import art as drawn
from vision.sim.director import Director, shoot
from vision.sim.film import Film
from vision.sim.places import Places
from vision.sim.render import Look, Renderer, Shown, random_look
from vision.sim.truth import FrameTruth


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedFrame(Frame):
    """A frame and what is really in it."""

    shown: Shown | None = None

    @property
    def truth(self) -> FrameTruth | None:
        """What is really in it, counted when asked for."""
        return None if self.shown is None else self.shown.truth(self.number, self.at)


def art_for(script: Script) -> dict[str, Image]:
    """The simulator's own pictures of the cards a script is played with."""
    return drawn.sim_pack_art(cards.family(deck.get(script.deck).faces[0]))


def labelled(image: Image, text: str = "simulated") -> Image:
    """A copy that says in its corner what it is: no picture of the simulator may pass for a photograph."""
    out = image.copy()
    h = image.shape[0]
    size = h / 720
    (width, height), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.8 * size, max(1, round(2 * size)))
    pad = round(10 * size)
    corner = out[h - height - base - 2 * pad :, : width + 2 * pad]
    corner[:] = corner // 3
    place = (pad, h - base - pad)
    cv2.putText(out, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.8 * size, (255, 255, 255), max(1, round(2 * size)), cv2.LINE_AA)
    return out


def _renderer(
    script: Script, art: Mapping[str, Image] | None, backs: Sequence[Image] | None, look: Look, rng: np.random.Generator
) -> Renderer:
    pictures = art or art_for(script)
    first = next(iter(pictures.values()))
    return Renderer(look, pictures, backs or drawn.backs((first.shape[1], first.shape[0])), rng)


def picture(script: Script, at: float, seed: int = 0, size: tuple[int, int] = (1280, 720), table: str | None = None) -> Image:
    """One labelled frame of a script, `at` seconds into it, for a page that shows what the simulator makes."""
    rng = np.random.default_rng(seed)
    renderer = _renderer(script, None, None, random_look(rng, size, table), rng)
    scene, _ = shoot(script, renderer.aspect, seed)
    return labelled(renderer.frame(scene, min(at, scene.length)))


def stills(
    script: Script,
    count: int,
    art: Mapping[str, Image] | None = None,
    seed: int = 0,
    size: tuple[int, int] = (1280, 720),
    table: str | None = None,
    zoom: float = 1.0,
    hands: bool = False,
    backs: Sequence[Image] | None = None,
) -> Iterator[SimulatedFrame]:
    """Frames from moments drawn by lot, in order of time, each with its truth: for training, scoring and calibrating.

    Only moments at which nothing moves, unless `hands`; `zoom` enlarges everything (a card is then 130 * zoom pixels long at 720).
    """
    rng = np.random.default_rng(seed)
    renderer = _renderer(script, art, backs, random_look(rng, size, table, zoom), rng)
    scene, _ = shoot(script, renderer.aspect, seed)
    moments: list[float] = []
    while len(moments) < count:
        t = float(rng.uniform(3.0, scene.length))
        if hands or not (scene.hands(t) or any(p.moving for p in scene.at(t))):
            moments.append(t)
    for number, t in enumerate(sorted(moments)):
        yield SimulatedFrame(renderer.frame(scene, t), t, number, rest=not hands or None, shown=renderer.shown)


class SimulatedTable(Source):
    """Films one script or several, one after the other. The same arguments give the same frames.

    script  what is played; of several each is asked for when the one before it is over and cleared away
    art     code → BGRA picture; None: the simulator's own deck
    seed    table, light, camera, hands, timing
    size    width, height in pixels; fps: frames a second
    tempo   2: everybody plays twice as slowly
    look    table, lens and sensor; None: drawn by lot
    backs   BGRA designs of the cards' backs; None: the simulator's own
    table   cloth | wood | plain | pattern, when the look is drawn by lot
    disturbances  how often in a hand each happens (`vision.sim.disturbances`); `happened` then tells when

    After iteration (or as far as it has come) `events` are the script's events with their times; `start` of a frame's
    number 0 is time 0. Time is simulated: frames come as fast as they are asked for.
    """

    def __init__(
        self,
        script: Script | Iterable[Script],
        art: Mapping[str, Image] | None = None,
        seed: int = 0,
        size: tuple[int, int] = (1280, 720),
        fps: float = 10.0,
        tempo: float = 1.0,
        look: Look | None = None,
        backs: Sequence[Image] | None = None,
        table: str | None = None,
        disturbances: Mapping[str, int] | None = None,
    ) -> None:
        if fps <= 0 or min(size) < 64:
            raise BadValue(f"A simulated camera needs a frame rate above 0 and 64 x 64 pixels, not {fps} and {size[0]} x {size[1]}.")
        self.size, self.fps, self.seed = size, fps, seed
        self.events: list[Event] = []
        self._scripts = [script] if isinstance(script, Script) else script
        self._art, self._backs, self._tempo = art, backs, tempo
        self._clear = not isinstance(script, Script)
        self._look = look
        self._table = table
        self._disturbances = disturbances or {}
        self.happened: list[tuple[float, str]] = []

    def __iter__(self) -> Iterator[SimulatedFrame]:
        rng = np.random.default_rng(self.seed)
        look = self._look or random_look(rng, self.size, self._table)
        renderer: Renderer | None = None
        number, start = 0, 0.0
        film: Film | None = None
        self.events, self.happened = [], []
        for index, script in enumerate(self._scripts):
            if renderer is None:
                renderer = _renderer(script, self._art, self._backs, look, rng)
            places = Places.of(script.game, len(script.players), renderer.aspect)
            told = sum(not isinstance(e, Deal) for e in self.events)
            last, film = film, Film(places, Random(f"{self.seed}:{index}:{script.seed}"), self._tempo, now=start, before=told)
            if last is not None:  # what befell table and camera stays
                film.lights, film.bumps, film.things = [*last.lights], [*last.bumps], [*last.things]
            director = Director(script, film, self._disturbances)
            director.shoot()
            self.events += film.events
            self.happened += director.mischief.happened
            if self._clear:
                director.clear()
            scene = film.scene()
            while number / self.fps < scene.length:
                at = number / self.fps
                image = renderer.frame(scene, at)
                yield SimulatedFrame(image, at, number, shown=renderer.shown)
                number += 1
            start = scene.length
