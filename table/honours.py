"""Honours of Bazzica salisburghese: what a hand is worth when play begins. The larger replaces its parts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from table import cards
from table.melds import QUINTA, plain, role

FOURS = ("A", "K", "Q", "J")


@dataclass(frozen=True, slots=True, order=True)
class Honour:
    """One honour: its name as in the record contract, its suit ("" where it has none), its points, its cards."""

    meld: str
    suit: str
    points: int
    cards: tuple[str, ...] = ()


def honours(hand: Iterable[str], trump: str, values: Mapping[str, int], nine: str = "each") -> list[Honour]:
    """The honours of a hand, sorted by name, then suit. `nine`: "each" nine of trumps counts, or they count "once"."""
    held = Counter(hand)
    copies: dict[str, Counter[str]] = {}  # suit → rank → copies
    rank_of: dict[str, Counter[str]] = {}  # rank → suit → copies
    named: Counter[str] = Counter()
    code: dict[str, str] = {}  # rank + suit, or French name → code
    for card, n in held.items():
        suit, rank = cards.suit(card), role(card)
        copies.setdefault(suit, Counter())[rank] += n
        rank_of.setdefault(rank, Counter())[suit] += n
        named[plain(card)] += n
        code[rank + suit] = code[plain(card)] = card
    out: list[Honour] = []

    def add(meld: str, suit: str, of: Iterable[str], times: int = 1, twice: bool = False) -> None:
        group = tuple(sorted([code[c] for c in of] * (2 if twice else 1)))
        out.extend([Honour(meld, suit, values[meld], group)] * times)

    pairs = min(named["QS"], named["JD"])
    if pairs:
        add("gran_binokel" if pairs > 1 else "binokel", "", ("QS", "JD"), twice=pairs > 1)
    for suit, ranks in copies.items():
        trumps = suit == trump
        families = min(ranks[r] for r in QUINTA)
        couples = min(ranks["K"], ranks["Q"])
        family = [r + suit for r in QUINTA]
        if families > 1:
            add("famiglia_doppia", suit, family, twice=True)
            couples = 0
        elif families:
            add("famiglia_briscola" if trumps else "famiglia", suit, family)
            couples -= 1
        if couples > 0:
            add("re_dama_briscola" if trumps else "re_dama", suit, ("K" + suit, "Q" + suit), couples)
        if trumps and ranks["9"]:
            add("nove_briscola", suit, ("9" + suit,), ranks["9"] if nine == "each" else 1)
    for rank in FOURS:
        suits = rank_of.get(rank, Counter())
        if len(suits) == 4:
            eight = min(suits.values()) > 1
            add(f"otto_{rank}" if eight else f"quattro_{rank}", "", [rank + s for s in suits], twice=eight)
    return sorted(out)


def total(found: Iterable[Honour]) -> int:
    """Sum of the points."""
    return sum(h.points for h in found)


def shown(found: Iterable[Honour]) -> tuple[str, ...]:
    """The cards to show for these honours, sorted: a card serves once in each kind (famiglia and K+Q are one kind)."""
    kinds: dict[str, Counter[str]] = {}
    for h in found:
        kind = "suit" if h.meld.startswith(("famiglia", "re_dama")) else h.meld
        kinds.setdefault(kind, Counter()).update(h.cards)
    union: Counter[str] = Counter()
    for need in kinds.values():
        union |= need
    return tuple(sorted(union.elements()))
