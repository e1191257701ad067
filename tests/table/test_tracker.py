"""The tracker, one behaviour a test: two play Briscola, seat 0 at the bottom, seat 1 (who leads) at the top."""

from dataclasses import replace

import pytest

from table import events as ev
from table.faults import Fault
from tests.table.observations import WIDTH
from tests.table.stand import MIDDLE, Table


def test_the_card_half_under_the_talon_opens_the_hand_as_trump() -> None:
    table = Table().opened("5ba")
    assert table.kinds == ["hand", "trump"]
    assert table.session.state.hand is not None
    assert table.session.state.hand.trump == "ba"


def test_a_card_at_rest_is_a_play_of_the_player_whose_turn_it_is_and_only_once() -> None:
    table = Table().opened()
    table.lay(1, "Ade")
    table.wait(3.0)
    assert table.plays == [(1, "Ade")]


def test_a_trick_gathered_by_its_winner_passes_the_lead_to_him() -> None:
    table = Table().opened()
    cards = table.trick((1, "4de"), (0, "Ade"))
    table.gather(0, *cards)
    table.lay(0, "7sp")
    assert table.plays == [(1, "4de"), (0, "Ade"), (0, "7sp")]
    assert "gather" in table.kinds
    assert not table.session.state.faults


def test_a_card_seen_only_for_a_moment_is_no_play() -> None:
    table = Table().opened()
    ghost = table.film.put("Ade", *MIDDLE)
    table.watch([table.film.shoot()])
    table.film.take(ghost)
    table.wait(2.0)
    assert table.plays == []


def test_a_card_carried_about_is_no_play() -> None:
    table = Table().opened()
    held = table.film.put("Ade", MIDDLE[0], MIDDLE[1] + 200)
    for step in range(12):
        table.film.move(held, MIDDLE[0] - 120 + 30 * step, MIDDLE[1] + 60)
        table.watch([table.film.shoot(0.05)])
    table.film.take(held)
    table.wait(2.0)
    assert table.plays == []


def test_a_card_moved_or_straightened_is_no_second_play() -> None:
    table = Table().opened()
    card = table.lay(1, "Ade")
    table.film.move(card, MIDDLE[0] + 60, MIDDLE[1] - 20, 25)
    table.wait()
    table.film.move(card, MIDDLE[0] + 10, MIDDLE[1] - 40, 0)
    table.wait(4.0)
    assert table.plays == [(1, "Ade")]
    assert "retract" not in table.kinds


def test_a_card_taken_back_within_three_seconds_is_retracted_and_known_to_be_in_that_hand() -> None:
    table = Table().opened()
    card = table.lay(1, "Ade")
    table.film.move(card, MIDDLE[0], MIDDLE[1] - 2 * WIDTH)
    table.wait(0.1, 0.05)
    table.film.take(card)
    table.wait(2.0)
    assert table.plays == []
    assert table.kinds[-1] == "retract"
    assert table.session.state.hand is not None
    assert table.session.state.hand.known[1] == ("Ade",)


def test_a_card_taken_back_and_another_laid_counts_as_the_other() -> None:
    table = Table().opened()
    table.film.take(table.lay(1, "Ade"))
    table.wait(1.0)
    table.lay(1, "2de")
    assert table.plays == [(1, "2de")]
    assert not table.session.state.faults


def test_a_card_lost_from_sight_when_another_is_laid_over_it_was_not_taken_back() -> None:
    table = Table().opened()
    lead = table.lay(1, "Ade")
    answer = table.film.put("4de", MIDDLE[0], MIDDLE[1] + 45)
    table.film.things.remove(lead)
    table.wait(1.5)
    assert table.plays == [(1, "Ade"), (0, "4de")]
    table.gather(1, answer)
    assert "retract" not in table.kinds


def test_a_card_dropped_face_down_counts_once_it_is_turned() -> None:
    table = Table().opened()
    back = table.film.put("", MIDDLE[0], MIDDLE[1] - 45, 0, "down")
    table.wait(1.0)
    assert table.plays == []
    table.film.take(back)
    table.lay(1, "Ade")
    assert table.plays == [(1, "Ade")]


def test_a_trick_gathered_by_the_wrong_player_is_named() -> None:
    table = Table().opened()
    tricks = (((1, "4de"), (0, "Ade")), ((0, "Aco"), (1, "4co")), ((0, "2co"), (1, "3co")), ((1, "Rsp"), (0, "2sp")))
    for winner, (lead, answer) in zip((0, 0, 1, 1), tricks, strict=True):
        table.gather(winner, *table.trick(lead, answer))
    assert not table.session.state.faults
    table.gather(0, *table.trick((1, "Asp"), (0, "7sp")))
    assert [f.fault for f in table.session.state.faults] == [Fault.WRONG_GATHERER]


def test_two_tricks_left_lying_are_two_tricks() -> None:
    table = Table().opened()
    table.trick((1, "4de"), (0, "Ade"))
    table.lay(0, "7sp", x=100)
    table.lay(1, "Csp", x=110)
    assert table.session.state.hand is not None
    assert [[p.card for p in t.plays] for t in table.session.state.hand.tricks] == [["4de", "Ade"], ["7sp", "Csp"]]
    assert not table.session.state.faults


