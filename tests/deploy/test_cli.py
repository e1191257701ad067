"""The command line as people meet it: exit status, one sentence for what was wrong, never a traceback."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from deploy.cli import main
from deploy.commands import COMMANDS

RECORD = (
    '{"segnapunti": 1, "game": "briscola", "players": ["Anna", "Bruno"], "dealer": 0, "deck": "italian-40"}\n'
    '{"event": "hand", "dealer": 0}\n'
    '{"event": "trump", "card": "Cco"}\n'
    '{"event": "play", "seat": 1, "card": "Ade"}\n'
    '{"event": "play", "seat": 0, "card": "2de"}\n'
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of the test's own."""
    monkeypatch.setenv("SEGNAPUNTI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit status, stdout, stderr."""
    status = main(words)
    out, err = capsys.readouterr()
    return status, out, err


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Exit status and the one line on stderr; nothing on stdout, no traceback."""
    status, out, err = run(capsys, *words)
    assert out == ""
    assert "Traceback" not in err
    assert err.count("\n") == 1, err
    return status, err


def test_every_command_has_a_sentence_of_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        assert command.help.endswith("."), command.name
        assert main([command.name, "--help"]) == 0
        assert "usage" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ((), "a command is missing"),
        (("replya", "x"), "did you mean 'replay'"),
        (("replay",), "RECORD"),
        (("replay", "x", "--jsno"), "did you mean --json"),
        (("replay", "x", "y"), "does not know what to do with 'y'"),
        (("demo", "--port", "eighty"), "invalid int value"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], hint: str) -> None:
    status, sentence = complaint(capsys, *words)
    assert status == 2
    assert hint in sentence


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("demo", "--check", "--game", "briscla"), "'briscola'"),
        (("watch", "x.mp4", "--game", "trick"), "'tricks'"),
        (("rules", "--explain", "briscla"), "'briscola'"),
        (("rules", "--explain", "briscola", "--set", "mach=2"), "'match'"),
        (("demo", "--check", "--set", "shw_points=live"), "'show_points'"),
        (("demo", "--check", "--deck", "italian-44"), "'italian-40'"),
        (("look", "x.jpg", "--deck", "frensh"), "'french'"),
        (("demo", "--check", "--trump", "D"), "known: "),
    ],
)
def test_an_unknown_name_offers_the_nearest_and_exits_2(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], near: str) -> None:
    status, sentence = complaint(capsys, *words)
    assert status == 2
    assert near in sentence


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "none.jsonl"),
        ("compare", "none.jsonl", "none.jsonl"),
        ("import", "none.csv", "--out", "x.jsonl"),
        ("restore", "none.tar.gz"),
        ("doctor", "--config", "none.toml"),
        ("run", "--config", "none.toml"),
        ("watch", "none.mp4", "--deck", "sim"),
    ],
)
def test_a_missing_file_is_one_sentence_naming_it(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    status, sentence = complaint(capsys, *words)
    assert status == 1
    assert "none." in sentence


def test_a_value_an_option_cannot_have_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, sentence = complaint(capsys, "rules", "--explain", "briscola", "--set", "show_points=sometimes")
    assert status == 1
    assert "show_points" in sentence
    assert "at_end" in sentence


def test_a_house_rule_without_a_value_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, sentence = complaint(capsys, "rules", "--explain", "briscola", "--set", "match")
    assert status == 1
    assert "OPTION=VALUE" in sentence


def test_a_record_is_replayed_as_one_json_document(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text(RECORD)
    status, out, err = run(capsys, "replay", str(tmp_path / "r.jsonl"), "--json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    # Bruno leads the ace of coins (11), Anna adds the two (0); trumps are cups, so the ace takes it
    assert document["hands"][0]["tricks"] == [{"leader": 1, "plays": [[1, "Ade"], [0, "2de"]], "winner": 1, "points": 11}]
    assert document["errors"] == []


def test_broken_lines_are_named_and_the_others_replayed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = RECORD.splitlines()
    (tmp_path / "r.jsonl").write_text("\n".join([*lines[:3], "{broken", *lines[3:], '{"event": "play", "seat": 7, "card": "3de"}']) + "\n")
    status, out, err = run(capsys, "replay", str(tmp_path / "r.jsonl"), "--json")
    assert status == 1
    document = json.loads(out)
    assert [error["line"] for error in document["errors"]] == [4, 7]
    assert document["hands"][0]["tricks"][0]["winner"] == 1
    assert err.count("\n") == 1
    assert "line 4" in err


def test_a_file_that_is_no_record_is_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text("hello\n")
    status, sentence = complaint(capsys, "replay", str(tmp_path / "r.jsonl"))
    assert status == 1
    assert "header" in sentence


def test_equal_records_compare_equal_whoever_saw_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(RECORD)
    (tmp_path / "b.jsonl").write_text(RECORD.replace('"card": "Ade"', '"card": "Ade", "at": 12.5, "source": "camera", "confidence": 0.9'))
    assert run(capsys, "compare", str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl"))[0] == 0


def test_a_card_read_wrong_is_a_difference_and_exit_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(RECORD)
    (tmp_path / "b.jsonl").write_text(RECORD.replace("2de", "4de"))
    status, out, _ = run(capsys, "compare", str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl"), "--json")
    assert status == 1
    document = json.loads(out)
    assert (document["equal"], document["wrong"]) == (False, 1)
    assert document["differences"][0]["truth"]["card"] == "2de"
    assert document["differences"][0]["record"]["card"] == "4de"


def test_a_worked_case_is_answered_and_a_wrong_expectation_exits_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    case = {
        "game": "briscola",
        "profile": "000",
        "kind": "trick_winner",
        "given": {"trump": "co", "plays": [[1, "Ade"], [0, "2co"]]},
        "expect": {"winner": 0},
    }
    (tmp_path / "c.json").write_text(json.dumps(case))
    status, out, _ = run(capsys, "rules", str(tmp_path / "c.json"), "--json")
    assert (status, json.loads(out)[0]["ok"]) == (0, True)
    (tmp_path / "c.json").write_text(json.dumps({**case, "expect": {"winner": 1}}))
    assert run(capsys, "rules", str(tmp_path / "c.json"), "--json")[0] == 1


def test_the_rules_are_explained_in_italian(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "rules", "--explain", "briscola", "--lang", "it", "--set", "match=3")
    assert status == 0
    assert "match = 3" in out


def test_a_damaged_database_is_one_sentence_and_left_as_it_is(capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path) -> None:
    home.mkdir()
    (home / "ledger.db").write_bytes(b"no database at all " * 500)
    for words in (("export", "--out", str(tmp_path / "games")), ("backup", "--out", str(tmp_path / "b.tar.gz"))):
        status, sentence = complaint(capsys, *words)
        assert status == 1
        assert "damaged" in sentence
    assert (home / "ledger.db").read_bytes() == b"no database at all " * 500


def test_a_home_folder_that_cannot_be_made_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SEGNAPUNTI_HOME", str(tmp_path / "file" / "home"))
    status, sentence = complaint(capsys, "backup")
    assert status == 1
    assert "SEGNAPUNTI_HOME" in sentence


def test_the_address_is_printed_and_drawn_as_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = run(capsys, "qr", "--port", "8123", "--out", str(tmp_path / "q.svg"))
    assert status == 0
    assert out.strip().endswith(":8123/")
    assert "<svg" in (tmp_path / "q.svg").read_text()


def test_a_fault_inside_the_program_is_one_sentence_and_the_details_are_kept(
    capsys: pytest.CaptureFixture[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(home: Path, out: Path) -> list[str]:
        raise RuntimeError("the moon fell down")

    monkeypatch.setattr("deploy.backup.write_backup", broken)
    status, sentence = complaint(capsys, "backup")
    assert status == 1
    assert "crash.txt" in sentence
    assert "the moon fell down" in (home / "crash.txt").read_text()


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "deploy.cli", "run", "--port", port],
            capture_output=True,
            text=True,
            timeout=60,
            env={**os.environ, "SEGNAPUNTI_HOME": str(tmp_path / "home")},
            check=False,
        )
    assert done.returncode == 1
    assert f"Port {port} is taken" in done.stderr
    assert "Traceback" not in done.stderr


def needs_models() -> None:
    from deploy.home import MODELS

    if not (MODELS / "manifest.toml").exists():
        pytest.skip("the models are not in this checkout")


def test_look_reports_what_cannot_be_read_and_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    needs_models()
    import cv2

    (tmp_path / "text.jpg").write_text("this is no picture")
    plain = np.full((480, 640, 3), 120, np.uint8)
    cv2.imwrite(str(tmp_path / "plain.png"), plain)
    whole = (tmp_path / "plain.png").read_bytes()
    (tmp_path / "cut.png").write_bytes(whole[: len(whole) // 2])
    names = [str(tmp_path / name) for name in ("text.jpg", "plain.png", "cut.png", "none.jpg")]
    status, out, err = run(capsys, "look", *names, "--deck", "sim", "--json")
    assert status == 1
    assert err.count("\n") == 1
    images = json.loads(out)["images"]
    assert [image["image"] for image in images] == names
    assert ["error" in image for image in images] == [True, False, True, True]
    assert images[1]["cards"] == []


def test_a_text_file_as_video_is_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    needs_models()
    (tmp_path / "clip.mp4").write_text("this is no video")
    status, sentence = complaint(capsys, "watch", str(tmp_path / "clip.mp4"), "--deck", "sim", "--game", "tricks")
    assert status == 1
    assert "clip.mp4" in sentence


def test_a_video_cut_short_keeps_what_was_seen_and_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    needs_models()
    import cv2

    whole = tmp_path / "whole.avi"
    video = cv2.VideoWriter(str(whole), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    rng = np.random.default_rng(1)
    for _ in range(40):
        video.write(np.repeat(np.repeat(rng.integers(0, 255, (24, 32, 3), np.uint8), 10, 0), 10, 1))
    video.release()
    data = whole.read_bytes()
    for share in (0.5, 0.02):
        cut = tmp_path / f"cut{share}.avi"
        cut.write_bytes(data[: int(len(data) * share)])
        out = tmp_path / f"out{share}.jsonl"
        status, _, err = run(capsys, "watch", str(cut), "--game", "tricks", "--deck", "sim", "--record", str(out))
        assert status == 1
        assert err.count("\n") == 1
        assert cut.name in err
        assert "Traceback" not in err


def test_teaching_from_a_folder_without_cards_is_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    needs_models()
    (tmp_path / "empty").mkdir()
    status, sentence = complaint(capsys, "enrol", "mine", str(tmp_path / "empty"))
    assert status == 1
    assert "empty" in sentence


def test_a_deck_taught_from_scans_is_listed_and_used(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    needs_models()
    import cv2

    from vision.sim.art import draw_face

    (tmp_path / "scans").mkdir()
    for code in ("Aco", "2de", "Rsp"):
        cv2.imwrite(str(tmp_path / "scans" / f"{code}.png"), draw_face(code))
    status, out, err = run(capsys, "enrol", "mine", str(tmp_path / "scans"))
    assert status == 0
    assert "3 cards" in out
    assert "7ba" in err  # missing cards are named, the deck is saved all the same
    assert "mine" in run(capsys, "decks")[1]
