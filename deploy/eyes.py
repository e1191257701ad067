"""Vision as the commands and the appliance use it: models, decks, the pipeline with the deck in play."""

import tempfile
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import cv2

from deploy.choice import SIM
from table.deck import get, names
from table.errors import BadFile
from table.observation import Observation
from vision import enrol, templates, weights
from vision.frames import Frame
from vision.pack import Pack
from vision.pipeline import Pipeline
from vision.weights import Weights


def models(localiser: str = "") -> Weights:
    """The models that come along; BadFile with what to do where they are missing."""
    if not (weights.FOLDER / "embed.onnx").is_file():
        raise BadFile(f"The models are missing from {weights.FOLDER}; take a complete checkout, or train them with make train.")
    return weights.load(localiser=localiser or None)


def deck(name: str, eyes: Weights, faces: Iterable[str] = ()) -> Pack:
    """The pack called `name`, or learned on the spot from a folder of images or from the simulator's own drawings.

    `faces`: the cards in play; the others of the pack are left out. UnknownName where there is no such deck.
    """
    codes = tuple(faces)
    pack = _drawn(eyes, codes) if name == SIM else enrol.deck(name, eyes)
    return pack.only(codes) if codes else pack


def _drawn(eyes: Weights, faces: tuple[str, ...]) -> Pack:
    """The simulator's deck, learned as any other would be: from one picture a card."""
    from vision.sim.art import draw_face

    taught = []
    for code in faces or dict.fromkeys(code for name in names() for code in get(name).faces):
        face = draw_face(code)
        taught.append(templates.Taught(code, enrol.scanned(face), face.shape[1] / face.shape[0], SIM))
    return templates.build(SIM, taught, eyes.embedder, "drawn by this program", pictures=False)


class Eyes:
    """One pipeline shared by the thread that looks and the pages that change the deck."""

    def __init__(self, localiser: str = "") -> None:
        self.weights = models(localiser)
        self._lock = threading.Lock()
        self._pipeline: Pipeline | None = None
        self.playing: tuple[str, tuple[str, ...]] = ("", ())  # pack and faces in play

    def play_with(self, name: str, faces: Sequence[str]) -> None:
        """From now on read cards of this deck; does nothing when it is in play already."""
        if self.playing == (name, tuple(faces)):
            return
        pack = deck(name, self.weights, faces)
        with self._lock:
            if self._pipeline is None:
                self._pipeline = Pipeline.of(self.weights, pack)
            else:
                self._pipeline.play_with(pack)
            self.playing = (name, tuple(faces))

    def process(self, frame: Frame) -> Observation:
        """What is on the table; nothing while no deck is in play."""
        with self._lock:
            return self._pipeline.process(frame) if self._pipeline else Observation(frame.at, frame.number, frame.size)

    @property
    def looks(self) -> int:
        """How often a frame was looked at closely."""
        return self._pipeline.looks if self._pipeline else 0


def teach(name: str, source: str, order: str | None) -> dict[str, Any]:
    """Teach a deck from files, or from one look through a camera at a row in known order; saves the pack."""
    eyes = models()
    if source == "picamera2" or source.startswith("/dev/"):
        if order is None:
            raise BadFile(
                "From a camera name the cards that lie there, row by row, with --order; or teach the deck on the dashboard, guided."
            )
        with tempfile.TemporaryDirectory() as folder:
            still = Path(folder) / "row.png"
            cv2.imwrite(str(still), one_frame([source]).image)
            done = enrol.enrol(name, str(still), eyes, order=order)
    else:
        done = enrol.enrol(name, source, eyes, order=order)
    return {
        "name": name,
        "cards": len(done.pack.faces),
        "composition": done.pack.composition,
        "missing": list(done.missing),
        "notes": list(done.notes),
    }


def one_frame(words: Sequence[str], settle: int = 15) -> Frame:
    """A frame of a source, once a camera has settled its exposure; BadFile when it gives none."""
    from deploy.sources import open_source

    frames = open_source(words)
    last: Frame | None = None
    try:
        for number, frame in enumerate(frames):
            last = frame
            if number >= settle or not frames.live:
                break
    finally:
        frames.close()
    if last is None:
        raise BadFile(f"{words[0]} gave no picture.")
    return last