def test_a_spectators_card_at_the_edge_or_held_up_is_no_play() -> None:
    table = Table().opened()
    table.film.put("Ade", 20, 20, 30)
    tilted = table.film.put("3de", MIDDLE[0] - 300, MIDDLE[1])
    tilted.corners = tuple((x, MIDDLE[1] + (y - MIDDLE[1]) * 0.5) for x, y in tilted.corners)  # type: ignore[assignment]  # four corners
    table.wait(3.0)
    assert table.plays == []


def test_a_glass_on_the_table_is_no_card_though_vision_takes_it_for_a_face() -> None:
    table = Table().opened()
    table.lay(1, "Ade")
    glass = table.film.put("2co", MIDDLE[0] - 100, MIDDLE[1] + 60)
    glass.read = (None, 0.05, (("2co", 0.05), ("3co", 0.04)))
    table.wait(3.0)
    table.lay(0, "4de")
    assert table.plays == [(1, "Ade"), (0, "4de")]


def test_the_light_switched_on_changes_nothing() -> None:
    table = Table().opened()
    cards = table.trick((1, "4de"), (0, "Ade"))
    for _ in range(8):
        table.watch([table.film.shoot(moving=0.9, hidden=tuple(table.film.things))])
    table.wait(1.0)
    assert table.plays == [(1, "4de"), (0, "Ade")]
    table.gather(0, *cards)
    assert not table.session.state.faults


def test_a_bumped_camera_moves_the_table_not_the_cards() -> None:
    table = Table().opened()
    table.lay(1, "4de")
    for thing in table.film.things:
        thing.corners = tuple((x + 130, y + 60) for x, y in thing.corners)  # type: ignore[assignment]  # four corners
    table.watch([table.film.shoot(0.9, bumped=True)])
    table.wait(1.0)
    assert table.plays == [(1, "4de")]
    table.film.put("Ade", MIDDLE[0] + 130, MIDDLE[1] + 60 + 45)
    table.wait()
    assert table.plays == [(1, "4de"), (0, "Ade")]


def test_an_unread_card_is_a_hole_with_its_candidates_and_filled_once_it_is_read() -> None:
    table = Table().opened()
    card = table.film.put("Ade", MIDDLE[0], MIDDLE[1] - 45)
    card.read = (None, 0.5, (("Ade", 0.5), ("3de", 0.4)))
    table.wait(2.0)
    assert table.plays == [(1, None)]
    assert [c for c, _ in table.session.events[-1][1].candidates or ()] == ["Ade", "3de"]
    card.read = ("Ade", 0.99, (("Ade", 0.99), ("3de", 0.01)))
    table.wait()
    assert table.plays == [(1, "Ade")]


def test_an_unread_card_swept_away_at_once_is_a_hole_all_the_same() -> None:
    table = Table().opened()
    lead = table.lay(1, "4de")
    card = table.film.put("Ade", MIDDLE[0], MIDDLE[1] + 45, over=(lead,))
    card.read = (None, 0.6, (("Ade", 0.6), ("3de", 0.3)))
    table.wait(0.5)
    table.gather(0, lead, card)
    assert table.plays == [(1, "4de"), (0, None)]


def test_a_later_card_settles_an_earlier_one() -> None:
    table = Table().opened()
    card = table.film.put("Ade", MIDDLE[0], MIDDLE[1] - 45)
    card.read = (None, 0.5, (("Ade", 0.5), ("3de", 0.498)))
    table.wait(2.0)
    second = table.lay(0, "4sp", over=(card,))
    table.gather(1, card, second)
    table.lay(1, "3de")
    assert table.plays == [(1, "Ade"), (0, "4sp"), (1, "3de")]
    fill = next(e for _, e in table.session.events if isinstance(e, ev.Correct))
    assert fill.why is not None


def test_of_two_cards_new_at_once_the_lower_one_was_laid_first() -> None:
    table = Table().opened()
    lower = table.film.put("Ade", MIDDLE[0], MIDDLE[1] - 45)
    table.film.put("3de", MIDDLE[0], MIDDLE[1] + 45, over=(lower,))
    table.wait()
    assert table.plays == [(1, "Ade"), (0, "3de")]


def test_a_card_seen_coming_from_the_other_player_is_out_of_turn() -> None:
    table = Table().opened()
    table.lay(0, "Ade", comes=True)
    assert table.plays == []  # the other's card may be there and not seen yet
    table.wait(1.0)
    assert table.plays == [(0, "Ade")]
    assert [f.fault for f in table.session.state.faults] == [Fault.OUT_OF_TURN]


def test_a_card_laid_a_little_on_the_wrong_side_is_nobodys_fault() -> None:
    table = Table().opened()
    table.lay(0, "Ade", out=0.3)
    assert table.plays == [(1, "Ade")]
    assert not table.session.state.faults


