"""The machine: settings, backup, another tablet's address, and about this program."""

import io
import time
from typing import Any

import segno
from flask import Blueprint, Response, current_app, flash, redirect, render_template, request, url_for

from web.host import Host
from web.languages import gettext

pages = Blueprint("admin", __name__, url_prefix="/admin")


def _host() -> Host:
    host: Host = current_app.extensions["host"]
    return host


def qr_svg(text: str) -> str:
    """A QR code as inline SVG, dark on white whatever the theme: readers want it so."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=4, xmldecl=False, svgns=True, dark="#000", light="#fff", omitsize=True
    )
    return out.getvalue().decode()


@pages.get("")
def page() -> Any:
    """Settings, backup, about."""
    host = _host()
    settings = [
        {
            "name": s.name,
            "label": gettext(s.name.replace("_", " ")).capitalize(),
            "help": gettext(s.help),
            "value": s.value,
            "values": s.values,
        }
        for s in host.settings()
    ]
    return render_template("admin.html", settings=settings, pin_set=bool(host.pin()), status=host.status())


@pages.post("/settings")
def change() -> Any:
    """Set what the form holds."""
    host = _host()
    known = {s.name: s.value for s in host.settings()}
    changed = [name for name, value in known.items() if name in request.form and request.form[name] != value]
    for name in changed:
        host.change(name, request.form[name])
    flash(gettext("Saved.") if changed else gettext("Nothing was changed."))
    return redirect(url_for("admin.page"))


@pages.post("/backup")
def backup() -> Response:
    """Everything of this machine's games in one file."""
    name = time.strftime("segnapunti-%Y-%m-%d.tar.gz")
    return Response(_host().backup(), mimetype="application/gzip", headers={"Content-Disposition": f'attachment; filename="{name}"'})


@pages.get("/qr")
def qr() -> Any:
    """The address for another tablet, to be photographed."""
    address = _host().address
    return render_template("qr.html", address=address, code=qr_svg(address))
