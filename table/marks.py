"""The tracker's book of plays: which piece of card stands for which event of the log, and what all readings together say they are.

The log is the session's; the book reads in it which seq a reported play got, and what people said by tap: a tap is never overruled.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace

from table import cards
from table import events as ev
from table.decoder import Candidates, Decoder
from table.pieces import Piece
from table.settling import Book, Settled
from table.state import Setup

SURE = 0.9  # joint probability from which a card is written down as read; below it stays a hole
FILL = 0.98  # and from which a hole is filled, or a card written down already is corrected by inference
OPEN = 0.7  # and below which a card written down is open again
LET_BE = 0.002  # probability that anything is wrong with which a hand that is over is let be: what is more doubtful is a question
ANSWERED = 0.006  # and once something has been answered: rather than asking again and again
SURELY = 0.9998  # read as surely as a fault asks, nobody having confirmed anything: all it rests on together
CONFIRMED = 0.9985  # and where somebody has confirmed the card that shows it
LYING = 0.98  # the turned card is read as surely as nobody plays it meanwhile
ABSTAINED = 0.85  # most that a reading vision itself abstained from may count
GAP = 5.0  # natural logarithm by which a card leads every other before nobody looks whether it may be another
STEP = 0.03  # change of a probability worth weighing everything anew
TURNED = -2  # number of the turned card
UNSEEN = 1_000_000  # numbers of plays without a piece begin here; the others have their piece's number


@dataclass(slots=True, eq=False)
class Mark:
    """A play in the log, and the piece it stands for (None: never seen). `doubted`: it has been a hole."""

    number: int
    play: ev.Play
    piece: Piece | None = None
    seq: int | None = None
    card: str | None = None
    human: bool = False
    retracted: bool = False
    doubted: bool = False
    barred: frozenset[str] = frozenset()


class Marks:
    """The plays of the running hand."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._read = -1
        self._pending: list[tuple[ev.Event, Mark | None, bool]] = []
        self._retracts: dict[int, Mark] = {}
        self._unseen = UNSEEN
        self.trump_seq: int | None = None
        self.begin()

    def begin(self) -> None:
        """A new hand: all copies are in play again."""
        self.all: list[Mark] = []
        self.decoder = Decoder(self._setup.deck.counter())
        self.turned: Mark | None = None
        self._fed: dict[int, tuple[tuple[str, float], ...]] = {}
        self._settled: Settled | None = None
        self._away: dict[int, tuple[str, ...]] = {}  # cards laid away in sight of all, by seq
        self._stale = False
        self.trump_seq = None
        self.swapped = False
        self.gathers: dict[int, bool] = {}  # seqs of gatherings, and whether they were seen

    # ---- the log

    def sent(self, event: ev.Event, mark: Mark | None = None, seen: bool = True) -> None:
        """An event was reported; its seq will be found in the log. `seen` False: a gathering that was only supposed."""
        self._pending.append((event, mark, seen))
        if isinstance(event, ev.Correct) and mark is not None:
            mark.card, mark.doubted = event.card, mark.doubted or event.card is None

    def sync(self, log: Sequence[tuple[int, ev.Event]]) -> None:
        """Take in what the log has gained."""
        fresh = []
        for seq, event in reversed(log):
            if seq <= self._read:
                break
            fresh.append((seq, event))
        for seq, event in reversed(fresh):
            self._read = seq
            self.swapped = self.swapped or isinstance(event, ev.Swap)
            at = next((i for i, (sent, _, _) in enumerate(self._pending) if _same(sent, event)), None)
            if at is None:
                self._foreign(seq, event)
                continue
            _, mark, seen = self._pending[at]
            del self._pending[: at + 1]
            if mark is not None and isinstance(event, (ev.Play, ev.Trump)):
                mark.seq = seq
            if isinstance(event, ev.Trump):
                self.trump_seq = seq
            elif isinstance(event, ev.Gather):
                self.gathers[seq] = seen
            elif isinstance(event, ev.Retract) and mark is not None:
                self._retracts[seq] = mark

    def _foreign(self, seq: int, event: ev.Event) -> None:
        if isinstance(event, (ev.Hand, ev.Game)):
            self.begin()
        elif isinstance(event, ev.Trump):
            self.trump_seq = seq
        elif isinstance(event, ev.Bury):
            self._away[seq] = event.cards or ()
            self.decoder.away(self._away[seq])
        elif isinstance(event, ev.Play):
            self._unseen += 1
            mark = Mark(self._unseen, event, None, seq, event.card, human=event.card is not None)
            self.all.append(mark)
            if event.card is not None:
                self.decoder.fix(mark.number, event.card)
            else:
                self.decoder.feed(mark.number, event.candidates or ())
            self._changed()
        elif isinstance(event, ev.Correct):
            mark_of = self.of_seq(event.seq)
            if mark_of is not None and event.card is not None:
                mark_of.card, mark_of.human = event.card, True
                if mark_of is not self.turned:
                    self.decoder.fix(mark_of.number, event.card)
                self._changed()
        elif isinstance(event, ev.Retract):
            target = self.of_seq(event.seq)
            self.decoder.away(self._away.pop(event.seq, ()), back=True)
            if target is not None:
                target.retracted, self._retracts[seq] = True, target
                self.decoder.drop(target.number)
            elif event.seq in self._retracts:  # an undo undone
                back = self._retracts.pop(event.seq)
                back.retracted = False
                if back.human and back.card is not None:
                    self.decoder.fix(back.number, back.card)
            self._changed()

    # ---- looking things up

    def of_seq(self, seq: int) -> Mark | None:
        """The mark of an event of the log."""
        if self.turned is not None and self.turned.seq == seq:
            return self.turned
        return next((m for m in self.all if m.seq == seq), None)

    def of(self, piece: Piece) -> Mark | None:
        """The mark of a piece, retracted or not."""
        return next((m for m in reversed(self.all) if m.piece is piece), None)

    def played(self, card: str) -> list[Mark]:
        """Plays of a card that stand."""
        return [m for m in self.all if m.card == card and not m.retracted]

    # ---- reading

    def read(self, piece: Piece, barred: Iterable[str]) -> tuple[str | None, float, ev.Candidates]:
        """What a new piece is, in view of all that was played: the card (None while unsure), its probability, candidates."""
        candidates = self.decoder.trial(evidence(piece), barred)
        card, p = candidates[0] if candidates else (None, 0.0)
        return (card if p >= SURE else None), p, candidates

    def add(self, play: ev.Play, piece: Piece | None, barred: Iterable[str] = ()) -> Mark:
        """A play is reported."""
        if piece is None:
            self._unseen += 1
        else:
            piece.played = True
        number = self._unseen if piece is None else piece.number
        mark = Mark(number, play, piece, None, play.card, doubted=play.card is None, barred=frozenset(barred))
        self.all.append(mark)
        self._feed(mark)
        return mark

    def turn_up(self, card: str | None, piece: Piece) -> Mark:
        """The turned card is reported."""
        self.turned = Mark(TURNED, ev.Play(seat=-1, card=card), piece, None, card, doubted=card is None)
        self._fed[TURNED] = evidence(piece)
        return self.turned

    def drop(self, mark: Mark) -> None:
        """The play is taken back."""
        mark.retracted = True
        self.decoder.drop(mark.number)
        self._changed()

    def _feed(self, mark: Mark) -> None:
        found = evidence(mark.piece) if mark.piece is not None else ()
        self._fed[mark.number] = found
        self.decoder.feed(mark.number, found, mark.barred)
        self._changed()

    def _upturned(self) -> Candidates:
        """Evidence of the turned card: until it was read, or the first card played; later another may lie in its place."""
        if self.turned is not None and self.turned.card is None and not self.all:
            self._fed[TURNED] = evidence(self.turned.piece)
        return self._fed.get(TURNED, ())

    def _changed(self) -> None:
        self._stale, self._settled = True, None

    def look(self) -> bool:
        """Take in what vision has come to say of the cards lying there. False: nothing has changed since, of readings or of the log."""
        for mark in self.all:
            if mark.piece is not None and mark.piece.here and not mark.human and not mark.retracted:
                old, new = self._fed.get(mark.number, ()), evidence(mark.piece)
                if old != new and _apart(old, new):
                    self._feed(mark)
        stale, self._stale = self._stale, False
        return stale

    def settled(self, found: Settled) -> None:
        """The hand is over, and this is what its cards were."""
        self._settled = found

    def book(self) -> Book:
        """The plays of the hand as the log has them."""
        turned = self.turned
        unsaid = turned is not None and not turned.human and turned.piece is not None
        row = self.decoder.row(self._upturned()) if unsaid else None
        seqs = {m.number: m.seq for m in self.all if m.seq is not None and not m.retracted}
        return Book(seqs, row, self.trump_seq, frozenset(seq for seq, seen in self.gathers.items() if not seen))

    def candidates(self, mark: Mark, undrawn: bool = False) -> Candidates:
        """What a play was, all things considered; of the turned card too, while it lies there (`undrawn`) and once the hand is over."""
        if mark.human and mark.card is not None:
            return ((mark.card, 1.0),)
        if mark is self.turned:
            if self._settled is not None:
                return self._settled.turned
            return self.decoder.trial(self._upturned()) if undrawn and not self.swapped else ()
        if self._settled is not None and mark.number in self._settled.plays:
            return self._settled.plays[mark.number]
        return self.decoder.posterior(mark.number)

    def sure(self, seq: int, least: float) -> bool:
        """Whether the card of an event is as sure as that: read so, or said by a person."""
        return self.certainty(seq) >= least

    def certainty(self, seq: int) -> float:
        """Probability of the card of an event: 1 where a person said it or the camera had no part in it, 0 of a hole."""
        mark = self.of_seq(seq)
        if mark is None or mark.human:
            return 1.0
        return dict(self.candidates(mark)).get(mark.card, 0.0) if mark.card is not None else 0.0

    def findings(self, undrawn: bool) -> list[tuple[Mark, ev.Correct]]:
        """What has become clear since, or doubtful again: holes to fill, cards to correct by inference or to open."""
        over = self._settled is not None
        left = self._left() if over else {}
        found = []
        loose = set() if over else self.decoder.loose(GAP)
        for mark in self._open():
            clear = mark.card is not None and mark.card == self.decoder.reading(mark.number) and mark.number not in loose
            if clear and not over:
                continue
            row = self.candidates(mark, undrawn)
            if not row:
                continue
            card, p = row[0]
            sure = mark.number not in left if over else p >= FILL
            if card != mark.card and sure:
                own = next(iter(evidence(mark.piece)), ("", 0.0))
                why = "read" if own[0] == card and own[1] >= 0.5 else "elimination"
                found.append((mark, ev.Correct(seq=mark.seq or 0, card=card, why=why, confidence=round(p, 4))))
            elif mark.card is not None and (not sure if over else dict(row).get(mark.card, 0.0) < OPEN):
                found.append((mark, self.opened(mark)))
        return found

    def _left(self) -> dict[int, float]:
        """What is left open at a hand's end: numbers, and how much asking would settle. What was read at once is let be while it is
        hardly wrong by itself; of what was ever doubtful the surest parts, as long as all of them together are hardly wrong."""
        found, marks = self._settled, {m.number: m for m in self._open()}
        parts = [p for p in found.parts if any(n in marks for n in p.open())] if found is not None else []
        listed = {n for part in parts for n in part.ways[0][1]}
        rows = []
        for part in parts:
            own = [(marks[n], card) for n, card in part.ways[0][1].items() if n in marks]
            if part.doubt > LET_BE or any(m.doubted or m.card != card for m, card in own):
                rows.append((part.doubt, [(n, part.gain(n)) for n in part.open() if n in marks]))
        for number, mark in marks.items():
            card, p = next(iter(self.candidates(mark)), ("", 0.0))
            if number not in listed and (mark.doubted or card != mark.card or p < SURE):
                rows.append((1.0 - p, [(number, (1.0 - p) * (1.0 - math.log(max(1.0 - p, 1e-9))))]))
        budget = ANSWERED if any(m.human for m in self.all) else LET_BE
        left: dict[int, float] = {}
        for doubt, plays in sorted(rows):
            budget -= doubt
            if budget < 0:
                left.update(plays)
        return left

    def _open(self) -> list[Mark]:
        """What the camera read, the turned card included."""
        marks = [*([self.turned] if self.turned is not None else []), *self.all]
        return [m for m in marks if not m.retracted and not m.human and m.seq is not None]

    def opened(self, mark: Mark) -> ev.Correct:
        """The correction that opens a card again."""
        row = tuple((c, round(p, 4)) for c, p in self.candidates(mark) if p >= 0.001)
        suit = common_suit(row) if mark is self.turned else None
        return ev.Correct(seq=mark.seq or 0, suit=suit, unread=True, why="doubt", candidates=row or None)

    def questions(self) -> list[int]:
        """Seqs of what is still open, the most doubtful first; once the hand is over that first whose answer settles most."""
        if self._settled is not None:
            left = self._left()
            asked = [m for m in self._open() if m.number in left]
            return [m.seq or 0 for m in sorted(asked, key=lambda m: (-round(left[m.number], 9), m.seq))]
        rows = [(max((p for _, p in self.candidates(m)), default=0.0), m) for m in self._open() if m is not self.turned]
        return [m.seq or 0 for p, m in sorted(rows, key=lambda r: (r[0], r[1].seq)) if p < FILL]


