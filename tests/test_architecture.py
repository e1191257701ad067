"""Who may know whom (the rooms' contract), and the sizes and places that keep the code readable."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("table", "vision", "web", "deploy")
# Words of the game that vision may know: what a card is, what it reports, and the script the simulator films.
VISION_MAY_KNOW = {"cards", "deck", "observation", "script", "events", "errors"}
TOP_LEVEL = {
    "pyproject.toml", "vision", "table", "web", "models", "tests", "deploy", "benchmarks",
    "README.md", "LICENSE", "CHANGELOG.md", "Makefile", "constraints.txt", ".ci", ".gitignore",
}  # fmt: skip
LINES_AT_MOST = 400


def tracked() -> list[Path]:
    """Files git knows, so that a developer's scratch files do not fail the tests."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout, so what belongs to the project is unknown")
    return [ROOT / name for name in listing.stdout.split("\0") if name and (ROOT / name).exists()]


def sources(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def imports(path: Path) -> set[str]:
    """Dotted names a file imports, `from a import b` counted as `a` and as `a.b`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = path.relative_to(ROOT).with_suffix("").parts[: -node.level]
                base = ".".join((*package, *([base] if base else [])))
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return found


def test_the_rooms_import_each_other_only_downwards() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-cache"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"0 broken", done.stdout), done.stdout


def test_table_uses_the_standard_library_only() -> None:
    allowed = sys.stdlib_module_names | {"table"}
    strangers = {
        f"{path.relative_to(ROOT)}: {name}" for path in sources("table") for name in imports(path) if name.split(".")[0] not in allowed
    }
    assert strangers == set()


def test_table_has_no_threads_of_its_own() -> None:
    starting = {"multiprocessing", "concurrent.futures", "asyncio", "threading.Thread", "threading.Timer", "subprocess"}
    found = {f"{path.relative_to(ROOT)}: {name}" for path in sources("table") for name in imports(path) & starting}
    found |= {str(path.relative_to(ROOT)) for path in sources("table") if "threading.Thread(" in path.read_text(encoding="utf-8")}
    assert found == set()


def test_vision_knows_only_the_words_of_the_game_that_cross_rooms() -> None:
    found: set[str] = set()
    for path in sources("vision"):
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "table" and len(parts) > 1 and parts[1] not in VISION_MAY_KNOW:
                found.add(f"{path.relative_to(ROOT)}: {name}")
    assert found == set()


def test_only_the_appliance_puts_the_rooms_together() -> None:
    """The web application is made in one place, and that is where session, ledger, camera and panel meet it."""
    makers = {path.name for path in sources("deploy") if {"web.app", "web.app.create_app"} & imports(path)}
    assert makers <= {"appliance.py"}


def test_the_top_level_is_fixed() -> None:
    found = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert found <= TOP_LEVEL


def test_no_source_file_is_longer_than_400_lines() -> None:
    code = {".py", ".js", ".css", ".html", ".sh", ".sql"}
    long = {
        str(path.relative_to(ROOT)): lines
        for path in tracked()
        if path.suffix in code and ".min." not in path.name and (lines := len(path.read_bytes().splitlines())) > LINES_AT_MOST
    }
    assert long == {}


def test_no_module_is_named_after_nothing() -> None:
    empty_words = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}
    assert [str(p.relative_to(ROOT)) for room in ROOMS for p in sources(room) if p.stem in empty_words] == []


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for room in ROOMS
        for path in sources(room)
        if (tree := ast.parse(path.read_text(encoding="utf-8"))).body and not ast.get_docstring(tree)
    ]
    assert silent == []


def test_every_exemption_gives_its_reason_on_the_same_line() -> None:
    bare = []
    for path in tracked():
        if path.suffix != ".py" or path == Path(__file__):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for word in ("# noqa", "# type: ignore"):
                if word in line:
                    rest = line.split(word, 1)[1]
                    # after the rule's name there has to stand why, behind a dash, a hash, a bracket or a semicolon
                    if not any(mark in rest for mark in (" - ", "  #", " # ", "; ", " (")):
                        bare.append(f"{path.relative_to(ROOT)}:{number}")
    assert bare == []
