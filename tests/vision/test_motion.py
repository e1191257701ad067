"""The gate lets the expensive part run when something new has come to rest, and only then."""

import cv2
import numpy as np
import pytest

from vision.motion import Motion, MotionGate

RNG = np.random.default_rng(1)
TABLE = cv2.resize(RNG.integers(60, 170, (36, 64, 3), dtype=np.uint8), (640, 360), interpolation=cv2.INTER_CUBIC)


def noisy(image: np.ndarray) -> np.ndarray:
    return np.clip(image + RNG.normal(0, 3, image.shape), 0, 255).astype(np.uint8)


def with_card(x: int = 300, y: int = 100, image: np.ndarray = TABLE) -> np.ndarray:
    out = image.copy()
    out[y : y + 90, x : x + 60] = 235
    return out


def settled() -> MotionGate:
    gate = MotionGate()
    for _ in range(4):
        gate.see(noisy(TABLE))
        gate.looked()
    return gate


def run(gate: MotionGate, image: np.ndarray, frames: int = 5) -> list[Motion]:
    return [gate.see(noisy(image)) for _ in range(frames)]


def test_the_first_frame_is_looked_at_and_a_still_table_not_again() -> None:
    gate = MotionGate()
    assert gate.see(noisy(TABLE)).due
    gate.looked()
    assert not any(m.due or m.moving > 0.01 for m in run(gate, TABLE, 20))


def test_a_new_card_is_due_once_it_lies_still_and_its_region_is_named() -> None:
    gate = settled()
    seen = run(gate, with_card())
    assert not seen[0].due
    due = next(m for m in seen if m.due)
    (x0, y0, x1, y1), *others = due.regions
    assert not others
    assert x0 <= 300
    assert y0 <= 100
    assert x1 >= 360
    assert y1 >= 190
    assert (x1 - x0) * (y1 - y0) < 3 * 60 * 90


def test_after_the_look_nothing_is_due() -> None:
    gate = settled()
    run(gate, with_card())
    gate.looked()
    assert not any(m.due for m in run(gate, with_card()))


def test_a_card_taken_away_is_due() -> None:
    gate = settled()
    run(gate, with_card())
    gate.looked()
    assert any(m.due for m in run(gate, TABLE))


def test_a_hand_that_keeps_moving_elsewhere_does_not_hold_a_card_back() -> None:
    gate = settled()
    dues = []
    for n in range(8):
        image = with_card()
        image[200:340, 20 + 25 * n : 140 + 25 * n] = (90, 120, 190)
        dues.append(gate.see(noisy(image)))
    assert any(m.due and not m.rest and any(r[0] < 330 < r[2] and r[1] < 145 < r[3] for r in m.regions) for m in dues)


def test_the_light_switched_brighter_everywhere_is_no_motion() -> None:
    gate = settled()
    seen = run(gate, np.clip(TABLE * 1.35, 0, 255).astype(np.uint8))
    assert seen[0].light
    assert all(m.moving < 0.05 for m in seen)
    assert not any(m.due for m in seen)


def test_slow_dusk_is_no_motion() -> None:
    gate = settled()
    for n in range(300):
        m = gate.see(noisy(TABLE * (1 - n / 1000)))
        assert not m.due
        assert m.moving < 0.02


def test_a_bumped_camera_is_told_with_the_shift() -> None:
    gate = settled()
    moved = cv2.warpAffine(TABLE, np.array([[1, 0, 24], [0, 1, -12]], np.float32), (640, 360), borderMode=cv2.BORDER_REFLECT)
    shifts = [m.shift for m in run(gate, moved) if m.shift]
    assert shifts[0] == pytest.approx((24, -12), abs=3)


def test_a_large_new_object_is_no_bump() -> None:
    gate = settled()
    image = TABLE.copy()
    image[100:300, 200:450] = (60, 60, 60)
    assert all(m.shift is None for m in run(gate, image))


def test_another_frame_size_starts_anew() -> None:
    gate = settled()
    assert gate.see(np.full((480, 640, 3), 90, np.uint8)).due


def quad_of(x: int, y: int, w: int = 60, h: int = 90) -> np.ndarray:
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)


def test_an_arm_that_was_looked_at_and_leaves_uncovers_no_news() -> None:
    gate = settled()
    arm = TABLE.copy()
    arm[180:, 300:380] = (90, 120, 190)
    assert any(m.due for m in run(gate, arm))
    gate.looked(())
    assert not any(m.due for m in run(gate, TABLE))


def test_an_arm_that_leaves_a_card_behind_is_news() -> None:
    gate = settled()
    arm = with_card(310, 200)
    arm[190:, 300:380] = (90, 120, 190)
    run(gate, arm)
    gate.looked(())
    assert any(m.due for m in run(gate, with_card(310, 200)))


def test_a_card_found_and_then_taken_is_news_although_the_table_looks_as_before() -> None:
    gate = settled()
    run(gate, with_card())
    gate.looked([quad_of(300, 100)])
    assert any(m.due for m in run(gate, TABLE))


def test_what_changed_is_known_outline_by_outline() -> None:
    gate = settled()
    run(gate, with_card(300, 100), 2)
    assert gate.touched(quad_of(300, 100))
    assert gate.still(quad_of(300, 100))
    assert not gate.touched(quad_of(100, 100))


def test_what_reaches_in_from_the_edge_is_named_with_its_far_end() -> None:
    gate = settled()
    arm = TABLE.copy()
    arm[120:, 300:380] = (90, 120, 190)
    x, y, _, dy = next(m for m in run(gate, arm) if m.due).reaches[0]
    assert x == pytest.approx(340, abs=25)
    assert y == pytest.approx(120, abs=12)
    assert dy < -0.95


def test_a_card_caught_on_its_way_off_is_news_when_it_has_gone() -> None:
    rng = np.random.default_rng(4)
    bare = np.clip(rng.normal(90, 3, (360, 640, 3)), 0, 255).astype(np.uint8)
    card = np.array([[300, 150], [360, 150], [360, 240], [300, 240]], np.float32)
    gate = MotionGate()
    for _ in range(8):
        gate.see(bare)
        gate.looked(())
    caught = bare.copy()
    caught[150:240, 300:360] = 240
    gate.see(caught)  # it has only just come there: nothing is at rest
    gate.looked([card])
    for _ in range(4):
        gate.see(bare)
    assert gate.news(card) > 0.8
