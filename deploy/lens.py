"""Is the camera's picture good enough? vision's checks, for the doctor and for the dashboard's camera page."""

from collections.abc import Callable, Sequence

import numpy as np

from deploy.doctor import OK, WARN, Finding
from deploy.settings import Settings
from table.errors import SegnapuntiError
from table.observation import Observation
from vision import focus
from vision.frames import Frame
from web.host import Advice

Corners = tuple[tuple[float, float], ...]
# vision's names of checks → the web's
NAMES = {"sharpness": "sharpness", "exposure": "exposure", "glare": "glare", "smallest card": "size", "colour order": "colour"}
# what to say when all is well; these and vision's advice are message ids of the dashboard's translations
FINE = {
    "sharpness": "The picture is sharp.",
    "exposure": "The light is right.",
    "glare": "No lamp is mirrored in the cards.",
    "size": "The cards are large enough in the picture.",
    "colour": "Red and blue are in order.",
}


def advice(frame: Frame, observation: Observation) -> list[Advice]:
    """Findings on one frame, worst first."""
    found = []
    for check in focus.checks(frame.image, [np.array(card.corners, np.float32) for card in observation.cards]):
        name = NAMES.get(check.name, check.name)
        found.append(Advice(name, check.ok, check.advice or FINE.get(name, ""), float(check.value)))
    return sorted(found, key=lambda a: a.ok)


def camera_findings(source: str, settings: Settings) -> list[Finding]:
    """What `doctor --camera` adds: one finding a check, or why there is no picture."""
    from deploy.choice import FRENCH
    from deploy.eyes import Eyes, one_frame

    try:
        frame = one_frame([source])
    except SegnapuntiError as error:
        return [Finding("picture", WARN, str(error))]
    observation = Observation(frame.at, frame.number, frame.size)
    try:
        eyes = Eyes(settings.text("localiser"))
        eyes.play_with(settings.text("deck") or FRENCH, ())
        observation = eyes.process(Frame(frame.image, frame.at, frame.number, rest=True))
    except SegnapuntiError as error:
        extra = [Finding("reading", WARN, f"Cards could not be looked for: {error}")]
    else:
        read = sum(card.card is not None for card in observation.cards)
        extra = [Finding("reading", OK, f"{len(observation.cards)} cards seen, {read} of them read.")]
    width, height = frame.size
    found = [Finding("picture", OK, f"{width} x {height} pixels.")]
    return found + [Finding(a.check, OK if a.ok else WARN, a.text) for a in advice(frame, observation)] + extra


class Controls:
    """web.host.CameraControls: advice on the newest frame, the table's corners, locking what the camera can lock."""

    def __init__(
        self,
        latest: Callable[[], tuple[Frame, Observation] | None],
        corners: Corners,
        moved: Callable[[Corners], None],
        locks: Callable[[bool], dict[str, bool] | None],
    ) -> None:
        self._latest, self._corners, self._moved, self._locks = latest, corners, moved, locks

    def advice(self) -> Sequence[Advice]:
        """Findings on the newest frame, worst first."""
        latest = self._latest()
        return advice(*latest) if latest else [Advice("picture", False, "The camera gives no picture.")]

    def corners(self) -> Corners:
        """Corners of the table, as shares of width and height."""
        return self._corners

    def set_corners(self, corners: Sequence[tuple[float, float]]) -> None:
        """Four corners clockwise from the top left; none forgets them."""
        from table.errors import BadValue

        fixed = tuple((min(1.0, max(0.0, float(x))), min(1.0, max(0.0, float(y)))) for x, y in corners)
        if len(fixed) not in (0, 4):
            raise BadValue(f"A table has four corners, not {len(fixed)}.")
        self._corners = fixed
        self._moved(fixed)

    def lock(self, on: bool) -> str:
        """Hold exposure, white balance and focus where the camera can."""
        held = self._locks(on)
        if held is None:
            return "This source has nothing to hold."
        obeyed = [name.replace("_", " ") for name, done in held.items() if done]
        if not obeyed:
            return "The camera holds nothing by itself; keep the light steady."
        return f"{'Held' if on else 'Let go'}: {', '.join(obeyed)}."
