"""Frames and where they come from: one small protocol for cameras, clips, stills and the simulated table.

A frame is BGR, 8 bits, upright. Sources are iterators; whoever opens one closes it (`with source: ...`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from table.errors import BadFile

Image = NDArray[np.uint8]  # (height, width, 3) BGR unless said otherwise
Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table.

    image   (height, width, 3) uint8, BGR, upright; never written to by its users
    at      seconds since the source began
    number  0, 1, 2 .. as the source counts (dropped frames leave gaps)
    rest    True when the source knows that the scene is at rest (a still); None when it must be seen
    name    file the frame came from, "" for a camera
    """

    image: Image
    at: float = 0.0
    number: int = 0
    rest: bool | None = None
    name: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """Width, height in pixels."""
        return int(self.image.shape[1]), int(self.image.shape[0])


class FrameSource(Protocol):
    """Anything that yields frames in order. `live` sources never end and may skip frames; others end."""

    @property
    def live(self) -> bool: ...

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...


class Source:
    """Base of the sources here: context manager, `live` False, `close` that does nothing."""

    live: bool = False

    def __iter__(self) -> Iterator[Frame]:
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the device or file; may be called twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def open_source(
    spec: str | Sequence[str], size: tuple[int, int] = (1280, 720), fps: float = 15.0, report: Callable[[str], None] | None = None
) -> FrameSource:
    """The source a person named: video file, image folder (in name order), image files in the order given, camera, `picamera2`.

    spec: one of those; several only for images. size, fps: asked of cameras. report: told when a camera goes and comes.
    Raises BadFile with one sentence.
    """
    # imported here: clip and camera build on this module
    from vision import camera, clip, picture

    specs = [spec] if isinstance(spec, str) else list(spec)
    if not specs:
        raise BadFile("No source named; a source is a video, a folder of pictures, pictures, a camera such as /dev/video0, or picamera2.")
    first = specs[0]
    if len(specs) > 1 or Path(first).suffix.lower() in picture.SUFFIXES:
        if missing := [s for s in specs if not Path(s).is_file()]:
            raise BadFile(f"There is no file {missing[0]}.")
        if other := [s for s in specs if Path(s).suffix.lower() not in picture.SUFFIXES]:
            raise BadFile(f"{other[0]} is not a picture; several sources must all be pictures.")
        return clip.Stills(specs)
    if first == "picamera2":
        return camera.PiCamera(size, fps)
    if first.isdigit() or first.startswith("/dev/"):
        return camera.Camera(first, size, fps, report=report)
    if Path(first).is_dir():
        return clip.Stills(picture.pictures_in(first))
    if "://" in first:
        return camera.Camera(first, size, fps, report=report)
    return clip.Video(first)
