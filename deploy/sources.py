"""From what people type to a source of frames: device, picamera2, video, folder, pictures."""

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from table.errors import BadFile

if TYPE_CHECKING:
    from vision.frames import FrameSource

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")


def open_source(
    words: Sequence[str], size: tuple[int, int] = (1280, 720), fps: float = 15.0, report: Callable[[str], None] | None = None
) -> "FrameSource":
    """The source `words` name; several words are pictures in that order. BadFile where there is no such thing."""
    from vision.clip import Stills, Video
    from vision.picture import pictures_in

    first = words[0]
    if len(words) > 1:
        missing = [word for word in words if not Path(word).is_file()]
        if missing:
            raise BadFile(f"There is no picture {missing[0]}.")
        return Stills(words)
    if first == "auto":
        return _any_camera(size, fps, report)
    if first == "picamera2" or first.startswith("/dev/") or first.isdigit():
        return _camera(first, size, fps, report)
    path = Path(first)
    if path.is_dir():
        return Stills(pictures_in(path))
    if not path.is_file():
        raise BadFile(f"There is no video, picture, folder or camera {first}.")
    return Stills([first]) if path.suffix.lower() in PICTURES else Video(first)


def is_stills(words: Sequence[str]) -> bool:
    """True when each frame is a scene of its own, at rest."""
    return len(words) > 1 or Path(words[0]).is_dir() or Path(words[0]).suffix.lower() in PICTURES


def _camera(name: str, size: tuple[int, int], fps: float, report: Callable[[str], None] | None) -> "FrameSource":
    from vision.camera import Camera, PiCamera

    if name == "picamera2":
        return PiCamera(size, fps)
    return Camera(name, size, fps, report=report)


def _any_camera(size: tuple[int, int], fps: float, report: Callable[[str], None] | None) -> "FrameSource":
    """The ribbon-cable camera where there is one, else the first USB camera that answers."""
    trouble: list[BadFile] = []
    if importlib.util.find_spec("picamera2") is not None:
        try:
            return _camera("picamera2", size, fps, report)
        except BadFile as error:
            trouble.append(error)
    for device in sorted(Path("/dev").glob("video*"), key=lambda p: (len(p.name), p.name)):
        try:
            return _camera(str(device), size, fps, report)
        except BadFile as error:
            trouble.append(error)
    raise trouble[0] if trouble else BadFile("No camera is connected; plug one in. Until then cards can be tapped in on the dashboard.")
