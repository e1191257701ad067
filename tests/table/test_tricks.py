"""The plain game: tricks recorded as they fall, winner and points by tap."""

from table import events as ev
from table.faults import Fault
from table.selfplay import script
from tests.table.evenings import after, faults, plays


def test_a_full_trick_waits_for_its_winner() -> None:
    trick = after("tricks", 2, ev.Hand(dealer=0), *plays("0:AS 1:KS"), deck="french-52").hands[0].tricks[0]
    assert (trick.winner, trick.points) == (None, None)


def test_winner_and_points_come_by_tap() -> None:
    state = after("tricks", 3, ev.Hand(dealer=0), *plays("0:AS 1:KS 2:2D"), ev.Result(winner=1, points=12), deck="french-52")
    assert (state.hands[0].tricks[0].winner, state.hands[0].tricks[0].points) == (1, 12)
    assert state.hands[0].turn == 1


def test_the_plain_game_is_played_with_a_whole_french_pack_where_none_is_said() -> None:
    assert after("tricks", 2).setup.deck.name == "french-52"


def test_who_gathers_has_won() -> None:
    assert after("tricks", 2, ev.Hand(dealer=0), *plays("0:AS 1:KS"), ev.Gather(seat=1), deck="french-52").hands[0].tricks[0].winner == 1


def test_points_of_the_hand_are_added_when_the_next_one_begins() -> None:
    hand = (ev.Hand(dealer=0), *plays("0:AS 1:KS"), ev.Result(winner=1, points=12), *plays("1:2S 0:3S"), ev.Result(winner=0, points=3))
    assert after("tricks", 2, *hand, ev.Hand(dealer=1), deck="french-52").scores == (3, 12)


def test_nobody_is_out_of_turn_but_a_copy_too_many_is_plain() -> None:
    state = after("tricks", 2, ev.Hand(dealer=0), *plays("1:AS 0:AS"), deck="french-52")
    assert faults(state) == [(Fault.COPY_TOO_MANY, 0, 3)]
    assert faults(after("tricks", 2, ev.Hand(dealer=0), *plays("1:AS 0:AS"), deck="french-24x2")) == []


def test_a_hand_of_known_size_ends_by_itself() -> None:
    hand = (ev.Hand(dealer=0), *plays("0:AS 1:KS"), ev.Result(winner=1, points=5))
    assert after("tricks", 2, *hand, deck="french-52", hand_size=1).scores == (0, 5)


def test_any_pack_and_two_to_eight_seats_play_by_themselves() -> None:
    for players, deck in ((2, "salzburg-33"), (5, "french-52"), (8, "italian-40")):
        assert after("tricks", 2 if players == 2 else 4, deck=deck).hands == ()
        assert sum(isinstance(e, ev.Play) for e in script("tricks", players, {"hand_size": 4}, deck).events) == 4 * players
