"""Which cards were played, all readings taken together: each copy in the deck is played once, so a later card settles an earlier one.

Every play brings candidates with probabilities; what the list leaves over is spread thinly over the other faces (a reading can be
wrong altogether). The joint readings that agree with the deck's copies form an assignment problem; its best solution, and how much
worse the best solution with another card is, say what is settled and what is still a question. Exact, no beam.
A doubt never becomes a fault here: what is not settled is reported as open, and the record keeps a hole.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Candidates = tuple[tuple[str, float], ...]

STRANGER = 0.001  # least probability that a card is none of its candidates, whatever they say: vision can be quite sure and wrong
FIXED = 1e-9  # probability left to other faces once a person has said what the card is
NEVER = 1e6  # cost of a card that cannot have been played
NEARLY = 1e-9  # costs that differ by less are equal


@dataclass(frozen=True, slots=True)
class Settled:
    """The card of a play, its probability, and why: "read" (its own reading), "elimination" (the others leave nothing else)."""

    card: str
    probability: float
    why: str


@dataclass(slots=True)
class Row:
    """The evidence of one play: costs are negative logarithms of probabilities; `other` for each face that is no candidate."""

    candidates: Candidates
    barred: frozenset[str] = frozenset()
    fixed: str | None = None
    costs: dict[str, float] = field(default_factory=dict)
    other: float = 0.0

    def cost(self, code: str) -> float:
        """What it costs to read the play as `code`."""
        return NEVER if code in self.barred and code != self.fixed else self.costs.get(code, self.other)


class Decoder:
    """Joint reading of the plays of one hand.

    copies  how many pieces of each code the deck has
    odds    how many times likelier than all others together a card must be to count as settled
    """

    def __init__(self, copies: Mapping[str, int], odds: float = 50.0) -> None:
        self._copies = dict(copies)
        self._odds = odds
        self._rows: dict[int, Row] = {}
        self._solution: Matching | None = None
        self._posteriors: dict[int, Candidates] = {}
        self._trials: dict[tuple[Candidates, frozenset[str]], Candidates] = {}

    def feed(self, play: int, candidates: Iterable[tuple[str, float]], barred: Iterable[str] = ()) -> None:
        """The evidence for `play` is now `candidates` (replaces what was fed before); `barred`: cards it cannot be
        because they lay elsewhere in full view at the time. No effect on a play a person has fixed."""
        row = self._rows.get(play)
        if row is not None and row.fixed is not None:
            return
        new = self.row(candidates, barred)
        if row is None:
            self._rows[play] = new
            self._posteriors.clear()
            self._trials.clear()
            if self._solution is not None:
                self._solution.add(play)
        elif (row.candidates, row.barred) != (new.candidates, new.barred):
            self._rows[play] = new
            self._changed()

    def fix(self, play: int, card: str) -> None:
        """A person said what `play` was."""
        if card in self._copies:
            self._rows[play] = Row(((card, 1.0),), fixed=card, costs={card: 0.0}, other=-math.log(FIXED))
            self._changed()

    def drop(self, play: int) -> None:
        """`play` did not happen."""
        if self._rows.pop(play, None) is not None:
            self._changed()

    def away(self, cards: Iterable[str], back: bool = False) -> None:
        """Copies that nobody will play: laid away in sight of all (`back`: they were not)."""
        for card in cards:
            self._copies[card] = max(0, self._copies.get(card, 0) + (1 if back else -1))
        self._changed()

    def row(self, candidates: Iterable[tuple[str, float]], barred: Iterable[str] = ()) -> Row:
        """Evidence as costs."""
        known = tuple((code, p) for code, p in candidates if code in self._copies and p > 0)
        row = Row(known, frozenset(barred))
        left = max(1.0 - sum(p for _, p in known), STRANGER)
        row.other = -math.log(left / max(1, len(self._copies) - len(known)))
        row.costs = {code: min(-math.log(p), row.other) for code, p in known}
        return row

    def _changed(self) -> None:
        self._solution = None
        self._posteriors.clear()
        self._trials.clear()

    # ---- what follows

    def best(self) -> dict[int, str]:
        """The likeliest joint reading."""
        return self._solve().reading()

    def reading(self, play: int) -> str | None:
        """The card of `play` in the likeliest joint reading; None when there are more plays than cards."""
        return self._solve().card.get(play)

    def posterior(self, play: int) -> Candidates:
        """Candidates of `play` given all the others, best first, at most five, with probabilities."""
        if play not in self._posteriors:
            self._posteriors[play] = ranked(self._solve().alternatives(play))
        return self._posteriors[play]

    def trial(self, candidates: Iterable[tuple[str, float]], barred: Iterable[str] = ()) -> Candidates:
        """What `posterior` would say of one more play with this evidence."""
        row = self.row(candidates, barred)
        asked = row.candidates, row.barred
        if asked not in self._trials:
            solution = self._solve().copy({**self._rows, NOBODY: row})
            solution.add(NOBODY)
            self._trials[asked] = ranked(solution.alternatives(NOBODY))
        return self._trials[asked]

    def probability(self, play: int, card: str) -> float:
        """Probability that `play` was `card`, given all the others."""
        return dict(self.posterior(play)).get(card, 0.0)

    def loose(self, depth: float) -> set[int]:
        """Plays that may have another reading that costs less than `depth` more; quickly found, with some too many."""
        return self._solve().loose(depth)

    def settled(self) -> dict[int, Settled]:
        """The plays whose card is certain enough, each with its reason."""
        found: dict[int, Settled] = {}
        for play, row in self._rows.items():
            if row.fixed is not None:
                found[play] = Settled(row.fixed, 1.0, "read")
                continue
            card, p = next(iter(self.posterior(play)), ("", 0.0))
            if p >= self._odds / (self._odds + 1):
                own = row.candidates[0] if row.candidates else ("", 0.0)
                found[play] = Settled(card, p, "read" if own[0] == card and own[1] >= 0.5 else "elimination")
        return found

    def questions(self) -> list[int]:
        """The plays still open, the most doubtful first: asking about it settles most."""
        sure = self.settled()
        open_plays = [play for play in self._rows if play not in sure]
        return sorted(open_plays, key=lambda play: (max((p for _, p in self.posterior(play)), default=0.0), play))

    def left(self) -> dict[str, int]:
        """Copies not used by the likeliest joint reading."""
        left = dict(self._copies)
        for code in self.best().values():
            left[code] -= 1
        return {code: n for code, n in left.items() if n > 0}

    @property
    def matching(self) -> "Matching":
        """The likeliest joint reading, to ask further."""
        return self._solve()

    @property
    def rows(self) -> Mapping[int, Row]:
        """The evidence by play."""
        return self._rows

    def _solve(self) -> "Matching":
        if self._solution is None:
            self._solution = Matching(self._rows, self._copies)
            for play in self._rows:
                self._solution.add(play)
        return self._solution


NOBODY = -1_000_000  # number of a play that is only tried


class Matching:
    """Cheapest assignment of plays to copies, made up play by play.

    `card` says which code each play lies at, `room` how many copies of each code nobody uses. What making room at a code would cost is
    a shortest path in the residual graph, whose nodes are codes and whose edges are plays that could lie at another code; found
    backwards from where room is.
    """

    def __init__(self, rows: Mapping[int, Row], copies: Mapping[str, int]) -> None:
        self._rows, self._copies = rows, copies
        self.card: dict[int, str] = {}
        self.room = dict(copies)

    def copy(self, rows: Mapping[int, Row]) -> "Matching":
        """The same assignment, to go on with other rows."""
        twin = Matching(rows, self._copies)
        twin.card, twin.room = dict(self.card), dict(self.room)
        return twin

    def reading(self) -> dict[int, str]:
        """The code of every play that has a copy."""
        return dict(self.card)

    def add(self, play: int) -> None:
        """One more play: the others make room where that is cheapest."""
        row = self._rows[play]
        cheap = min(row.costs, key=row.cost, default=None)
        if cheap is not None and self.room[cheap] > 0 and row.cost(cheap) <= row.other:
            self.card[play] = cheap  # nothing can be cheaper: in an optimal matching nobody gains by moving
            self.room[cheap] -= 1
            return
        far, steps = self.ways()
        code = min(self._copies, key=lambda c: row.cost(c) + far[c])
        if far[code] >= NEVER:
            return
        while code in steps:
            mover, to = steps[code]
            self.card[play], play, code = code, mover, to
        self.card[play] = code
        self.room[code] -= 1

    def ways(self, target: str | None = None) -> tuple[dict[str, float], dict[str, tuple[int, str]]]:
        """For each code, what it costs at least to make room for one more there, and the first step (who moves, where to).

        There is room where a copy is left, and at `target` (whose own card has gone: whoever would rather lie there may take its place).
        """
        far = {code: 0.0 if self.room[code] > 0 or code == target else NEVER for code in self._copies}
        steps: dict[str, tuple[int, str]] = {}
        low = min(far, key=far.__getitem__)
        spare = [code for code in self._copies if self.room[code] > 0] if target is not None else []
        movers = [(play, code, row, row.cost(code)) for play, code in self.card.items() for row in (self._rows[play],)]
        changed = True
        while changed:
            changed = False
            for play, code, row, here in movers:
                to, new = "", far[code] - NEARLY
                for other, cost in (row.costs if not row.barred else self._costs(row)).items():
                    if cost - here + far[other] < new and other != code:
                        to, new = other, cost - here + far[other]
                if row.other - here + far[low] < new and low not in row.barred and low != code:
                    to, new = low, row.other - here + far[low]
                if to:
                    far[code], steps[code], changed = new, (play, to), True
                    if new < far[low]:
                        low = code
            for code in spare:
                if far[low] < far[code] - NEARLY:
                    far[code], changed = far[low], True
        return far, steps

    def _costs(self, row: Row) -> dict[str, float]:
        return {code: row.cost(code) for code in self._copies}

    def loose(self, depth: float) -> set[int]:
        """Plays that may lie elsewhere for less than `depth` more; by the prices of codes, in one search, with some plays too many."""
        far, _ = self.ways(None if any(n > 0 for n in self.room.values()) else next(iter(self._copies)))
        found = set()
        for play, code in self.card.items():
            row = self._rows[play]
            others = (cost + far[other] for other, cost in row.costs.items() if other != code)
            low = row.other + min((price for other, price in far.items() if other != code), default=NEVER)
            if row.fixed is None and (row.barred or min(low, *others, low) - row.cost(code) - far[code] < depth):
                found.add(play)
        return found

    def alternatives(self, play: int) -> dict[str, float]:
        """For each code, how much dearer the best joint reading with `play` there is than the best of all; empty where no copy is left."""
        have = self.card.get(play)
        if have is None:
            return {}
        row, (far, _) = self._rows[play], self.ways(have)
        here = row.cost(have)
        return {code: 0.0 if code == have else row.cost(code) + far[code] - here for code in self._copies}

    def worse(self, play: int, code: str) -> float:
        """The same for one code."""
        return self.alternatives(play)[code]


def ranked(dearer: Mapping[str, float]) -> Candidates:
    """The five likeliest codes with their probabilities, out of what they cost."""
    if not dearer:
        return ()
    least = min(dearer.values())  # 0 but for rounding
    mass = {code: math.exp(least - cost) for code, cost in dearer.items()}
    total = sum(mass.values())
    ranked = sorted(((code, m / total) for code, m in mass.items()), key=lambda c: (-c[1], c[0]))
    return tuple((code, p) for code, p in ranked[:5] if p > 1e-4)