def common_suit(candidates: Candidates) -> str | None:
    """The suit of an unread card, where hardly any of its candidates is of another."""
    found = {cards.suit(c) for c, _ in candidates[:1]}
    suit = found.pop() if found else ""
    return suit if suit and sum(p for c, p in candidates if cards.suit(c) == suit) >= FILL else None


def evidence(piece: Piece | None) -> tuple[tuple[str, float], ...]:
    """Candidates of a piece as the decoder takes them: an abstention never counts as sure."""
    if piece is None or piece.face == "down":
        return ()
    reading = piece.reading
    found = reading.candidates or (((reading.card, reading.confidence),) if reading.card else ())
    top = max((p for _, p in found), default=0.0)
    if reading.card is None and top > ABSTAINED:
        return tuple((code, p * ABSTAINED / top) for code, p in found)
    return found


def _apart(old: Candidates, new: Candidates) -> bool:
    """Whether the evidence has changed so much that it is worth weighing anew."""
    return [c for c, _ in old] != [c for c, _ in new] or any(abs(a[1] - b[1]) > STEP for a, b in zip(old, new, strict=True))


def _same(sent: ev.Event, found: ev.Event) -> bool:
    if sent is found:
        return True
    if type(sent) is not type(found):
        return False
    loose = {"at", "source", "confidence", "candidates", "why"}
    return all(getattr(sent, f.name) == getattr(found, f.name) for f in fields(sent) if f.name not in loose) and found.source == sent.source


def stamped(event: ev.Event, at: float) -> ev.Event:
    """The event as the camera reports it."""
    return replace(event, at=round(at, 3), source="camera")
