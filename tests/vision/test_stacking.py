"""Which card lies on which is seen from whose edge shows."""

import cv2
import numpy as np

from vision import geometry
from vision.recognise import Reading
from vision.stacking import lowest_first, stack

RNG = np.random.default_rng(3)


def drawn(image: np.ndarray, q: geometry.Quad) -> None:
    """A white card with coloured blots and a soft dark rim."""
    face = np.full((270, 180, 3), 240, np.uint8)
    for _ in range(12):
        cv2.circle(face, tuple(int(v) for v in RNG.integers(30, 150, 2)), 16, tuple(int(v) for v in RNG.integers(0, 200, 3)), -1)
    cv2.rectangle(face, (0, 0), (179, 269), (120, 120, 120), 2)
    m = cv2.getPerspectiveTransform(np.array([[0, 0], [180, 0], [180, 270], [0, 270]], np.float32), q)
    mask = cv2.warpPerspective(np.full((270, 180), 255, np.uint8), m, (600, 500))
    image[mask > 127] = cv2.warpPerspective(face, m, (600, 500))[mask > 127]


def reading(q: geometry.Quad) -> Reading:
    return Reading(q, q, 0.9, True, 0.1)


def turned(x: float, y: float, degrees: float) -> geometry.Quad:
    return geometry.from_box(x, y, 120, 180, np.radians(degrees))


def test_the_card_drawn_last_lies_on_top_whatever_the_order_of_the_readings() -> None:
    for angle in (0, 35, 80, 150):
        low, high = turned(250, 250, 10), turned(310, 240, angle)
        image = np.full((500, 600, 3), (60, 90, 50), np.uint8)
        drawn(image, low)
        drawn(image, high)
        image = cv2.GaussianBlur(image, (3, 3), 0)
        a, b = stack(image, [reading(low), reading(high)])
        assert (a.over, b.over) == ((), (0,)), angle
        b, a = stack(image, [reading(high), reading(low)])
        assert (a.over, b.over) == ((), (1,)), angle


def test_the_lower_card_is_seen_in_part_the_upper_in_full() -> None:
    low, high = turned(250, 250, 0), turned(310, 250, 0)
    image = np.full((500, 600, 3), (60, 90, 50), np.uint8)
    drawn(image, low)
    drawn(image, high)
    a, b = stack(image, [reading(low), reading(high)])
    assert abs(a.visible - 0.5) < 0.05
    assert b.visible == 1.0


def test_cards_apart_lie_on_nothing() -> None:
    image = np.zeros((500, 600, 3), np.uint8)
    assert [r.over for r in stack(image, [reading(turned(120, 120, 0)), reading(turned(400, 300, 0))])] == [(), ()]


def test_lowest_first_even_when_three_cards_claim_a_circle() -> None:
    q = turned(100, 100, 0)
    chain = [Reading(q, q, 1, True, 0, over=(1,)), Reading(q, q, 1, True, 0, over=(2,)), Reading(q, q, 1, True, 0)]
    assert lowest_first(chain) == [2, 1, 0]
    circle = [Reading(q, q, 1, True, 0, over=(1,)), Reading(q, q, 1, True, 0, over=(0,))]
    assert sorted(lowest_first(circle)) == [0, 1]
