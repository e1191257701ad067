"""The stream: `/live` sends the state whenever something happened (server-sent events, id = game:seq), and heartbeats between.

A client that reconnects says what it saw last (`Last-Event-ID`); it gets the state at once if it missed anything. Each stream holds
a thread of the server, so there is a limit: beyond it a client is told to come back later instead of starving everybody.
"""

import json
import threading
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, request

from table.record import event_json
from web import board
from web.host import Host, Proposing
from web.languages import gettext

pages = Blueprint("live", __name__)

MOST_STREAMS = 12  # of waitress' 16 threads; the others answer taps and pages
BEAT = 10.0  # seconds; the page takes a silence of 25 s for a lost connection
REGIONS = ("status", "banner", "scores", "table", "side", "actions", "quick")


class Hub:
    """Wakes the streams when the host says something changed."""

    def __init__(self, host: Host) -> None:
        self._changed = threading.Condition()
        self._count = 0
        self._streams = 0
        host.subscribe(self.wake)

    @property
    def streams(self) -> int:
        """How many clients listen."""
        return self._streams

    @property
    def count(self) -> int:
        """How many changes there have been; to be given to `wait`."""
        return self._count

    def wake(self) -> None:
        """Something changed."""
        with self._changed:
            self._count += 1
            self._changed.notify_all()

    def wait(self, count: int, seconds: float) -> int:
        """Return as soon as the number of changes is not `count`, or after `seconds`; the number now."""
        with self._changed:
            self._changed.wait_for(lambda: self._count != count, seconds)
            return self._count

    def enter(self) -> bool:
        """Take a place among the streams; False when all are taken."""
        with self._changed:
            if self._streams >= MOST_STREAMS:
                return False
            self._streams += 1
            return True

    def leave(self) -> None:
        """Give the place back."""
        with self._changed:
            self._streams -= 1


def state_json(host: Host, with_board: bool) -> dict[str, Any]:
    """The document of `/api/state` and the stream; with the board's regions as HTML where a page asks for them."""
    session = host.session
    if session is None:
        return {"game": None, "seq": 0, "id": "", "camera": host.status().camera}
    document: dict[str, Any] = {**session.public(), "id": host.game_id, "camera": host.status().camera}
    document["offers"] = [event_json(event) for event in host.offers()] if isinstance(host, Proposing) else []
    if with_board:
        view = board.view(host, session)
        # both are read one after the other; an event between them must not give a board newer than its seq says
        document["seq"] = min(document["seq"], view["seq"])
        document["regions"] = regions(view)
    return document


def regions(view: board.View) -> dict[str, str]:
    """The board's parts as HTML, by name."""
    return {name: render_template(f"regions/{name}.html", view=view) for name in REGIONS}


def wants_board() -> bool:
    """Whether this request asks for the board's regions too."""
    return request.args.get("board") == "1"


@pages.get("/live")
def live() -> Any:
    """Server-sent events; `?board=1` adds the regions of the page."""
    host: Host = current_app.extensions["host"]
    hub: Hub = current_app.extensions["live"]
    if not hub.enter():
        busy = jsonify(error=gettext("Too many tablets are listening."))
        return busy, 503, {"Retry-After": "10"}
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # the proxy has it
    environ = request.environ
    with_board, seen = wants_board(), request.headers.get("Last-Event-ID") or request.args.get("since", "")

    def events(seen: str) -> Iterator[str]:
        last: tuple[object, ...] = ()
        yield "retry: 1000\n\n"
        while True:
            count = hub.count
            # a context of its own each time: held open over a pause it would mix with other requests of the thread
            with app.request_context(environ):
                document = state_json(host, with_board)
            name = f"{document['id']}:{document['seq']}"
            beside = document["camera"], document.get("offers")  # what changes without an event
            if name != seen or beside != last:
                yield f"id: {name}\ndata: {json.dumps(document, ensure_ascii=False)}\n\n"
                seen, last = name, beside
            while hub.wait(count, BEAT) == count:
                yield "event: beat\ndata: {}\n\n"

    response = Response(_Leaving(events(seen), hub), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


class _Leaving:
    """An iterator that gives its place in the hub back when it is closed, also when it never began."""

    def __init__(self, inner: Iterator[str], hub: Hub) -> None:
        self._inner, self._hub, self._open = inner, hub, True

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self._inner)

    def close(self) -> None:
        """Called by the server when the client has gone."""
        if self._open:
            self._open = False
            self._hub.leave()


@pages.get("/evidence/<int:seq>/<int:number>.jpg")
def evidence(seq: int, number: int) -> Response:
    """A crop that proves a fault."""
    host: Host = current_app.extensions["host"]
    pictures = host.evidence(seq)
    if number >= len(pictures):
        abort(404)
    return Response(pictures[number].jpeg, mimetype="image/jpeg")
