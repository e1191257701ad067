"""What may be shown of a running game: the replay document, what the screen needs beside it, and nothing that must stay hidden.

While the points of a Briscola game are hidden (`show_points` at_end) neither points nor any trick but the last are in here: nobody may
look through the piles. Real hands told by a `deal` never are.
"""

from typing import Any

from table.games.base import Game
from table.replay import hole_json, of_state, trick_json
from table.state import Hand, State
from table.verdict import Must


def view(game: Game, state: State) -> dict[str, Any]:
    """The JSON of /api/state: replay's keys, `seq`, `turn`, `must`, `holes`, and the running hand as it lies on the table.

    trick      the running trick: seq, seat, card of each play          last_trick  the last full one, with seqs
    turned     the card under the talon                                  talon       cards still to draw
    holding    cards in each hand                                        known       cards all know to be in each hand
    reminders  customs to announce                                       stakes      what each owes or wins, when over
    """
    found = of_state(game, state)
    hand = state.hand
    found |= {
        "seq": state.seq,
        "turn": hand.turn if hand and not hand.done else None,
        "must": must_json(game.must(state)),
        "holes": holes_json(hand),
        "sides": game.sides(state.setup),
        "deck": state.setup.deck.name,
        "pack": state.setup.pack,
        "next_dealer": state.next_dealer,
        "reminders": list(game.reminders(state)),
        "stakes": list(game.stakes(state)),
        "hidden": hides(game, state),
        **table_json(hand),
    }
    return _hidden(found, len(hand.tricks)) if hand and found["hidden"] else found


def hides(game: Game, state: State) -> bool:
    """Whether points must not be shown now."""
    hand = state.hand
    running = hand is not None and not hand.done
    return running and game.HIDES_POINTS and state.setup.options.get("show_points") == "at_end"


def table_json(hand: Hand | None) -> dict[str, Any]:
    """What lies on the table and is known of the hands."""
    if hand is None:
        return {
            "running": False, "dealer": None, "phase": None, "trump": None, "turned": None, "talon": 0, "holding": [], "known": [],
            "trick": [], "last_trick": None, "tricks_won": {},
        }  # fmt: skip
    last = hand.tricks[-1] if hand.tricks else None
    won: dict[str, int] = {}
    for trick in hand.tricks:
        if trick.winner is not None:
            won[str(trick.winner)] = won.get(str(trick.winner), 0) + 1
    return {
        "running": not hand.done,
        "ended": hand.ended,
        "dealer": hand.dealer,
        "phase": hand.phase,
        "trump": hand.trump,
        "turned": hand.turned,
        "talon": hand.talon,
        "holding": list(hand.holding),
        "known": [list(k) for k in hand.known],
        "trick": [{"seq": p.seq, "seat": p.seat, "card": p.card} for p in hand.plays],
        "last_trick": trick_json(last) | {"seqs": [p.seq for p in last.plays], "gatherer": last.gatherer} if last else None,
        "tricks_won": won,
    }


def holes_json(hand: Hand | None) -> list[dict[str, Any]]:
    """The unread cards of the running hand; the turned card among them has no seat."""
    if hand is None:
        return []
    trump = [{"seq": hand.unread.seq, "seat": None, "candidates": [list(c) for c in hand.unread.candidates or ()]}] if hand.unread else []
    return trump + [hole_json(p) for p in hand.holes()]


def must_json(must: Must | None) -> dict[str, Any] | None:
    """The obligation of the player whose turn it is."""
    return None if must is None else {"seat": must.seat, "text": must.text, "args": dict(must.args)}


def _hidden(found: dict[str, Any], full: int) -> dict[str, Any]:
    """The same with the running hand's points, all its `full` tricks but the last, and guesses at their cards taken out."""
    nothing = [None] * found["sides"]
    hand = found["hands"][-1]
    tricks = [t | {"points": None} for t in hand["tricks"][max(0, full - 1) :]]
    last = found["last_trick"] and found["last_trick"] | {"points": None}
    # an unread card of an older trick may still be filled by who remembers it, but nothing is told of what it may have been
    lying = {p["seq"] for p in found["trick"]} | set(last["seqs"] if last else ())
    holes = [h if h["seat"] is None or h["seq"] in lying else h | {"candidates": []} for h in found["holes"]]
    hands = [*found["hands"][:-1], hand | {"tricks": tricks, "points": nothing}]
    return found | {"hands": hands, "scores": nothing, "last_trick": last, "holes": holes}
