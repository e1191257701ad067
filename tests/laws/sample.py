"""How much the random tests try: a sample in `make test`, all of it, marked `laws`, in `make laws`."""

from typing import Any

import pytest


def seeds(sample: int, full: int, parts: int = 10) -> Any:
    """Parametrize by ranges of seeds: one of `sample`; and, for `make laws`, `parts` that make `full` together."""
    step = -(-full // parts)
    ranges = [range(i * step, (i + 1) * step) for i in range(parts)]
    long = [pytest.param(r, marks=pytest.mark.laws, id=f"{r.start}-{r.stop - 1}") for r in ranges]
    return pytest.mark.parametrize("seeds", [pytest.param(range(sample), id=f"first {sample}"), *long])
