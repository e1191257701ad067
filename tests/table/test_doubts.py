"""Doubts at the table: what is opened again, what accuses nobody, what settles it; one behaviour a test."""

import pytest

from table import events as ev
from table.faults import Fault
from table.record import Record
from table.selfplay import script
from table.session import Session
from table.settling import Part
from tests.table.evenings import after, plays
from tests.table.misreading import Noise
from tests.table.noise import run
from tests.table.observations import follow, played
from tests.table.stand import MIDDLE, Table


def sure(card: str, p: float = 0.999) -> tuple[str, float, tuple[tuple[str, float], ...]]:
    return card, p, ((card, p),)


def test_a_card_written_down_is_open_again_once_another_is_surely_the_same() -> None:
    table = Table().opened()
    first = table.film.put("3de", MIDDLE[0], MIDDLE[1] - 45)
    first.read = ("Ade", 0.93, (("Ade", 0.93), ("3de", 0.06)))
    table.wait(2.0)
    assert table.plays == [(1, "Ade")]
    second = table.film.put("Ade", MIDDLE[0], MIDDLE[1] + 45, over=(first,))
    second.read = sure("Ade")
    table.wait(2.0)
    assert table.plays[0] in [(1, None), (1, "3de")]
    assert table.plays[1] == (0, "Ade")
    assert not table.session.state.faults


def test_an_opened_card_keeps_its_candidates_and_one_tap_fills_it() -> None:
    state = after(
        "briscola", 2, ev.Hand(dealer=0), *plays("1:Ade 0:4de"), ev.Correct(seq=2, unread=True, candidates=(("Ade", 0.6), ("3de", 0.4)))
    )
    assert state.hand is not None
    hole = state.hand.tricks[0].plays[0]
    assert (hole.card, hole.candidates) == (None, (("Ade", 0.6), ("3de", 0.4)))
    state = after("briscola", 2, ev.Hand(dealer=0), *plays("1:Ade 0:4de"), ev.Correct(seq=2, unread=True), ev.Correct(seq=2, card="3de"))
    assert state.hand is not None
    assert state.hand.tricks[0].plays[0].card == "3de"


def test_who_leads_against_a_doubtful_reading_is_not_out_of_turn_but_took_the_trick() -> None:
    table = Table().opened("5ba")
    lead = table.lay(1, "4de")
    answer = table.film.put("Ade", MIDDLE[0], MIDDLE[1] + 45, over=(lead,))
    answer.read = ("2de", 0.95, (("2de", 0.95), ("Ade", 0.04)))  # the trick seems to be seat 1's
    table.wait(1.5)
    table.film.take(lead, answer)
    table.wait(2.5)
    table.lay(0, "7sp", comes=True)
    table.wait(3.0)
    hand = table.session.state.hand
    assert hand is not None
    assert hand.tricks[0].winner == 0
    assert hand.tricks[0].plays[1].card is None
    assert not table.session.state.faults


def _revoke(seed: int) -> tuple[Session, Record]:
    hand = script("salisburghese", 3, seed=seed, dealer=seed % 3, revoke=True)
    return follow(hand, Noise(wrong=0.002), seed=seed, fps=6.0)[0], played(hand)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_revoke_is_named_only_when_its_cards_are_read_surely_or_confirmed_and_nobody_else_is(seed: int) -> None:
    found = run("salisburghese 3", seed, 0.02, revoke=True)
    assert found.proved is not None
    assert found.named is None or found.named >= found.proved
    assert found.after, "with the answers it is named"
    assert found.accused == ()


def test_a_hole_that_would_accuse_somebody_names_the_revoke_once_it_is_tapped() -> None:
    session, truth = _revoke(3)
    revokes = [f for f in Session.from_record(truth).state.faults if f.fault is Fault.REVOKE]
    assert revokes
    holes = session.state.hands[-1].holes()
    if holes:
        real = [e.card for _, e in truth.events if isinstance(e, ev.Play)]
        numbers = {p.seq: i for i, p in enumerate(session.state.hands[-1].all_plays())}
        assert not [f for f in session.state.faults if f.fault is Fault.REVOKE]
        for hole in holes:
            session.append(ev.Correct(seq=hole.seq, card=real[numbers[hole.seq]], source="touch"))
    assert [f.seat for f in session.state.faults if f.fault is Fault.REVOKE] == [f.seat for f in revokes]


@pytest.mark.parametrize(("table", "seed"), [("briscola 2", 5), ("bazzica 2", 9), ("salisburghese 3", 2)])
def test_a_clean_hand_misread_now_and_then_accuses_nobody_and_is_right_after_one_answer(table: str, seed: int) -> None:
    found = run(table, seed, 0.02)
    assert found.once
    assert not found.silent
    assert found.accused == ()


def test_a_pair_that_may_have_changed_places_is_one_doubt_and_either_card_settles_it() -> None:
    part = Part(((0.9, {1: "AS", 2: "KS"}), (0.1, {1: "KS", 2: "AS"})))
    assert part.doubt == pytest.approx(0.1)
    assert part.gain(1) == part.gain(2)
    assert part.open() == [1, 2]


def test_the_card_whose_answer_settles_most_is_asked_first() -> None:
    part = Part(((0.96, {1: "AS", 2: "KS", 3: "AS"}), (0.025, {1: "KS", 2: "AS", 3: "AS"}), (0.015, {1: "AS", 2: "AS", 3: "KS"})))
    assert part.open() == [2, 1, 3], "when the second is the king, as is likely, both others are aces"


def test_a_card_the_doubt_is_hardly_about_is_not_opened() -> None:
    part = Part(((0.9, {1: "AS", 2: "KS", 3: "QS"}), (0.0999, {1: "KS", 2: "AS", 3: "QS"}), (0.0001, {1: "AS", 2: "QS", 3: "KS"})))
    assert part.open() == [2, 1]


@pytest.mark.parametrize(("table", "seed"), [("bazzica 2x2", 110), ("bazzica 3x3", 103)])
def test_with_twins_and_more_of_each_card_nothing_is_wrong_without_being_asked(table: str, seed: int) -> None:
    found = run(table, seed, 0.02)
    assert not found.silent
    assert found.accused == ()


@pytest.mark.parametrize("seed", [20030, 20060])
def test_correcting_an_earlier_card_names_nobody_on_readings_that_are_not_sure(seed: int) -> None:
    """A correction of a trick long gone makes a misread card of a later one look like a revoke."""
    assert "revoke" not in run("salisburghese 2", seed, 0.02).accused
