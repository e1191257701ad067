"""The demo, from pixels: a whole hand is tracked as it was played, and a visitor's browser shows it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deploy.choice import Choice
from deploy.demo import check
from tests.e2e.conftest import ARGS, CHROMIUM


def test_a_hand_filmed_and_followed_from_pixels_is_the_hand_that_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEGNAPUNTI_HOME", str(tmp_path))
    found = check(Choice("briscola", ("Anna", "Bruno"), "italian-40", "sim", seed=1))
    assert [str(difference) for difference in found.differences] == []
    assert found.cards == 40


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[str]:
    """`segnapunti demo` in a process of its own; the address it gives."""
    process = subprocess.Popen(
        [sys.executable, "-m", "deploy.cli", "demo", "--port", "0", "--no-browser", "--speed", "100"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "SEGNAPUNTI_HOME": str(tmp_path)},
    )
    assert process.stdout is not None
    found = re.search(r"http://localhost:(\d+)/", process.stdout.readline())
    assert found, "the demo says where it is"
    yield f"http://127.0.0.1:{found[1]}"
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    process.stdout.close()


def state(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}/api/state", timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def test_a_browser_shows_what_the_simulated_camera_sees(demo: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not CHROMIUM:
        pytest.skip("no Chromium on this machine (apt install chromium)")
    for _ in range(3000):  # generously: a busy machine films slowly
        now = state(demo)
        if now["trick"] and now["trump"]:
            break
        time.sleep(0.1)
    assert now["camera"] == "simulated"
    assert now["turned"] is not None
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        page = browser.new_page(locale="en")
        page.set_default_timeout(60_000)
        page.goto(demo, wait_until="domcontentloaded")
        page.locator("#r-status .sim").wait_for()  # what is simulated says so
        page.get_by_text("Anna").first.wait_for()
        # the page follows by itself: a later event arrives without anything being done
        seen = int(page.locator("#board").get_attribute("data-seq") or 0)
        page.wait_for_function("seen => Number(document.querySelector('#board').dataset.seq) > seen", arg=seen)
        browser.close()
    with urllib.request.urlopen(f"{demo}/setup/camera.jpg", timeout=60) as answer:
        assert answer.read(2) == b"\xff\xd8"  # a JPEG
