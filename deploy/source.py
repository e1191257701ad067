"""The source of the running program, offered by the dashboard itself: what the AGPL asks of whoever lets others use it over a network."""

import io
import tarfile
from pathlib import Path

from flask import Flask, Response

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("vision", "table", "web", "deploy", "models")
FILES = ("LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "constraints.txt", "Makefile")


def tarball() -> bytes:
    """The packages as they are installed here, with their models, as .tar.gz."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for name in (*ROOMS, *FILES):
            if (ROOT / name).exists():
                archive.add(ROOT / name, f"segnapunti/{name}", filter=_plain)
    return content.getvalue()


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Without compiled leftovers, and without naming whoever runs it."""
    if "__pycache__" in member.name or member.name.endswith(".pyc"):
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def offer_source(app: Flask) -> None:
    """Add the route `/source.tar.gz`."""

    @app.get("/source.tar.gz")
    def source() -> Response:
        return Response(tarball(), mimetype="application/gzip", headers={"Content-Disposition": "attachment; filename=segnapunti.tar.gz"})
