"""Teaching a deck from files: scans or photos named by card, or photos of rows of cards in known order."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from table import cards
from table.errors import BadFile, BadValue
from vision import geometry, pack, picture, weights
from vision.frames import Image
from vision.geometry import Quad
from vision.layout import Apart, apart, best, laid_out
from vision.pack import Pack
from vision.templates import Enrolled, Taught, again, build
from vision.weights import Weights


def enrol(
    name: str,
    source: str | os.PathLike[str] | Sequence[str],
    models: Weights | None = None,
    order: str | None = None,
    folder: Path | None = None,
    save: bool = True,
    provenance: str = "",
) -> Enrolled:
    """Teach the deck `name` and save its pack.

    source: a folder of pictures named by card code (AS.jpg, 10D.webp; AS_2.jpg for a second picture), or with `order`
    ("AS 10S ..", row by row) photos each showing several cards. models: those shipped, unless given. Raises BadValue or
    BadFile with one sentence.
    """
    pack.check_name(name)
    paths = _paths(source)
    models = models or weights.load()
    notes: list[str] = []
    if order is not None:
        taught = rows(paths, [cards.parse(c) for c in order.replace(",", " ").split()], models)
    else:
        taught, notes = named(paths, models)
    made = build(name, taught, models.embedder, provenance)
    notes += [f"{c} was taught from {n} pictures." for c, n in _counts(taught).items() if n > 4]
    if made.missing:
        notes.append(f"Missing: {' '.join(made.missing)} (of {made.composition}).")
    return Enrolled(made, made.save(pack.home(folder)) if save else None, tuple(notes), made.missing)


def deck(spec: str, models: Weights, folder: Path | None = None) -> Pack:
    """The deck a person named: a pack, or a folder of card pictures (taught in memory, not saved).

    Raises UnknownName (with the nearest name) or BadFile.
    """
    if spec not in pack.files(folder) and Path(spec).is_dir():
        name = re.sub(r"[^A-Za-z0-9_-]", "-", Path(spec).resolve().name).strip("-_")[:40] or "deck"
        return enrol(name, spec, models=models, save=False, provenance="a folder of pictures").pack
    return pack.load(spec, models.embedder.sha256, folder, lambda old, pictures: again(old, pictures, models.embedder))


def named(paths: Sequence[Path], models: Weights) -> tuple[list[Taught], list[str]]:
    """Cards from pictures named by code, one card each: scans are taken whole, in photos the card is found. And notes."""
    found: list[tuple[str, Path, Image]] = []
    notes = []
    for path in paths:
        code = code_of(path)
        if code is None:
            notes.append(f"{path.name} was left out: its name is no card code.")
            continue
        try:
            found.append((code, path, picture.read_scan(path)))
        except BadFile as error:
            notes.append(f"{error} It was left out.")
    if not found:
        raise BadValue(f"No picture in {paths[0].parent} is named by a card code, like AS.jpg, 3de.png or Ocu.webp; or give --order.")
    seen = [[] if image.shape[2] == 4 else apart(picture.flatten(image), models) for _, _, image in found]
    aspects = [_aspect(best(s).quad) for s in seen if s]
    usual = float(np.median(aspects)) if aspects else 0.0
    places = [_place(s, image, usual) for s, (_, _, image) in zip(seen, found, strict=True)]
    # one answer for the whole folder: a scanned court card's inner frame may look like a card, a whole folder of them does not
    scans = sum(p is None for p in places) * 2 > len(places)
    out = []
    for (code, path, image), place in zip(found, places, strict=True):
        if scans:
            out.append(Taught(code, scanned(image), _upright(image).shape[1] / _upright(image).shape[0], str(path)))
        elif place is not None:
            out.append(Taught(code, geometry.warp(picture.flatten(image), place), _aspect(place), str(path)))
        else:
            notes.append(f"No card was found in {path.name}; it was left out.")
    return out, notes


def _place(seen: Sequence[Apart], image: Image, usual: float) -> Quad | None:
    """The one card a photo shows, of the usual aspect; None when the picture seems to be the card itself (a scan) or shows none."""
    if not seen:
        return None
    found = best(seen, usual)
    return None if found.worth < 0.05 or geometry.area(found.quad) > 0.8 * image.shape[0] * image.shape[1] else found.quad


def rows(paths: Sequence[Path], codes: Sequence[str], models: Weights) -> list[Taught]:
    """Cards from photos of cards laid out row by row, left to right, top to bottom, photo after photo, in the order of `codes`."""
    left = list(codes)
    out = []
    for path in paths:
        image = picture.read(path)
        quads = laid_out(image, models)
        if len(quads) > len(left):
            raise BadValue(f"{path.name} shows {len(quads)} cards, but only {len(left)} are left in the order given; do they lie apart?")
        for q in quads:
            out.append(Taught(left.pop(0), geometry.warp(image, q), _aspect(q), str(path)))
    if left:
        raise BadValue(f"{len(out)} cards were found, {len(codes)} are in the order given; do they all lie face up, apart from each other?")
    return out


def scan(path: Path, code: str) -> Taught:
    """A picture that the card fills, taken whole."""
    image = picture.read_scan(path)
    upright = _upright(image)
    return Taught(code, scanned(image), upright.shape[1] / upright.shape[0], str(path))


def scanned(image: Image) -> Image:
    """A scan that the card fills, as a crop; transparent corners lie on grey."""
    flat = picture.flatten(_upright(image), 128)
    h, w = flat.shape[:2]
    return geometry.warp(flat, np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32))


def _aspect(q: Quad) -> float:
    w, h = geometry.size(q)
    return w / h


def _upright(image: Image) -> Image:
    return np.ascontiguousarray(np.rot90(image)) if image.shape[1] > image.shape[0] else image


def _counts(taught: Sequence[Taught]) -> dict[str, int]:
    return {c: sum(t.code == c for t in taught) for c in dict.fromkeys(t.code for t in taught)}


def code_of(path: Path) -> str | None:
    try:
        return cards.parse(path.stem.split("_")[0].split(" ")[0].split("-")[0])
    except BadValue:
        return None


def _paths(source: str | os.PathLike[str] | Sequence[str]) -> list[Path]:
    items = [Path(s) for s in ([source] if isinstance(source, (str, os.PathLike)) else source)]
    if len(items) == 1 and items[0].is_dir():
        return picture.pictures_in(items[0])
    for p in items:
        if not p.is_file():
            raise BadFile(f"There is no file or folder {p}.")
    return items
