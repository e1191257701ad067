"""The simulated camera: a pinhole over the table's middle, slightly tilted and turned. Table units to pixels."""

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from vision.sim.places import LONG, Pose

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lens:
    """size: width, height in pixels; scale: pixels a unit at the table's middle; distance: units from there.

    tilt, roll: degrees; shift: pixels.
    """

    size: tuple[int, int]
    scale: float
    distance: float = 14.0
    tilt: float = 8.0
    roll: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)

    def project(self, points: Floats) -> Floats:
        """(n, 3) table units → (n, 2) pixels."""
        t, r = radians(self.tilt), radians(self.roll)
        p = points - np.array([0.0, self.distance * sin(t), self.distance * cos(t)])
        x = p[:, 0]
        y = p[:, 1] * cos(t) - p[:, 2] * sin(t)
        depth = -p[:, 1] * sin(t) - p[:, 2] * cos(t)
        f = self.scale * self.distance / depth
        u, v = x * f, y * f
        return np.stack(
            [u * cos(r) - v * sin(r) + self.size[0] / 2 + self.shift[0], u * sin(r) + v * cos(r) + self.size[1] / 2 + self.shift[1]], axis=1
        )

    def point(self, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        """One point in pixels."""
        u, v = self.project(np.array([[x, y, z]]))[0]
        return float(u), float(v)

    def card(self, pose: Pose, aspect: float, z: float | None = None) -> Floats:
        """Corners of a card in pixels, (4, 2), clockwise from its own top left; `z` overrides its height (for a shadow on the table)."""
        w, h = LONG * aspect / 2 * max(0.06, abs(cos(radians(pose.roll)))), LONG / 2
        a, tilt = radians(pose.angle), radians(pose.tilt)
        local = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
        rise = -local[:, 1] * sin(tilt) + h * abs(sin(tilt))
        local[:, 1] *= cos(tilt)
        xy = local @ np.array([[cos(a), sin(a)], [-sin(a), cos(a)]]) + (pose.x, pose.y)
        height = (pose.z + rise) if z is None else np.full(4, z)
        return self.project(np.column_stack([xy, height]))

    def homography(self) -> Floats:
        """3 x 3 matrix from the table's plane to pixels."""
        corners = np.array([[-8.0, -5, 0], [8, -5, 0], [8, 5, 0], [-8, 5, 0]])
        return homography(corners[:, :2], self.project(corners))


def homography(source: Floats, target: Floats) -> Floats:
    """The 3 x 3 matrix that takes four points to four others."""
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    solution = np.linalg.solve(np.array(rows), target.reshape(-1))
    return np.append(solution, 1.0).reshape(3, 3)
