"""The camera side of the appliance: source, eyes and watcher as one thing the host can ask (deploy.host.Seeing)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from deploy.choice import FRENCH
from deploy.eyes import Eyes
from deploy.lens import Controls, Corners
from deploy.preview import FramePreview
from deploy.teaching import RowTeacher
from deploy.watcher import Health, Watcher
from table.cards import family
from table.observation import Observation
from vision.frames import Frame, FrameSource
from vision.pack import files as pack_files
from vision.pack import list_packs, load_file
from web.host import CameraControls, Pack, Preview, Teacher


class Lookout:
    """Everything that looks. `simulated`: pack of the simulated table that is filmed, and the dashboard says so; "" for a camera."""

    def __init__(
        self,
        eyes: Eyes,
        opens: Callable[[Callable[[str], None]], FrameSource],
        take: Callable[[Observation], None],
        changed: Callable[[], None],
        simulated: str = "",
        corners: Corners = (),
        moved: Callable[[Corners], None] = lambda corners: None,
    ) -> None:
        self.eyes, self._pack = eyes, simulated
        self._opens, self._take, self._changed = opens, take, changed
        self._source: FrameSource | None = None
        self._teacher = RowTeacher(eyes.weights, self._newest)
        self.watcher = Watcher(self._open, eyes.process, self._taken, changed)
        self._controls = Controls(lambda: self.watcher.latest, corners, moved, self._lock)

    def _open(self) -> FrameSource:
        self._source = self._opens(self.watcher.report)
        return self._source

    def _taken(self, observation: Observation) -> None:
        # while a deck is taught, cards laid out in rows are no game
        if not self._teacher.busy:
            self._take(observation)

    def _lock(self, on: bool) -> dict[str, bool] | None:
        lock = getattr(self._source, "lock", None)
        return None if lock is None else lock(on)

    @property
    def simulated(self) -> bool:
        """Whether frames come from the simulated table."""
        return bool(self._pack)

    @property
    def health(self) -> Health:
        """How looking goes; `teaching` while a deck is taught and the game therefore waits."""
        health = self.watcher.health
        return replace(health, state="teaching") if health.state == "watching" and self._teacher.busy else health

    def packs(self) -> Sequence[Pack]:
        """The decks known by sight; broken ones are left out (the doctor names them)."""
        where = pack_files()
        return [
            Pack(info.name, tuple(load_file(where[info.name]).faces), tuple(info.missing), info.built_in)
            for info in list_packs()
            if not info.error
        ]

    def deck_in_play(self, pack: str, faces: Sequence[str]) -> None:
        """Read this deck from now on. Without a name: the simulated one, or the generic pack where the cards have French suits."""
        name = self._pack or pack or (FRENCH if family(faces[0]) == "french" else "")
        if name:
            self.eyes.play_with(name, faces)

    def preview(self) -> Preview | None:
        """The camera's picture."""
        return FramePreview(lambda: self.watcher.latest)

    def controls(self) -> CameraControls | None:
        """What can be done about the camera."""
        return self._controls

    def teacher(self) -> Teacher | None:
        """Teaches a deck; while it is at work the game pauses."""
        return self._teacher

    def _newest(self) -> Frame | None:
        latest = self.watcher.latest
        return latest[0] if latest else None
