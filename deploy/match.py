"""One table being followed: the session, the tracker that feeds it, and what the two buttons do to it.

Knows the game room only. Frames have become observations before they get here; pages and lamps learn of changes by callback.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from table import events as ev
from table.observation import Observation
from table.session import Session
from table.tracker import Tracker
from table.zones import Layout

Told = Callable[[int, ev.Event, Observation | None], None]


@dataclass(frozen=True, slots=True)
class Look:
    """How the table lies before the camera. `angles`: direction of each seat, degrees; `stills`: every frame is a scene at rest."""

    angles: tuple[float, ...] = ()
    stills: bool = False
    source: str = "camera"


class Match:
    """Follows the game that is open; `told` hears of every event the camera added, with the observation it came from."""

    def __init__(self, look: Look | None = None, told: Told = lambda seq, event, observation: None) -> None:
        self._look, self._told = look or Look(), told
        self._lock = threading.RLock()
        self.session: Session | None = None
        self._tracker: Tracker | None = None

    def play(self, session: Session) -> None:
        """Follow this session from now on."""
        with self._lock:
            self.session = session
            self.begin_anew()

    def begin_anew(self) -> None:
        """Forget where cards lay (the camera was moved, another source was opened); the game itself goes on."""
        with self._lock:
            if self.session is None:
                return
            setup = self.session.state.setup
            layout = Layout.of(setup.game, setup.seats)
            if setup.options.get("direction"):
                layout = replace(layout, direction=str(setup.options["direction"]))
            if len(self._look.angles) == setup.seats:
                layout = replace(layout, angles=self._look.angles)
            self._tracker = Tracker(self.session, layout, self._look.stills)

    def observe(self, observation: Observation) -> None:
        """Let the tracker see, and write down what it says happened."""
        with self._lock:
            if self._tracker is None or self.session is None:
                return
            for event in self._tracker.observe(observation):
                state = self.session.append(replace(event, source=event.source or self._look.source))
                self._told(state.seq, event, observation)

    def offers(self) -> list[ev.Event]:
        """What lies open and waits for a word, as the events one tap would record."""
        with self._lock:
            return self._tracker.offers() if self._tracker is not None else []

    def confirm(self) -> str:
        """The confirm button: the oldest unread card is its first candidate. Answers what was done, "" for nothing."""
        with self._lock:
            hole = self.hole()
            if self.session is None or hole is None:
                return ""
            card = hole[1]
            self.session.append(ev.Correct(seq=hole[0], card=card, source="button"))
            return card

    def undo(self) -> None:
        """The undo button: the last event did not happen."""
        with self._lock:
            if self.session is not None:
                self.session.undo(source="button")

    def hole(self) -> tuple[int, str] | None:
        """Seq and likeliest card of the oldest unread card of the running hand that has candidates."""
        hand = self.session.state.hand if self.session else None
        if hand is None:
            return None
        return next(((p.seq, p.candidates[0][0]) for p in hand.holes() if p.candidates), None)
