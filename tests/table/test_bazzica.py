"""Bazzica at the table: the seven, combinations, the second phase, its faults, the score and the end."""

from dataclasses import replace

import pytest

from table import events as ev
from table.deck import Deck
from table.errors import BadValue
from table.faults import Fault, Grade, Why
from table.fold import Fold, fold
from table.games import get
from table.games.bazzica import Bazzica
from table.state import Setup, State
from table.verdict import Ruling
from tests.table.evenings import NAMES, after, faults, log, plays

HAND = ev.Hand(dealer=0)


def turned(card: str) -> ev.Trump:
    return ev.Trump(card=card)


def meld(seat: int, name: str, cards: str) -> ev.Meld:
    return ev.Meld(seat=seat, meld=name, cards=tuple(cards.split()))


# ---- the seven


def test_a_seven_turned_up_brings_the_dealer_ten() -> None:
    state = after("bazzica", 2, HAND, turned("7H"))
    assert get("bazzica").summary(state, state.hands[0])["seven"] == {"0": 10}


def test_the_seven_of_trumps_is_swapped_on_ones_own_turn_for_ten() -> None:
    state = after("bazzica", 2, HAND, turned("AH"), *plays("1:9S"), ev.Swap(seat=0))
    assert faults(state) == []
    assert get("bazzica").summary(state, state.hands[0])["seven"] == {"0": 10}
    assert (state.hands[0].turned, state.hands[0].known) == ("7H", (("AH",), ()))


@pytest.mark.parametrize(
    ("events", "options"),
    [
        ([*plays("1:9S"), ev.Swap(seat=1)], {}),  # not his turn
        ([ev.Swap(seat=1), ev.Swap(seat=1)], {}),  # twice in a hand
        ([*plays("1:7H 0:9S"), ev.Swap(seat=1)], {}),  # the seven lies in a trick
        ([ev.Swap(seat=1)], {"swap_when": "after_trick"}),  # before any trick
    ],
)
def test_a_swap_that_is_not_allowed_is_a_fault(events: list[ev.Event], options: dict[str, str]) -> None:
    state = after("bazzica", 2, HAND, turned("AH"), *events, **options)
    assert faults(state) == [(Fault.SWAP, events[-1].seat, 2 + len(events))]  # type: ignore[attr-defined]  # the last one is a swap


def test_where_the_house_wants_a_trick_first_the_winner_may_swap_after_it() -> None:
    state = after("bazzica", 2, HAND, turned("AH"), *plays("1:9S 0:10S"), ev.Swap(seat=0), swap_when="after_trick")
    assert faults(state) == []


# ---- combinations


def test_the_winner_of_a_trick_declares_before_drawing() -> None:
    state = after("bazzica", 2, HAND, turned("9C"), *plays("1:9S 0:10S"), meld(0, "bazzica", "QD JS"))
    assert faults(state) == []
    assert [(m.seat, m.meld, m.points) for m in state.hands[0].melds] == [(0, "bazzica", 40)]
    assert state.hands[0].known[0] == ("JS", "QD")


@pytest.mark.parametrize(
    "events",
    [
        [meld(1, "bazzica", "QD JS")],  # before any trick
        [*plays("1:9S 0:10S"), meld(1, "bazzica", "QD JS")],  # the loser
        [*plays("1:9S 0:10S"), meld(0, "bazzica", "QD JS"), meld(0, "matrimonio", "KH QH")],  # a second one
        [*plays("1:9S 0:10S 0:8S"), meld(0, "bazzica", "QD JS")],  # after leading
        [*plays("1:9S 0:10S"), ev.Draw(seat=0), meld(0, "bazzica", "QD JS")],  # after drawing
    ],
)
def test_a_combination_out_of_time_is_a_fault_and_counts_nothing(events: list[ev.Event]) -> None:
    state = after("bazzica", 2, HAND, turned("9C"), *events)
    assert [f for f, _, _ in faults(state)] == [Fault.MELD_TIME]
    assert state.hands[0].melds[-1].points == 0


def test_a_card_serves_in_different_classes_but_not_twice_in_one() -> None:
    tricks = [plays("1:9S 0:10S"), plays("0:AS 1:8S"), plays("0:AC 1:8C")]
    first, again = meld(0, "matrimonio", "KD QD"), meld(0, "matrimonio", "KD QD")
    other = meld(0, "bazzica", "QD JS")
    state = after("bazzica", 2, HAND, turned("9H"), *tricks[0], first, *tricks[1], other, *tricks[2], again)
    assert faults(state) == [(Fault.MELD_CLASS, 0, 11)]
    assert [m.points for m in state.hands[0].melds] == [20, 40, 0]


