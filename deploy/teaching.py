"""Teaching a deck from the dashboard: the web's Teacher over vision's guide, one row of cards at a time."""

import time
from collections.abc import Callable, Sequence

from deploy.preview import encode
from table import deck
from table.errors import BadValue
from vision.frames import Frame
from vision.guide import EnrolSession
from vision.guide import Seen as Found
from vision.pack import check_name
from vision.weights import Weights
from web.host import Pack, Picture, Seen


class RowTeacher:
    """web.host.Teacher. `frame` gives the newest frame."""

    PATIENCE = 300.0  # seconds after the last look at a row when a teacher who walked away no longer holds up the game

    def __init__(self, weights: Weights, frame: Callable[[], Frame | None], clock: Callable[[], float] = time.monotonic) -> None:
        self._weights, self._frame, self._clock = weights, frame, clock
        self._guide = self._fresh()
        self._looked: float | None = None

    @property
    def busy(self) -> bool:
        """True while a deck is being taught: what lies on the table is no game."""
        return self._looked is not None and self._clock() - self._looked < self.PATIENCE

    def _fresh(self) -> EnrolSession:
        # any card may be named while teaching; what the deck is made up of is known when it is saved
        every = tuple(dict.fromkeys(code for name in deck.names() for code in deck.get(name).faces))
        return EnrolSession("teaching", self._weights, codes=every)

    def look(self, expected: Sequence[str]) -> Sequence[Seen]:
        """The cards lying in the picture now, left to right, row by row."""
        self._looked = self._clock()
        frame = self._frame()
        if frame is None:
            raise BadValue("The camera gives no picture; is it plugged in?", code="no_picture")
        return [Seen(Picture(encode(seen.crop), card=code), like=seen.twin) for seen, code in self._paired(frame, expected)]

    def _paired(self, frame: Frame, expected: Sequence[str]) -> list[tuple[Found, str]]:
        found = self._guide.see(frame.image)
        return [(seen, expected[place] if place < len(expected) else "") for place, seen in enumerate(found)]

    def keep(self, codes: Sequence[str]) -> None:
        """The row last looked at holds these, in order; BadValue with a sentence when something was not taken."""
        seen = self._guide.seen
        if len(codes) != len(seen):
            sentence = f"{len(seen)} cards are seen, {len(codes)} were named; lay them apart from each other, face up."
            raise BadValue(sentence, code="cards_seen", seen=len(seen), named=len(codes))
        alike = next(((code, s.twin) for s, code in zip(seen, codes, strict=True) if code and s.twin and s.twin != code), None)
        self._guide.seen = [card for card, code in zip(seen, codes, strict=True) if code]
        notes = self._guide.accept([code for code in codes if code])
        if notes:
            if alike is None:
                raise BadValue(" ".join(notes))
            raise BadValue(" ".join(notes), code="looks_alike", card=alike[0], other=alike[1])

    def taught(self) -> Sequence[str]:
        """Codes kept so far."""
        return list(self._guide.taught)

    def save(self, name: str, composition: str) -> Pack:
        """Save what was taught, gaps or not."""
        faces = deck.get(composition).faces
        guide = self._guide
        named = EnrolSession(check_name(name), self._weights, composition, faces, {c: t for c, t in guide.taught.items() if c in faces})
        done = named.finish()
        self._guide = self._fresh()
        self._looked = None
        return Pack(name, tuple(done.pack.faces), tuple(done.missing))

    def cancel(self) -> None:
        """Forget what was taught."""
        self._guide = self._fresh()
        self._looked = None
