"""Self-play: whole hands of any game, dealt, called and played at random by the rules: scripts for the simulated table and for tests.

It knows nothing of any game: what may come next a game says itself (`Game.choices`), so that a game plugged in later plays at once.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from table import cards
from table import events as ev
from table.errors import BadValue
from table.games import get as get_game
from table.games.base import Game
from table.script import Script
from table.state import Setup, State, altered

NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Hugo")
_LIMIT = 2000  # events; no hand of any game is nearly as long


def script(
    game: str,
    players: int | Sequence[str] = 2,
    options: Mapping[str, object] | None = None,
    deck: str | None = None,
    seed: int = 0,
    dealer: int = 0,
    trump: str | None = None,
    revoke: bool = False,
) -> Script:
    """One whole hand. `trump` asks for a suit of trumps; `revoke` puts one illegal card into it (BadValue where none can be)."""
    rules = get_game(game)
    names = NAMES[:players] if isinstance(players, int) else tuple(players)
    if isinstance(players, int) and players not in rules.PLAYERS:
        names = tuple(f"Player {i + 1}" for i in range(max(0, players)))
    setup = rules.setup(names, options, deck, dealer)
    if trump is not None and trump not in setup.deck.suits:
        raise BadValue(f"There is no suit {trump} in the deck {setup.deck.name}; suits are {', '.join(setup.deck.suits)}.")
    for attempt in range(200):
        rng = random.Random(f"{seed}/{attempt}" if attempt else seed)
        deal = dealt(rules, setup, rng, trump)
        events, revoked = _hand(rules, setup, rng, deal, dealer, trump, revoke)
        if revoked == revoke:
            return Script(game, setup.players, setup.deck.name, dealer, deal, tuple(events), dict(setup.options), seed)
    raise BadValue(f"No revoke can be played at {game} with these options: there is no obligation to break.")


def dealt(rules: Game, setup: Setup, rng: random.Random, trump: str | None) -> ev.Deal:
    """A deal; with `trump`, and a card to be turned up, one whose turned card is of that suit."""
    deal = rules.dealing(setup, rng)
    while trump and rules.TURNS_UP and deal.talon and cards.suit(deal.talon[-1]) != trump:
        deal = rules.dealing(setup, rng)
    return deal


def evening(
    game: str, players: int = 2, options: Mapping[str, object] | None = None, deck: str | None = None, seed: int = 0, hands: int = 3
) -> list[Script]:
    """Several hands on end, the deal passed on."""
    return [script(game, players, options, deck, seed * 1000 + i, i % players) for i in range(hands)]


class Playing:
    """A hand in play by full knowledge: its events so far, and the state before each of them and after the last."""

    def __init__(self, rules: Game, state: State, rng: random.Random) -> None:
        self.rules, self.rng = rules, rng
        self.events: list[ev.Event] = []
        self.states = [state]

    @property
    def state(self) -> State:
        """The state after the last event."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Nothing is left to do in this hand."""
        return self.state.hands[-1].done and not self.rules.choices(self.state)

    def add(self, event: ev.Event) -> None:
        """Step by one event."""
        state = self.step(event)
        self.events.append(event)
        self.states.append(state)

    def step(self, event: ev.Event) -> State:
        """The state after one more event. Override to keep a record of it."""
        return stepped(self.rules, self.state, event)

    def lay(self, event: ev.Event) -> None:
        """The same, and gather the trick that it fills."""
        before = len(self.state.hands[-1].tricks)
        self.add(event)
        hand = self.state.hands[-1]
        if len(hand.tricks) > before and hand.tricks[-1].winner is not None:
            self.add(ev.Gather(seat=hand.tricks[-1].winner))

    def finish(self) -> None:
        """Play on to the end of the hand."""
        while len(self.events) < _LIMIT and not self.over:
            self.lay(self.rules.choose(self.state, self.rng))


def begin(playing: Playing, deal: ev.Deal, dealer: int, trump: str | None = None) -> None:
    """Deal, and the events before the first choice. What lies where is known to the simulator, and no event of the script."""
    setup = playing.state.setup
    for i, event in enumerate(playing.rules.opening(setup, deal, dealer, trump, playing.rng)):
        playing.add(event)
        if i == 0:
            playing.states[-1] = playing.step(deal)


def stepped(rules: Game, state: State, event: ev.Event) -> State:
    """The state after one more event."""
    return rules.after(altered(state, seq=state.seq + 1), event)


def _hand(
    rules: Game, setup: Setup, rng: random.Random, deal: ev.Deal, dealer: int, trump: str | None, revoke: bool
) -> tuple[list[ev.Event], bool]:
    """The events of one hand, and whether a revoke is in it."""
    playing = Playing(rules, rules.initial(setup), rng)
    begin(playing, deal, dealer, trump)
    revoked = False
    while len(playing.events) < _LIMIT and not playing.over:
        event = rules.choose(playing.state, rng)
        if revoke and not revoked and isinstance(event, ev.Play):
            wrong = illegal(rules, playing.state, event.seat)
            if wrong and rng.random() < 0.3:
                event, revoked = replace(event, card=rng.choice(wrong)), True
        playing.lay(event)
    return playing.events, revoked


def illegal(rules: Game, state: State, seat: int) -> list[str]:
    """The cards really in hand that may not be laid now, sorted."""
    ready = rules.drawn(state)
    held = (ready.hands[-1].hands or ())[seat]
    return sorted(set(held) - rules.legal(ready, seat, held))
