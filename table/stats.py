"""Statistics for the history page: how a game went, and how each player has done over many."""

from collections.abc import Iterable
from dataclasses import dataclass

from table import events as ev
from table import seats
from table.fold import fold, retracted
from table.games import get as get_game
from table.record import Record
from table.state import Points


@dataclass(frozen=True, slots=True)
class GameStats:
    """One game. `winners` seats (a pair: both), empty without a winner; `seconds` from first to last event, None when not timed.

    cards       laid, `unread` of them never read      corrected   events set right or taken back
    games       games won by side, where a game counts them
    """

    game: str
    players: tuple[str, ...]
    hands: int
    scores: Points
    games: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    seconds: float | None
    cards: int
    unread: int
    corrected: int
    faults: int


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """One player, by name: finished games played, won and drawn, `won_share` of those played."""

    name: str
    played: int
    won: int
    drawn: int

    @property
    def won_share(self) -> float:
        """Share of games won, 0 to 1."""
        return self.won / self.played if self.played else 0.0


def game(record: Record) -> GameStats:
    """How one game went."""
    rules, setup = get_game(record.header.game), record.header.setup()
    state = fold(rules, setup, record.events)
    times = [e.at for _, e in record.events if e.at is not None]
    gone = retracted(list(record.events))
    mended = sum(isinstance(e, (ev.Correct, ev.Retract)) and s not in gone for s, e in record.events)
    winners = () if state.winner is None else seats.members(state.winner, setup.seats, rules.sides(setup))
    return GameStats(
        setup.game, setup.players, sum(h.counts for h in state.hands), state.scores, state.games, state.over, winners,
        max(times) - min(times) if times else None, sum(len(h.all_plays()) for h in state.hands),
        sum(len(h.holes()) for h in state.hands), mended, len(state.faults),
    )  # fmt: skip


def players(games: Iterable[GameStats]) -> list[PlayerStats]:
    """How each player has done in the finished games, most wins first, then by name."""
    found: dict[str, list[int]] = {}
    for played in games:
        if not played.over:
            continue
        for seat, name in enumerate(played.players):
            row = found.setdefault(name, [0, 0, 0])
            row[0] += 1
            row[1] += seat in played.winners
            row[2] += not played.winners
    rows = [PlayerStats(name, *row) for name, row in found.items()]
    return sorted(rows, key=lambda p: (-p.won, p.name))
