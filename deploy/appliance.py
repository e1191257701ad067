"""The only place that puts the rooms together: camera or simulated table → vision → tracker → session → ledger → web and panel."""

import logging
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from deploy import homeassistant
from deploy.address import dashboard_url
from deploy.archive import LedgerLibrary
from deploy.eyes import Eyes
from deploy.home import version
from deploy.host import TableHost
from deploy.lookout import Lookout
from deploy.match import Look, Match
from deploy.notify import Notifier
from deploy.panel import NoPanel, Pins, Shown, open_panel
from deploy.server import Server
from deploy.settings import Settings, save_value
from deploy.source import offer_source
from table import events as ev
from table.ledger import Ledger
from table.observation import Observation
from table.session import Session
from vision.frames import FrameSource
from web.app import create_app
from web.host import Setup

log = logging.getLogger(__name__)

Opens = Callable[[Callable[[str], None]], FrameSource]  # gets where to say that a camera was pulled


class Appliance:
    """All parts, wired. `opens` None: no camera at all (everything is tapped in)."""

    def __init__(
        self,
        settings: Settings,
        ledger: Path,
        eyes: Eyes | None = None,
        opens: Opens | None = None,
        simulated: str = "",
        saved_in: Path | None = None,
        notifier: Notifier | None = None,
        pin_factory: Any = None,
    ) -> None:
        self.settings, self.notifier = settings, notifier or Notifier()
        self.ledger = Ledger(ledger)
        if self.ledger.notice:
            log.warning("%s", self.ledger.notice)
        angles = tuple(float(angle) for angle in settings.numbers("seats"))
        self.match = Match(Look(angles=angles, source="sim" if simulated else "camera"), self._told)
        self.lookout = None
        if eyes is not None and opens is not None:
            self.lookout = Lookout(eyes, opens, self.observe, self._status_changed, simulated, settings.corners, self._corners_moved)
        self._saved_in = saved_in
        self.host = TableHost(
            self.match, LedgerLibrary(self.ledger, ledger), settings, "", version(), self.lookout, lambda name, value: self._save(name)
        )
        self._stopped = threading.Event()
        self.panel: Shown = NoPanel()
        try:
            self.app = create_app(self.host, _secret(ledger.parent))
            offer_source(self.app)
            self.server = Server(self.app, settings.text("host"), settings.number("port"))
        except BaseException:
            self.ledger.close()
            raise
        self.host.address = dashboard_url(self.server.port, settings.text("host"))
        if settings["panel"] and (pin_factory is not None or has_pins()):
            self.panel = open_panel(_pins(settings), self._confirm, self.match.undo, pin_factory)
        self._announcer = None
        if settings.text("mqtt") and (client := homeassistant.connect(settings.text("mqtt"))) is not None:
            self._announcer = homeassistant.Announcer(client, version())
        self.host.subscribe(self._show)

    # ---- life

    def start(self) -> None:
        """Resume the game that was running, begin to look and to answer."""
        running = Session.resume(self.ledger)
        if running is not None:
            log.info("Going on with the game that was running, at event %d.", running.seq)
            self.host.take_up(running)
        if self.lookout is not None:
            self.lookout.watcher.start()
        self.server.start()
        self.notifier.ready()

    def open(self, setup: Setup) -> Session:
        """A new game."""
        return self.host.start(setup)

    def wait(self) -> None:
        """Until stopped, telling systemd that all is alive."""
        while not self._stopped.wait(self.notifier.every or 5.0):
            if self.lookout is None or self.lookout.watcher.alive:
                self.notifier.alive()

    def stop(self, *_: object) -> None:
        """Ask `wait` to return; usable as a signal handler."""
        self._stopped.set()

    def close(self) -> None:
        """Let go of everything. The running game stays open in the ledger and is resumed at the next start."""
        self.notifier.stopping()
        if self.lookout is not None:
            self.lookout.watcher.stop()
        self.server.close()
        self.panel.close()
        self.ledger.close()

    # ---- what happens

    def observe(self, observation: Observation) -> None:
        """From the lookout's thread: what the camera sees now."""
        before = self.match.offers()
        self.match.observe(observation)
        if self.match.offers() != before:
            self.host.changed()

    def _told(self, seq: int, event: ev.Event, observation: Observation | None) -> None:
        latest = self.lookout.watcher.latest if self.lookout else None
        self.host.saw(seq, event, observation, latest[0].image if latest else None)

    def _show(self) -> None:
        """The state on the panel."""
        session = self.match.session
        if session is None:
            return
        state = session.state
        turn = state.hand.turn if state.hand is not None and not state.hand.done else None
        muted = set(self.settings.texts("mute"))
        self.panel.show(turn, self.match.hole() is not None, sum(report.fault not in muted for report in state.faults))
        if self._announcer is not None:
            self._announcer.show(session.public(), self.host.status().camera)

    def _status_changed(self) -> None:
        if self.lookout is not None:
            health = self.lookout.health
            self.panel.camera(health.state != "failed")
            self.notifier.status(health.detail or f"Camera: {health.state}.")
        self.host.changed()

    def _confirm(self) -> None:
        self.match.confirm()

    def _corners_moved(self, corners: tuple[tuple[float, float], ...]) -> None:
        self.settings.values["table"] = [value for corner in corners for value in corner]
        self.match.begin_anew()
        self._save("table")

    def _save(self, name: str) -> None:
        if self._saved_in is not None:
            save_value(self._saved_in, name, self.settings[name])


def has_pins() -> bool:
    """Whether this machine has GPIO at all; most have not, and nothing needs to be said about it."""
    return any(Path("/dev").glob("gpiochip*"))


def _pins(settings: Settings) -> Pins:
    number = settings.number
    return Pins(
        number("confirm_pin"),
        number("undo_pin"),
        tuple(int(p) for p in settings.numbers("seat_pins")),
        number("status_pin"),
        number("buzzer_pin"),
    )


def _secret(folder: Path) -> str:
    """What signs the cookie of the PIN, the same after a restart so that nobody has to type it again."""
    path = folder / "secret"
    try:
        if path.exists():
            return path.read_text(encoding="utf-8").strip()
        path.touch(mode=0o600)
        path.write_text(secret := secrets.token_hex(32), encoding="utf-8")
    except OSError:
        return secrets.token_hex(32)
    return secret
