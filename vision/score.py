"""How well labelled photos are read: the contract of `segnapunti score`.

Labels: one row an image (file, cards, deck, note); cards are every readable face-up card. A card reported and not in the
label is wrong; a labelled card not reported is abstained. Labels of ranks only count ranks. A card still in a hand
(`held=` in the note) need not be read. Rows that teach a deck (`teaches` in the note) are not scored.
"""

import csv
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from table import cards
from table.errors import BadFile, UnknownName
from table.observation import Sighting
from vision import enrol, pack, picture, weights
from vision.pack import Pack
from vision.pipeline import Pipeline
from vision.weights import Weights

SURE = 0.99  # a probability that should be kept: of cards reported at it or above, so many at least are right
HAND = 45  # cards read in a hand of a usual game

# column `deck` of the labels: packs that can read it, best first, and where it can be taught from, beside the labels
DECKS: dict[str, tuple[tuple[str, ...], str]] = {
    "italian-trentine": (("trentine",), "../art/it_trentine"),
    "french-berlin": (("berlin",), "deck-berlin"),
    "french-anglo": (("french",), ""),
    "french-anglo-bicycle": (("french",), ""),
    "french-anglo-several": (("french",), ""),
    "french-paris-and-others": (("french",), ""),
    "french-swiss-jass": (("jass", "french"), ""),
}


def score(
    labels: str | os.PathLike[str],
    deck: str | None = None,
    models: Weights | None = None,
    groups: Iterable[str] | None = None,
    folder: Path | None = None,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """{"groups": {name: {"images", "cards", "right", "wrong", "abstained", "accuracy", ..}}, "total": {..}}.

    covered: [right, of] those the note says are partly covered; sure: [right, of] those reported at SURE or more; hand: the
    error-free-hand rate, accuracy to the power of HAND; wrong_cards: which; errors: sentences, where images failed.

    deck: one pack for all rows instead of the table above. groups: only these (first folder of the file; `corners c-f` and
    `corners 0-b` are two). Raises BadFile when the labels cannot be read.
    """
    models = models or weights.load()
    wanted = set(groups) if groups is not None else None
    packs: dict[str, Pack] = {}
    out: dict[str, dict[str, Any]] = {}
    root = Path(labels).parent
    for row in _rows(labels):
        group = _group(row["file"])
        if "teaches" in row["note"] or (wanted is not None and not wanted & {group, group.split(" ")[0]}):
            continue
        tally = out.setdefault(group, dict.fromkeys(("images", "cards", "right", "wrong", "abstained"), 0))
        tally.setdefault("covered", [0, 0])
        tally.setdefault("sure", [0, 0])
        tally.setdefault("wrong_cards", [])
        if (key := deck or row["deck"]) not in packs:
            packs[key] = enrol.deck(deck, models, folder) if deck else _pack(row["deck"], root, models, folder)
        try:
            image = picture.read(root / row["file"])
        except BadFile as error:
            tally.setdefault("errors", []).append(str(error))
            continue
        _count(tally, row, Pipeline.of(models, packs[key]).look(image))
        if progress and sum(t["images"] for t in out.values()) % 25 == 0:
            progress(f"{group}: {tally['images']} images, {tally['right']} of {tally['cards']} right, {tally['wrong']} wrong")
    for tally in out.values():
        share = tally["right"] / tally["cards"] if tally["cards"] else None
        tally["accuracy"] = None if share is None else round(share, 4)
        tally["hand"] = None if share is None else round(share**HAND, 4)
    total = {k: sum(t[k] for t in out.values()) for k in ("images", "cards", "right", "wrong", "abstained")}
    return {"groups": out, "total": total}


def _count(tally: dict[str, Any], row: dict[str, str], found: list[Sighting]) -> None:
    want = Counter(row["cards"].split())
    ranks_only = bool(want) and all(c in cards.RANKS["french"] for c in want)
    got, sure = (
        Counter(cards.rank(s.card) if ranks_only else s.card for s in found if s.card is not None and s.confidence >= least)
        for least in (0.0, SURE)
    )
    tally["sure"][0] += (want & sure).total()
    tally["sure"][1] += sure.total()
    right, wrong, missed = want & got, got - want, want - got
    for held in _noted(row["note"], "held"):
        if missed[held]:
            missed[held] -= 1
            want[held] -= 1
    tally["images"] += 1
    tally["cards"] += want.total()
    tally["right"] += right.total()
    tally["wrong"] += wrong.total()
    tally["abstained"] += missed.total()
    for covered in [*_noted(row["note"], "partly_covered"), *_noted(row["note"], "trump")]:
        tally["covered"][0] += int(right[covered] > 0)
        tally["covered"][1] += 1
    tally["wrong_cards"] += [f"{row['file']}: {c} (p {_surest(found, c, ranks_only):.2f})" for c in sorted(wrong.elements())]


def _surest(found: list[Sighting], name: str, ranks_only: bool) -> float:
    return max(s.confidence for s in found if s.card is not None and (cards.rank(s.card) if ranks_only else s.card) == name)


def _pack(column: str, root: Path, models: Weights, folder: Path | None) -> Pack:
    names, teaches = DECKS.get(column, ((column, "french"), ""))
    for name in names:
        if name in pack.files(folder):
            return enrol.deck(name, models, folder)
    if teaches and (root / teaches).is_dir():
        return enrol.deck(str(root / teaches), models, folder)
    raise UnknownName("deck", names[0], pack.files(folder))


def _rows(labels: str | os.PathLike[str]) -> list[dict[str, str]]:
    try:
        with open(labels, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise BadFile(f"{labels} cannot be read: {error.strerror or error}.") from None
    except (UnicodeDecodeError, csv.Error):
        raise BadFile(f"{labels} is no table of labels (CSV in UTF-8).") from None
    if not rows or not {"file", "cards", "deck"} <= set(rows[0]):
        raise BadFile(f"{labels} is no table of labels; its first line should name the columns file, cards, deck, note.")
    return [{key: row.get(key) or "" for key in ("file", "cards", "deck", "note")} for row in rows]


def _group(file: str) -> str:
    top = file.split("/")[0]
    if top == "corners":  # trained on and tuned on: two groups, by the name's first character
        return "corners 0-b" if Path(file).name[0] in "0123456789ab" else "corners c-f"
    return top


def _noted(note: str, key: str) -> list[str]:
    found = re.search(rf"(?:^|\s){key}=(\S+)", note)
    return [found[1]] if found else []
