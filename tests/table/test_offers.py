"""What lies open on the table: combinations and honours are read and offered, the seven swapped and the monte shown are written down."""

from collections.abc import Sequence
from dataclasses import replace

from table import events as ev
from tests.table.observations import WIDTH, Thing
from tests.table.stand import MIDDLE, Table


def open_row(table: Table, seat: int, codes: Sequence[str], first: int = 0) -> list[Thing]:
    """Cards laid open in a row before seat 0 (at the bottom) or seat 1 (at the top)."""
    y = MIDDLE[1] + (3.4 if seat == 0 else -3.4) * WIDTH
    things = [table.film.put(code, MIDDLE[0] + (first + i - 4) * 1.05 * WIDTH, y) for i, code in enumerate(codes)]
    table.wait()
    return things


def bazzica(*tricks: tuple[tuple[int, str], tuple[int, str]], winner: int = 0) -> Table:
    """Hearts are trumps; the tricks are played and taken by `winner`."""
    table = Table("bazzica", deck="french-32").opened("9H")
    for first, second in tricks:
        table.gather(winner, *table.trick(first, second))
    return table


def test_a_combination_laid_open_by_the_trick_s_winner_is_offered_with_its_cards_and_counts_once_tapped() -> None:
    table = bazzica(((1, "7S"), (0, "AS")))
    open_row(table, 0, ["KH", "QH"])
    offers = table.tracker.offers()
    assert offers == [ev.Meld(seat=0, meld="matrimonio_briscola", cards=("KH", "QH"))]
    table.session.append(replace(offers[0], source="touch"))
    table.wait()
    assert table.tracker.offers() == []
    hand = table.session.state.hand
    assert hand is not None
    assert [(m.seat, m.points) for m in hand.melds] == [(0, 40)]


def test_a_row_laid_by_who_did_not_take_the_trick_is_not_offered() -> None:
    table = bazzica(((1, "7S"), (0, "AS")))
    open_row(table, 1, ["KH", "QH"])
    assert table.tracker.offers() == []


def test_cards_that_make_no_combination_are_not_offered() -> None:
    table = bazzica(((1, "7S"), (0, "AS")))
    open_row(table, 0, ["KH", "QC"])
    assert table.tracker.offers() == []


def test_a_combination_taken_up_again_before_anybody_tapped_is_not_offered_any_more() -> None:
    table = bazzica(((1, "7S"), (0, "AS")))
    table.film.take(*open_row(table, 0, ["KH", "QH"]))
    table.wait(2.0)
    assert table.tracker.offers() == []


def test_cards_added_to_an_earlier_combination_make_a_new_one_with_it() -> None:
    table = bazzica(((1, "7S"), (0, "AS")))
    open_row(table, 0, ["KH", "QH"])
    table.session.append(table.tracker.offers()[0])
    table.gather(0, *table.trick((0, "8C"), (1, "7C")))
    open_row(table, 0, ["KS", "KC", "KD"], first=2)
    assert table.tracker.offers() == [ev.Meld(seat=0, meld="quattro_K", cards=("KC", "KD", "KH", "KS"))]


def test_a_card_played_from_a_combination_is_a_play_and_the_rest_still_lies_declared() -> None:
    table = bazzica(((1, "7S"), (0, "AS")))
    king, _ = open_row(table, 0, ["KH", "QH"])
    table.session.append(table.tracker.offers()[0])
    table.film.move(king, MIDDLE[0], MIDDLE[1] + 0.55 * WIDTH)
    table.wait(1.5)
    assert table.plays[-1] == (0, "KH")
    hand = table.session.state.hand
    assert hand is not None
    assert hand.own.declared[0] == ("QH",)


def test_an_unread_card_of_a_row_is_offered_as_the_candidate_that_makes_a_combination() -> None:
    table = bazzica(((1, "7S"), (0, "AS")))
    king, queen = open_row(table, 0, ["KC", "QC"])
    table.film.take(queen)
    table.wait(2.0)
    doubtful = table.film.put("QC", MIDDLE[0] - 3 * 1.05 * WIDTH, MIDDLE[1] + 3.4 * WIDTH)
    doubtful.read = (None, 0.5, (("QC", 0.5), ("JC", 0.4)))
    table.wait()
    assert king in table.film.things
    assert table.tracker.offers() == [ev.Meld(seat=0, meld="matrimonio", cards=("KC", "QC"))]


def test_what_lies_open_is_never_played_until_it_is_laid_on_the_trick() -> None:
    table = bazzica(((1, "7S"), (0, "AS")))
    open_row(table, 0, ["KH", "QH"])
    table.wait(5.0)
    assert table.plays == [(1, "7S"), (0, "AS")]


def test_the_seven_of_trumps_in_the_turned_card_s_place_is_a_swap_by_who_has_to_act() -> None:
    table = bazzica(((1, "7S"), (0, "AS")))
    turned = next(t for t in table.film.things if t.card == "9H")
    talon = next(t for t in table.film.things if t.face == "down" and t.over)
    x, y = MIDDLE[0] + 3.75 * WIDTH, MIDDLE[1]
    seven = table.film.put("7H", x - 1.4 * WIDTH, y, 90)
    table.wait()
    table.film.take(turned)
    table.wait(1.0)
    table.film.move(seven, x, y, 90)
    talon.over = (seven.track,)
    table.wait(1.0)
    assert table.session.events[-1][1].kind == "swap"
    hand = table.session.state.hand
    assert hand is not None
    assert (hand.turned, hand.known[0], hand.own.seven) == ("7H", ("9H",), 0)
    assert not table.session.state.faults


