"""What a command is, and the few things all of them do: write JSON, name a later issue."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """`arguments` adds to a parser what the command takes; `run` does it and returns the exit status."""

    name: str
    help: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def write_json(document: object) -> None:
    """One JSON document on stdout, and nothing else."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")


def json_option(parser: argparse.ArgumentParser) -> None:
    """`--json`, as every command that answers a question has it."""
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def complain(sentence: str) -> None:
    """One line on stderr."""
    sys.stderr.write(" ".join(sentence.split()) + "\n")
