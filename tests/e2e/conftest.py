"""A real server (waitress) over the test stand, and a real Chromium. Skipped, with the reason, where one of them is missing."""

import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from waitress.server import create_server

from table import events as ev
from tests.web.stand import Stand
from web.app import create_app
from web.host import Setup

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"]
TABLET, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@dataclass
class Served:
    """The stand and the address it is served at."""

    stand: Stand
    url: str


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not CHROMIUM:
        pytest.skip("no Chromium on this machine (apt install chromium)")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


class Stage:
    """A WSGI application that is whichever was put on it last: one server serves all tests."""

    app: Any = None

    def __call__(self, environ: Any, start: Any) -> Any:
        return self.app(environ, start)


@pytest.fixture(scope="session")
def stage() -> tuple[Stage, str]:
    """The server is never closed: streams of finished tests still hold threads of it, which end with the process."""
    stage = Stage()
    server = create_server(stage, host="127.0.0.1", port=0, threads=64)
    threading.Thread(target=server.run, daemon=True).start()
    return stage, f"http://127.0.0.1:{server.effective_port}"  # type: ignore[union-attr]  # one socket: it has it


@pytest.fixture
def served(stage: tuple[Stage, str]) -> Served:
    stand = Stand(camera="simulated")
    stage[0].app = create_app(stand)
    return Served(stand, stage[1])


@pytest.fixture
def briscola(served: Served) -> Served:
    """Two-handed Briscola, trump denari, Bruno to lead."""
    session = served.stand.start(Setup("briscola", ("Anna", "Bruno")))
    session.append(ev.Hand(dealer=0))
    session.append(ev.Trump(card="6de"))
    return served


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """A tablet speaking English; a script error fails the test."""
    context = chromium.new_context(viewport=TABLET, locale="en")
    context.set_default_timeout(8000)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []
