"""The part of the board that only Salisburghese has: auction, monte, request, honours. Empty for other games."""

from collections.abc import Sequence
from typing import Any


def view(x: Any) -> dict[str, Any]:
    return {}


def menu(game: str) -> list[dict[str, str]]:
    return []


def mark(x: Any, members: Sequence[int]) -> str:
    return ""
