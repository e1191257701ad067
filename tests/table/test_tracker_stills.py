"""The tracker on still pictures: every one a scene at rest, any number of cards played between two."""

from tests.table.observations import WIDTH, Thing
from tests.table.stand import MIDDLE, Table


def stills(table: Table, *pictures: list[tuple[str, float, float, float, str]]) -> None:
    """Each picture: (card, x, y in card widths from the middle, degrees, face), lower cards first."""
    for picture in pictures:
        table.film.take(*list(table.film.things))
        below: tuple[Thing, ...] = ()
        for card, x, y, degrees, face in picture:
            thing = table.film.put(card, MIDDLE[0] + x * WIDTH, MIDDLE[1] + y * WIDTH, degrees, face, below)
            below = (thing,)
        table.film.frame += 10
        table.watch([table.film.shoot()])


def test_stills_of_tricks_are_followed_the_lower_card_first() -> None:
    table = Table("tricks", deck="french-32", stills=True)
    stills(
        table,
        [("QH", 0.6, -0.8, 30, "up"), ("KH", 0, 0.2, 25, "up")],
        [("JH", 0.6, -0.8, 30, "up"), ("10H", 0, 0.2, 25, "up")],
        [("AD", 0.6, -0.8, 10, "up"), ("KC", 0, 0.2, -10, "up")],
    )
    assert table.session.state.hand is not None
    tricks = [[(p.seat, p.card) for p in t.plays] for t in table.session.state.hand.tricks]
    assert tricks == [[(1, "QH"), (0, "KH")], [(1, "JH"), (0, "10H")], [(1, "AD"), (0, "KC")]]


def test_stills_far_apart_show_what_was_played_and_leave_the_rest_holes_without_a_fault() -> None:
    table = Table(stills=True)
    talon = [("Aba", 2.3, 0.6, 90, "up"), ("", 3.3, 0.6, 0, "down")]
    piles = [("", 0.2, -3.5, 80, "down"), ("", -0.4, 3.6, 85, "down")]
    stills(
        table,
        [*piles, *talon, ("Rco", -0.3, -0.7, 0, "up"), ("2de", -0.3, 0.9, 0, "up")],
        [*piles, *talon, ("4de", -0.3, -0.9, 0, "up")],
        [*piles, *talon, ("3de", -0.3, -0.8, 0, "up")],
        [*piles, *talon, ("Rde", -0.3, -0.7, 0, "up")],
    )
    assert table.plays == [(1, "Rco"), (0, "2de"), (1, "4de"), (0, None), (1, "3de"), (0, None), (1, "Rde")]
    assert table.session.state.hand is not None
    assert table.session.state.hand.trump == "ba"
    assert not table.session.state.faults
