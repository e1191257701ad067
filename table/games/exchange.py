"""Where cards can be after an exchange that not all have seen: cards the declarer took in sight of all, and one he gave back unseen.

All saw him take monte and asked card. These are with him or laid away; but the card given back may have been any of them, or another.
Each card it may have been is a way of its own: with it, cards seen elsewhere say which ways are left.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from table.proof import Whereabouts
from table.state import Hand


def ways(hand: Hand, copies: int, left: Counter[str], where: Whereabouts) -> Sequence[Whereabouts]:
    """`where` with nothing tied to anybody, in each way the exchange can have gone. `left`: copies of each card not placed."""
    tied = set(hand.own.tied)
    if not tied or where.declarer is None:
        return (where,)
    seen = [Counter(c for c in known if c in tied) for known in hand.known]
    for p in hand.all_plays():
        if p.card in tied:
            seen[p.seat][p.card or ""] += 1
    seen[where.declarer].update(c for c in hand.own.buried if c in tied)
    given = ("", *sorted(tied)) if where.giver is not None else ("",)
    found = [way for card in given if (way := _way(hand, copies, left, where, seen, card))]
    return found or (replace(where, possible=False),)


def _way(hand: Hand, copies: int, left: Counter[str], where: Whereabouts, seen: Sequence[Counter[str]], given: str) -> Whereabouts | None:
    """Where the cards can be if the declarer gave back `given` ("": none of those tied to him); None when he cannot have.

    `seen`: by seat, which of the tied cards it has shown, laid, or laid away in sight of all.
    """
    by, to, tied = where.declarer or 0, where.giver or 0, Counter(hand.own.tied)
    if given:
        tied[given] -= 1
    for card, n in tied.items():  # a twin seen elsewhere is one he has not
        elsewhere = sum(cards[card] for seat, cards in enumerate(seen) if seat != by)
        if n + elsewhere - (card == given and seen[to][card] > 0) > copies:
            return None
    tied = tied - seen[by]
    hidden = given if given and not seen[to][given] else ""
    places, his = where.buried + _room(hand, by), _room(hand, to)
    if tied.total() > places or (hidden and not his):
        return None
    full = {by} if tied and tied.total() == places else set()
    full |= {to} if hidden and his == 1 else set()
    loose = dict(where.loose)
    for card, n in (tied + Counter([hidden] if hidden else [])).items():
        if left[card] < n:
            return None
        loose[card] = left[card] - n
    return replace(where, loose=loose, tied=tied, given=hidden, full=frozenset(full))


def _room(hand: Hand, seat: int) -> int:
    """How many cards nobody has placed may be with a seat, or among those it laid unread."""
    doubts: int = hand.own.doubtful(seat, hand.known[seat])[1] if hand.own.doubt else 0
    return hand.holding[seat] - len(hand.known[seat]) + doubts + sum(p.seat == seat for p in hand.holes())
