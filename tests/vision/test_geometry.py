"""Outlines: order, overlap, extension, cover."""

import numpy as np
import pytest

from vision import geometry


def rectangle(x0: float, y0: float, x1: float, y1: float) -> geometry.Quad:
    return geometry.quad([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def test_a_quad_begins_at_the_upper_short_side_and_runs_clockwise_whatever_the_order_given() -> None:
    expected = [[10, 20], [70, 20], [70, 110], [10, 110]]
    for points in ([[70, 110], [10, 110], [10, 20], [70, 20]], [[10, 20], [10, 110], [70, 110], [70, 20]]):
        assert geometry.quad(points).tolist() == expected


def test_a_card_lying_across_begins_at_a_short_side_too() -> None:
    q = rectangle(0, 0, 90, 60)
    assert geometry.size(q) == (60, 90)


def test_reported_corners_start_at_the_half_turn_nearer_the_pictures_top_left() -> None:
    # lying across, short sides left and right: one half turn starts at (0, 60), the other at (90, 0)
    assert geometry.corners(rectangle(0, 0, 90, 60)) == ((0, 60), (0, 0), (90, 0), (90, 60))


def test_a_box_turned_by_a_right_angle_swaps_its_sides() -> None:
    q = geometry.from_box(50, 50, 40, 60, np.pi / 2)
    assert geometry.size(q) == pytest.approx((40, 60), abs=1e-3)
    assert q.min(0).tolist() == pytest.approx([20, 30], abs=1e-3)


def test_overlap_of_two_squares_sharing_half() -> None:
    iou, inside = geometry.overlap(rectangle(0, 0, 10, 20), rectangle(5, 0, 15, 20))
    assert (iou, inside) == pytest.approx((1 / 3, 1 / 2))


def test_cards_apart_do_not_overlap() -> None:
    assert geometry.overlap(rectangle(0, 0, 10, 20), rectangle(30, 0, 40, 20)) == (0.0, 0.0)


def test_unit_coordinates_and_pixels_are_inverse() -> None:
    q = geometry.quad([[10, 12], [66, 8], [72, 96], [7, 101]])
    points = np.array([[0.2, 0.3], [0.9, 0.1]], np.float32)
    assert geometry.to_unit(q, geometry.inside(q, points)) == pytest.approx(points, abs=1e-4)


def test_a_whole_card_is_not_extended() -> None:
    assert geometry.extensions(rectangle(0, 0, 63, 88), 63 / 88) == []


def test_a_card_whose_lower_half_is_hidden_is_extended_to_its_full_length_both_ways() -> None:
    # seen: 60 wide, 80 of 100 long
    found = [(q.min(0).tolist(), q.max(0).tolist()) for q in geometry.extensions(rectangle(0, 0, 60, 80), 0.6)]
    assert ([0, 0], [60, 100]) in found
    assert ([0, -20], [60, 80]) in found


def test_a_strip_across_the_width_may_be_most_of_the_length_hidden() -> None:
    # seen: 60 wide, 32 of 100 long, so that the short side of what is seen runs along the card's length
    found = [(np.round(q.min(0)).tolist(), np.round(q.max(0)).tolist()) for q in geometry.extensions(rectangle(0, 0, 60, 32), 0.6)]
    assert ([0, 0], [60, 100]) in found
    assert ([0, -68], [60, 32]) in found


def test_half_covered_by_a_neighbour_leaves_half_visible() -> None:
    assert geometry.uncovered(rectangle(0, 0, 60, 90), [rectangle(30, -10, 90, 100)], (200, 200)) == pytest.approx(0.5, abs=0.03)


def test_what_lies_outside_the_frame_is_not_visible() -> None:
    assert geometry.uncovered(rectangle(-30, 0, 30, 90), [], (200, 200)) == pytest.approx(0.5, abs=0.03)


def test_a_warp_shows_the_cards_own_corners_and_grey_outside_the_picture() -> None:
    image = np.zeros((100, 100, 3), np.uint8)
    image[:50, :50] = 200
    crop = geometry.warp(image, rectangle(-25, 0, 50, 100), 60, 90)
    assert crop[10, 50].tolist() == [200, 200, 200]
    assert crop[80, 50].tolist() == [0, 0, 0]
    assert crop[10, 5].tolist() == list(geometry.GREY)


def test_a_crossed_outline_is_no_card() -> None:
    crossed = np.array([[0, 0], [60, 90], [60, 0], [0, 90]], np.float32)
    assert not geometry.convex(crossed)
    assert geometry.convex(rectangle(0, 0, 60, 90))
