"""What the board shows, worked out from a session: plain values for the templates, words in the reader's language.

Everything secret is left out here already: while a game hides its points, only the last trick, the running one and the turned
card are in the values, so no template can show more.
"""

from collections import Counter
from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any

from table import cards, seats
from table import events as ev
from table.games import GAMES
from table.games.declaring import Declaring
from table.games.obliged import Obliged
from table.session import Session
from table.state import Hand, Played, State
from web import auction, declaring, phrases, story
from web.host import Host
from web.languages import gettext, ngettext
from web.look import Look, look

View = dict[str, Any]


def view(host: Host, session: Session) -> View:
    """Everything the board's templates need."""
    x = look(host, session)
    state, hand = x.state, x.state.hand
    game = GAMES[state.setup.game]
    running = hand is not None and not hand.done
    trick, last = _tricks(x)
    turn = hand.turn if hand and running else None
    duty = game.must(state) if running else None
    contract = auction.view(x)
    free = duty is not None and duty.text == "Any card may be played."
    return {
        "id": host.game_id,
        "seq": state.seq,
        "title": phrases.game(state.setup.game),
        "hand_no": len(state.hands) - state.since,
        "camera": host.status().camera,
        "hidden": x.hidden,
        "rows": _rows(x, turn),
        "seats": _seats(x, turn),
        "crowded": any(hand.known) if hand else False,
        "turn": turn,
        "trick": trick,
        "last": last,
        "trump": _trump(x),
        "talon": hand.talon if hand and running else 0,
        "turn_words": contract.get("turn_words") or (gettext("%(name)s to play", name=x.names[turn]) if turn is not None else ""),
        # where no obligation exists at all (Briscola, the plain game) nothing is said of it
        "must": phrases.must(duty) if duty and (not free or isinstance(game, Obliged)) else "",
        "free": free,
        "reminders": [gettext(r) for r in game.reminders(state)] if running else [],
        "faults": story.faults(x),
        "holes": story.holes(x, trick),
        "log": story.log(x),
        "undo": story.undo(x),
        "result": story.result(x),
        "check": story.check(x),
        "next_dealer": state.next_dealer,
        "target": _target(state),
        "centre": _centre(x),
        "deal_button": _deal_button(x),
        "offer_play": hand is not None and running and hand.phase == "play",
        "auction": contract.get("auction"),
        "acts": _acts(x) + contract.get("acts", []),
        "offers": declaring.offers(host, x),
        "quick": declaring.quick(x),
        "facts": _facts(x, contract),
    }


def fixtures(session: Session) -> View:
    """What does not change during a game: deck, house rules, the events its dialogs make."""
    setup = session.state.setup
    game = GAMES[setup.game]
    deck = setup.deck
    by_suit = [[c for c in deck.faces if cards.suit(c) == s] for s in deck.suits]
    lone = [c for c in deck.faces if not cards.suit(c)]
    kinds = {"bazzica": {"meld", "swap"}, "salisburghese": {"bid"}, "tricks": {"result"}}.get(setup.game, set())
    if setup.game == "briscola" and setup.options.get("swap", "off") != "off":
        kinds = kinds | {"swap"}
    melds = getattr(game, "COMBINATIONS", None) or [
        m for m in phrases.MELDS if m.startswith(("bazzica", "matrimonio", "quinta", "quattro"))
    ]  # the names; their points are the engine's
    profile = str(setup.options.get("profile", ""))
    menu = {
        "meld": gettext("Cantare") if profile == "tressette" else gettext("Declare"),
        "swap": _swap_words(setup.game),
        "bid": gettext("Call"),
        "result": gettext("Trick by tap"),
    }
    labels = [(o, *phrases.option(o)) for o in game.option_list() if not o.players or setup.seats in o.players]
    return {
        "deck": {"suits": deck.suits, "ranks": deck.ranks, "rows": by_suit + ([lone] if lone else [])},
        "kinds": kinds,
        "menu": [{"dialog": k, "words": w} for k, w in menu.items() if k in kinds] + auction.menu(setup.game),
        "melds": [{"name": m, "words": phrases.capital(phrases.meld(m, profile))} for m in melds],
        "swap_words": _swap_words(setup.game),
        "options": [{"label": label, "help": help, "value": phrases.value(setup.options[o.name])} for o, label, help in labels],
        "signals": [gettext(s) for s in phrases.SIGNALS] if setup.options.get("signals") == "on" else [],
    }


