"""The camera's picture for the dashboard: the newest frame with what was understood drawn over it, as JPEG."""

from collections.abc import Callable

import cv2
import numpy as np

from table.observation import Observation
from vision.frames import Frame, Image

WIDTH = 960  # enough for a tablet, and 60 kB a picture
SURE, UNSURE, BACK = (80, 200, 80), (60, 170, 255), (200, 160, 90)  # BGR

Latest = Callable[[], tuple[Frame, Observation] | None]


class FramePreview:
    """web.host.Preview over the watcher's newest frame."""

    def __init__(self, latest: Latest) -> None:
        self._latest = latest

    def jpeg(self) -> bytes | None:
        """None before the first frame."""
        latest = self._latest()
        return None if latest is None else drawn(*latest)


def drawn(frame: Frame, observation: Observation) -> bytes:
    """Outlines: green read, amber unread, blue face down; the code beside each read card."""
    width, _ = frame.size
    scale = min(1.0, WIDTH / width)
    image = cv2.resize(frame.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else frame.image.copy()
    for card in observation.cards:
        corners = np.rint(np.array(card.corners) * scale).astype(np.int32)
        colour = BACK if card.face == "down" else SURE if card.card else UNSURE
        cv2.polylines(image, [corners], isClosed=True, color=colour, thickness=2, lineType=cv2.LINE_AA)
        if card.face == "up":
            x, y = (round(v * scale) for v in card.centre)
            text = card.card or "?"
            for ink, thickness in (((20, 20, 20), 4), ((255, 255, 255), 1)):
                cv2.putText(image, text, (x - 16, y + 6), cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, thickness, cv2.LINE_AA)
    return encode(np.asarray(image, np.uint8))


def encode(image: Image, quality: int = 80) -> bytes:
    """BGR picture → JPEG bytes."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes() if done else b""
