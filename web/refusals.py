"""Why something was refused, in the reader's language.

table/ and deploy/ give a reason a code and what it says as data (`table.errors`); the sentences are here. What has no code, or one
not known here, only programs meet: it keeps its English sentence.
"""

from table.errors import SegnapuntiError
from table.games import GAMES
from table.options import Option
from web import phrases
from web.languages import gettext
from web.phrases import _mark

REASONS = {
    "no_seat": _mark("There is no seat %(seat)s; seats are 0 to %(last)s."),
    "no_card": _mark("There is no card %(foreign)s in the deck %(deck)s."),
    "no_suit": _mark("There is no suit %(suit)s in the deck %(deck)s."),
    "no_event": _mark("There is no event %(seq)s in this game."),
    "no_event_object": _mark('An event is sent as {"seq": last seen, "event": {..}}.'),
    "unknown_event": _mark("There is no event called %(name)s."),
    "field_missing": _mark("The event %(event)s needs the field %(field)s."),
    "field_wrong": _mark("The field %(field)s of the event %(event)s is not right."),
    "option_choice": _mark("%(option)s: %(value)s cannot be chosen."),
    "option_number": _mark("%(option)s must be a whole number, not %(value)s."),
    "option_range": _mark("%(option)s must be between %(least)s and %(most)s, not %(value)s."),
    "players": _mark("%(game)s is played by %(counts)s, not by %(n)s."),
    "no_dealer": _mark("Choose who deals."),
    "deck_players": _mark("%(game)s for %(n)s is not played with this deck (%(deck)s)."),
    "tressette_two": _mark("The profile tressette is played by two, not by %(n)s."),
    "no_picture": _mark("The camera gives no picture; is it plugged in?"),
    "cards_seen": _mark("%(seen)s cards are seen, %(named)s were named; lay them apart from each other, face up."),
    "looks_alike": _mark("The %(card)s looks like the %(other)s, which is taught already. The others of the row are kept."),
    "pin_digits": _mark("A PIN has four to eight digits; leave it empty for none."),
    "not_saved": _mark("It holds until the next start, but could not be saved: %(what)s"),
}
# what may be unknown, with its article: the word begins the sentence
UNKNOWN = {
    "game": _mark("the game"), "deck": _mark("the deck"), "option": _mark("the rule"), "setting": _mark("the setting"),
    "language": _mark("the language"),
}  # fmt: skip
_OPTIONS: dict[str, Option] = {o.name: o for game in GAMES.values() for o in game.option_list()}


def reason(error: SegnapuntiError) -> str:
    """The sentence of an error."""
    if error.code == "unknown":
        return _unknown(error)
    sentence = REASONS.get(error.code)
    return gettext(sentence, **{name: _word(name, value) for name, value in error.data.items()}) if sentence else str(error)


def _unknown(error: SegnapuntiError) -> str:
    kind = str(error.data["kind"]).partition(" for ")[0]
    if kind not in UNKNOWN:
        return str(error)
    words = gettext("%(kind)s %(name)s does not exist.", kind=phrases.capital(gettext(UNKNOWN[kind])), name=error.data["name"])
    near = error.data["nearest"]
    return words + (" " + gettext("Did you mean %(name)s?", name=near) if near else "")


def _word(name: str, value: object) -> str:
    """One datum as people say it; where a code is what was typed or sent, it stays a code."""
    text = str(value)
    match name:
        case "game":
            return phrases.game(text)
        case "option" if text in _OPTIONS:
            return phrases.option(_OPTIONS[text])[0]
        case "deck":
            return phrases.deck(text)
        case "card" | "other":
            return phrases.card(text)
        case "value":
            return phrases.value(text)
        case _:
            return text
