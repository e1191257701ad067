"""How much the random tests try: a sample in `make test`, all of it, marked `laws`, in `make laws`."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

MANY = 100  # seeds from which on it is worth starting a process a core


def seeds(sample: int, full: int, parts: int = 10) -> Any:
    """Parametrize by ranges of seeds: one of `sample`; and, for `make laws`, `parts` that make `full` together."""
    step = -(-full // parts)
    ranges = [range(i * step, (i + 1) * step) for i in range(parts)]
    long = [pytest.param(r, marks=pytest.mark.laws, id=f"{r.start}-{r.stop - 1}") for r in ranges]
    return pytest.mark.parametrize("seeds", [pytest.param(range(sample), id=f"first {sample}"), *long])


def each(check: Callable[[int], None], seeds: range) -> None:
    """Check every seed, many of them on all cores. `check` is a function of a module, or a partial of one."""
    if len(seeds) <= MANY:
        for seed in seeds:
            check(seed)
        return
    with ProcessPoolExecutor() as pool:
        for _ in pool.map(check, seeds, chunksize=20):
            pass
