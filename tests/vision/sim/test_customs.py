"""What the other games do at a table: melds, the seven swapped, the monte, cards asked for and buried."""

from collections import Counter

import pytest

from table import events as ev
from table.script import Script
from table.selfplay import script as selfplay
from vision.sim.director import shoot
from vision.sim.scene import Placed, Scene

ASPECT = 2 / 3
# Two players, six cards each, the queen of hearts turned up; seat 1 leads and holds king and queen of spades and the seven of trumps.
HANDS = (("AS", "10S", "9C", "8C", "7C", "7D"), ("KS", "QS", "7H", "9D", "8D", "AC"))
BAZZICA = Script(
    "bazzica",
    ("Anna", "Bruno"),
    "french-32",
    0,
    ev.Deal(hands=HANDS, talon=("JS", "KD", "QH")),
    (
        ev.Hand(dealer=0),
        ev.Trump(card="QH"),
        ev.Swap(seat=1, card="7H"),
        ev.Play(seat=1, card="AC"),
        ev.Play(seat=0, card="7C"),
        ev.Gather(seat=1),
        ev.Meld(seat=1, meld="matrimonio", cards=("KS", "QS")),
        ev.Play(seat=1, card="QS"),
        ev.Play(seat=0, card="10S"),
        ev.Gather(seat=0),
        ev.Play(seat=0, card="8C"),
        ev.Play(seat=1, card="KS"),
    ),
)


def told(events: tuple[ev.Event, ...], kind: type[ev.Event], nth: int = 0) -> float:
    at = [e for e in events if isinstance(e, kind)][nth].at
    assert at is not None
    return at + 0.02


def lying(scene: Scene, t: float, zone: str) -> list[Placed]:
    return [p for p in scene.at(t) if p.zone == zone]


def codes(placed: list[Placed]) -> list[str]:
    return sorted(p.piece.code for p in placed)


def test_the_seven_comes_to_lie_under_the_talon_and_the_turned_card_goes() -> None:
    scene, events = shoot(BAZZICA, ASPECT, 1)
    before, after = lying(scene, told(events, ev.Trump), "turned"), lying(scene, told(events, ev.Swap), "turned")
    assert codes(before) == ["QH"]
    assert codes(after) == ["7H"]
    assert after[0].order < min(p.order for p in lying(scene, told(events, ev.Swap), "talon"))


def test_a_meld_lies_face_up_before_its_owner_and_is_played_from() -> None:
    scene, events = shoot(BAZZICA, ASPECT, 1)
    laid = lying(scene, told(events, ev.Meld), "meld")
    assert codes(laid) == ["KS", "QS"]
    assert {(p.seat, p.face) for p in laid} == {(1, "up")}
    assert all(p.pose.y < -2 for p in laid)  # seat 1 of two sits at the top of the picture
    at = told(events, ev.Play, 2)
    assert codes(lying(scene, at, "meld")) == ["KS"]
    assert codes(lying(scene, at, "trick")) == ["QS"]


def test_melds_are_taken_back_into_the_hand_once_the_stock_is_gone() -> None:
    scene, events = shoot(BAZZICA, ASPECT, 1)
    start = told(events, ev.Play, 4)  # four cards were drawn by then: the last trick before it emptied the stock
    assert lying(scene, start, "talon") == []
    assert lying(scene, start, "meld") == []
    assert codes(lying(scene, told(events, ev.Play, 5), "trick")) == ["8C", "KS"]


def test_a_card_drawn_can_be_played() -> None:
    scene, _ = shoot(BAZZICA, ASPECT, 1)
    dealt = Counter(c for held in (*BAZZICA.deal.hands, BAZZICA.deal.talon) for c in held)
    assert Counter(p.code for p in scene.pieces) == dealt


SALISBURGHESE = Script(
    "salisburghese",
    ("Anna", "Bruno", "Carla"),
    "french-24x2",
    0,
    ev.Deal(hands=(("AS", "KS", "9C"), ("QH", "JH", "9D"), ("AH", "QS", "JD")), talon=("9S", "KD", "JC")),
    (
        ev.Hand(dealer=0, trump="S"),
        ev.Bid(seat=1, points=20),
        ev.Pass(seat=2),
        ev.Pass(seat=0),
        ev.Monte(cards=("9S", "KD", "JC")),
        ev.Bury(seat=1, cards=("9D", "JC", "JH")),
        ev.Ask(seat=1, card="AH", giver=2),
        ev.GiveBack(seat=1, to=2, card="KD"),
        ev.Honours(seat=2, cards=("QS", "JD")),
        ev.Play(seat=1, card="AH"),
        ev.Play(seat=2, card="KD"),
        ev.Play(seat=0, card="9C"),
        ev.Gather(seat=1),
    ),
)


def test_the_monte_is_shown_face_up_in_the_middle_and_then_taken() -> None:
    scene, events = shoot(SALISBURGHESE, ASPECT, 1)
    hidden = lying(scene, told(events, ev.Bid), "monte")
    shown = lying(scene, told(events, ev.Monte), "monte")
    assert [p.face for p in hidden] == ["down"] * 3
    assert codes(shown) == ["9S", "JC", "KD"]
    assert {p.face for p in shown} == {"up"}
    assert lying(scene, told(events, ev.Bury), "monte") == []


def test_buried_cards_lie_face_down_on_the_declarers_pile() -> None:
    scene, events = shoot(SALISBURGHESE, ASPECT, 1)
    buried = lying(scene, told(events, ev.Bury), "pile")
    assert [(p.seat, p.face) for p in buried] == [(1, "down")] * 3


def test_a_card_asked_for_changes_hands_and_one_goes_back_unseen() -> None:
    scene, events = shoot(SALISBURGHESE, ASPECT, 1)
    ask, back = told(events, ev.Ask), told(events, ev.GiveBack)
    passed = [(t, p.piece.code, p.face) for t in (ask - 0.9, back - 0.9) for p in scene.at(t) if p.zone == "passed"]
    assert [(code, face) for _, code, face in passed] == [("AH", "up"), ("KD", "down")]
    assert [p.piece.code for p in lying(scene, told(events, ev.Play, 0), "trick")] == ["AH"]


def test_honours_are_shown_and_taken_up_again() -> None:
    scene, events = shoot(SALISBURGHESE, ASPECT, 1)
    assert codes(lying(scene, told(events, ev.Honours), "meld")) == ["JD", "QS"]
    assert lying(scene, told(events, ev.Play), "meld") == []


def test_what_is_only_said_shows_nothing_and_takes_a_moment() -> None:
    scene, events = shoot(SALISBURGHESE, ASPECT, 1)
    assert not scene.hands(told(events, ev.Bid) - 0.05)
    assert told(events, ev.Pass) > told(events, ev.Bid)


@pytest.mark.parametrize(
    ("game", "players"), [("bazzica", 2), ("bazzica", 3), ("bazzica", 4), *(("salisburghese", n) for n in (2, 3, 4)), ("tricks", 4)]
)
def test_a_self_played_hand_of_any_game_is_filmed_without_inventing_or_losing_a_piece(game: str, players: int) -> None:
    script = selfplay(game, players, seed=2)
    scene, events = shoot(script, ASPECT, 1)
    dealt = Counter(c for held in (*script.deal.hands, script.deal.talon) for c in held)
    assert Counter(p.code for p in scene.pieces) == dealt
    assert Counter(p.zone for p in scene.at(scene.length)) == {"pile": sum(dealt.values())}
    for event in events:
        if isinstance(event, ev.Play):
            assert event.at is not None
            assert event.card in codes(lying(scene, event.at + 0.01, "trick"))
