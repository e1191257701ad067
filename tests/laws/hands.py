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
from table.selfplay import NAMES, Playing, begun, dealt, illegal, script, stepped
from table.state import Setup, State

AT_ONCE = {"end": "hand", "stop_at_61": "off", "quinta_wins": "off"}  # with these a hand is always played to its last card
UNDONE = 3  # events of a hand undone at once; over ten thousand hands that is every kind of event many times


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


def public(event: ev.Event) -> ev.Event:
    """The event as the table sees it: what goes face down stays unseen."""
    if isinstance(event, ev.Bury):
        return replace(event, cards=None)
    return replace(event, card=None) if isinstance(event, ev.GiveBack) else event


def whole(table: Table, seed: int) -> int:
    """Play a hand and hold it to every law; the number of revokes that could be put into it (0 or 1).

    Card points add up; no fault; the fold event by event, three events (by lot) of which were done, undone and done again, each
    leaving the state as it was, equals the fold of that log from the start; every event survives printing and parsing. Then one
    play is made an illegal card, and the hand played to another end: that play is reported by the end, and nothing else ever.
    Of every fifth hand not all is read: no fault either.
    """
    rng = random.Random(f"{table} {seed}")
    game, dealer = GAMES[table.game], seed % table.players
    setup = game.setup(NAMES[: table.players], lot(table, rng), table.deck, dealer)
    playing = begun(game, setup, rng, dealt(game, setup, rng, None), dealer)
    playing.finish()
    told = [public(event) for event in playing.events]
    states = legal(table, game, setup, told, rng)
    if seed % 5 == 0:
        half_read(game, setup, told, rng)
    return revoked(game, playing, states, rng)


def legal(table: Table, game: Game, setup: Setup, told: list[ev.Event], rng: random.Random) -> list[State]:
    """The laws of a legal hand; the states before each event."""
    step, seq, states = Fold(game, setup), 0, []
    undone = set(rng.sample(range(len(told)), UNDONE))
    for i, event in enumerate(told):
        assert survives(event), event
        before = step.state
        states.append(before)
        if i in undone:
            step.append(seq + 1, event)
            step.append(seq + 2, ev.Retract(seq=seq + 1, source="touch"))
            seq += 2
            assert replace(step.state, seq=before.seq) == before, f"undoing {event}"
        seq += 1
        step.append(seq, event)
    assert step.state.faults == ()
    points_add_up(table, setup, step.state)
    assert fold(game, setup, step.log) == step.state
    return states


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


def revoked(game: Game, playing: Playing, states: list[State], rng: random.Random) -> int:
    """One play made illegal, the hand played on from there: reported by its end, exactly it. `states`: public ones before each event."""
    plays = [i for i, e in enumerate(playing.events) if isinstance(e, ev.Play)]
    rng.shuffle(plays)
    for i in plays:
        play = playing.events[i]
        assert isinstance(play, ev.Play)
        wrong = illegal(game, playing.states[i], play.seat)
        if not wrong:
            continue
        other = Playing(game, playing.states[i], rng)
        other.lay(replace(play, card=rng.choice(wrong)))
        other.finish()
        state, guilty = states[i], states[i].seq + 1
        for event in other.events:
            state = stepped(game, state, public(event))
            assert all(f.seq == guilty and f.fault is Fault.REVOKE for f in state.faults), state.faults
        assert [f.seq for f in state.faults] == [guilty]
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
