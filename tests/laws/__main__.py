"""`make laws`: every law in full. A line for each chunk of hands done; what fails is said with its seed, and the rest goes on.

make laws ARGS="--jobs 2 --keep laws.jsonl"     two processes; chunks done are kept in the file, and not done again when it is there
make laws ARGS="--only 'salisburghese 3'"       the laws and tables whose names have these words
make laws ARGS="--only 'whole bazzica 2 french-32 torzato' --seed 4711"   one hand, with its traceback
"""

import argparse
import json
import multiprocessing
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from tests.laws.suite import CHUNK, HANDS, Done, Law, laws, run

SHOWN = 5  # failures of a chunk told in full


def kept(path: Path | None) -> dict[tuple[str, int], Done]:
    """The chunks a file remembers, by law and first seed."""
    if path is None or not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {(row["law"], row["first"]): Done(**{**row, "failed": tuple((s, t) for s, t in row["failed"])}) for row in rows}


def chunks(found: list[Law], full: int, old: dict[tuple[str, int], Done]) -> Iterator[tuple[str, int, int, int]]:
    """What is still to be done: a chunk of each law in turn, so that all are tried early."""
    for first in range(0, max((law.full for law in found), default=0), CHUNK):
        for law in found:
            if first < law.full and (law.name, first) not in old:
                yield law.name, full, first, min(CHUNK, law.full - first)


def results(todo: list[tuple[str, int, int, int]], jobs: int) -> Iterator[Done]:
    """Every chunk checked."""
    if jobs < 2:
        yield from map(run, todo)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap_unordered(run, todo)


def main() -> int:
    """0 when every law held."""
    parser = argparse.ArgumentParser(prog="make laws", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=HANDS, help=f"of every table (default: {HANDS})")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--keep", type=Path, help="file of the chunks done; what it has is not done again")
    parser.add_argument("--only", default="", help="laws and tables with these words in their names")
    parser.add_argument("--seed", type=int, help="this one only")
    args = parser.parse_args()
    found = [law for law in laws(args.hands) if args.only in law.name]
    if args.seed is not None:
        for law in found:
            print(f"{law.name}, seed {args.seed}: held, {law.check(args.seed)}")
        return 0
    done = kept(args.keep)
    todo = list(chunks(found, args.hands, done))
    for result in results(todo, args.jobs):  # an interruption loses the chunks at work, no more
        done[(result.law, result.first)] = result
        if args.keep:
            with args.keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")
        print(line(next(law for law in found if law.name == result.law), done), flush=True)
        for seed, text in result.failed[:SHOWN]:
            print(f"  seed {seed}: {text}", flush=True)
    print()
    for law in found:
        print(line(law, done))
    return int(any(d.failed for d in done.values() if d.law in {law.name for law in found}))


def line(law: Law, done: dict[tuple[str, int], Done]) -> str:
    """How far a law is."""
    parts = [d for d in done.values() if d.law == law.name]
    hands_, failed = sum(d.count for d in parts), sum(len(d.failed) for d in parts)
    seen, seconds = sum(d.seen for d in parts), sum(d.seconds for d in parts)
    return f"{law.name}: {hands_} of {law.full}, {failed} failed, {seen} found, {seconds:.0f} s"


if __name__ == "__main__":
    sys.exit(main())
