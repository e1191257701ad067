"""The replay document, the import of trick tables, the comparison of records."""

import csv
from pathlib import Path

import pytest

from table import events as ev
from table import record, replay
from table.compare import compare
from table.errors import BadFile, BadRecord
from table.importing import import_csv, parse_csv
from table.record import Header, LineError, Record
from tests.table.evenings import log, plays

GAMES = Path(__file__).parent / "data" / "games"
HEADER = Header("briscola", ("Anna", "Bruno"), {}, 0, "italian-40")
OPENING = (ev.Hand(dealer=0), ev.Trump(card="4sp"))


def of(*events: ev.Event) -> Record:
    """A record of Anna's and Bruno's game."""
    return Record(HEADER, tuple(log(*events)))


def test_the_document_has_exactly_what_the_contract_names() -> None:
    found = replay.document(of(*OPENING, *plays("1:Aco 0:3co 1:5de")))
    assert found.pop("options")["match"] == 1
    assert found == {
        "game": "briscola",
        "players": ["Anna", "Bruno"],
        "errors": [],
        "hands": [
            {
                "dealer": 0,
                "trump": "sp",
                "tricks": [
                    {"leader": 1, "plays": [[1, "Aco"], [0, "3co"]], "winner": 1, "points": 21},
                    {"leader": 1, "plays": [[1, "5de"]], "winner": None, "points": None},
                ],
                "melds": [],
                "seven": {},
                "points": [0, 21],
                "declarer": None,
                "bid": None,
                "made": None,
            }
        ],
        "scores": [0, 0],
        "over": False,
        "winner": None,
        "faults": [],
        "games": [0, 0],
    }


def test_an_unread_card_is_null_and_so_are_the_winner_and_points_it_leaves_open() -> None:
    hand = replay.document(of(*OPENING, *plays("1:? 0:3co")))["hands"][0]
    assert hand["tricks"] == [{"leader": 1, "plays": [[1, None], [0, "3co"]], "winner": None, "points": None}]
    assert hand["points"] == [None, None]


def test_a_fault_is_reported_with_grade_seat_and_seq() -> None:
    assert replay.document(of(*OPENING, *plays("0:Aco")))["faults"] == [
        {"fault": "out_of_turn", "grade": "certain", "seat": 0, "seq": 3, "proved_at": 3, "why": None}
    ]


def test_broken_lines_are_in_the_document(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"segnapunti": 1, "game": "briscola", "players": ["a", "b"]}\nrubbish\n')
    assert replay.document(path)["errors"] == [{"line": 2, "error": "The line is not JSON."}]


@pytest.mark.parametrize(("name", "totals", "out_of_turn"), [("trentine-1", [53, 67], (10, 1)), ("trentine-3", [70, 50], (6, 0))])
def test_a_real_game_comes_out_as_it_was_written_down(name: str, totals: list[int], out_of_turn: tuple[int, int], tmp_path: Path) -> None:
    record.write(tmp_path / "a.jsonl", import_csv(GAMES / f"{name}.csv"))
    found = replay.document(tmp_path / "a.jsonl")
    with (GAMES / f"{name}.csv").open() as file:
        told = [(row["Winner"], int(row["Points"])) for row in csv.DictReader(file)]
    assert found["players"] == ["North", "South"]
    assert [(found["players"][t["winner"]], t["points"]) for t in found["hands"][0]["tricks"]] == told
    assert found["scores"] == totals
    assert found["errors"] == []
    trick, seat = out_of_turn
    seq = 2 + 2 * (trick - 1) + 1  # after the hand and the trump, two plays a trick
    assert found["faults"] == [{"fault": "out_of_turn", "grade": "certain", "seat": seat, "seq": seq, "proved_at": seq, "why": None}]


def test_a_row_that_contradicts_the_rules_is_an_error_of_its_line() -> None:
    row = "1,8,spades,5,coins,1,clubs,South,"
    text = (GAMES / "trentine-1.csv").read_text().replace(row + "South,2", row + "North,3")
    assert parse_csv(text).errors == (
        LineError(2, "The table says North takes the trick, by the rules it is South."),
        LineError(2, "The table says 3 points, by the rules there are 2."),
    )


def test_a_row_with_no_card_is_an_error_of_its_line_and_the_rest_is_imported() -> None:
    text = (GAMES / "trentine-1.csv").read_text().replace("2,3,clubs,7,clubs", "2,13,clubs,7,clubs")
    found = parse_csv(text)
    assert found.errors[0] == LineError(3, "The trick cannot be read: '13' of 'clubs' is no card.")
    assert sum(isinstance(e, ev.Play) for _, e in found.events) == 38


def test_what_is_no_table_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    with pytest.raises(BadRecord, match="This is no table of tricks"):
        import_csv(tmp_path / "a.csv")
    (tmp_path / "b.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match="it is not text"):
        import_csv(tmp_path / "b.csv")
    with pytest.raises(BadFile, match="No such file"):
        import_csv(tmp_path / "none.csv")


# ---- comparing

GAME = (*OPENING, *plays("1:Aco 0:3co"), ev.Gather(seat=1), *plays("1:5de 0:Ade"))


def test_records_that_differ_only_in_when_how_and_how_surely_are_equal() -> None:
    tracked = [ev.Play(seat=e.seat, card=e.card, at=2.0, source="camera", confidence=0.9) if isinstance(e, ev.Play) else e for e in GAME]
    found = compare(of(*GAME), of(*tracked))
    assert (found.equal, found.rate, found.cards) == (True, 1.0, 4)


def test_a_corrected_misreading_is_no_difference() -> None:
    misread = (*OPENING, *plays("1:Aco 0:2co"), ev.Gather(seat=1), *plays("1:5de 0:Ade"))
    assert compare(of(*GAME), of(*misread, ev.Correct(seq=4, card="3co"))).equal


def test_a_hole_is_unread_and_another_card_is_wrong() -> None:
    found = compare(of(*GAME), of(*OPENING, *plays("1:? 0:2co"), ev.Gather(seat=1), *plays("1:5de 0:Ade")))
    assert (found.unread, found.wrong, found.rate) == (1, 1, 0.0)
    assert [str(d) for d in found.differences] == [
        'hand 1, event 3: played {"event": "play", "seat": 1, "card": "Aco"}, tracked {"event": "play", "seat": 1, "card": null}',
        'hand 1, event 4: played {"event": "play", "seat": 0, "card": "3co"}, tracked {"event": "play", "seat": 0, "card": "2co"}',
    ]


def test_what_is_missing_or_too_much_is_named() -> None:
    found = compare(of(*GAME), of(*GAME[:4], *GAME[5:], ev.Claim(seat=0)))
    assert [str(d) for d in found.differences] == [
        'hand 1, event 5: played {"event": "gather", "seat": 1}, tracked nothing',
        'hand 1, event 7 of the record: played nothing, tracked {"event": "claim", "seat": 0}',
    ]


def test_the_error_free_hand_rate_counts_hands() -> None:
    found = compare(of(*GAME, *GAME), of(*GAME, *GAME[:-1], ev.Play(seat=0)))
    assert (found.hands, found.error_free, found.rate) == (2, 1, 0.5)


def test_the_deal_and_implied_draws_are_not_compared() -> None:
    assert compare(of(OPENING[0], ev.Deal(hands=((), ())), *GAME[1:]), of(*GAME, ev.Draw(seat=0))).equal


def test_another_game_is_a_difference() -> None:
    other = Record(Header("tricks", ("a", "b"), {}, 0, "italian-40"), tuple(log(*GAME)))
    assert not compare(of(*GAME), other).equal
