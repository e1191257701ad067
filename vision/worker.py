"""A thread that runs a source through the pipeline and hands each Observation on; a failing source is told and tried again."""

import threading
from collections.abc import Callable

from table.errors import SegnapuntiError
from table.observation import Observation
from vision.frames import Frame, FrameSource
from vision.pipeline import Pipeline

Opens = Callable[[], FrameSource]
Tells = Callable[[Frame, Observation], None]


class Worker:
    """`start` runs until the source ends, `stop` is called, or (live sources) for ever.

    opens: opens the source anew; called again after a failure, every `retry` seconds (None: never). tells: gets each frame with what was
    seen, in the worker's thread. reports: one sentence when something fails or is well again.
    """

    def __init__(
        self, opens: Opens, pipeline: Pipeline, tells: Tells, reports: Callable[[str], None] | None = None, retry: float = 2.0
    ) -> None:
        self._opens, self.pipeline, self._tells = opens, pipeline, tells
        self._reports, self.retry = reports or (lambda _: None), retry
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.frames = 0
        self.error = ""

    @property
    def running(self) -> bool:
        """Is the thread alive?"""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Begin; does nothing when it runs already."""
        if not self.running:
            self._stop.clear()
            self._thread = threading.Thread(target=self.run, name="vision", daemon=True)
            self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Ask the thread to end and wait for it."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)

    def run(self) -> None:
        """The loop itself, for those who bring their own thread."""
        while not self._stop.is_set():
            source: FrameSource | None = None
            live = self.retry is not None  # a source that cannot even be opened
            try:
                source = self._opens()
                live = source.live and self.retry is not None
                for frame in source:
                    if self._stop.is_set():
                        return
                    self._tells(frame, self.pipeline.process(frame))
                    self.frames += 1
                    if self.error:
                        self.error = ""
                        self._reports("The camera is back.")
                if not live:
                    return
            except SegnapuntiError as error:
                if str(error) != self.error:
                    self.error = str(error)
                    self._reports(self.error)
                if not live:
                    return
            finally:
                if source is not None:
                    source.close()
            self._stop.wait(self.retry)
