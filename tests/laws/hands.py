"""Tables as they may be opened, hands that the games play with themselves there, and the laws that hold for every one of them."""

import json
import random
from dataclasses import dataclass, replace
from functools import lru_cache

from table import events as ev
from table.faults import Fault
from table.fold import Fold, fold
from table.games import GAMES
from table.games.base import Game
from table.notation import event_json, parse_event
from table.selfplay import NAMES, Playing, begin, dealt, illegal, script
from table.state import Setup, State

AT_ONCE = {"end": "hand", "stop_at_61": "off", "quinta_wins": "off"}  # with these a hand is always played to its last card
UNDONE = 0.03  # share of events undone at once: over ten thousand hands that is every kind of event many times


@dataclass(frozen=True)
class Table:
    """A game as it may be opened; other options are drawn by lot."""

    game: str
    players: int
    deck: str
    fixed: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.game, str(self.players), self.deck, *(v if v != "on" else n for n, v in self.fixed)])


TORZATO, TRESSETTE, PAIRS = ("profile", "torzato"), ("profile", "tressette"), ("pairs", "on")
TABLES = (  # every game, number of players and profile
    *(Table("briscola", n, "italian-40") for n in (2, 3, 4)),
    Table("bazzica", 2, "french-32", (TORZATO,)),
    Table("bazzica", 2, "french-32", (TRESSETTE,)),
    Table("bazzica", 2, "french-32x2", (TORZATO,)),
    Table("bazzica", 3, "french-32x3", (TORZATO,)),
    Table("bazzica", 4, "salzburg-32x4", (TORZATO,)),
    Table("bazzica", 4, "french-32x4", (TORZATO, PAIRS)),
    *(Table("salisburghese", n, "french-24x2") for n in (3, 4)),
    Table("salisburghese", 2, "salzburg-24x2", (("two_player_deal", "22+4"),)),
)
VARIANTS = (  # the same with another pack or deal
    Table("bazzica", 2, "italian-40", (TORZATO,)),
    Table("salisburghese", 2, "french-24x2", (("two_player_deal", "15+3"),)),
)


def lot(table: Table, rng: random.Random) -> dict[str, object]:
    """House rules drawn by lot."""
    game = GAMES[table.game]
    chosen: dict[str, object] = {o.name: rng.choice(o.values) for o in game.option_list() if o.values}
    return {**chosen, **AT_ONCE_OF[table.game], **dict(table.fixed), **({} if PAIRS in table.fixed else NO_PAIRS[table.game])}


AT_ONCE_OF = {name: {o.name: AT_ONCE[o.name] for o in game.OPTIONS if o.name in AT_ONCE} for name, game in GAMES.items()}
AT_ONCE_OF["bazzica"]["profile"] = "torzato"
NO_PAIRS = {name: {"pairs": "off"} if name == "bazzica" else {} for name in GAMES}


# What goes face down at Salisburghese, by turns of eight hands.
UNSEEN: tuple[tuple[type[ev.Event], ...], ...] = ((), (ev.Bury, ev.GiveBack)) * 2 + ((), (ev.Bury,), (), (ev.GiveBack,))


def public(event: ev.Event, seed: int) -> ev.Event:
    """The event as the table sees it in that hand."""
    if not isinstance(event, UNSEEN[seed % len(UNSEEN)]):
        return event
    return replace(event, **{"cards" if isinstance(event, ev.Bury) else "card": None})


class Told(Playing):
    """Self-play on the incremental fold; some events, by lot, are done, undone and done again, which leaves no trace in the state."""

    def __init__(self, rules: Game, setup: Setup, rng: random.Random) -> None:
        self.fold, self.lots = Fold(rules, setup), random.Random(rng.random())
        super().__init__(rules, self.fold.state, rng)

    def step(self, event: ev.Event) -> State:
        before = self.fold.state
        if before.seq and self.lots.random() < UNDONE:
            self.fold.append(before.seq + 1, event)
            self.fold.append(before.seq + 2, ev.Retract(seq=before.seq + 1, source="touch"))
            assert replace(self.fold.state, seq=before.seq) == before, f"undoing {event}"
        return self.fold.append(self.fold.state.seq + 1, event)


