"""The options all game commands share (`--game --players --set --deck --seed --trump --dealer`) and what they come to.

A deck named on the command line is how the cards look (a pack, or a folder of card images); which cards are in play
(the composition) follows from the game and from what the pack holds.
"""

import argparse
from dataclasses import dataclass, field
from pathlib import Path

from table.errors import BadValue, UnknownName

# The simulator's own deck is drawn for every composition; the generic French pack reads any French-suited deck.
SIM, FRENCH = "sim", "french"
NAMES = ("Anna", "Bruno", "Carla", "Dario")  # who plays at the simulated table


@dataclass(frozen=True, slots=True)
class Choice:
    """What to play: checked, complete, and the same for demo, watch and simulate.

    deck is the composition ("italian-40"), pack how the cards look ("sim", "trentine", or a folder); disturb what goes wrong
    at the simulated table, and how often in a hand.
    """

    game: str
    players: tuple[str, ...]
    deck: str
    pack: str
    dealer: int = 0
    trump: str | None = None
    seed: int = 1
    options: dict[str, object] = field(default_factory=dict)
    disturb: tuple[tuple[str, int], ...] = ()


def game_arguments(parser: argparse.ArgumentParser, deck: str | None = None, game: str = "briscola") -> None:
    """Add the common options; `deck` is this command's default pack."""
    parser.add_argument("--game", default=game, metavar="G", help=f"the game (default: {game})")
    parser.add_argument("--players", type=int, metavar="N", help="how many play (default: the game's)")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule; may be given several times")
    deck_argument(parser, deck)
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="number that fixes all chance (default: 1)")
    parser.add_argument("--trump", metavar="SUIT", help="trumps, where they are not turned up")
    parser.add_argument("--dealer", type=int, default=0, metavar="SEAT", help="who deals first, counted from 0 (default: 0)")


def deck_argument(parser: argparse.ArgumentParser, default: str | None) -> None:
    """Add `--deck` alone."""
    shown = f" (default: {default})" if default else ""
    parser.add_argument("--deck", default=default, metavar="D", help=f"a taught or built-in deck, or a folder of card images{shown}")


def house_rules(words: list[str]) -> dict[str, object]:
    """`["profile=tressette"]` → `{"profile": "tressette"}`; BadValue for what has no `=`."""
    rules: dict[str, object] = {}
    for word in words:
        name, mark, value = word.partition("=")
        if not mark or not name:
            raise BadValue(f"--set {word!r} should be OPTION=VALUE, like --set profile=tressette.")
        rules[name.strip()] = value.strip()
    return rules


def composition(game: str, players: int, faces: frozenset[str]) -> str:
    """Which cards are in play when a game is played with a pack of these faces; BadValue where they cannot play it.

    The first composition of the game that the pack has whole; a pack with gaps plays what it has most of. Where any deck does
    (`tricks`), the smallest composition the pack fits into.
    """
    from table import deck
    from table.games.decks import playing

    def share(name: str) -> float:
        wanted = deck.get(name).faces
        return len(faces.intersection(wanted)) / len(wanted)

    allowed = playing(game, players)
    if not allowed:
        fitting = [name for name in deck.names() if "x" not in name and faces <= set(deck.get(name).faces)]
        return min(fitting, key=lambda name: len(deck.get(name)), default="french-52")
    best = max(allowed, key=share)  # the first of equals
    if share(best) < 0.5:
        raise BadValue(f"This deck cannot play {game} with {players} players: that takes {', '.join(allowed)}.")
    return best


def resolve(args: argparse.Namespace, deck: str, faces: frozenset[str] | None = None) -> Choice:
    """The choice an argument list makes, completed by the game's defaults and checked.

    `deck` may be a pack, a folder, or a composition; `faces` are the cards the pack holds (None: found out here).
    """
    from table import deck as decks
    from table.errors import SegnapuntiError
    from table.games import GAMES

    if args.game not in GAMES:
        raise UnknownName("game", args.game, GAMES)
    game = GAMES[args.game]
    seats = args.players or game.PLAYERS[0]
    names = tuple(NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}" for seat in range(seats))
    named = None
    if pack_folder(deck) is None:
        try:
            named = decks.get(deck).name
            deck = SIM
        except SegnapuntiError:
            named = None
    if named is None and known(deck, compositions=True) != SIM:
        named = composition(args.game, seats, faces if faces is not None else faces_of(deck))
    setup = game.setup(names, house_rules(args.set), named, args.dealer, deck)
    if args.trump is not None and args.trump not in setup.deck.suits:
        raise UnknownName("suit", args.trump, setup.deck.suits)
    return Choice(args.game, names, setup.deck.name, deck, args.dealer, args.trump, args.seed, dict(setup.options))


def known(deck: str, compositions: bool = False) -> str:
    """`deck`, when it is a pack, a folder (or, where allowed, a composition); UnknownName with the nearest if not.

    Asked before models are loaded, so that a slip of the finger is answered at once.
    """
    from table.deck import names
    from vision.pack import files

    there = {SIM, FRENCH, *files(), *(names() if compositions else ())}
    if deck not in there and pack_folder(deck) is None:
        raise UnknownName("deck", deck, there)
    return deck


def faces_of(deck: str) -> frozenset[str]:
    """The cards a pack or a folder of card images holds, from names alone where that is enough."""
    from table import cards
    from table import deck as decks
    from table.errors import BadValue as NoCard

    if deck == SIM:
        return frozenset(code for name in decks.names() for code in decks.get(name).faces)
    folder = pack_folder(deck)
    if folder is None:
        from vision.pack import load

        return frozenset(load(deck).faces)
    found = set()
    for path in folder.iterdir():
        try:
            found.add(cards.parse(path.stem))
        except NoCard:
            continue
    if not found:
        raise BadValue(f"The folder {folder} holds no image named by card (AS.jpg, 3de.webp ..).")
    return frozenset(found)


def pack_folder(name: str) -> Path | None:
    """The folder of card images `name` points at, or None when it is the name of a pack."""
    path = Path(name).expanduser()
    return path if path.is_dir() else None
