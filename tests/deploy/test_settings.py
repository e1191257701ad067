"""Settings: the example shows every one, and a wrong one is named."""

import tomllib
from pathlib import Path

import pytest

from deploy.settings import SETTINGS, defaults, load
from table.errors import BadFile, BadValue, UnknownName

EXAMPLE = Path(__file__).resolve().parents[2] / "deploy" / "segnapunti.example.toml"


def written(folder: Path, text: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_changes_only_what_it_names(tmp_path: Path) -> None:
    settings = load(written(tmp_path, 'port = 9000\n[options]\nprofile = "tressette"\n'))
    assert settings.number("port") == 9000
    assert settings.table("options") == {"profile": "tressette"}
    assert settings.text("game") == "briscola"


def test_the_example_file_holds_every_setting_at_its_default() -> None:
    found = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    assert found == {setting.name: setting.default for setting in SETTINGS}


def test_every_setting_has_a_sentence_of_help() -> None:
    assert [setting.name for setting in SETTINGS if not setting.help.endswith(".")] == []


def test_an_unknown_setting_is_refused_with_the_nearest_name(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean 'port'"):
        load(written(tmp_path, "prot = 8080\n"))


@pytest.mark.parametrize(
    ("line", "kind"),
    [("port = 'eight'", "whole number"), ("panel = 1", "true or false"), ("size = ['a']", "a list"), ("port = true", "whole number")],
)
def test_a_value_of_the_wrong_kind_is_refused_by_name(tmp_path: Path, line: str, kind: str) -> None:
    with pytest.raises(BadValue, match=f"{line.split()[0]} should be .*{kind}"):
        load(written(tmp_path, line + "\n"))


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="There is no settings file"):
        load(tmp_path / "none.toml")


def test_a_file_that_is_no_toml_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no valid TOML"):
        load(written(tmp_path, "port: 8080\n"))


def test_settings_cannot_be_changed_through_the_default(tmp_path: Path) -> None:
    settings = load(written(tmp_path, "players = ['A', 'B', 'C']\n"))
    assert settings.texts("players") == ("A", "B", "C")
    assert defaults().texts("players") == ("Player 1", "Player 2")
