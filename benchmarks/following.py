"""Following a filmed hand: cost of a frame, clip seconds a second, memory, and the time from a card at rest to the event on the stream.

Runs in a process of its own, so that the memory is that of the appliance and not of the film studio.
"""

import json
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deploy.choice import Choice
from table.events import Play
from table.record import read

FPS = 15.0
PLAYERS = ("Anna", "Bruno")


def film(folder: Path, seed: int) -> None:
    """clip.mp4 and truth.jsonl of one hand of Briscola, 1280 x 720."""
    from contextlib import redirect_stdout

    from deploy.filming import film as shoot

    with redirect_stdout(sys.stderr):
        shoot(Choice("briscola", PLAYERS, "italian-40", "sim", seed=seed), folder, 1, False, fps=FPS)


def measure(folder: Path, seconds: float) -> dict[str, Any]:
    """Both runs over the clip, in a fresh process."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.following", str(folder), str(seconds)], stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        return {"left_out": "following the clip failed, see above"}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def fast(folder: Path) -> dict[str, Any]:
    """The clip as fast as it goes: decoding, looking, tracking."""
    from deploy.eyes import Eyes
    from deploy.match import Look, Match
    from table.deck import get
    from table.session import Session
    from vision.clip import Video

    eyes = Eyes()
    eyes.play_with("sim", get("italian-40").faces)
    match = Match(Look(source="sim"))
    match.play(Session("briscola", PLAYERS, {}, "italian-40"))
    spent: dict[str, list[float]] = {"still": [], "moving": [], "new_card": []}
    frames, begun = 0, time.perf_counter()
    for frame in Video(folder / "clip.mp4"):
        looks, before = eyes.looks, time.perf_counter()
        observation = eyes.process(frame)
        match.observe(observation)
        took = (time.perf_counter() - before) * 1000
        spent["new_card" if eyes.looks > looks else "moving" if observation.moving > 0.002 else "still"].append(took)
        frames += 1
    total = time.perf_counter() - begun
    return {
        "ms": {kind: summary(values) for kind, values in spent.items() if values},
        "frames": {kind: len(values) for kind, values in spent.items()},
        "clip_seconds_per_second": round(frames / FPS / total, 2),
        "size": [1280, 720],
    }


def live(folder: Path, seconds: float) -> dict[str, Any]:
    """The clip in real time through appliance, server and stream: when does the event arrive that a card at rest means?"""
    from deploy.appliance import Appliance
    from deploy.eyes import Eyes
    from deploy.settings import Settings, defaults
    from deploy.simulation import Paced
    from vision.clip import Video
    from vision.frames import Frame
    from web.host import Setup

    shown: list[tuple[float, float]] = []  # time in the clip, time on the clock

    class Projector(Paced):
        """The clip at its own pace, noting when each frame was shown."""

        def __iter__(self) -> Iterator[Frame]:
            for frame in super().__iter__():
                if frame.at > seconds:
                    return
                shown.append((frame.at, time.monotonic()))
                yield frame

    settings = Settings({**defaults().values, "host": "127.0.0.1", "port": 0, "panel": False})
    appliance = Appliance(settings, folder / "ledger.db", Eyes(), lambda report: Projector(Video(folder / "clip.mp4"), 1.0), "sim")
    appliance.open(Setup("briscola", PLAYERS, 0, "italian-40", "sim"))
    arrived: list[tuple[float, int]] = []  # clock, seq
    url = f"http://127.0.0.1:{appliance.server.port}/live"
    appliance.server.start()
    threading.Thread(target=listen, args=(url, arrived), daemon=True).start()
    time.sleep(1.0)
    assert appliance.lookout is not None, "eyes and a source were given"
    appliance.lookout.watcher.start()
    while appliance.lookout.health.state not in ("ended", "failed"):
        time.sleep(0.2)
    time.sleep(0.5)
    log = appliance.match.session.events if appliance.match.session else []
    appliance.close()
    return {"latency_ms": latency(folder, shown, arrived, log)}


def listen(url: str, arrived: list[tuple[float, int]]) -> None:
    """Note when each `id: game:seq` line of the stream comes in."""
    with urllib.request.urlopen(url, timeout=600) as stream:
        for raw in stream:
            line = raw.decode("utf-8", "replace").strip()
            if line.startswith("id:"):
                arrived.append((time.monotonic(), int(line.rpartition(":")[2])))


def latency(folder: Path, shown: list[tuple[float, float]], arrived: list[tuple[float, int]], log: list[tuple[int, Any]]) -> dict[str, Any]:
    """p50 and p95 over the plays that were read as played, in milliseconds."""
    rests = [(e.card, e.at) for _, e in read(folder / "truth.jsonl").events if isinstance(e, Play)]
    seqs = {e.card: seq for seq, e in log if isinstance(e, Play) and e.card}
    waits, unread = [], 0
    for card, at in rests:
        at_rest = next((clock for clip, clock in shown if at is not None and clip >= at), None)
        if at_rest is None:
            continue  # beyond what was shown
        came = next((clock for clock, seq in arrived if card in seqs and seq >= seqs[card]), None)
        if came is None:
            unread += 1
        else:
            waits.append((came - at_rest) * 1000)
    return {**summary(waits), "cards": len(waits), "not_on_the_stream": unread} if waits else {"left_out": "no card came through"}


def summary(values: list[float]) -> dict[str, float]:
    """Median and 95th percentile."""
    if len(values) == 1:
        return {"p50": round(values[0], 3), "p95": round(values[0], 3)}
    return {"p50": round(statistics.median(values), 3), "p95": round(statistics.quantiles(values, n=20, method="inclusive")[18], 3)}


def memory() -> dict[str, float]:
    """Resident memory of this process now and at most, in MB."""
    text = Path("/proc/self/status").read_text(encoding="ascii")
    found = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in text.splitlines() if line.startswith(("VmRSS", "VmHWM"))}
    return {"resident_mb": round(found["VmRSS"], 1), "most_mb": round(found["VmHWM"], 1)}


if __name__ == "__main__":
    place, length = Path(sys.argv[1]), float(sys.argv[2])
    json.dump({**fast(place), **live(place, length), "memory": memory()}, sys.stdout)
