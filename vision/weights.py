"""The models that ship with the program, and the settings chosen for them.

`models/manifest.toml` names what was trained from what; its tables [locate], [recognise] and [follow] override the defaults
of the settings of the same names here.
"""

import dataclasses
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from table.errors import BadFile
from vision.inference import Model
from vision.locate import LocateSettings, Locator
from vision.recognise import Embedder, RecogniseSettings, Refiner

FOLDER = Path(__file__).parent.parent / "models"
S = TypeVar("S")


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Everything learned: one of each, ready to run, with the settings for recognising."""

    locator: Locator
    refiner: Refiner
    embedder: Embedder
    recognise: RecogniseSettings


def load(folder: Path | None = None, localiser: str | os.PathLike[str] | None = None, long_side: int | None = None) -> Weights:
    """The models of a folder (default: those shipped); `localiser` puts another Ultralytics OBB model in the locator's place.

    Raises BadFile when a model is missing or cannot be run.
    """
    root = folder or FOLDER
    facts = manifest(root)
    locate = settings(LocateSettings(), facts.get("locate", {}))
    recognise = settings(RecogniseSettings(), facts.get("recognise", {}))
    if long_side is not None:
        locate = dataclasses.replace(locate, long_side=long_side)
    return Weights(
        Locator(localiser or root / "locate.onnx", locate),
        Refiner(Model(root / "refine.onnx"), recognise.passes),
        Embedder(Model(root / "embed.onnx")),
        recognise,
    )


def manifest(folder: Path | None = None) -> dict[str, Any]:
    """The manifest's tables; empty when there is none."""
    path = (folder or FOLDER) / "manifest.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadFile(f"{path} cannot be read: {error}.") from None


def settings(defaults: S, table: dict[str, Any]) -> S:
    """The settings with the values of a manifest table put in; keys that are no setting are left alone."""
    known = {f.name: getattr(defaults, f.name) for f in dataclasses.fields(defaults)}  # type: ignore[arg-type]  # S is a dataclass
    values = {k: tuple(v) if isinstance(known[k], tuple) else type(known[k])(v) for k, v in table.items() if k in known}
    return dataclasses.replace(defaults, **values)  # type: ignore[type-var]  # S is a dataclass