def test_a_card_that_vision_sees_twice_is_one_card() -> None:
    table = Table().opened()
    table.lay(1, "Ade")
    table.wait(1.0)
    double = table.film.put("3de", MIDDLE[0], MIDDLE[1] - 0.55 * WIDTH - 40)
    table.wait(2.0)
    table.film.take(double)
    table.wait(1.0)
    assert table.plays == [(1, "Ade")]


def test_the_turned_card_is_no_play_while_the_talon_lies_there_wherever_it_is_seen() -> None:
    table = Table().opened("5ba")
    table.film.move(table.film.things[0], MIDDLE[0] + 150, MIDDLE[1] + 30, 80)
    table.wait(3.0)
    assert table.plays == []


def test_two_pieces_read_as_one_card_leave_the_less_sure_a_hole() -> None:
    table = Table().opened()
    table.lay(1, "Ade")
    twin = table.film.put("Ade", MIDDLE[0], MIDDLE[1] + 60)
    twin.read = ("Ade", 0.93, (("Ade", 0.93), ("3de", 0.03)))
    table.wait(2.0)
    assert [p[0] for p in table.plays] == [1, 0]
    assert table.plays[0] == (1, "Ade")
    assert table.plays[1][1] != "Ade"
    assert not table.session.state.faults


def test_what_somebody_tapped_is_not_overruled() -> None:
    table = Table().opened()
    table.lay(1, "Ade")
    table.session.append(ev.Correct(seq=table.session.seq, card="3de", source="touch"))
    table.wait(2.0)
    assert table.plays == [(1, "3de")]


def test_a_play_undone_by_tap_stays_undone_while_its_card_lies_there() -> None:
    table = Table().opened()
    table.lay(1, "Ade")
    table.session.undo()
    table.wait(3.0)
    assert table.plays == []


def test_a_play_tapped_in_is_not_reported_again_by_the_camera() -> None:
    table = Table().opened()
    table.session.append(ev.Play(seat=1, card="Ade", source="touch"))
    table.lay(1, "Ade")
    assert table.plays == [(1, "Ade")]


def test_a_new_deal_after_the_last_trick_is_a_new_hand_of_the_next_dealer() -> None:
    table = Table()
    faces = table.session.setup.deck.faces
    for event in [ev.Hand(dealer=0), ev.Trump(card="5ba"), *(ev.Play(seat=0, card=c) for c in faces)]:
        seat = table.session.state.hand.turn if table.session.state.hand else None
        table.session.append(replace(event, seat=seat) if isinstance(event, ev.Play) and seat is not None else event)
    assert table.session.state.hand is not None
    assert table.session.state.hand.done
    table.opened("4sp")
    assert table.session.state.hand.dealer == 1
    assert table.session.state.hand.trump == "sp"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_unread_card_without_a_piece_is_never_invented_for_a_player_who_has_not_played(players: int) -> None:
    table = Table(players=players).opened()
    table.lay(1, "Ade")
    table.wait(6.0)
    assert table.plays == [(1, "Ade")]


def test_two_views_of_one_card_within_half_a_second_are_one_play_of_the_one_that_lasts() -> None:
    table = Table().opened()
    glimpse = table.film.put("4sp", MIDDLE[0], MIDDLE[1] - 40)
    table.wait(0.2)
    table.film.put("7sp", MIDDLE[0] - 25, MIDDLE[1] - 20, 3)
    table.wait(0.3)
    table.film.take(glimpse)
    table.wait(3.0)
    assert table.plays == [(1, "7sp")]


def test_a_trick_laid_beside_one_left_lying_is_read_by_turn_and_both_are_gathered_once() -> None:
    table = Table().opened()
    old = table.trick((1, "4de"), (0, "Ade"))
    aside = -2.4 * WIDTH
    a = table.lay(0, "7sp", x=aside)
    b = table.lay(1, "2sp", x=aside, over=(a,))
    table.gather(0, *old, a, b)
    assert table.plays == [(1, "4de"), (0, "Ade"), (0, "7sp"), (1, "2sp")]
    assert table.kinds.count("gather") == 1
    assert not table.session.state.faults


def test_a_face_like_no_card_where_cards_read_before_lie_is_no_play() -> None:
    table = Table(players=3).opened()
    table.lay(1, "4de", x=30)
    table.lay(1, "Ade", x=-30)
    ghost = table.film.put("7sp", MIDDLE[0], MIDDLE[1] - 0.55 * WIDTH)
    ghost.read = (None, 0.01, (("7sp", 0.01),))
    table.wait(3.0)
    table.film.take(*list(table.film.things))
    table.wait(2.0)
    assert [card for _, card in table.plays] == ["4de", "Ade"]


def test_a_card_caught_on_its_way_to_the_pile_does_not_keep_its_trick_on_the_table() -> None:
    table = Table().opened()
    first, second = table.trick((1, "4de"), (0, "Ade"))
    table.wait(1.5)
    table.film.move(second, MIDDLE[0] + 60, MIDDLE[1] + 20)
    table.gather(0, first)
    table.wait(2.0)
    assert table.kinds[-1] == "gather"
    assert table.plays == [(1, "4de"), (0, "Ade")]
