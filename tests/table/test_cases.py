"""Worked cases: every one of the collection, and others worked out here by hand for the options and inputs it leaves out."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from table.cases import answer, check, read, right
from table.errors import BadFile, SegnapuntiError

FOLDER = Path(__file__).parent.parent / "cases"
FILES = sorted(FOLDER.glob("*.json"))


def ask(game: str, kind: str, profile: str | None = None, **given: Any) -> dict[str, Any]:
    raw: dict[str, object] = {"game": game, "kind": kind, "given": given}
    return answer(raw if profile is None else {**raw, "profile": profile})


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_a_worked_case_is_answered_as_expected(file: Path) -> None:
    case = read(str(file))
    assert answer(case) == case["expect"]


def test_the_collection_is_complete() -> None:
    assert len(FILES) == 59


def test_the_collection_is_the_one_beside_the_project() -> None:
    shared = Path(os.environ.get("SEGNAPUNTI_SHARED", Path(__file__).parents[3] / "shared")) / "cases"
    if not shared.is_dir():
        pytest.skip("the folder of shared data is not here")
    assert {f.name: json.loads(f.read_text()) for f in shared.glob("*.json")} == {f.name: json.loads(f.read_text()) for f in FILES}


# ---- what the collection leaves out


@pytest.mark.parametrize(
    ("hand", "trick", "options", "legal"),
    [
        (["9H", "7H", "AS"], [[0, "KH"]], {"cannot_beat": "trump"}, ["AS"]),
        (["9H", "7H", "AC"], [[0, "KH"]], {"cannot_beat": "trump"}, ["7H", "9H"]),
        (["9H", "AH", "AS"], [[0, "KH"]], {"cannot_beat": "trump"}, ["AH"]),
        (["9S", "7S", "AC"], [[0, "KS"]], {"cannot_beat": "trump"}, ["7S", "9S"]),
        (["9H", "AH", "AS"], [[0, "KH"], [1, "7S"]], {}, ["9H", "AH"]),
        (["8S", "AS", "AC"], [[0, "KH"], [1, "9S"]], {}, ["8S", "AS"]),
        (["8S", "AS", "AC"], [[0, "KH"], [1, "9S"]], {"overtrump": "on"}, ["AS"]),
        (["8S", "7S", "AC"], [[0, "KH"], [1, "9S"]], {"overtrump": "on"}, ["7S", "8S"]),
        (["10H", "AH", "KS"], [[0, "JH"], [1, "10H"]], {}, ["AH"]),
        (["AC", "7D"], [[0, "KS"]], {}, ["7D", "AC"]),
        (["AH", "AH", "7D"], [], {}, ["7D", "AH"]),
    ],
)
def test_legal_cards_of_torzato(hand: list[str], trick: list[Any], options: dict[str, str], legal: list[str]) -> None:
    assert ask("bazzica", "legal_plays", "002", hand=hand, trick=trick, trump="S", phase=2, players=3, options=options) == {"legal": legal}


def test_tressette_beats_nothing_even_in_trumps() -> None:
    got = ask("bazzica", "legal_plays", "003", hand=["AS", "7S", "KH"], trick=[[0, "9S"]], trump="S", phase=2)
    assert got == {"legal": ["7S", "AS"]}


@pytest.mark.parametrize(
    ("hand", "trick", "player", "players", "options", "legal"),
    [
        (["AH", "9H", "AS"], [[0, "KH"], [1, "9S"]], 2, 3, {}, ["9H", "AH"]),
        (["AH", "9H", "AS"], [[0, "KH"], [1, "9S"]], 2, 3, {"beat_when_trumped": "on"}, ["AH"]),
        (["AS", "JS", "AC"], [[0, "KH"], [1, "QS"], [2, "9H"]], 3, 4, {}, ["AS"]),
        (["AS", "JS", "AC"], [[0, "KH"], [1, "QS"], [2, "9H"]], 3, 4, {"overtrump_partner": "off"}, ["AS", "JS"]),
        (["AS", "JS", "AC"], [[1, "KH"], [2, "QS"]], 3, 4, {"overtrump_partner": "off"}, ["AS"]),
        (["JS", "9S", "AC"], [[0, "KS"]], 1, 3, {}, ["9S", "JS"]),
        (["AS", "9S", "AC"], [[0, "KS"], [1, "10S"]], 2, 3, {}, ["AS"]),
        (["9C", "AC"], [[0, "KS"]], 1, 3, {}, ["9C", "AC"]),
        (["QS", "AC"], [[0, "KH"], [1, "QS"]], 2, 3, {}, ["AC", "QS"]),
    ],
)
def test_legal_cards_of_salisburghese(
    hand: list[str], trick: list[Any], player: int, players: int, options: dict[str, str], legal: list[str]
) -> None:
    got = ask("salisburghese", "legal_plays", hand=hand, trick=trick, trump="S", player=player, players=players, options=options)
    assert got == {"legal": legal}


def names(got: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(m["meld"], " ".join(m["cards"]), m["points"]) for m in got["melds"]]


def test_two_decks_make_four_of_a_kind_of_any_four_or_of_four_suits() -> None:
    held = ["AS", "AS", "AH", "AD", "AC", "7S", "8S", "9S"]
    quattro = "quattro_A"
    assert names(ask("bazzica", "melds", held=held, trump="H", decks=2)) == [
        (quattro, "AC AD AH AS", 100), (quattro, "AC AD AS AS", 100), (quattro, "AC AH AS AS", 100), (quattro, "AD AH AS AS", 100),
    ]  # fmt: skip
    different = ask("bazzica", "melds", held=held, trump="H", decks=2, options={"four_suits": "different"})
    assert names(different) == [(quattro, "AC AD AH AS", 100)]


def test_a_quinta_keeps_its_king_and_queen_for_a_matrimonio_unless_the_house_bars_it() -> None:
    held, used = ["AH", "10H", "KH", "QH", "JH", "7S"], {"quinta": ["AH", "10H", "KH", "QH", "JH"]}
    assert names(ask("bazzica", "melds", held=held, trump="S", used=used)) == [("matrimonio", "KH QH", 20)]
    assert names(ask("bazzica", "melds", held=held, trump="S", used=used, options={"lower_after_higher": "barred"})) == []


def test_with_new_card_a_combination_needs_one_from_the_hand() -> None:
    held, used = ["KH", "QH", "JH", "AH", "10H"], {"quinta_maggiore": ["KH", "QH", "JH", "AH", "10H"]}
    assert names(ask("bazzica", "melds", held=held, trump="H", used=used)) == [("matrimonio_briscola", "KH QH", 40)]
    assert names(ask("bazzica", "melds", held=held, trump="H", used=used, options={"new_card": "on"})) == []
    fresh = ask("bazzica", "melds", held=[*held, "KH"], trump="H", used=used, decks=2, options={"new_card": "on"})
    assert ("matrimonio_briscola", "KH QH", 40) in names(fresh)


def test_the_other_pair_may_be_the_bazzica_and_regional_packs_have_their_own_cards() -> None:
    assert names(ask("bazzica", "melds", held=["QS", "JD"], trump="H", options={"bazzica_pair": "QS+JD"})) == [("bazzica", "JD QS", 40)]
    italian = ask("bazzica", "melds", held=["Cde", "Fsp", "Ade", "3de", "Rde", "Fde"], trump="de")
    assert names(italian) == [
        ("bazzica", "Cde Fsp", 40), ("matrimonio_briscola", "Cde Rde", 40), ("quinta_maggiore", "3de Ade Cde Fde Rde", 500),
    ]  # fmt: skip
    assert names(ask("bazzica", "melds", held=["Oca", "Ufo", "Kca"], trump="cu")) == [
        ("bazzica", "Oca Ufo", 40),
        ("matrimonio", "Kca Oca", 20),
    ]
    threes = ask("bazzica", "melds", held=["3S", "3H", "3D", "3C"], trump="S")
    assert names(threes) == [("quattro_10", "3C 3D 3H 3S", 20)]


def test_the_second_of_two_twins_has_not_served_yet() -> None:
    got = ask("bazzica", "melds", held=["KH", "QH", "KH", "QH"], trump="S", decks=2, used={"matrimonio": ["KH", "QH"]})
    assert names(got) == [("matrimonio", "KH QH", 20)]


def honours(hand: str, trump: str, **options: str) -> tuple[list[tuple[str, str, int]], int]:
    got: Any = ask("salisburghese", "melds", hand=hand.split(), trump=trump, options=options)
    return [(h["meld"], h["suit"], h["points"]) for h in got["honours"]], got["total"]


def test_the_larger_honour_replaces_its_parts() -> None:
    assert honours("QS QS JD JD", "H") == ([("gran_binokel", "", 300)], 300)
    assert honours("QS QS JD", "H") == ([("binokel", "", 40)], 40)
    assert honours("AS AS AH AH AD AD AC AC", "H") == ([("otto_A", "", 1000)], 1000)
    assert honours("AS AS AH AH AD AD AC", "H") == ([("quattro_A", "", 100)], 100)
    assert honours("AH AH 10H 10H KH KH QH QH JH JH", "H") == ([("famiglia_doppia", "H", 1500)], 1500)
    assert honours("10S 10H 10D 10C", "H") == ([], 0)


def test_two_pairs_of_king_and_queen_count_twice_without_a_famiglia() -> None:
    assert honours("KH KH QH QH", "S") == ([("re_dama", "H", 20), ("re_dama", "H", 20)], 40)
    assert honours("KH KH QH", "H") == ([("re_dama_briscola", "H", 40)], 40)
    assert honours("AH 10H KH KH QH JH", "S") == ([("famiglia", "H", 100)], 100)


def test_nines_count_each_or_once() -> None:
    assert honours("9H 9H", "H") == ([("nove_briscola", "H", 50)] * 2, 100)
    assert honours("9H 9H", "H", nine="once") == ([("nove_briscola", "H", 50)], 50)


def test_a_german_deck_has_the_same_honours() -> None:
    assert honours("Ofo Uca Kcu Ocu 9cu", "cu") == (
        [("binokel", "", 40), ("nove_briscola", "cu", 50), ("re_dama_briscola", "cu", 40)], 130,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("calls", "options", "ok", "bad", "over", "declarer", "bid"),
    [
        ([], {}, True, None, False, None, None),
        ([[1, "pass"], [2, "pass"]], {}, True, None, False, None, None),
        ([[1, "pass"], [2, "pass"], [0, 10]], {}, True, None, True, 0, 10),
        ([[1, "pass"], [2, "pass"], [0, "pass"]], {}, True, None, True, None, None),
        ([[1, 100], [2, 100]], {}, False, 1, False, None, None),
        ([[1, 100], [2, 105]], {"bid_step": 10}, False, 1, False, None, None),
        ([[1, 90]], {"bid_min": 100}, False, 0, False, None, None),
        ([[0, 100]], {}, False, 0, False, None, None),
        ([[1, 100], [2, "pass"], [0, 110], [2, 120]], {}, False, 3, False, None, None),
        ([[1, 100], [2, "pass"], [0, "pass"], [1, 120]], {}, False, 3, False, None, None),
    ],
)
def test_an_auction(
    calls: list[Any], options: dict[str, int], ok: bool, bad: int | None, over: bool, declarer: int | None, bid: int | None
) -> None:
    got = ask("salisburghese", "contract", step="auction", players=3, dealer=0, calls=calls, options=options)
    assert got == {"ok": ok, "bad_index": bad, "over": over, "declarer": declarer, "bid": bid}


def test_a_partner_is_never_asked() -> None:
    hands = {"0": [], "1": ["AH"], "2": ["AH"], "3": []}
    assert ask("salisburghese", "contract", step="request", players=4, caller=0, card="AH", hands=hands) == {"giver": 1}
    assert ask("salisburghese", "contract", step="request", players=4, caller=3, card="AH", hands=hands) == {"giver": 2}
    assert ask("salisburghese", "contract", step="request", players=4, caller=0, card="KH", hands=hands) == {"giver": None}
    off = ask("salisburghese", "contract", step="request", players=4, caller=0, card="AH", hands=hands, options={"request": "off"})
    assert off == {"giver": None}


def settled(**given: Any) -> tuple[bool, dict[str, int]]:
    got: Any = ask("salisburghese", "contract", step="settle", **given)
    return got["made"], got["delta"]


def test_four_settle_by_pairs() -> None:
    given = {"players": 4, "declarer": 2, "honours": {"0": 40, "1": 20, "2": 60, "3": 0}, "taken": {"0": 50, "1": 70, "2": 40, "3": 60}}
    assert settled(**given, bid=211, monte=["AS", "9S", "9H", "9D"], last_trick=0) == (True, {"0": 211, "1": 150})
    assert settled(**given, bid=212, monte=["AS", "9S", "9H", "9D"], last_trick=0) == (False, {"0": -424, "1": 150})


def test_a_cappotto_made_counts_toward_the_contract() -> None:
    given = {"players": 3, "declarer": 0, "honours": {"0": 0, "1": 0, "2": 40}, "taken": {"0": 230, "1": 0, "2": 0}, "monte": ["10S"]}
    assert settled(**given, bid=1250, last_trick=0, capot_by=0, tricks_won={"0": 15, "1": 0, "2": 0}) == (
        True,
        {"0": 1250, "1": 0, "2": 40},
    )
    assert settled(**given, bid=300, last_trick=0) == (False, {"0": -600, "1": 0, "2": 40})


def test_a_missed_cappotto_costs_nothing_unless_the_house_says_so() -> None:
    given = {
        "players": 3, "declarer": 0, "bid": 100, "honours": {}, "taken": {"0": 150, "1": 80, "2": 10}, "last_trick": 1,
        "capot_by": 1, "tricks_won": {"0": 9, "1": 5, "2": 1},
    }  # fmt: skip
    assert settled(**given) == (True, {"0": 150, "1": 90, "2": 10})
    assert settled(**given, options={"cappotto_missed": "-1000"}) == (True, {"0": 150, "1": -910, "2": 10})
    assert settled(**given, options={"cappotto_missed": -1000})[1]["1"] == -910


def test_honours_may_need_a_trick() -> None:
    given = {
        "players": 3, "declarer": 0, "bid": 100, "honours": {"0": 0, "1": 40, "2": 20}, "taken": {"0": 240, "1": 0, "2": 0},
        "last_trick": 0, "tricks_won": {"0": 14, "1": 1, "2": 0},
    }  # fmt: skip
    assert settled(**given)[1] == {"0": 250, "1": 40, "2": 20}
    assert settled(**given, options={"honours_need_trick": "on"})[1] == {"0": 250, "1": 40, "2": 0}


@pytest.mark.parametrize(
    ("game", "profile", "given", "over", "winner"),
    [
        ("bazzica", "002", {"scores": {"0": 990, "1": 700}, "decks": 2, "last_trick": 0}, False, None),
        ("bazzica", "002", {"scores": {"0": 1010, "1": 700}, "decks": 2, "last_trick": 1}, True, 0),
        ("bazzica", "002", {"scores": {"0": 1900, "1": 700, "2": 500}, "players": 3, "last_trick": 1}, False, None),
        ("bazzica", "002", {"scores": {"0": 2040, "1": 2040, "2": 500}, "players": 3, "last_trick": 2}, False, None),
        ("bazzica", "002", {"scores": {"0": 2040, "1": 2040, "2": 500}, "players": 3, "last_trick": 1}, True, 1),
        ("bazzica", "002", {"scores": {"0": 1490, "1": 1500}, "players": 4, "options": {"pairs": "on"}, "last_trick": 2}, True, 1),
        ("bazzica", "003", {"scores": {"0": 40, "1": 10}, "quinta_at_first_trick_by": 0}, False, None),
        ("bazzica", "002", {"scores": {"0": 40, "1": 10}, "quinta_at_first_trick_by": 0, "options": {"quinta_wins": "off"}}, False, None),
        ("bazzica", "002", {"scores": {"0": 340, "1": 10}, "target": 300, "last_trick": 1}, True, 0),
        ("bazzica", "002", {"scores": {"0": 340, "1": 10}, "options": {"target": 300}, "last_trick": 1}, True, 0),
        ("salisburghese", "000", {"scores": {"0": 1600, "1": 1600, "2": 0}}, False, None),
        ("salisburghese", "000", {"scores": {"0": 1600, "1": 1700, "2": -40}}, True, 1),
        ("salisburghese", "000", {"scores": {"0": 600, "1": 700, "2": -40}, "options": {"target": 700}}, True, 1),
        ("briscola", "004", {"points": {"0": 40, "1": 45, "2": 35}}, True, 1),
        ("briscola", "004", {"points": {"0": 45, "1": 45, "2": 30}}, True, None),
        ("briscola", "004", {"points": {"0": 62, "1": 20}}, False, None),
        ("briscola", "004", {"points": {"0": 62, "1": 20}, "options": {"stop_at_61": "on"}}, True, 0),
    ],
)
def test_the_end_of_a_game(game: str, profile: str, given: dict[str, Any], over: bool, winner: int | None) -> None:
    got = ask(game, "game_end", profile, **given)
    assert (got["over"], got["winner"]) == (over, winner)


def test_a_captured_seven_counts_where_the_house_says_so() -> None:
    taken = {"0": ["7H", "AS"], "1": []}
    assert ask("bazzica", "hand_score", players=2, trump="H", taken=taken) == {"points": {"0": 10, "1": 0}}
    got = ask("bazzica", "hand_score", players=2, trump="H", taken=taken, options={"seven_capture": "on"})
    assert got == {"points": {"0": 20, "1": 0}}


def test_a_revoke_can_be_proved_by_what_is_known_to_be_held_or_by_counting() -> None:
    tricks = [[[0, "KH"], [1, "7C"]]]
    base = {"players": 2, "trump": "S", "hand_size": 2, "tricks": tricks}
    illegal = [{"trick": 0, "player": 1, "card": "7C"}]
    assert ask("bazzica", "revoke", "002", **base, unseen=["9D", "8H"]) == {"illegal": []}  # 8H may be seat 0's
    assert ask("bazzica", "revoke", "002", **base, unseen=["9D", "8H"], known_held={"1": ["8H"]}) == {"illegal": illegal}
    assert ask("bazzica", "revoke", "002", **base, unseen=["9D", "8H"], known_held={"0": ["9D"]}) == {"illegal": illegal}
    assert ask("bazzica", "revoke", "002", **base, unseen=["AH", "8H"]) == {"illegal": illegal}
    assert ask("bazzica", "revoke", "002", **base, unseen=["AS", "8H"]) == {"illegal": illegal}  # a heart or a trump, either way
    assert ask("bazzica", "revoke", "003", **base, unseen=["AS", "8H"]) == {"illegal": []}
    assert ask("briscola", "revoke", **base) == {"illegal": []}


# ---- wrong input


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        ({}, "game"),
        ({"game": "bazica", "kind": "melds", "given": {}}, "bazzica"),
        ({"game": "bazzica", "kind": "meld", "given": {}}, "melds"),
        ({"game": "bazzica", "kind": "melds", "given": []}, "given"),
        ({"game": "bazzica", "kind": "melds", "given": {"trump": "S"}}, "given.held"),
        ({"game": "bazzica", "kind": "melds", "given": {"held": ["1S"], "trump": "S"}}, "given.held[0]"),
        ({"game": "bazzica", "kind": "melds", "given": {"held": ["AS", "Aco"], "trump": "S"}}, "mixes"),
        ({"game": "bazzica", "kind": "melds", "given": {"held": ["AS"], "trump": "X"}}, "given.trump"),
        ({"game": "bazzica", "kind": "melds", "given": {"held": ["AS", "AS"], "trump": "S", "decks": 1}}, "copies"),
        ({"game": "bazzica", "kind": "legal_plays", "given": {"hand": ["AS"], "trick": [], "trump": "S"}}, "given.phase"),
        ({"game": "bazzica", "kind": "trick_winner", "given": {"plays": [], "trump": "S"}}, "given.plays"),
        ({"game": "salisburghese", "kind": "trick_winner", "given": {"plays": [[0, "7S"]], "trump": "S"}}, "7S"),
        ({"game": "bazzica", "kind": "game_end", "given": {"scores": {"5": 1}}}, "given.scores"),
        ({"game": "bazzica", "kind": "game_end", "given": {"scores": {"0": 1}, "options": {"targt": 1}}}, "target"),
        ({"game": "bazzica", "kind": "game_end", "given": {"scores": {"0": 1}}, "expect": {"won": 1}}, "expect.won"),
        ({"game": "salisburghese", "kind": "contract", "given": {"step": "bid"}}, "step"),
    ],
)
def test_a_malformed_case_is_one_sentence_naming_what_is_wrong(raw: dict[str, object], word: str) -> None:
    with pytest.raises(SegnapuntiError) as error:
        answer(raw)
    assert word in str(error.value)
    assert "\n" not in str(error.value)


def test_files_that_are_no_cases_are_told_and_the_others_answered(tmp_path: Path) -> None:
    (tmp_path / "text.json").write_text("not json")
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "wrong.json").write_text(json.dumps({**read(str(FILES[0])), "expect": {"over": True, "winner": 0}}))
    (tmp_path / "open.json").write_text(json.dumps({k: v for k, v in read(str(FILES[0])).items() if k != "expect"}))
    entries = check(
        [str(tmp_path / n) for n in ("text.json", "list.json", "binary.json", "gone.json", "wrong.json", "open.json")] + [str(FILES[0])]
    )
    assert ["error" in e for e in entries] == [True, True, True, True, False, False, False]
    assert [e.get("ok") for e in entries[4:]] == [False, None, True]
    assert entries[5]["got"] == {"over": False, "winner": None, "draw": False}
    assert not right(entries)
    assert right(entries[5:])


def test_a_missing_file_is_named() -> None:
    with pytest.raises(BadFile, match="nowhere"):
        read("nowhere.json")
