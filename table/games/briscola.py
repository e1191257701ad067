"""Briscola: two, three, or four in pairs. No obligation whatever; nobody may count points before the end. Rules: briscola.md."""

from typing import Any

from table import cards, seats
from table import events as ev
from table.deck import Deck
from table.faults import Fault, certain
from table.games.base import Game
from table.options import OFF, ON, Option, switch
from table.state import Hand, Points, Setup, State, altered, changed, without

# Italian suits in the French pack that stands for them: coppe = hearts, denari = diamonds, spade = spades, bastoni = clubs.
_FRENCH = {"co": "H", "de": "D", "sp": "S", "ba": "C"}
_SWAPS = {"two": ("2",), "seven": ("7",), "both": ("7", "2"), OFF: ()}


class Briscola(Game):
    """Facts, then what differs from any trick game."""

    NAME = "briscola"
    PLAYERS = (2, 4, 3)
    PAIRS = (4,)
    DIRECTION = seats.COUNTERCLOCKWISE
    VALUES = (11, 10, 4, 3, 2)  # A 3 R C F
    HIDES_POINTS = True
    TURNS_UP = True
    OPTIONS = (
        Option("match", "The match is won by whoever first wins so many games; a draw counts for nobody.", number=1, least=1, most=99),
        Option("show_points", "Whether points are shown only at the end of a game or while it runs.", ("at_end", "live")),
        switch("stop_at_61", "The game stops as soon as somebody has 61 points."),
        Option("dropped_two", "The two that is left out when three play.", ("2co", "2de", "2sp", "2ba"), players=(3,)),
        Option("swap", "Whether the two or the seven of trumps may be swapped for the turned card.", (OFF, "two", "seven", "both")),
        switch("silence", "In the last hand nobody may talk."),
        switch("show_partner", "In the last hand partners show each other their cards.", players=(4,)),
        switch("look_at_pile", "In the last hand players may look through their own pile."),
        switch("signals", "Partners may tell each other their cards by signals.", ON, players=(4,)),
    )

    def deck_in_play(self, setup: Setup, deck: Deck) -> Deck:
        """Three play without one two."""
        if setup.seats != 3:
            return deck
        two = str(setup.options["dropped_two"])
        return deck.without(two if two in deck.faces else "2" + _FRENCH[two[1:]])

    def hand_size(self, setup: Setup) -> int:
        """Three each."""
        return 3

    # ---- at the table

    def taken(self, state: State) -> State:
        """With `stop_at_61` the game may end here."""
        if state.setup.options["stop_at_61"] == ON and max((p or 0) for p in self.points(state)) > 60:
            return self.finish(state, "stopped")
        return state

    def on_swap(self, state: State, event: ev.Swap) -> State:
        """The seven or two of trumps for the turned card: a fault unless the house plays it and the card can still be held."""
        hand = state.hand
        if hand is None or hand.done or hand.trump is None:
            return state
        allowed = [rank + hand.trump for rank in _SWAPS[str(state.setup.options["swap"])]]
        card = event.card or next((c for c in allowed if c != hand.turned), None)
        if card not in allowed or hand.turned is None or not self._may_hold(state, event.seat, card):
            state = state.with_fault(certain(Fault.SWAP, event.seat, state.seq))
        if hand.turned is None or card is None:
            return state
        known = (*without(hand.known[event.seat], card), hand.turned)
        state = state.with_hand(turned=card, known=changed(hand.known, event.seat, known))
        if hand.hands is not None and card in hand.hands[event.seat]:
            held = (*without(hand.hands[event.seat], card), hand.turned)
            state = state.with_hand(hands=changed(hand.hands, event.seat, held), stock=(*hand.stock[:-1], card))
        return state

    def _may_hold(self, state: State, seat: int, card: str) -> bool:
        return state.unseen()[card] > 0 or card in state.hands[-1].known[seat]

    # ---- ends

    def standing(self, state: State) -> State:
        """Every hand is a game: `scores` are the points of the last one, `games` the games won in the match."""
        n, won = self.sides(state.setup), [0] * self.sides(state.setup)
        goal = int(state.setup.options["match"])
        for hand in state.hands[0 if goal == 1 else state.since_match :]:
            winner = self.game_winner(hand)
            if winner is not None:
                won[winner] += 1
        last = state.hand if len(state.hands) > state.since else None
        points = self.game_points(last) if last else state.adjusted
        ended = last is not None and last.counts and None not in points
        winner = self.game_winner(last) if last else None
        over = ended if goal == 1 else ended and winner is not None and won[winner] >= goal
        return altered(state, scores=points if len(points) == n else (0,) * n, games=tuple(won), over=over, winner=winner if over else None)

    def game_points(self, hand: Hand) -> Points:
        """Points of a finished game, those given by hand included; zeros while it runs or when it counts for nobody."""
        if not hand.counts:
            return (0,) * len(hand.adjusted)
        return tuple(None if p is None else p + a for p, a in zip(hand.points, hand.adjusted, strict=True))

    def game_winner(self, hand: Hand) -> int | None:
        """The side with most points; None for a draw, and while it is not known."""
        points = self.game_points(hand)
        if not hand.counts or None in points:
            return None
        best = max(p for p in points if p is not None)
        return points.index(best) if points.count(best) == 1 else None

    def reminders(self, state: State) -> tuple[str, ...]:
        """The customs of the last hand: the talon is empty and everybody still holds three cards."""
        hand = state.hand
        if hand is None or hand.done or hand.talon or hand.to_draw or not hand.tricks or max(hand.holding) != 3:
            return ()
        options, pairs = state.setup.options, state.setup.seats == 4
        customs = (
            ("silence", True, "Last hand: no talking."),
            ("show_partner", pairs, "Last hand: partners show each other their cards."),
            ("look_at_pile", True, "Last hand: you may look through your own pile."),
        )
        return tuple(text for name, here, text in customs if here and options[name] == ON)

    def standing_json(self, state: State) -> dict[str, Any]:
        """Games won."""
        return {"games": list(state.games)}

    # ---- self-play

    def choices(self, state: State) -> list[ev.Event]:
        """Any card; the swap too, where the house plays it."""
        found, hand = super().choices(state), state.hands[-1]
        if found and hand.hands is not None and hand.turned and hand.tricks and not hand.plays and hand.turn is not None:
            ranks = _SWAPS[str(state.setup.options["swap"])]
            held = [c for c in hand.hands[hand.turn] if cards.suit(c) == hand.trump and cards.rank(c) in ranks]
            found += [ev.Swap(seat=hand.turn, card=c) for c in held if hand.talon > 1]
        return found
