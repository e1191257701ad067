"""Short ways to say a game in tests: events written as words, folded into a state."""

from table import events as ev
from table.faults import Fault
from table.fold import Log, fold
from table.games import get
from table.state import State

NAMES = ("Anna", "Bruno", "Carla", "Dino")


def plays(text: str) -> list[ev.Event]:
    """`plays("1:AS 0:7S")`: cards laid by seats, `?` for an unread one."""
    return [ev.Play(seat=int(word[0]), card=None if word[2:] == "?" else word[2:]) for word in text.split()]


def log(*events: ev.Event) -> Log:
    """Events with their seqs, from 1."""
    return list(enumerate(events, 1))


def after(game: str, players: int, *events: ev.Event, deck: str | None = None, dealer: int = 0, **options: object) -> State:
    """The state after some events of a new game."""
    rules = get(game)
    return fold(rules, rules.setup(NAMES[:players], options, deck, dealer), log(*events))


def faults(state: State) -> list[tuple[Fault, int | None, int]]:
    """Fault, seat and seq of every report."""
    return [(f.fault, f.seat, f.seq) for f in state.faults]
