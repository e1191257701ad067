"""The running game, shared by camera, tablet and buttons: one lock, one log, whoever listens is told.

What the camera believes, what is tapped in, what a button says are the same events here. Wrong ones are refused with a sentence
(BadValue); a tap that answers an older state than the present one is stale (StaleSeq). A player's mistake is neither: it is recorded.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from table import events as ev
from table import public
from table.errors import BadValue, SegnapuntiError
from table.fold import Fold, Log
from table.games import get as get_game
from table.games.base import Game
from table.ledger import Ledger
from table.record import Header, Record, header_of, parse
from table.state import Setup, State


class Clock(Protocol):
    """Seconds that only go forward."""

    def __call__(self) -> float:
        """Now, in seconds."""


class StaleSeq(SegnapuntiError, RuntimeError):
    """The game has gone on since the state that was answered to; `seq` is where it is now."""

    def __init__(self, expected: int, seq: int) -> None:
        super().__init__(f"The game has gone on: event {seq} is the last one, not {expected}; look again.")
        self.expected, self.seq = expected, seq


Listener = Callable[[State], None]


class Session:
    """One game being played. Every method may be called from any thread; listeners run in the thread that appended."""

    def __init__(
        self,
        game: str | Game,
        players: Sequence[str],
        options: Mapping[str, object] | None = None,
        deck: str | None = None,
        dealer: int = 0,
        ledger: Ledger | None = None,
        clock: Clock = time.monotonic,
        pack: str | None = None,
        game_id: int | None = None,
    ) -> None:
        self.game = get_game(game) if isinstance(game, str) else game
        self.setup: Setup = self.game.setup(players, options, deck, dealer, pack)
        self._fold = Fold(self.game, self.setup)
        self._next = 1
        self._lock = threading.RLock()
        self._listeners: list[Listener] = []
        self._clock, self._began = clock, clock()
        self._ledger = ledger
        if game_id is None:
            game_id = ledger.start(header_of(self.setup)) if ledger else 0
        self.game_id: int = game_id

    @classmethod
    def from_record(
        cls, record: Record | Sequence[str], ledger: Ledger | None = None, clock: Clock = time.monotonic, game_id: int | None = None
    ) -> "Session":
        """The session a record (or its lines) leaves off at. With a ledger and a `game_id` it goes on there; without it is copied in."""
        found = record if isinstance(record, Record) else parse("\n".join(record).encode())
        h = found.header
        session = cls(h.game, h.players, h.options, h.deck or None, h.dealer, ledger, clock, h.pack, game_id)
        for seq, event in found.events:
            session._fold.append(seq, event)
            session._next = seq + 1
            if ledger and game_id is None:
                ledger.append(session.game_id, seq, event)
        last = max((e.at for _, e in found.events if e.at is not None), default=0.0)
        session._began -= last
        return session

    @classmethod
    def resume(cls, ledger: Ledger, clock: Clock = time.monotonic) -> "Session | None":
        """The game that was running when the ledger was last written; None when there is none."""
        game_id = ledger.open_game()
        return None if game_id is None else cls.from_record(ledger.record(game_id), ledger, clock, game_id)

    # ---- what is

    @property
    def header(self) -> Header:
        """The header of this game's record."""
        return header_of(self.setup)

    @property
    def state(self) -> State:
        """The state after the last event."""
        with self._lock:
            return self._fold.state

    @property
    def events(self) -> Log:
        """The log: (seq, event), a copy."""
        with self._lock:
            return self._fold.log

    @property
    def seq(self) -> int:
        """Seq of the last event; 0 before the first."""
        return self.state.seq

    def record(self) -> Record:
        """The whole game as a record."""
        return Record(self.header, tuple(self.events))

    def public(self) -> dict[str, Any]:
        """The state as JSON for whoever is at the table: nothing that must stay hidden is in it (`table.public`)."""
        return public.view(self.game, self.state) | {"game_id": self.game_id}

    # ---- what happens

    def append(self, event: ev.Event, expected_seq: int | None = None) -> State:
        """Record one event and return the new state. StaleSeq when `expected_seq` is not the last seq, BadValue when it cannot be."""
        return self.extend((event,), expected_seq)

    def extend(self, events: Sequence[ev.Event], expected_seq: int | None = None) -> State:
        """Record events that are one change (two cards exchanged): all of them or none, and whoever listens hears only the outcome."""
        with self._lock:
            if expected_seq is not None and expected_seq != self.seq:
                raise StaleSeq(expected_seq, self.seq)
            for event in events:
                self.check(event)
            now, state = round(self._clock() - self._began, 3), self._fold.state
            for event in events:
                stamped = replace(event, at=now) if event.at is None else event
                seq = self._next
                if self._ledger:
                    self._ledger.append(self.game_id, seq, stamped)
                self._next = seq + 1
                state = self._fold.append(seq, stamped)
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(state)
        return state

    def check(self, event: ev.Event) -> None:
        """Raise BadValue with a sentence when this table cannot have the event."""
        self.setup.check(event)
        if isinstance(event, (ev.Correct, ev.Retract, ev.Accept, ev.Dismiss)) and event.seq not in {s for s, _ in self._fold.log}:
            raise BadValue(f"There is no event {event.seq} to {event.kind}.", code="no_event", seq=event.seq)

    def undo(self, source: str = "touch") -> State | None:
        """Take back the last event that still stands; again: the one before. None when there is nothing left."""
        with self._lock:
            standing = self._fold.active
            target = next((s for s, e in reversed(standing) if not isinstance(e, ev.Retract)), None)
            return None if target is None else self.append(ev.Retract(seq=target, why="undo", source=source))

    def redo(self, source: str = "touch") -> State | None:
        """Undo the last undo. None when nothing was undone, or something happened since."""
        with self._lock:
            log = self._fold.log
            active = {s for s, _ in self._fold.active}
            for seq, event in reversed(log):
                if not isinstance(event, ev.Retract) or event.why not in ("undo", "redo"):
                    return None
                if event.why == "undo" and seq in active:
                    return self.append(ev.Retract(seq=seq, why="redo", source=source))
            return None

    def close(self) -> None:
        """The evening is over: the game will not be resumed."""
        if self._ledger:
            self._ledger.close_game(self.game_id)

    def subscribe(self, listener: Listener) -> None:
        """Call `listener(state)` after every event."""
        with self._lock:
            self._listeners.append(listener)

    def unsubscribe(self, listener: Listener) -> None:
        """Stop calling it."""
        with self._lock:
            if listener in self._listeners:
                self._listeners.remove(listener)
