"""From a script to what lies where and when."""

from collections import Counter
from dataclasses import replace

import pytest

from table import events as ev
from table.script import Script
from table.selfplay import script as selfplay
from vision.sim.director import shoot
from vision.sim.places import Places, Pose
from vision.sim.scene import Leg, Piece, between

ASPECT = 0.6


@pytest.fixture(scope="module")
def hand() -> Script:
    return selfplay("briscola", 2, seed=5)


def test_the_same_seed_gives_the_same_times_and_another_seed_others(hand: Script) -> None:
    assert shoot(hand, ASPECT, 1)[1] == shoot(hand, ASPECT, 1)[1]
    assert shoot(hand, ASPECT, 1)[1] != shoot(hand, ASPECT, 2)[1]


def test_the_script_is_told_event_by_event_only_stamped(hand: Script) -> None:
    _, told = shoot(hand, ASPECT, 1)
    assert tuple(replace(e, at=None, source=None) for e in told) == hand.events
    times = [e.at for e in told]
    assert all(at is not None for at in times)
    assert times == sorted(times)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_card_played_lies_at_rest_in_the_trick_when_its_event_says_so(players: int) -> None:
    scene, told = shoot(selfplay("briscola", players, seed=2), ASPECT, 3)
    for event in told:
        if isinstance(event, ev.Play):
            assert event.at is not None
            lying = [p for p in scene.at(event.at + 0.01) if p.piece.code == event.card]
            assert [(p.zone, p.seat, p.face, p.moving) for p in lying] == [("trick", event.seat, "up", False)]


def test_the_talon_lies_across_the_turned_card(hand: Script) -> None:
    scene, told = shoot(hand, ASPECT, 1)
    at = next(e.at for e in told if isinstance(e, ev.Trump))
    assert at is not None
    placed = scene.at(at + 0.01)
    assert [p.zone for p in placed] == ["turned"] + ["talon"] * 33  # 40 cards, three in each hand, one turned up
    assert placed[0].face == "up"
    assert {p.face for p in placed[1:]} == {"down"}
    assert abs((placed[0].pose.angle - placed[-1].pose.angle) % 180 - 90) < 15


def test_won_cards_lie_face_down_before_the_winner(hand: Script) -> None:
    scene, told = shoot(hand, ASPECT, 1)
    piles: Counter[int] = Counter()
    for event in told:
        if isinstance(event, ev.Gather):
            assert event.at is not None
            piles[event.seat] += 2
            lying = [p for p in scene.at(event.at + 0.01) if p.zone == "pile"]
            assert Counter(p.seat for p in lying) == piles
            assert {p.face for p in lying} == {"down"}
    assert sum(piles.values()) == 40


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_piece_is_invented_and_none_is_lost(players: int) -> None:
    script = selfplay("briscola", players, seed=4)
    scene, _ = shoot(script, ASPECT, 1)
    dealt = Counter(c for held in (*script.deal.hands, script.deal.talon) for c in held)
    assert Counter(p.code for p in scene.pieces) == dealt


def test_a_script_without_gathers_is_filmed_all_the_same(hand: Script) -> None:
    bare = replace(hand, events=tuple(e for e in hand.events if not isinstance(e, ev.Gather)))
    scene, _ = shoot(bare, ASPECT, 1)
    piled = [p for p in scene.at(scene.length) if p.zone == "pile"]
    assert len(piled) == 38  # nobody leads after the last trick, so nobody is known to have won it


def test_with_two_decks_two_copies_are_two_pieces_with_two_backs() -> None:
    deal = ev.Deal(hands=(("QD", "QD"), ("AS", "AS")), talon=())
    plays = tuple(ev.Play(seat=s, card=c) for c, d in (("QD", "AS"), ("QD", "AS")) for s, c in ((0, c), (1, d)))
    scene, _ = shoot(Script("tricks", ("a", "b"), "french-32x2", 0, deal, (ev.Hand(dealer=0), *plays)), ASPECT, 1)
    assert sorted((p.code, p.back) for p in scene.pieces) == [("AS", 0), ("AS", 1), ("QD", 0), ("QD", 1)]


def test_a_piece_is_out_of_sight_before_it_comes_and_after_it_is_taken() -> None:
    piece = Piece("AS")
    here, there = Pose(0, 3), Pose(0, 0)
    piece.go(Leg(1, 2, here, there, "up", "trick", 0, 1))
    piece.go(Leg(5, 6, there, here, "up", "hand", 0, 2))
    assert piece.at(0.5) is None
    middle, rest = piece.at(1.5), piece.at(3)
    assert middle is not None
    assert (middle.moving, middle.zone, middle.pose.y) == (True, "hand", 1.5)
    assert rest is not None
    assert (rest.moving, rest.zone, rest.pose) == (False, "trick", there)
    assert piece.at(6.5) is None


def test_a_card_turns_the_shorter_way() -> None:
    assert between(Pose(0, 0, 350), Pose(0, 0, 10), 0.5).angle == 360


@pytest.mark.parametrize(("players", "direction"), [(2, "counterclockwise"), (3, "counterclockwise"), (3, "clockwise"), (4, "clockwise")])
def test_piles_melds_and_tricks_lie_nearest_to_their_seat(players: int, direction: str) -> None:
    places = Places(players, direction, ASPECT)

    def nearest(pose: Pose) -> int:
        return max(range(players), key=lambda s: places.towards(s)[0] * pose.x + places.towards(s)[1] * pose.y)

    for seat in range(players):
        assert nearest(places.pile(seat)) == seat
        assert all(nearest(places.meld(seat, i, 8)) == seat for i in range(8))


def test_the_next_seat_sits_to_the_right_counterclockwise_and_to_the_left_clockwise() -> None:
    assert Places(4, "counterclockwise").towards(1)[0] == pytest.approx(1)
    assert Places(4, "clockwise").towards(1)[0] == pytest.approx(-1)
    assert Places.of("salisburghese", 3, 0.6).direction == "clockwise"
