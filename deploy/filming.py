"""`simulate`: film hands at the simulated table and write clip, truth and what is in each frame."""

import json
from pathlib import Path

import cv2

from deploy import simulation
from deploy.choice import Choice
from table.errors import BadFile
from table.record import write


def film(choice: Choice, out: Path, hands: int, revoke: bool, fps: float = 10.0) -> int:
    """Write clip.mp4, truth.jsonl and frames.jsonl into `out`. With `revoke` the first hand has one broken obligation."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{out} cannot be made a folder ({error.strerror or error}).") from error
    scripts, dealer = [], choice.dealer
    for number in range(max(1, hands)):
        scripts.append(simulation.script(choice, number, dealer, revoke=revoke and number == 0))
        dealer = (dealer + 1) % len(choice.players)
    table = simulation.table(choice, iter(scripts), fps)
    width, height = table.size
    clip = cv2.VideoWriter(str(out / "clip.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), table.fps, (width, height))
    if not clip.isOpened():
        raise BadFile(f"{out / 'clip.mp4'} cannot be written.")
    frames = 0
    with (out / "frames.jsonl").open("w", encoding="utf-8") as truth:
        for frame in table:
            clip.write(frame.image)
            frames += 1
            if frame.truth is not None:
                truth.write(json.dumps(frame.truth.as_json(), ensure_ascii=False) + "\n")
    clip.release()
    write(out / "truth.jsonl", simulation.truth(choice, table.events))
    print(f"{out}: {frames} frames, {len(scripts)} hands.")
    return 0