def test_the_seven_not_read_in_its_place_counts_by_having_lain_beside_it() -> None:
    table = bazzica(((1, "7S"), (0, "AS")))
    turned = next(t for t in table.film.things if t.card == "9H")
    x, y = MIDDLE[0] + 3.75 * WIDTH, MIDDLE[1]
    seven = table.film.put("7H", x - 1.4 * WIDTH, y, 90)
    table.wait()
    table.film.take(turned)
    table.wait(1.0)
    table.film.take(seven)
    talon = next(t for t in table.film.things if t.face == "down" and t.over)
    below = table.film.put("7H", x, y, 90)
    below.read, talon.over = (None, 0.4, (("10H", 0.4), ("JH", 0.3))), (below.track,)
    table.wait(1.5)
    assert table.kinds.count("swap") == 1


def test_another_card_in_the_turned_card_s_place_is_a_misreading_not_a_swap() -> None:
    table = bazzica(((1, "7S"), (0, "AS")))
    turned = next(t for t in table.film.things if t.card == "9H")
    turned.read = ("10H", 0.95, (("10H", 0.95),))
    turned.track = table.film.track()
    table.wait(2.0)
    assert "swap" not in table.kinds


def salisburghese() -> Table:
    """Two play; seat 1 (who calls first) has won the auction, spades are trumps."""
    table = Table("salisburghese")
    for said in (ev.Hand(dealer=0, trump="S"), ev.Bid(seat=1, points=100), ev.Pass(seat=0)):
        table.session.append(said)
    return table


def middle_row(table: Table, codes: Sequence[str]) -> list[Thing]:
    """Cards in a row in the middle."""
    things = [table.film.put(code, MIDDLE[0] + (i - 1.5) * 1.1 * WIDTH, MIDDLE[1]) for i, code in enumerate(codes)]
    table.wait()
    return things


def test_the_monte_turned_up_in_the_middle_is_written_down_from_left_to_right_and_none_of_it_is_played() -> None:
    table = salisburghese()
    row = middle_row(table, ["KD", "9S", "AH", "KC"])
    assert table.session.events[-1][1].kind == "monte"
    hand = table.session.state.hand
    assert hand is not None
    assert hand.own.monte == ("KD", "9S", "AH", "KC")
    table.film.take(*row)
    table.wait(2.0)
    assert table.kinds.count("monte") == 1
    assert table.plays == []


def test_a_monte_taken_up_before_all_of_it_was_read_is_written_down_as_far_as_it_was() -> None:
    table = salisburghese()
    row = middle_row(table, ["KD", "9S", "AH"])
    doubtful = table.film.put("KC", MIDDLE[0] + 1.65 * WIDTH, MIDDLE[1])
    doubtful.read = (None, 0.5, (("KC", 0.5), ("QC", 0.4)))
    table.wait()
    assert "monte" not in table.kinds
    table.film.take(*row, doubtful)
    table.wait(2.0)
    hand = table.session.state.hand
    assert hand is not None
    assert hand.own.monte == ("KD", "9S", "AH")


def taken_up() -> Table:
    """Salisburghese after the monte was shown, taken and laid away: honours may be shown."""
    table = salisburghese()
    middle_row(table, ["KD", "9S", "AH", "KC"])
    table.film.take(*list(table.film.things))
    table.session.append(ev.Bury(seat=1, cards=("KD", "9S", "AH", "KC")))
    table.wait(1.0)
    return table


def test_honours_shown_are_offered_also_after_they_were_taken_up_until_the_first_card_is_laid() -> None:
    table = taken_up()
    row = open_row(table, 0, ["QS", "JD", "9S", "9D"])
    shown = ev.Honours(seat=0, cards=("9S", "JD", "QS"))  # Binokel and the nine of trumps; the other nine counts nothing
    assert table.tracker.offers() == [shown]
    table.film.take(*row)
    table.wait(3.0)
    assert table.tracker.offers() == [shown]
    table.lay(1, "AC")
    table.wait(1.0)
    assert table.plays == [(1, "AC")]
    assert table.tracker.offers() == []


def test_honours_tapped_are_not_offered_again() -> None:
    table = taken_up()
    open_row(table, 0, ["QS", "JD"])
    table.session.append(table.tracker.offers()[0])
    table.wait()
    assert table.tracker.offers() == []
    hand = table.session.state.hand
    assert hand is not None
    assert sum(m.points for m in hand.melds) == 40


def test_a_twin_laid_where_its_like_lay_in_the_trick_before_is_a_play_of_its_own() -> None:
    table = Table("bazzica", deck="french-32x2").opened("9H")
    table.gather(1, *table.trick((1, "AS"), (0, "7S")))
    table.trick((1, "AC"), (0, "7S"))
    assert table.plays == [(1, "AS"), (0, "7S"), (1, "AC"), (0, "7S")]
