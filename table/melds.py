"""Combinations of Bazzica: which can be declared from the cards held, and what has already served.

A card may serve in several combinations, never twice in the same class (`class_of`). Twins cannot be told apart, so what
served is counted in copies, and a doubt between twins is decided for the player.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from table import cards
from table.trick import SAME_RANK

QUINTA = ("A", "10", "K", "Q", "J")
FOURS = ("A", "K", "Q", "J", "10")
_FRENCH_SUIT = {**cards.FRENCH_SUIT, "co": "H", "de": "D", "sp": "S", "ba": "C"}


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A combination: name as in the record contract, its cards sorted, what it is worth."""

    meld: str
    cards: tuple[str, ...]
    points: int


@cache
def role(card: str) -> str:
    """Rank a card plays as: king, queen and jack under their French letters, and three standing for ten."""
    rank = cards.rank(card)
    return "10" if rank == "3" else SAME_RANK.get(rank, rank)


@cache
def plain(card: str) -> str:
    """The card as it would be called in a French 32-card pack: `Cde` → `QD`, `3co` → `10H`, `Ufo` → `JS`."""
    suit = cards.suit(card)
    return role(card) + _FRENCH_SUIT.get(suit, suit)


def class_of(meld: str) -> str:
    """The class of a combination: a card serves only once in each."""
    for name in ("matrimonio", "quinta"):
        if meld.startswith(name):
            return name
    return meld


@dataclass(frozen=True, slots=True)
class House:
    """The house rules that bear on combinations, and how many decks are in play."""

    decks: int = 1
    pair: str = "QD+JS"
    four_suits: str = "any"
    lower_after_higher: str = "allowed"
    new_card: str = "off"


def declarable(
    held: Iterable[str],
    trump: str,
    values: Mapping[str, int],
    house: House,
    used: Mapping[str, Counter[str]],
    laid: Counter[str] | None = None,
) -> list[Found]:
    """Every combination that may be declared from `held`, one per distinct multiset, sorted.

    `used` counts, by class, the cards still held that served in it; `laid` the cards face up before their owner
    (None: as few as `used` allows).
    """
    hand = Counter(held)
    if laid is None:
        laid = Counter()
        for served in used.values():
            laid |= served
    out = []
    for found in _all(hand, trump, values, house):
        served = used.get(class_of(found.meld), Counter())
        need = Counter(found.cards)
        if any(hand[c] - served[c] < n for c, n in need.items()):
            continue
        if house.new_card == "on" and all(hand[c] <= laid[c] for c in need):
            continue
        if house.lower_after_higher == "barred" and class_of(found.meld) == "matrimonio":
            higher = used.get("quinta", Counter())
            if all(hand[c] <= max(higher[c], served[c]) for c in need):
                continue
        out.append(found)
    return sorted(out)


def matching(name: str, shown: Iterable[str], trump: str, values: Mapping[str, int], house: House) -> Found | None:
    """The combination `name` made of exactly the cards `shown`; None when they do not make it."""
    wanted = tuple(sorted(shown))
    return next((f for f in _all(Counter(wanted), trump, values, house) if f.meld == name and f.cards == wanted), None)


def _all(hand: Counter[str], trump: str, values: Mapping[str, int], house: House) -> Iterator[Found]:
    """Every combination the cards make, whatever has served before."""
    by_suit: dict[str, dict[str, str]] = {}
    by_rank: dict[str, list[str]] = {}
    by_name: dict[str, str] = {}
    for card in sorted(c for c, n in hand.items() if n > 0 and cards.suit(c)):
        by_suit.setdefault(cards.suit(card), {})[role(card)] = card
        by_rank.setdefault(role(card), []).append(card)
        by_name[plain(card)] = card

    def found(name: str, *group: str) -> Found:
        return Found(name, tuple(sorted(group)), values[name])

    for suit, ranks in by_suit.items():
        if "K" in ranks and "Q" in ranks:
            yield found("matrimonio_briscola" if suit == trump else "matrimonio", ranks["K"], ranks["Q"])
        if all(r in ranks for r in QUINTA):
            yield found("quinta_maggiore" if suit == trump else "quinta_minore", *(ranks[r] for r in QUINTA))
    queen, jack = (by_name.get(name) for name in house.pair.split("+"))
    if queen and jack:
        yield found("bazzica", queen, jack)
        if house.decks > 1 and hand[queen] > 1 and hand[jack] > 1:
            yield found("bazzica_doppia", queen, queen, jack, jack)
    for rank in FOURS:
        alike = by_rank.get(rank, [])
        if sum(hand[c] for c in alike) < 4:
            continue
        for group in combinations_with_replacement(alike, 4):
            count = Counter(group)
            if any(n > hand[c] for c, n in count.items()) or (house.four_suits == "different" and len(count) < 4):
                continue
            yield found(f"quattro_{rank}", *group)
