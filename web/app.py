"""The web room put together: `create_app(host)` gives the Flask application the dashboard runs on.

Also here: what every page shares (filters, languages, headers), health and metrics, and errors as sentences.
"""

import time
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from table import cards
from table.errors import SegnapuntiError
from web import access, admin, history, languages, live, phrases, play, refusals, setup
from web.host import Host
from web.languages import gettext

EMBLEMS = {"K": "king", "R": "king", "Q": "queen", "J": "page", "F": "page", "U": "page", "O": "page"}
# Everything comes from this server; style attributes carry a seat's colour, so inline styles are allowed.
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'; form-action 'self'; base-uri 'none'"
)


def emblem(code: str) -> str:
    """Name of the drawing on a court card; "" for others. An Italian C is the knight, whose suit tells it from clubs."""
    name = cards.rank(code)
    if name == "C" and cards.suit(code):
        return "horse"
    return EMBLEMS.get(name, "")


def create_app(host: Host, secret: str | bytes | None = None) -> Flask:
    """The application over `host`. `secret` signs the cookie that remembers the PIN; without one it is drawn anew at each start."""
    app = Flask("web", root_path=__file__.rpartition("/")[0])
    app.config.update(
        SECRET_KEY=secret or access.fresh_secret(),
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        MAX_CONTENT_LENGTH=1 << 20,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the default provider has it
    app.extensions["host"] = host
    app.extensions["live"] = live.Hub(host)
    languages.install(app)
    app.jinja_env.filters.update(
        suit_of=cards.suit, rank_of=cards.rank, emblem=emblem, card_name=lambda c: phrases.capital(phrases.card(c)), suit_name=phrases.suit
    )
    for blueprint in (live.pages, play.pages, setup.pages, history.pages, admin.pages):
        app.register_blueprint(blueprint)
    access.guard(app, host)
    _shared(app, host)
    _health(app, host, time.monotonic())
    _errors(app)
    return app


def _shared(app: Flask, host: Host) -> None:
    @app.context_processor
    def _words() -> dict[str, Any]:
        return {
            "languages": languages.LANGUAGES,
            "language": languages.current(),
            "host": host,
            "script_words": {
                "unreachable": gettext("The table does not answer. Nothing was changed; try again."),
                "stale": gettext("Somebody else was faster. The board is up to date now: look again."),
                "which_card": gettext("Which card?"),
                "what_card": gettext("What card is this really?"),
                "no_hand": gettext("No hand has begun."),
                "pin_url": "/api/pin",
            },
        }

    @app.after_request
    def _headers(response: Response) -> Response:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "same-origin")
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def _health(app: Flask, host: Host, began: float) -> None:
    @app.get("/healthz")
    def healthz() -> tuple[Response, int]:
        """200 while games can be followed or tapped in; a lost camera is named but is not a failure of the server."""
        status = host.status()
        session = host.session
        return jsonify(
            ok=True, version=host.version, camera=status.camera, detail=status.detail, seq=session.state.seq if session else None
        ), 200

    @app.get("/metrics")
    def metrics() -> Response:
        """Figures in the text format Prometheus reads."""
        status, session = host.status(), host.session
        values: dict[str, float] = {
            "up_seconds": time.monotonic() - began,
            "streams": app.extensions["live"].streams,
            "events": session.state.seq if session else 0,
            "faults": len(session.state.faults) if session else 0,
            "camera_frames_per_second": status.fps,
            "camera_ok": float(status.camera in ("watching", "simulated", "teaching")),
            **status.numbers,
        }
        text = "".join(f"# TYPE segnapunti_{name} gauge\nsegnapunti_{name} {value:g}\n" for name, value in values.items())
        return Response(text, mimetype="text/plain; version=0.0.4")


def _errors(app: Flask) -> None:
    @app.errorhandler(SegnapuntiError)
    def _ours(error: SegnapuntiError) -> Any:
        return _say(refusals.reason(error), 422)

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> Any:
        sentences = {
            404: gettext("There is no such page."),
            405: gettext("This cannot be done here."),
            413: gettext("That is too much at once."),
        }
        return _say(sentences.get(error.code or 500, error.description or error.name), error.code or 500)

    @app.errorhandler(Exception)
    def _unforeseen(error: Exception) -> Any:
        app.logger.exception("A request failed", exc_info=error)
        return _say(gettext("Something went wrong in the program; the game is safe. The log says more."), 500)


def _say(sentence: str, status: int) -> Any:
    if request.path.startswith("/api/") or request.is_json:
        return jsonify(error=sentence), status
    return render_template("error.html", sentence=sentence, status=status), status
