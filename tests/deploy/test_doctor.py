"""The doctor: each check on a made-up machine, healthy and ill."""

import hashlib
import socket
from pathlib import Path

import pytest

from deploy import doctor
from deploy.doctor import BAD, CHECKS, OK, WARN, Finding, Place, as_json, examine
from deploy.settings import Settings, defaults


def settings(**values: str | int | bool) -> Settings:
    return Settings({**defaults().values, **values})


@pytest.fixture
def place(tmp_path: Path) -> Place:
    for name in ("home", "models", "dev"):
        (tmp_path / name).mkdir()
    weights = b"weights"
    (tmp_path / "models" / "locate.onnx").write_bytes(weights)
    (tmp_path / "models" / "manifest.toml").write_text(
        f'[locate]\nfile = "locate.onnx"\nsha256 = "{hashlib.sha256(weights).hexdigest()}"\n'
    )
    (tmp_path / "dev" / "video0").touch()
    return Place(tmp_path / "home", tmp_path / "models", settings(host="127.0.0.1"), tmp_path / "dev")


def test_whole_models_are_fine(place: Place) -> None:
    assert doctor.check_models(place).state == OK


def test_a_damaged_model_is_named(place: Place) -> None:
    (place.models / "locate.onnx").write_bytes(b"weightz")
    finding = doctor.check_models(place)
    assert finding.state == BAD
    assert "locate.onnx" in finding.text


def test_a_missing_model_is_named(place: Place) -> None:
    (place.models / "locate.onnx").unlink()
    assert "locate.onnx is missing" in doctor.check_models(place).text


def test_no_manifest_means_no_models(place: Place) -> None:
    (place.models / "manifest.toml").unlink()
    assert doctor.check_models(place).state == BAD


def test_a_camera_that_is_there_is_named(place: Place) -> None:
    assert doctor.check_camera(place) == Finding("camera", OK, "Found: video0.")


def test_without_a_camera_the_game_can_still_be_tapped(place: Place) -> None:
    (place.devices / "video0").unlink()
    finding = doctor.check_camera(place)
    assert finding.state == WARN
    assert "tapping" in finding.text


def test_no_ledger_yet_is_fine(place: Place) -> None:
    assert doctor.check_database(place).state == OK


def test_a_damaged_ledger_is_bad_and_untouched(place: Place) -> None:
    (place.home / "ledger.db").write_bytes(b"no database" * 1000)
    finding = doctor.check_database(place)
    assert finding.state == BAD
    assert (place.home / "ledger.db").read_bytes() == b"no database" * 1000


def test_a_broken_pack_is_named(place: Place) -> None:
    (place.home / "decks").mkdir()
    (place.home / "decks" / "trentine.npz").write_bytes(b"no pack")
    finding = doctor.check_decks(place)
    assert finding.state == WARN
    assert "trentine" in finding.text


def test_a_port_taken_by_a_stranger_is_bad(place: Place) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]  # bound, not listening: whoever asks is refused at once
        finding = doctor.check_port(Place(place.home, place.models, settings(host="127.0.0.1", port=port)))
    assert finding.state == BAD
    assert str(port) in finding.text


def test_a_machine_without_pins_has_no_panel_and_that_is_fine(place: Place) -> None:
    assert doctor.check_gpio(place) == Finding("gpio", OK, "No GPIO on this machine; there is no panel.")


def test_a_pi_without_gpiozero_is_told_what_to_install(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    (place.devices / "gpiochip0").touch()
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: None)
    finding = doctor.check_gpio(place)
    assert finding.state == WARN
    assert "python3-gpiozero" in finding.text


def test_one_check_that_fails_does_not_stop_the_others(place: Place) -> None:
    def check_moon(_: Place) -> Finding:
        raise OSError("too far away")

    findings = examine(place, (check_moon, doctor.check_python))
    assert findings[0] == Finding("moon", WARN, "Could not be found out: too far away")
    assert findings[1].check == "python"


def test_every_check_answers_and_the_json_says_whether_all_is_well(place: Place) -> None:
    findings = examine(place)
    assert [f.check for f in findings] == [c.__name__.removeprefix("check_") for c in CHECKS]
    assert as_json([Finding("a", WARN, "x")])["ok"] is True
    assert as_json([Finding("a", BAD, "x")]) == {"ok": False, "findings": [{"check": "a", "state": "bad", "text": "x"}]}
