"""Proof of a revoke: is a play illegal in every hand its player can still have had?

In a phase without drawing a hand only shrinks: what a player lays or shows later he held earlier. A play is illegal exactly
when its player held a breaker (`trick.Duty.breakers`). So it is proved when he is known to have held one, or when too few
cards other than breakers are left for the cards of his hand nobody has seen. That other players play honestly is no
evidence; where the cards can be is: copies in the deck, cards seen, sizes of hands, and who cannot hold the cards that all saw
the declarer take (`Whereabouts`).

Exact up to two doubts that are decided for the player: unread cards may be any unseen card, and of two twins of which one is tied to
the declarer (monte, asked card) the player's is the one that leaves more open.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from table.faults import Why
from table.trick import MUST_BEAT, MUST_FOLLOW, MUST_OVERTRUMP, MUST_TRUMP, Duty

_ORDER = (MUST_FOLLOW, MUST_BEAT, MUST_TRUMP, MUST_OVERTRUMP)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the cards nobody has placed can be. Where one was given back unseen there are several: one for each card it may have been.

    loose     copies of each card that may be in any hand (or lie out, or be unread among those laid)
    tied      copies of each card seen to go to the declarer, and since then possibly laid away
    declarer  the seat they are tied to; giver: the seat he gave a card back to (None: nobody)
    given     the card he gave back, when it was a tied one and its holder has not shown it
    full      seats of which every card not placed, one laid unread too, is tied to them
    buried    how many cards he laid away face down
    spare     how many cards of both may be among those laid unread
    sound     False when fewer cards are left than hands hold, or something went unrecorded: counting then proves nothing
    possible  False when a card was seen too often: some reading is wrong, and perhaps the very one that would prove something
    """

    loose: Mapping[str, int]
    tied: Mapping[str, int] = field(default_factory=dict)
    declarer: int | None = None
    giver: int | None = None
    given: str = ""
    full: frozenset[int] = frozenset()
    buried: int = 0
    spare: int = 0
    sound: bool = True
    possible: bool = True

    def can_avoid(self, seat: int, bad: frozenset[str], unknown: int, lost: int = 0) -> bool:
        """Whether the `unknown` cards of `seat`'s hand can all be others than `bad`.

        `lost`: unread cards he has laid before and no longer holds.
        """
        if not self.sound or unknown <= 0:
            return True
        if seat == self.giver and self.given in bad and not lost:
            return False
        loose = _count(self.loose, bad)
        if seat == self.giver and self.given:
            return loose + (self.given not in bad) >= unknown
        if seat != self.declarer:
            return loose >= unknown
        tied, all_tied = _count(self.tied, bad), sum(self.tied.values())
        return max(0, all_tied - self.buried - lost, unknown - loose) <= min(unknown, tied)

    def slack(self, seat: int, bad: frozenset[str], unknown: int) -> int:
        """How many more cards must find their place before counting can prove anything; 0 where nobody can say.

        A card that finds its place takes at most one from those that can still be in `seat`'s hand, and the hand only shrinks.
        """
        if (seat == self.declarer and sum(self.tied.values()) > self.buried) or (seat == self.giver and self.given in bad):
            return 0
        return _count(self.loose, bad) - unknown + 1

    def shown(self, seat: int, card: str) -> "Whereabouts | None":
        """After `seat` has shown that card, not known to be his before; None where it could not be his."""
        if seat == self.giver and card == self.given:
            return replace(self, given="")
        if seat == self.declarer and self.tied.get(card, 0) > 0:
            return replace(self, tied={**self.tied, card: self.tied[card] - 1})
        if self.loose.get(card, 0) > 0:
            return replace(self, loose={**self.loose, card: self.loose[card] - 1})
        return None


def _count(pool: Mapping[str, int], bad: frozenset[str]) -> int:
    """Cards of the pool that are not bad."""
    return sum(pool.values()) - sum(pool[c] for c in bad.intersection(pool))


