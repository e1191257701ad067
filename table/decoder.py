"""Which cards were played, all readings taken together: each copy in the deck is played once, so a later card settles an earlier one.

Every play brings candidates with probabilities; what the list leaves over is spread thinly over the other faces (a reading can be
wrong altogether). The joint readings that agree with the deck's copies form an assignment problem; its best solution, and how much
worse the best solution without a given card is, say what is settled and what is still a question. Exact, no beam.
A doubt never becomes a fault here: what is not settled is reported as open, and the record keeps a hole.
"""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

Candidates = tuple[tuple[str, float], ...]

STRANGER = 0.004  # least probability that a card is none of its candidates: about the rate at which confident readings are wrong
FIXED = 1e-9  # probability left to other faces once a person has said what the card is
NEVER = 1e6  # cost of a card that cannot have been played
POOL = "*"  # in the matching: all faces a play has no candidate for
SINK = ""  # in the matching: the copies nobody has played
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Settled:
    """The card of a play, its probability, and why: "read" (its own reading), "elimination" (the others leave nothing else)."""

    card: str
    probability: float
    why: str


@dataclass(slots=True)
class _Row:
    candidates: Candidates
    barred: frozenset[str] = frozenset()
    fixed: str | None = None
    costs: dict[str, float] = field(default_factory=dict)
    other: float = 0.0

    def cost(self, code: str) -> float:
        return NEVER if code in self.barred and code != self.fixed else self.costs.get(code, self.other)


class Decoder:
    """Joint reading of the plays of one hand.

    copies  how many pieces of each code the deck has
    odds    how many times likelier than all others together a card must be to count as settled
    """

    def __init__(self, copies: Mapping[str, int], odds: float = 50.0) -> None:
        self._faces = tuple(copies)
        self._copies = dict(copies)
        self._odds = odds
        self._rows: dict[int, _Row] = {}
        self._solution: _Matching | None = None

    def feed(self, play: int, candidates: Iterable[tuple[str, float]], barred: Iterable[str] = ()) -> None:
        """The evidence for `play` is now `candidates` (replaces what was fed before); `barred`: cards it cannot be
        because they lay elsewhere in full view at the time. No effect on a play a person has fixed."""
        row = self._rows.get(play)
        if row is not None and row.fixed is not None:
            return
        known = tuple((code, p) for code, p in candidates if code in self._copies and p > 0)
        new = _Row(known, frozenset(barred))
        left = max(1.0 - sum(p for _, p in known), STRANGER)
        new.other = -math.log(left / max(1, len(self._faces) - len(known)))
        new.costs = {code: min(-math.log(p), new.other) for code, p in known}
        if row is None or (row.candidates, row.barred) != (new.candidates, new.barred):
            self._rows[play] = new
            self._solution = None

    def fix(self, play: int, card: str) -> None:
        """A person said what `play` was."""
        if card in self._copies:
            self._rows[play] = _Row(((card, 1.0),), fixed=card, costs={card: 0.0}, other=-math.log(FIXED))
            self._solution = None

    def drop(self, play: int) -> None:
        """`play` did not happen."""
        if self._rows.pop(play, None) is not None:
            self._solution = None

    def best(self) -> dict[int, str]:
        """The likeliest joint reading."""
        return self._solve().reading()

    def posterior(self, play: int) -> Candidates:
        """Candidates of `play` given all the others, best first, at most five, with probabilities."""
        solution = self._solve()
        if play not in solution.reading():
            return ()  # more plays than cards: somebody will have to say what went wrong
        codes = {code for code, _ in self._rows[play].candidates} | {solution.reading()[play]}
        weigh = {code: solution.worse(play, code) for code in codes}
        rest = solution.worse(play, None)
        least = min(*weigh.values(), rest)  # 0 but for rounding
        mass = {code: math.exp(least - cost) for code, cost in weigh.items()}
        total = sum(mass.values()) + math.exp(least - rest) * max(1, solution.free(codes))
        ranked = sorted(((code, m / total) for code, m in mass.items()), key=lambda c: (-c[1], c[0]))
        return tuple((code, p) for code, p in ranked[:5] if p > 1e-4)

    def reading(self, play: int) -> str | None:
        """The card of `play` in the likeliest joint reading; None when there are more plays than cards."""
        return self._solve().reading().get(play)

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

    def _solve(self) -> "_Matching":
        if self._solution is None:
            self._solution = _Matching(self._rows, self._faces, self._copies)
        return self._solution


