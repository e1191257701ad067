"""House rules as data: an option has a name, a default, its values and one sentence of help (an English message id)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from table.errors import BadValue, UnknownName

Value = str | int
Options = Mapping[str, Value]
ON, OFF = "on", "off"


@dataclass(frozen=True, slots=True)
class Option:
    """One option. The first of `values` is the default; without values it is a whole number from `least` to `most`, `number` by default.

    players   the numbers of players it concerns; empty: all
    """

    name: str
    help: str
    values: tuple[str, ...] = ()
    number: int = 0
    least: int = 0
    most: int = 1_000_000
    players: tuple[int, ...] = ()

    @property
    def default(self) -> Value:
        """The value when nobody chose one."""
        return self.values[0] if self.values else self.number

    def parse(self, given: object) -> Value:
        """The value `given` stands for (text, number, or true/false for on/off); BadValue with a sentence otherwise."""
        if self.values:
            text = (ON if given else OFF) if isinstance(given, bool) else str(given)
            if text in self.values:
                return text
            sentence = f"Option {self.name} cannot be {given!r}; it is one of {', '.join(self.values)}."
            raise BadValue(sentence, code="option_choice", option=self.name, value=text)
        try:
            if isinstance(given, (bool, float)):
                raise ValueError
            value = int(str(given))
        except ValueError:
            sentence = f"Option {self.name} must be a whole number, not {given!r}."
            raise BadValue(sentence, code="option_number", option=self.name, value=str(given)) from None
        if not self.least <= value <= self.most:
            sentence = f"Option {self.name} must be between {self.least} and {self.most}, not {value}."
            raise BadValue(sentence, code="option_range", option=self.name, value=value, least=self.least, most=self.most)
        return value


def switch(name: str, help: str, default: str = OFF, players: tuple[int, ...] = ()) -> Option:
    """An option that is on or off."""
    return Option(name, help, (OFF, ON) if default == OFF else (ON, OFF), players=players)


def find(known: Iterable[Option], name: str) -> Option:
    """The option called `name`; UnknownName with the nearest if there is none."""
    table = {o.name: o for o in known}
    if name not in table:
        raise UnknownName("option", name, table)
    return table[name]


def complete(known: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Every option with its value: the given ones checked, the others at their default."""
    known = tuple(known)
    chosen = {name: find(known, name).parse(value) for name, value in given.items()}
    return {o.name: chosen.get(o.name, o.default) for o in known}
