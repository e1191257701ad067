"""Tricks: any other trick game. Any pack, any number of seats; tricks are recorded, who won them is told by a tap. Rules: tricks.md."""

import random
from collections.abc import Sequence
from dataclasses import replace

from table import cards
from table import events as ev
from table.games.base import Game
from table.options import Option
from table.state import Played, Points, Setup, State


class Tricks(Game):
    """The plain game. It knows no trumps and no order of cards, so nothing is judged but what is plain from the deck."""

    NAME = "tricks"
    PLAYERS = (2, 3, 4, 5, 6, 7, 8)
    JUDGES_TURN = False
    OPTIONS = (Option("hand_size", "Cards dealt to each; 0 when it is not said.", number=0, most=99),)

    def hand_size(self, setup: Setup) -> int:
        """As the option says."""
        return int(setup.options["hand_size"])

    def talon_size(self, setup: Setup) -> int:
        """Nothing is drawn that could be followed."""
        return 0

    def taker(self, state: State, plays: Sequence[Played]) -> int | None:
        """Nobody knows until it is tapped, or seen who gathers."""
        return None

    def value(self, setup: Setup, card: str) -> int:
        """Points are told by tap too."""
        return 0

    def full(self, state: State) -> State:
        """A full trick has no points until they are tapped."""
        state = super().full(state)
        hand = state.hands[-1]
        return state.with_hand(tricks=(*hand.tricks[:-1], replace(hand.tricks[-1], points=None)))

    def played_out(self, state: State) -> bool:
        """The hand is over when the cards dealt are laid, or the whole deck is."""
        hand, size = state.hands[-1], self.hand_size(state.setup)
        laid = len(hand.all_plays())
        return laid >= (size * state.setup.seats or len(state.setup.deck) - len(state.setup.deck) % state.setup.seats)

    def lacking(self, state: State) -> dict[str, int]:
        """Not every card need be in play."""
        return {}

    def on_result(self, state: State, event: ev.Result) -> State:
        """Winner and points of the last full trick that has none yet, else of the last one."""
        hand = state.hand
        if hand is None or not hand.tricks:
            return state
        trick = replace(hand.tricks[-1], winner=event.winner, points=event.points)
        state = state.with_hand(tricks=(*hand.tricks[:-1], trick), turn=hand.turn if hand.plays or hand.done else event.winner)
        return self.standing(self.settled(state)) if state.hands[-1].counts else state

    def points(self, state: State) -> Points:
        """The points tapped so far."""
        hand, sums = state.hands[-1], [0] * self.sides(state.setup)
        for trick in hand.tricks:
            if trick.winner is not None:
                sums[self.side(state.setup, trick.winner)] += trick.points or 0
        return tuple(sums)

    def close(self, state: State) -> State:
        """The next hand ends this one: with what was tapped."""
        hand = state.hand
        return state if hand is None or hand.done else self.finish(state, "stopped")

    def dealing(self, setup: Setup, rng: random.Random) -> ev.Deal:
        """As many cards each as the option says, else as the deck has."""
        pack, size = setup.deck.pieces(), self.hand_size(setup) or len(setup.deck) // setup.seats
        rng.shuffle(pack)
        hands = tuple(tuple(pack[i * size : (i + 1) * size]) for i in range(setup.seats))
        return ev.Deal(hands=hands, talon=tuple(pack[setup.seats * size :]))

    def opening(self, setup: Setup, deal: ev.Deal, dealer: int, trump: str | None, rng: random.Random) -> list[ev.Event]:
        """Just the hand."""
        return [ev.Hand(dealer=dealer, trump=trump)]

    def choices(self, state: State) -> list[ev.Event]:
        """Any card; after a full trick, who gathers it: the first card of the suit led in deck order takes it."""
        hand = state.hands[-1]
        if hand.tricks and not hand.plays and hand.tricks[-1].winner is None:
            faces, row = state.setup.deck.faces, [p for p in hand.tricks[-1].plays if p.card]
            best = max(row, key=lambda p: (cards.suit(p.card or "") == cards.suit(row[0].card or ""), -faces.index(p.card or "")))
            return [ev.Gather(seat=best.seat)]
        return super().choices(state)
