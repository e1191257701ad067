"""Languages: English message ids in the code, one .po a language in translations/.

Catalogues are compiled in memory when first asked for, so a fresh clone needs no build step and holds no .mo files.
"""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, current_app, request
from flask_babel import Babel, Domain, get_locale  # type: ignore[import-untyped]  # it has no type hints
from flask_babel import gettext as _gettext
from flask_babel import ngettext as _ngettext

FOLDER = Path(__file__).parent / "translations"
LANGUAGES = {"it": "Italiano", "en": "English", "de": "Deutsch"}  # code → its own name, in the order offered
COOKIE = "language"


def gettext(text: str, /, **values: object) -> str:
    """The message in the language of this request, its `%(name)s` places filled."""
    return str(_gettext(text, **values))


def ngettext(one: str, several: str, num: int, /, **values: object) -> str:
    """The same for counted things; `%(num)s` is the number."""
    return str(_ngettext(one, several, num, **values))


def catalogue(language: str) -> NullTranslations:
    """The compiled catalogue of `language`; English (and what has no file) is the message ids themselves."""
    path = FOLDER / language / "LC_MESSAGES" / "messages.po"
    if not path.is_file():
        return NullTranslations()
    with path.open("rb") as file:
        source = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, source)
    compiled.seek(0)
    return Translations(compiled)


class _Compiled(Domain):  # type: ignore[misc]  # a class of flask-babel, as above
    """A domain that reads .po files instead of .mo files."""

    def get_translations(self) -> NullTranslations:
        language = current()
        if language not in self.cache:
            self.cache[language] = catalogue(language)
        return self.cache[language]  # type: ignore[no-any-return]  # as above


class _Languages(Babel):  # type: ignore[misc]  # as above
    domain_instance = None  # filled per instance, below


def choose() -> str:
    """The language of this request: `?lang=`, the cookie, the machine's setting, what the browser prefers, English."""
    host = current_app.extensions["host"]
    setting = next((s.value for s in host.settings() if s.name == "language"), "")
    for wish in (request.args.get("lang"), request.cookies.get(COOKIE), setting):
        if wish in LANGUAGES:
            return str(wish)
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def current() -> str:
    """Code of the language of this request."""
    return str(get_locale() or "en")


def install(app: Flask, selector: Callable[[], str] = choose) -> None:
    """Give `app` gettext in code and templates."""
    babel: Any = _Languages()
    babel.domain_instance = _Compiled()
    babel.init_app(app, locale_selector=selector)
