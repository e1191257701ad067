"""Looking survives a camera that is missing, pulled, or feeds it something it cannot digest; the game goes on meanwhile."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from deploy.watcher import Watcher
from table.errors import BadFile
from table.observation import Observation
from vision.frames import Frame

PICTURE = np.zeros((48, 64, 3), np.uint8)


class Camera:
    """A camera that gives `good` frames and is then pulled; `live`."""

    live = True

    def __init__(self, good: int) -> None:
        self.good = good
        self.closed = False

    def __iter__(self) -> Iterator[Frame]:
        for number in range(self.good):
            yield Frame(PICTURE, number / 10, number)
        raise BadFile("The camera was pulled.")

    def close(self) -> None:
        self.closed = True


class Clip:
    """A clip of three frames."""

    live = False

    def __iter__(self) -> Iterator[Frame]:
        return (Frame(PICTURE, number / 10, number) for number in range(3))

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEGNAPUNTI_HOME", str(tmp_path))


def look(frame: Frame) -> Observation:
    return Observation(frame.at, frame.number, frame.size)


def until(what: Callable[[], bool]) -> None:
    """Wait for another thread, generously."""
    for _ in range(1000):
        if what():
            return
        time.sleep(0.01)
    pytest.fail("it never happened")


def test_a_clip_is_seen_to_its_end() -> None:
    seen: list[int] = []
    watcher = Watcher(Clip, look, lambda o: seen.append(o.frame))
    watcher.start()
    until(lambda: watcher.health.state == "ended")
    assert seen == [0, 1, 2]


def test_a_camera_that_is_not_there_is_said_and_tried_again() -> None:
    tries: list[int] = []

    def opens() -> Camera:
        tries.append(1)
        if len(tries) < 3:
            raise BadFile("No camera answers.")
        return Camera(1_000_000)

    said: list[str] = []
    watcher = Watcher(opens, look, lambda o: None, lambda: said.append(watcher.health.detail), retry=0.01)
    watcher.start()
    until(lambda: watcher.health.state == "watching")
    watcher.stop()
    assert len(tries) == 3
    assert said[0] == "No camera answers."


def test_a_pulled_camera_is_said_let_go_and_opened_again() -> None:
    cameras: list[Camera] = []
    states: list[str] = []

    def opens() -> Camera:
        cameras.append(Camera(2 if not cameras else 1_000_000))
        return cameras[-1]

    watcher = Watcher(opens, look, lambda o: None, lambda: states.append(watcher.health.state), retry=0.01)
    watcher.start()
    until(lambda: len(cameras) == 2 and watcher.health.state == "watching")
    watcher.stop()
    assert cameras[0].closed
    assert states[:3] == ["watching", "failed", "watching"]
    assert watcher.health.failures == 1


def test_a_frame_that_breaks_the_program_ends_nothing() -> None:
    broken = threading.Event()

    def fussy(frame: Frame) -> Observation:
        if not broken.is_set():
            broken.set()
            raise ZeroDivisionError("a fault of ours")
        return look(frame)

    watcher = Watcher(lambda: Camera(1_000_000), fussy, lambda o: None, retry=0.01)
    watcher.start()
    until(lambda: watcher.health.state == "watching")
    watcher.stop()
    assert watcher.health.failures == 1


def test_until_the_first_frame_the_camera_is_starting_not_missing() -> None:
    let = threading.Event()

    def opens() -> Camera:
        let.wait(10)
        return Camera(1_000_000)

    watcher = Watcher(opens, look, lambda o: None)
    assert watcher.health.state == "off"
    watcher.start()
    assert watcher.health.state == "starting"
    assert watcher.alive
    let.set()
    until(lambda: watcher.health.state == "watching")
    watcher.stop()


def test_stopping_lets_go_of_the_camera() -> None:
    camera = Camera(1_000_000)
    watcher = Watcher(lambda: camera, look, lambda o: None)
    watcher.start()
    until(lambda: watcher.health.frames > 3)
    watcher.stop()
    assert camera.closed
    assert watcher.health.state == "off"
    assert watcher.alive
