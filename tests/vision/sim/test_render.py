"""Frames: they agree with their truth, cost nothing extra when still, and are the same at every run."""

import cv2
import numpy as np
import pytest

from table import events as ev
from table.errors import BadValue
from table.script import Script
from table.selfplay import script as selfplay
from vision.sim import SimulatedTable, labelled, picture, stills
from vision.sim.art import backs, sim_pack_art
from vision.sim.degrade import Box, Develop, Sensor
from vision.sim.director import shoot
from vision.sim.layers import Overlay, Patch, light_map, multiplied, warped
from vision.sim.lens import Lens
from vision.sim.places import Pose
from vision.sim.render import Look, Renderer
from vision.sim.scene import Scene

SIZE = (640, 360)
LENS = Lens(SIZE, 43.0, tilt=6, roll=1)


@pytest.fixture(scope="module")
def film() -> tuple[Scene, Renderer, dict[str, np.ndarray]]:
    art = sim_pack_art("italian")
    scene, _ = shoot(selfplay("briscola", 2, seed=3), 180 / 316, 1)
    plain = Look("cloth", LENS, Sensor(soft=0, quality=100, noise=0))
    return scene, Renderer(plain, art, backs((180, 316)), np.random.default_rng(1)), art


def still(scene: Scene, after: float) -> float:
    """The first moment after `after` at which nothing moves."""
    return next(t for t in np.arange(after, scene.length, 0.05) if not scene.hands(t) and not any(p.moving for p in scene.at(t)))


def test_the_same_arguments_give_the_same_frames() -> None:
    hand = selfplay("briscola", 2, seed=1)
    one, two = (iter(SimulatedTable(hand, seed=7, size=SIZE, fps=2)) for _ in range(2))
    for _ in range(12):
        a, b = next(one), next(two)
        assert np.array_equal(a.image, b.image)
        assert a.truth == b.truth
    assert a.image.shape == (360, 640, 3)
    assert (a.number, a.at) == (11, 5.5)


def test_where_the_truth_says_a_card_lies_the_picture_shows_it(film: tuple[Scene, Renderer, dict[str, np.ndarray]]) -> None:
    scene, renderer, art = film
    checked = 0
    for after in (8, 20, 40, 60):
        t = still(scene, after)
        image = renderer.frame(scene, t)
        for card in renderer.truth(0, t).cards:
            if card.face == "up" and card.visible > 0.97:
                target = np.array([[0, 0], [59, 0], [59, 103], [0, 103]], np.float32)
                crop = cv2.warpPerspective(image, cv2.getPerspectiveTransform(np.array(card.corners, np.float32), target), (60, 104))
                scores = {c: _likeness(crop, face) for c, face in art.items()}
                assert max(scores, key=lambda c: scores[c]) == card.card
                assert scores[card.card] > 0.8
                checked += 1
    assert checked > 0


def _likeness(crop: np.ndarray, face: np.ndarray) -> float:
    small = cv2.resize(face[..., :3], (60, 104), interpolation=cv2.INTER_AREA)
    return float(np.corrcoef(crop[4:-4, 4:-4].ravel(), small[4:-4, 4:-4].ravel())[0, 1])


def test_visible_shares_add_up_to_what_all_cards_together_cover(film: tuple[Scene, Renderer, dict[str, np.ndarray]]) -> None:
    scene, renderer, _ = film
    t = still(scene, 30)
    renderer.frame(scene, t)
    union = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    total = 0.0
    for card in renderer.truth(0, t).cards:
        quad = np.array(card.corners, np.float32)
        cv2.fillPoly(union, [np.rint(quad).astype(np.int32)], 1)
        total += card.visible * cv2.contourArea(quad)
    assert total == pytest.approx(float(union.sum()), rel=0.05)


def test_the_turned_card_is_about_half_visible_under_the_talon(film: tuple[Scene, Renderer, dict[str, np.ndarray]]) -> None:
    scene, renderer, _ = film
    t = still(scene, 8)
    renderer.frame(scene, t)
    turned = [c for c in renderer.truth(0, t).cards if c.zone == "turned"]
    assert len(turned) == 1
    assert 0.4 < turned[0].visible < 0.75


def test_a_hand_covers_cards_and_the_truth_knows(film: tuple[Scene, Renderer, dict[str, np.ndarray]]) -> None:
    scene, renderer, _ = film
    least: dict[str, float] = {}
    for t in np.arange(8, 40, 0.1):
        if scene.hands(t):
            renderer.frame(scene, t)
            for card in renderer.truth(0, t).cards:
                if card.zone in ("trick", "pile"):
                    least[card.card] = min(card.visible, least.get(card.card, 1.0))
    assert min(least.values()) < 0.5


def test_a_carried_card_is_in_the_truth_as_held(film: tuple[Scene, Renderer, dict[str, np.ndarray]]) -> None:
    scene, renderer, _ = film
    t = next(t for t in np.arange(8, 40, 0.05) if any(p.moving and abs(p.pose.y) < 2 for p in scene.at(t)))
    renderer.frame(scene, t)
    assert any(c.zone == "hand" for c in renderer.truth(0, t).cards)


def test_drawn_step_by_step_or_at_once_a_still_table_is_the_same(film: tuple[Scene, Renderer, dict[str, np.ndarray]]) -> None:
    scene, renderer, art = film
    t = still(scene, 25)
    fresh = Renderer(renderer.look, art, backs((180, 316)), np.random.default_rng(1))
    once = fresh.frame(scene, t)
    for before in np.arange(1, t, 0.7):
        renderer.frame(scene, float(before))
    assert np.array_equal(renderer.frame(scene, t), once)


