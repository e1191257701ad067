"""The joint reading of all plays: exact against brute force, and what it promises, one sentence a test."""

import itertools
from random import Random

import pytest

from table import deck
from table.decoder import Decoder

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
    rng = Random(seed)
    faces = list("ABCDE")[: rng.randint(3, 5)]
    copies = {f: rng.randint(1, 2) for f in faces}
    plays = rng.randint(1, min(5, sum(copies.values())))
    decoder = Decoder(copies)
    for play in range(plays):
        codes = rng.sample(faces, rng.randint(0, 3))
        shares = sorted((rng.random() for _ in codes), reverse=True)
        total = sum(shares) / rng.uniform(0.5, 1.0) if shares else 1.0
        barred = rng.sample(faces, 1) if rng.random() < 0.2 else []
        decoder.feed(play, [(c, s / total) for c, s in zip(codes, shares, strict=True)], barred)
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
