"""The tracker's book of plays: which piece of card stands for which event of the log, and what all readings together say they are.

The log is the session's; the book reads in it which seq a reported play got, and what people said by tap: a tap is never overruled.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace

from table import events as ev
from table.decoder import Decoder
from table.pieces import Piece
from table.state import Setup

SURE = 0.9  # joint probability from which a card is written down as read; below it stays a hole
FILL = 0.95  # and from which a hole is filled
OVERTURN = 0.95  # and from which a card written down already is corrected by inference
ABSTAINED = 0.85  # most that a reading vision itself abstained from may count
STEP = 0.03  # change of a probability worth weighing everything anew
UNSEEN = 1_000_000  # numbers of plays without a piece begin here; the others have their piece's number


@dataclass(slots=True, eq=False)
class Mark:
    """A play in the log, and the piece it stands for (None: never seen)."""

    number: int
    play: ev.Play
    piece: Piece | None = None
    seq: int | None = None
    card: str | None = None
    human: bool = False
    retracted: bool = False
    barred: frozenset[str] = frozenset()


class Marks:
    """The plays of the running hand."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._read = -1
        self._pending: list[tuple[ev.Event, Mark | None]] = []
        self._retracts: dict[int, Mark] = {}
        self._unseen = UNSEEN
        self.trump_seq: int | None = None
        self.begin()

    def begin(self) -> None:
        """A new hand: all copies are in play again."""
        self.all: list[Mark] = []
        self.decoder = Decoder(self._setup.deck.counter())
        self._fed: dict[int, tuple[tuple[str, float], ...]] = {}
        self._stale = False
        self.trump_seq = None

    # ---- the log

    def sent(self, event: ev.Event, mark: Mark | None = None) -> None:
        """An event was reported; its seq will be found in the log."""
        self._pending.append((event, mark))

    def sync(self, log: Sequence[tuple[int, ev.Event]]) -> None:
        """Take in what the log has gained."""
        fresh = []
        for seq, event in reversed(log):
            if seq <= self._read:
                break
            fresh.append((seq, event))
        for seq, event in reversed(fresh):
            self._read = seq
            at = next((i for i, (sent, _) in enumerate(self._pending) if _same(sent, event)), None)
            if at is None:
                self._foreign(seq, event)
                continue
            mark = self._pending[at][1]
            del self._pending[: at + 1]
            if mark is not None and isinstance(event, ev.Play):
                mark.seq = seq
            elif isinstance(event, ev.Trump):
                self.trump_seq = seq
            elif isinstance(event, ev.Retract) and mark is not None:
                self._retracts[seq] = mark

    def _foreign(self, seq: int, event: ev.Event) -> None:
        if isinstance(event, (ev.Hand, ev.Game)):
            self.begin()
        elif isinstance(event, ev.Trump):
            self.trump_seq = seq
        elif isinstance(event, ev.Play):
            self._unseen += 1
            mark = Mark(self._unseen, event, None, seq, event.card, human=event.card is not None)
            self.all.append(mark)
            if event.card is not None:
                self.decoder.fix(mark.number, event.card)
            else:
                self.decoder.feed(mark.number, event.candidates or ())
            self._stale = True
        elif isinstance(event, ev.Correct):
            mark_of = self.of_seq(event.seq)
            if mark_of is not None and event.card is not None:
                mark_of.card, mark_of.human = event.card, True
                self.decoder.fix(mark_of.number, event.card)
                self._stale = True
        elif isinstance(event, ev.Retract):
            target = self.of_seq(event.seq)
            if target is not None:
                target.retracted, self._retracts[seq] = True, target
                self.decoder.drop(target.number)
            elif event.seq in self._retracts:  # an undo undone
                back = self._retracts.pop(event.seq)
                back.retracted = False
                if back.human and back.card is not None:
                    self.decoder.fix(back.number, back.card)
            self._stale = True

    # ---- looking things up

    def of_seq(self, seq: int) -> Mark | None:
        """The mark of an event of the log."""
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
        self.decoder.feed(piece.number, evidence(piece), barred)
        candidates = self.decoder.posterior(piece.number)
        card, p = candidates[0] if candidates else (None, 0.0)
        return (card if p >= SURE else None), p, candidates

    def add(self, play: ev.Play, piece: Piece | None, barred: Iterable[str] = ()) -> Mark:
        """A play is reported."""
        if piece is None:
            self._unseen += 1
        else:
            piece.played = True
        mark = Mark(self._unseen if piece is None else piece.number, play, piece, None, play.card, barred=frozenset(barred))
        self.all.append(mark)
        self._feed(mark)
        self._stale = True
        return mark

    def drop(self, mark: Mark) -> None:
        """The play is taken back."""
        mark.retracted = True
        self.decoder.drop(mark.number)
        self._stale = True

    def forget(self, piece: Piece) -> None:
        """A piece that was looked at (`read`) but is no play yet."""
        self.decoder.drop(piece.number)

    def _feed(self, mark: Mark) -> None:
        found = evidence(mark.piece) if mark.piece is not None else ()
        self._fed[mark.number] = found
        self.decoder.feed(mark.number, found, mark.barred)

    def corrections(self) -> list[ev.Correct]:
        """What has become clear since: holes filled, cards corrected by inference. Call once a frame."""
        for mark in self.all:
            if mark.piece is not None and not mark.human and not mark.retracted:
                old, new = self._fed.get(mark.number, ()), evidence(mark.piece)
                if [c for c, _ in old] != [c for c, _ in new] or any(abs(a[1] - b[1]) > STEP for a, b in zip(old, new, strict=True)):
                    self._feed(mark)
                    self._stale = True
        if not self._stale:
            return []
        self._stale = False
        found = []
        for mark in self.all:
            if mark.human or mark.retracted or mark.seq is None or mark.card == self.decoder.reading(mark.number):
                continue
            card, p = next(iter(self.decoder.posterior(mark.number)), ("", 0.0))
            if card and card != mark.card and p >= (FILL if mark.card is None else OVERTURN):
                own = next(iter(evidence(mark.piece)), ("", 0.0)) if mark.piece is not None else ("", 0.0)
                why = "read" if own[0] == card and own[1] >= 0.5 else "elimination"
                found.append(ev.Correct(seq=mark.seq, card=card, why=why, confidence=round(p, 4)))
                mark.card = card
        return found

    def questions(self) -> list[int]:
        """Seqs of the plays still open, the most doubtful first."""
        numbers = {m.number: m.seq for m in self.all if not m.retracted and not m.human}
        return [seq for n in self.decoder.questions() if (seq := numbers.get(n)) is not None]


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
