"""One ONNX model, run by onnxruntime on one thread: a second thread gains little and collapses when another process wants the core."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from table.errors import BadFile
from vision.frames import Image


class Model:
    """An ONNX file ready to run: `model(batch) -> outputs`. Raises BadFile when the file is missing or no model."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise BadFile(f"There is no model {path}.")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._session: Any = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])  # Any: no types
        except Exception as error:  # onnxruntime raises classes of its own, without a common public root
            raise BadFile(f"{path} is not a model that can be run ({str(error).splitlines()[0][:120]}).") from None
        self.input: str = self._session.get_inputs()[0].name
        self.shape: list[int | str] = list(self._session.get_inputs()[0].shape)
        self.metadata: dict[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)

    def __call__(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        return [np.asarray(o, np.float32) for o in self._session.run(None, {self.input: batch})]

    @property
    def sha256(self) -> str:
        """Hex digest of the file."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()


def batch(crops: Sequence[Image]) -> NDArray[np.float32]:
    """BGR crops of one size to (n, 3, h, w) float32 RGB, 0..255."""
    return np.ascontiguousarray(np.stack(crops)[..., ::-1].transpose(0, 3, 1, 2), np.float32)
