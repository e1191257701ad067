"""Whole hands of every game followed from misread observations: how many come out as played, how many questions it takes, who is accused.

    python -m tests.table.noise --wrong 0.02 --hands 40 --out noise.jsonl

One line of JSON a hand; what stands in the file already is not played again, so that a long run can be stopped and gone on with.
The summary is a table for table/README.md. A question is answered truly, the most doubtful card first, once the hand is over.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from table import events as ev
from table.compare import compare
from table.faults import Fault
from table.record import Record
from table.script import Script
from table.selfplay import script
from table.session import Session
from table.state import Played, State
from table.tracker import Tracker
from tests.table.misreading import Noise
from tests.table.observations import Filmed, follow_frames, played

FPS = 6.0  # frames a second: few, for speed
MOST = 12  # questions; more are a hand nobody could save
TORZATO, TRESSETTE = {"profile": "torzato"}, {"profile": "tressette"}
TABLES: dict[str, tuple[str, int, str | None, dict[str, object]]] = {
    "briscola 2": ("briscola", 2, None, {}),
    "briscola 3": ("briscola", 3, None, {}),
    "briscola 4": ("briscola", 4, None, {}),
    "bazzica 2": ("bazzica", 2, "french-32", TORZATO),
    "bazzica 2 tressette": ("bazzica", 2, "french-32", TRESSETTE),
    "bazzica 2x2": ("bazzica", 2, "french-32x2", TORZATO),
    "bazzica 3x3": ("bazzica", 3, "french-32x3", TORZATO),
    "bazzica 4x4": ("bazzica", 4, "french-32x4", TORZATO),
    "salisburghese 2": ("salisburghese", 2, None, {}),
    "salisburghese 3": ("salisburghese", 3, None, {}),
    "salisburghese 4": ("salisburghese", 4, None, {}),
    "tricks 2": ("tricks", 2, None, {}),
    "tricks 4": ("tricks", 4, None, {}),
}


@dataclass(slots=True)
class Outcome:
    """One hand.

    exact      played as tracked before anything was asked; once: after at most one answer; asked: answers until nothing was open
    silent     something is wrong in the record, and nothing in it is open
    accused    faults ever reported that were none
    proved     plays (of the whole hand) after which the revoke was proved for who sees all; named: after which it was reported before
               anything was asked (None: it was not), `at_once` when at the same; after: reported, with the answers
    """

    table: str
    seed: int
    wrong: float
    exact: bool = False
    once: bool = False
    asked: int = 0
    silent: bool = False
    structure: bool = False
    accused: tuple[str, ...] = ()
    proved: int | None = None
    named: int | None = None
    at_once: bool = False
    after: bool = False
    seconds: float = 0.0


def run(table: str, seed: int, wrong: float, revoke: bool = False, tap: bool = False) -> Outcome:
    """Film, follow and judge one hand. `tap`: somebody taps every hole as soon as it is shown."""
    game, players, deck, options = TABLES[table]
    began = time.process_time()
    hand = script(game, players, options, deck, seed=seed, dealer=seed % players, revoke=revoke)
    session = Session(game, hand.players, hand.options, hand.deck, hand.dealer, clock=lambda: 0.0)
    tracker = Tracker(session)
    truth = played(hand)
    out = Outcome(table, seed, wrong)
    watch = _Accusations(session, truth)
    film = Filmed(hand, session.game, session.setup, Noise(wrong=wrong, drop=0.02), seed, FPS)
    for seen in film.frames():
        follow_frames([seen], session, tracker)
        for hole in open_plays(session.state) if tap else ():
            card = answer(hand, session.state, hole.seq)
            if card is not None:
                session.append(ev.Correct(seq=hole.seq, card=card, source="touch"))
    out.exact = out.once = _equal(truth, session)
    if watch.proved is not None:
        out.proved, out.named = watch.proved, watch.named
    out.at_once = out.named is not None and out.named == out.proved
    while (seq := question(session, tracker)) is not None and out.asked < MOST:
        card = answer(hand, session.state, seq)
        if card is None:
            out.structure = True
            break
        session.append(ev.Correct(seq=seq, card=card, source="touch"))
        follow_frames(film.wait(0.3), session, tracker)
        out.asked += 1
        if out.asked == 1:
            out.once = _equal(truth, session)
    taker = next((seat for seat, _ in reversed(_went(Session.from_record(truth).state))), None)
    if _went(session.state) and _went(session.state)[-1][0] is None and not open_plays(session.state) and taker is not None:
        session.append(ev.Gather(seat=taker, source="touch"))  # who took the last trick was not seen: one tap says it
        out.asked += 1
        if out.asked == 1:
            out.once = _equal(truth, session)
    unclear = open_plays(session.state) or any(winner is None for winner, _ in _went(session.state))
    out.silent = not _equal(truth, session) and not unclear
    out.after = watch.named is not None
    out.accused = tuple(sorted(watch.false))
    out.seconds = round(time.process_time() - began, 3)
    return out


def open_plays(state: State) -> list[Played]:
    """What the record leaves open: the holes of the last hand, and its unread turned card."""
    hand = state.hand
    return [] if hand is None else [*([hand.unread] if hand.unread else []), *hand.holes()]


def question(session: Session, tracker: Tracker) -> int | None:
    """Seq of what one would be asked about now; None: nothing is open."""
    holes = {p.seq for p in open_plays(session.state)}
    asked = [seq for seq in tracker.questions() if seq in holes]
    return next(iter(asked or sorted(holes)), None)


def answer(hand: Script, state: State, seq: int) -> str | None:
    """The card an event really was; None where the record's plays are not those of the hand."""
    last = state.hand
    if last is None:
        return None
    if last.unread is not None and last.unread.seq == seq:
        return next((e.card for e in hand.events if isinstance(e, ev.Trump)), None)
    real = [e for e in hand.events if isinstance(e, ev.Play)]
    found = last.all_plays()
    at = next((i for i, p in enumerate(found) if p.seq == seq), len(real))
    if at >= len(real) or found[at].seat != real[at].seat:
        return None
    return real[at].card


