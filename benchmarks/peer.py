"""The yardstick: YOLO11n (Ultralytics, 640 px, random weights) exported to ONNX, through the runtime and thread the product uses.

Its weights do not matter for its speed, so none are needed. The export needs torch, which lives in .venv-train only.
"""

import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv-train" / "bin" / "python"
MODEL = ROOT / ".train" / "bench" / "yolo11n.onnx"
RUNS = 15
EXPORT = "from ultralytics import YOLO; print(YOLO('yolo11n.yaml').export(format='onnx', imgsz=640, opset=17))"


def measure() -> dict[str, Any]:
    """`{"ms": median of one pass, "size": 640}`, or why it was left out."""
    if not MODEL.exists():
        if not PYTHON.exists():
            return {"left_out": "there is no .venv-train to export YOLO11n with (make train makes it)"}
        reason = export()
        if reason:
            return {"left_out": reason}
    from vision.inference import Model

    model = Model(MODEL)
    picture = np.random.default_rng(1).random((1, 3, 640, 640), np.float32)
    model(picture)
    spent = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        model(picture)
        spent.append((time.perf_counter() - begun) * 1000)
    return {"ms": round(statistics.median(spent), 2), "size": 640, "model": "yolo11n, Ultralytics, random weights, ONNX"}


def export() -> str:
    """Make the ONNX file; "" or why that failed."""
    MODEL.parent.mkdir(parents=True, exist_ok=True)
    quiet = {"YOLO_OFFLINE": "true", "PATH": "/usr/bin:/bin", "HOME": str(MODEL.parent)}  # no look-ups, no settings left in a home folder
    done = subprocess.run([PYTHON, "-c", EXPORT], cwd=MODEL.parent, capture_output=True, text=True, check=False, env=quiet)
    if done.returncode or not MODEL.exists():
        return f"YOLO11n could not be exported: {(done.stderr or done.stdout).strip().splitlines()[-1:]}"
    return ""
