"""What a fault rests on, and whether it has been read surely enough to name anybody. A doubt never becomes a fault.

A card that would accuse somebody stays a hole until all cards the fault rests on are read surely or confirmed: the next cards settle it,
or one tap. What somebody is seen to do (take a trick, lead) is believed rather than a reading that makes it a fault.
"""

from collections.abc import Iterable
from dataclasses import replace

from table import events as ev
from table.events import Correct
from table.faults import Fault, FaultReport
from table.games.base import Game
from table.marks import CONFIRMED, SURELY, Mark, Marks
from table.settling import ODD
from table.state import Played, State, Trick, changed

ACCUSING = frozenset({Fault.REVOKE, Fault.COPY_TOO_MANY, Fault.MISSING_CARD, Fault.ASK_DENIED})
SEEN = frozenset({Fault.WRONG_GATHERER, Fault.OUT_OF_TURN})
BROKEN = frozenset({Fault.REVOKE, Fault.ASK_DENIED})  # of these, what somebody should have played
UNHEARD = 2.718281828**-ODD  # a reading likelier than that is believed rather than that somebody did what nobody does


def fresh(before: State, after: State) -> list[FaultReport]:
    """The faults of `after` that `before` has not."""
    old = {(f.fault, f.seq) for f in before.faults}
    return [f for f in after.faults if (f.fault, f.seq) not in old]


def rests(state: State, report: FaultReport) -> set[int]:
    """Seqs of the plays a fault rests on."""
    hand = state.hands[-1]
    plays = hand.all_plays()
    if report.fault is Fault.COPY_TOO_MANY:
        code = next((p.card for p in plays if p.seq == report.seq), None)
        return {p.seq for p in plays if p.card == code} | ({hand.seq} if code is None else set())
    if report.fault is Fault.MISSING_CARD or (report.fault is Fault.REVOKE and not report.evidence and report.proved_at != report.seq):
        return {p.seq for p in plays}
    before: set[int] = set()
    for trick in [*(t.plays for t in hand.tricks), hand.plays]:
        if any(p.seq == report.seq for p in trick):
            before = {p.seq for p in trick if p.seq <= report.seq}
    return before | set(report.evidence) | {report.seq, report.proved_at}


def unsure(marks: Marks, state: State, report: FaultReport, own: tuple[int, float] | None = None) -> set[int]:
    """Seqs of the cards that are not read surely enough for this fault: together they have to be as sure as one that stands alone,
    else one mistake in a few thousand readings names somebody. `own`: seq and probability of a play not in the log yet."""
    seqs = rests(state, report)
    confirmed = any((m := marks.of_seq(seq)) is not None and m.human for seq in seqs)
    least = CONFIRMED if confirmed else SURELY
    sure = {seq: own[1] if own is not None and seq == own[0] else marks.certainty(seq) for seq in seqs}
    if sum(1 - p for p in sure.values()) <= 1 - least:
        return set()
    return {seq for seq, p in sure.items() if p < least} or {min(sure, key=lambda seq: sure[seq])}


def otherwise(game: Game, state: State, marks: Marks, seat: int) -> Mark | None:
    """A card of the last trick that, read otherwise, would give the trick to `seat`: that reading is likelier than that he did wrong."""
    hand = state.hand
    if hand is None or not hand.tricks:
        return None
    trick = hand.tricks[-1]
    best: tuple[float, Mark] | None = None
    for i, play in enumerate(trick.plays):
        mark = marks.of_seq(play.seq)
        if mark is None or mark.human or mark.card is None or play.card is None:
            continue
        for code, p in marks.candidates(mark):
            if code != play.card and p > UNHEARD and _taken(game, state, trick, i, code) == seat and (best is None or p > best[0]):
                best = (p, mark)
    return None if best is None else best[1]


def _taken(game: Game, state: State, trick: Trick, i: int, code: str) -> int | None:
    plays: tuple[Played, ...] = changed(trick.plays, i, replace(trick.plays[i], card=code))
    return game.taker(state, plays)


def follow(marks: Marks, state: State) -> list[Correct]:
    """Gatherings nobody saw go with their trick, when its cards turn out to be others."""
    hand = state.hand
    if hand is None:
        return []
    found = []
    leads = [t.plays[0].seq for t in hand.tricks] + [p.seq for p in hand.plays[:1]]
    for i, trick in enumerate(hand.tricks):
        end = leads[i + 1] if i + 1 < len(leads) else state.seq + 1
        if trick.winner in (None, trick.gatherer) or trick.gatherer is None or any(p.card is None for p in trick.plays):
            continue
        seq = next((s for s, seen in marks.gathers.items() if not seen and trick.plays[-1].seq < s < end), None)
        if seq is not None:
            found.append(ev.Correct(seq=seq, seat=trick.winner, why="elimination"))
    return found


def least_sure(marks: Marks, seqs: Iterable[int]) -> Mark | None:
    """The most doubtful card among some, of those the camera read."""
    found = [m for seq in seqs if (m := marks.of_seq(seq)) is not None and not m.human and m.card is not None]
    return min(found, key=lambda m: dict(marks.candidates(m)).get(m.card or "", 0.0), default=None)
