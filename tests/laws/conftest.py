"""The long checks run only when asked for by their marker (`make laws`)."""

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "laws" in (config.getoption("markexpr") or ""):
        return
    long = [item for item in items if item.get_closest_marker("laws")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in set(long)]
