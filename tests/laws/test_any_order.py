"""Any events in any order: a real table does what it likes, and a fold never refuses, never falls over, and has one answer."""

import json
import random

from table import events as ev
from table import public
from table.deduction import settle
from table.fold import Fold, fold
from table.games import GAMES
from table.state import Setup

MELDS = ("bazzica", "bazzica_doppia", "matrimonio", "quinta_maggiore", "quattro_A", "binokel", "nonsense")


def anything(setup: Setup, rng: random.Random) -> ev.Event:
    """Some event the record may hold, cards laid most often."""
    faces, seat, seq = setup.deck.faces, rng.randrange(setup.seats), rng.randrange(1, 80)
    card, cards = rng.choice(faces), tuple(rng.choice(faces) for _ in range(rng.randrange(6)))
    other, suit = rng.randrange(setup.seats), rng.choice(setup.deck.suits)
    plays = [ev.Play(seat=seat, card=card), ev.Play(seat=seat), ev.Play(seat=seat, card=card)] * 5
    return rng.choice([
        *plays, ev.Hand(dealer=seat, trump=rng.choice([None, suit])), ev.Trump(card=card), ev.Trump(suit=suit), ev.Gather(seat=seat),
        ev.Meld(seat=seat, meld=rng.choice(MELDS), cards=cards), ev.Swap(seat=seat), ev.Bid(seat=seat, points=seq * 5), ev.Pass(seat=seat),
        ev.Pass(seat=other), ev.Monte(cards=cards), ev.Bury(seat=seat, cards=rng.choice([None, cards])),
        ev.Ask(seat=seat, card=card, giver=rng.choice([None, other])), ev.GiveBack(seat=seat, to=other, card=rng.choice([None, card])),
        ev.Honours(seat=seat, cards=cards), ev.Honours(seat=seat, points=40), ev.Cappotto(seat=seat), ev.Draw(seat=seat),
        ev.Correct(seq=seq, card=card), ev.Correct(seq=seq, seat=other), ev.Retract(seq=seq), ev.Retract(seq=seq, source="touch"),
        ev.Accept(seq=seq), ev.Dismiss(seq=seq), ev.Adjust(seat=seat, points=-20), ev.Claim(seat=seat), ev.Abandon(),
        ev.Game(dealer=seat), ev.Result(winner=seat, points=3),
    ])  # fmt: skip


def test_any_events_in_any_order_fold_to_one_state_that_can_be_shown() -> None:
    for seed in range(60):
        soup(seed)


def soup(seed: int) -> int:
    """A log of anything; the number of faults found in it."""
    rng = random.Random(seed)
    game = rng.choice(list(GAMES.values()))
    players = rng.choice(game.PLAYERS)
    options = {o.name: rng.choice(o.values) for o in game.option_list() if o.values}
    if players > 2:
        options |= {"profile": "torzato"} if "profile" in options else {}
    setup = game.setup([f"Player {i}" for i in range(players)], options)
    step = Fold(game, setup)
    for seq in range(1, rng.randrange(20, 110)):
        state = step.append(seq, anything(setup, rng))
        game.must(state)
        if state.hand and not state.hand.done:
            game.judge(state, rng.randrange(players), rng.choice(setup.deck.faces))
    assert fold(game, setup, step.log) == step.state
    json.dumps(public.view(game, step.state))
    settle(game, setup, step.log)
    return len(step.state.faults)
