"""Deck packs: how the cards of one deck look, as features to compare with; no pictures in the packs we ship.

A pack is one .npz file. Those taught here also keep a small reference picture a card (96 x 144 JPEG, some 3 kB), so that a
new recogniser can read them again; built-in ones are made anew with each recogniser instead.
"""

import os
import re
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from table import cards, deck
from table.errors import BadFile, BadValue, UnknownName
from vision.frames import Image

Features = NDArray[np.float32]
BUILT_IN = Path(__file__).parent.parent / "models" / "decks"
SUFFIX = ".npz"


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """Templates of one deck.

    name        file name without suffix
    codes       the card of each template; a card may have several (several prints of one pattern)
    features    (n, d) float32, unit norm, of the whole card
    aspects     (n,) width / height of the card a template
    provenance  where the pictures came from, and their licence
    embed       sha256 of the embedding model the features were made with
    pictures    a JPEG a template, 96 x 144, or none
    """

    name: str
    codes: tuple[str, ...]
    features: Features
    aspects: Features
    provenance: str = ""
    embed: str = ""
    pictures: tuple[bytes, ...] = ()
    faces: tuple[str, ...] = field(init=False)
    _index: NDArray[np.intp] = field(init=False)

    def __post_init__(self) -> None:
        if not self.codes or len(self.codes) != len(self.features) or len(self.aspects) != len(self.codes):
            raise BadValue(f"The pack {self.name!r} holds {len(self.codes)} cards and {len(self.features)} templates.")
        object.__setattr__(self, "faces", tuple(dict.fromkeys(self.codes)))
        object.__setattr__(self, "_index", np.array([self.faces.index(c) for c in self.codes], np.intp))

    @property
    def aspect(self) -> float:
        """The deck's width / height."""
        return float(np.median(self.aspects))

    def best(self, cosines: Features) -> Features:
        """(m, n) cosines against the templates to (m, faces): the best template of each card."""
        out = np.full((len(cosines), len(self.faces)), -1.0, np.float32)
        for column, face in enumerate(self._index.tolist()):
            out[:, face] = np.maximum(out[:, face], cosines[:, column])
        return out

    @property
    def composition(self) -> str:
        """The smallest composition that has all its cards; "" when none has."""
        fitting = [d for d in (deck.get(n) for n in deck.names() if "x" not in n) if set(self.faces) <= set(d.faces)]
        return min(fitting, key=len).name if fitting else ""

    @property
    def missing(self) -> tuple[str, ...]:
        """Cards of the composition that were not taught."""
        return tuple(c for c in deck.get(self.composition).faces if c not in self.faces) if self.composition else ()

    def only(self, faces: Iterable[str]) -> "Pack":
        """The same pack with only these cards (those in play); cards it does not have are left out silently."""
        keep = [i for i, c in enumerate(self.codes) if c in set(faces)]
        if not keep or len(keep) == len(self.codes):
            return self
        pictures = tuple(self.pictures[i] for i in keep) if self.pictures else ()
        codes = tuple(self.codes[i] for i in keep)
        return Pack(self.name, codes, self.features[keep], self.aspects[keep], self.provenance, self.embed, pictures)

    def save(self, folder: Path) -> Path:
        """Write NAME.npz into the folder (made if need be), replacing one of that name at once or not at all."""
        check_name(self.name)
        path = folder / f"{self.name}{SUFFIX}"
        part = path.with_suffix(".part")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                np.savez_compressed(
                    file,
                    codes=np.array(self.codes),
                    features=self.features.astype(np.float16),
                    aspects=self.aspects.astype(np.float32),
                    provenance=np.array(self.provenance),
                    embed=np.array(self.embed),
                    pictures=np.frombuffer(b"".join(self.pictures), np.uint8),
                    lengths=np.array([len(p) for p in self.pictures], np.int64),
                )
            os.replace(part, path)
        except OSError as error:
            raise BadFile(f"The deck {self.name!r} cannot be saved in {folder}: {error.strerror or error}.") from None
        return path


