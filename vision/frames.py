"""Frames and where they come from: one small protocol for cameras, clips, stills and the simulated table.

A frame is BGR, 8 bits, upright. Sources are iterators; whoever opens one closes it (`with source: ...`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

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
