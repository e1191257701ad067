"""The part of the board that only Salisburghese has: auction, monte, request, honours, cappotto. Empty for other games.

It is read off the events of the running hand, not off the game's own state: what has been said decides which button comes next.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from table import contract
from table import events as ev
from web.languages import gettext

if TYPE_CHECKING:  # board uses this module
    from web.look import Look

View = dict[str, Any]
GAME = "salisburghese"


@dataclass(frozen=True, slots=True)
class Said:
    """What has been said and shown in the running hand."""

    calls: tuple[ev.Bid | ev.Pass, ...]
    auction: contract.Auction
    monte: bool
    buried: bool
    ask: ev.Ask | None
    given: bool
    cappotto: frozenset[int]


def said(x: "Look") -> Said | None:
    """None unless a hand of Salisburghese is running."""
    hand, setup = x.state.hand, x.state.setup
    if setup.game != GAME or hand is None or hand.done:
        return None
    now = [e for seq, e in x.standing if seq > hand.seq]
    calls = tuple(e for e in now if isinstance(e, ev.Bid | ev.Pass))
    auction = contract.opened(setup.seats, hand.dealer)
    for call in calls:
        points = call.points if isinstance(call, ev.Bid) else contract.PASS
        auction, _ = contract.call(auction, call.seat, points, int(setup.options["bid_min"]), int(setup.options["bid_step"]))
    return Said(
        calls, auction, any(isinstance(e, ev.Monte) for e in now), any(isinstance(e, ev.Bury) for e in now),
        next((e for e in reversed(now) if isinstance(e, ev.Ask)), None), any(isinstance(e, ev.GiveBack) for e in now),
        frozenset(e.seat for e in now if isinstance(e, ev.Cappotto)),
    )  # fmt: skip


def view(x: "Look") -> View:
    """`turn_words`, `auction` (the calls), `acts` (buttons of this moment), `facts` for the script; empty for other games."""
    now = said(x)
    if now is None:
        return {}
    hand, a, names = x.state.hand, now.auction, x.names
    playing = bool(hand and (hand.plays or hand.tricks))
    least = int(x.state.setup.options["bid_min"]) if a.high is None else a.high + int(x.state.setup.options["bid_step"])
    facts: View = {"bid": -(-least // 10) * 10, "actor": a.turn if a.turn is not None else a.by}
    if now.ask and now.ask.giver is not None:
        facts["owed"] = {"seat": now.ask.seat, "to": now.ask.giver}
    return {
        "turn_words": "" if playing else _turn(now, names),
        "auction": None if playing and a.by is None else _calls(now, names),
        "acts": _acts(x, now, playing),
        "facts": facts,
    }


def _turn(now: Said, names: Sequence[str]) -> str:
    a = now.auction
    if a.turn is not None:
        return gettext("%(name)s to call", name=names[a.turn])
    if a.by is None:
        return gettext("All have passed: deal again")
    declarer = names[a.by]
    if not now.monte:
        return gettext("%(name)s shows the monte", name=declarer)
    if not now.buried:
        return gettext("%(name)s lays cards away", name=declarer)
    return gettext("%(name)s plays for %(points)s", name=declarer, points=a.high)


def _calls(now: Said, names: Sequence[str]) -> View:
    a = now.auction
    calls = []
    for seat, name in enumerate(names):
        last = next((c for c in reversed(now.calls) if c.seat == seat), None)
        words = "-" if last is None else gettext("passes") if isinstance(last, ev.Pass) else str(last.points)
        if seat in now.cappotto:
            words += " · " + gettext("cappotto")
        calls.append({"name": name, "words": words, "high": seat == a.by})
    return {"title": gettext("Auction") if a.turn is not None else gettext("Contract"), "calls": calls}


def _acts(x: "Look", now: Said, playing: bool) -> list[View]:
    a, options = now.auction, x.state.setup.options
    honours = {"dialog": "honours", "words": gettext("Honours")}
    cappotto = {"dialog": "cappotto", "words": gettext("Cappotto")}
    if a.turn is not None and not playing:
        passes = {"event": {"event": "pass", "seat": a.turn}, "words": gettext("%(name)s passes", name=x.names[a.turn])}
        return [{"dialog": "bid", "words": gettext("Call"), "main": True}, passes]
    if playing or a.by is None:
        return [honours] if playing and x.state.setup.seats == 4 else []
    if not now.monte:
        return [{"dialog": "monte", "words": gettext("The monte"), "main": True}]
    if not now.buried:
        return [
            {"event": {"event": "bury", "seat": a.by}, "words": gettext("%(name)s has laid cards away", name=x.names[a.by]), "main": True}
        ]
    acts: list[View] = []
    if options["request"] == "on" and now.ask is None:
        acts.append({"dialog": "ask", "words": gettext("Request")})
    if now.ask and now.ask.giver is not None and not now.given:
        back = {"event": "give_back", "seat": now.ask.seat, "to": now.ask.giver}
        words = gettext("%(name)s has given a card back", name=x.names[now.ask.seat])
        acts.append({"event": back, "words": words, "main": True})
    return [*acts, honours, cappotto]


def menu(game: str) -> list[dict[str, str]]:
    """Entries of the "more" dialog."""
    if game != GAME:
        return []
    return [
        {"dialog": "monte", "words": gettext("The monte")},
        {"dialog": "bury", "words": gettext("Cards laid away")},
        {"dialog": "ask", "words": gettext("Request")},
        {"dialog": "give_back", "words": gettext("Given back")},
        {"dialog": "honours", "words": gettext("Honours")},
        {"dialog": "cappotto", "words": gettext("Cappotto")},
    ]


def mark(x: "Look", members: Sequence[int]) -> str:
    """What the scoreboard says beside the declarer's side."""
    now = said(x)
    if now is None or now.auction.by not in members or now.auction.turn is not None:
        return ""
    return gettext("plays for %(points)s", points=now.auction.high)
