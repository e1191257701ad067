"""The installer, the service and CI's script: they parse, and call nothing that does not exist."""

import configparser
import shlex
import subprocess
from pathlib import Path

import pytest

from deploy.cli import parsed
from deploy.settings import load

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("deploy/install.sh", "deploy/uninstall.sh", ".ci/run")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_parses_and_may_be_run(name: str) -> None:
    done = subprocess.run(["bash", "-n", str(ROOT / name)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (ROOT / name).stat().st_mode & 0o111


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_stops_at_the_first_fault(name: str) -> None:
    assert "set -euo pipefail" in (ROOT / name).read_text(encoding="utf-8")


def unit(name: str) -> configparser.SectionProxy:
    found = configparser.RawConfigParser(strict=False)
    found.optionxform = str  # type: ignore[assignment,method-assign]  # systemd's names are case-sensitive
    found.read(ROOT / "deploy" / name, encoding="utf-8")
    return found["Service"]


def test_the_service_starts_a_command_that_exists_with_the_settings_the_installer_lays_down() -> None:
    words = shlex.split(unit("segnapunti.service")["ExecStart"])
    command, args = parsed(words[1:])
    assert command.name == "run"
    assert str(args.config) == "/etc/segnapunti.toml"
    assert "CONFIG=/etc/segnapunti.toml" in (ROOT / "deploy" / "install.sh").read_text(encoding="utf-8")


def test_the_service_is_watched_and_started_again() -> None:
    service = unit("segnapunti.service")
    assert service["Type"] == "notify"
    assert int(service["WatchdogSec"]) > 20  # longer than the watcher takes to call a camera hung
    assert service["Restart"] == "always"


def test_the_settings_the_installer_lays_down_are_valid() -> None:
    assert load(ROOT / "deploy" / "segnapunti.example.toml").number("port") == 8080
