"""Where seats sit in the picture, and what a place on the table means."""

import pytest

from table.observation import Observation, Sighting
from table.zones import Layout, Places, Zone, covered, sides
from tests.table.observations import SIZE, WIDTH, card_at


def seen(*cards: Sighting) -> Observation:
    return Observation(0.0, 0, SIZE, cards)


def card(
    track: int, x: float, y: float, degrees: float = 0.0, face: str = "up", width: float = WIDTH, over: tuple[int, ...] = ()
) -> Sighting:
    return Sighting(track, "AS" if face == "up" else None, face, 0.99, (), card_at(x, y, degrees, width, width * 1.5), over=over)


@pytest.mark.parametrize(
    ("game", "seats", "angles"),
    [
        ("briscola", 2, [270, 90]),
        ("briscola", 4, [270, 0, 90, 180]),
        ("bazzica", 3, [270, 30, 150]),
        ("salisburghese", 4, [270, 180, 90, 0]),
        ("salisburghese", 3, [270, 150, 30]),
    ],
)
def test_seats_follow_the_games_direction_from_the_bottom_of_the_picture(game: str, seats: int, angles: list[float]) -> None:
    layout = Layout.of(game, seats)
    assert [layout.angle(s) for s in range(seats)] == angles


def test_a_point_above_the_middle_lies_before_the_player_opposite() -> None:
    assert Layout.of("briscola", 2).nearest((640, 200), (640, 360)) == 1


def test_own_angles_are_taken_as_given() -> None:
    assert Layout(2, angles=(180.0, 0.0)).nearest((900, 360), (640, 360)) == 1


def test_half_a_card_under_another_is_half_covered() -> None:
    assert covered(card_at(100, 100), card_at(100 + WIDTH / 2, 100)) == pytest.approx(0.5)
    assert covered(card_at(100, 100), card_at(300, 100)) == 0.0
    assert covered(card_at(100, 100), card_at(100, 100, 90)) == pytest.approx(2 / 3)


def test_sides_are_the_cards_whatever_way_it_lies() -> None:
    assert sides(card_at(0, 0, 37)) == pytest.approx((80, 120))
    assert sides(card_at(0, 0, 90)) == pytest.approx((80, 120))


def test_the_face_half_under_a_back_is_the_turned_card_and_the_back_is_the_talon() -> None:
    places = Places(Layout(2))
    picture = seen(card(1, 940, 360, 90), card(2, 992, 360, face="down"), card(3, 640, 300), card(4, 640, 650, 90, face="down"))
    places.learn(picture)
    pair = places.turned(picture)
    assert pair is not None
    assert pair[0].track == 1
    assert places.zone(picture.cards[1], SIZE) is Zone.TALON
    assert places.zone(picture.cards[3], SIZE) is Zone.PILE


def test_backs_away_from_the_talon_are_the_pile_of_the_player_they_lie_before() -> None:
    places = Places(Layout(2))
    places.learn(seen(card(1, 940, 360, 90), card(2, 992, 360, face="down"), card(3, 500, 60, 80, face="down")))
    assert set(places.piles) == {1}


@pytest.mark.parametrize("width", [50.0, 80.0, 140.0])
def test_the_cameras_height_does_not_matter(width: float) -> None:
    places = Places(Layout(2))
    places.learn(seen(card(1, 640, 300, width=width), card(2, 640, 420, width=width)))
    assert places.unit == pytest.approx(width)
    assert places.zone(card(3, 640, 300, width=width), SIZE) is Zone.TRICK
    assert places.zone(card(4, 640, 300, width=width * 1.6), SIZE) is Zone.HAND


def test_a_card_cut_by_the_pictures_edge_is_held() -> None:
    places = Places(Layout(2))
    places.learn(seen(card(1, 640, 300), card(2, 640, 420)))
    assert places.zone(card(3, 640, 700), SIZE) is Zone.HAND


def test_in_games_with_melds_a_face_far_from_the_middle_is_a_meld() -> None:
    places = Places(Layout(2), melds=True)
    places.learn(seen(card(1, 640, 300), card(2, 640, 420)))
    assert places.zone(card(3, 640, 360 + 3 * WIDTH), SIZE) is Zone.MELD
    assert places.zone(card(4, 640, 360 + WIDTH), SIZE) is Zone.TRICK
