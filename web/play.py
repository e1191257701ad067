"""The table: the board at `/`, the state, and what is tapped in.

A tap carries the number of the last event its page had seen; if something happened since, it is refused (409) and nothing is
changed, so that two tablets, or a tablet and the camera, never record the same thing twice.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Blueprint, current_app, jsonify, redirect, render_template, request, url_for

from table import events as ev
from table.errors import SegnapuntiError
from table.record import event_from_json
from table.session import Session, StaleSeq
from web import board as boards
from web import refusals, story
from web.host import Host
from web.languages import gettext
from web.live import regions, state_json, wants_board

pages = Blueprint("play", __name__)

MOST = 8  # events of one change; two is what the board sends


def _host() -> Host:
    host: Host = current_app.extensions["host"]
    return host


@pages.get("/")
def board() -> Any:
    """The scoreboard and the table."""
    session = _host().session
    if session is None:
        return redirect(url_for("setup.form"))
    view = boards.view(_host(), session)
    return render_template("board.html", view=view | boards.fixtures(session), regions=regions(view))


@pages.get("/api/state")
def state() -> Any:
    """The public state as JSON."""
    return jsonify(state_json(_host(), wants_board()))


@pages.post("/api/events")
def events() -> Any:
    """Append the event in `{"seq": last seen, "event": {..}}`, or those of `"events": [..]` as one change."""
    body = request.get_json(silent=True)
    given = _given(body)
    if not given:
        return _refuse(gettext('An event is sent as {"seq": last seen, "event": {..}}.'), 422)
    try:
        wanted = [event_from_json(event) for event in given]
    except SegnapuntiError as error:
        return _refuse(refusals.reason(error), 422, error.code)
    wanted = [replace(event, source="touch") if event.source is None else event for event in wanted]

    def append(session: Session, seen: int) -> str:
        for event in wanted:
            if reason := objection(session, event):
                return reason
        session.extend(wanted, expected_seq=seen)
        return ""

    return _change(body, append)


def _given(body: object) -> list[Any]:
    """The events of a body; none when it is not one."""
    if not isinstance(body, dict):
        return []
    given = body["events"] if isinstance(body.get("events"), list) else [body.get("event")]
    return given if len(given) <= MOST and all(isinstance(event, dict) for event in given) else []


@pages.post("/api/undo")
def undo() -> Any:
    """Take the last thing back, in `{"seq": last seen}`."""

    def take_back(session: Session, seen: int) -> str:
        last = story.exchange(list(session.events))
        if not last:
            return gettext("There is nothing to take back.")
        session.extend([ev.Retract(seq=seq, why="undo", source="touch") for seq in last], expected_seq=seen)
        return ""

    return _change(request.get_json(silent=True), take_back)


def _change(body: object, change: Callable[[Session, int], str]) -> Any:
    """Carry `change` out unless the page was behind; its answer is the reason it could not be done."""
    session = _host().session
    if session is None:
        return _refuse(gettext("No game has been opened yet."), 422)
    seen = body.get("seq") if isinstance(body, dict) else None
    if not isinstance(seen, int) or isinstance(seen, bool):
        return _refuse(gettext("The number of the last event seen is missing."), 422)
    try:
        if seen != session.seq:
            raise StaleSeq(seen, session.seq)
        reason = change(session, seen)
    except StaleSeq as stale:
        return jsonify(error=gettext("Somebody else was faster. The board is up to date now: look again."), seq=stale.seq), 409
    except SegnapuntiError as error:
        return _refuse(refusals.reason(error), 422, error.code)
    return _refuse(reason, 422) if reason else jsonify(state_json(_host(), wants_board()))


def objection(session: Session, event: ev.Event) -> str:
    """Why a tapped event cannot be meant, as a sentence; "" when it can. What breaks the game's rules is recorded all the same."""
    state = session.state
    state.setup.check(event)
    if isinstance(event, ev.Correct | ev.Retract | ev.Accept | ev.Dismiss):
        known = {seq for seq, _ in session.events}
        if event.seq not in known:
            return gettext("There is no event %(seq)s in this game.", seq=event.seq)
    running = state.hand is not None and not state.hand.done
    if isinstance(event, ev.Play | ev.Claim | ev.Abandon | ev.Swap | ev.Meld) and state.hand is not None and not running:
        return gettext("The hand is over: deal the next one first.")
    if isinstance(event, ev.Claim | ev.Abandon) and not running:
        return gettext("No hand has begun.")
    if (
        isinstance(event, ev.Play)
        and running
        and state.hand
        and state.hand.holding
        and max(state.hand.holding) == 0
        and state.setup.game != "tricks"
    ):
        return gettext("No cards are left to play.")
    return ""


def _refuse(reason: str, status: int, code: str = "") -> Any:
    return jsonify({"error": reason} | ({"code": code} if code else {})), status
