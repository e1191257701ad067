"""Combinations for the board: those that may be declared now, each one tap away, and those seen lying on the table."""

from collections import Counter
from typing import Any

from table import events as ev
from table import melds
from table.games import GAMES
from table.games.declaring import Declaring, DeclaringHand, house
from table.record import event_json
from table.state import State
from web import phrases
from web.host import Host, Proposing
from web.look import Look

View = dict[str, Any]
MOST = 40  # more than this is no list to choose from; then the cards are picked one by one


def quick(x: Look) -> list[View]:
    """By seat, the combinations whose cards may all be there: known to be held or unseen. Empty where there are too many."""
    game, hand = GAMES[x.state.setup.game], x.state.hand
    if not isinstance(game, Declaring) or hand is None or hand.done or hand.trump is None or not isinstance(hand.own, DeclaringHand):
        return []
    rules = house(x.state.setup.options, x.state.setup.deck.copies)
    order = x.state.setup.deck.faces
    found: list[View] = []
    for seat, known in enumerate(hand.known):
        held = Counter(known) + x.state.unseen()
        can = melds.declarable(held.elements(), hand.trump, game.COMBINATIONS, rules, hand.own.used(seat))
        names = Counter(f.meld for f in can)
        # with several decks there are dozens of ways to four of a kind: those are picked card by card
        can = [f for f in can if names[f.meld] <= 4 or not f.meld.startswith("quattro")]
        found += [
            {
                "seat": seat,
                "words": phrases.capital(phrases.meld(f.meld, x.profile)),
                "cards": sorted(f.cards, key=order.index),
                "points": f.points,
                "event": {"event": "meld", "seat": seat, "meld": f.meld, "cards": list(f.cards)},
            }
            for f in sorted(can, key=lambda f: (f.points, f.meld))
        ]
    return found if len(found) <= MOST * x.state.setup.seats else []


def offers(host: Host, x: Look) -> list[View]:
    """What the camera saw laid and nobody has confirmed yet, with what it would score."""
    if not isinstance(host, Proposing):
        return []
    return [
        {
            "words": phrases.capital(phrases.event(event, x.names, x.profile)),
            "cards": getattr(event, "cards", None) or (),
            "points": worth(x.state, event) or "",
            "event": event_json(event),
        }
        for event in host.offers()
    ]


def worth(state: State, event: ev.Event) -> int:
    """Points an event would score now: the engine is asked, nothing is reckoned here."""
    before = len(state.hand.melds) if state.hand else 0
    after = GAMES[state.setup.game].after(state, event).hand
    return sum(m.points for m in after.melds[before:]) if after else 0
