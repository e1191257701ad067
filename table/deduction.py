"""Elimination: what an unread card, or the cards laid away unseen, must have been once only one assignment of the unseen copies is left.

Nothing is guessed: when two assignments are left nothing is said, and a card that its own candidates exclude is not put there.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from table.events import Correct, Event
from table.fold import fold
from table.games.base import Game
from table.state import Hand, Played, Setup, State


@dataclass(frozen=True, slots=True)
class Deduced:
    """What elimination settles in one hand: (seq, card) of plays nobody read, and the cards lying apart unseen (sorted)."""

    plays: tuple[tuple[int, str], ...] = ()
    apart: tuple[str, ...] = ()


def deduce(game: Game, state: State) -> Deduced:
    """What elimination settles in the last hand of `state`: as a rule nothing while hands hold cards nobody has seen."""
    hand = state.hand
    if hand is None:
        return Deduced()
    pool, apart = game.unplaced(state), game.apart(state)
    held = sum(max(0, n - len(k)) for n, k in zip(hand.holding, hand.known, strict=True))
    holes = hand.holes()
    if min(pool.values(), default=0) < 0:
        return Deduced()
    pool = +pool
    found, rest = _known_to_be(hand, holes)
    if pool.total() != len(rest) + held + apart:
        return Deduced(tuple(found))
    if len(pool) == 1:
        card = next(iter(pool))
        return Deduced(tuple(found + [(p.seq, card) for p in rest]), (card,) * apart)
    if held or (rest and apart) or len(rest) > 1:
        return Deduced(tuple(found))
    left = tuple(sorted(pool.elements()))
    return Deduced(tuple(found + [(p.seq, left[0]) for p in rest]), left if apart else ())


def _known_to_be(hand: Hand, holes: list[Played]) -> tuple[list[tuple[int, str]], list[Played]]:
    """Unread cards that must be what all knew to be in that hand, now empty; and the other unread cards."""
    found: list[tuple[int, str]] = []
    rest = list(holes)
    for seat, known in enumerate(hand.known):
        own = [p for p in holes if p.seat == seat]
        if known and not hand.holding[seat] and len(own) == len(known) and len(Counter(known)) == 1:
            found += [(p.seq, known[0]) for p in own]
            rest = [p for p in rest if p.seat != seat]
    return found, rest


def corrections(game: Game, state: State) -> list[Correct]:
    """The corrections elimination allows in all hands of a state, for the log; those that candidates speak against are left out."""
    out = []
    for i in range(len(state.hands)):
        upto = replace(state, hands=state.hands[: i + 1])
        holes = {p.seq: p for p in upto.hands[-1].holes()}
        for seq, card in deduce(game, upto).plays:
            likely = holes[seq].candidates
            if not likely or any(c == card for c, _ in likely):
                out.append(Correct(seq=seq, card=card, why="elimination"))
    return out


def settle(game: Game, setup: Setup, log: Sequence[tuple[int, Event]]) -> tuple[State, State, dict[int, str]]:
    """The state of a log, the same with what elimination allows corrected, and the cards put in, by seq."""
    raw = state = fold(game, setup, log)
    put: dict[int, str] = {}
    while found := [c for c in corrections(game, state) if c.seq not in put]:
        put |= {c.seq: c.card or "" for c in found}
        last = log[-1][0] if log else 0
        log = [*log, *enumerate(found, last + 1)]
        state = replace(fold(game, setup, log), seq=last)
    return raw, state, put
