"""An independent, brute-force judge of revokes, for hands short enough: it keeps every way the cards can lie.

A world is who holds what, what lies on the trick, and for each card laid so far whether it was legal in this world. A play is
proved a revoke when it was illegal in every world left. Nobody's honesty is used: worlds go only when a card turns up elsewhere.
The rules of play are written here once more, plainly, from RULES.md, and share nothing with the engine.
"""

from collections.abc import Iterable
from itertools import combinations

STRENGTH = {"A": 9, "10": 8, "K": 7, "Q": 6, "J": 5, "9": 4, "8": 3, "7": 2}
Hands = tuple[tuple[str, ...], ...]
World = tuple[Hands, tuple[tuple[int, str], ...], tuple[bool, ...]]


def split(pool: tuple[str, ...], sizes: list[int]) -> Iterable[Hands]:
    """Every way to deal `pool` (all of it) into hands of these sizes, each distinct way once."""
    if not sizes:
        yield ()
        return
    seen = set()
    for at in combinations(range(len(pool)), sizes[0]):
        first = tuple(sorted(pool[i] for i in at))
        if first in seen:
            continue
        seen.add(first)
        rest = tuple(c for i, c in enumerate(pool) if i not in at)
        for others in split(rest, sizes[1:]):
            yield (first, *others)


def bazzica_legal(card: str, hand: tuple[str, ...], trick: tuple[tuple[int, str], ...], trump: str, options: dict[str, object]) -> bool:
    """Phase 2 of Bazzica."""
    if not trick:
        return True
    led = trick[0][1][-1]
    in_suit = [c for c in hand if c[-1] == led]
    if options["profile"] == "tressette":
        return card in in_suit if in_suit else True
    trumps = [c for c in hand if c[-1] == trump]
    laid = [c for _, c in trick]
    trumped = [c for c in laid if c[-1] == trump] if led != trump else []
    best = max(STRENGTH[c[:-1]] for c in laid if c[-1] == led)
    beating = [c for c in in_suit if STRENGTH[c[:-1]] > best]
    if in_suit:
        if trumped:
            return card in in_suit
        if beating:
            return card in beating
        if options["cannot_beat"] == "trump" and trumps and led != trump:
            return card in trumps
        return card in in_suit
    if not trumps:
        return True
    if trumped and options["overtrump"] == "on":
        higher = [c for c in trumps if STRENGTH[c[:-1]] > max(STRENGTH[t[:-1]] for t in trumped)]
        return card in (higher or trumps)
    return card in trumps


def salisburghese_legal(
    card: str, seat: int, players: int, hand: tuple[str, ...], trick: tuple[tuple[int, str], ...], trump: str, options: dict[str, object]
) -> bool:
    """Bazzica salisburghese."""
    if not trick:
        return True
    led = trick[0][1][-1]
    in_suit = [c for c in hand if c[-1] == led]
    trumps = [c for c in hand if c[-1] == trump]
    laid_trumps = [(s, c) for s, c in trick if c[-1] == trump] if led != trump else []
    best = max(STRENGTH[c[:-1]] for _, c in trick if c[-1] == led)
    beating = [c for c in in_suit if STRENGTH[c[:-1]] > best]
    if in_suit:
        must_beat = not laid_trumps or options["beat_when_trumped"] == "on"
        return card in beating if beating and must_beat else card in in_suit
    if not trumps:
        return True
    if not laid_trumps:
        return card in trumps
    top = max(STRENGTH[c[:-1]] for _, c in laid_trumps)
    owner = next(s for s, c in laid_trumps if STRENGTH[c[:-1]] == top)
    if options["overtrump_partner"] == "off" and players == 4 and owner != seat and owner % 2 == seat % 2:
        return card in trumps
    higher = [c for c in trumps if STRENGTH[c[:-1]] > top]
    return card in higher if higher else True


class Worlds:
    """All ways the cards can lie, narrowed by each event."""

    def __init__(self, game: str, players: int, trump: str, options: dict[str, object], hands: Iterable[Hands]) -> None:
        self.game, self.players, self.trump, self.options = game, players, trump, options
        self.worlds: set[World] = {(h, (), ()) for h in hands}

    def legal(self, card: str, seat: int, hand: tuple[str, ...], trick: tuple[tuple[int, str], ...]) -> bool:
        if self.game == "bazzica":
            return bazzica_legal(card, hand, trick, self.trump, self.options)
        return salisburghese_legal(card, seat, self.players, hand, trick, self.trump, self.options)

    def play(self, seat: int, card: str | None) -> None:
        """A card is laid; None: nobody read it."""
        after: set[World] = set()
        ways: dict[tuple[tuple[str, ...], tuple[tuple[int, str], ...]], list[tuple[str, bool, tuple[str, ...]]]] = {}
        for hands, trick, flags in self.worlds:
            hand = hands[seat]
            if (hand, trick) not in ways:  # most worlds differ in the hands of others only
                ways[hand, trick] = self.ways(seat, hand, trick, card)
            for laid, good, left in ways[hand, trick]:
                row = (*trick, (seat, laid))
                held = (*hands[:seat], left, *hands[seat + 1 :])
                after.add((held, () if len(row) == self.players else row, (*flags, good)))
        self.worlds = after

    def ways(
        self, seat: int, hand: tuple[str, ...], trick: tuple[tuple[int, str], ...], card: str | None
    ) -> list[tuple[str, bool, tuple[str, ...]]]:
        """What the card laid from this hand can be, whether that was legal, and the hand without it."""
        found = []
        for laid in {card} if card is not None else set(hand):
            if laid in hand:
                left = list(hand)
                left.remove(laid)
                found.append((laid, self.legal(laid, seat, hand, trick), tuple(left)))
        return found

    def show(self, seat: int, cards: Iterable[str]) -> None:
        """All see that `seat` holds these cards."""
        cards = list(cards)
        self.worlds = {w for w in self.worlds if all(w[0][seat].count(c) >= cards.count(c) for c in cards)}

    def illegal(self) -> set[int]:
        """Numbers of the plays (0 the first) that were illegal in every world."""
        rows = [flags for _, _, flags in self.worlds]
        return {i for i in range(len(rows[0])) if not any(r[i] for r in rows)} if rows else set()
