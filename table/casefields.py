"""The fields of a worked case, read with care: each reader gives the value or raises BadValue naming the field."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from table import cards
from table.errors import BadValue, UnknownName
from table.games import GAMES
from table.options import Options, complete

Json = dict[str, object]
MISSING = object()
PROFILES = {"000": "", "002": "torzato", "003": "tressette", "004": ""}
MOST = 10**9


@dataclass(frozen=True, slots=True)
class Case:
    """A case taken apart; `options` are complete, the case's profile among them."""

    game: str
    kind: str
    given: Mapping[str, object]
    options: Options
    said: frozenset[str]  # names of the options the case gives itself


def case(raw: Mapping[str, object]) -> Case:
    """The case of a JSON object."""
    name, kind, given = raw.get("game"), raw.get("kind"), raw.get("given")
    if not isinstance(name, str):
        raise BadValue("game must be the name of a game.")
    if name not in GAMES:
        raise UnknownName("game", name, GAMES)
    if not isinstance(kind, str):
        raise BadValue("kind must be the name of a kind of case.")
    if not isinstance(given, dict):
        raise BadValue("given must be an object.")
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise BadValue("given.options must be an object.")
    profile = raw.get("profile")
    if profile is not None and (not isinstance(profile, str) or profile not in {*PROFILES, "torzato", "tressette"}):
        raise BadValue(f"profile must be one of {', '.join(PROFILES)}, not {profile!r}.")
    known = GAMES[name].option_list()
    chosen = dict(options)
    if isinstance(profile, str) and (said := PROFILES.get(profile, profile)) and any(o.name == "profile" for o in known):
        chosen.setdefault("profile", said)
    return Case(name, kind, given, complete(known, chosen), frozenset(options))


def _take(of: Mapping[str, object], name: str, default: object) -> object:
    value = of.get(name, default)
    if value is MISSING:
        raise BadValue(f"given.{name} is missing.")
    return value


def number(of: Mapping[str, object], name: str, default: object = MISSING, least: int = -MOST, most: int = MOST) -> int:
    """A whole number."""
    return _number(_take(of, name, default), f"given.{name}", least, most)


def _number(value: object, where: str, least: int = -MOST, most: int = MOST) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadValue(f"{where} must be a whole number, not {_brief(value)}.")
    if not least <= value <= most:
        raise BadValue(f"{where} must be between {least} and {most}, not {value}.")
    return value


def maybe_seat(of: Mapping[str, object], name: str, players: int) -> int | None:
    """A seat, or None where it is null or missing."""
    value = of.get(name)
    return None if value is None else _seat(value, f"given.{name}", players)


def seat(of: Mapping[str, object], name: str, players: int) -> int:
    """A seat, 0 to players - 1."""
    return _seat(_take(of, name, MISSING), f"given.{name}", players)


def _seat(value: object, where: str, players: int) -> int:
    if isinstance(value, str) and value.isdecimal() and len(value) < 4:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < players:
        raise BadValue(f"{where} must be a seat from 0 to {players - 1}, not {_brief(value)}.")
    return value


def players(of: Mapping[str, object], allowed: tuple[int, ...], default: object = MISSING) -> int:
    """The number of players."""
    count = number(of, "players", default)
    if count not in allowed:
        raise BadValue(f"given.players must be one of {', '.join(map(str, allowed))}, not {count}.")
    return count


def card(value: object, where: str) -> str:
    """A card code with a suit."""
    try:
        code = cards.parse(value)
    except BadValue:
        code = ""
    if not code or not cards.suit(code):
        raise BadValue(f"{where} must be a card, like AS, 10D or 3de, not {_brief(value)}.")
    return code


def cards_of(value: object, where: str) -> list[str]:
    """A list of card codes."""
    if not isinstance(value, list):
        raise BadValue(f"{where} must be a list of cards, not {_brief(value)}.")
    return [card(c, f"{where}[{i}]") for i, c in enumerate(value)]


def trump(of: Mapping[str, object]) -> str:
    """The suit of trumps, "" where it is null or missing."""
    value = of.get("trump")
    if value is None:
        return ""
    if not isinstance(value, str) or value not in cards.SUITS:
        raise BadValue(f"given.trump must be a suit ({', '.join(cards.SUITS)}), not {_brief(value)}.")
    return value


def plays(value: object, where: str, players: int, short: bool = True) -> list[tuple[int, str]]:
    """Cards laid, [[seat, card]..]; `short`: at most one a player."""
    if not isinstance(value, list):
        raise BadValue(f"{where} must be a list of [seat, card], not {_brief(value)}.")
    out: list[tuple[int, str]] = []
    for i, play in enumerate(value):
        if not isinstance(play, list) or len(play) != 2:
            raise BadValue(f"{where}[{i}] must be [seat, card], not {_brief(play)}.")
        out.append((_seat(play[0], f"{where}[{i}][0]", players), card(play[1], f"{where}[{i}][1]")))
    if short and len(out) > players:
        raise BadValue(f"{where} has {len(out)} cards for {players} players.")
    return out


def by_seat(of: Mapping[str, object], name: str, players: int, needed: bool = True) -> Iterator[tuple[int, object, str]]:
    """The entries of an object keyed by seat: (seat, value, where)."""
    value = _take(of, name, MISSING if needed else {})
    if value is None and not needed:
        return
    if not isinstance(value, dict):
        raise BadValue(f"given.{name} must be an object by seat, not {_brief(value)}.")
    for key, entry in value.items():
        yield _seat(key, f"a key of given.{name}", players), entry, f"given.{name}.{key}"


def numbers_by_seat(of: Mapping[str, object], name: str, players: int, needed: bool = True) -> dict[int, int]:
    """Whole numbers by seat; a list counts as its sum."""
    out: dict[int, int] = {}
    for who, value, where in by_seat(of, name, players, needed):
        entries = value if isinstance(value, list) else [value]
        out[who] = out.get(who, 0) + sum(_number(v, where) for v in entries)
    return out


def cards_by_seat(of: Mapping[str, object], name: str, players: int, needed: bool = True) -> dict[int, list[str]]:
    """Lists of cards by seat."""
    return {who: cards_of(value, where) for who, value, where in by_seat(of, name, players, needed)}


def flag(of: Mapping[str, object], name: str) -> bool:
    """True or false; false where it is missing or null. A text (the name of a fault) counts as true."""
    value = of.get(name)
    if value is None or isinstance(value, bool):
        return bool(value)
    if isinstance(value, (str, int)):
        return bool(value)
    raise BadValue(f"given.{name} must be true or false, not {_brief(value)}.")


def one_family(codes: list[str], trump: str) -> None:
    """Raise BadValue when the cards and the trump are not all of one family (French, Italian or German)."""
    families = {cards.family(c) for c in codes} | ({cards.suit_family(trump)} if trump else set())
    if len(families) > 1:
        raise BadValue(f"The case mixes {' and '.join(sorted(families))} cards.")


def copies(codes: list[str]) -> int:
    """The greatest number of copies of one card; 1 for no cards."""
    return max(Counter(codes).values(), default=1)


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
