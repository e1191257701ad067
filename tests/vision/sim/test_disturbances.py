"""Each disturbance happens when it is switched on, is told in the truth, and leaves the rest of the hand as it was."""

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from table import events as ev
from table.errors import UnknownName
from table.selfplay import script as selfplay
from vision.sim.art import backs, sim_pack_art
from vision.sim.degrade import Sensor
from vision.sim.director import Director
from vision.sim.disturbances import DEFAULT, DISTURBANCES
from vision.sim.film import Film
from vision.sim.lens import Lens
from vision.sim.places import Places
from vision.sim.render import Look, Renderer
from vision.sim.scene import Scene

HAND = selfplay("briscola", 2, seed=6)
SIZE = (640, 360)


def shot(seed: int = 1, players: int = 2, **times: int) -> tuple[Scene, Director]:
    script = HAND if players == 2 else selfplay("briscola", players, seed=6)
    director = Director(script, Film(Places.of("briscola", players, 0.57), Random(seed)), times)
    return director.shoot(), director


def bare(events: list[ev.Event]) -> tuple[ev.Event, ...]:
    return tuple(replace(e, at=None, source=None) for e in events)


def the(director: Director, name: str) -> float:
    return next(at for at, what in director.mischief.happened if what == name)


@pytest.mark.parametrize("name", DISTURBANCES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_happens_once_and_every_card_ends_in_a_pile(name: str, players: int) -> None:
    scene, director = shot(players=players, **{name: 1})
    assert [what for _, what in director.mischief.happened] == [name]
    dealt = sum(len(h) for h in director.script.deal.hands) + len(director.script.deal.talon)
    assert len(scene.pieces) == dealt
    assert Counter(p.zone for p in scene.at(scene.length)) == {"pile": dealt}


@pytest.mark.parametrize("name", ["moved", "straightened", "face_down", "spectator", "glass", "light", "bump"])
def test_what_changes_nothing_in_the_game_changes_nothing_in_the_record(name: str) -> None:
    assert bare(shot(**{name: 1})[1].film.events) == HAND.events


def test_a_card_taken_back_is_told_as_played_and_retracted_within_three_seconds() -> None:
    scene, director = shot(taken_back=1)
    events = director.film.events
    i = next(i for i, e in enumerate(events) if isinstance(e, ev.Retract))
    first, retract, second = events[i - 1 : i + 2]
    assert isinstance(first, ev.Play)
    assert isinstance(retract, ev.Retract)
    assert isinstance(second, ev.Play)
    assert (first.seat, retract.why) == (second.seat, "takeback")
    assert first.card != second.card
    assert retract.seq == i  # the header is line 0, so the event before the retraction stands in line i
    assert first.at is not None
    assert retract.at is not None
    assert retract.at - first.at < 3
    assert bare(events[: i - 1] + events[i + 1 :]) == HAND.events
    assert not [p for p in scene.at(retract.at + 0.01) if p.piece.code == first.card]


def test_a_card_dropped_face_down_lies_so_for_a_while() -> None:
    scene, director = shot(face_down=1)
    at = the(director, "face_down")
    faces = [p.face for t in np.arange(at, at + 3, 0.05) for p in scene.at(float(t)) if p.zone == "trick" and not p.moving]
    assert "down" in faces


def test_the_wrong_gatherer_stands_in_the_record_and_has_the_pile() -> None:
    scene, director = shot(wrong_gatherer=1)
    wrong = [(a, b) for a, b in zip(bare(director.film.events), HAND.events, strict=True) if a != b]
    assert len(wrong) == 1
    told, right = wrong[0]
    assert isinstance(told, ev.Gather)
    assert isinstance(right, ev.Gather)
    assert told.seat != right.seat
    won = Counter(e.seat for e in bare(director.film.events) if isinstance(e, ev.Gather))
    assert Counter(p.seat for p in scene.at(scene.length)) == {s: 2 * n for s, n in won.items()}


def test_a_trick_left_lying_goes_with_the_next_one() -> None:
    scene, director = shot(left_lying=1)
    events = director.film.events
    assert sum(isinstance(e, ev.Gather) for e in events) == 19  # twenty tricks, two of them gathered at once
    at = the(director, "left_lying")
    later = next(e for e in events if isinstance(e, ev.Gather) and e.at is not None and e.at > at)
    assert later.at is not None
    most = max(len([p for p in scene.at(float(t)) if p.zone == "trick" and not p.moving]) for t in np.arange(at, later.at, 0.1))
    assert most == 4


def test_a_card_put_straight_lies_straight_and_a_card_moved_lies_elsewhere() -> None:
    for name in ("straightened", "moved"):
        _, director = shot(**{name: 1})
        at = the(director, name)
        steps = [(p.legs[i], p.legs[i - 1]) for p in director.film.pieces for i in range(1, len(p.legs)) if p.legs[i].start >= at]
        leg, before = min(steps, key=lambda s: s[0].start)
        assert leg.zone == "trick"
        if name == "straightened":
            assert (leg.b.angle + 90) % 180 == pytest.approx(90, abs=3)
        else:
            assert abs(leg.b.x - before.b.x) > 0.1


def test_light_glass_bump_and_a_strange_arm_are_seen_in_the_picture() -> None:
    renderer = Renderer(
        Look("plain", Lens(SIZE, 43.0), Sensor(0, 100, 0)), sim_pack_art("italian"), backs((180, 316)), np.random.default_rng(0)
    )
    for name in ("light", "glass", "bump", "spectator"):
        scene, director = shot(**{name: 1})
        at = the(director, name)
        later = at + (1.0 if name == "spectator" else 1.6)
        before, after = renderer.frame(scene, at - 0.02).astype(int), renderer.frame(scene, later).astype(int)
        changed = (np.abs(before - after).max(axis=2) > 12).mean()
        assert changed > (0.5 if name == "light" else 0.003), name


def test_after_a_bump_the_truth_moves_with_the_picture() -> None:
    art = sim_pack_art("italian")
    renderer = Renderer(Look("plain", Lens(SIZE, 43.0), Sensor(0, 100, 0)), art, backs((180, 316)), np.random.default_rng(0))
    scene, director = shot(bump=1)
    at = the(director, "bump")
    places = []
    for t in (at - 0.05, at + 0.5):
        renderer.frame(scene, t)
        places.append(next(c.corners for c in renderer.truth(0, t).cards if c.zone in ("turned", "pile")))
    assert np.abs(np.array(places[0]) - np.array(places[1])).max() > 1.5


def test_an_unknown_disturbance_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="spectator"):
        shot(spectater=1)


def test_the_default_ones_exist() -> None:
    assert set(DEFAULT) <= set(DISTURBANCES)