def _swap_words(game: str) -> str:
    return gettext("Swap for the turned card") if game == "briscola" else gettext("Seven swapped")


def place(seat: int, state: State) -> tuple[str, float]:
    """Where a seat is drawn: the side of the table nearest to it (s e n w; p between them), and its angle in degrees."""
    setup = state.setup
    angle = seats.angle(seat, setup.seats, str(setup.options.get("direction", GAMES[setup.game].DIRECTION)))
    if setup.seats > 4:
        return "p", angle
    if setup.seats == 3 and seat:
        return ("e" if cos(radians(angle)) > 0 else "w"), angle
    return ("e", "n", "w", "s")[round(angle / 90) % 4], angle


def _at(seat: int, state: State) -> View:
    where, angle = place(seat, state)
    return {"place": where, "x": round(cos(radians(angle)), 3), "y": round(-sin(radians(angle)), 3)}


def _rows(x: Look, turn: int | None) -> list[View]:
    """One row of the scoreboard a side."""
    state, hand, setup = x.state, x.state.hand, x.state.setup
    n = len(state.scores)
    pending = _pending(hand, n) if hand and not hand.done and not x.hidden else None
    rows = []
    for side in range(n):
        members = seats.members(side, setup.seats, n)
        added = hand.score[side] if hand and hand.counts and hand.score else None
        delta = added + hand.adjusted[side] if hand and added is not None else pending[side] if pending else None
        score = state.scores[side]
        rows.append({
            "name": " & ".join(setup.players[m] for m in members),
            "members": [setup.players[m] for m in members],
            "points": None if x.hidden else "?" if score is None else score,
            "delta": delta if delta and setup.game != "briscola" else None,
            "won": state.games[side] if _matches(state) else None,
            "turn": turn is not None and turn % n == side,
            "winner": state.over and state.winner == side,
            "dealer": hand is not None and hand.dealer in members and len(members) == 1,
            "declarer": auction.mark(x, members),
            "colour": side % 4,
        })  # fmt: skip
    return rows


def _pending(hand: Hand, sides: int) -> list[int]:
    """Points already declared in the running hand, by side."""
    sums = [0] * sides
    for laid in hand.melds:
        sums[laid.seat % sides] += laid.points
    if (seat := getattr(hand.own, "seven", None)) is not None:
        sums[seat % sides] += Declaring.SEVEN
    return sums


def _matches(state: State) -> bool:
    return state.setup.game == "briscola" and str(state.setup.options.get("match", 1)) != "1"


def _seats(x: Look, turn: int | None) -> list[View]:
    state, hand = x.state, x.state.hand
    n = len(state.scores)
    taken = Counter(t.winner for t in hand.tricks) if hand else Counter()
    return [
        {
            "seat": s,
            "name": name,
            **_at(s, state),
            "turn": s == turn,
            "dealer": hand is not None and hand.dealer == s,
            "can_play": hand is not None and not hand.done,
            "taken": taken[s],
            "melds": _laid(hand, s) if hand else [],
            "colour": s % n % 4,
        }
        for s, name in enumerate(x.names)
    ]


def _laid(hand: Hand, seat: int) -> list[str]:
    """Cards known to be in that hand: declared face up, taken back, swapped, shown."""
    return sorted(hand.known[seat]) if hand.known and not hand.done else []


def _tricks(x: Look) -> tuple[list[View], View | None]:
    """The running trick, and the last full one."""
    state, hand = x.state, x.state.hand
    if hand is None:
        return [], None
    best = _best(state, hand.plays)
    trick = [_played(x, p, i == best) for i, p in enumerate(hand.plays)]
    if not hand.plays and not hand.done and hand.tricks and hand.tricks[-1].gatherer is None:
        # a full trick lies there until somebody takes it or the next card comes
        trick = [_played(x, p, p.seat == hand.tricks[-1].winner) | {"done": True} for p in hand.tricks[-1].plays]
    if not hand.tricks:
        return trick, None
    done = hand.tricks[-1]
    words = gettext("%(name)s takes it", name=x.names[done.winner]) if done.winner is not None else gettext("open")
    if done.points is not None and not x.hidden and state.setup.game != "tricks":
        words += " · " + ngettext("%(num)s point", "%(num)s points", done.points)
    return trick, {"plays": [_played(x, p, p.seat == done.winner) for p in done.plays], "words": words}


