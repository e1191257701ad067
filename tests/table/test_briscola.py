"""Briscola by RULES.md: who takes a trick, points, ends, customs, swaps, faults."""

import pytest

from table import events as ev
from table.errors import BadValue, UnknownName
from table.faults import Fault
from table.games import get
from table.selfplay import script
from tests.table.evenings import after, faults, plays

HAND = (ev.Hand(dealer=0), ev.Trump(card="4sp"))


@pytest.mark.parametrize(
    ("laid", "winner", "points"),
    [
        ("1:Aco 0:2sp", 0, 11),  # the smallest trump takes an ace
        ("1:4co 0:Ade", 1, 11),  # without trumps the suit led wins
        ("1:Rco 0:3co", 0, 14),  # three above king
        ("1:2sp 0:Fsp", 0, 2),  # of two trumps the higher
        ("1:7de 0:6de", 1, 0),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(laid: str, winner: int, points: int) -> None:
    trick = after("briscola", 2, *HAND, *plays(laid)).hands[0].tricks[0]
    assert (trick.winner, trick.points) == (winner, points)


def test_jack_queen_king_of_a_french_pack_are_fante_cavallo_re() -> None:
    state = after("briscola", 2, ev.Hand(dealer=0), ev.Trump(card="4S"), *plays("1:KH 0:3H 0:JD 1:QD"), deck="french-40")
    assert [(t.winner, t.points) for t in state.hands[0].tricks] == [(0, 14), (1, 5)]


def test_the_player_after_the_dealer_leads_and_the_winner_leads_next() -> None:
    assert after("briscola", 4, ev.Hand(dealer=2)).hands[0].turn == 3
    assert after("briscola", 2, *HAND, *plays("1:4co 0:Aco")).hands[0].turn == 0


def test_the_talon_shrinks_by_two_a_trick_and_hands_stay_at_three_until_it_is_gone() -> None:
    hand = after("briscola", 2, *HAND, *plays("1:4co 0:Aco")).hands[0]
    assert (hand.talon, hand.holding) == (32, (3, 3))


def test_three_players_play_without_one_two_and_thirteen_tricks() -> None:
    setup = get("briscola").setup(("A", "B", "C"), {"dropped_two": "2ba"})
    assert len(setup.deck) == 39
    assert "2ba" not in setup.deck.faces
    french = get("briscola").setup(("A", "B", "C"), {"dropped_two": "2ba"}, "french-40")
    assert "2C" not in french.deck.faces


def test_four_play_in_pairs_whose_points_are_added() -> None:
    state = after("briscola", 4, *HAND, *plays("1:4co 2:Aco 3:5co 0:6co"), *plays("2:Ade 3:Rde 0:2de 1:3de"))
    assert get("briscola").points(state) == (11 + 25, 0)


def test_nothing_is_ever_a_revoke_in_briscola() -> None:
    with pytest.raises(BadValue, match="no obligation"):
        script("briscola", 2, revoke=True)


# ---- ends


def ended(points_to_1: int) -> list[ev.Event]:
    """A hand in which seat 0 is given `120 - points_to_1` by claim, seat 1 the points of one trick."""
    trick = {11: "0:2co 1:Aco", 21: "0:3co 1:Aco"}[points_to_1]
    return [ev.Hand(dealer=1), ev.Trump(card="4sp"), *plays(trick), ev.Claim(seat=0)]


def test_a_claim_gives_the_rest_to_the_claimer() -> None:
    state = after("briscola", 2, *ended(21))
    assert (state.scores, state.over, state.winner) == ((99, 21), True, 0)


def test_sixty_all_is_a_draw_that_ends_a_single_game_without_a_winner() -> None:
    state = after("briscola", 2, *ended(21), ev.Adjust(seat=0, points=-39), ev.Adjust(seat=1, points=39))
    assert (state.scores, state.over, state.winner, state.games) == ((60, 60), True, None, (0, 0))


def test_a_match_goes_to_whoever_first_wins_so_many_games_and_a_draw_counts_for_nobody() -> None:
    draw = [*ended(21), ev.Adjust(seat=0, points=-39), ev.Adjust(seat=1, points=39)]
    one = after("briscola", 2, *ended(21), *draw, match=2)
    assert (one.games, one.over, one.winner) == ((1, 0), False, None)
    two = after("briscola", 2, *ended(21), *draw, ev.Game(dealer=1), *ended(11), match=2)
    assert (two.games, two.over, two.winner, two.scores) == ((2, 0), True, 0, (109, 11))


def test_the_next_hand_after_a_match_begins_a_new_match() -> None:
    state = after("briscola", 2, *ended(21), *ended(21), *ended(21), match=2)
    assert (state.games, state.over) == ((1, 0), False)


def test_the_deal_passes_on() -> None:
    assert after("briscola", 2, *ended(21)).next_dealer == 0


def test_a_misdeal_is_dealt_again_by_the_same_dealer_and_counts_for_nobody() -> None:
    state = after("briscola", 2, *HAND, *plays("1:4co 0:Aco"), ev.Abandon())
    assert (state.next_dealer, state.scores, state.over, state.faults) == (0, (0, 0), False, ())


def test_with_stop_at_61_the_game_ends_at_the_trick_that_brings_it() -> None:
    tricks = "1:2co 0:Aco 0:Ade 1:3de 0:3co 1:Rco 0:Asp 1:3sp"  # 11, 21, 14, 21: 67
    state = after("briscola", 2, *HAND, *plays(tricks), stop_at_61="on")
    assert (state.over, state.winner, state.scores, state.hands[0].ended) == (True, 0, (67, 0), "stopped")
    assert not after("briscola", 2, *HAND, *plays(tricks)).over


def test_three_players_tied_at_the_top_have_drawn() -> None:
    hand = (ev.Hand(dealer=0), ev.Trump(card="4sp"), ev.Claim(seat=0))
    state = after("briscola", 3, *hand, ev.Adjust(seat=0, points=-70), ev.Adjust(seat=1, points=50), ev.Adjust(seat=2, points=20))
    assert (state.scores, state.over, state.winner) == ((50, 50, 20), True, None)


# ---- unread cards


def test_an_unread_card_leaves_winner_and_points_of_its_trick_open() -> None:
    trick = after("briscola", 2, *HAND, *plays("1:Aco 0:?")).hands[0].tricks[0]
    assert (trick.winner, trick.points) == (None, None)


def test_a_winner_that_no_unread_card_could_change_is_named() -> None:
    state = after("briscola", 2, *HAND, *plays("1:? 0:Asp"))
    assert (state.hands[0].tricks[0].winner, state.hands[0].tricks[0].points, state.hands[0].turn) == (0, None, 0)


def test_an_open_trick_goes_to_whoever_gathers_it() -> None:
    state = after("briscola", 2, *HAND, *plays("1:Aco 0:?"), ev.Gather(seat=0))
    assert (state.hands[0].tricks[0].winner, state.hands[0].turn, state.faults) == (0, 0, ())


def test_after_an_open_trick_nobody_is_out_of_turn() -> None:
    state = after("briscola", 2, *HAND, *plays("1:Aco 0:? 0:4de"))
    assert state.hands[0].turn == 1
    assert state.faults == ()


def test_an_unread_trump_leaves_open_what_depends_on_it() -> None:
    state = after("briscola", 2, ev.Hand(dealer=0), ev.Trump(), *plays("1:Aco 0:2co 1:3de 0:4ba"))
    assert [t.winner for t in state.hands[0].tricks] == [1, None]


def test_filling_the_hole_settles_everything_after_it() -> None:
    state = after("briscola", 2, *HAND, *plays("1:Aco 0:?"), ev.Correct(seq=4, card="5sp"))
    assert (state.hands[0].tricks[0].winner, state.hands[0].tricks[0].points) == (0, 11)


def test_the_one_unread_card_of_a_whole_hand_is_worth_what_lacks_to_120() -> None:
    played = list(script("briscola", 2, seed=5).events)
    whole = after("briscola", 2, *played)
    at = next(i for i, e in enumerate(played) if isinstance(e, ev.Play) and e.card and e.card[0] in "A3")
    holed = [*played[:at], ev.Play(seat=played[at].seat), *played[at + 1 :]]  # type: ignore[attr-defined]  # a Play
    assert after("briscola", 2, *holed).scores == whole.scores


# ---- customs


def last_hand() -> list[ev.Event]:
    """Anna and Bruno's game up to its last three tricks."""
    events = list(script("briscola", 2, seed=1).events)
    return events[: len(events) - 9]  # each trick: two plays and a gather


def test_customs_of_the_last_hand_are_reminders_where_the_house_keeps_them() -> None:
    game = get("briscola")
    state = after("briscola", 2, *last_hand(), silence="on", look_at_pile="on")
    assert game.reminders(state) == ("Last hand: no talking.", "Last hand: you may look through your own pile.")
    assert game.reminders(after("briscola", 2, *last_hand())) == ()
    assert game.reminders(after("briscola", 2, *last_hand()[:-3], silence="on")) == ()


def test_the_card_turned_up_is_drawn_last_and_all_know_who_has_it() -> None:
    state = after("briscola", 2, *last_hand())
    turned = next(e.card for e in script("briscola", 2, seed=1).events if isinstance(e, ev.Trump))
    assert state.hands[0].turned is None
    loser = 1 - (state.hands[0].tricks[-1].winner or 0)
    assert state.hands[0].known[loser] == (turned,)


# ---- swaps


def test_the_seven_swapped_for_the_turned_card_lies_under_the_talon_and_the_card_is_known() -> None:
    state = after("briscola", 2, *HAND, *plays("1:4co 0:Aco"), ev.Swap(seat=0, card="7sp"), swap="seven")
    assert (state.hands[0].turned, state.hands[0].known[0], state.faults) == ("7sp", ("4sp",), ())


def test_a_swap_the_house_does_not_play_is_a_fault() -> None:
    state = after("briscola", 2, *HAND, *plays("1:4co 0:Aco"), ev.Swap(seat=0, card="7sp"))
    assert faults(state) == [(Fault.SWAP, 0, 5)]


def test_a_swap_with_a_card_already_laid_is_a_fault() -> None:
    state = after("briscola", 2, *HAND, *plays("1:7sp 0:Aco"), ev.Swap(seat=1, card="7sp"), swap="both")
    assert faults(state) == [(Fault.SWAP, 1, 5)]


# ---- faults


def test_a_lead_out_of_turn_is_certain_and_the_trick_follows_who_led() -> None:
    state = after("briscola", 2, *HAND, *plays("0:Aco 1:2co"))
    assert faults(state) == [(Fault.OUT_OF_TURN, 0, 3)]
    assert state.hands[0].tricks[0].leader == 0


def test_of_four_the_one_who_plays_before_his_turn_is_out_of_turn_and_not_the_one_he_passed() -> None:
    state = after("briscola", 4, *HAND, *plays("1:4co 3:5co 2:6co 0:7co"))
    assert faults(state) == [(Fault.OUT_OF_TURN, 3, 4)]
    assert state.hands[0].tricks[0].winner == 0


def test_two_cards_from_one_seat() -> None:
    state = after("briscola", 2, *HAND, *plays("1:4co 1:Aco 0:5co"))
    assert faults(state) == [(Fault.TWO_CARDS, 1, 4)]
    assert state.hands[0].tricks[0].winner == 0  # the first card is the one that counts: five beats four


def test_a_card_that_was_laid_before_is_a_copy_too_many() -> None:
    assert faults(after("briscola", 2, *HAND, *plays("1:4co 0:4co"))) == [(Fault.COPY_TOO_MANY, 0, 4)]


def test_the_card_lying_under_the_talon_cannot_be_laid() -> None:
    assert faults(after("briscola", 2, *HAND, *plays("1:4sp"))) == [(Fault.COPY_TOO_MANY, 1, 3)]


def test_a_hand_cut_short_by_the_next_lacks_cards() -> None:
    state = after("briscola", 2, *HAND, *plays("1:4co 0:5co"), ev.Hand(dealer=1))
    assert faults(state) == [(Fault.MISSING_CARD, None, 5)]


def test_the_wrong_player_gathers() -> None:
    assert faults(after("briscola", 2, *HAND, *plays("1:4co 0:5co"), ev.Gather(seat=1))) == [(Fault.WRONG_GATHERER, 1, 5)]


def test_in_pairs_the_partner_may_gather() -> None:
    assert faults(after("briscola", 4, *HAND, *plays("1:4co 2:5co 3:6co 0:7co"), ev.Gather(seat=2))) == []


def test_a_dismissed_fault_is_gone_and_an_accepted_one_is_marked() -> None:
    lead = [*HAND, *plays("0:Aco 1:2co")]
    assert after("briscola", 2, *lead, ev.Dismiss(seq=3)).faults == ()
    assert after("briscola", 2, *lead, ev.Accept(seq=3)).faults[0].accepted


# ---- opening a game


def test_wrong_openings_are_refused_in_one_sentence() -> None:
    game = get("briscola")
    with pytest.raises(BadValue, match="briscola is played by 2, 3 or 4, not by 5"):
        game.setup(("a",) * 5)
    with pytest.raises(UnknownName, match="did you mean 'match'"):
        game.setup(("a", "b"), {"mach": 2})
    with pytest.raises(BadValue, match="must be between 1 and 99"):
        game.setup(("a", "b"), {"match": 0})
    with pytest.raises(UnknownName, match="deck for briscola"):
        game.setup(("a", "b"), {}, "french-32")
    with pytest.raises(BadValue, match="dealer"):
        game.setup(("a", "b"), {}, None, 2)


def test_the_lowest_card_turned_up_deals_and_equal_ones_are_drawn_again() -> None:
    game = get("briscola")
    setup = game.setup(("a", "b", "c"))
    assert game.lowest(setup, ("Aco", "4de", "3sp")) == 1
    assert game.lowest(setup, ("Aco", "4de", "4sp")) is None


def test_the_first_value_named_is_the_default() -> None:
    options = get("briscola").setup(("a", "b")).options
    assert options == {
        "match": 1, "show_points": "at_end", "stop_at_61": "off", "dropped_two": "2co", "swap": "off", "silence": "off",
        "show_partner": "off", "look_at_pile": "off", "signals": "on", "direction": "counterclockwise", "takeback_s": 3,
        "stake": "none", "stake_amount": 1,
    }  # fmt: skip


def test_stakes_are_shown_when_the_game_is_over() -> None:
    game = get("briscola")
    assert game.stakes(after("briscola", 2, *ended(21), stake="per_point", stake_amount=2)) == (156, -156)
    assert game.stakes(after("briscola", 2, *ended(21), stake="prize", stake_amount=5)) == (5, -5)
    assert game.stakes(after("briscola", 2, *ended(21))) == ()
