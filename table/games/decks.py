"""Decks and games: one table of which composition plays which game with how many players, and how its ranks stand there.

`order` names the ranks strongest first. What a rank is worth, or which combination it belongs to, a game says by its
place in that order, so that J Q K are fante, cavallo, re in Briscola and Ober, Unter are queen and jack in Bazzica
without a line of code. The first row that fits is a game's default.
"""

from dataclasses import dataclass
from functools import cache

from table import cards
from table.errors import BadValue, UnknownName

_ITALIAN = "A 3 R C F 7 6 5 4 2"
_FRENCH_40 = "A 3 K Q J 7 6 5 4 2"
_PIQUET = "A 10 K Q J 9 8 7"
_SALZBURG = "A 10 K O U 9 8 7"


@dataclass(frozen=True, slots=True)
class Row:
    """One pairing of a game and a composition."""

    game: str
    players: tuple[int, ...]
    deck: str
    order: str


TABLE = (
    Row("briscola", (2, 3, 4), "italian-40", _ITALIAN),
    Row("briscola", (2, 3, 4), "french-40", _FRENCH_40),
    Row("bazzica", (2,), "french-32", _PIQUET),
    Row("bazzica", (2,), "french-32x2", _PIQUET),
    Row("bazzica", (3,), "french-32x3", _PIQUET),
    Row("bazzica", (4,), "french-32x4", _PIQUET),
    Row("bazzica", (2,), "salzburg-32", _SALZBURG),
    Row("bazzica", (2,), "salzburg-32x2", _SALZBURG),
    Row("bazzica", (3,), "salzburg-32x3", _SALZBURG),
    Row("bazzica", (4,), "salzburg-32x4", _SALZBURG),
    Row("bazzica", (2,), "italian-40", _ITALIAN),
    Row("bazzica", (2,), "italian-40x2", _ITALIAN),
    Row("bazzica", (3,), "italian-40x3", _ITALIAN),
    Row("bazzica", (4,), "italian-40x4", _ITALIAN),
    Row("bazzica", (2,), "french-40", _FRENCH_40),
    Row("bazzica", (2,), "french-40x2", _FRENCH_40),
    Row("bazzica", (3,), "french-40x3", _FRENCH_40),
    Row("bazzica", (4,), "french-40x4", _FRENCH_40),
    Row("salisburghese", (3, 4, 2), "french-24x2", "A 10 K Q J 9"),
    Row("salisburghese", (3, 4, 2), "salzburg-24x2", "A 10 K O U 9"),
)


def playing(game: str, players: int | None = None) -> tuple[str, ...]:
    """Names of the compositions that play `game` (with so many players), the default first; empty: any deck does."""
    return tuple(r.deck for r in TABLE if r.game == game and (players is None or players in r.players))


def check(game: str, players: int, deck: str) -> None:
    """Raise UnknownName or BadValue unless `deck` plays `game` with so many players."""
    if not playing(game):
        return
    if deck not in playing(game):
        raise UnknownName("deck for " + game, deck, playing(game))
    if deck not in playing(game, players):
        sentence = f"{game} for {players} is not played with {deck}; it is played with {', '.join(playing(game, players))}."
        raise BadValue(sentence, code="deck_players", game=game, n=players, deck=deck)


@cache
def order(game: str, deck: str) -> tuple[str, ...]:
    """Ranks of `deck` in `game`, strongest first; empty where the game has no order of its own."""
    return next((tuple(r.order.split()) for r in TABLE if r.game == game and r.deck == deck), ())


@cache
def place(game: str, deck: str, card: str) -> int:
    """Place of a card's rank in the order: 0 is the strongest (asso), 1 the next (tre or ten), and so on; -1 if it has none."""
    ranks = order(game, deck)
    return ranks.index(cards.rank(card)) if cards.rank(card) in ranks else -1


@cache
def beats(game: str, deck: str, trump: str | None, best: str, card: str) -> bool:
    """Whether `card`, laid after `best`, takes the trick: the higher of a suit, or a trump on another suit."""
    if cards.suit(card) == cards.suit(best):
        return place(game, deck, card) < place(game, deck, best)
    return cards.suit(card) == trump