def test_cards_that_do_not_make_the_combination_named_are_not_allowed() -> None:
    state = after("bazzica", 2, HAND, turned("9H"), *plays("1:9S 0:10S"), meld(0, "bazzica", "QS JD"))
    assert faults(state) == [(Fault.MELD_CLASS, 0, 5)]


def test_a_combination_with_a_card_that_has_been_played_cannot_be_held() -> None:
    state = after("bazzica", 2, HAND, turned("9H"), *plays("1:JS 0:10S"), meld(0, "bazzica", "QD JS"))
    assert faults(state) == [(Fault.MELD_NOT_HELD, 0, 5)]
    assert state.hands[0].known == ((), ())


def test_with_two_decks_the_twin_of_a_card_that_served_may_serve() -> None:
    events = [
        *plays("1:9S 0:10S"), meld(0, "matrimonio", "KD QD"), *plays("0:AS 1:8S"), meld(0, "matrimonio", "KD QD"),
        *plays("0:AC 1:8C"), meld(0, "matrimonio", "KD QD"),
    ]  # fmt: skip
    state = after("bazzica", 2, HAND, turned("9H"), *events, deck="french-32x2")
    assert faults(state) == [(Fault.MELD_CLASS, 0, 11)]
    assert state.hands[0].known[0] == ("KD", "KD", "QD", "QD")


def test_a_card_that_served_and_may_have_been_laid_unread_is_not_known_to_be_held_for_all_that_is_declared_later() -> None:
    """Seat 0 declares KD QD, lays KD, then a card nobody reads: perhaps QD. Declaring KH QH shows nothing of QD."""
    first, later = meld(0, "matrimonio", "KD QD"), meld(0, "matrimonio_briscola", "KH QH")
    unread = [*plays("0:KD 1:7D"), *plays("0:? 1:8C"), ev.Gather(seat=0)]
    state = after("bazzica", 2, HAND, turned("9H"), *plays("1:9S 0:10S"), first, *unread, later)
    own, known = state.hands[0].own, state.hands[0].known[0]
    assert faults(state) == []
    assert own.doubtful(0, known) == ({"QD": 1}, 1)


def test_a_combination_named_without_its_cards_read_is_filled_in_where_only_one_makes_it() -> None:
    state = after("bazzica", 2, HAND, turned("9H"), *plays("1:9S 0:10S"), meld(0, "matrimonio_briscola", ""))
    assert state.hands[0].known[0] == ("KH", "QH")


def test_a_quinta_of_trumps_after_the_first_trick_wins_the_game() -> None:
    quinta = meld(0, "quinta_maggiore", "AH 10H KH QH JH")
    state = after("bazzica", 2, HAND, turned("9H"), *plays("1:9S 0:10S"), quinta)
    assert (state.over, state.winner, state.scores) == (True, 0, (510, 0))
    later = after("bazzica", 2, HAND, turned("9H"), *plays("1:9S 0:10S 0:8S 1:AS 1:8C 0:9C"), quinta)
    assert later.over is False


def test_where_the_target_is_looked_at_at_once_declared_points_win() -> None:
    events = [HAND, turned("9H"), *plays("1:9S 0:10S"), meld(0, "quattro_A", "AS AH AD AC")]
    state = after("bazzica", 2, *events, target=100, end="immediate")
    assert (state.over, state.winner) == (True, 0)
    assert after("bazzica", 2, *events, target=100).over is False


# ---- the second phase, with fewer cards


class Short(Bazzica):
    """Three cards each, two to draw."""

    def hand_size(self, setup: Setup) -> int:
        return 3


EIGHT = ("9S", "AS", "KH", "8H", "10H", "QC", "AD", "7C")


def short(*events: ev.Event, faces: tuple[str, ...] = EIGHT, **options: object) -> State:
    """Trumps clubs; seat 1 leads. Eight cards, two of them drawn after the first trick: the winner's unseen, 7C for the other."""
    rules = Short()
    setup = replace(rules.setup(NAMES[:2], options), deck=Deck("french-32", faces))
    return fold(rules, setup, log(HAND, turned("7C"), *events))


def test_the_turned_card_goes_to_the_last_to_draw_and_all_know_it() -> None:
    state = short(*plays("1:9S 0:AS 0:AD"))
    assert (state.hands[0].known, state.hands[0].turned, state.hands[0].talon) == (((), ("7C",)), None, 0)


