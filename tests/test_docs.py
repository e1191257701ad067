"""The documentation is under test: what exists is described, what is described exists."""

import argparse
import re
import shlex
from pathlib import Path

import pytest

from deploy.commands import COMMANDS
from deploy.home import home
from deploy.settings import SETTINGS

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("table", "vision", "web", "models", "deploy", "tests", "benchmarks")
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES_AT_MOST = 80


def folder_page(name: str) -> str:
    return (ROOT / name / "README.md").read_text(encoding="utf-8")


def options(name: str) -> set[str]:
    parser = argparse.ArgumentParser(add_help=False)
    next(command for command in COMMANDS if command.name == name).arguments(parser)
    return {option for action in parser._actions for option in action.option_strings}


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_page_is_at_most_80_lines(name: str) -> None:
    assert len(folder_page(name).splitlines()) <= LINES_AT_MOST


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_page_ends_in_dated_decisions(name: str) -> None:
    text = folder_page(name)
    assert "\n## Decisions" in text
    decisions = text.split("\n## Decisions", 1)[1]
    assert re.search(r"\b20\d\d-\d\d-\d\d\b", decisions)
    assert "\n## " not in decisions.strip()


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_every_command_is_described(command: str) -> None:
    assert re.search(rf"`segnapunti {command}\b", folder_page("deploy")), f"deploy/README.md does not describe {command}"


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_every_option_is_described(command: str) -> None:
    page = folder_page("deploy")
    missing = {option for option in options(command) if option.startswith("--") and not re.search(rf"`[^`]*{option}\b[^`]*`", page)}
    assert missing == set()


def test_every_setting_is_in_the_example_and_nowhere_undocumented() -> None:
    example = (ROOT / "deploy" / "segnapunti.example.toml").read_text(encoding="utf-8")
    missing = [setting.name for setting in SETTINGS if setting.help not in example or setting.name not in example]
    assert missing == []


def test_every_route_is_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from deploy.appliance import Appliance
    from deploy.settings import Settings, defaults

    monkeypatch.setenv("SEGNAPUNTI_HOME", str(tmp_path))
    settings = Settings({**defaults().values, "host": "127.0.0.1", "port": 0, "panel": False})
    appliance = Appliance(settings, home() / "ledger.db")
    page = folder_page("web") + folder_page("deploy")
    try:
        rules = {rule.rule for rule in appliance.app.url_map.iter_rules() if rule.endpoint != "static"}
    finally:
        appliance.close()
    missing = {rule for rule in rules if not re.search(_in_code(rule), page)}
    assert missing == set()


def _in_code(rule: str) -> str:
    """A pattern for the route between backticks; `<game>` may have another name in the text."""
    parts = [re.escape(part) for part in re.split(r"<[^>]*>", rule)]
    return "`[^`]*" + "[^`]*".join(parts) + "[^`]*`"


def commands_in(text: str) -> list[list[str]]:
    """Lines of the indented or fenced blocks that call make or segnapunti."""
    found = []
    for line in text.splitlines():
        if line.startswith(("    ", "$ ")):
            words = shlex.split(line, comments=True)
            while words and re.fullmatch(r"[A-Z]+=.*", words[0]):
                words = words[1:]  # PORT=8090 ARGS="..." make demo
            if words and words[0].lstrip("./").split("/")[-1] in ("make", "segnapunti"):
                found.append([words[0].split("/")[-1], *words[1:]])
    return found


def test_the_readme_shows_how_to_begin() -> None:
    words = commands_in(README)
    assert ["make", "demo"] in words


def test_the_commands_of_the_readme_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    names = {command.name for command in COMMANDS}
    for words in commands_in(README) + commands_in(folder_page("deploy")):
        if words[0] == "make":
            assert words[1] in targets, words
        elif words[1] != "--help":
            assert words[1] in names, words
            assert {word for word in words[2:] if word.startswith("--")} <= options(words[1]), words


def test_links_inside_the_project_lead_somewhere() -> None:
    broken = []
    for page in [ROOT / "README.md", *(ROOT / name / "README.md" for name in FOLDERS)]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert broken == []


def test_the_changelog_says_what_comes_next() -> None:
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
