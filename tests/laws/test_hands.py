"""Laws that hold for every hand of every game, checked over hands that the games play with themselves under random house rules."""

import random
from dataclasses import dataclass, replace
from functools import partial

import pytest

from table import events as ev
from table.faults import Fault
from table.fold import Fold, fold
from table.games import GAMES
from table.games.base import Game
from table.notation import event_json, parse_event
from table.selfplay import script
from table.state import Setup, State
from tests.laws.sample import each, seeds

AT_ONCE = {"end": "hand", "stop_at_61": "off", "quinta_wins": "off"}  # with these a hand is always played to its last card


@dataclass(frozen=True)
class Table:
    """A game as it may be opened; other options are drawn by lot."""

    game: str
    players: int
    deck: str
    fixed: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.game, str(self.players), self.deck, *(v for _, v in self.fixed)])


TORZATO, TRESSETTE, PAIRS = ("profile", "torzato"), ("profile", "tressette"), ("pairs", "on")
TABLES = (
    *(Table("briscola", n, "italian-40") for n in (2, 3, 4)),
    Table("bazzica", 2, "french-32", (TORZATO,)),
    Table("bazzica", 2, "french-32", (TRESSETTE,)),
    Table("bazzica", 2, "french-32x2", (TORZATO,)),
    Table("bazzica", 2, "italian-40", (TORZATO,)),
    Table("bazzica", 3, "french-32x3", (TORZATO,)),
    Table("bazzica", 4, "salzburg-32x4", (TORZATO,)),
    Table("bazzica", 4, "french-32x4", (TORZATO, PAIRS)),
    *(Table("salisburghese", n, "french-24x2") for n in (3, 4)),
    Table("salisburghese", 2, "salzburg-24x2", (("two_player_deal", "22+4"),)),
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


def hand(table: Table, seed: int, revoke: bool = False) -> tuple[Game, Setup, list[tuple[int, ev.Event]]]:
    """A self-played hand, as the table sees it."""
    rng = random.Random(f"{table} {seed}")
    options = lot(table, rng)
    played = script(table.game, table.players, options, table.deck, seed=seed, dealer=seed % table.players, revoke=revoke)
    game = GAMES[table.game]
    setup = game.setup(played.players, played.options, played.deck, played.dealer)
    return game, setup, [(i, public(e)) for i, e in enumerate(played.events, 1)]


def total(table: Table, setup: Setup) -> int:
    """Card points of a whole hand."""
    return {"briscola": 120, "bazzica": 80 * setup.deck.copies + 10, "salisburghese": 250}[table.game]


def points_add_up(table: Table, setup: Setup, state: State) -> None:
    last = state.hands[-1]
    assert last.ended == "played"
    if ("two_player_deal", "15+3") in table.fixed:
        return  # fifteen cards lie out unseen, so what was laid away cannot be known
    assert sum(p or 0 for p in last.points) == total(table, setup)
    if table.game == "bazzica" and setup.options["seven_capture"] == "off":
        melds, seven = sum(m.points for m in last.melds), 0 if last.own.seven is None else 10
        assert sum(s or 0 for s in last.score) == total(table, setup) + melds + seven


@pytest.mark.parametrize("table", TABLES, ids=str)
@seeds(sample=12, full=10_000)
def test_a_legal_hand_adds_up_has_no_fault_and_folds_the_same_either_way(table: Table, seeds: range) -> None:
    each(partial(legal, table), seeds)


def legal(table: Table, seed: int) -> None:
    game, setup, log = hand(table, seed)
    step = Fold(game, setup)
    for seq, event in log:
        step.append(seq, event)
        assert parse_event(event_json(event)) == event
    assert step.state.faults == ()
    points_add_up(table, setup, step.state)
    assert fold(game, setup, log) == step.state


@pytest.mark.parametrize("table", TABLES, ids=str)
@seeds(sample=4, full=2000)
def test_a_legal_hand_of_which_not_all_was_read_has_no_fault(table: Table, seeds: range) -> None:
    each(partial(half_read, table), seeds)


def half_read(table: Table, seed: int) -> None:
    """Some cards are never read, some are laid after another was laid and taken back."""
    game, setup, log = hand(table, seed)
    rng = random.Random(f"half read {seed}")
    share = rng.choice([0.02, 0.1, 0.3])
    held = {seat: [e.card for _, e in log if isinstance(e, ev.Play) and e.seat == seat] for seat in range(setup.seats)}
    step, place = Fold(game, setup), 0
    for _, event in log:
        told = event
        if isinstance(event, ev.Play):
            held[event.seat].remove(event.card)
            talon = step.state.hands[-1].talon
            if not talon and rng.random() < 0.05 and held[event.seat]:
                step.append(place + 1, ev.Play(seat=event.seat, card=rng.choice(held[event.seat])))
                step.append(place + 2, ev.Retract(seq=place + 1))
                place += 2
            told = replace(event, card=None) if rng.random() < share else event
        place += 1
        step.append(place, told)
    assert step.state.faults == ()


@pytest.mark.parametrize("table", [t for t in TABLES if t.game != "salisburghese"], ids=str)
@seeds(sample=3, full=500)
def test_a_hand_that_may_end_at_once_has_no_fault_either(table: Table, seeds: range) -> None:
    each(partial(at_once, table), seeds)


def at_once(table: Table, seed: int) -> None:
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


@pytest.mark.parametrize("table", TABLES, ids=str)
@seeds(sample=2, full=500)
def test_undoing_any_event_at_once_gives_the_state_before_it(table: Table, seeds: range) -> None:
    each(partial(undone, table), seeds)


def undone(table: Table, seed: int) -> None:
    game, setup, log = hand(table, seed)
    step, rng = Fold(game, setup), random.Random(seed)
    place = 0
    for _, event in log:
        if rng.random() < 0.1:
            before = step.state
            step.append(place + 1, event)
            step.append(place + 2, ev.Retract(seq=place + 1, source="touch"))
            assert replace(step.state, seq=before.seq) == before
            place += 2
        place += 1
        step.append(place, event)
    assert step.state == fold(game, setup, step.log)


OBLIGED = tuple(t for t in TABLES if t.game != "briscola")


@pytest.mark.parametrize("table", OBLIGED, ids=str)
@seeds(sample=6, full=1000)
def test_one_revoke_in_a_whole_hand_is_found_by_its_end_and_nothing_else_is(table: Table, seeds: range) -> None:
    each(partial(revoked, table), seeds)


def revoked(table: Table, seed: int) -> None:
    game, setup, log = hand(table, seed, revoke=True)
    truth = illegal_plays(game, setup, log)
    assert len(truth) == 1
    step = Fold(game, setup)
    for seq, event in log:
        found = step.append(seq, event).faults
        assert {f.seq for f in found} <= truth
        assert all(f.fault is Fault.REVOKE for f in found)
    assert {f.seq for f in step.state.faults} == truth


def illegal_plays(game: Game, setup: Setup, log: list[tuple[int, ev.Event]]) -> set[int]:
    """The plays of a whole hand that were illegal from what their player laid from then on: in a phase without drawing, his hand."""
    laid = [(seq, e) for seq, e in log if isinstance(e, ev.Play)]
    found = set()
    step = Fold(game, setup)
    for seq, event in log:
        if isinstance(event, ev.Play):
            state = game.drawn(step.state) if step.state.hands else step.state
            if state.hands and not state.hands[-1].talon:
                held = [e.card for s, e in laid if s >= seq and e.seat == event.seat and e.card]
                if event.card not in game.legal(state, event.seat, held):
                    found.add(seq)
        step.append(seq, event)
    return found
