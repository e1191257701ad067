"""The laws by name: what each checks of one seed, and how many seeds make it full."""

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.laws import hands, test_any_order, test_damage, test_proof

CHUNK = 500
HANDS = 10_000


@dataclass(frozen=True)
class Law:
    """A check of one seed, and how many seeds make it full. The check tells how many revokes (or hands stopped) it saw."""

    name: str
    check: Callable[[int], int]
    full: int


@dataclass(frozen=True)
class Done:
    """A chunk of seeds checked: `seen` what the checks told, summed; `seconds` of processor time."""

    law: str
    first: int
    count: int
    seen: int
    failed: tuple[tuple[int, str], ...]
    seconds: float


def laws(full: int = HANDS) -> list[Law]:
    """All of them; those that take longest for what they show come last."""
    found = [Law(f"whole {table}", partial(hands.whole, table), full) for table in hands.TABLES]
    for players, profile in test_proof.BAZZICA:
        check = partial(test_proof.bazzica_duel, players, profile)
        found.append(Law(f"proof bazzica {players} {profile}, short hands", check, full))
    fast = [table for table in hands.TABLES if table.game != "salisburghese"]
    found += [Law(f"at once {table}", partial(hands.at_once, table), full // 10) for table in fast]
    found.append(Law("any order", test_any_order.soup, full // 2))
    found.append(Law("damaged record", damaged_record, full // 20))
    found.append(Law("damaged case", test_damage.damaged_case, full * 4))
    for players in (2, 4, 3):
        check = partial(test_proof.salisburghese_duel, players)
        found.append(Law(f"proof salisburghese {players}, short hands", check, full))
    found += [Law(f"whole {table}", partial(hands.whole, table), full // 5) for table in hands.VARIANTS]
    return found


def damaged_record(seed: int) -> int:
    """With a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="segnapunti-laws-") as folder:
        return test_damage.damaged_record(Path(folder), seed)


def run(job: tuple[str, int, int, int]) -> Done:
    """Check the seeds from `first` on."""
    name, full, first, count = job
    check = next(law.check for law in laws(full) if law.name == name)
    began, seen, failed = time.process_time(), 0, []
    for seed in range(first, first + count):
        try:
            seen += check(seed)
        except Exception as error:  # whatever falls over is what is looked for
            failed.append((seed, f"{type(error).__name__}: {error}"))
    return Done(name, first, count, seen, tuple(failed), round(time.process_time() - began, 2))
