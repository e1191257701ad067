"""A perfect eye over the simulated table: observations from where its cards lie, without pixels. A hand takes a second.

What rests and shows enough of itself is seen and read; what is carried is not. So the tables themselves can be tried, all of them.
"""

import math
from collections.abc import Iterator, Mapping
from random import Random

import cv2
import numpy as np

from deploy import simulation
from deploy.choice import NAMES, Choice
from deploy.match import Look, Match
from table import selfplay
from table.compare import Comparison, compare
from table.observation import Corners, Observation, Sighting
from table.session import Session
from vision.sim.director import Director
from vision.sim.film import Film
from vision.sim.places import LONG, Places, Pose
from vision.sim.scene import Placed, Scene

SIZE = (1280, 720)
UNIT = 84.0  # pixels
COARSE = 4  # pixels of the picture a side for one counted
SEEN, READ = 0.12, 0.3  # share of a card that must show for it to be seen, and read
ASPECT = 2 / 3


def corners(pose: Pose) -> Corners:
    """A card seen from straight above."""
    a, w, h = math.radians(pose.angle), LONG * ASPECT / 2, LONG / 2
    x, y = SIZE[0] / 2 + pose.x * UNIT, SIZE[1] / 2 + pose.y * UNIT

    def corner(dx: float, dy: float) -> tuple[float, float]:
        return x + (dx * math.cos(a) - dy * math.sin(a)) * UNIT, y + (dx * math.sin(a) + dy * math.cos(a)) * UNIT

    return corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)


def observations(scene: Scene, fps: float = 10.0) -> Iterator[Observation]:
    """The whole scene."""
    since: dict[tuple[int, str], tuple[int, float, Pose]] = {}
    for number in range(int(scene.length * fps)):
        at = number / fps
        placed = scene.at(at)
        moving = any(p.moving for p in placed) or bool(scene.hands(at))
        cards = tuple(_sightings([p for p in placed if not p.moving], since, at, fps))
        yield Observation(at, number, SIZE, cards, 0.05 if moving else 0.0, not moving)


def _sightings(rest: list[Placed], since: dict[tuple[int, str], tuple[int, float, Pose]], at: float, fps: float) -> Iterator[Sighting]:
    quads = [corners(p.pose) for p in rest]
    picture = np.zeros((SIZE[1] // COARSE, SIZE[0] // COARSE), np.int16)
    for i, quad in enumerate(quads):
        cv2.fillConvexPoly(picture, np.rint(np.array(quad) / COARSE * 16).astype(np.int32), (i + 1,), cv2.LINE_8, 4)
    counts = np.bincount(picture.ravel(), minlength=len(rest) + 1)
    whole = (UNIT * LONG / COARSE) ** 2 * ASPECT
    boxes = [cv2.minAreaRect(np.array(quad, np.float32)) for quad in quads]
    tracks: dict[int, int] = {}
    for i, p in enumerate(rest):
        visible = min(1.0, float(counts[i + 1]) / whole)
        if visible < SEEN:
            continue
        name = id(p.piece), p.face
        track, began, pose = since.get(name, (len(since) + 1, at, p.pose))
        began = at if pose != p.pose else began
        since[name] = track, began, p.pose
        tracks[i] = track
        over = tuple(t for k, t in tracks.items() if k < i and cv2.rotatedRectangleIntersection(boxes[i], boxes[k])[0])
        card = p.piece.code if p.face == "up" and visible >= READ else None
        sure = 0.99 if card else 0.5
        age = max(1, round((at - began) * fps) + 1)
        yield Sighting(track, card, p.face, sure, ((card, sure),) if card else (), quads[i], visible, over, age, age > 2)


def followed(
    game: str,
    players: int,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    deck: str | None = None,
    disturb: Mapping[str, int] | None = None,
) -> tuple[Comparison, Session]:
    """One hand played at the simulated table and followed: what differs, and the session."""
    hand = selfplay.script(game, NAMES[:players], options, deck, seed=seed)
    film = Film(Places.of(game, players, ASPECT), Random(f"{seed}:0:{seed}"), before=0)
    Director(hand, film, disturb or {}).shoot()
    session = Session(game, hand.players, options or {}, hand.deck, hand.dealer)
    match, voices = Match(Look(source="sim")), simulation.Voices(lambda: film.events)
    match.play(session)
    for seen in observations(film.scene()):
        for said in voices.until(seen.at, match.offers()):
            session.append(said)
        match.observe(seen)
    choice = Choice(game, hand.players, hand.deck, "sim", hand.dealer, None, seed, dict(hand.options))
    return compare(simulation.truth(choice, film.events), session.record()), session
