"""Frames to Observations: motion gate, locate, recognise, stack, follow. One object per camera, one thread."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from table.observation import Observation, Sighting
from vision import geometry
from vision.follow import Follower, FollowSettings, Track
from vision.frames import Frame, Image
from vision.locate import Locator, Outline
from vision.motion import Box, Motion, MotionGate, MotionSettings
from vision.pack import Pack
from vision.peek import peek, unexplained
from vision.recognise import Reading, Recogniser, same_piece
from vision.sense import SenseSettings, sensible, weaker_twins
from vision.stacking import stack
from vision.weights import Weights


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """When to look.

    again    seconds between looks while some piece is still unconfirmed, missed or unread
    rescue   .. after `patience` such looks in vain (a card that cannot be read must not cost a core for ever)
    patience so many looks in vain
    whole    look at the whole frame at least this often, in seconds, while something changes
    margin   a region is grown by this share of the frame's long side: a card's width or so
    scales   of patient looks (stills): far cards want a larger picture, cards that fill it a smaller one
    least    regions are at least this share of the frame's long side across, so that the localiser sees context
    step     .. and whole multiples of this share, so that the localiser meets few sizes of picture
    part     what changes on less than this share of a card that is read, and nowhere else, is no news
    tries    so often again a card is looked for that an arm at rest may have laid, or that lies there and puzzles; then ..
    later    .. so often still, `rescue` seconds apart
    closer   scales of these looks in turn: one of them may show what the usual one does not
    enough   a card unread in so many looks is not read along any more with what changes near it
    open     a card read and at rest of which at least this share shows is told at its first look
    """

    again: float = 0.06
    rescue: float = 1.5
    patience: int = 8
    whole: float = 10.0
    margin: float = 0.06
    scales: tuple[float, ...] = (0.35, 0.6, 1.0, 1.8)
    least: float = 0.4
    step: float = 0.1
    tries: int = 2
    later: int = 3
    closer: tuple[float, ...] = (0.8, 1.0, 1.3)
    enough: int = 20
    open: float = 0.5
    part: float = 0.45


class Pipeline:
    """`process` every frame of a source; `look` at a single picture."""

    def __init__(
        self,
        locator: Locator,
        recogniser: Recogniser,
        settings: PipelineSettings | None = None,
        motion: MotionSettings | None = None,
        follow: FollowSettings | None = None,
    ) -> None:
        self.locator, self.recogniser = locator, recogniser
        self.settings = settings or PipelineSettings()
        self.sense = SenseSettings()
        self._motion, self._follow = motion, follow
        self.reset()

    @classmethod
    def of(cls, weights: Weights, pack: Pack, settings: PipelineSettings | None = None) -> "Pipeline":
        """A pipeline of these models for this deck."""
        return cls(weights.locator, Recogniser(weights.refiner, weights.embedder, pack, weights.recognise), settings)

    def reset(self) -> None:
        """Forget everything seen."""
        self.gate = MotionGate(self._motion)
        self.follower = Follower(self.recogniser.probabilities, self.recogniser.accepts, self._follow)
        self._looked_at = -1e9
        self._whole_at = -1e9
        self._vain = 0
        self._size: tuple[float, float] | None = None  # of a card, pixels
        self._awaited: list[Outline] = []  # guesses at cards in the hand that were not read yet
        self._puzzling: list[Outline] = []  # outlines of something new of which nothing could be made
        self._tries = 0
        self.looks = 0

    def play_with(self, pack: Pack) -> None:
        """Another deck is in play from now on."""
        self.recogniser = self.recogniser.with_pack(pack)
        self.reset()

    def process(self, frame: Frame) -> Observation:
        """What is on the table now. Cheap when nothing changed."""
        if frame.rest:
            self._look(frame, None, certain=True)
            return Observation(frame.at, frame.number, frame.size, self.follower.sightings())
        if not self.looks:
            self.recogniser.warm_up()
        motion = self.gate.see(frame.image)
        if motion.shift is not None:
            self.follower.shift(*motion.shift)
        news = self._news(motion)
        if motion.due and not news:
            self.gate.looked((), motion.regions)
        if news:
            self._vain = 0
            self._look(frame, self._regions(frame, motion, news), held=self._held(motion), news=True)
        else:
            doubtful = self._doubtful() if frame.at - self._looked_at >= self._wait() else []
            due = self._tries <= self.settings.tries or frame.at - self._looked_at >= self.settings.rescue
            held = [o for o in self._awaited if self.gate.still(o.quad, self.settings.open)] if due else []
            if doubtful or held:
                self._vain += bool(doubtful)
                boxes = [_box(t.quad) for t in doubtful] + [_box(o.quad) for o in self._puzzling]
                self._look(frame, self._grown(frame, boxes) if boxes else [], again=doubtful, held=held)
        self.follower.rest(lambda quad: self.gate.still(quad, self.settings.open))
        cards = self.follower.sightings()
        return Observation(frame.at, frame.number, frame.size, cards, motion.moving, motion.rest, motion.shift is not None)

    def look(self, image: Image) -> list[Sighting]:
        """What one picture shows, on its own."""
        return list(sightings(self.read(image), self.recogniser))

    def read(self, image: Image, outlines: list[Outline] | None = None) -> list[Reading]:
        """Readings of one picture, stacking known."""
        found = self.locator.locate(image, scales=self.settings.scales) if outlines is None else outlines
        return self._believed(stack(image, self._readings(image, found, patient=found)))

    def _believed(self, stacked: list[Reading]) -> list[Reading]:
        """Of what lies wholly under other cards nothing is told: such an outline is made of parts of theirs."""
        return [self.recogniser.untold(r) if r.visible < self.sense.seen and not r.back else r for r in stacked]

    def _readings(
        self, image: Image, outlines: list[Outline], patient: Sequence[Outline] = (), known: Sequence[Reading] = ()
    ) -> list[Reading]:
        """What these outlines are. patient: those worth a second look. known: cards that lie there and need not be read again."""
        found = self.recogniser.read(image, outlines)
        if patient:
            found = peek(image, patient, found, self.recogniser, known)
        sure = [self.recogniser.tells(r) for r in found]
        for i in weaker_twins(found, sure, self.sense):
            found[i], sure[i] = self.recogniser.untold(found[i]), False
        return [found[i] for i in sensible(found, sure, self.sense)]

    def _look(
        self,
        frame: Frame,
        regions: list[Box] | None,
        certain: bool = False,
        again: Sequence[Track] = (),
        held: Sequence[Outline] = (),
        news: bool = False,
    ) -> None:
        """Locate in the regions (None: everywhere) and read what changed or is unsure; settled pieces elsewhere are kept.

        again: nothing changed, only these pieces are unsure; those that were read at the last look need not be looked for.
        held: guesses at cards still in the hand that lays them; worth nothing unless they are read.
        news: something changed: a quick look, whatever still puzzles.
        """
        self.looks += 1
        self._looked_at = frame.at
        once_more = self._tries > 0 and not news
        kept = [] if certain or self._whole_at == frame.at else self._untouched(regions)
        poor = any(t.misses or not self.follower.says(t) or not (t.reading.back or self.recogniser.tells(t.reading)) for t in again)
        if again and not self._puzzling and not poor:
            located = False
            outlines = [Outline(t.reading.outline, t.reading.score, t.reading.back) for t in again]
            kept = [t for t in self.follower.tracks if t not in again]
        else:
            located = True
            nearer = self.settings.closer[self.looks % len(self.settings.closer)]
            scales = self.settings.scales if certain else (nearer,) if once_more or again else ()
            outlines = self.locator.locate(frame.image, regions, scales)
            outlines = [o for o in outlines if not any(_alike(o, t) for t in kept)]
        held = [o for o in held if not any(_alike(o, t) for t in kept)]
        known = [replace(t.reading, quad=t.quad, over=(), visible=1.0) for t in kept]
        patient = [*outlines, *(o for o in held if o in self._puzzling)] if certain or self._vain > 1 or once_more else []
        readings = self._readings(frame.image, [*outlines, *held], patient, known)
        guessed = [r for r in readings if any(r.outline is o.quad for o in held)]
        vain = [r for r in guessed if not self.recogniser.tells(r) or any(same_piece(r, k) for k in known)]
        readings = [r for r in readings if not any(r is v for v in vain)]
        puzzling = [] if certain else self._unexplained(outlines, readings)
        readings += known
        place = {t.number: len(readings) - len(kept) + i for i, t in enumerate(kept)}
        stacked = stack(frame.image, readings, [[place[n] for n in t.over if n in place] for t in kept])
        fresh = len(stacked) - len(kept)
        stacked = [*self._believed(stacked[:fresh]), *stacked[fresh:]]
        sure = [not certain and self._sure(r) for r in stacked[:fresh]]
        was = {t.number: t.quad for t in self.follower.tracks}
        self.follower.update(stacked, frame.at, certain, [t.number for t in kept], sure)
        same = {t.number for t in kept}
        stirred = [*(q for n, q in was.items() if n not in same), *(t.quad for t in self.follower.tracks if t.number not in same)]
        # what was not looked at stays news: a look at one guess must not swallow a trick that went meanwhile
        self.gate.looked(stirred, None if regions is None else [*(regions if located else ()), *(_box(o.quad) for o in (*outlines, *held))])
        found = any(t.told and t.number not in was for t in self.follower.tracks)
        # what waited for another look waits on while a hand that leaves makes news; what is new begins anew
        carried = unexplained(self._awaited, [*readings, *known], self.recogniser) if news else []
        begun = bool(puzzling or (held and not found))
        puzzling += [o for o in carried if any(o is p for p in self._puzzling)]
        self._awaited = [*held, *puzzling, *(o for o in carried if not any(o is p for p in puzzling))] if begun or carried else []
        self._tries = (1 if begun else self._tries) if news else self._tries + 1
        if not self._awaited or self._tries > self.settings.tries + (self.settings.later if puzzling else 0):
            self._awaited, puzzling, self._tries = [], [], 0
        self._puzzling = puzzling

    def _unexplained(self, outlines: list[Outline], readings: list[Reading]) -> list[Outline]:
        """Outlines of something new at rest of which nothing sure was made."""
        new = [o for o in outlines if o.score > 0.3 and self.gate.news(o.quad) > 0.3 and self.gate.still(o.quad, self.settings.open)]
        # a card that another half covers may have been read with an outline drawn round both
        return unexplained(new, readings, self.recogniser, 0.65)

    def _untouched(self, regions: list[Box] | None) -> list[Track]:
        """Settled pieces that nothing has touched since they were last looked at, or that lie outside the regions."""
        settled = [t for t in self.follower.settled() if self.follower.says(t) or t.hits > self.settings.enough]
        outside = [] if regions is None else [t for t in self.follower.tracks if not _touches(t.quad, regions)]
        return [t for t in self.follower.tracks if t in outside or (t in settled and not self.gate.touched(t.quad))]

    def _sure(self, r: Reading) -> bool:
        """Is one look enough? A card that is read, no other lies over it, and nothing moves there."""
        return r.visible >= self.settings.open and self.recogniser.tells(r) and self.gate.still(r.quad)

    def _wait(self) -> float:
        return self.settings.again if self._vain < self.settings.patience else self.settings.rescue

    def _news(self, motion: Motion) -> tuple[Box, ...]:
        """Where to look: not where fingers or a shadow left part of a card that is read, or came over a part of it."""
        if motion.light or motion.shift is not None:
            return motion.regions
        known = [(_box(t.quad), t) for t in self.follower.tracks if t.told and not t.misses] if motion.regions else []
        slack = 3 * self.gate.cell  # a shadow, an outline not quite right yet
        return tuple(
            r
            for r in motion.regions
            if not any(_inside(r, box, slack) and self.gate.news(t.quad) < self.settings.part * t.reading.visible for box, t in known)
        )

    def _held(self, motion: Motion) -> list[Outline]:
        """Where a card of the usual size would lie that an arm at rest has just laid: at its far end, along it."""
        sizes = [geometry.size(t.quad) for t in self.follower.settled() if t.reading.logits is not None and t.told]
        if sizes:
            self._size = float(np.median([w for w, _ in sizes])), float(np.median([h for _, h in sizes]))
        if self._size is None:
            return []
        w, h = self._size
        out = []
        for x, y, ax, ay in motion.reaches:
            arm = float(np.arctan2(ay, ax))
            square = round(arm / (np.pi / 2)) * np.pi / 2  # arms come slantwise to cards laid straight
            for angle in (arm, square) if 0.09 < abs(arm - square) < 0.5 else (arm,):
                cx, cy = x - np.cos(angle) * h / 2, y - np.sin(angle) * h / 2
                out.append(Outline(geometry.from_box(float(cx), float(cy), h, w, float(angle)), 0.5))
        return out

    def _regions(self, frame: Frame, motion: Motion, news: Sequence[Box]) -> list[Box] | None:
        if motion.light or motion.shift is not None:
            self._whole_at = frame.at
            return None
        touched = [_box(t.quad) for t in self.follower.tracks]
        near = self._grown(frame, [*news, *(t for t in touched if any(_meet(t, r) for r in news))])
        if frame.at - self._whole_at >= self.settings.whole:
            self._whole_at = frame.at
            # news is looked at as near as ever: what lies half over another needs it
            return [(0, 0, *frame.size), *near] if near else None
        return near

    def _doubtful(self) -> list[Track]:
        """Pieces that another look would confirm, drop, or might still read, and at which nothing moves just now."""
        settled = {t.number for t in self.follower.settled()}
        open_ = self.settings.open  # fingers that still leave a card hide little of it
        return [t for t in self.follower.tracks if t.number not in settled and self.gate.still(t.quad, 0.0 if t.misses else open_)]

    def _grown(self, frame: Frame, boxes: list[Box]) -> list[Box] | None:
        """Regions with context, joined where they overlap; None when the whole frame is as cheap."""
        w, h = frame.size
        margin = self.settings.margin * max(w, h)
        out: list[Box] = []
        for x0, y0, x1, y1 in boxes:
            (left, right), (top, bottom) = self._span(x0, x1, margin, w, max(w, h)), self._span(y0, y1, margin, h, max(w, h))
            box = (left, top, right, bottom)
            while touching := [b for b in out if _meet(b, box)]:
                for b in touching:
                    out.remove(b)
                    box = (min(box[0], b[0]), min(box[1], b[1]), max(box[2], b[2]), max(box[3], b[3]))
            out.append(box)
        covered = sum((b[2] - b[0]) * (b[3] - b[1]) for b in out)
        return None if len(out) > 1 or covered > 0.45 * w * h else out

    def _span(self, low: float, high: float, margin: float, end: int, long: int) -> tuple[int, int]:
        """From .. to along one side of the frame (its length `end`): with margin, of one of few lengths, inside the frame."""
        step = self.settings.step * long
        length = max(self.settings.least * long, -(-(high - low + 2 * margin) // step) * step)
        begin = min(max(0.0, (low + high - length) / 2), max(0.0, end - length))
        return int(begin), int(min(end, begin + length))


def sightings(readings: list[Reading], recogniser: Recogniser) -> tuple[Sighting, ...]:
    """Readings of one picture as sightings (tracks 1..n), lowest first."""
    follower = Follower(recogniser.probabilities, recogniser.accepts, FollowSettings(confirm=1))
    follower.update(readings, 0.0, certain=True)
    return follower.sightings()


def _touches(quad: geometry.Quad, regions: list[Box]) -> bool:
    """Does most of the quad lie in a region? Cards at a region's rim are cut there and better left alone."""
    (x0, y0), (x1, y1) = quad.min(0), quad.max(0)
    return any(x0 >= r[0] - 2 and y0 >= r[1] - 2 and x1 <= r[2] + 2 and y1 <= r[3] + 2 for r in regions)


def _alike(outline: Outline, track: Track) -> bool:
    iou, inside = geometry.overlap(outline.quad, track.reading.outline)
    other, within = geometry.overlap(outline.quad, np.ascontiguousarray(track.quad))
    return iou > 0.5 or other > 0.5 or max(inside, within) > 0.8


def _box(quad: geometry.Quad) -> Box:
    (x0, y0), (x1, y1) = quad.min(0).tolist(), quad.max(0).tolist()
    return int(x0), int(y0), int(x1) + 1, int(y1) + 1


def _inside(a: Box, b: Box, slack: float) -> bool:
    return a[0] >= b[0] - slack and a[1] >= b[1] - slack and a[2] <= b[2] + slack and a[3] <= b[3] + slack


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
