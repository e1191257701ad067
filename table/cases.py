"""Worked cases (RULES.md, "Case files"): a question about one rule with its expected answer, as a JSON file.

`answer` gives the answer to a case; `check` reads files, answers, and says whether it is the expected one. A malformed case
is one clear sentence naming the field.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from table import casefields as field
from table import caserules
from table.casefields import Json
from table.errors import BadFile, BadValue, SegnapuntiError

Answer = dict[str, object]


def check(paths: Iterable[str]) -> list[Json]:
    """One entry a file: {"case", "got", "ok"} ("ok" only where the file says what to expect), or {"case", "error"}."""
    out: list[Json] = []
    for path in paths:
        try:
            case = read(path)
            got = answer(case)
            entry: Json = {"case": str(path), "got": got}
            if "expect" in case:
                entry["ok"] = got == case["expect"]
        except SegnapuntiError as error:
            entry = {"case": str(path), "error": str(error)}
        out.append(entry)
    return out


def right(entries: Iterable[Json]) -> bool:
    """True when every case could be answered and none differs from what it expects."""
    return all("error" not in e and e.get("ok", True) for e in entries)


def read(path: str) -> Json:
    """The case in a file; BadFile or BadValue with a sentence when it cannot be read."""
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not a case file: it is not UTF-8 text.") from None
    except (OSError, ValueError) as error:
        raise BadFile(f"Cannot read {path}: {getattr(error, 'strerror', None) or error}.") from None
    try:
        case = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadValue(f"{path} is not JSON: {error.msg} in line {error.lineno}.") from None
    except (RecursionError, ValueError):
        raise BadValue(f"{path} is not JSON a case could be written in.") from None
    if not isinstance(case, dict):
        raise BadValue(f"{path} is not a case: it must be a JSON object.")
    return case


def answer(raw: Mapping[str, object]) -> Answer:
    """The answer to a case, with exactly the keys of its `expect` where it has one."""
    case = field.case(raw)
    got = caserules.find(case)(case)
    expect = raw.get("expect")
    if expect is None:
        return got
    if not isinstance(expect, dict):
        raise BadValue("expect must be an object.")
    unknown = [k for k in expect if k not in got]
    if unknown:
        raise BadValue(f"expect.{unknown[0]} is not an answer of {case.game} {case.kind}; it answers {', '.join(got)}.")
    return {k: got[k] for k in expect}
