"""The rules in force: a game's rules page and its options as they stand, in the reader's language."""

from collections.abc import Mapping
from pathlib import Path

from table.errors import UnknownName


def page(game: str, language: str) -> str:
    """The rules page of a game: Italian where asked for, else English ("" where a game has none)."""
    from table import games

    folder = Path(str(games.__file__)).parent
    for name in (f"{game}.{language}.md", f"{game}.md"):
        if (folder / name).is_file():
            return (folder / name).read_text(encoding="utf-8").strip()
    return ""


def explain(game: str, players: int | None, rules: Mapping[str, object], language: str) -> dict[str, object]:
    """`{"game", "players", "options": [{"name", "value", "default", "values", "help"}], "text"}` for the options given.

    UnknownName or BadValue for a game, option or value that does not exist.
    """
    from table.games import GAMES
    from web.languages import catalogue

    if game not in GAMES:
        raise UnknownName("game", game, GAMES)
    it = GAMES[game]
    seats = players or it.PLAYERS[0]
    say = catalogue(language).gettext
    setup = it.setup([str(n) for n in range(seats)], rules)
    usual = it.setup([str(n) for n in range(seats)])
    rows = [
        {
            "name": option.name,
            "value": setup.options[option.name],
            "default": usual.options[option.name],
            "values": list(option.values),
            "help": say(option.help),
        }
        for option in it.option_list()
        if not option.players or seats in option.players
    ]
    text = [page(game, language), "", f"## {say('House rules')}", ""]
    for row in rows:
        allowed = " | ".join(row["values"]) if isinstance(row["values"], list) and row["values"] else ""
        text.append(f"{row['name']} = {row['value']}" + (f"   ({allowed})" if allowed else ""))
        text.append(f"    {row['help']}")
    return {"game": game, "players": seats, "deck": setup.deck.name, "options": rows, "text": "\n".join(text).strip()}
