"""A hand played to its end: the joint readings of its cards, weighed by what people did with them.

At the end every copy has been seen, so only a few readings are left, and they are told apart by the rules: under a wrong one somebody
takes a trick that was not his, leads out of turn, or breaks an obligation, which hardly anybody does. A fault speaks against a reading as
much as it is rare; it is never forbidden.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from table import events as ev
from table.decoder import Candidates, Matching, Row, ranked
from table.fold import Log, fold, resolve
from table.games.base import Game
from table.joint import Way, groups
from table.state import Setup, altered

ODD = 7.0  # natural logarithm: something nobody does happens about once in a thousand cards
DEPTH = 9.0  # readings dearer than this are not worth weighing
SHARE = 0.25  # of a part's doubt, from which one of its plays is opened
PLAYED = 32  # readings of a group (or of all) played through by the rules: the rest are so much dearer that nothing hangs on them


@dataclass(frozen=True, slots=True)
class Part:
    """Plays that could change places, apart from all others: their readings with probabilities, the likeliest first."""

    ways: tuple[tuple[float, Mapping[int, str]], ...]

    @property
    def doubt(self) -> float:
        """Probability that the likeliest reading is not how they were."""
        return max(0.0, 1.0 - self.ways[0][0])

    def gain(self, play: int) -> float:
        """What hearing the truth about one play tells of all of them, on the average (nats): how uncertain its own card is."""
        cards: dict[str, float] = {}
        for p, way in self.ways:
            cards[way[play]] = cards.get(way[play], 0.0) + p
        return -sum(p * math.log(p) for p in cards.values() if p > 0)

    def open(self) -> list[int]:
        """The plays a good share of the doubt is about, that which settles most first."""
        most = self.ways[0][1]
        off = {play: sum(p for p, cards in self.ways if cards[play] != card) for play, card in most.items()}
        return sorted((n for n, p in off.items() if p >= self.doubt * SHARE), key=lambda n: (-round(self.gain(n), 9), -off[n], n))


@dataclass(frozen=True, slots=True)
class Settled:
    """What each play was, by number, and the turned card: candidates with probabilities, best first; and in `parts` what hangs together
    (plays that are in none of them are certain, or were too many to be listed)."""

    plays: Mapping[int, Candidates]
    turned: Candidates = ()
    parts: tuple[Part, ...] = ()


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
    lists, whole = groups(matching, rows, DEPTH)
    upturned = _near(book.turned)
    loose = matching.loose(DEPTH)
    base = {play: ranked(matching.alternatives(play)) if play in loose else ((code, 1.0),) for play, code in matching.card.items()}
    if not lists and len(upturned) < 2:
        return Settled(base, tuple((c, 1.0) for c in upturned))
    table = _Table(game, setup, log, book)
    ups: list[tuple[str | None, float]] = [*upturned.items()] or [(None, 0.0)]
    if math.prod(len(ways) for ways in lists) * len(ups) <= PLAYED:
        masses, turned = _together(lists, ups, table, matching.reading())
    else:
        masses, turned = _apart(lists, ups, table, matching.reading())
    parts, found = [], {}
    for ways, mass in zip(lists, masses, strict=True):
        order = sorted(range(len(ways)), key=lambda i: -mass[i])
        parts.append(Part(tuple((mass[i], ways[i][1]) for i in order)))
        for play in ways[0][1]:
            codes: dict[str, float] = {}
            for p, (_, cards) in zip(mass, ways, strict=True):
                codes[cards[play]] = codes.get(cards[play], 0.0) + p
            found[play] = _best(codes)
    if not whole:  # what was not listed may be as likely: nothing is surer than without the rules
        found = {play: tuple((c, min(p, dict(base[play]).get(c, 0.0))) for c, p in row) for play, row in found.items()}
        parts = []
    return Settled({**base, **found}, _best(turned), tuple(parts))


Ups = list[tuple[str | None, float]]
Masses = tuple[list[list[float]], dict[str, float]]  # probabilities of the ways of each group, and of the turned card


def _together(lists: list[list[Way]], ups: Ups, table: "_Table", best: Mapping[int, str]) -> Masses:
    """Few readings: each of all groups together is played through."""
    weighed = []
    for at in itertools.product(*(range(len(ways)) for ways in lists)):
        chosen = [ways[i] for ways, i in zip(lists, at, strict=True)]
        cards = {**best, **{play: code for _, way in chosen for play, code in way.items()}}
        for card, cost in ups:
            weighed.append((cost + sum(c for c, _ in chosen) + ODD * table.odd(cards, card), at, card))
    least = min(w for w, _, _ in weighed)
    total = sum(math.exp(least - w) for w, _, _ in weighed)
    masses = [[0.0] * len(ways) for ways in lists]
    turned: dict[str, float] = {}
    for w, at, card in weighed:
        p = math.exp(least - w) / total
        for k, i in enumerate(at):
            masses[k][i] += p
        if card is not None:
            turned[card] = turned.get(card, 0.0) + p
    return masses, turned


def _apart(lists: list[list[Way]], ups: Ups, table: "_Table", best: Mapping[int, str]) -> Masses:
    """Many readings: those of a group are played through while the others stand as is likeliest; a second time when that changed."""
    cards, up = dict(best), min(ups, key=lambda u: u[1])[0]
    masses: list[list[float]] = []
    weights: list[float] = []
    for _ in range(2):
        before = dict(cards), up
        masses = []
        for ways in lists:
            mass = _shares([cost + ODD * (table.odd({**cards, **way}, up) if n < PLAYED else 0) for n, (cost, way) in enumerate(ways)])
            masses.append(mass)
            cards |= ways[max(range(len(ways)), key=mass.__getitem__)][1]
        weights = _shares([cost + ODD * table.odd(cards, card) for card, cost in ups]) if len(ups) > 1 else [1.0]
        up = ups[max(range(len(ups)), key=weights.__getitem__)][0]
        if (cards, up) == before:
            break
    return masses, {card: p for (card, _), p in zip(ups, weights, strict=True) if card is not None}


def _shares(costs: list[float]) -> list[float]:
    least = min(costs)
    mass = [math.exp(least - cost) for cost in costs]
    return [m / sum(mass) for m in mass]


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
