"""Looking, and how it goes: vision's worker with its health kept for the dashboard, the lamps and the watchdog.

It survives whatever a camera does: a source that fails is opened again every few seconds while the game goes on by tapping.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from deploy.home import write_crash
from table.errors import BadFile, SegnapuntiError
from table.observation import Observation
from vision.frames import Frame, FrameSource
from vision.pipeline import Pipeline
from vision.worker import Worker

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Health:
    """How looking goes. `state` off | starting | watching | failed | ended; `detail` one sentence; `fps` frames a second lately."""

    state: str = "off"
    detail: str = ""
    fps: float = 0.0
    frames: int = 0
    failures: int = 0


class Watcher:
    """Looks until stopped, or until a clip has ended.

    opens    opens the camera or clip; may raise SegnapuntiError or OSError
    process  frame → observation (the vision pipeline)
    take     what to do with an observation (tracker, session)
    changed  called when `health.state` or its sentence changes
    """

    RETRY = 3.0  # seconds between tries at a camera that is away
    STUCK = 20.0  # seconds without a frame after which a live camera counts as hung

    def __init__(
        self,
        opens: Callable[[], FrameSource],
        process: Callable[[Frame], Observation],
        take: Callable[[Observation], None],
        changed: Callable[[], None] = lambda: None,
        retry: float = RETRY,
    ) -> None:
        self._opens, self._process, self._take, self._changed = opens, process, take, changed
        # the worker asks of its pipeline only `process`, which this object has, guarded
        self._worker = Worker(self._opened, cast(Pipeline, self), self._seen, self._reported, retry)
        self._health = Health()
        self._last = time.monotonic()
        self._pace: list[float] = []
        self.latest: tuple[Frame, Observation] | None = None

    @property
    def health(self) -> Health:
        """How it goes now."""
        health = self._health
        return replace(health, state="ended", fps=0.0) if health.state == "watching" and not self._worker.running else health

    @property
    def alive(self) -> bool:
        """False when looking has died, or hangs in a camera that gives nothing and says nothing."""
        return self._health.state != "watching" or not self._worker.running or time.monotonic() - self._last < self.STUCK

    def start(self) -> None:
        """Begin looking, in the worker's thread."""
        self._health = replace(self._health, state="starting", detail="")  # no news to anybody: what starts has not been asked yet
        self._worker.start()

    def stop(self) -> None:
        """Stop looking and let go of the camera."""
        self._worker.stop()
        self._say("off", "")

    def report(self, sentence: str) -> None:
        """What a source says of itself while it goes on trying (a USB camera that was pulled)."""
        self._say("failed", sentence)

    def process(self, frame: Frame) -> Observation:
        """The observation of a frame; whatever goes wrong inside becomes one sentence."""
        try:
            return self._process(frame)
        except SegnapuntiError:
            raise
        except Exception as error:  # a fault of ours in one frame must not end the evening
            raise _sentence(error) from error

    def _opened(self) -> FrameSource:
        try:
            return self._opens()
        except SegnapuntiError:
            raise
        except OSError as error:
            raise BadFile(f"The camera cannot be opened ({error.strerror or error}).") from error

    def _seen(self, frame: Frame, observation: Observation) -> None:
        self.latest = (frame, observation)
        now = self._last = time.monotonic()
        self._pace = [*self._pace[-30:], now]
        span = now - self._pace[0]
        fps = round((len(self._pace) - 1) / span, 1) if span > 0 else 0.0
        before = self._health
        self._health = Health("watching", "", fps, before.frames + 1, before.failures)
        if before.state != "watching":
            self._changed()
        try:
            self._take(observation)
        except SegnapuntiError:
            raise
        except Exception as error:
            raise _sentence(error) from error

    def _reported(self, sentence: str) -> None:
        # the worker also says when the camera is back; the frame that proved it has set the state already
        if self._worker.error:
            self._say("failed", sentence)

    def _say(self, state: str, detail: str) -> None:
        before = self._health
        failures = before.failures + (state == "failed" and before.state != "failed")
        self._health = Health(state, detail, 0.0, before.frames, failures)
        if (before.state, before.detail) != (state, detail):
            if state == "failed":
                log.warning("%s", detail)
            self._changed()


def _sentence(error: Exception) -> SegnapuntiError:
    where = write_crash(error)
    return SegnapuntiError(f"Looking failed ({type(error).__name__}); the details are in {where or 'no file'}, and it is tried again.")
