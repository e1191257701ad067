"""Oriented boxes are read from any Ultralytics OBB output."""

import numpy as np
import pytest

from table.errors import BadFile
from vision.locate import Locator, decode


def test_two_class_output_gives_box_best_class_and_angle_above_the_threshold() -> None:
    out = np.zeros((1, 7, 3), np.float32)  # cx cy w h, face, back, angle; three anchors
    out[0, :, 0] = [100, 50, 40, 60, 0.9, 0.2, 0.3]
    out[0, :, 1] = [200, 80, 40, 60, 0.1, 0.6, -0.2]
    out[0, :, 2] = [10, 10, 5, 5, 0.05, 0.04, 0.0]
    boxes, scores, classes, angles = decode(out, 0.15)
    assert boxes.tolist() == [[100, 50, 40, 60], [200, 80, 40, 60]]
    assert scores.tolist() == pytest.approx([0.9, 0.6])
    assert classes.tolist() == [0, 1]
    assert angles.tolist() == pytest.approx([0.3, -0.2])


def test_one_class_output_is_all_of_class_0() -> None:
    out = np.zeros((1, 6, 20), np.float32)
    out[0, :, 4] = [100, 50, 40, 60, 0.9, 0.3]
    boxes, _, classes, _ = decode(out, 0.5)
    assert (len(boxes), classes.tolist()) == (1, [0])


def test_end_to_end_output_is_read_by_rows() -> None:
    out = np.zeros((1, 300, 7), np.float32)
    out[0, 0] = [100, 50, 40, 60, 0.9, 1, 0.3]
    boxes, scores, classes, angles = decode(out, 0.5)
    assert boxes.tolist() == [[100, 50, 40, 60]]
    assert (scores.tolist(), classes.tolist(), angles.tolist()) == (pytest.approx([0.9]), [1], pytest.approx([0.3]))


def test_what_is_no_obb_output_is_one_sentence() -> None:
    with pytest.raises(BadFile, match="OBB"):
        decode(np.zeros((1, 5), np.float32), 0.5)


def test_a_missing_or_broken_model_is_one_sentence(tmp_path) -> None:  # type: ignore[no-untyped-def]  # pytest's fixture
    with pytest.raises(BadFile, match="no model"):
        Locator(tmp_path / "none.onnx")
    (tmp_path / "bad.onnx").write_text("no model")
    with pytest.raises(BadFile, match="not a model"):
        Locator(tmp_path / "bad.onnx")
