"""What is built is what is used: the wheel holds everything the program needs, and runs from nothing but itself."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built once, without network."""
    out = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    [path] = out.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked into a folder of its own."""
    target = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def tracked(pattern: str) -> set[str]:
    listing = subprocess.run(["git", "ls-files", pattern], cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout, so what belongs to the project is unknown")
    return {name for name in listing.stdout.splitlines() if (ROOT / name).exists()}


@pytest.mark.parametrize(
    "pattern",
    ["models/*", "web/templates/*", "web/static/*", "web/translations/*", "table/*.sql", "table/games/*.md", "deploy/*", "vision/*.py"],
)
def test_everything_in_the_checkout_is_in_the_wheel(names: set[str], pattern: str) -> None:
    assert tracked(pattern) - names == set()


def test_nothing_else_is_in_the_wheel(names: set[str]) -> None:
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} <= {"vision", "table", "web", "deploy", "models"}
    assert [name for name in names if name.endswith(".pyc")] == []


def test_the_licence_is_in_the_wheel(names: set[str]) -> None:
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_installed_program_runs_without_the_checkout(installed: Path, tmp_path: Path) -> None:
    record = tmp_path / "r.jsonl"
    record.write_text('{"segnapunti": 1, "game": "briscola", "players": ["Anna", "Bruno"]}\n{"event": "hand", "dealer": 0}\n')
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); import deploy.cli;"
        "assert deploy.cli.__file__.startswith(sys.argv[1]); sys.exit(deploy.cli.main(sys.argv[2:]))"
    )
    for words in (
        ["--version"],
        ["rules", "--explain", "briscola", "--lang", "it"],
        ["replay", str(record), "--json"],
        ["decks", "--json"],
    ):
        done = subprocess.run(
            [sys.executable, "-c", script, str(installed), *words],
            cwd=tmp_path,
            env={"SEGNAPUNTI_HOME": str(tmp_path / "home"), "PATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout


def test_the_ledger_opens_from_the_installed_program(installed: Path, tmp_path: Path) -> None:
    script = "import sys; sys.path.insert(0, sys.argv[1]); from table.ledger import Ledger; Ledger(sys.argv[2]).close()"
    subprocess.run([sys.executable, "-c", script, str(installed), str(tmp_path / "l.db")], cwd=tmp_path, check=True)
    assert (tmp_path / "l.db").exists()
