"""Live cameras: USB (V4L2/UVC) through OpenCV, the Raspberry Pi's ribbon-cable (CSI) camera through picamera2.

A CSI camera is never opened through VideoCapture: its /dev/video nodes give raw sensor data or nothing at all.
"""

import importlib
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from table.errors import BadFile
from vision.frames import Frame, Source

CSI_DRIVERS = ("unicam", "rp1-cfe", "bcm2835-isp", "bcm2835-codec", "pispbe", "rpi-hevc", "rpivid")
INSTALL_PICAMERA2 = (
    "install it with `sudo apt install python3-picamera2`, make the venv with --system-site-packages, and use the source `picamera2`"
)


def csi_device(device: int, sysfs: Path = Path("/sys/class/video4linux")) -> bool:
    """Does /dev/videoN belong to the CSI camera or the Pi's codec blocks?"""
    try:
        name = (sysfs / f"video{device}" / "name").read_text().lower()
    except OSError:
        return False
    return any(driver in name for driver in CSI_DRIVERS)


class Camera(Source):
    """A USB camera, e.g. device 0 or "/dev/video0"; a pulled camera is tried again every `retry` seconds, told through `report`.

    size, fps: what is asked for; the camera may give something else. clock and sleep come in for tests.
    """

    live = True

    def __init__(
        self,
        device: int | str = 0,
        size: tuple[int, int] = (1280, 720),
        fps: float = 15.0,
        retry: float = 2.0,
        report: Callable[[str], None] | None = None,
        sysfs: Path = Path("/sys/class/video4linux"),
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        number = re.fullmatch(r"(?:/dev/video)?(\d+)", str(device))
        if number and csi_device(int(number[1]), sysfs):
            raise BadFile(f"/dev/video{number[1]} belongs to the ribbon-cable (CSI) camera, which needs picamera2: {INSTALL_PICAMERA2}.")
        self.device: int | str = int(number[1]) if number else str(device)
        self.size, self.fps, self.retry = size, fps, retry
        self._report, self._clock, self._sleep = report or (lambda _: None), clock, sleep
        self._open = True
        self._capture = self._connect()
        if self._capture is None:
            raise BadFile(f"No camera answers at {self.name}; is it plugged in, and is no other program using it?")

    @property
    def name(self) -> str:
        """How people call the device."""
        return f"/dev/video{self.device}" if isinstance(self.device, int) else self.device

    def _connect(self) -> cv2.VideoCapture | None:
        capture = cv2.VideoCapture(self.device, cv2.CAP_V4L2) if isinstance(self.device, int) else cv2.VideoCapture(self.device)
        if not capture.isOpened():
            capture.release()
            return None
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # USB 2 carries 720p only compressed
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self.size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self.size[1])
        capture.set(cv2.CAP_PROP_FPS, self.fps)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # old frames would delay every event
        return capture

    def __iter__(self) -> Iterator[Frame]:
        start, number = self._clock(), 0
        while self._open:
            ok, image = self._capture.read() if self._capture is not None else (False, None)
            if ok and image is not None:
                yield Frame(np.asarray(image, np.uint8), self._clock() - start, number)
                number += 1
                continue
            if self._capture is not None:
                self._report(f"The camera {self.name} stopped answering; trying again.")
                self._capture.release()
                self._capture = None
            self._sleep(self.retry)
            if self._open and (capture := self._connect()) is not None:
                self._capture = capture
                self._report(f"The camera {self.name} is back.")

    def lock(self, locked: bool = True) -> dict[str, bool]:
        """Hold exposure, white balance and focus as they are (or let them go); says which of them the camera obeyed."""
        capture = self._capture
        if capture is None:
            return {"exposure": False, "white_balance": False, "focus": False}
        return {
            # V4L2's auto_exposure: 1 manual, 3 aperture priority
            "exposure": bool(capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1 if locked else 3)),
            "white_balance": bool(capture.set(cv2.CAP_PROP_AUTO_WB, 0 if locked else 1)),
            "focus": bool(capture.set(cv2.CAP_PROP_AUTOFOCUS, 0 if locked else 1)),
        }

    def close(self) -> None:
        self._open = False
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class PiCamera(Source):
    """The Pi's CSI camera through picamera2 (imported only here, from Debian's package)."""

    live = True

    def __init__(self, size: tuple[int, int] = (1280, 720), fps: float = 15.0, clock: Callable[[], float] = time.monotonic) -> None:
        try:
            module = importlib.import_module("picamera2")
        except ImportError:
            raise BadFile(f"The CSI camera needs picamera2: {INSTALL_PICAMERA2}.") from None
        try:
            self._camera: Any = module.Picamera2()  # Any: the package has no types and exists only on a Pi
            # picamera2's "RGB888" lies in memory as B, G, R
            self._camera.configure(
                self._camera.create_video_configuration(main={"format": "RGB888", "size": size}, controls={"FrameRate": fps})
            )
            self._camera.start()
        except (RuntimeError, IndexError) as error:
            raise BadFile(
                f"The CSI camera does not start ({error}); is the ribbon cable seated, and is no other program using it?"
            ) from None
        self._clock, self._open = clock, True

    def __iter__(self) -> Iterator[Frame]:
        start, number = self._clock(), 0
        while self._open:
            yield Frame(np.asarray(self._camera.capture_array("main"), np.uint8), self._clock() - start, number)
            number += 1

    def lock(self, locked: bool = True) -> dict[str, bool]:
        """Hold exposure, white balance and focus as they are now (or let them go)."""
        self._camera.set_controls({"AeEnable": not locked, "AwbEnable": not locked})
        focus = "AfMode" in self._camera.camera_controls
        if focus:
            self._camera.set_controls({"AfMode": 0 if locked else 2})  # libcamera: 0 manual, 2 continuous
        return {"exposure": True, "white_balance": True, "focus": focus}

    def close(self) -> None:
        if self._open:
            self._open = False
            self._camera.stop()
            self._camera.close()
