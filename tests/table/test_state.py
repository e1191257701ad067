"""States are values: changed by copying, never in place."""

import pytest

from table.deck import get
from table.games import GAMES
from table.state import Hand, Played, Trick, altered, left


def test_an_altered_value_is_another_and_leaves_the_first_as_it_was() -> None:
    state = GAMES["briscola"].setup(["Anna", "Bruno"])
    first = GAMES["briscola"].initial(state)
    second = altered(first, seq=7, over=True)
    assert (first.seq, first.over) == (0, False)
    assert (second.seq, second.over, second.setup) == (7, True, state)
    assert altered(second, seq=0, over=False) == first


def test_a_field_that_is_not_there_cannot_be_altered() -> None:
    with pytest.raises(TypeError, match="no such fields: trumps"):
        altered(Hand(1, 0), trumps="H")


def test_what_is_left_of_a_deck_is_counted_in_copies_and_below_nothing_where_a_card_was_seen_too_often() -> None:
    counts = left(get("french-24x2"), ["AS", "AS", "AS", "9H"])
    assert (counts["AS"], counts["9H"], counts["QD"], counts.total()) == (-1, 1, 2, 44)


def test_cards_placed_are_those_laid_read_or_not_those_known_in_hands_and_the_one_turned_up() -> None:
    lying = (Played(1, 0, "AS"), Played(2, 1, None))
    hand = Hand(1, 0, turned="7H", known=(("KD", "QD"), ()), plays=(Played(5, 0, "9H"),), tricks=(Trick(0, lying),))
    assert hand.placed() == 6
    assert sorted(hand.places()) == ["7H", "9H", "AS", "KD", "QD"]
