"""Vision put together for the commands: models, a deck to compare with, and what `look`, `enrol` and `score` answer."""

import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2

from deploy.choice import SIM, pack_folder
from table.deck import get
from table.errors import BadFile, SegnapuntiError, UnknownName
from table.observation import Sighting
from vision import enrol, picture, templates, weights
from vision.pack import Pack, files, load
from vision.pipeline import Pipeline
from vision.weights import Weights


def models(localiser: str = "") -> Weights:
    """The models that come along; BadFile with what to do where they are missing."""
    if not (weights.FOLDER / "manifest.toml").is_file() and not (weights.FOLDER / "locate.onnx").is_file():
        raise BadFile(f"The models are missing from {weights.FOLDER}; take a complete checkout, or train them with make train.")
    return weights.load(localiser=localiser or None)


def known(name: str) -> None:
    """UnknownName, with the nearest, unless `name` is a deck or a folder; asked before models are loaded."""
    if name != SIM and pack_folder(name) is None and name not in (there := files()):
        raise UnknownName("deck", name, [*there, SIM])


def deck(name: str, eyes: Weights, faces: Iterable[str] = ()) -> Pack:
    """The pack called `name`, or learned on the spot from a folder of images or the simulator's own drawings.

    `faces`: the cards in play; the others of the pack are left out. UnknownName where there is no such deck.
    """
    if (folder := pack_folder(name)) is not None:
        pack = enrol.enrol(_folder_name(folder), str(folder), eyes, save=False).pack
    elif name == SIM:
        pack = _drawn(eyes, tuple(faces))
    else:
        pack = load(name, eyes.embedder.sha256, again=lambda old, pictures: templates.again(old, pictures, eyes.embedder))
    return pack.only(faces) if faces else pack


def _folder_name(folder: Path) -> str:
    kept = "".join(letter if letter.isalnum() else "-" for letter in folder.resolve().name).strip("-")
    return kept[:40] or "folder"


def _drawn(eyes: Weights, faces: tuple[str, ...]) -> Pack:
    """The simulator's deck, learned as any other would be: from one picture a card."""
    from vision.sim.art import draw_face

    taught = []
    for code in faces or get("french-52").faces:
        face = draw_face(code)
        taught.append(templates.Taught(code, enrol.scanned(face), face.shape[1] / face.shape[0], SIM))
    return templates.build(SIM, taught, eyes.embedder, "drawn by this program", pictures=False)


def look_at(images: Sequence[str], deck_name: str, localiser: str = "") -> dict[str, object]:
    """The document of `look --json`."""
    known(deck_name)
    eyes = models(localiser)
    pipeline = Pipeline.of(eyes, deck(deck_name, eyes))
    found: list[dict[str, object]] = []
    for path in images:
        try:
            image = picture.read(path)
        except SegnapuntiError as error:
            found.append({"image": path, "error": str(error)})
            continue
        begun = time.perf_counter()
        cards = pipeline.look(image)
        spent = (time.perf_counter() - begun) * 1000
        found.append({"image": path, "ms": round(spent, 1), "cards": [sighting_json(card) for card in cards]})
    return {"images": found}


def sighting_json(card: Sighting) -> dict[str, object]:
    """One card as the contract of `look` has it."""
    return {
        "card": card.card,
        "confidence": round(card.confidence, 4),
        "candidates": [[code, round(p, 4)] for code, p in card.candidates],
        "corners": [[round(x, 1), round(y, 1)] for x, y in card.corners],
        "face": card.face,
    }


def teach(name: str, source: str, order: str | None) -> dict[str, object]:
    """Teach a deck from files, or from one look through a camera at a row in known order; saves the pack."""
    eyes = models()
    if source == "picamera2" or source.startswith("/dev/"):
        if order is None:
            raise BadFile("From a camera name the cards that lie there, row by row, with --order; or teach the deck on the dashboard, guided.")
        with tempfile.TemporaryDirectory() as folder:
            still = Path(folder) / "row.png"
            cv2.imwrite(str(still), _one_frame(source))
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


def _one_frame(source: str) -> "cv2.typing.MatLike":
    """A frame once the camera has settled its exposure."""
    from deploy.sources import open_source

    frames = open_source([source])
    try:
        for number, frame in enumerate(frames):
            if number >= 15:
                return frame.image
    finally:
        frames.close()
    raise BadFile(f"The camera {source} gave no picture.")


def score_labels(labels: str, deck_name: str | None) -> dict[str, object]:
    """The document of `score --json`."""
    from vision.score import score

    if deck_name is not None:
        known(deck_name)
    return score(labels, models(), deck_name)
