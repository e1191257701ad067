"""Crops of cards as they were played, so that a fault can be shown with the two pictures that prove it.

They live in memory for as long as the game is open and are never written anywhere.
"""

from typing import Any

import cv2
import numpy as np

from deploy.preview import encode
from table.observation import Observation, Sighting
from web.host import Picture

SIZE = (192, 288)  # pixels of a crop: enough to see which card it is, 12 kB each
MOST = 256  # crops kept: more than a hand of four decks has


class Evidence:
    """Crops by event. Written by the watching thread, read by requests: a dict's single steps are safe for that."""

    def __init__(self) -> None:
        self._crops: dict[int, Picture] = {}

    def keep(self, seq: int, card: str | None, observation: Observation, image: Any, likely: str | None = None) -> None:
        """The card played at event `seq`, out of the frame it was seen in; nothing when it is not found there. `likely`: what an unread
        one looks most like."""
        sighting = _played(card or likely, observation) or _played(card, observation)
        if sighting is None:
            return
        if len(self._crops) >= MOST:
            self._crops.pop(next(iter(self._crops)), None)
        self._crops[seq] = Picture(encode(cropped(image, sighting)), card or "", seq)

    def of(self, seq: int) -> Picture | None:
        """The crop of event `seq`, if one was kept."""
        return self._crops.get(seq)


def _played(card: str | None, observation: Observation) -> Sighting | None:
    lying = [s for s in observation.cards if s.face == "up" and card in (s.card, *(c for c, _ in s.candidates[: s.card is None]))]
    return max(lying, key=lambda s: s.visible, default=None)


def cropped(image: Any, sighting: Sighting) -> Any:
    """The card upright, SIZE pixels."""
    w, h = SIZE
    target = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    return cv2.warpPerspective(image, cv2.getPerspectiveTransform(np.array(sighting.corners, np.float32), target), SIZE)
