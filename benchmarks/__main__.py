"""`make bench`: every benchmark that can run here; what cannot says why. One JSON document on stdout, progress on stderr."""

import argparse
import json
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import following, peer
from table.errors import SegnapuntiError

Result = dict[str, Any]


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--only", choices=("seeing", "rules"), help="one part")
    parser.add_argument("--seconds", type=float, default=75.0, help="of the clip to follow in real time for the latency (default: 75)")
    parser.add_argument("--seed", type=int, default=1, help="of the filmed hand (default: 1)")
    args = parser.parse_args()
    out: Result = {"machine": machine()}
    if args.only != "rules":
        out["peer"] = attempt("peer", peer.measure)
        out["seeing"] = attempt("seeing", lambda: seeing(args.seed, args.seconds))
        out["ratios"] = ratios(out["peer"], out["seeing"])
    if args.only != "seeing":
        out["rules"] = attempt("rules", rules)
    json.dump(out, sys.stdout, indent=2)
    print()
    return 0


def machine() -> Result:
    """What the figures were measured on."""
    import os

    import onnxruntime

    return {
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "onnxruntime": onnxruntime.__version__,
    }


def seeing(seed: int, seconds: float) -> Result:
    """Film a hand, follow the clip as fast as it goes, then in real time through server and stream."""
    with tempfile.TemporaryDirectory(prefix="segnapunti-bench-") as folder:
        following.film(Path(folder), seed)
        return following.measure(Path(folder), seconds)


def rules() -> Result:
    """The rules engine."""
    from benchmarks import rules as engine

    return engine.measure()


def ratios(other: Result, ours: Result) -> Result:
    """Our cost of a frame as a share of one YOLO11n pass through the same runtime."""
    if "ms" not in other or "ms" not in ours:
        return {"left_out": other.get("left_out") or ours.get("left_out") or "nothing to compare"}
    return {kind: round(values["p50"] / other["ms"], 4) for kind, values in ours["ms"].items()}


def attempt(name: str, measure: Callable[[], Result]) -> Result:
    """The result, or why there is none."""
    print(f"{name} ..", file=sys.stderr, flush=True)
    try:
        return measure()
    except (SegnapuntiError, ImportError) as error:
        return {"left_out": str(error)}


if __name__ == "__main__":
    raise SystemExit(main())
