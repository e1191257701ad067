"""Who may change things: the PIN, where one is set, and requests from foreign pages, which may not.

Looking is free for everybody in the room; only what changes something asks for the PIN. It may come as `X-Pin` header, as "pin" in
the JSON body, or from the signed cookie that `/api/pin` sets.
"""

import hmac
import secrets
import time
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, flash, jsonify, redirect, render_template, request, session

from web.host import Host
from web.languages import gettext

TRIES, PAUSE = 5, 30.0  # wrong PINs before a pause, and its seconds: four digits are soon guessed otherwise
_CHANGING = ("POST", "PUT", "DELETE", "PATCH")


def fresh_secret() -> bytes:
    """A key for signing cookies."""
    return secrets.token_bytes(32)


class Gate:
    """Checks PINs and slows guessing down."""

    def __init__(self) -> None:
        self._wrong = 0
        self._until = 0.0

    def opens(self, given: str, pin: str) -> bool:
        """Whether `given` is the PIN; always False during the pause after too many wrong ones."""
        if time.monotonic() < self._until:
            return False
        if hmac.compare_digest(given.encode(), pin.encode()):
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong >= TRIES:
            self._wrong, self._until = 0, time.monotonic() + PAUSE
        return False


def foreign() -> bool:
    """True when another site's page sent this request."""
    origin = request.headers.get("Origin")
    if origin and urlsplit(origin).netloc != request.host:
        return True
    return request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")


def _mark(pin: str) -> str:
    # the cookie holds no PIN, and an old cookie opens nothing once the PIN has changed
    return hmac.new(b"segnapunti", pin.encode(), "sha256").hexdigest()


def guard(app: Flask, host: Host) -> None:
    """Ask for the PIN on everything that changes something, and add the ways to give it."""
    gate = Gate()

    @app.before_request
    def _ask() -> Any:
        if request.method not in _CHANGING or request.endpoint in ("pin", "pin_page"):
            return None
        if foreign():
            return _refused(gettext("This request came from another site's page and was not carried out."), pin=False)
        pin = host.pin()
        if not pin or session.get("pin") == _mark(pin):
            return None
        body = request.get_json(silent=True) if request.is_json else None
        given = request.headers.get("X-Pin") or (str(body.get("pin", "")) if isinstance(body, dict) else "")
        if given and gate.opens(given, pin):
            return None
        return _refused(gettext("This table asks for a PIN before anything is changed."), pin=True)

    @app.post("/api/pin")
    def pin() -> tuple[Response, int]:
        """Give the PIN once; a cookie remembers it on this tablet."""
        body = request.get_json(silent=True)
        given = str(body.get("pin", "")) if isinstance(body, dict) else ""
        return (jsonify(ok=True), 200) if _open(given) else (jsonify(error=gettext("That is not the PIN."), pin=True), 403)

    @app.route("/pin", methods=["GET", "POST"])
    def pin_page() -> Any:
        """The same for pages without the dialog."""
        if request.method == "POST":
            if _open(request.form.get("pin", "")):
                return redirect(_back(request.form.get("next", "/")))
            flash(gettext("That is not the PIN."))
        return render_template("pin.html", next=_back(request.values.get("next", "/")))

    def _open(given: str) -> bool:
        if foreign() or not gate.opens(given, host.pin()):
            return False
        session["pin"] = _mark(host.pin())
        session.permanent = True
        return True


def _back(path: str) -> str:
    """Only paths of this server."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"


def _refused(sentence: str, pin: bool) -> Any:
    if request.is_json or request.path.startswith("/api/"):
        return jsonify(error=sentence, pin=pin), 403
    if pin:
        flash(sentence)
        return render_template("pin.html", next=urlsplit(request.referrer or "/").path or "/"), 403
    return render_template("error.html", sentence=sentence, status=403), 403