def load_file(path: Path) -> Pack:
    """Read a pack; BadFile with one sentence when it is damaged."""
    try:
        with np.load(path, allow_pickle=False) as z:
            lengths = z["lengths"].tolist()
            blob, at, pictures = z["pictures"].tobytes(), 0, []
            for n in lengths:
                pictures.append(blob[at : at + n])
                at += n
            codes = tuple(cards.parse(str(c)) for c in z["codes"])
            features = z["features"].astype(np.float32)
            return Pack(path.stem, codes, features, z["aspects"].astype(np.float32), str(z["provenance"]), str(z["embed"]), tuple(pictures))
    except FileNotFoundError:
        raise BadFile(f"There is no deck file {path}.") from None
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, EOFError) as error:
        raise BadFile(f"The deck file {path} is damaged ({error}); teach the deck again.") from None


def home(folder: Path | None = None) -> Path:
    """Where taught decks live: `folder`, else $SEGNAPUNTI_HOME/decks, else ~/.local/share/segnapunti/decks."""
    if folder is not None:
        return folder
    root = os.environ.get("SEGNAPUNTI_HOME")
    return (Path(root) if root else Path.home() / ".local" / "share" / "segnapunti") / "decks"


def files(folder: Path | None = None) -> dict[str, Path]:
    """Name to file of all packs; a taught deck hides a built-in one of the same name."""
    found: dict[str, Path] = {}
    for place in (BUILT_IN, home(folder)):
        if place.is_dir():
            found.update({p.stem: p for p in sorted(place.glob(f"*{SUFFIX}"))})
    return found


def load(name: str, embed: str = "", folder: Path | None = None, again: Callable[[Pack, list[Image]], Pack] | None = None) -> Pack:
    """The pack called `name`. Raises UnknownName (with the nearest), or BadFile when it was made for another recogniser.

    embed: sha256 of the embedding model in use ("" to take any). again: makes a pack anew from its reference pictures;
    used (and saved) when the pack was made with another model and has them.
    """
    known = files(folder)
    if name not in known:
        raise UnknownName("deck", name, known)
    pack = load_file(known[name])
    if not embed or pack.embed == embed:
        return pack
    if pack.pictures and again is not None:
        fresh = again(pack, pictures_of(pack))
        fresh.save(known[name].parent)
        return fresh
    raise BadFile(f"The deck {name!r} was made for another recogniser and has no pictures to be made anew from; teach it again (enrol).")


def pictures_of(pack: Pack) -> list[Image]:
    """The reference pictures, BGR."""
    import cv2  # only here: a pack's features need no OpenCV

    return [np.asarray(cv2.imdecode(np.frombuffer(p, np.uint8), cv2.IMREAD_COLOR), np.uint8) for p in pack.pictures]


@dataclass(frozen=True, slots=True)
class PackInfo:
    """One line of `segnapunti decks`: `error` is a sentence when the file cannot be read."""

    name: str
    cards: int
    composition: str
    missing: tuple[str, ...]
    built_in: bool
    provenance: str
    error: str = ""


def list_packs(folder: Path | None = None) -> list[PackInfo]:
    """All packs, built-in and taught, in name order."""
    out = []
    for name, path in sorted(files(folder).items()):
        built_in = path.parent == BUILT_IN
        try:
            p = load_file(path)
            out.append(PackInfo(name, len(p.faces), p.composition, p.missing, built_in, p.provenance))
        except BadFile as error:
            out.append(PackInfo(name, 0, "", (), built_in, "", str(error)))
    return out


def check_name(name: str) -> str:
    """A name a file can have: letters, digits, - and _. Raises BadValue."""
    if not re.fullmatch(r"[A-Za-z0-9][\w-]{0,39}", name):
        raise BadValue(f"{name!r} cannot be a deck's name; use up to 40 letters, digits, - and _.")
    return name
