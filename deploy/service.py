"""`run`: the appliance on a real table. A missing camera or missing models do not stop it: everything can be tapped in."""

import logging
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from deploy.appliance import Appliance, Opens
from deploy.choice import composition, faces_of
from deploy.eyes import Eyes
from deploy.home import home, ledger_file
from deploy.settings import Settings, defaults, load
from deploy.sources import Swapped, open_source
from table.errors import SegnapuntiError
from vision.frames import FrameSource
from web.host import Setup

log = logging.getLogger(__name__)


def settings_in_force(config: Path | None) -> Settings:
    """Defaults, then the file named, then what was changed from a tablet (settings.toml in the home folder)."""
    settings = load(config) if config else defaults()
    own = home() / "settings.toml"
    return load(own, settings) if own.exists() else settings


def run(config: Path | None, port: int | None) -> int:
    """Serve until stopped by Ctrl-C or systemd."""
    settings = settings_in_force(config)
    if port is not None:
        settings.values["port"] = port
    appliance = Appliance(settings, ledger_file(), _eyes(settings), _camera(settings), saved_in=home() / "settings.toml")
    signal.signal(signal.SIGTERM, appliance.stop)
    try:
        appliance.start()
        if appliance.match.session is None:
            appliance.open(_first_game(settings))
        print(f"The dashboard is at {appliance.host.address}", flush=True)
        appliance.wait()
    except KeyboardInterrupt:
        pass
    finally:
        appliance.close()
    return 0


def _eyes(settings: Settings) -> Eyes | None:
    try:
        return Eyes(settings.text("localiser"))
    except SegnapuntiError as error:
        log.warning("%s Cards can be tapped in.", error)
        return None


def _camera(settings: Settings) -> Opens:
    def opens(report: Callable[[str], None]) -> FrameSource:
        source = open_source([settings.text("camera")], settings.size, float(settings.number("fps")), report)
        return Swapped(source) if settings["swap_colours"] else source

    return opens


def _first_game(settings: Settings) -> Setup:
    game, deck, players = settings.text("game"), settings.text("deck"), settings.texts("players")
    cards = ""
    with suppress(SegnapuntiError, OSError):  # a deck not known by sight: the game's usual cards, tapped in
        cards = composition(game, len(players), faces_of(deck))
    return Setup(game, players, settings.number("dealer"), cards, deck, settings.table("options"))