class _Matching:
    """Cheapest assignment of plays to copies, by successive shortest paths in the residual graph.

    Nodes are codes; an edge is a play that could lie at another code. All faces a play has no candidate for cost the same: they are
    reached through one pooled node, which keeps the graph small.
    """

    def __init__(self, rows: Mapping[int, _Row], faces: tuple[str, ...], copies: Mapping[str, int]) -> None:
        self._rows, self._faces, self._copies = rows, faces, copies
        self._card: dict[int, str] = {}
        self._users: dict[str, list[int]] = {code: [] for code in faces}
        self._slack = 0.0  # what the plays together lie above their own cheapest cards: no path can gain more on its way
        for play in rows:
            self._assign(play)

    def reading(self) -> dict[int, str]:
        return dict(self._card)

    def free(self, codes: Iterable[str]) -> int:
        """How many faces other than `codes` have a copy left."""
        barred = set(codes)
        return sum(len(self._users[code]) < self._copies[code] for code in self._faces if code not in barred)

    def worse(self, play: int, code: str | None) -> float:
        """How much dearer the best joint reading with `play` = `code` is than the best of all; None: any card it has no candidate for."""
        have = self._card[play]
        if code == have:
            return 0.0
        row = self._rows[play]
        if code is None:
            starts = {face: row.cost(face) for face in self._faces if face not in row.costs and face != have}
        else:
            starts = {code: row.cost(code)}
        return self._path(starts, play, have)[0] - row.cost(have)

    def _assign(self, play: int) -> None:
        row = self._rows[play]
        cheap = min(row.costs, key=lambda code: row.cost(code), default=None)
        if cheap is not None and row.cost(cheap) <= row.other and len(self._users[cheap]) < self._copies[cheap]:
            moves = [(play, cheap)]  # nothing can be cheaper: in an optimal matching nobody gains by moving
        else:
            moves = self._path({face: row.cost(face) for face in self._faces}, play, SINK)[1]
        for mover, code in moves:
            if mover in self._card:
                self._users[self._card[mover]].remove(mover)
            self._card[mover] = code
            self._users[code].append(mover)
        laid = ((self._rows[p], code) for p, code in self._card.items())
        self._slack = sum(row.cost(code) - min((row.other, *row.costs.values())) for row, code in laid)

    def _path(self, starts: Mapping[str, float], leaving: int, target: str) -> tuple[float, list[tuple[int, str]]]:
        """Cheapest way to lay `leaving` at one of `starts` (code → cost), the others making room until one lies at `target`
        (the code it leaves; SINK: any code with room): total cost and moves."""
        far: dict[str, float] = dict(starts)
        came: dict[str, tuple[str, int]] = {}
        queue = deque(sorted(far, key=lambda code: far[code]))
        waiting = set(queue)
        while queue:
            code = queue.popleft()
            waiting.discard(code)
            here = far[code]
            if code == target or here >= far.get(target, math.inf) + self._slack:
                continue
            for to, step, user in self._edges(code, leaving):
                new = here + step
                if new < far.get(to, math.inf) - 1e-9:
                    far[to], came[to] = new, (code, user)
                    if to not in waiting:
                        waiting.add(to)
                        queue.append(to)
        if target not in far:
            return NEVER, []
        moves: list[tuple[int, str]] = []
        at = target
        while at in came:
            before, user = came[at]
            if before == POOL:
                before, user = came[POOL]
            if user >= 0:
                moves.append((user, at))
            at = before
        return far[target], [*moves, (leaving, at)]

    def _edges(self, code: str, leaving: int) -> Iterator[tuple[str, float, int]]:
        if code == POOL:
            yield from ((face, 0.0, NOBODY) for face in self._faces)
            return
        if code == SINK:
            yield from ((face, 0.0, NOBODY) for face in self._faces if self._users[face])
            return
        if len(self._users[code]) < self._copies[code]:
            yield SINK, 0.0, NOBODY
        for user in self._users[code]:
            if user == leaving:
                continue
            row = self._rows[user]
            here = row.cost(code)
            for face in self._faces if row.barred else row.costs:
                if face != code:
                    yield face, row.cost(face) - here, user
            if not row.barred:
                yield POOL, row.other - here, user