def test_a_still_table_changes_only_by_noise() -> None:
    art = sim_pack_art("french")
    scene, _ = shoot(selfplay("briscola", 2, deck="french-40", seed=3), 2 / 3, 1)
    renderer = Renderer(Look("wood", LENS, Sensor(0.5, 85, 2.0)), art, backs(), np.random.default_rng(2))
    t = still(scene, 12)
    a, b = renderer.frame(scene, t).astype(int), renderer.frame(scene, t).astype(int)
    spread = (a - b).std() / np.sqrt(2)
    assert 1.0 < spread < 3.0
    assert np.abs(a.mean() - b.mean()) < 0.1


def test_the_lens_sees_the_middle_in_the_middle_and_what_is_higher_larger() -> None:
    lens = Lens((1280, 720), 86.0, tilt=8)
    assert lens.point(0, 0) == pytest.approx((640, 360))
    low, high = (cv2.contourArea(lens.card(Pose(2, 1, 30, z), 0.6).astype(np.float32)) for z in (0.0, 1.0))
    assert high > low * 1.1
    assert low == pytest.approx(1.5 * 1.5 * 0.6 * 86**2, rel=0.1)


def test_the_homography_is_the_projection_of_the_table(film: tuple[Scene, Renderer, dict[str, np.ndarray]]) -> None:
    u, v, w = LENS.homography() @ np.array([2.5, -1.0, 1.0])
    assert (u / w, v / w) == pytest.approx(LENS.point(2.5, -1.0))


def test_a_part_compressed_alone_equals_the_part_of_the_whole() -> None:
    rng = np.random.default_rng(0)
    image = cv2.resize(rng.integers(0, 255, (20, 30, 3), dtype=np.uint8), SIZE)
    develop = Develop(Sensor(0.6, 80, 0), SIZE, rng)
    box = Box(100, 50, 203, 130).blocks(SIZE)
    whole = develop.part(image, Box(0, 0, *SIZE))
    part = develop.part(image, box)
    # chroma is interpolated over block borders when decoded, so the outermost pixels may differ
    assert np.abs(part[2:-2, 2:-2].astype(int) - whole[box.slices][2:-2, 2:-2]).max() <= 2


def test_motion_blur_smears_along_the_motion_and_keeps_the_light() -> None:
    overlay = Overlay.over(Box(0, 0, 100, 60))
    image = np.zeros((20, 20, 4), np.uint8)
    image[...] = 200
    overlay.add(Patch(Box(40, 20, 60, 40), image))
    before = int(overlay.image[..., 3].sum())
    overlay.blur(14.0, 0.0)
    alpha = overlay.image[..., 3]
    assert alpha[30, 35] > 0
    assert alpha[15, 50] == 0
    assert int(alpha.sum()) == pytest.approx(before, rel=0.05)


def test_a_card_out_of_the_picture_leaves_nothing() -> None:
    light = light_map(np.ones((360, 640, 3), np.float32))
    art = multiplied(sim_pack_art("italian")["Aco"])
    assert warped(art, LENS.card(Pose(30, 0), 0.6), light) is None


def test_a_picture_for_a_page_says_that_it_is_simulated() -> None:
    hand = selfplay("briscola", 2, seed=1)
    image = picture(hand, 20.0, seed=3, size=SIZE)
    assert image.shape == (360, 640, 3)
    assert labelled(np.full((360, 640, 3), 90, np.uint8))[-30:, :200].max() == 255


def test_hands_follow_one_another_on_one_clock_and_the_table_is_cleared_between_them() -> None:
    hands = [Script("tricks", ("a", "b"), "italian-40", 0, ev.Deal(hands=((c,), (d,))), (
        ev.Hand(dealer=0), ev.Play(seat=0, card=c), ev.Play(seat=1, card=d), ev.Gather(seat=1),
    )) for c, d in (("Aco", "Rde"), ("3ba", "2sp"))]  # fmt: skip
    table = SimulatedTable(iter(hands), seed=1, size=SIZE, fps=5)
    frames = list(table)
    assert [f.number for f in frames] == list(range(len(frames)))
    assert [e.kind for e in table.events] == ["hand", "play", "play", "gather"] * 2
    second = table.events[4].at
    assert second is not None
    assert next(f for f in frames if f.at >= second).truth.cards == ()
    codes = [{c.card for f in frames if (f.at < second) == early for c in f.truth.cards} for early in (True, False)]
    assert codes == [{"Aco", "Rde"}, {"3ba", "2sp"}]


def test_a_picture_missing_from_the_deck_is_named() -> None:
    art = {c: a for c, a in sim_pack_art("italian").items() if c != "Aco"}
    deal, events = ev.Deal(hands=(("Aco",), ("Rde",))), (ev.Hand(dealer=0), ev.Play(seat=0, card="Aco"))
    hand = Script("tricks", ("a", "b"), "italian-40", 0, deal, events)
    with pytest.raises(BadValue, match="Aco"):
        list(SimulatedTable(hand, art, size=SIZE, fps=5))


def test_a_camera_without_frames_is_refused() -> None:
    with pytest.raises(BadValue, match="frame rate"):
        SimulatedTable(selfplay("briscola", 2), fps=0)


def test_stills_are_moments_at_rest_with_their_truth() -> None:
    hand = selfplay("briscola", 2, seed=1)
    frames = list(stills(hand, 6, seed=2, size=SIZE, zoom=1.2))
    assert [f.number for f in frames] == list(range(6))
    assert [f.at for f in frames] == sorted(f.at for f in frames)
    for frame in frames:
        assert frame.rest is True
        assert frame.truth is not None
        assert {c.zone for c in frame.truth.cards} <= {"trick", "turned", "talon", "pile"}
