"""What has happened, for the board: faults, unread cards, the log in words, what undo takes back, the result."""

from collections.abc import Sequence
from typing import Any

from flask import url_for

from table import checksum, seats
from table import events as ev
from table.fold import Log, retracted
from table.games import GAMES
from table.state import State
from web import phrases
from web.languages import gettext
from web.look import Look

View = dict[str, Any]
LOG_LINES = 14


def faults(x: Look) -> list[View]:
    """Faults nobody has answered yet, newest first; those the house has muted are left out."""
    out = []
    muted = {name.strip() for s in x.host.settings() if s.name == "mute" for name in s.value.split(",")}
    since = x.state.hand.seq if x.state.hand else 0
    for report in reversed(x.state.faults):
        if report.accepted or report.fault in muted or report.seq < since:
            continue
        event = x.event(report.seq)
        code = event.card if isinstance(event, ev.Play) else None
        title, text = phrases.fault(report, x.names, code)
        pictures = []
        for i, picture in enumerate(x.host.evidence(report.seq)):
            name = phrases.capital(phrases.card(picture.card)) if picture.card else gettext("unread")
            alt = gettext("Played: %(card)s", card=name) if i == 0 else gettext("Proof: %(card)s", card=name)
            pictures.append({"url": url_for("live.evidence", seq=report.seq, number=i), "alt": alt})
        out.append({
            "seq": report.seq, "title": title, "text": text, "grade": str(report.grade), "pictures": pictures, "card": code,
            "grade_words": gettext(phrases.GRADES[report.grade]),
        })  # fmt: skip
    return out[:2]


def holes(x: Look, trick: Sequence[View]) -> list[View]:
    """Unread cards of earlier tricks, to be filled when somebody remembers."""
    hand = x.state.hand
    if hand is None:
        return []
    shown = {p["seq"] for p in trick} | {p.seq for t in hand.tricks[-1:] for p in t.plays}
    numbers = {p.seq: i + 1 for i, t in enumerate(hand.tricks) for p in t.plays}
    return [
        {
            "seq": p.seq,
            "words": gettext("trick %(n)s, %(name)s", n=numbers.get(p.seq, len(hand.tricks) + 1), name=x.names[p.seat]),
            # nobody may look through the piles while points are hidden: the guesses would
            "guesses": "" if x.hidden else " ".join(c for c, _ in (p.candidates or ())[:3]),
        }
        for p in hand.holes()
        if p.seq not in shown
    ]


def log(x: Look) -> list[View]:
    """The last events as sentences, newest first; while points are hidden nothing before the last trick's cards."""
    hand = x.state.hand
    since = hand.tricks[-1].plays[0].seq if x.hidden and hand and hand.tricks else 0
    fixed = {e.seq: e for _, e in x.log if isinstance(e, ev.Correct)}
    lines = []
    for seq, event in reversed(x.standing):
        if isinstance(event, ev.Play | ev.Gather | ev.Deal | ev.Draw) and seq < since:
            continue
        if words := phrases.event(event, x.names, x.profile):
            by = fixed.get(seq)
            how = "inferred" if by is not None and by.why else "touch" if event.source in ("touch", "button") or by is not None else ""
            lines.append({"seq": seq, "words": words, "by": how})
        if len(lines) == LOG_LINES:
            break
    return lines


def last_thing(log: Log) -> tuple[int, ev.Event] | None:
    """The entry undo takes back: the last one nobody took back already; None when nothing is left."""
    gone = retracted(log)
    return next(((s, e) for s, e in reversed(log) if s not in gone and not isinstance(e, ev.Retract | ev.Deal)), None)


def exchange(log: Log) -> list[int]:
    """What undo takes back: the last thing, or both halves of the last thing when it was an exchange of two cards; latest first."""
    last = last_thing(log)
    if last is None:
        return []
    seq, event = last
    gone = retracted(log)
    before = next(((s, e) for s, e in log if s == seq - 1 and s not in gone), None)
    if isinstance(event, ev.Correct) and before and isinstance(before[1], ev.Correct):
        other = before[1]
        if event.source == other.source == "touch" and event.at == other.at and event.card and other.card and event.seq != other.seq:
            return [seq, before[0]]
    return [seq]


def check(x: Look) -> View | None:
    """What does not add up at the hand's end, and the cards that would mend it, one tap each."""
    failed = checksum.check(GAMES[x.state.setup.game], x.state)
    hand = x.state.hand
    if failed is None or hand is None:
        return None
    where = {p.seq: (i + 1, p) for i, t in enumerate(hand.tricks) for p in t.plays}
    fits = [
        {
            "words": gettext("Trick %(n)s, %(name)s: %(card)s", n=where[seq][0], name=x.names[where[seq][1].seat], card=phrases.card(card)),
            "event": {"event": "correct", "seq": seq, "card": card},
        }
        for seq, card in failed.fits
        if seq in where
    ]
    return {"lines": phrases.check(failed), "fits": fits}


def undo(x: Look) -> View | None:
    """What undo would take back, in words."""
    last = last_thing(x.log)
    if last is None:
        return None
    seq, event = last
    if isinstance(event, ev.Correct):
        return {"seq": seq, "words": gettext("correction")}
    return {"seq": seq, "words": phrases.event(x.event(seq) or event, x.names, x.profile)}


def result(x: Look) -> View | None:
    """The end of a match, big."""
    state = x.state
    if not state.over:
        return None
    names = [
        " & ".join(state.setup.players[m] for m in seats.members(s, state.setup.seats, len(state.scores))) for s in range(len(state.scores))
    ]
    title = gettext("Draw") if state.winner is None else gettext("%(name)s wins", name=names[state.winner])
    text = " · ".join(f"{name} {score}" for name, score in zip(names, state.scores, strict=True) if score is not None)
    if stake := _stake(state, names):
        text += " · " + gettext("stake: %(what)s", what=stake)
    return {"title": title, "text": text}


def _stake(state: State, names: Sequence[str]) -> str:
    """What each owes or wins, where something is played for."""
    owed = GAMES[state.setup.game].stakes(state)
    return ", ".join(f"{name} {n:+d}" for name, n in zip(names, owed, strict=False)) if any(owed) else ""
