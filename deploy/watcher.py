"""The thread that looks: frames from a source, an observation of each, events to whoever keeps the game.

It survives whatever the camera does. A source that fails is opened again every few seconds while the game goes on by
tapping; only `stop` or the end of a clip ends it.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from deploy.home import write_crash
from table.errors import SegnapuntiError
from table.observation import Observation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.frames import Frame

log = logging.getLogger(__name__)


class Frames(Protocol):
    """A source of frames; `live` ones never end by themselves."""

    @property
    def live(self) -> bool: ...

    def __iter__(self) -> "Iterator[Frame]": ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Health:
    """How looking goes. `state` off | watching | failed | ended; `detail` one sentence; `fps` frames a second lately."""

    state: str = "off"
    detail: str = ""
    fps: float = 0.0
    frames: int = 0
    failures: int = 0


class Watcher:
    """Looks until stopped.

    open_source  opens the camera or clip; may raise SegnapuntiError
    process      frame → observation (the vision pipeline)
    take         what to do with an observation (tracker, session)
    changed      called when `health.state` changes
    """

    RETRY = 3.0  # seconds between tries at a camera that is away
    STUCK = 20.0  # seconds without a frame after which a live camera counts as hung

    def __init__(
        self,
        open_source: Callable[[], Frames],
        process: "Callable[[Frame], Observation]",
        take: Callable[[Observation], None],
        changed: Callable[[], None] = lambda: None,
        retry: float = RETRY,
    ) -> None:
        self._open, self._process, self._take, self._changed, self._retry = open_source, process, take, changed, retry
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._source: Frames | None = None
        self._seen = time.monotonic()
        self._pace: list[float] = []
        self.health = Health()
        self.latest: tuple[Frame, Observation] | None = None

    def start(self) -> None:
        """Begin looking, in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="watcher", daemon=True)
        self._thread.start()

    def stop(self, wait: float = 5.0) -> None:
        """Stop looking and let go of the camera."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(wait)

    @property
    def alive(self) -> bool:
        """False when the thread has died, or hangs in a camera that gives nothing and says nothing."""
        if self._thread is not None and not self._thread.is_alive() and self.health.state not in ("ended", "off"):
            return False
        return self.health.state != "watching" or time.monotonic() - self._seen < self.STUCK

    def report(self, sentence: str, working: bool) -> None:
        """What a source says of itself while it goes on trying (a USB camera that was pulled and is back)."""
        self._say("watching" if working else "failed", sentence if not working else "")

    def run(self) -> None:
        """Look in this thread, until stopped or the clip has ended."""
        while not self._stop.is_set():
            ended = self._look()
            if ended or self._stop.is_set():
                self._say("ended" if ended else "off", "")
                return
            self._stop.wait(self._retry)

    def _look(self) -> bool:
        """One life of the source; True when it ended as a clip ends."""
        try:
            self._source = source = self._open()
        except (SegnapuntiError, OSError) as error:
            self._fail(str(error))
            return False
        try:
            self._follow(source)
        except (SegnapuntiError, OSError) as error:
            self._fail(str(error))
            return False
        except Exception as error:  # a fault of ours in one frame must not end the evening
            where = write_crash(error)
            self._fail(f"Looking failed ({type(error).__name__}); the details are in {where or 'no file'}, and it is tried again.")
            return False
        finally:
            self._source = None
            with suppress(Exception):  # closing a device that was pulled may fail in any way
                source.close()
        if source.live and not self._stop.is_set():
            self._fail("The camera gives no more frames; trying again.")
            return False
        return not source.live

    def _follow(self, source: "Iterable[Frame]") -> None:
        for frame in source:
            if self._stop.is_set():
                return
            observation = self._process(frame)
            self.latest = (frame, observation)
            self._tick()
            self._take(observation)

    def _tick(self) -> None:
        now = self._seen = time.monotonic()
        self._pace = [*self._pace[-30:], now]
        span = self._pace[-1] - self._pace[0]
        fps = (len(self._pace) - 1) / span if span > 0 else 0.0
        before = self.health
        self.health = Health("watching", "", round(fps, 1), before.frames + 1, before.failures)
        if before.state != "watching":
            log.info("Watching.")
            self._changed()

    def _fail(self, sentence: str) -> None:
        self._say("failed", sentence)

    def _say(self, state: str, detail: str) -> None:
        before = self.health
        failures = before.failures + (state == "failed" and before.state != "failed")
        self.health = Health(state, detail, 0.0 if state != "watching" else before.fps, before.frames, failures)
        if (before.state, before.detail) != (state, detail):
            if state == "failed":
                log.warning("%s", detail)
            self._changed()
