"""Camera set-up: focus, light, size, colours, and the table's plane."""

import cv2
import numpy as np
import pytest

from table.errors import BadValue
from vision import calibration, focus, geometry

RNG = np.random.default_rng(5)


def chart() -> np.ndarray:
    image = np.full((480, 640, 3), 90, np.uint8)
    for _ in range(60):
        x, y = (int(v) for v in RNG.integers(0, 400, 2))
        cv2.rectangle(image, (x, y), (x + 60, y + 90), tuple(int(v) for v in RNG.integers(0, 255, 3)), -1)
    return image


def test_a_sharp_picture_passes_and_a_blurred_one_says_to_focus() -> None:
    assert focus.sharp(chart()).ok
    check = focus.sharp(cv2.GaussianBlur(chart(), (0, 0), 4))
    assert not check.ok
    assert "focus" in check.advice


@pytest.mark.parametrize(("grey", "word"), [(20, "dark"), (240, "bright"), (120, "")])
def test_exposure_is_judged_by_the_mean(grey: int, word: str) -> None:
    check = focus.exposed(np.full((100, 100, 3), grey, np.uint8))
    assert check.ok == (word == "")
    assert word in check.advice


def test_burnt_out_cards_are_glare() -> None:
    q = geometry.quad([[100, 100], [160, 100], [160, 190], [100, 190]])
    image = np.full((300, 300, 3), 120, np.uint8)
    assert focus.glare(image, [q]).ok
    image[100:150, 100:160] = 255
    assert not focus.glare(image, [q]).ok


def test_cards_under_45_pixels_are_too_small() -> None:
    small = geometry.quad([[0, 0], [30, 0], [30, 45], [0, 45]])
    check = focus.smallest([small, small * 3])
    assert not check.ok
    assert check.value == 30


def test_red_hearts_seen_blue_mean_swapped_colours() -> None:
    face = np.full((144, 96, 3), 235, np.uint8)
    face[40:80, 30:60] = (40, 30, 200)  # B, G, R
    assert focus.colour_order([face]).ok
    assert not focus.colour_order([np.ascontiguousarray(face[..., ::-1])]).ok


def test_four_corners_of_a_table_give_its_millimetres() -> None:
    plane = calibration.from_corners([(100, 100), (500, 100), (500, 300), (100, 300)], 800, 400)
    assert plane.to_table([(300, 200)]) == [pytest.approx((400, 200))]
    assert plane.to_picture([(400, 200)]) == [pytest.approx((300, 200))]


@pytest.mark.parametrize("corners", [[(0, 0), (1, 0), (1, 1)], [(0, 0), (500, 300), (500, 0), (0, 300)], [(0, 0), (5, 0), (5, 5), (0, 5)]])
def test_corners_that_span_no_table_are_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(BadValue):
        calibration.from_corners(corners, 800, 400)


def printed(scale: float = 3.0) -> np.ndarray:
    """The sheet as a picture, `scale` pixels a millimetre, lying at (50, 40) on a grey table."""
    paper = np.full((int(297 * scale), int(210 * scale), 3), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(calibration.DICTIONARY)
    side = int(calibration.MARKER * scale)
    for number, (x, y) in enumerate(calibration.PLACES):
        marker = cv2.aruco.generateImageMarker(dictionary, number, side)
        paper[int(y * scale) : int(y * scale) + side, int(x * scale) : int(x * scale) + side] = marker[..., None]
    image = np.full((1000, 800, 3), 120, np.uint8)
    image[40 : 40 + paper.shape[0], 50 : 50 + paper.shape[1]] = paper
    return image


def test_the_printed_sheet_gives_the_plane_within_a_millimetre() -> None:
    plane = calibration.from_sheet(printed())
    assert plane.to_table([(50 + 3 * 105, 40 + 3 * 148.5)]) == [pytest.approx((105, 148.5), abs=1)]
    assert plane.error < 0.5


def test_a_picture_without_the_sheet_says_what_to_do() -> None:
    with pytest.raises(BadValue, match="lay it flat"):
        calibration.from_sheet(np.full((300, 300, 3), 120, np.uint8))


def test_drift_is_the_shift_in_pixels() -> None:
    before = calibration.from_corners([(100, 100), (500, 100), (500, 300), (100, 300)], 800, 400)
    after = calibration.from_corners([(110, 100), (510, 100), (510, 300), (110, 300)], 800, 400)
    assert before.drift(after, (640, 480)) == pytest.approx(10)


def test_the_sheet_to_print_is_a_one_page_pdf_whose_cross_references_are_right() -> None:
    pdf = calibration.sheet_pdf()
    assert pdf.startswith(b"%PDF-1.4")
    start = int(pdf.rsplit(b"startxref\n", 1)[1].split()[0])
    assert pdf[start : start + 4] == b"xref"
    offsets = [int(line[:10]) for line in pdf[start:].split(b"\n")[3:8]]
    assert [pdf[o : o + 7] for o in offsets] == [b"%d 0 obj" % n for n in range(1, 6)]
    assert pdf.count(b" re f") > 60