@dataclass(frozen=True)  # no slots: see `state.altered`
class Owed:
    """A play that can still turn out a revoke.

    readings   what was owed: one duty; or, where one card laid before it in the trick is unread, a duty for each card that may be
    unread     cards its player has laid since without anybody reading them; lost: those he had laid before
    doubts     how many of those laid before may have been cards known to be his
    hole       the seat that laid the unread card of the trick, -1 where there is none
    bad        the cards that, held, would make it a revoke under some reading
    wake       until so many cards have found their place only a card shown can prove it (`Whereabouts.slack`)
    """

    seq: int
    seat: int
    card: str
    readings: tuple[tuple[str, Duty], ...]  # (the unread card as read, "" when all were read; the duty then)
    unread: int = 0
    lost: int = 0
    doubts: int = 0
    hole: int = -1
    bad: frozenset[str] = frozenset()
    wake: int = 0


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a play was a revoke: the broken obligation, and the card held that shows it ("" when counting does)."""

    why: Why
    card: str = ""


def proof(
    play: Owed,
    held: Sequence[str],
    unknown: int,
    ways: Sequence[Whereabouts],
    doubtful: Sequence[str] = (),
    laid: Sequence[str] = (),
) -> Proof | None:
    """The proof that `play` was illegal in every hand, None while one hand is left in which it was legal.

    `held`: cards its player laid since or is publicly known to hold; `doubtful`: cards known to be his of which some may
    since have been laid unread; `unknown`: the rest of his hand, in cards; `ways`: where the others can be; `laid`: the
    doubtful cards of the seat that laid the unread card of the trick.
    """
    found: Proof | None = None
    for where in ways:
        if not where.possible:
            return None
        for reading, duty in play.readings:
            for left in _left(play, reading, where, laid):
                found = _under(play, duty, held, unknown + play.unread, left, doubtful)
                if found is None:
                    return None
    return found


def _left(play: Owed, reading: str, where: Whereabouts, laid: Sequence[str]) -> list[Whereabouts]:
    """Where the other cards can be if the unread card of the trick is `reading`: none when it cannot be."""
    if not reading:
        return [where]
    found = [where] if reading in laid else []
    if where.spare < 1:
        return found
    if where.loose.get(reading) and play.hole not in where.full:
        found.append(replace(where, loose={**where.loose, reading: where.loose[reading] - 1}))
    if where.tied.get(reading) and play.hole == where.declarer:
        found.append(replace(where, tied={**where.tied, reading: where.tied[reading] - 1}))
    if reading == where.given and play.hole == where.giver:
        found.append(replace(where, given=""))
    return found


def _under(play: Owed, duty: Duty, held: Sequence[str], unknown: int, where: Whereabouts, doubtful: Sequence[str]) -> Proof | None:
    bad = duty.breakers(play.card)
    if not bad:
        return None
    if not bad.isdisjoint(held):
        return _first(play, duty, [c for c in held if c in bad])

    def avoidable(some: frozenset[str]) -> bool:
        laid = sum(c in some for c in doubtful)  # had these been among the unread cards, other cards would fill their places
        return laid <= play.doubts and where.can_avoid(play.seat, some, unknown + laid, play.lost)

    if avoidable(bad):
        return None
    if sum(c in bad for c in doubtful) > play.doubts:
        return _first(play, duty, [c for c in doubtful if c in bad])
    by_why: dict[str, set[str]] = {}
    for card in bad:
        if where.loose.get(card) or where.tied.get(card) or card == where.given or card in doubtful:
            by_why.setdefault(duty.why(play.card, card), set()).add(card)
    for why in _ORDER:
        if why in by_why and not avoidable(frozenset(by_why[why])):
            return Proof(Why(why))
    return Proof(Why(next(w for w in _ORDER if w in by_why))) if by_why else None


def _first(play: Owed, duty: Duty, shown: list[str]) -> Proof | None:
    """The proof by a card shown, the weightiest obligation first."""
    ranked = sorted((_ORDER.index(duty.why(play.card, c)), c) for c in shown)
    return Proof(Why(_ORDER[ranked[0][0]]), ranked[0][1]) if ranked else None
