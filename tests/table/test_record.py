"""Records: every event there and back, errors with line numbers, and nothing a damaged file can break."""

import contextlib
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table import events as ev
from table import record, replay
from table.errors import BadFile, BadRecord, BadValue
from table.fold import fold
from table.games import GAMES
from table.notation import event_json, parse_event
from table.record import Header, LineError, Record, Writer, parse
from table.selfplay import script
from table.session import Session

HEADER = Header("briscola", ("Anna", "Bruno"), {"match": 3}, 1, "italian-40", "trentine")
HEAD = b'{"segnapunti": 1, "game": "briscola", "players": ["a", "b"]}\n'
EVENTS = (
    ev.Hand(dealer=0, trump="H"),
    ev.Trump(card="7H"),
    ev.Trump(suit="co"),
    ev.Play(seat=1, card="AS", at=3.5, source="camera", confidence=0.9, candidates=(("AS", 0.9), ("AC", 0.1))),
    ev.Play(seat=1, candidates=(("AS", 0.5), ("AC", 0.4))),
    ev.Gather(seat=0),
    ev.Meld(seat=1, meld="matrimonio", cards=("KH", "QH")),
    ev.Swap(seat=1),
    ev.Swap(seat=1, card="7H"),
    ev.Bid(seat=1, points=200),
    ev.Pass(seat=2),
    ev.Monte(cards=("9S", "KD", "JD")),
    ev.Bury(seat=1),
    ev.Bury(seat=1, cards=("9S",)),
    ev.Ask(seat=1, card="AH", giver=2),
    ev.Ask(seat=1, card="AH"),
    ev.GiveBack(seat=1, to=2),
    ev.Honours(seat=1, cards=("QS", "JD")),
    ev.Honours(seat=1, points=40),
    ev.Cappotto(seat=1),
    ev.Deal(hands=(("AS", "Acu"), ("WELI",)), talon=("3de",)),
    ev.Draw(seat=0),
    ev.Correct(seq=12, card="KS"),
    ev.Correct(seq=12, cards=("KS",), seat=1, dealer=0, suit="H", points=3, meld="bazzica", why="elimination"),
    ev.Retract(seq=12),
    ev.Accept(seq=40),
    ev.Dismiss(seq=40),
    ev.Adjust(seat=0, points=-20, why="agreed"),
    ev.Claim(seat=0),
    ev.Abandon(),
    ev.Game(dealer=1),
    ev.Result(winner=0, points=12),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda e: e.kind)
def test_parsing_undoes_printing(event: ev.Event) -> None:
    assert parse_event(json.loads(json.dumps(event_json(event)))) == event


def test_every_kind_of_event_is_among_those_tried() -> None:
    assert {type(e) for e in EVENTS} == set(ev.EVENTS)


def test_the_lines_of_the_contract_are_understood() -> None:
    assert parse_event({"event": "play", "seat": 1, "card": None, "candidates": [["AS", 0.5], ["AC", 0.4]]}) == EVENTS[4]
    assert parse_event({"event": "give_back", "seat": 1, "to": 2}) == ev.GiveBack(seat=1, to=2)
    assert parse_event({"event": "ask", "seat": 1, "card": "AH", "giver": None}) == ev.Ask(seat=1, card="AH")


def test_an_unread_card_is_printed_as_null() -> None:
    assert event_json(ev.Play(seat=1)) == {"event": "play", "seat": 1, "card": None}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"event": "plai", "seat": 0}, "There is no event called 'plai'."),
        ({"event": "play", "seat": 0}, "The event play needs the field card (null while it is unread)."),
        ({"event": "play", "card": "AS"}, "The event play needs the field seat."),
        ({"event": "play", "seat": True, "card": "AS"}, "The field seat of play: must be a whole number, not True"),
        (
            {"event": "play", "seat": 0, "card": "ZZ"},
            "The field card of play: 'ZZ' is no card; a card is rank and suit, like AS, 10D, 3de or Ocu.",
        ),
        ({"event": "abandon", "at": float("nan")}, "The field at of abandon: must be a number, not nan"),
        (["play"], 'An event is a JSON object with a field "event".'),
        ({"event": ["play"]}, "There is no event called ['play']."),
    ],
)
def test_what_is_no_event_is_refused_in_one_sentence(data: object, sentence: str) -> None:
    with pytest.raises(BadValue) as caught:
        parse_event(data)
    assert str(caught.value) == sentence


def test_a_written_record_reads_the_same(tmp_path: Path) -> None:
    whole = Record(HEADER, ((1, ev.Hand(dealer=1)), (4, ev.Play(seat=0, card="Aco")), (5, ev.Correct(seq=4, card="3co"))))
    record.write(tmp_path / "a.jsonl", whole)
    assert record.read(tmp_path / "a.jsonl") == whole


def test_the_writer_counts_seqs_as_the_reader_does(tmp_path: Path) -> None:
    with Writer(tmp_path / "a.jsonl", HEADER) as writer:
        seqs = [writer.append(ev.Hand(dealer=1)), writer.append(ev.Play(seat=0, card="Aco"))]
    assert [s for s, _ in record.read(tmp_path / "a.jsonl").events] == seqs == [1, 2]


