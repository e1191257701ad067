"""Reasons for a no, in the reader's language: every code has its sentence, filled from what came with it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import deploy
import table
from tests.web.conftest import tap
from tests.web.stand import Stand
from web.refusals import REASONS, UNKNOWN

ROOMS = tuple(Path(room.__file__ or "").parent for room in (table, deploy))


def coded() -> Iterator[tuple[str, set[str]]]:
    """Code and names of the data of every error that carries one."""
    for path in (p for room in ROOMS for p in room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("BadValue", "BadFile", "SegnapuntiError"):
                given = {k.arg: k.value for k in node.keywords if k.arg}
                if isinstance(code := given.pop("code", None), ast.Constant):
                    yield str(code.value), set(given)


def test_every_code_has_a_sentence_that_its_data_fill() -> None:
    found = list(coded())
    assert len(found) >= 15
    wrong = [c for c, data in found if c not in REASONS or not set(re.findall(r"%\((\w+)\)s", REASONS[c])) <= data]
    assert wrong == []
    assert {c for c, _ in found} == set(REASONS)


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "There is no seat 5; seats are 0 to 1."),
        ("it", "Il posto 5 non c'è; i posti vanno da 0 a 1."),
        ("de", "Den Platz 5 gibt es nicht; Plätze sind 0 bis 1."),
    ],
)
def test_a_refused_tap_says_why_in_the_language_of_its_page(client: FlaskClient, briscola: Stand, lang: str, sentence: str) -> None:
    reply = client.post(f"/api/events?lang={lang}", json={"seq": 2, "event": {"event": "play", "seat": 5, "card": "3co"}})
    assert (reply.status_code, reply.json) == (422, {"error": sentence, "code": "no_seat"})


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "briskola"}, "Das Spiel briskola gibt es nicht. War briscola gemeint?"),
        ({"match": "many"}, "Partien zum Sieg: eine ganze Zahl ist nötig, nicht many."),
        ({"match": "0"}, "Partien zum Sieg: von 1 bis 99, nicht 0."),
        ({"players": "5"}, "Briscola spielen 2, 3, 4, nicht 5."),
        ({"dealer": "7"}, "Bitte wählen, wer gibt."),
        ({"swap": "maybe"}, "Tausch: maybe steht nicht zur Wahl."),
    ],
)
def test_a_form_that_cannot_be_meant_is_refused_in_german_too(client: FlaskClient, wrong: dict[str, str], sentence: str) -> None:
    good = {"game": "briscola", "players": "2", "deck": "italian-40|"}
    page = client.post("/setup?lang=de", data=good | wrong).text
    assert sentence in page


def test_what_only_programs_send_is_answered_with_a_code_too(client: FlaskClient, briscola: Stand) -> None:
    codes = [
        tap(client, 2, event).json["code"]
        for event in (
            {"event": "dance"}, {"event": "play", "card": "3co"}, {"event": "play", "seat": "x", "card": "3co"},
            {"event": "play", "seat": 1, "card": "KH"}, {"event": "trump", "suit": "H"},
        )
    ]  # fmt: skip
    assert codes == ["unknown_event", "field_missing", "field_wrong", "no_card", "no_suit"]


def test_kinds_of_unknown_things_are_those_a_tablet_can_name() -> None:
    assert set(UNKNOWN) == {"game", "deck", "option", "setting", "language"}
