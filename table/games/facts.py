"""The facts of a game: what it is called, who may play it with which cards and options, what a card is worth and what it beats.

Class constants first; the methods below them only read those facts and the setup. `table.games.base` adds what happens at the table.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from table import events as ev
from table import seats
from table.deck import Deck
from table.deck import get as get_deck
from table.errors import BadValue
from table.games import decks
from table.options import Option, Value, complete, find
from table.state import Setup, State

COMMON = (
    Option("direction", "The way round the table in which play goes, seen from above.", seats.DIRECTIONS),
    Option("takeback_s", "A card taken back within so many seconds is a correction, not a fault.", number=3, most=60),
    Option("stake", "What is played for: nothing, a prize for the winner, or so much a point.", ("none", "prize", "per_point")),
    Option("stake_amount", "The prize, or what a point of difference is worth.", number=1),
)


class Facts:
    """A game's facts. Instances hold nothing: the same one serves every table."""

    NAME: ClassVar[str] = ""
    OPTIONS: ClassVar[tuple[Option, ...]] = ()  # the game's own; those of COMMON are added, except where one of the same name stands here
    PLAYERS: ClassVar[tuple[int, ...]] = ()  # numbers of players, the usual one first
    PAIRS: ClassVar[tuple[int, ...]] = ()  # numbers of players that play as pairs (side = seat % 2)
    DIRECTION: ClassVar[str] = seats.COUNTERCLOCKWISE
    VALUES: ClassVar[tuple[int, ...]] = ()  # card points by place in the deck's order, strongest first; 0 beyond its end
    LAST_TRICK: ClassVar[int] = 0
    HIDES_POINTS: ClassVar[bool] = False  # points of a running hand are not to be shown
    TURNS_UP: ClassVar[bool] = False  # a card is turned up under the talon
    LAZY_DRAW: ClassVar[bool] = False  # draws wait for the next card (something may be declared first)
    DECK: ClassVar[str] = "french-52"  # the deck where none is said, for a game that any deck plays
    JUDGES_TURN: ClassVar[bool] = True

    # ---- opening a game

    def option_list(self) -> tuple[Option, ...]:
        """The game's options and the common ones."""
        own = {o.name for o in self.OPTIONS}
        ways = (self.DIRECTION, *(d for d in seats.DIRECTIONS if d != self.DIRECTION))
        common = tuple(replace(o, values=ways) if o.name == "direction" else o for o in COMMON)
        return self.OPTIONS + tuple(o for o in common if o.name not in own)

    def defaults(self, players: int, deck: str, chosen: Mapping[str, Value]) -> dict[str, Value]:
        """Defaults that depend on the number of players, the deck or other options (`chosen`: complete). Override."""
        return {}

    def setup(
        self,
        players: Sequence[str],
        options: Mapping[str, object] | None = None,
        deck: str | None = None,
        dealer: int = 0,
        pack: str | None = None,
    ) -> Setup:
        """Check and complete how a game is opened. BadValue or UnknownName in one sentence."""
        n = len(players)
        if n not in self.PLAYERS:
            counts = ", ".join(str(k) for k in sorted(self.PLAYERS))
            sentence = f"{self.NAME} is played by {_words(sorted(self.PLAYERS))}, not by {n}."
            raise BadValue(sentence, code="players", game=self.NAME, counts=counts, n=n)
        name = deck or next(iter(decks.playing(self.NAME, n)), self.DECK)
        composition = get_deck(name)
        decks.check(self.NAME, n, name)
        given = dict(options or {})
        chosen = complete(self.option_list(), given)
        chosen |= {k: v for k, v in self.defaults(n, name, chosen).items() if k not in given}
        if not 0 <= dealer < n:
            raise BadValue(f"The dealer must be a seat from 0 to {n - 1}, not {dealer}.", code="no_dealer", dealer=dealer, last=n - 1)
        setup = Setup(self.NAME, tuple(players), chosen, composition, dealer, pack)
        return replace(setup, deck=self.deck_in_play(setup, composition))

    def option(self, name: str) -> Option:
        """One option by name."""
        return find(self.option_list(), name)

    def deck_in_play(self, setup: Setup, deck: Deck) -> Deck:
        """The cards really used. Override where some are left out."""
        return deck

    def initial(self, setup: Setup) -> State:
        """The state before the first event."""
        n = self.sides(setup)
        return State(setup, scores=(0,) * n, games=(0,) * n, adjusted=(0,) * n, next_dealer=setup.dealer)

    # ---- facts that hooks may change

    def sides(self, setup: Setup) -> int:
        """How many scores there are: 2 in pairs, else one a player."""
        return 2 if setup.seats in self.PAIRS else setup.seats

    def side(self, setup: Setup, seat: int) -> int:
        """The side of a seat."""
        return seats.side(seat, self.sides(setup))

    def hand_size(self, setup: Setup) -> int:
        """Cards dealt to each."""
        raise NotImplementedError

    def talon_size(self, setup: Setup) -> int:
        """Cards left to draw after the deal, the turned one included."""
        return len(setup.deck) - setup.seats * self.hand_size(setup)

    def first_leader(self, setup: Setup, dealer: int) -> int:
        """Who leads the first trick."""
        return seats.following(dealer, setup.seats)

    def place(self, setup: Setup, card: str) -> int:
        """Place of the card's rank, 0 the strongest."""
        return decks.place(self.NAME, setup.deck.name, card)

    def value(self, setup: Setup, card: str) -> int:
        """Card points."""
        place = self.place(setup, card)
        return self.VALUES[place] if 0 <= place < len(self.VALUES) else 0

    def beats(self, setup: Setup, trump: str | None, best: str, card: str) -> bool:
        """Whether `card`, laid after `best`, takes the trick from it. A twin never beats its twin."""
        return decks.beats(self.NAME, setup.deck.name, trump, best, card)

    def lowest(self, setup: Setup, turned: Sequence[str]) -> int | None:
        """Who deals when each turns up a card and the lowest deals (bas fa mas), by seat; None when the lowest are equal: draw again."""
        places = [self.place(setup, card) for card in turned]
        return places.index(max(places)) if places.count(max(places)) == 1 else None

    # ---- self-play

    def dealing(self, setup: Setup, rng: random.Random) -> ev.Deal:
        """A shuffled deal; the talon's next card first, the turned one last."""
        pack = setup.deck.pieces()
        rng.shuffle(pack)
        size = self.hand_size(setup)
        hands = tuple(tuple(pack[i * size : (i + 1) * size]) for i in range(setup.seats))
        return ev.Deal(hands=hands, talon=tuple(pack[setup.seats * size :]))

    def opening(self, setup: Setup, deal: ev.Deal, dealer: int, trump: str | None, rng: random.Random) -> list[ev.Event]:
        """The events before the first choice: the hand, the card turned up. `trump` asks for a suit where it is free."""
        if self.TURNS_UP:
            return [ev.Hand(dealer=dealer), ev.Trump(card=deal.talon[-1])]
        return [ev.Hand(dealer=dealer, trump=trump or rng.choice(setup.deck.suits))]


def _words(numbers: Sequence[int]) -> str:
    texts = [str(n) for n in numbers]
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " or " + texts[-1]
