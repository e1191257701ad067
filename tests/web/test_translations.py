"""Every sentence exists in Italian and German, with the same places to fill, and table's message ids are among them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import table
import web
from table.games import GAMES
from table.options import Option
from web import phrases
from web.languages import FOLDER, catalogue

WEB, TABLE = Path(web.__file__).parent, Path(table.__file__).parent
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext:babel_extract"), ("templates/**.html", "jinja2.ext:babel_extract")]
KEYWORDS = {"_": None, "_mark": None, "gettext": None, "ngettext": (1, 2)}


def written() -> Iterator[str | tuple[str, ...]]:
    """The ids in web's code and templates."""
    for _, _, found, _, _ in extract_from_dir(WEB, METHODS, keywords=KEYWORDS, options_map={}):
        yield found if isinstance(found, str) else tuple(found)


def options() -> Iterator[str]:
    """Names, helps and values of every option of every game."""
    for game in GAMES.values():
        for option in game.option_list():
            yield from words(option)


def words(option: Option) -> Iterator[str]:
    yield option.name.replace("_", " ")
    yield option.help
    for value in option.values:
        if not re.fullmatch(r"-?\d+|.*\+.*|2(co|de|sp|ba)", value):
            yield value.replace("_", " ")


def spoken() -> Iterator[str]:
    """Obligations and reminders: in table's games, the strings that read like them."""
    for path in (TABLE / "games").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Must" and isinstance(node.args[1], ast.Constant):
                yield str(node.args[1].value)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.match(r"must follow \{|Last hand: ", node.value):
                yield node.value


def catalog(language: str) -> Catalog:
    with (FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.parametrize("language", ["it", "de"])
@pytest.mark.parametrize("source", [written, options, spoken])
def test_every_message_id_is_translated(language: str, source: object) -> None:
    ids = set(source())  # type: ignore[operator]  # one of the three functions above
    assert ids
    known = catalog(language)
    assert (
        sorted(str(i) for i in ids if not (found := known.get(i[0] if isinstance(i, tuple) else i)) or not all(_forms(found.string))) == []
    )


@pytest.mark.parametrize("language", ["it", "de"])
def test_translations_fill_the_same_places_and_none_is_fuzzy(language: str) -> None:
    wrong = []
    for message in catalog(language):
        if not message.id:
            continue
        wanted = set(re.findall(r"%\(\w+\)s|\{\w+\}", str(message.id)))
        if message.fuzzy or any(set(re.findall(r"%\(\w+\)s|\{\w+\}", form)) != wanted for form in _forms(message.string)):
            wrong.append(message.id)
    assert wrong == []


def _forms(string: str | tuple[str, ...]) -> tuple[str, ...]:
    return string if isinstance(string, tuple) else (string,)


def test_english_labels_of_rules_change_no_word_of_cards() -> None:
    words = [w for known in (*phrases.RANKS.values(), phrases.NUMBERS, phrases.SUITS, phrases.MELDS) for w in known.values()]
    assert [w for w in words if catalogue("en").gettext(w) != w] == []
    assert catalogue("en").gettext("takeback s") == "seconds to take a card back"


def test_catalogues_are_compiled_in_memory() -> None:
    assert catalogue("it").gettext("ace") == "asso"
    assert catalogue("en").gettext("ace") == "ace"
    assert list(WEB.rglob("*.mo")) == []
