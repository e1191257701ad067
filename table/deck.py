"""Compositions: which cards, and how many copies of each, a deck has. A deck is data.

Names: `french-32`, `french-40`, `french-52`, `french-24`, `italian-40`, `salzburg-24|32|33|36`; `xN` at the end for N decks
shuffled together (`french-24x2`). How the cards look is a *pack* (vision); a composition knows nothing of it.
"""

import re
from collections import Counter
from dataclasses import dataclass

from table import cards
from table.errors import UnknownName

_SINGLE: dict[str, tuple[str, ...]] = {}


def _add(name: str, suits: tuple[str, ...], ranks: str, extra: tuple[str, ...] = ()) -> None:
    _SINGLE[name] = tuple(r + s for s in suits for r in ranks.split()) + extra


_add("french-24", cards.FRENCH, "A 10 K Q J 9")
_add("french-32", cards.FRENCH, "A 10 K Q J 9 8 7")
_add("french-40", cards.FRENCH, "A 2 3 4 5 6 7 J Q K")
_add("french-52", cards.FRENCH, "A 2 3 4 5 6 7 8 9 10 J Q K")
_add("italian-40", cards.ITALIAN, "A 2 3 4 5 6 7 F C R")
_add("salzburg-24", cards.GERMAN, "A 10 K O U 9")
_add("salzburg-32", cards.GERMAN, "A 10 K O U 9 8 7")
_add("salzburg-33", cards.GERMAN, "A 10 K O U 9 8 7", ("WELI",))
_add("salzburg-36", cards.GERMAN, "A 10 K O U 9 8 7 6")


@dataclass(frozen=True, slots=True)
class Deck:
    """A composition: `faces` are the distinct codes, `copies` how many of each; `len(deck)` counts pieces of card."""

    name: str
    faces: tuple[str, ...]
    copies: int = 1

    def __len__(self) -> int:
        return len(self.faces) * self.copies

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits in the deck, in the deck's order."""
        return tuple(dict.fromkeys(s for c in self.faces if (s := cards.suit(c))))

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks in the deck, in the deck's order."""
        return tuple(dict.fromkeys(cards.rank(c) for c in self.faces if cards.suit(c)))

    def pieces(self) -> list[str]:
        """Every piece of card, each copy once, in deck order."""
        return [c for c in self.faces for _ in range(self.copies)]

    def counter(self) -> Counter[str]:
        """Copies of each code."""
        return Counter(dict.fromkeys(self.faces, self.copies))

    def without(self, code: str) -> "Deck":
        """The same deck with one face left out (Briscola for three leaves a two out)."""
        return Deck(self.name, tuple(c for c in self.faces if c != code), self.copies)


def names() -> tuple[str, ...]:
    """Names of the single compositions and of the doubled ones a game here uses."""
    return (*_SINGLE, "french-24x2", "salzburg-24x2", *(f"french-32x{n}" for n in (2, 3, 4)))


def get(name: str) -> Deck:
    """The composition called `name`; UnknownName (with the nearest) if there is none."""
    m = re.fullmatch(r"([a-z]+-\d+)(?:x([1-8]))?", name)
    if not m or m[1] not in _SINGLE:
        raise UnknownName("deck", name, names())
    return Deck(name, _SINGLE[m[1]], int(m[2] or 1))
