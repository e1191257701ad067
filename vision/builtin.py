"""The deck packs that ship with the program, made from art whose licence allows it: features, no pictures.

    python -m vision.builtin ART [OUT]

`french` holds several prints of each card, so that any deck with Anglo, Berlin, Paris or Rheinland indices is read untaught.
To be made again with every new embed.onnx.
"""

import csv
import sys
from pathlib import Path

from table.errors import BadFile
from vision import enrol, pack, picture, weights
from vision.pack import Pack
from vision.templates import build
from vision.weights import Weights

# several similar prints at once read better than one; patterns far from any common deck only add chances to be wrong
FRENCH = (
    "gnome_anglo",
    "gnome_anglo_modern",
    "gnome_anglo_poker",
    "gnome_atlasnye",
    "gnome_bellot",
    "gnome_berlin",
    "gnome_dondorf",
    "gnome_guyenne-classic",
    "gnome_ornamental",
    "gnome_paris",
    "gnome_rheinland",
    "kde_paris",
    "kde_standard",
    "kde_xskat_french",
)
FREE = ("GPL", "LGPL", "MIT License", "CC0", "CC BY")  # what a licence in decks.csv may start with for features of it to be shipped


def french(art: Path, models: Weights, decks: tuple[str, ...] = FRENCH) -> Pack:
    """The pack `french` from folders of scans in `art`. Raises BadFile when a folder is missing or its licence forbids."""
    licences = _licences(art / "decks.csv")
    taught = []
    for deck in decks:
        if not licences.get(deck, "").startswith(FREE):
            raise BadFile(f"The licence of {deck} does not allow a built-in pack: {licences.get(deck, 'unknown')!r}.")
        taught += [enrol.scan(path, code) for path in picture.pictures_in(art / deck) if (code := enrol.code_of(path)) is not None]
    sources = "; ".join(f"{deck}: {licences[deck]}" for deck in decks)
    return build("french", taught, models.embedder, f"features of {sources}", pictures=False)


def _licences(path: Path) -> dict[str, str]:
    try:
        with path.open(newline="", encoding="utf-8") as file:
            return {row["deck"]: row["licence"] for row in csv.DictReader(file)}
    except (OSError, KeyError):
        raise BadFile(f"{path} should say the licence of each deck (columns deck, licence).") from None


def main(arguments: list[str]) -> int:
    """Command line: the folder of art, and where the packs go."""
    art, out = Path(arguments[0]), Path(arguments[1]) if len(arguments) > 1 else pack.BUILT_IN
    made = french(art, weights.load())
    path = made.save(out)
    print(f"{path.name}: {len(made.faces)} cards, {len(made.codes)} templates, {path.stat().st_size // 1024} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
