"""From a script to a scene: what each event looks like on the table, and when it happens. Knows no rules, only customs.

A script may leave out who gathers and who draws: then the leader of the next trick has gathered, and all draw in turn, the winner first.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from math import hypot
from random import Random

from table import cards, deck, events
from table.script import Declared, Script
from vision.sim.disturbances import Mischief, plan
from vision.sim.film import Film
from vision.sim.holdings import Holdings
from vision.sim.places import THICK, Places, Pose
from vision.sim.scene import Piece, Scene

_SPARE = 8  # cards a row of melds is laid out for


@dataclass(slots=True)
class Director:
    """Shoots one script. After `shoot`, `film` holds the scene and the stamped events.

    disturbances  how often each happens (`vision.sim.disturbances`)
    """

    script: Script
    film: Film
    disturbances: Mapping[str, int] = field(default_factory=dict)
    held: Holdings = field(default_factory=Holdings)
    declared: Declared = field(default_factory=Declared)
    turned: Piece | None = None
    trick: list[tuple[int, Piece]] = field(default_factory=list)
    lying: list[tuple[int, Piece]] = field(default_factory=list)  # the last trick, where nobody has gathered it yet
    monte: list[Piece] = field(default_factory=list)
    piles: dict[int, int] = field(default_factory=dict)
    declarer: int | None = None
    trump: str = ""
    dealer: int = 0
    owing: list[int] = field(default_factory=list)  # seats that still have to draw, when draws are implied
    stock: Pose | None = None
    mischief: Mischief = field(init=False)
    _now: tuple[str, ...] = ()  # what goes wrong at the event at hand
    _drawn: bool = False

    def __post_init__(self) -> None:
        self.mischief = Mischief(self.film)

    @property
    def seats(self) -> int:
        return len(self.script.players)

    def shoot(self) -> Scene:
        """The whole script."""
        self.dealer = self.script.dealer
        self._deal(self.script.deal)
        self.film.wait(0.7, 1.1)
        wrong = plan(self.disturbances, self.script, self.film.rng) if self.disturbances else {}
        for i, event in enumerate(self.script.events):
            self._now = wrong.get(i, ())
            self.before(event)
            self.mischief.around(self._now)
            self.event(event)
        self._settle(None)
        self.film.wait(1.8, 2.4)
        return self.film.scene()

    def before(self, event: events.Event) -> None:
        """Customs that the script leaves unsaid: gather a full trick, draw, take melds back once the stock is gone."""
        seat = getattr(event, "seat", None)
        if isinstance(event, events.Gather | events.Correct | events.Retract | events.Adjust | events.Result):
            return
        self._settle(seat)
        if isinstance(event, events.Play):
            self._implied_draws()
            if not self.held.talon and self.turned is None and self._drawn and not self.trick:
                self._take_back()

    def event(self, event: events.Event) -> None:
        """One event, shown."""
        film = self.film
        match event:
            case events.Deal():
                if event != self.script.deal:
                    self._deal(event)
                film.stamp(event)
            case events.Hand():
                self.trump = event.trump or ""
                self.dealer = event.dealer
                film.stamp(event)
                if self.script.game == "salisburghese" and self.held.talon:
                    self._lay_monte()
            case events.Trump():
                self._turn_up(event)
            case events.Play():
                self._play(event)
            case events.Gather():
                self._gather(event.seat, event)
            case events.Draw():
                self._draw(event.seat)
                film.stamp(event)
            case events.Swap():
                self._swap(event)
            case events.Meld():
                self._meld(event.seat, self.declared.lay(event.seat, event.meld, event.cards))
                film.stamp(event)
            case events.Honours() if event.cards:
                self._meld(event.seat, event.cards, len(event.cards))
                film.stamp(event)
                film.wait(1.2, 2.0)
                self._take_back(event.seat)
            case events.Monte():
                self._show_monte(event)
            case events.Bury():
                self._bury(event)
            case events.Ask() if event.giver is not None:
                film.wait(0.8, 1.4)
                self._pass(event.giver, event.seat, event.card, "up")
                film.stamp(event)
            case events.GiveBack():
                film.wait(0.8, 1.4)
                self._pass(event.seat, event.to, event.card, "down")
                film.stamp(event)
            case events.Bid():
                self.declarer = event.seat
                film.wait(0.5, 1.0)
                film.stamp(event)
            case _:  # spoken, or only written down
                film.wait(0.2, 0.5)
                film.stamp(event)

    def clear(self) -> None:
        """The hand is over: every pile and whatever still lies is taken away by the dealer."""
        heaps: dict[tuple[str, int | None], list[Piece]] = {}
        for piece in self.film.pieces:
            last = piece.last
            if last is not None and last.zone != "hand":
                heaps.setdefault((last.zone, last.seat), []).append(piece)
        for heap in heaps.values():
            last = heap[-1].last
            self.film.fetch(self.dealer, heap, last.face if last else "down")
        self.film.wait(0.4, 0.8)

    # what lies where

    def _deal(self, deal: events.Deal) -> None:
        """Who holds what; nothing is on the table yet."""
        self.held, self.declared = Holdings.dealt(self.film, deal, self.seats), Declared()
        self.turned, self.stock, self.trick, self.lying = None, None, [], []
        self.monte, self.piles, self.owing, self._drawn = [], {}, [], False

    def _take(self, seat: int, code: str | None) -> tuple[Piece, bool]:
        """The piece a player shows, and whether it lay before him; a card not named is some card of the deck."""
        return self.held.take(self.film, seat, code or deck.get(self.script.deck).faces[0])

    def _near(self, pose: Pose, off: float, turn: float) -> Pose:
        """The pose as a hand that is not quite exact hits it: standard deviations in units and degrees."""
        rng = self.film.rng
        return pose.moved(rng.gauss(0, off), rng.gauss(0, off), rng.gauss(0, turn))

    # customs

    def _settle(self, seat: int | None) -> None:
        if len(self.trick) >= self.seats and seat is not None:
            self._gather(seat, None)

    def _implied_draws(self) -> None:
        while self.owing:
            seat = self.owing.pop(0)
            if self.held.talon or self.turned:
                self._draw(seat)

    def _take_back(self, only: int | None = None) -> None:
        for seat in sorted(self.held.laid) if only is None else [only]:
            row = self.held.pick_up(seat)
            if row:
                self.film.wait(0.2, 0.5)
                self.film.fetch(seat, row)

    # events

    def _turn_up(self, event: events.Trump) -> None:
        film = self.film
        if event.card is None:
            self.trump = event.suit or ""
            film.stamp(event)
            return
        self.trump = cards.suit(event.card)
        self.turned = found = self.held.turn_up(film, event.card)
        self.stock = film.places.talon(film.rng)
        film.bring(self.dealer, [(found, film.places.turned(self.stock, film.rng))], "turned")
        film.wait(0.5, 0.9)
        height = len(self.held.talon)
        heap = []
        for i, piece in enumerate(reversed(self.held.talon)):
            heap.append((piece, replace(self._near(self.stock, 0.012, 0.5), z=THICK * (i + 1))))
        if height:
            film.bring(self.dealer, heap, "talon", "down")
        film.stamp(event)
        film.wait(0.6, 1.0)

    def _play(self, event: events.Play) -> None:
        film = self.film
        film.wait(0.5, 1.2)
        piece, lay = self._take(event.seat, event.card)
        self.declared.play(event.seat, piece.code)
        if "taken_back" in self._now:
            self._take_one_back(event.seat)
        target = self._spot(event.seat)
        if lay:
            film.move(event.seat, piece, target, "trick")
        elif "face_down" in self._now:
            self.mischief.note("face_down")
            film.bring(event.seat, [(piece, target)], "trick", "down")
            film.wait(0.5, 0.9)
            film.move(event.seat, piece, self._near(target, 0.05, 3), "trick")
        else:
            film.bring(event.seat, [(piece, target)], "trick")
        self.trick.append((event.seat, piece))
        film.stamp(event)
        film.wait(0.25, 0.45)
        self.mischief.on_trick(self._now, self.trick)

    def _spot(self, seat: int) -> Pose:
        """Where a card is laid now: beside the last trick where that still lies."""
        target = self.film.places.trick(seat, self.film.rng)
        away = 2.4 if self.stock is not None and self.stock.x < 0 else -2.4  # from the stock
        return target.moved(away, 0.0) if self.lying else target

    def _take_one_back(self, seat: int) -> None:
        """Another card of his is laid first, and taken back at once."""
        film = self.film
        if not self.held.hands[seat]:
            return
        other = film.rng.choice(self.held.hands[seat])
        self.mischief.note("taken_back")
        film.bring(seat, [(other, self._spot(seat))], "trick")
        seq = film.stamp(events.Play(seat=seat, card=other.code))
        film.wait(0.4, 0.7)
        film.fetch(seat, [other])
        film.stamp(events.Retract(seq=seq, why="takeback"))
        film.wait(0.3, 0.6)

    def _gather(self, seat: int, event: events.Gather | None) -> None:
        film = self.film
        winner = seat
        if "left_lying" in self._now:
            self.mischief.note("left_lying")
            self.lying, self.trick = self.trick, []
            self._due(seat)
            film.wait(0.4, 0.8)
            return
        if "wrong_gatherer" in self._now and event is not None:
            self.mischief.note("wrong_gatherer")
            seat = (seat + 1) % self.seats
            event = replace(event, seat=seat)
        film.wait(0.6, 1.2)
        pieces = [piece for _, piece in self.lying + self.trick]
        if pieces:
            film.sweep(seat, pieces, self.piles.get(seat, 0))
            self.piles[seat] = self.piles.get(seat, 0) + len(pieces)
        self.trick, self.lying = [], []
        if event is not None:
            film.stamp(event)
        self._due(winner)
        film.wait(0.25, 0.5)

    def _due(self, winner: int) -> None:
        """The winner draws first, then the others in order, unless the script tells of draws itself."""
        if self.stock is not None and not any(isinstance(e, events.Draw) for e in self.script.events):
            self.owing = [(winner + i) % self.seats for i in range(self.seats)]

    def _draw(self, seat: int) -> None:
        film = self.film
        piece = self.held.talon.pop(0) if self.held.talon else self.turned
        if piece is None:
            return
        if piece is self.turned:
            self.turned = None
        film.wait(0.0, 0.25)
        film.fetch(seat, [piece], "up" if piece.last and piece.last.face == "up" else "down")
        self.held.hands[seat].append(piece)
        self._drawn = True

    def _swap(self, event: events.Swap) -> None:
        """The player shows his seven beside the turned card, takes that one, and the seven goes in its place under the talon."""
        film = self.film
        old = self.turned
        sevens = [event.card] if event.card else ["7" + self.trump, "2" + self.trump]
        if not any(self.held.shows(event.seat, c) for c in sevens):
            self._implied_draws()  # it was drawn just now
        code = event.card or next((c for c in sevens if self.held.shows(event.seat, c)), None)
        if old is None or code is None:
            film.stamp(event)
            return
        film.wait(0.4, 0.8)
        piece, lay = self._take(event.seat, code)
        spot = old.last
        assert spot is not None, "the turned card lies under the talon"
        aside = spot.b.moved(-1.35 if spot.b.x > 0 else 1.35, 0.0)
        if lay:
            film.move(event.seat, piece, aside, "turned")
        else:
            film.bring(event.seat, [(piece, aside)], "turned")
        film.wait(0.3, 0.5)
        film.fetch(event.seat, [old])
        self.held.hands[event.seat].append(old)
        film.wait(0.1, 0.3)
        film.move(event.seat, piece, self._near(spot.b, 0.03, 2), "turned", order=spot.order)
        self.turned = piece
        film.stamp(event)
        film.wait(0.4, 0.6)

    def _meld(self, seat: int, codes: Sequence[str], room: int = _SPARE) -> None:
        """Cards laid open in a row laid out for `room` of them."""
        film = self.film
        film.wait(0.5, 0.9)
        row = self.held.laid.setdefault(seat, {})
        if any(n > sum(p.code == code for p in self.held.hands[seat]) for code, n in Counter(codes).items()):
            self._implied_draws()
        for code in codes:
            piece = self.held.from_hand(seat, code) or film.new(code)
            # Where cards would cover each other, every second place is taken first.
            a, b = film.places.meld(seat, 0, room), film.places.meld(seat, 1, room)
            tight = room == _SPARE and hypot(a.x - b.x, a.y - b.y) < 0.95 * film.places.width
            places = (0, 2, 4, 6, 1, 3, 5, 7) if tight else range(room)
            slot = next(s for s in chain(places, count(room)) if s not in row)
            row[slot] = piece
            # A row is laid out for so many; further cards lie between them, on top.
            pose = film.places.meld(seat, slot if slot < room else slot % room + 0.5, room, wide=self.stock is None)
            film.bring(seat, [(piece, self._near(pose, 0.04, 2.5))], "meld")
            film.wait(0.1, 0.2)
        film.wait(0.2, 0.4)

    def _lay_monte(self) -> None:
        film = self.film
        self.monte, self.held.talon = self.held.talon, []
        targets = [(p, self._near(film.places.monte(i, len(self.monte)), 0.03, 3)) for i, p in enumerate(self.monte)]
        film.bring(self.dealer, targets, "monte", "down")
        film.wait(0.5, 0.9)

    def _show_monte(self, event: events.Monte) -> None:
        film = self.film
        declarer = self.dealer if self.declarer is None else self.declarer
        self.monte = [p for c in event.cards if (p := next((m for m in self.monte if m.code == c), None))] or self.monte
        film.wait(0.6, 1.0)
        for piece in self.monte:
            if piece.last is not None:
                film.move(declarer, piece, self._near(piece.last.b, 0.03, 2), "monte", "up")
                film.wait(0.05, 0.15)
        film.wait(0.3, 0.5)
        film.stamp(event)
        film.wait(1.2, 2.0)
        film.fetch(declarer, self.monte)
        self.held.hands[declarer] += self.monte
        self.monte = []

    def _bury(self, event: events.Bury) -> None:
        film = self.film
        film.wait(1.0, 1.8)
        hand = self.held.hands[event.seat]
        pieces = [self._take(event.seat, code)[0] for code in event.cards] if event.cards else hand[-4 if self.seats != 3 else -3 :]
        self.held.hands[event.seat] = [p for p in hand if p not in pieces]
        home = film.places.pile(event.seat)
        targets = [(p, replace(self._near(home, 0.06, 5), z=THICK * i)) for i, p in enumerate(pieces)]
        if targets:
            film.bring(event.seat, targets, "pile", "down")
        self.piles[event.seat] = self.piles.get(event.seat, 0) + len(pieces)
        film.stamp(event)
        film.wait(0.3, 0.6)

    def _pass(self, giver: int, taker: int, code: str | None, face: str) -> None:
        """One player lays a card in the middle, the other takes it."""
        film = self.film
        piece, _ = self._take(giver, code)
        film.bring(giver, [(piece, film.places.trick(giver, film.rng))], "passed", face)
        film.wait(0.5, 0.9)
        film.fetch(taker, [piece], face)
        self.held.hands[taker].append(piece)


def shoot(
    script: Script, aspect: float, seed: int, tempo: float = 1.0, disturbances: Mapping[str, int] | None = None
) -> tuple[Scene, tuple[events.Event, ...]]:
    """A scene and the script's events with their times. The same seed gives the same scene."""
    film = Film(Places.of(script.game, len(script.players), aspect), Random(f"{seed}:{script.seed}"), tempo, before=0)
    scene = Director(script, film, disturbances or {}).shoot()
    return scene, tuple(film.events)
