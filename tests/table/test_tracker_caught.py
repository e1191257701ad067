"""The tracker, where the eye has caught a card on its way and takes it to lie there for a while."""

from dataclasses import replace

import pytest

from table import events as ev
from tests.table.observations import WIDTH
from tests.table.stand import MIDDLE, Table


def nearly_over() -> tuple[Table, int, list[str]]:
    """Two play and hold one card each; whose turn it is, and their cards in this order."""
    table = Table()
    faces = [c for c in table.session.setup.deck.faces if c not in ("Ade", "4de")]
    for event in [ev.Hand(dealer=0), ev.Trump(card="5ba"), *(ev.Play(seat=0, card=c) for c in faces)]:
        hand = table.session.state.hand
        table.session.append(replace(event, seat=hand.turn) if isinstance(event, ev.Play) and hand is not None else event)
    hand = table.session.state.hand
    assert hand is not None
    assert hand.turn is not None
    assert not hand.done
    return table, hand.turn, ["Ade", "4de"]


@pytest.mark.parametrize("card", ["Ade", "7sp", None])
def test_a_card_of_the_last_trick_caught_over_the_pile_is_not_turned_up_for_another_hand(card: str | None) -> None:
    table, turn, held = nearly_over()
    x, y = MIDDLE[0] + 2.5 * WIDTH, MIDDLE[1] + 3.4 * WIDTH
    pile = table.film.put("pile0", x, y, 85, "down")
    table.wait(1.0)
    cards = [table.lay(turn, held[0]), table.lay(1 - turn, held[1])]
    table.film.take(*cards, pile)
    table.film.put("pile0", x, y, 80, "down", over=(table.film.put(card or "7sp", x + 0.7 * WIDTH, y, 10),))
    if card is None:
        table.film.things[-2].read = (None, 0.6, (("7sp", 0.6),))
    table.wait(0.8, 0.05)
    table.film.take(table.film.things[-2])
    table.wait(4.0)
    assert table.kinds[-3:] == ["play", "play", "gather"]


@pytest.mark.parametrize("read", [True, False])
def test_a_card_caught_on_its_way_in_is_one_play_of_the_card_that_comes_to_lie(read: bool) -> None:
    table = Table().opened()
    caught = table.film.put("Ade", MIDDLE[0], MIDDLE[1] - 2.2 * WIDTH)
    if not read:
        caught.read = (None, 0.5, (("Ade", 0.5),))
    table.wait(0.2, 0.05)
    table.lay(1, "Ade")
    table.film.take(caught)
    table.wait(2.0)
    table.lay(0, "4de")
    table.wait(2.0)
    assert table.plays == [(1, "Ade"), (0, "4de")]


def test_a_card_caught_well_before_it_is_laid_does_not_close_its_trick() -> None:
    table = Table(players=4).opened()
    caught = table.film.put("Ade", MIDDLE[0] + 0.7 * WIDTH, MIDDLE[1] - 0.2 * WIDTH)
    table.wait(0.4, 0.05)
    table.film.take(caught)
    table.wait(1.8, 0.05)
    laid = table.film.put("Ade", MIDDLE[0] + 0.6 * WIDTH, MIDDLE[1] + 0.5 * WIDTH, 70)
    laid.read = (None, 0.6, (("Ade", 0.6),))
    table.wait(0.5)
    laid.read = ("Ade", 0.99, (("Ade", 0.99),))
    table.wait(3.0)
    assert table.plays == [(1, "Ade")]
