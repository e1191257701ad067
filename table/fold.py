"""From the log of events to the State. The log only grows; State is a fold over it.

`resolve` settles which events stand: a `retract` takes an event back (and a retracted retraction lets it stand again), a `correct`
replaces fields of one. What is left is stepped through the game's rules. `Fold` does so incrementally and goes back only as
far as a correction reaches; `fold` does it from the start: both always give the same State.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Protocol

from table import events as ev
from table.state import Setup, State, altered

Log = list[tuple[int, ev.Event]]
_HUMAN = ("touch", "button")


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack(ev.Event):
    """Not recorded: what a retracted `play` becomes when the card was really laid and taken back, so that all have seen it."""

    kind: ClassVar[str] = "taken_back"
    seat: int
    card: str


class Rules(Protocol):
    """What the fold needs of a game."""

    def initial(self, setup: Setup) -> State:
        """The state before the first event."""

    def after(self, state: State, event: ev.Event) -> State:
        """The state after one more event, whose seq is already `state.seq`. Never refuses."""


def _corrected(event: ev.Event, by: ev.Correct) -> ev.Event:
    """The event with the fields the correction gives; those the event has not are ignored."""
    names = {f.name for f in fields(event)}
    given = {n: getattr(by, n) for n in ("card", "seat", "cards", "dealer", "suit", "points", "meld")}
    changes = {n: v for n, v in given.items() if v is not None and n in names}
    if by.seat is not None and isinstance(event, ev.Result):
        changes["winner"] = by.seat
    if by.suit is not None and isinstance(event, ev.Hand):
        changes["trump"] = by.suit
    if by.card is not None and isinstance(event, ev.Trump):
        changes["suit"] = None
    if by.unread and "card" in names:
        changes |= {"card": None, "candidates": by.candidates or event.candidates}
    return replace(event, **changes)


def _taken_back(play: ev.Play, retract: ev.Retract, nothing_since: bool, takeback: float) -> bool:
    """Whether a retracted play is a card laid and taken back (not a misreading): at once, or within `takeback` seconds."""
    if retract.why is not None or play.card is None or retract.source in _HUMAN:
        return retract.why == "takeback" and play.card is not None
    soon = play.at is not None and retract.at is not None and retract.at - play.at <= takeback
    return nothing_since or soon


def retracted(log: Log) -> set[int]:
    """Seqs of the entries that a standing retraction takes back (retractions and corrections among them)."""
    seqs = {seq for seq, _ in log}
    gone: set[int] = set()
    for seq, event in reversed(log):
        if isinstance(event, ev.Retract) and seq not in gone and event.seq in seqs and event.seq < seq:
            gone.add(event.seq)
    return gone


def resolve(log: Log, takeback: float = 3.0) -> list[ev.Event | None]:
    """For each entry of the log what stands of it: the event, perhaps corrected, or None. Corrections and retractions stand for None.

    Entries are (seq, event), seqs rising. A correction or retraction can only reach an earlier entry; others do nothing.
    """
    place = {seq: i for i, (seq, _) in enumerate(log)}
    gone: set[int] = set()
    corrections: dict[int, list[ev.Correct]] = {}
    standing: list[ev.Event | None] = [None] * len(log)
    since_play: list[int] = []  # places of plays that stand, latest first
    for i in range(len(log) - 1, -1, -1):
        event = log[i][1]
        if i in gone:
            continue
        for by in reversed(corrections.get(i, ())):
            event = _corrected(event, by)
        target = place.get(event.seq, i) if isinstance(event, (ev.Correct, ev.Retract)) else i
        if isinstance(event, ev.Correct):
            if target < i:
                corrections.setdefault(target, []).append(event)
        elif isinstance(event, ev.Retract):
            if target < i and target not in gone:
                gone.add(target)
                standing[i] = event
        else:
            standing[i] = event
            if isinstance(event, ev.Play):
                since_play.append(i)
    plays = sorted(since_play)
    for i, (_, raw) in enumerate(log):
        retract = standing[i]
        if isinstance(retract, ev.Retract):
            standing[i] = None
            target = place[retract.seq]
            play = log[target][1]
            for by in reversed(corrections.get(target, ())):
                play = _corrected(play, by)
            between = any(target < p < i for p in plays)
            if isinstance(play, ev.Play) and play.card and _taken_back(play, retract, not between, takeback):
                standing[i] = TakenBack(seat=play.seat, card=play.card, at=raw.at, source=raw.source)
    return standing


class Fold:
    """The incremental fold. Not thread-safe; `table.session` locks."""

    def __init__(self, game: Rules, setup: Setup) -> None:
        self._game = game
        self._takeback = float(setup.options.get("takeback_s", 3))
        self._start = game.initial(setup)
        self._log: Log = []
        self._standing: list[ev.Event | None] = []
        self._states: list[State] = []

    @property
    def log(self) -> Log:
        """The entries so far (a copy)."""
        return list(self._log)

    @property
    def active(self) -> Log:
        """The entries nobody took back, corrections and retractions included."""
        gone = retracted(self._log)
        return [(seq, event) for seq, event in self._log if seq not in gone]

    @property
    def standing(self) -> list[tuple[int, ev.Event]]:
        """The events that stand, with their seqs."""
        return [(seq, e) for (seq, _), e in zip(self._log, self._standing, strict=True) if e is not None]

    @property
    def state(self) -> State:
        """The state after the last entry."""
        if not self._log:
            return self._start
        last, seq = self._states[-1], self._log[-1][0]
        return last if last.seq == seq else altered(last, seq=seq)

    def append(self, seq: int, event: ev.Event) -> State:
        """Add one entry and return the new state. `seq` must be greater than all before."""
        self._log.append((seq, event))
        if not isinstance(event, (ev.Correct, ev.Retract)):
            self._step(len(self._log) - 1, event)
            return self.state
        fresh = resolve(self._log, self._takeback)
        old = [*self._standing, None]
        first = next((i for i, (a, b) in enumerate(zip(fresh, old, strict=True)) if a != b), len(fresh) - 1)
        del self._standing[first:]
        del self._states[first:]
        for i in range(first, len(fresh)):
            self._step(i, fresh[i])
        return self.state

    def _step(self, i: int, event: ev.Event | None) -> None:
        before = self._states[i - 1] if i else self._start
        self._standing.append(event)
        self._states.append(before if event is None else self._game.after(altered(before, seq=self._log[i][0]), event))


def fold(game: Rules, setup: Setup, log: Iterable[tuple[int, ev.Event]]) -> State:
    """The state after all entries of a log, from the start."""
    entries = list(log)
    state = game.initial(setup)
    for (seq, _), event in zip(entries, resolve(entries, float(setup.options.get("takeback_s", 3))), strict=True):
        if event is not None:
            state = game.after(altered(state, seq=seq), event)
    return altered(state, seq=entries[-1][0]) if entries else state
