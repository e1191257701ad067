"""Past games: `/history`, and each game's record to take away."""

import re
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, abort, current_app, render_template

from web import phrases
from web.host import Host, Past
from web.languages import gettext
from web.look import hides

pages = Blueprint("history", __name__, url_prefix="/history")


def _host() -> Host:
    host: Host = current_app.extensions["host"]
    return host


def _row(past: Past, hidden: bool) -> dict[str, Any]:
    sides = len(past.scores) or len(past.players)
    names = [" & ".join(n for i, n in enumerate(past.players) if i % sides == s) for s in range(sides)]
    scores: list[int | None] = [None] * sides if hidden or not past.scores else list(past.scores)
    return {
        "id": past.id,
        "game": phrases.game(past.game),
        # the machine's own time zone: this page is read in the room the machine stands in
        "began": datetime.fromtimestamp(past.began, UTC).astimezone(),
        "sides": [{"name": n, "score": score, "won": past.winner == i} for i, (n, score) in enumerate(zip(names, scores, strict=True))],
        "over": past.over,
    }


@pages.get("")
def games() -> Any:
    """All games, newest first."""
    host, session = _host(), _host().session
    secret = str(session.game_id) if session is not None and hides(session.state) else None
    return render_template("history.html", games=[_row(p, p.id == secret) for p in host.history()])


@pages.get("/<game>.jsonl")
def record(game: str) -> Response:
    """The record of one game. While it runs with hidden points it is nobody's to read."""
    session = _host().session
    if session is not None and game == str(session.game_id) and hides(session.state):
        abort(403, gettext("The record of a running game would show its points: it can be had when the game is over."))
    text = _host().record(game)
    if text is None:
        abort(404)
    name = re.sub(r"[^A-Za-z0-9_-]", "-", game) or "game"
    return Response(
        text, mimetype="application/x-ndjson", headers={"Content-Disposition": f'attachment; filename="segnapunti-{name}.jsonl"'}
    )
