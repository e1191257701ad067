"""What the tracker needs to know of the running session; `table.session.Session` is one."""

from collections.abc import Sequence
from typing import Protocol

from table import events as ev
from table.games.base import Game
from table.state import State


class Rules(Protocol):
    """The door of a game that never refuses."""

    def after(self, state: State, event: ev.Event) -> State:
        """The state after one more event."""


class TableView(Protocol):
    """What the tracker needs to know of the running session."""

    @property
    def state(self) -> State:
        """The state now."""

    @property
    def events(self) -> Sequence[tuple[int, ev.Event]]:
        """The log: (seq, event)."""

    @property
    def game(self) -> Game:
        """The game's rules."""
