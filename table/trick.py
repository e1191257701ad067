"""A trick: who wins it, and what a player owes to it.

Only what really is the same in every game here: the highest trump wins, else the highest card of the suit led, of twins the
one laid first. What is owed (follow, beat, trump, overtrump) differs by game: a game lists it as a `Duty`, tiers of card
codes, best first. A card is legal exactly when the hand holds no card of a better tier than the card's own. So "illegal"
always means "one of these cards was held" (`Duty.breakers`), which is what `table.proof` counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from table import cards

MUST_FOLLOW, MUST_BEAT, MUST_TRUMP, MUST_OVERTRUMP = "must_follow", "must_beat", "must_trump", "must_overtrump"
Plays = Sequence[tuple[int, str | None]]  # (seat, card) as laid; card None while unread

# Ranks of the three families that are one rank under three names (RULES.md): king, queen, jack.
SAME_RANK = {"R": "K", "C": "Q", "O": "Q", "F": "J", "U": "J"}


def ranking(order: str) -> dict[str, int]:
    """Strength of every card code: `order` names the ranks best first, `=` joins ranks of equal standing ("A 10=3 K ..").

    Ranks are written the French way and stand for the Italian and German ones too. Codes of other ranks are left out.
    """
    ranks = order.split()
    level = {r: len(ranks) - i for i, names in enumerate(ranks) for r in names.split("=")}
    return {
        rank + suit: level[SAME_RANK.get(rank, rank)]
        for family, suits in (("french", cards.FRENCH), ("italian", cards.ITALIAN), ("german", cards.GERMAN))
        for suit in suits
        for rank in cards.RANKS[family]
        if SAME_RANK.get(rank, rank) in level
    }


def winner(plays: Plays, trump: str | None, power: Mapping[str, int]) -> int | None:
    """Seat that wins the trick as far as laid; None when it is empty or an unread card leaves it open."""
    best: tuple[int, str] | None = None
    for seat, card in plays:
        if card is None:
            return None
        if best is None or beats(card, best[1], trump, power):
            best = seat, card
    return best[0] if best else None


def beats(card: str, best: str, trump: str | None, power: Mapping[str, int]) -> bool:
    """True when `card`, laid after `best`, takes the trick from it. A twin never beats its twin."""
    suit, over = cards.suit(card), cards.suit(best)
    return power[card] > power[best] if suit == over else suit == trump


@dataclass(frozen=True, slots=True)
class Duty:
    """What is owed to a trick: `tiers` of card codes, best first; cards in no tier are the worst. `led` is the suit led.

    `over` names the tier (by number) whose cards must overtrump, -1 when there is none.
    """

    tiers: tuple[frozenset[str], ...] = ()
    led: str = ""
    over: int = -1
    words: str = "free"  # message id; see `text`
    beat: str = ""  # the card to beat, "" when none

    def tier(self, card: str) -> int:
        """Number of the first tier that holds `card`; len(tiers) when none does."""
        for i, tier in enumerate(self.tiers):
            if card in tier:
                return i
        return len(self.tiers)

    def legal(self, hand: Iterable[str]) -> set[str]:
        """The codes of `hand` that may be played."""
        by_tier: dict[int, set[str]] = {}
        for card in hand:
            by_tier.setdefault(self.tier(card), set()).add(card)
        return by_tier[min(by_tier)] if by_tier else set()

    def breakers(self, card: str) -> frozenset[str]:
        """The codes that make `card` illegal when one of them is held. Empty: `card` is legal from any hand."""
        return _union(self.tiers[: self.tier(card)])

    def allows(self, card: str, hand: Iterable[str]) -> bool:
        """True when `card` may be played from `hand`."""
        return self.breakers(card).isdisjoint(hand)

    def why(self, card: str, held: str) -> str:
        """The obligation that `card` broke, given that `held` (one of its breakers) was in the hand."""
        if cards.suit(held) == self.led:
            return MUST_BEAT if cards.suit(card) == self.led else MUST_FOLLOW
        return MUST_OVERTRUMP if self.tier(held) == self.over else MUST_TRUMP


FREE = Duty()


@lru_cache(maxsize=4096)
def _union(tiers: tuple[frozenset[str], ...]) -> frozenset[str]:
    return frozenset().union(*tiers)


@lru_cache(maxsize=256)
def suited(suit: str) -> frozenset[str]:
    """Every code of a suit."""
    return frozenset(rank + suit for rank in cards.RANKS[cards.suit_family(suit)])


def stronger(than: str, power: Mapping[str, int]) -> frozenset[str]:
    """The codes of the suit of `than` that beat it."""
    return frozenset(c for c in suited(cards.suit(than)) if power.get(c, 0) > power[than])


@dataclass(frozen=True, slots=True)
class Lie:
    """How a trick lies before a play: the suit led, the best card of that suit, the best trump on another suit and who laid it."""

    led: str
    best: str
    over: str = ""  # "" while nobody has trumped
    over_seat: int = -1


def lie(plays: Plays, trump: str | None, power: Mapping[str, int]) -> Lie | None:
    """How the trick lies; None when it is empty. Every card must be read."""
    led, best, over, over_seat = "", "", "", -1
    for seat, card in plays:
        if card is None:
            raise ValueError("an unread card has no place in a lie")
        suit = cards.suit(card)
        if not led:
            led, best = suit, card
        elif suit == led:
            best = card if power[card] > power[best] else best
        elif suit == trump and (not over or power[card] > power[over]):
            over, over_seat = card, seat
    return Lie(led, best, over, over_seat) if led else None