def test_who_is_known_to_hold_a_trump_and_does_not_trump_revokes_for_certain() -> None:
    state = short(*plays("1:9S 0:AS 0:AD 1:8H"))
    assert [(f.fault, f.grade, f.seat, f.seq, f.proved_at, f.why) for f in state.faults] == [
        (Fault.REVOKE, Grade.CERTAIN, 1, 6, 6, Why.MUST_TRUMP)
    ]


def test_a_card_laid_later_proves_an_earlier_revoke() -> None:
    state = short(*plays("1:9S 0:AS 0:KH 1:7C 1:10H"))
    assert [(f.grade, f.seq, f.proved_at, f.why, f.evidence) for f in state.faults] == [(Grade.PROVED, 6, 7, Why.MUST_FOLLOW, (7,))]


def test_following_without_beating_is_proved_by_the_higher_card() -> None:
    state = short(*plays("1:9S 0:AS 0:KH 1:8H 0:AD 1:7C 1:10H"))
    assert [(f.seq, f.why) for f in state.faults] == [(6, Why.MUST_BEAT)]
    assert short(*plays("1:9S 0:AS 0:KH 1:8H 0:AD 1:7C 1:10H"), profile="tressette").faults == ()


def test_counting_proves_a_revoke_when_only_cards_that_had_to_be_played_are_left() -> None:
    """After AD and QC seat 1 keeps 7C and one of KH 8H 10H; seat 0 has the two others: hearts all. So 7C on a heart was wrong."""
    state = short(*plays("1:9S 0:AS 0:KH 1:7C"))
    assert state.faults == ()
    found = short(*plays("1:9S 0:AS 0:KH 1:7C"), faces=("9S", "AS", "KH", "8H", "10H", "QH", "AH", "7C"))
    assert [(f.grade, f.seq, f.proved_at, f.why) for f in found.faults] == [(Grade.PROVED, 6, 6, Why.MUST_FOLLOW)]


def test_a_card_taken_back_is_no_fault_but_is_known_from_then_on() -> None:
    state = short(*plays("1:9S 0:AS 0:KH 1:10H"), ev.Retract(seq=6), *plays("1:8H"))
    assert [(f.fault, f.grade, f.seq, f.why) for f in state.faults] == [(Fault.REVOKE, Grade.CERTAIN, 8, Why.MUST_BEAT)]
    undone = short(*plays("1:9S 0:AS 0:KH 1:10H"), ev.Retract(seq=6, source="touch"), *plays("1:8H"))
    assert undone.faults == ()


def test_a_corrected_reading_takes_the_fault_away() -> None:
    wrong = plays("1:9S 0:AS 0:KH 1:7C 1:10H")
    assert short(*wrong).faults != ()
    assert short(*wrong, ev.Correct(seq=7, card="QC")).faults == ()


def test_an_unread_card_proves_nothing_until_it_is_read() -> None:
    state = short(*plays("1:9S 0:AS 0:KH 1:7C 1:?"))
    assert state.faults == ()
    read = short(*plays("1:9S 0:AS 0:KH 1:7C 1:?"), ev.Correct(seq=7, card="10H"))
    assert [(f.seq, f.proved_at) for f in read.faults] == [(6, 7)]


def test_a_fault_agreed_stays_and_one_dismissed_goes_for_good() -> None:
    wrong = plays("1:9S 0:AS 0:KH 1:7C 1:10H")
    assert [f.accepted for f in short(*wrong, ev.Accept(seq=6)).faults] == [True]
    assert short(*wrong, ev.Dismiss(seq=6)).faults == ()
    assert short(*wrong, ev.Dismiss(seq=6), *plays("0:8H")).faults == ()


def test_a_revoke_costs_the_hand_where_the_house_says_so() -> None:
    """Seat 0 took AS and turned up a seven: 20. Seat 1 takes KH with 7C (a revoke), 10H, AD with QC and the last trick: 30."""
    events = plays("1:9S 0:AS 0:KH 1:7C 1:10H 0:8H 1:QC 0:AD")
    assert short(*events).scores == (20, 30)
    assert short(*events, revoke_penalty="lose_hand").scores == (20, 0)
    assert short(*events, ev.Dismiss(seq=6), revoke_penalty="lose_hand").scores == (20, 30)


def test_what_must_be_played_is_said_in_words_and_as_a_predicate_over_the_deck() -> None:
    state = short(*plays("1:9S 0:AS 0:KH"))
    must = Short().must(state)
    assert must is not None
    assert (must.text, dict(must.args)) == (
        "must follow {suit} and beat the {rank}; else trump", {"suit": "H", "trump": "C", "rank": "K"}
    )  # fmt: skip
    assert Short().may(state, 1) >= {"10H", "8H", "QC", "7C"}
    assert "AD" not in Short().may(state, 1)  # 7C is known to be his: neither heart nor trump is never allowed


