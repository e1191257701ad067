"""The games this house knows, by name. A game is one file; adding one is a line here (and its decks in `table.games.decks`)."""

from table.errors import UnknownName
from table.games.base import Game
from table.games.bazzica import Bazzica
from table.games.briscola import Briscola
from table.games.salisburghese import Salisburghese
from table.games.tricks import Tricks

GAMES: dict[str, Game] = {game.NAME: game for game in (Briscola(), Bazzica(), Salisburghese(), Tricks())}


def get(name: str) -> Game:
    """The game called `name`; UnknownName (with the nearest) if there is none."""
    if name not in GAMES:
        raise UnknownName("game", name, GAMES)
    return GAMES[name]
