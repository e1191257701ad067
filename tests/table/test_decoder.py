"""The joint reading of all plays: exact against brute force, and what it promises, one sentence a test."""

import itertools
from random import Random

import pytest

from table import deck
from table.decoder import Decoder
from table.joint import groups, readings

FOUR = {"AS": 1, "KS": 1, "QS": 1, "JS": 1}


def test_a_later_card_settles_an_earlier_one() -> None:
    decoder = Decoder(FOUR)
    decoder.feed(1, [("AS", 0.5), ("KS", 0.5)])
    assert 1 not in decoder.settled()
    decoder.feed(2, [("KS", 0.999)])
    assert decoder.settled()[1].card == "AS"


def test_a_later_card_overturns_an_earlier_reading_that_was_less_sure() -> None:
    decoder = Decoder(FOUR)
    decoder.feed(1, [("AS", 0.6), ("KS", 0.4)])
    decoder.feed(2, [("AS", 0.9999)])
    assert decoder.best() == {1: "KS", 2: "AS"}
    assert decoder.settled()[1].why == "elimination"


def test_the_last_card_is_known_without_having_been_seen() -> None:
    decoder = Decoder(FOUR)
    for play, card in enumerate(("AS", "KS", "QS")):
        decoder.feed(play, [(card, 0.999)])
    decoder.feed(9, [])
    assert decoder.settled()[9].card == "JS"


def test_twins_are_two_cards_and_a_third_is_not() -> None:
    decoder = Decoder({"AS": 2, "KS": 2})
    for play in (1, 2, 3):
        decoder.feed(play, [("AS", 0.9), ("KS", 0.1)])
    assert sorted(decoder.best().values()) == ["AS", "AS", "KS"]


def test_what_somebody_said_stands_against_any_reading() -> None:
    decoder = Decoder(FOUR)
    decoder.feed(1, [("AS", 0.999)])
    decoder.fix(1, "KS")
    decoder.feed(1, [("AS", 0.9999)])
    decoder.feed(2, [("KS", 0.999)])
    assert decoder.best()[1] == "KS"
    assert decoder.best()[2] != "KS"


def test_a_card_lying_elsewhere_in_full_view_cannot_have_been_played() -> None:
    decoder = Decoder(FOUR)
    decoder.feed(1, [("AS", 0.9), ("KS", 0.08)], barred=["AS"])
    assert decoder.best() == {1: "KS"}


def test_an_even_doubt_is_a_question_and_not_settled() -> None:
    decoder = Decoder(FOUR)
    decoder.feed(1, [("AS", 0.5), ("KS", 0.5)])
    decoder.feed(2, [("QS", 0.999)])
    assert decoder.questions() == [1]


def test_more_plays_than_cards_leave_one_without_a_reading() -> None:
    decoder = Decoder({"AS": 1})
    decoder.feed(1, [("AS", 0.9)])
    decoder.feed(2, [("AS", 0.9)])
    assert len(decoder.best()) == 1
    assert decoder.posterior(2) == ()


def test_a_play_that_did_not_happen_frees_its_card() -> None:
    decoder = Decoder(FOUR)
    decoder.feed(1, [("AS", 0.99)])
    decoder.feed(2, [("AS", 0.9), ("KS", 0.09)])
    decoder.drop(1)
    assert decoder.best() == {2: "AS"}


@pytest.mark.parametrize("seed", range(60))
def test_the_best_joint_reading_and_every_alternative_cost_what_brute_force_says(seed: int) -> None:
    decoder, faces, copies, plays = _doubtful(seed, fewest=0, barring=0.2)
    rows, found = decoder._rows, decoder._solve()
    costs = {}
    for row in itertools.product(faces, repeat=plays):
        if all(row.count(f) <= copies[f] for f in faces):
            costs[row] = sum(rows[i].cost(f) for i, f in enumerate(row))
    best = min(costs.values())
    assert sum(rows[i].cost(f) for i, f in found.reading().items()) == pytest.approx(best)
    for play in range(plays):
        for face in faces:
            least = min((c for row, c in costs.items() if row[play] == face), default=None)
            if least is not None and least < 1e5:
                assert found.worse(play, face) == pytest.approx(least - best, abs=1e-6)


def test_a_whole_deck_read_with_doubt_comes_out_right() -> None:
    faces = list(deck.get("italian-40").faces)
    rng = Random(3)
    rng.shuffle(faces)
    decoder = Decoder(deck.get("italian-40").counter())
    for play, card in enumerate(faces):
        other = faces[(play + 1) % 40]
        decoder.feed(play, [(other, 0.5), (card, 0.45)] if play % 4 == 0 else [(card, 0.98), (other, 0.01)])
    assert decoder.best() == dict(enumerate(faces))


def _doubtful(seed: int, fewest: int = 1, barring: float = 0.0) -> tuple[Decoder, list[str], dict[str, int], int]:
    rng = Random(seed)
    faces = list("ABCDE")[: rng.randint(3, 5)]
    copies = {f: rng.randint(1, 2) for f in faces}
    plays = rng.randint(1, min(5, sum(copies.values())))
    decoder = Decoder(copies)
    for play in range(plays):
        codes = rng.sample(faces, rng.randint(fewest, 3))
        shares = sorted((rng.random() for _ in codes), reverse=True)
        total = sum(shares) / rng.uniform(0.5, 1.0) if shares else 1.0
        barred = rng.sample(faces, 1) if barring and rng.random() < barring else []
        decoder.feed(play, [(c, s / total) for c, s in zip(codes, shares, strict=True)], barred)
    return decoder, faces, copies, plays


@pytest.mark.parametrize("seed", range(40))
def test_the_joint_readings_listed_are_all_there_are_within_reach_and_cost_what_brute_force_says(seed: int) -> None:
    decoder, faces, copies, plays = _doubtful(seed)
    rows, best, depth = decoder.rows, decoder.best(), 4.0
    every = [row for row in itertools.product(faces, repeat=plays) if all(row.count(f) <= copies[f] for f in faces)]
    costs = {row: sum(rows[i].cost(f) for i, f in enumerate(row)) for row in every}
    least = min(costs.values())
    near = {row: cost - least for row, cost in costs.items() if cost - least <= depth}
    lists, whole = groups(decoder.matching, rows, depth)
    listed = readings(lists, depth, 10_000, whole)
    found = {tuple({**best, **way}[i] for i in range(plays)): dearer for dearer, way in listed.ways}
    assert listed.whole
    assert found == pytest.approx(near, abs=1e-6)


@pytest.mark.parametrize("seed", range(40))
def test_a_play_that_may_lie_elsewhere_is_never_passed_over_and_one_more_is_judged_as_if_it_were_fed(seed: int) -> None:
    decoder, faces, copies, plays = _doubtful(seed)
    near = {i for i in range(plays) if any(0 < d < 3.0 for d in decoder.matching.alternatives(i).values())}
    assert near <= decoder.loose(3.0)
    if plays < sum(copies.values()):
        tried = decoder.trial([(faces[0], 0.7), (faces[1], 0.2)])
        decoder.feed(99, [(faces[0], 0.7), (faces[1], 0.2)])
        assert dict(decoder.posterior(99)) == pytest.approx(dict(tried))


def test_a_card_laid_away_in_sight_of_all_is_not_played() -> None:
    decoder = Decoder(FOUR)
    decoder.away(["AS"])
    decoder.feed(1, [("AS", 0.9), ("KS", 0.05)])
    assert decoder.best() == {1: "KS"}
    decoder.away(["AS"], back=True)
    assert decoder.best() == {1: "AS"}
