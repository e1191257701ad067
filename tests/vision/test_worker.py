"""The worker survives a source that fails and ends with one that ends."""

from collections.abc import Iterator

import numpy as np

from table.errors import BadFile
from table.observation import Observation
from vision.frames import Frame, Source
from vision.worker import Worker


class Pulled(Source):
    """A live camera that gives two frames, then is pulled."""

    live = True

    def __iter__(self) -> Iterator[Frame]:
        for n in range(2):
            yield Frame(np.zeros((40, 40, 3), np.uint8), n / 10, n)
        raise BadFile("The camera stopped answering.")


class Short(Source):
    """A recording of three frames."""

    def __iter__(self) -> Iterator[Frame]:
        for n in range(3):
            yield Frame(np.zeros((40, 40, 3), np.uint8), n / 10, n)


class Counting:
    """Stands where the pipeline does: the worker is what is tested, and needs only `process`."""

    def process(self, frame: Frame) -> Observation:
        return Observation(frame.at, frame.number, frame.size)


def test_a_recording_is_run_to_its_end() -> None:
    seen: list[int] = []
    worker = Worker(Short, Counting(), lambda frame, _: seen.append(frame.number))  # type: ignore[arg-type]  # only `process` is used
    worker.run()
    assert seen == [0, 1, 2]


def test_a_pulled_camera_is_told_once_tried_again_and_told_when_back() -> None:
    told: list[str] = []
    seen: list[int] = []

    def tells(frame: Frame, _: Observation) -> None:
        seen.append(frame.number)
        if len(seen) == 5:
            worker.stop()

    worker = Worker(Pulled, Counting(), tells, told.append, retry=0.0)  # type: ignore[arg-type]  # only `process` is used
    worker.start()
    worker._thread.join(10)  # type: ignore[union-attr]  # started above
    assert seen[:5] == [0, 1, 0, 1, 0]
    assert told[:3] == ["The camera stopped answering.", "The camera is back.", "The camera stopped answering."]


def test_a_source_that_cannot_be_opened_and_is_not_to_be_retried_ends_with_its_sentence() -> None:
    told: list[str] = []

    def opens() -> Source:
        raise BadFile("There is no file x.")

    worker = Worker(opens, Counting(), lambda *_: None, told.append, retry=None)  # type: ignore[arg-type]  # only `process` is used
    worker.run()
    assert told == ["There is no file x."]
