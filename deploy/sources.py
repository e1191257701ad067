"""Which camera, when nobody said: vision opens what is named, this finds what is there."""

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from table.errors import BadFile

if TYPE_CHECKING:
    from vision.frames import Frame, FrameSource

AUTO = "auto"


def open_source(
    words: Sequence[str], size: tuple[int, int] = (1280, 720), fps: float = 15.0, report: Callable[[str], None] | None = None
) -> "FrameSource":
    """The source `words` name, as vision.frames.open_source; `auto`: the first camera that answers. BadFile in one sentence."""
    from vision import frames

    if list(words) != [AUTO]:
        return frames.open_source(words, size, fps, report)
    trouble: list[BadFile] = []
    for name in candidates():
        try:
            return frames.open_source(name, size, fps, report)
        except BadFile as error:
            trouble.append(error)
    raise trouble[0] if trouble else BadFile("No camera is connected; plug one in. Until then cards can be tapped in on the dashboard.")


def candidates(devices: Path = Path("/dev")) -> list[str]:
    """Cameras that could be there: the ribbon-cable one first, then USB in order of number."""
    csi = ["picamera2"] if importlib.util.find_spec("picamera2") is not None else []
    return csi + [str(p) for p in sorted(devices.glob("video*"), key=lambda p: (len(p.name), p.name))]


def is_stills(words: Sequence[str]) -> bool:
    """True when each frame is a scene of its own, at rest."""
    from vision.picture import SUFFIXES

    return len(words) > 1 or Path(words[0]).is_dir() or Path(words[0]).suffix.lower() in SUFFIXES


class Swapped:
    """A source whose red and blue are the wrong way round, put right."""

    def __init__(self, source: "FrameSource") -> None:
        self._source = source

    @property
    def live(self) -> bool:
        """As the source."""
        return self._source.live

    def __iter__(self) -> "Iterator[Frame]":
        return (replace(frame, image=np.ascontiguousarray(frame.image[..., ::-1])) for frame in self._source)

    def lock(self, locked: bool = True) -> dict[str, bool] | None:
        """As the source, where it can."""
        lock = getattr(self._source, "lock", None)
        return None if lock is None else lock(locked)

    def close(self) -> None:
        """Close the source."""
        self._source.close()
