"""The few joint readings of a hand that are worth weighing: all ways to lay the plays at the copies that cost little more than the best.

Plays that could change places form groups; within a group every assignment is listed, and the groups are put together cheapest first.
"""

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from table.decoder import Matching, Row

STEPS = 20_000  # of the search in one group, after which it counts as too wide to be listed

Way = tuple[float, dict[int, str]]  # how much dearer than the best joint reading, and the card of each play of the group


@dataclass(frozen=True, slots=True)
class Readings:
    """Joint readings, cheapest first: (how much dearer than the best, card of every play that is not the same in all of them).

    whole  False when there are more of them than were listed
    """

    ways: tuple[Way, ...]
    whole: bool = True


def groups(matching: Matching, rows: Mapping[int, Row], depth: float) -> tuple[list[list[Way]], bool]:
    """For each group of plays that could change places all its readings within `depth`, cheapest first; False: one was too wide to list."""
    options: dict[int, list[str]] = {}
    for play in matching.loose(depth):
        near = [code for code, dearer in matching.alternatives(play).items() if dearer <= depth]
        if len(near) > 1:
            options[play] = near
    lists, whole = [], True
    for group in _connected(options):
        found = _ways(group, options, matching, rows, depth)
        whole = whole and found is not None
        lists.append(found or [(0.0, {play: matching.card[play] for play in group})])
    return lists, whole


def readings(lists: list[list[Way]], depth: float, most: int, whole: bool = True) -> Readings:
    """At most `most` joint readings that cost at most `depth` (natural logarithms) more than the best, out of those of all groups."""
    ways: list[Way] = []
    for way in _together(lists):
        if way[0] > depth:
            break
        if len(ways) == most:
            whole = False
            break
        ways.append(way)
    return Readings(tuple(ways), whole)


def _connected(options: Mapping[int, list[str]]) -> list[list[int]]:
    """Plays that have a card in common, directly or through others."""
    owner: dict[str, int] = {}
    lead = {play: play for play in options}

    def head(play: int) -> int:
        while lead[play] != play:
            play = lead[play]
        return play

    for play, codes in options.items():
        for code in codes:
            lead[head(play)] = head(owner.setdefault(code, play))
    found: dict[int, list[int]] = {}
    for play in options:
        found.setdefault(head(play), []).append(play)
    return list(found.values())


def _ways(
    group: list[int], options: Mapping[int, list[str]], matching: Matching, rows: Mapping[int, Row], depth: float
) -> list[Way] | None:
    """All assignments of a group within `depth`, cheapest first; None when there are too many to look at."""
    room = {code: matching.room[code] for play in group for code in options[play]}
    for play in group:
        room[matching.card[play]] += 1
    best = sum(rows[play].cost(matching.card[play]) for play in group)
    order = sorted(group, key=lambda play: len(options[play]))
    least = [0.0]  # what the plays from here on cost at least
    for play in reversed(order):
        least.append(least[-1] + min(rows[play].cost(code) for code in options[play]))
    least.reverse()
    found: list[Way] = []
    chosen: dict[int, str] = {}
    steps = 0

    def go(i: int, cost: float) -> bool:
        nonlocal steps
        steps += 1
        if steps > STEPS:
            return False
        if i == len(order):
            found.append((cost - best, dict(chosen)))
            return True
        play = order[i]
        for code in options[play]:
            here = cost + rows[play].cost(code)
            if room[code] > 0 and here + least[i + 1] - best <= depth:
                room[code] -= 1
                chosen[play] = code
                good = go(i + 1, here)
                room[code] += 1
                if not good:
                    return False
        return True

    return sorted(found, key=lambda way: way[0]) if go(0, 0.0) else None


def _together(lists: list[list[Way]]) -> Iterator[Way]:
    """The ways of all groups put together, cheapest first."""
    start = (0,) * len(lists)
    heap = [(sum(ways[0][0] for ways in lists), start)]
    seen = {start}
    while heap:
        cost, at = heapq.heappop(heap)
        yield cost, {play: code for ways, i in zip(lists, at, strict=True) for play, code in ways[i][1].items()}
        for k, i in enumerate(at):
            then = (*at[:k], i + 1, *at[k + 1 :])
            if i + 1 < len(lists[k]) and then not in seen:
                seen.add(then)
                heapq.heappush(heap, (cost + lists[k][i + 1][0] - lists[k][i][0], then))
