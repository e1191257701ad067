"""The checksum at a hand's end: every copy once, and all the points there are. When it fails, what is missing and what would mend it."""

from dataclasses import dataclass
from typing import Any

from table.games.base import Game
from table.state import Hand, Played, State


@dataclass(frozen=True, slots=True)
class Checksum:
    """What does not add up in a hand played to its end.

    counted, expected  card points of all sides (None: an unread card leaves them open), and what they should be
    missing            cards nobody laid
    extra              cards laid more often than the deck has them
    fits               (seq, card): reading that event as this card would mend it; two of them where either event may be the misread one
    """

    counted: int | None
    expected: int
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    fits: tuple[tuple[int, str], ...]

    def json(self) -> dict[str, Any]:
        """As it stands in the replay document."""
        return {
            "counted": self.counted, "expected": self.expected, "missing": list(self.missing), "extra": list(self.extra),
            "fits": [{"seq": seq, "card": card} for seq, card in self.fits],
        }  # fmt: skip


def check(game: Game, state: State) -> Checksum | None:
    """What does not add up in the last hand of `state`; None when it does, while it runs, and where nothing can be said."""
    hand = state.hand
    if hand is None or hand.ended != "played":
        return None
    lacking = game.lacking(state)
    holes, unseen = hand.holes(), +game.unplaced(state)
    missing = [c for c, n in lacking.items() for _ in range(n)]
    copies = state.setup.deck.copies
    laid = [p for p in hand.all_plays() if p.card is not None]
    extra = [c for c in state.setup.deck.faces if sum(p.card == c for p in laid) > copies]
    fits: list[tuple[int, str]] = []
    if holes and unseen.total() == len(holes) and not game.apart(state):
        missing = sorted(unseen.elements())
        fits = _filled(holes, missing)
    elif len(extra) == 1 and len(set(missing)) == 1 and not holes:
        fits = _reread([p for p in laid if p.card == extra[0]], missing[0])
    if not missing and not extra:
        return None
    return Checksum(_sum(hand), _expected(game, state), tuple(missing), tuple(extra), tuple(fits))


def _filled(holes: list[Played], missing: list[str]) -> list[tuple[int, str]]:
    """Each unread card, where one card only is left, or one only of those left is among its candidates and no other hole wants it."""
    if len(set(missing)) == 1:
        return [(hole.seq, missing[0]) for hole in holes]
    likely = {hole.seq: {c for c, _ in hole.candidates or ()} & set(missing) for hole in holes}
    found = []
    for seq, cards in likely.items():
        others = set().union(*(c for s, c in likely.items() if s != seq))
        if len(cards) == 1 and not cards & others:
            found.append((seq, cards.pop()))
    return found


def _reread(plays: list[Played], missing: str) -> list[tuple[int, str]]:
    """Of the events that show the same card, those that may be the missing one: by their candidates if they say so, else any."""
    hinted = [p for p in plays if any(c == missing for c, _ in p.candidates or ())]
    return [(p.seq, missing) for p in hinted or plays]


def _sum(hand: Hand) -> int | None:
    known = [p for p in hand.points if p is not None]
    return sum(known) if len(known) == len(hand.points) else None


def _expected(game: Game, state: State) -> int:
    return sum(game.value(state.setup, c) for c in state.setup.deck.pieces()) + game.LAST_TRICK
