"""Bazzica salisburghese at the table: auction, monte, request, honours, cappotto, settling, and its faults."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

import pytest

from table import events as ev
from table.deck import Deck
from table.faults import Fault, Grade, Why
from table.fold import fold
from table.games import get
from table.games.salisburghese import Salisburghese
from table.state import State
from tests.table.evenings import NAMES, after, faults, log, plays

HAND = ev.Hand(dealer=0, trump="H")
CALLS = [ev.Bid(seat=1, points=100), ev.Pass(seat=2), ev.Pass(seat=0)]
MONTE = ev.Monte(cards=("9S", "9D", "9C"))
BURY = ev.Bury(seat=1, cards=("9S", "9D", "9C"))


def table(*events: ev.Event, **options: object) -> State:
    """Three play, seat 0 deals, hearts are trumps."""
    return after("salisburghese", 3, HAND, *events, **options)


def told(state: State) -> tuple[object, object, object]:
    summary = get("salisburghese").summary(state, state.hands[-1])
    return summary["declarer"], summary["bid"], summary["made"]


# ---- auction


def test_the_dealers_left_opens_and_the_last_bidder_declares() -> None:
    state = table(*CALLS)
    assert (state.hands[0].phase, state.hands[0].turn, told(state)) == ("contract", 1, (1, 100, None))


def test_when_all_pass_the_next_dealer_deals() -> None:
    state = table(*(ev.Pass(seat=s) for s in (1, 2, 0)))
    assert (state.hands[0].ended, state.next_dealer, state.scores) == ("passed", 1, (0, 0, 0))


@pytest.mark.parametrize(
    ("calls", "options"),
    [
        ([ev.Bid(seat=2, points=100)], {}),  # not his turn
        ([ev.Bid(seat=1, points=100), ev.Bid(seat=2, points=100)], {}),  # not higher
        ([ev.Bid(seat=1, points=100), ev.Bid(seat=2, points=105)], {"bid_step": 10}),
        ([*CALLS, ev.Bid(seat=2, points=300)], {}),  # the auction is over
    ],
)
def test_a_call_that_is_not_in_order_is_a_fault(calls: list[ev.Event], options: dict[str, int]) -> None:
    state = table(*calls, **options)
    assert [f for f, _, _ in faults(state)] == [Fault.CALL]


def test_a_call_too_low_does_not_stand() -> None:
    state = table(ev.Bid(seat=1, points=100), ev.Bid(seat=2, points=90), ev.Pass(seat=0), ev.Pass(seat=2))
    assert told(state) == (1, 100, None)


# ---- monte and request


def test_the_monte_is_known_to_be_the_declarers_until_he_lays_cards_away() -> None:
    assert table(*CALLS, MONTE).hands[0].known[1] == MONTE.cards
    assert table(*CALLS, MONTE, ev.Bury(seat=1)).hands[0].known[1] == ()
    assert table(*CALLS, MONTE, ev.Bury(seat=1, cards=("9S", "AS", "AS"))).hands[0].known[1] == ("9D", "9C")


@pytest.mark.parametrize(
    "events",
    [
        [ev.Bury(seat=1, cards=("9S", "9D"))],  # too few
        [BURY, ev.Bury(seat=1)],  # twice
        [ev.Bury(seat=2)],  # not the declarer
        plays("1:AS"),  # nothing laid away
        [ev.Ask(seat=1, card="AH", giver=2), BURY, *plays("1:AS")],  # no card given back
    ],
)
def test_a_wrong_monte_is_a_fault(events: list[ev.Event]) -> None:
    assert [f for f, _, _ in faults(table(*CALLS, MONTE, *events))] == [Fault.MONTE]


def test_a_card_asked_for_is_known_to_be_the_declarers() -> None:
    state = table(*CALLS, MONTE, ev.Ask(seat=1, card="AH", giver=2))
    assert "AH" in state.hands[0].known[1]
    assert state.hands[0].holding == (15, 19, 14)
    back = table(*CALLS, MONTE, ev.Ask(seat=1, card="AH", giver=2), ev.GiveBack(seat=1, to=2, card="9S"), ev.Bury(seat=1))
    assert (back.hands[0].holding, back.hands[0].known[2]) == ((15, 15, 15), ("9S",))


def test_a_card_denied_and_later_played_is_named_with_the_request() -> None:
    state = table(*CALLS, MONTE, ev.Ask(seat=1, card="AH", giver=None), BURY, *plays("1:KH 2:AH"))
    assert [(f.fault, f.grade, f.seat, f.seq, f.proved_at) for f in state.faults] == [(Fault.ASK_DENIED, Grade.PROVED, 2, 6, 9)]


def test_the_nearer_opponent_should_have_given_the_card() -> None:
    request = [ev.Ask(seat=1, card="AH", giver=0), ev.GiveBack(seat=1, to=0, card="9S"), ev.Bury(seat=1)]
    assert [f.fault for f in table(*CALLS, MONTE, *request, *plays("1:KH 2:AH")).faults] == [Fault.ASK_DENIED]
    assert table(*CALLS, MONTE, *request, *plays("1:KH 2:10H 0:AH")).faults == ()


def test_a_declarer_may_play_the_card_nobody_had() -> None:
    assert table(*CALLS, MONTE, ev.Ask(seat=1, card="AH", giver=None), BURY, *plays("1:AH")).faults == ()


# ---- honours and cappotto


def shown(seat: int, cards: str) -> ev.Honours:
    return ev.Honours(seat=seat, cards=tuple(cards.split()))


def test_honours_shown_are_valued_and_known_to_be_held() -> None:
    state = table(*CALLS, MONTE, BURY, shown(2, "QS JD KS"))
    assert [(m.seat, m.meld, m.points) for m in state.hands[0].melds] == [(2, "binokel", 40), (2, "re_dama", 20)]
    assert state.hands[0].known[2] == ("JD", "KS", "QS")


def test_what_is_shown_later_is_valued_with_what_was_shown_before() -> None:
    state = table(*CALLS, MONTE, BURY, shown(2, "KH QH"), shown(2, "AH 10H KH QH JH"))
    assert [(m.meld, m.points, m.seq) for m in state.hands[0].melds] == [("famiglia_briscola", 150, 8)]


def test_honours_may_only_be_said() -> None:
    state = table(*CALLS, MONTE, BURY, ev.Honours(seat=0, points=140))
    assert [(m.meld, m.cards, m.points) for m in state.hands[0].melds] == [("honours", (), 140)]


def test_an_honour_may_be_recorded_by_its_name() -> None:
    state = table(*CALLS, MONTE, BURY, ev.Meld(seat=2, meld="binokel", cards=("QS", "JD")), ev.Meld(seat=0, meld="quattro_A"))
    assert [(m.seat, m.points) for m in state.hands[0].melds] == [(2, 40), (0, 100)]


def test_three_show_before_the_first_card() -> None:
    assert faults(table(*CALLS, MONTE, BURY, *plays("1:AS"), shown(2, "KH QH"))) == [(Fault.MELD_TIME, 2, 8)]


def test_a_card_laid_away_serves_for_no_honours() -> None:
    buried = ev.Bury(seat=1, cards=("QS", "9D", "9C"))
    state = table(*CALLS, MONTE, buried, shown(0, "QS KS"), shown(1, "QS JD"))
    assert [f for f, _, _ in faults(state)] == [Fault.MONTE]


def test_a_card_of_which_both_copies_lie_elsewhere_cannot_be_shown() -> None:
    state = table(*CALLS, MONTE, BURY, shown(0, "QS QS JD JD"), shown(2, "QS JD"))
    assert faults(state) == [(Fault.MELD_NOT_HELD, 2, 8)]


def four(*events: ev.Event, **options: object) -> State:
    """Four play in pairs, seat 0 deals, seat 1 declares."""
    calls = [ev.Bid(seat=1, points=100), *(ev.Pass(seat=s) for s in (2, 3, 0))]
    monte = [ev.Monte(cards=("9S", "9D", "9C", "9H")), ev.Bury(seat=1, cards=("9S", "9D", "9C", "9H"))]
    return after("salisburghese", 4, HAND, *calls, *monte, *events, **options)


def test_four_show_after_a_trick_of_their_own_before_the_next_is_led() -> None:
    trick = plays("1:AS 2:9S 3:10S 0:KS")
    assert faults(four(shown(1, "KH QH"))) == [(Fault.MELD_TIME, 1, 8)]
    assert faults(four(*trick, shown(1, "KH QH"))) == []
    assert faults(four(*trick, shown(3, "KH QH"))) == [(Fault.MELD_TIME, 3, 12)]
    assert faults(four(*trick, shown(3, "KH QH"), honours_trick="pair")) == []
    assert faults(four(*trick, *plays("1:KD"), shown(1, "KH QH"))) == [(Fault.MELD_TIME, 1, 13)]


# ---- play


def test_the_dealers_left_leads_whoever_declared() -> None:
    calls = [ev.Pass(seat=1), ev.Bid(seat=2, points=100), ev.Pass(seat=0)]
    state = table(*calls, MONTE, ev.Bury(seat=2))
    assert state.hands[0].turn == 1


def test_an_honour_shown_makes_a_revoke_certain() -> None:
    state = table(*CALLS, MONTE, BURY, shown(2, "KD QD"), *plays("1:JD 2:9S"))
    assert [(f.grade, f.seat, f.why, f.evidence) for f in state.faults] == [(Grade.CERTAIN, 2, Why.MUST_FOLLOW, (7,))]
    state = table(*CALLS, MONTE, BURY, shown(2, "KH QH"), *plays("1:JD 2:9S"))
    assert [(f.grade, f.why) for f in state.faults] == [(Grade.CERTAIN, Why.MUST_TRUMP)]


def test_overtrumping_is_owed_only_by_who_can() -> None:
    events = [*CALLS, MONTE, BURY, shown(2, "AH 10H KH QH JH"), shown(0, "KH QH")]
    state = table(*events, *plays("1:JD 2:10H 0:9S"))
    assert state.faults == ()  # KH and QH do not beat the ten
    state = table(*events, *plays("1:JD 2:JH 0:9S"))
    assert [(f.seat, f.why) for f in state.faults] == [(0, Why.MUST_OVERTRUMP)]


def test_what_was_laid_away_unseen_accuses_nobody() -> None:
    """The two aces of spades went to the declarer in sight of all; since he laid three cards away they may lie there."""
    monte = ev.Monte(cards=("AS", "AS", "9C"))
    state = table(*CALLS, monte, ev.Bury(seat=1), *plays("1:9D 2:KD 0:AD 0:KS 1:QS"))
    assert state.faults == ()
    seen = table(*CALLS, monte, ev.Bury(seat=1, cards=("9C", "QC", "JC")), *plays("1:9D 2:KD 0:AD 0:KS 1:QS"))
    assert [(f.seat, f.why, f.grade) for f in seen.faults] == [(1, Why.MUST_BEAT, Grade.CERTAIN)]


# ---- settling, with few cards


class Short(Salisburghese):
    """Three cards each, a monte of three."""

    DEAL: ClassVar[Mapping[int, tuple[int, int]]] = {3: (3, 3)}


TWELVE = ("AS", "10S", "KD", "QD", "JC", "9C")
START = [ev.Hand(dealer=0, trump="C"), ev.Bid(seat=1, points=50), ev.Pass(seat=2), ev.Pass(seat=0), ev.Monte(cards=("AS", "KD", "KD"))]
TRICKS = "1:JC 2:9C 0:9C 1:JC 2:QD 0:QD 1:AS 2:10S 0:10S"


def short(*events: ev.Event, **options: object) -> State:
    """Trumps clubs; seat 1 has called 50 and taken AS KD KD."""
    rules = Short()
    setup = replace(rules.setup(NAMES[:3], options), deck=Deck("french-24x2", TWELVE, 2))
    return fold(rules, setup, log(*START, *events))


def made(state: State) -> object:
    return Short().summary(state, state.hands[-1])["made"]


def test_a_contract_made_scores_what_everybody_has() -> None:
    """Seat 1 takes JC 9C 9C (2), JC QD QD (8), AS 10S 10S (31), the last trick (10), and laid AS KD KD away (19): 70."""
    state = short(ev.Bury(seat=1), *plays(TRICKS))
    assert (state.hands[0].points, made(state), state.scores) == ((0, 70, 0), True, (0, 70, 0))


def test_a_contract_missed_scores_minus_twice_the_call() -> None:
    start = [START[0], ev.Bid(seat=1, points=80), *START[2:]]
    rules = Short()
    setup = replace(rules.setup(NAMES[:3]), deck=Deck("french-24x2", TWELVE, 2))
    state = fold(rules, setup, log(*start, ev.Bury(seat=1), ev.Honours(seat=0, points=40), *plays(TRICKS)))
    assert (made(state), state.scores) == (False, (40, -160, 0))


def test_a_wrong_monte_loses_the_contract() -> None:
    state = short(ev.Bury(seat=1, cards=("KD",)), *plays(TRICKS))
    assert (made(state), state.scores) == (False, (0, -100, 0))
    forgiven = short(ev.Bury(seat=1, cards=("KD",)), *plays(TRICKS), ev.Dismiss(seq=6))
    assert made(forgiven) is True


def test_a_cappotto_made_is_worth_a_thousand_and_one_announced_late_nothing() -> None:
    assert short(ev.Bury(seat=1), ev.Cappotto(seat=1), *plays(TRICKS)).scores == (0, 1070, 0)
    late = plays(TRICKS)
    assert short(ev.Bury(seat=1), late[0], ev.Cappotto(seat=1), *late[1:]).scores == (0, 70, 0)
    assert short(ev.Bury(seat=1), ev.Cappotto(seat=0), *plays(TRICKS), cappotto_missed="-1000").scores == (-1000, 70, 0)


def test_the_target_is_looked_at_when_the_hand_ends_and_a_tie_plays_on() -> None:
    state = short(ev.Bury(seat=1), *plays(TRICKS), target=70)
    assert (state.over, state.winner) == (True, 1)
    tied = short(ev.Bury(seat=1), ev.Honours(seat=0, points=70), *plays(TRICKS), target=70)
    assert (tied.scores, tied.over) == ((70, 70, 0), False)


def test_four_declare_for_the_pair() -> None:
    rules = get("salisburghese")
    setup = rules.setup(NAMES)
    assert (rules.sides(setup), rules.side(setup, 3), rules.hand_size(setup)) == (2, 1, 11)
