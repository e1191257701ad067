"""The simulated table as the demo, the check and `simulate` use it: scripts, card images, pace, and what its people tap.

Cards are followed from pixels alone. What players only say (bids, passes, requests) no camera sees: at a real table somebody taps it
in, here it is tapped in when its time has come. What they lay open the camera reads and offers; they tap the offer when it is right.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deploy.choice import SIM, Choice, pack_folder
from table import events as ev
from table import selfplay
from table.errors import BadValue, UnknownName
from table.games import get
from table.record import Record, header_of
from table.script import Declared, Script

if TYPE_CHECKING:
    from vision.frames import Frame, FrameSource, Image
    from vision.sim.simulated import SimulatedTable

# Said, or laid face down: nothing on the table tells them.
SPOKEN = (ev.Bid, ev.Pass, ev.Ask, ev.GiveBack, ev.Cappotto, ev.Bury)
# Laid open and declared: the camera reads them, and a tap on its offer records them.
DECLARED = (ev.Meld, ev.Honours)
PATIENCE = 20.0  # seconds somebody looks for an offer that does not come


def script(choice: Choice, number: int = 0, dealer: int | None = None, revoke: bool = False) -> Script:
    """Hand `number` of an evening (the first is 0), all chance fixed by the choice's seed."""
    return selfplay.script(
        choice.game, choice.players, choice.options, choice.deck,
        seed=choice.seed + number, dealer=choice.dealer if dealer is None else dealer, trump=choice.trump, revoke=revoke,
    )  # fmt: skip


def evening(choice: Choice, between: Callable[[], int | None] = lambda: None) -> Iterator[Script]:
    """Hands without end, the deal passed on; `between` is called before each and may name the dealer."""
    number, dealer = 0, choice.dealer
    while True:
        told = between()
        yield (hand := script(choice, number, dealer if told is None else told))
        dealer = (hand.dealer + 1) % len(choice.players)
        number += 1


def pictures(choice: Choice) -> "Mapping[str, Image] | None":
    """Card images to film: None for the simulator's own, else those of the folder."""
    if choice.pack == SIM:
        return None
    folder = pack_folder(choice.pack)
    if folder is None:
        raise BadValue(f"The simulator has no pictures of the deck {choice.pack!r}; give a folder of card images, or --deck sim.")
    from vision.sim.art import load_art

    return load_art(folder)


def table(choice: Choice, scripts: "Script | Iterator[Script]", fps: float = 10.0) -> "SimulatedTable":
    """The simulated camera over these hands, with what the choice says goes wrong at the table."""
    from vision.sim.simulated import SimulatedTable

    return SimulatedTable(scripts, pictures(choice), seed=choice.seed, fps=fps, disturbances=dict(choice.disturb))


def disturbances(words: list[str]) -> tuple[tuple[str, int], ...]:
    """`["glass", "moved=2"]` → names and times a hand; `default` stands for the simulator's own, `none` for none of those named before.

    UnknownName with the nearest.
    """
    from vision.sim.disturbances import DEFAULT, DISTURBANCES

    found: dict[str, int] = {}
    for word in words:
        name, mark, times = word.partition("=")
        if name == "default":
            found.update(DEFAULT)
            continue
        if name == "none":
            found.clear()
            continue
        if name not in DISTURBANCES:
            raise UnknownName("disturbance", name, {*DISTURBANCES, "default", "none"})
        if mark and not times.isdigit():
            raise BadValue(f"--disturb {word!r} should be NAME or NAME=TIMES, like moved=2.")
        found[name] = int(times or 1)
    return tuple(found.items())


def truth(choice: Choice, events: "list[ev.Event]") -> Record:
    """The record a perfect observer would write of what was filmed."""
    setup = get(choice.game).setup(choice.players, choice.options, choice.deck, choice.dealer)
    return Record(header_of(setup), tuple(enumerate((e for e in events if not isinstance(e, ev.Deal)), 1)))


class Voices:
    """The people at the simulated table, at the tablet: they tap in what was said when it was, and an offer when it is what they declared.

    events   the film's growing list of stamped events
    looking  seconds an offer is looked at before it is tapped
    """

    def __init__(self, events: Callable[[], "list[ev.Event]"], looking: float = 0.0) -> None:
        self._events, self._looking = events, looking
        self._heard = 0
        self._found: dict[ev.Event, float] = {}  # declared and offered, since when
        self._declared = Declared()
        self._waiting: list[ev.Meld | ev.Honours] = []

    def until(self, at: float, offers: Sequence[ev.Event] = ()) -> Iterator[ev.Event]:
        """What is tapped by `at` and was not yet, in order. `offers`: what the dashboard offers now."""
        events = self._events()
        while self._heard < len(events) and (events[self._heard].at or 0.0) <= at:
            event, then = events[self._heard], events[self._heard + 1 : self._heard + 2]
            self._heard += 1
            match event:
                case ev.Hand():
                    self._declared = Declared()
                case ev.Play() if event.card is not None:
                    self._declared.play(event.seat, event.card)
            if isinstance(event, DECLARED) and self._laid(event):
                self._waiting.append(event)
            elif spoken(event, then[0] if then else None):
                yield event
        for event in list(self._waiting):
            if at - (event.at or 0.0) > PATIENCE:
                self._waiting.remove(event)
            elif not any(same(event, offer) for offer in offers):
                self._found.pop(event, None)
            elif at - self._found.setdefault(event, at) >= self._looking:
                self._waiting.remove(event)
                yield event

    def _laid(self, event: ev.Meld | ev.Honours) -> bool:
        """Whether cards are laid for it. What lies there already may be declared again, in another combination: that is only said."""
        if isinstance(event, ev.Honours):
            return bool(event.cards)
        return bool(self._declared.lay(event.seat, event.meld, event.cards))


def same(played: ev.Event, offer: ev.Event) -> bool:
    """Whether an offer is what was declared, by the same player with the same cards."""
    aside = {"at": None, "source": None, "confidence": None, "candidates": None}
    return replace(played, **aside) == replace(offer, **aside)


def spoken(event: ev.Event, then: ev.Event | None) -> bool:
    """Whether nothing on the table tells of `event`: it was said, or it is a hand that begins with words (`then`: the event after it)."""
    if isinstance(event, ev.Hand):
        return event.trump is not None or isinstance(then, SPOKEN)
    return isinstance(event, (*SPOKEN, *DECLARED)) or (isinstance(event, ev.Trump) and event.card is None)


class Paced:
    """A source played at `speed` times its own time; never faster than the frames can be made."""

    live = False

    def __init__(
        self, source: "FrameSource", speed: float, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._source, self._speed, self._clock, self._sleep = source, speed, clock, sleep

    def __iter__(self) -> "Iterator[Frame]":
        ahead = self._clock()
        for frame in self._source:
            wait = ahead + frame.at / self._speed - self._clock()
            if wait > 0:
                self._sleep(wait)
            else:
                ahead -= wait  # a slow machine: time is stretched, nothing is skipped
            yield frame

    def close(self) -> None:
        """Close what it plays."""
        self._source.close()
