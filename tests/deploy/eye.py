"""A perfect eye over the simulated table: observations from where its cards lie, without pixels. A hand takes a second.

What rests and shows enough of itself is seen and read; what is carried is not. So the tables themselves can be tried, all of them.
With `Flaws` it sees as a camera does: late, not for a moment, unread at first, and now and then a card on its way.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True)
class Flaws:
    """How the eye fails: shares of cards, or of frames, at the default about as often as vision does.

    late     cards seen up to half a second late
    unread   cards read up to a second after they are seen
    dropped  frames in which a card is not seen; five times that while something moves
    caught   frames in which a card being carried is seen, as `misread` says
    stuck    of those caught, how many are taken to lie there for up to a second
    """

    late: float = 0.3
    unread: float = 0.3
    dropped: float = 0.01
    caught: float = 0.02
    misread: float = 0.4
    stuck: float = 0.25
    seed: int = 1


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


def flawed(scene: Scene, seen: Iterable[Observation], flaws: Flaws, fps: float = 10.0) -> Iterator[Observation]:
    """What such an eye sees of what is there."""
    rng = Random(flaws.seed)
    codes = sorted({p.code for p in scene.pieces})
    since: dict[int, tuple[int, int]] = {}  # frames at which a track is seen, and read
    stuck: dict[int, tuple[int, Sighting]] = {}  # until when, and what
    last = 1_000_000
    for observation in seen:
        n, moving = observation.frame, not observation.rest
        cards = []
        for s in observation.cards:
            if s.track not in since:
                first = n + (rng.randint(1, 5) if rng.random() < flaws.late else 0)
                since[s.track] = first, first + (rng.randint(1, 10) if rng.random() < flaws.unread else 0)
            first, read = since[s.track]
            if n < first or rng.random() < flaws.dropped * (5 if moving else 1):
                continue
            if n < read and s.card is not None:
                s = replace(s, card=None, confidence=0.6, candidates=((s.card, 0.6),))
            cards.append(s)
        for p in scene.at(observation.at) if moving else ():
            if p.moving and rng.random() < flaws.caught:
                last += 1
                code = rng.choice(codes) if rng.random() < flaws.misread else p.piece.code
                card = code if p.face == "up" and rng.random() < 0.5 else None
                rows = ((code, 0.93 if card else 0.5),) if p.face == "up" else ()
                s = Sighting(last, card, p.face, 0.93 if card else 0.5, rows, corners(p.pose), still=False)
                stuck[last] = n + (rng.randint(3, 10) if rng.random() < flaws.stuck else 0), s
        for track, (until, s) in list(stuck.items()):
            age = s.age + 1
            stuck[track] = until, replace(s, age=age, still=age > 3)
            cards.append(s)
            if n >= until:
                del stuck[track]
        yield replace(observation, cards=tuple(cards))


def followed(
    game: str,
    players: int,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    deck: str | None = None,
    disturb: Mapping[str, int] | None = None,
    flaws: Flaws | None = None,
) -> tuple[Comparison, Session]:
    """One hand played at the simulated table and followed: what differs, and the session."""
    hand = selfplay.script(game, NAMES[:players], options, deck, seed=seed)
    film = Film(Places.of(game, players, ASPECT), Random(f"{seed}:0:{seed}"), before=0)
    Director(hand, film, disturb or {}).shoot()
    session = Session(game, hand.players, options or {}, hand.deck, hand.dealer)
    match, voices = Match(Look(source="sim")), simulation.Voices(lambda: film.events)
    match.play(session)
    scene = film.scene()
    seeing = observations(scene)
    for seen in seeing if flaws is None else flawed(scene, seeing, flaws):
        for said in voices.until(seen.at, match.offers()):
            session.append(said)
        match.observe(seen)
    choice = Choice(game, hand.players, hand.deck, "sim", hand.dealer, None, seed, dict(hand.options))
    return compare(simulation.truth(choice, film.events), session.record()), session
