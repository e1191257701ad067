"""A hand played to its end: the joint readings of its cards, weighed by what people did with them.

At the end every copy has been seen, so only a few readings are left, and they are told apart by the rules: under a wrong one somebody
takes a trick that was not his, leads out of turn, or breaks an obligation, which hardly anybody does. A fault speaks against a reading as
much as it is rare; it is never forbidden.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from table import events as ev
from table.decoder import Candidates, Matching, Row, ranked
from table.fold import Log, fold, resolve
from table.games.base import Game
from table.joint import readings
from table.state import Setup, altered

ODD = 7.0  # natural logarithm: something nobody does happens about once in a thousand cards
DEPTH = 9.0  # readings dearer than this are not worth weighing
MOST = 3000  # readings listed
PLAYED = 32  # of them played through by the rules: the rest are so much dearer that nothing hangs on them


@dataclass(frozen=True, slots=True)
class Settled:
    """What each play was, by number, and the turned card: candidates with probabilities, best first."""

    plays: Mapping[int, Candidates]
    turned: Candidates = ()


@dataclass(frozen=True, slots=True)
class Book:
    """The plays of the hand as the log has them.

    seqs     number of the play in the decoder → its seq
    turned   evidence of the turned card, None where a person said it, or there is none
    trump    seq of the event that told it
    default  seqs of gatherings nobody saw: they follow the winner
    """

    seqs: Mapping[int, int]
    turned: Row | None
    trump: int | None
    default: frozenset[int]


def settle(game: Game, setup: Setup, log: Log, matching: Matching, rows: Mapping[int, Row], book: Book) -> Settled:
    """Probabilities of the cards of the last hand of `log`."""
    listed = readings(matching, rows, DEPTH, MOST)
    upturned = _near(book.turned)
    loose = matching.loose(DEPTH)
    base = {play: ranked(matching.alternatives(play)) if play in loose else ((code, 1.0),) for play, code in matching.card.items()}
    if len(listed.ways) == 1 and len(upturned) < 2:
        return Settled(base, tuple((c, 1.0) for c in upturned))
    table = _Table(game, setup, log, book)
    best = matching.reading()
    ups: list[tuple[str | None, float]] = [*upturned.items()] or [(None, 0.0)]
    pairs = [(dearer + cost, i, card) for i, (dearer, _) in enumerate(listed.ways) for card, cost in ups]
    pairs.sort(key=lambda pair: pair[0])
    weighed = []
    for n, (dearer, i, card) in enumerate(pairs):
        odd = table.odd({**best, **listed.ways[i][1]}, card) if n < PLAYED else 0
        weighed.append((dearer + ODD * odd, i, card))
    least = min(w for w, _, _ in weighed)
    mass = [(math.exp(least - w), i, card) for w, i, card in weighed]
    total = sum(m for m, _, _ in mass)
    plays: dict[int, dict[str, float]] = {play: {} for play in listed.ways[0][1]}
    turned: dict[str, float] = {}
    for m, i, card in mass:
        for play, code in listed.ways[i][1].items():
            plays[play][code] = plays[play].get(code, 0.0) + m / total
        if card is not None:
            turned[card] = turned.get(card, 0.0) + m / total
    found = {play: _best(codes) for play, codes in plays.items()}
    if not listed.whole:  # what was not listed may be as likely: nothing is surer than without the rules
        found = {play: tuple((c, min(p, dict(base[play]).get(c, 0.0))) for c, p in row) for play, row in found.items()}
    return Settled({**base, **found}, _best(turned))


def _near(row: Row | None) -> dict[str, float]:
    """The cards the turned one may be, and how much dearer than the likeliest."""
    if row is None or not row.costs:
        return {}
    low = min(row.costs.values())
    return {code: cost - low for code, cost in row.costs.items() if cost - low <= DEPTH}


def _best(mass: Mapping[str, float]) -> Candidates:
    return tuple(sorted(mass.items(), key=lambda c: (-c[1], c[0]))[:5])


class _Table:
    """The hand as the log has it, to be played again with other cards."""

    def __init__(self, game: Game, setup: Setup, log: Log, book: Book) -> None:
        self._game, self._book = game, book
        standing = resolve(log, float(setup.options.get("takeback_s", 3)))
        start = max((i for i, e in enumerate(standing) if isinstance(e, ev.Hand)), default=0)
        self._start = fold(game, setup, log[:start])
        self._events = [(seq, e) for (seq, _), e in zip(log[start:], standing[start:], strict=True) if e is not None]
        self._numbers = {seq: number for number, seq in book.seqs.items()}

    def odd(self, cards: Mapping[int, str], turned: str | None) -> int:
        """How many things happen in the hand that nobody does, if its plays are `cards` and the turned card is `turned`."""
        state = self._start
        for seq, event in self._events:
            if isinstance(event, ev.Play) and (card := cards.get(self._numbers.get(seq, 0))) is not None:
                event = replace(event, card=card)
            elif isinstance(event, ev.Trump) and turned is not None and seq == self._book.trump:
                event = replace(event, card=turned, suit=None)
            elif isinstance(event, ev.Gather) and seq in self._book.default and state.hand is not None and state.hand.tricks:
                winner = state.hand.tricks[-1].winner
                event = event if winner is None else replace(event, seat=winner)
            state = self._game.after(altered(state, seq=seq), event)
        # What all knew to be in a hand, the turned card drawn into it too, was played out of that hand.
        kept = sum(len(known) for known in state.hands[-1].known) if state.hands else 0
        return len(state.faults) - len(self._start.faults) + kept
