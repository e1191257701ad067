"""A record told in words, line by line, as somebody at the table would follow it: for golden playthroughs."""

from dataclasses import replace
from typing import Any

from table import events as ev
from table.faults import FaultReport
from table.fold import Fold
from table.games import get
from table.games.base import Game
from table.record import Record
from table.state import State

SUITS = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades", "cu": "hearts", "ca": "diamonds", "gh": "clubs", "fo": "spades"}
SUITS |= {"co": "coppe", "de": "denari", "sp": "spade", "ba": "bastoni"}


class Narrator:
    """Folds a record and tells it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.setup = record.header.setup()
        self.game: Game = get(record.header.game)
        self.names = self.setup.players
        self.fold = Fold(self.game, self.setup)
        self.lines: list[str] = []
        self.row: list[str] = []

    def tell(self) -> str:
        """The whole record."""
        changed = [f"{o.name} {v}" for o in self.game.option_list() if (v := self.setup.options[o.name]) != o.default]
        house = f" House rules: {', '.join(changed)}." if changed else ""
        self.lines = [f"{self.game.NAME.capitalize()} with {self.setup.deck.name}: {', '.join(self.names)}.{house}"]
        for seq, event in self.record.events:
            before = self.fold.state
            after = self.fold.append(seq, event)
            getattr(self, event.kind, self.other)(before, after, event)
            self.between(before, after)
            self.lines += [self.fault(after, f) for f in after.faults[len(before.faults) :]]
        self.end(self.fold.state)
        return "\n".join(line.rstrip() for line in self.lines) + "\n"

    def fault(self, state: State, report: FaultReport) -> str:
        """Who did what, with which card, and how it came to light."""
        card = {p.seq: p.card for p in state.hands[-1].all_plays()}.get(report.seq)
        who = "somebody" if report.seat is None else self.names[report.seat]
        return f"      FAULT, {report.grade}: {report.fault} by {who} with {card}" + (f" ({report.why})." if report.why else ".")

    def other(self, before: State, after: State, event: Any) -> None:
        """Events that need no words."""

    def hand(self, before: State, after: State, event: ev.Hand) -> None:
        trumps = f" Trumps are {SUITS[event.trump]}." if event.trump else ""
        self.lines.append(f"{self.names[event.dealer]} deals {self.game.hand_size(self.setup)} cards each.{trumps}")

    def trump(self, before: State, after: State, event: ev.Trump) -> None:
        turned = f"Turned up: {event.card}, so trumps are" if event.card else "Trumps are"
        self.lines.append(f"{turned} {SUITS[after.hands[-1].trump or '']}.")

    def play(self, before: State, after: State, event: ev.Play) -> None:
        ready = self.game.drawn(before)
        if ready.hands[-1].talon == 0 and before.hands[-1].talon and self.game.TURNS_UP:
            known = " ".join(c for k in ready.hands[-1].known for c in k) or "nothing"
            self.lines.append(f"The talon is gone; {known} known in the hands.")
        start = replace(ready, hands=(*ready.hands[:-1], replace(ready.hands[-1], turn=event.seat)))
        must = self.game.must(start)
        args = {k: v if k == "rank" else SUITS[v] for k, v in must.args} if must else {}
        owed = f" [{must.text.format(**args)}]" if must and must.args else ""
        self.row.append(f"{self.names[event.seat]}{owed} {event.card}")
        hand = after.hands[-1]
        if not hand.plays and hand.tricks:
            trick = hand.tricks[-1]
            taker = "nobody knows who" if trick.winner is None else self.names[trick.winner]
            self.lines.append(f"{len(hand.tricks):>3}. {', '.join(self.row)}: {taker} takes it, {trick.points} points.")
            self.row = []

    def meld(self, before: State, after: State, event: ev.Meld) -> None:
        points = after.hands[-1].melds[-1].points
        self.lines.append(f"      {self.names[event.seat]} declares {event.meld} ({' '.join(event.cards)}): {points}.")

    def swap(self, before: State, after: State, event: ev.Swap) -> None:
        when = " in turn, during the next trick," if before.hands[-1].plays else ""
        self.lines.append(f"      {self.names[event.seat]}{when} swaps the seven of trumps for {before.hands[-1].turned}: 10.")

    def bid(self, before: State, after: State, event: ev.Bid) -> None:
        self.lines.append(f"  {self.names[event.seat]} calls {event.points}.")

    def monte(self, before: State, after: State, event: ev.Monte) -> None:
        self.lines.append(f"  {self.declarer(after)} shows the monte and takes it: {' '.join(event.cards)}.")

    def ask(self, before: State, after: State, event: ev.Ask) -> None:
        giver = "nobody has it" if event.giver is None else f"{self.names[event.giver]} gives it"
        self.lines.append(f"  {self.names[event.seat]} asks for {event.card}: {giver}.")

    def give_back(self, before: State, after: State, event: ev.GiveBack) -> None:
        self.lines.append(f"  {self.names[event.seat]} gives {self.names[event.to]} {event.card or 'a card'} back.")

    def bury(self, before: State, after: State, event: ev.Bury) -> None:
        self.lines.append(f"  {self.names[event.seat]} lays away {' '.join(event.cards or ()) or 'as many cards'}.")

    def honours(self, before: State, after: State, event: ev.Honours) -> None:
        found = [f"{m.meld} {m.points}" for m in after.hands[-1].melds if m.seq == after.seq]
        self.lines.append(f"  {self.names[event.seat]} shows {' '.join(event.cards or ())}: {', '.join(found)}.")

    def cappotto(self, before: State, after: State, event: ev.Cappotto) -> None:
        self.lines.append(f"  {self.names[event.seat]} announces cappotto.")

    def between(self, before: State, after: State) -> None:
        """Passes are told by who is left; the rest has told itself."""
        old, new = before.hand, after.hand
        if old is not None and new is not None and old.phase == "auction" and new.phase == "contract":
            self.lines.append(f"  The others pass: {self.declarer(after)} declares for {new.own.auction.high}.")

    def declarer(self, state: State) -> str:
        return self.names[state.hands[-1].own.auction.by]

    def end(self, state: State) -> None:
        """What it came to."""
        hand, sides = state.hands[-1], self.game.sides(self.setup)
        who = [" and ".join(self.names[s] for s in range(self.setup.seats) if s % sides == i) for i in range(sides)]
        cards = ", ".join(f"{w} {p}" for w, p in zip(who, hand.points, strict=True))
        self.lines.append(f"Card points with the last trick: {cards}; {sum(p or 0 for p in hand.points)} in all.")
        told = self.game.summary(state, hand)
        extra = [0] * sides
        for m in hand.melds:
            extra[m.seat % sides] += m.points
        for seat, points in told["seven"].items():
            extra[int(seat) % sides] += points
        self.lines.append("Declared and shown: " + ", ".join(f"{w} {p}" for w, p in zip(who, extra, strict=True)) + ".")
        if told["declarer"] is not None:
            self.lines.append(f"The contract of {told['bid']} is {'made' if told['made'] else 'not made'}.")
        self.lines.append("Scores: " + ", ".join(f"{w} {p}" for w, p in zip(who, state.scores, strict=True)) + ".")
        self.lines.append("The game goes on." if state.winner is None else f"The game is over, {who[state.winner]} wins.")
