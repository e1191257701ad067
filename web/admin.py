"""The machine: settings, backup, another tablet's address, and about this program."""

import io
import time
from typing import Any

import segno
from flask import Blueprint, Response, current_app, flash, redirect, render_template, request, url_for

from web import phrases
from web.host import Host, Setting
from web.languages import gettext

pages = Blueprint("admin", __name__, url_prefix="/admin")
SECRET = ("pin",)


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


def _row(setting: Setting) -> dict[str, Any]:
    label = phrases.capital(gettext(setting.name.replace("_", " ")))
    row: dict[str, Any] = {
        "name": setting.name,
        "label": label,
        "help": gettext(setting.help),
        "value": setting.value,
        "values": setting.values,
    }
    if setting.name in SECRET:
        row |= {"secret": True, "value": "", "set": bool(setting.value)}  # anybody may look at this page
    if setting.name == "mute":
        muted = {name.strip() for name in setting.value.split(",")}
        names = {"name": gettext("Somebody"), "card": gettext("card")}
        row["faults"] = [
            {"name": str(f), "words": gettext(title) % names, "on": str(f) in muted} for f, (title, _) in phrases.FAULTS.items()
        ]
    return row


@pages.get("")
def page() -> Any:
    """Settings, backup, about."""
    host = _host()
    return render_template("admin.html", settings=[_row(s) for s in host.settings()], status=host.status())


@pages.post("/settings")
def change() -> Any:
    """Set what the form holds. A PIN left empty stays as it is; it is removed by its own tick."""
    host = _host()
    changed = 0
    for setting in host.settings():
        name = setting.name
        if name == "mute" and "mute_asked" in request.form:
            value = ", ".join(request.form.getlist("mute"))
        elif name not in request.form:
            continue
        elif name in SECRET:
            value = "" if request.form.get(f"no_{name}") else request.form[name] or setting.value
        else:
            value = request.form[name]
        if value != setting.value:
            host.change(name, value)
            changed += 1
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
