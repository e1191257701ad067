"""Recorded sources: a video file, a folder of stills in name order, a list of stills, or pictures already in memory."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np

from table.errors import BadFile
from vision import picture
from vision.frames import Frame, Image, Source


class Stills(Source):
    """Picture files, each a scene at rest, `seconds` apart. Bad files are skipped; `errors` holds a sentence for each."""

    def __init__(self, paths: Iterable[str | os.PathLike[str]], seconds: float = 2.0) -> None:
        self.paths = [Path(p) for p in paths]
        self.seconds = seconds
        self.errors: list[str] = []

    def __iter__(self) -> Iterator[Frame]:
        for number, path in enumerate(self.paths):
            try:
                image = picture.read(path)
            except BadFile as error:
                self.errors.append(str(error))
                continue
            yield Frame(image, number * self.seconds, number, rest=True, name=str(path))


class Pictures(Source):
    """Pictures in memory; `rest` as for Frame: True when each is a scene of its own."""

    def __init__(self, images: Iterable[Image], fps: float = 15.0, rest: bool | None = None) -> None:
        self.images, self.fps, self.rest = images, fps, rest

    def __iter__(self) -> Iterator[Frame]:
        for number, image in enumerate(self.images):
            yield Frame(image, number / self.fps, number, rest=self.rest)


class Video(Source):
    """A video file. A file that ends early yields what it has, then raises BadFile: nothing read before is lost."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise BadFile(f"There is no file {path}.")
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise BadFile(f"{path} is not a video that can be read, or it is cut short.")
        self.fps = float(self._capture.get(cv2.CAP_PROP_FPS)) or 25.0
        self.frames = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))

    def __iter__(self) -> Iterator[Frame]:
        number = 0
        while True:
            ok, image = self._capture.read()
            if not ok or image is None:
                break
            yield Frame(np.asarray(image, np.uint8), number / self.fps, number, name=str(self.path))
            number += 1
        # containers may announce a frame or two more than they hold; a real cut loses many
        if number == 0:
            raise BadFile(f"{self.path} holds no frame that can be read.")
        if self.frames > 0 and number < min(self.frames - 3, 0.97 * self.frames):
            raise BadFile(f"{self.path} is cut short: {number} of {self.frames} frames could be read.")

    def close(self) -> None:
        self._capture.release()