def whole(table: Table, seed: int) -> int:
    """Play a hand and hold it to every law; the number of revokes that could be put into it (0 or 1).

    No fault; card points add up; the fold event by event, some events undone at once, equals the fold of that log from the start;
    every event survives printing and parsing. Then one play, by lot, is made an illegal card and the hand played to another end:
    that play is reported by then, and nothing else ever.

    Self-play needs to know the hands. Where all that is done is done in sight of all, its own fold is the one held to account. At
    Salisburghese cards are laid away and given back unseen in every other hand, which is told to a second fold as the table sees it.
    Every seventh hand is also folded without the deal, which changes nothing that is public, and read in part, which accuses nobody.
    """
    rng = random.Random(f"{table} {seed}")
    game, dealer = GAMES[table.game], seed % table.players
    setup = game.setup(NAMES[: table.players], lot(table, rng), table.deck, dealer)
    told = Told(game, setup, rng)
    truth = Playing(game, told.state, rng) if table.game == "salisburghese" and UNSEEN[seed % len(UNSEEN)] else told
    begin(truth, dealt(game, setup, rng, None), dealer)
    truth.finish()
    if truth is not told:
        for event in truth.events:
            told.add(public(event, seed))
    assert all(survives(event) for event in told.events)
    assert told.state.faults == ()
    points_add_up(table, setup, told.state)
    assert fold(game, setup, told.fold.log) == told.state
    if seed % 7 == 0:
        without = fold(game, setup, [(seq, e) for seq, e in told.fold.log if not isinstance(e, ev.Deal)])
        assert without == told.state.with_hand(hands=None, stock=())
        half_read(game, setup, told.events, rng)
    return revoked(game, truth, told, rng, seed)


@lru_cache(maxsize=100_000)
def survives(event: ev.Event) -> bool:
    """Whether the event is the same after printing and parsing. Equal events print alike, so each is tried once."""
    return parse_event(json.loads(json.dumps(event_json(event)))) == event


def total(table: Table, setup: Setup) -> int:
    """Card points of a whole hand."""
    return {"briscola": 120, "bazzica": 80 * setup.deck.copies + 10, "salisburghese": 250}[table.game]


def points_add_up(table: Table, setup: Setup, state: State) -> None:
    """Cards and last trick; at Bazzica, with declarations and the seven, the scores too."""
    last = state.hands[-1]
    assert last.ended == "played"
    if ("two_player_deal", "15+3") in table.fixed:
        return  # fifteen cards lie out unseen, so what was laid away cannot be known
    assert sum(p or 0 for p in last.points) == total(table, setup)
    if table.game == "bazzica" and setup.options["seven_capture"] == "off":
        melds, seven = sum(m.points for m in last.melds), 0 if last.own.seven is None else 10
        assert sum(s or 0 for s in last.score) == total(table, setup) + melds + seven


def revoked(game: Game, truth: Playing, told: Playing, rng: random.Random, seed: int) -> int:
    """One play made illegal, and the hand played on from there: exactly that play is reported by its end. 0: none can be illegal."""
    plays = [i for i, e in enumerate(truth.events) if isinstance(e, ev.Play)]
    rng.shuffle(plays)
    for i in plays:
        play = truth.events[i]
        assert isinstance(play, ev.Play)
        wrong = illegal(game, truth.states[i], play.seat)
        if not wrong:
            continue
        other = Playing(game, truth.states[i], rng)
        other.lay(replace(play, card=rng.choice(wrong)))
        other.finish()
        seen = other
        if truth is not told:
            seen = Playing(game, told.states[i], rng)
            for event in other.events:
                seen.add(public(event, seed))
        guilty = seen.states[0].seq + 1
        assert all(f.seq == guilty and f.fault is Fault.REVOKE for state in seen.states for f in state.faults), seen.state.faults
        assert [f.seq for f in seen.state.faults] == [guilty]
        return 1
    return 0


def half_read(game: Game, setup: Setup, told: list[ev.Event], rng: random.Random) -> None:
    """Some cards are never read, some are laid after another was laid and taken back: no fault either."""
    share = rng.choice([0.02, 0.1, 0.3])
    held = {seat: [e.card for e in told if isinstance(e, ev.Play) and e.seat == seat] for seat in range(setup.seats)}
    step, place = Fold(game, setup), 0
    for event in told:
        seen = event
        if isinstance(event, ev.Play):
            held[event.seat].remove(event.card)
            talon = step.state.hands[-1].talon
            if not talon and rng.random() < 0.05 and held[event.seat]:
                step.append(place + 1, ev.Play(seat=event.seat, card=rng.choice(held[event.seat])))
                step.append(place + 2, ev.Retract(seq=place + 1))
                place += 2
            seen = replace(event, card=None) if rng.random() < share else event
        place += 1
        step.append(place, seen)
    assert step.state.faults == ()


def at_once(table: Table, seed: int) -> int:
    """A hand that may end at once has no fault either, and then somebody has won; whether it ended so."""
    rng = random.Random(f"at once {table} {seed}")
    options = lot(table, rng) | {"end": "immediate", "quinta_wins": "on", "target": rng.choice([20, 60, 100])}
    options = {k: v for k, v in options.items() if table.game == "bazzica" or k not in ("end", "quinta_wins", "target")}
    options |= {"stop_at_61": "on"} if table.game == "briscola" else {}
    played = script(table.game, table.players, options, table.deck, seed=seed)
    game = GAMES[table.game]
    state = fold(game, game.setup(played.players, played.options, played.deck), list(enumerate(played.events, 1)))
    assert state.faults == ()
    assert state.hands[-1].ended in ("played", "stopped")
    if state.hands[-1].ended == "stopped":
        assert state.over
        assert state.winner is not None
    return int(state.hands[-1].ended == "stopped")