@pytest.mark.parametrize(
    ("card", "ruling"),
    [("10H", Ruling.ALLOWED), ("8H", Ruling.UNDECIDABLE), ("7C", Ruling.UNDECIDABLE), ("AD", Ruling.CERTAIN)],
)
def test_a_card_is_judged_before_it_is_laid(card: str, ruling: Ruling) -> None:
    assert Short().judge(short(*plays("1:9S 0:AS 0:KH")), 1, card).ruling is ruling


# ---- score and end


def whole(*tricks: str) -> list[ev.Event]:
    return [e for t in tricks for e in plays(t)]


def test_a_hand_counts_cards_last_trick_combinations_and_seven() -> None:
    state = short(*whole("1:9S 0:AS", "0:AD 1:7C", "1:10H 0:KH", "1:8H 0:QC"))
    # seat 0: AS, and 8H QC with the last trick; seat 1: AD, 10H; the dealer turned up a seven
    assert state.hands[0].points == (20, 20)
    assert state.hands[0].score == (30, 20)


def test_equal_totals_above_the_target_go_to_who_took_the_last_trick() -> None:
    state = short(*whole("1:9S 0:AS", "0:AD 1:7C", "1:10H 0:KH", "1:8H 0:QC"), ev.Adjust(seat=1, points=10), target=30)
    assert (state.scores, state.over, state.winner) == ((30, 30), True, 0)


def test_the_rest_claimed_goes_to_the_claimant_with_the_last_trick() -> None:
    state = short(*whole("1:9S 0:AS"), ev.Claim(seat=1))
    assert state.hands[0].points == (10, 30)


def test_four_in_pairs_score_by_sides() -> None:
    rules = get("bazzica")
    setup = rules.setup(NAMES, {"pairs": "on"})
    assert (rules.sides(setup), rules.side(setup, 2), setup.options["target"]) == (2, 0, 1500)


@pytest.mark.parametrize(
    ("players", "deck", "cards", "target"),
    [(2, None, 6, 500), (2, "french-32x2", 8, 1000), (3, None, 8, 2000), (4, None, 8, 2000), (2, "italian-40", 6, 500)],
)
def test_cards_dealt_and_target_go_by_players_and_decks(players: int, deck: str | None, cards: int, target: int) -> None:
    rules = get("bazzica")
    setup = rules.setup(NAMES[:players], None, deck)
    assert (rules.hand_size(setup), setup.options["target"]) == (cards, target)


def test_the_regional_pack_has_a_talon_of_twenty_eight() -> None:
    rules = get("bazzica")
    assert rules.talon_size(rules.setup(NAMES[:2], None, "italian-40")) == 28


def test_tressette_is_for_two() -> None:
    with pytest.raises(BadValue, match="tressette"):
        get("bazzica").setup(NAMES[:3], {"profile": "tressette"})


# ---- faults any game knows


def test_out_of_turn_two_cards_a_copy_too_many_and_the_wrong_gatherer() -> None:
    assert faults(after("bazzica", 2, HAND, turned("9H"), *plays("0:AS"))) == [(Fault.OUT_OF_TURN, 0, 3)]
    assert faults(after("bazzica", 2, HAND, turned("9H"), *plays("1:AS 1:10S"))) == [(Fault.TWO_CARDS, 1, 4)]
    assert faults(after("bazzica", 2, HAND, turned("9H"), *plays("1:9H"))) == [(Fault.COPY_TOO_MANY, 1, 3)]
    assert faults(after("bazzica", 2, HAND, turned("9H"), *plays("1:AS 0:8S"), ev.Gather(seat=0))) == [(Fault.WRONG_GATHERER, 0, 5)]


def test_following_one_by_one_is_following_from_the_log() -> None:
    rules, events = Short(), [HAND, turned("7C"), *plays("1:9S 0:AS 0:KH 1:10H"), ev.Retract(seq=6), *plays("1:8H 0:AD")]
    setup = replace(rules.setup(NAMES[:2]), deck=Deck("french-32", EIGHT))
    step = Fold(rules, setup)
    for seq, event in log(*events):
        step.append(seq, event)
    assert step.state == fold(rules, setup, log(*events))


def test_a_record_that_contradicts_itself_accuses_nobody() -> None:
    """9S is laid twice: one of the two readings is wrong, and 10H may be as wrong."""
    state = short(*plays("1:9S 0:AS 0:KH 1:7C 1:9S 0:8H 1:10H"))
    assert {f for f, _, _ in faults(state)} == {Fault.COPY_TOO_MANY}
