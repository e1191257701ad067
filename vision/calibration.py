"""The table's plane: from four corners dragged on the screen or a printed sheet of markers; and whether the camera has drifted.

The sheet is A4 with four ArUco markers of known place, so that pixels become millimetres on the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table.errors import BadValue
from vision.frames import Image

DICTIONARY = cv2.aruco.DICT_4X4_50
A4 = (210.0, 297.0)  # millimetres
MARKER = 50.0  # side of a marker
PLACES = ((15.0, 15.0), (145.0, 15.0), (145.0, 232.0), (15.0, 232.0))  # top left corner of markers 0..3 on the sheet
POINT = 72 / 25.4  # PDF points a millimetre


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Pixels to millimetres on the table: a 3 x 3 homography. `error`: mean residual in millimetres."""

    matrix: NDArray[np.float64]
    error: float = 0.0

    def to_table(self, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        """Pixels to millimetres."""
        return _apply(self.matrix, points)

    def to_picture(self, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        """Millimetres to pixels."""
        return _apply(np.asarray(np.linalg.inv(self.matrix), np.float64), points)

    def drift(self, other: "Plane", size: tuple[int, int]) -> float:
        """How far the table moved in the picture between two calibrations: largest shift of the frame's inner corners, pixels."""
        w, h = size
        inner = [(0.25 * w, 0.25 * h), (0.75 * w, 0.25 * h), (0.75 * w, 0.75 * h), (0.25 * w, 0.75 * h)]
        moved = other.to_picture(self.to_table(inner))
        return max(float(np.hypot(x - a, y - b)) for (x, y), (a, b) in zip(moved, inner, strict=True))


def from_corners(picture: Sequence[tuple[float, float]], width: float, height: float) -> Plane:
    """The plane from the table's four corners in the picture, clockwise from the top left, and its size in millimetres."""
    if len(picture) != 4:
        raise BadValue(f"Four corners of the table are needed, {len(picture)} were given.")
    p = np.array(picture, np.float32)
    if not cv2.isContourConvex(p) or abs(cv2.contourArea(p)) < 1000:
        raise BadValue("The table's corners must be given in order, clockwise from the top left, and span a real area.")
    return Plane(
        np.asarray(cv2.getPerspectiveTransform(p, np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)), np.float64)
    )


def from_sheet(image: Image) -> Plane:
    """The plane from the printed sheet lying on the table (at least two of its four markers seen). Raises BadValue."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
    corners, ids, _ = detector.detectMarkers(image)
    seen: list[NDArray[np.float32]] = []
    wanted: list[list[float]] = []
    for quad, number in zip(corners, [] if ids is None else [int(i) for i in np.asarray(ids).ravel()], strict=True):
        if number < len(PLACES):
            x, y = PLACES[number]
            seen += list(np.asarray(quad, np.float32).reshape(4, 2))
            wanted += [[x, y], [x + MARKER, y], [x + MARKER, y + MARKER], [x, y + MARKER]]
    if len(seen) < 8:
        raise BadValue(
            f"{len(seen) // 4} of the sheet's four markers are seen; lay it flat under the camera, in good light, nothing on it."
        )
    a, b = np.array(seen, np.float32), np.array(wanted, np.float32)
    m, _ = cv2.findHomography(a, b)
    if m is None:
        raise BadValue("The sheet's markers do not lie in one plane; lay the sheet flat.")
    residual = np.array(_apply(np.asarray(m, np.float64), [(float(x), float(y)) for x, y in a])) - b
    return Plane(np.asarray(m, np.float64), float(np.hypot(residual[:, 0], residual[:, 1]).mean()))


def sheet_pdf() -> bytes:
    """The sheet to print, at 100 %: a one-page PDF, markers drawn as filled squares (sharp at any resolution)."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    draw = ["0 g"]
    for number, (x, y) in enumerate(PLACES):
        cells = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, 6))  # 4 x 4 bits and a border of one
        side = MARKER / 6
        for row, column in np.argwhere(cells < 128).tolist():
            left, bottom = x + column * side, A4[1] - (y + (row + 1) * side)
            draw.append(f"{left * POINT:.3f} {bottom * POINT:.3f} {side * POINT + 0.05:.3f} {side * POINT + 0.05:.3f} re f")
    text = "segnapunti: print at 100 %, lay flat on the table, then calibrate. This line is 100 mm long:"
    draw.append(f"BT /F1 9 Tf {15 * POINT:.2f} {8 * POINT:.2f} Td ({text}) Tj ET")
    draw.append(f"0.8 w {15 * POINT:.2f} {5 * POINT:.2f} m {115 * POINT:.2f} {5 * POINT:.2f} l S")
    content = "\n".join(draw).encode("ascii")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {A4[0] * POINT:.2f} {A4[1] * POINT:.2f}] /Contents 4 0 R".encode()
        + b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % o for o in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _apply(matrix: NDArray[np.float64], points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    p = np.array([[*q, 1.0] for q in points]) @ matrix.T
    return [(float(x / w), float(y / w)) for x, y, w in p]