def test_broken_and_blank_lines_count_and_the_reader_goes_on() -> None:
    text = HEAD + b'{"event": "hand", "dealer": 0}\n\nnot json\n{"event": "play", "seat": 1, "card": "Aco"}\n'
    found = parse(text)
    assert found.events == ((1, ev.Hand(dealer=0)), (4, ev.Play(seat=1, card="Aco")))
    assert found.errors == (LineError(4, "The line is not JSON."),)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ('{"event": "play", "seat": 2, "card": "Aco"}', "There is no seat 2; seats are 0 to 1."),
        ('{"event": "play", "seat": 1, "card": "AS"}', "There is no card AS in the deck italian-40."),
        ('{"event": "hand", "dealer": 0, "trump": "H"}', "There is no suit H in the deck italian-40."),
        ('{"event": "retract", "seq": 7}', "There is no event 7 before this one to retract."),
        ('{"event": "deal", "hands": [["Aco"]]}', "A deal for 2 needs 2 hands, not 1."),
    ],
)
def test_what_this_table_cannot_have_is_an_error_of_its_line(line: str, error: str) -> None:
    text = '{"segnapunti": 1, "game": "briscola", "players": ["a", "b"]}\n' + line
    assert parse(text.encode()).errors == (LineError(2, error),)


def test_what_can_be_mended_in_a_header_is_an_error_of_line_one() -> None:
    text = b'{"segnapunti": 1, "game": "briscola", "players": ["a", "b"], "options": {"mach": 2, "match": 3}, "dealer": 7, "deck": "tarot"}'
    found = parse(text)
    assert found.header == Header("briscola", ("a", "b"), {"match": 3}, 0, "italian-40")
    assert [e.line for e in found.errors] == [1, 1, 1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "The first line is no header of a record: it is not JSON."),
        (b"\x89PNG\r\n\x1a\n", "The first line is no header of a record: it is not JSON."),
        (
            b'{"event": "hand", "dealer": 0}',
            'The first line is no header of a record; it should be like {"segnapunti": 1, "game": "briscola", ..}.',
        ),
        (b'{"segnapunti": 2}', "The record is of format 2; this program reads format 1."),
        (
            b'{"segnapunti": 1, "game": "brisola", "players": ["a", "b"]}',
            "The header opens no game: There is no game called 'brisola'; did you mean 'briscola'?",
        ),
        (
            b'{"segnapunti": 1, "game": "briscola", "players": ["a"]}',
            "The header opens no game: briscola is played by 2, 3 or 4, not by 1.",
        ),
    ],
)
def test_a_file_whose_first_line_opens_no_game_is_refused_in_one_sentence(text: bytes, sentence: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse(text)
    assert str(caught.value) == sentence


def test_a_missing_file_and_a_folder_are_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"Cannot read the record .*none.jsonl: No such file or directory\."):
        record.read(tmp_path / "none.jsonl")
    with pytest.raises(BadFile, match="Is a directory"):
        record.read(tmp_path)


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    text = b'\xef\xbb\xbf{"segnapunti": 1, "game": "briscola", "players": ["a", "b"]}\r\n{"event": "hand", "dealer": 0}\r\n'
    assert parse(text).events == ((1, ev.Hand(dealer=0)),)
    assert parse(text).errors == ()


def mutated(line: str, rng: random.Random) -> str:
    """The line with something wrong: characters changed, lost, doubled, a value of another kind."""
    kind = rng.randrange(5)
    at = rng.randrange(len(line))
    if kind == 0:
        return line[:at] + rng.choice('{}[],:"0-9eE. nulltrue\u20ac') + line[at + 1 :]
    if kind == 1:
        return line[:at] + line[at + rng.randrange(1, 6) :]
    if kind == 2:
        return line[:at] + line[at:] * 2
    data = json.loads(line)
    key = rng.choice(list(data))
    if kind == 3:
        del data[key]
    else:
        data[key] = rng.choice([None, True, -1, 10**12, 1e308, "", "AS", [], {}, [["AS", "x"]], "\u0000", 0.5, [[]]])
    return json.dumps(data)


def test_thousands_of_damaged_lines_are_errors_of_their_lines_and_the_rest_is_followed() -> None:
    rng = random.Random(7)
    damaged = 0
    while damaged < 1500:
        game = rng.choice(list(GAMES))
        played = script(game, rng.choice(GAMES[game].PLAYERS), seed=rng.randrange(10**6))
        lines = record.lines(Record(Header(game, played.players, {}, 0, played.deck), tuple(enumerate(played.events, 1))))
        for at in range(1, len(lines)):
            if rng.random() < 0.2:
                damaged += 1
                lines[at] = mutated(lines[at], rng)
        if rng.random() < 0.3:
            lines[1:] = rng.sample(lines[1:], len(lines) - 1)
        found = parse("\n".join(lines).encode())
        assert all(1 < e.line <= len(lines) and e.error for e in found.errors)
        session = Session.from_record(found)
        assert session.state == fold(session.game, session.setup, found.events)
        json.dumps([replay.document(found), session.public()])


@settings(max_examples=200, deadline=None)  # deadline off: the first example pays for the imports
@given(st.binary(max_size=200))
def test_law_any_bytes_are_a_record_or_refused_with_a_sentence(text: bytes) -> None:
    for candidate in (text, b'{"segnapunti": 1, "game": "briscola", "players": ["a", "b"]}\n' + text):
        with contextlib.suppress(BadRecord):
            replay.document(parse(candidate))


def test_deep_nesting_is_an_error_of_its_line() -> None:
    text = b'{"segnapunti": 1, "game": "briscola", "players": ["a", "b"]}\n' + b"[" * 100_000
    assert parse(text).errors == (LineError(2, "The line is not JSON."),)