def _played(x: Look, p: Played, best: bool) -> View:
    guesses = [c for c, _ in p.candidates or ()][:3]
    return {
        "seat": p.seat, "name": x.names[p.seat], **_at(p.seat, x.state), "card": p.card, "seq": p.seq, "best": best,
        "candidates": p.candidates or (), "guesses": " ".join(guesses), "key": f"{p.seq}", "doubt": False,
    }  # fmt: skip


def _best(state: State, plays: Sequence[Played]) -> int | None:
    """Which card of the running trick is ahead; None while an unread one leaves it open."""
    if len(plays) < 2 or any(p.card is None for p in plays):
        return None
    game, trump, best = GAMES[state.setup.game], state.hand.trump if state.hand else None, 0
    for i, p in enumerate(plays):
        if i and game.beats(state.setup, trump, plays[best].card or "", p.card or ""):
            best = i
    return best


def _trump(x: Look) -> View:
    hand = x.state.hand
    game = GAMES[x.state.setup.game]
    seq = next((s for s, e in reversed(x.standing) if isinstance(e, ev.Trump) and hand and s >= hand.seq), None)
    return {
        "suit": hand.trump if hand else None,
        "card": hand.turned if hand and not hand.done and hand.talon else None,
        "seq": seq,
        "open": bool(hand and not hand.done and hand.trump is None and (game.TURNS_UP or x.state.setup.game == "salisburghese")),
    }


def _target(state: State) -> str:
    options = state.setup.options
    if state.setup.game == "tricks":
        return ""
    if _matches(state):
        return gettext("First to %(n)s games", n=options["match"])
    target = getattr(GAMES[state.setup.game], "target", None)
    points = target(state.setup) if callable(target) else options.get("target")
    return gettext("Game at %(n)s", n=points) if points else ""


def _centre(x: Look) -> str:
    state, hand = x.state, x.state.hand
    if hand is None:
        return gettext("Ready. The game begins when the first card lies on the table.")
    if hand.ended == "abandoned":
        return gettext("The hand is void. %(name)s deals again.", name=x.names[state.next_dealer])
    if hand.done and not state.over:
        points = " · ".join(f"{row['name']} {p}" for row, p in zip(_rows(x, None), hand.score, strict=False) if p is not None)
        return gettext("The hand is over.") + (" " + points if points else "")
    return ""


def _deal_button(x: Look) -> View | None:
    state, hand = x.state, x.state.hand
    if state.over or (hand is not None and not hand.done):
        return None  # after the end the result has the button
    dealer = state.next_dealer
    words = gettext("Next hand: %(name)s deals", name=x.names[dealer]) if hand else gettext("%(name)s deals: begin", name=x.names[dealer])
    return {"words": words, "event": {"event": "hand", "dealer": dealer}}


def _acts(x: Look) -> list[View]:
    """Buttons that belong to this moment of the game."""
    setup, hand = x.state.setup, x.state.hand
    if hand is None or hand.done:
        return []
    acts: list[View] = []
    if setup.game == "bazzica":
        if hand.talon or (hand.tricks and not hand.plays):
            acts.append({"dialog": "meld", "words": gettext("Cantare") if x.profile == "tressette" else gettext("Declare")})
        if hand.turned:
            acts.append({"dialog": "swap", "words": _swap_words("bazzica")})
    if setup.game == "briscola" and setup.options.get("swap", "off") != "off" and hand.turned:
        acts.append({"dialog": "swap", "words": _swap_words("briscola")})
    if setup.game == "tricks" and hand.tricks and not hand.plays:
        acts.append({"dialog": "result", "words": gettext("Who took it?"), "main": hand.tricks[-1].winner is None})
    return acts


def _facts(x: Look, contract: View) -> View:
    """For the script: who acts, which cards are out (only those that may be seen)."""
    state, hand = x.state, x.state.hand
    seen: Counter[str] = Counter()
    lies: dict[str, int] = {}
    if hand is not None:
        visible = list(hand.plays) + [p for t in (hand.tricks[-1:] if x.hidden else hand.tricks) for p in t.plays]
        seen.update(p.card for p in visible if p.card)
        seen.update([hand.turned] if hand.turned else [])
        lies = {p.card: p.seq for p in visible if p.card}
    trump = _trump(x)
    return {
        "turn": hand.turn if hand and not hand.done else None,
        "hand": hand.seq if hand else None,
        "trump_seq": trump["seq"],
        "seen": dict(seen),
        "lies": lies,
        "copies": state.setup.deck.copies,
        **contract.get("facts", {}),
    }