def _equal(truth: Record, session: Session) -> bool:
    """Every event as it was, every trick to whom it went; when its gathering was noticed does not matter."""
    perfect = Session.from_record(truth)
    if session.state.scores != perfect.state.scores or _went(session.state) != _went(perfect.state):
        return False
    return compare(_ungathered(truth), _ungathered(session.record())).equal


def _went(state: State) -> list[tuple[int | None, int | None]]:
    return [(t.winner, t.points) for hand in state.hands for t in hand.tricks]


def _ungathered(record: Record) -> Record:
    return replace(record, events=tuple((seq, e) for seq, e in record.events if not isinstance(e, ev.Gather)))


class _Accusations:
    """Listens to a session for faults, and knows those that are true."""

    def __init__(self, session: Session, truth: Record) -> None:
        self._seen: set[tuple[Fault, int]] = set()
        self.false: Counter[str] = Counter()
        self.named: int | None = None
        perfect = Session.from_record(truth)
        self._true = {_key(perfect.state, f.fault, f.seq) for f in perfect.state.faults}
        revokes = [f for f in perfect.state.faults if f.fault is Fault.REVOKE]
        self.proved = min((_count(perfect.state, f.proved_at) for f in revokes), default=None)
        session.subscribe(self.heard)

    def heard(self, state: State) -> None:
        """One more event."""
        for report in state.faults:
            if (report.fault, report.seq) in self._seen:
                continue
            self._seen.add((report.fault, report.seq))
            if _key(state, report.fault, report.seq) not in self._true:
                self.false[report.fault.value] += 1
            elif report.fault is Fault.REVOKE and self.named is None:
                self.named = _count(state, state.seq)


def _key(state: State, fault: Fault, seq: int) -> tuple[Fault, int]:
    """A fault and the number of the play it is about."""
    return fault, _count(state, seq)


def _count(state: State, seq: int) -> int:
    """Plays of the last hand up to an event."""
    return sum(p.seq <= seq for p in state.hands[-1].all_plays()) if state.hands else 0


# ---- the command


def summary(found: Sequence[Outcome]) -> str:
    """The hands by table and rate."""
    heads = (
        "wrong",
        "table",
        "hands",
        "exact",
        "after one question",
        "questions a hand",
        "wrong and silent",
        "accused",
        "revokes / at once / unasked / in the end",
    )
    lines = ["| " + " | ".join(heads) + " |", "|-" * len(heads) + "|"]
    groups: dict[tuple[float, str], list[Outcome]] = {}
    for o in found:
        groups.setdefault((o.wrong, o.table), []).append(o)
    for (wrong, table), row in groups.items():
        n = len(row)
        accused = Counter(name for o in row for name in o.accused)
        revokes = [o for o in row if o.proved is not None]
        count = [len(revokes), *(sum(v) for v in zip(*((o.at_once, o.named is not None, o.after) for o in revokes), strict=True))]
        named = "{} / {} / {} / {}".format(*count) if revokes else ""
        lines.append(
            f"| {wrong:.0%} | {table} | {n} | {sum(o.exact for o in row)} | {sum(o.once for o in row)} | "
            f"{sum(o.asked for o in row) / n:.2f} | {sum(o.silent for o in row)} | {dict(accused) or 0} | {named} |"
        )
    return "\n".join(lines)


def main() -> int:
    """Play what is not played yet, then sum up."""
    parser = argparse.ArgumentParser(prog="python -m tests.table.noise", description=__doc__)
    parser.add_argument("--wrong", type=float, nargs="+", default=[0.02], help="shares of readings whose first candidate is wrong")
    parser.add_argument("--table", nargs="+", choices=TABLES, default=list(TABLES), help="games and players (default: all)")
    parser.add_argument("--hands", type=int, default=40, help="hands of each")
    parser.add_argument("--seed", "--from", type=int, default=1, help="of the first hand; the others follow")
    parser.add_argument("--revoke", action="store_true", help="with one revoke in each")
    parser.add_argument("--tap", action="store_true", help="somebody taps every hole as soon as it is shown")
    parser.add_argument("--out", type=Path, help="file of results, gone on with")
    args = parser.parse_args()
    found = [Outcome(**json.loads(line)) for line in args.out.read_text().splitlines()] if args.out and args.out.exists() else []
    done = {(o.table, o.seed, o.wrong) for o in found}
    plan = [(t, s, w) for w in args.wrong for s in range(args.seed, args.seed + args.hands) for t in args.table]
    for i, (table, seed, wrong) in enumerate(plan, 1):
        if (table, seed, wrong) in done:
            continue
        outcome = run(table, seed, wrong, args.revoke, args.tap)
        found.append(outcome)
        if args.out:
            with args.out.open("a") as file:
                file.write(json.dumps(asdict(outcome)) + "\n")
        bad = "" if outcome.once and not outcome.silent and not outcome.accused else f"  {outcome}"
        print(f"{i}/{len(plan)} {table} {wrong:.0%} seed {seed}{bad}", file=sys.stderr, flush=True)
    print(summary(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
