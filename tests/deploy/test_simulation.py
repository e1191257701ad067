"""The simulated evening: hands without end, words said in time, its own pace, and another game when one is opened."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from deploy.choice import Choice
from deploy.demo import Shown
from deploy.filming import film
from deploy.simulation import Paced, Voices, disturbances, evening, script, truth
from table import events as ev
from table.errors import BadValue, UnknownName
from table.record import read
from table.session import Session
from vision.frames import Frame

CHOICE = Choice("briscola", ("Anna", "Bruno"), "italian-40", "sim", seed=3)


def test_the_deal_passes_on_from_hand_to_hand() -> None:
    assert [hand.dealer for hand in islice(evening(CHOICE), 4)] == [0, 1, 0, 1]


def test_every_hand_of_an_evening_is_another_one_and_the_same_seed_gives_the_same() -> None:
    first = [hand.deal for hand in islice(evening(CHOICE), 3)]
    assert len(set(first)) == 3
    assert [hand.deal for hand in islice(evening(CHOICE), 3)] == first


def test_the_monte_and_the_seven_are_for_the_camera_to_see() -> None:
    shown: list[ev.Event] = [ev.Monte(cards=("KS", "9S", "AH"), at=1.0), ev.Swap(seat=0, at=2.0), ev.Bury(seat=0, at=3.0)]
    assert list(Voices(lambda: shown).until(5.0)) == shown[2:]


def test_what_is_said_is_heard_when_its_time_has_come_and_once() -> None:
    events: list[ev.Event] = [
        ev.Hand(dealer=0, at=1.0),
        ev.Bid(seat=1, points=100, at=2.0),
        ev.Play(seat=1, card="AS", at=3.0),
        ev.Pass(seat=2, at=4.0),
    ]
    voices = Voices(lambda: events)
    assert list(voices.until(1.9)) == events[:1]
    assert list(voices.until(3.5)) == [events[1]]
    assert list(voices.until(9.0)) == [events[3]]
    assert list(voices.until(99.0)) == []


def test_a_hand_that_begins_with_an_auction_is_said_and_one_that_begins_with_a_card_is_seen() -> None:
    auction: list[ev.Event] = [ev.Hand(dealer=0, at=0.0), ev.Bid(seat=1, points=100, at=1.0)]
    assert list(Voices(lambda: auction).until(5.0)) == auction
    lot: list[ev.Event] = [ev.Hand(dealer=0, trump="S", at=0.0), ev.Play(seat=1, card="AS", at=1.0)]
    assert list(Voices(lambda: lot).until(5.0)) == lot[:1]
    turned: list[ev.Event] = [ev.Hand(dealer=0, at=0.0), ev.Trump(card="7S", at=1.0)]
    assert list(Voices(lambda: turned).until(5.0)) == []


def test_what_is_laid_open_is_tapped_when_it_is_offered_and_not_before() -> None:
    meld = ev.Meld(seat=0, meld="matrimonio", cards=("KS", "QS"), at=3.0)
    voices = Voices(lambda: [meld])
    assert list(voices.until(4.0)) == []
    assert list(voices.until(4.1, [ev.Meld(seat=1, meld="matrimonio", cards=("KS", "QS"))])) == []
    assert list(voices.until(4.2, [ev.Meld(seat=0, meld="matrimonio", cards=("KS", "QS"))])) == [meld]
    assert list(voices.until(4.3, [ev.Meld(seat=0, meld="matrimonio", cards=("KS", "QS"))])) == []


def test_an_offer_is_looked_at_before_it_is_tapped() -> None:
    shown = ev.Honours(seat=0, cards=("JD", "QS"), at=3.0)
    offer = [ev.Honours(seat=0, cards=("JD", "QS"))]
    voices = Voices(lambda: [shown], looking=1.0)
    assert list(voices.until(3.5, offer)) == []
    assert list(voices.until(4.0, offer)) == []
    assert list(voices.until(4.5, offer)) == [shown]


def test_an_offer_that_never_comes_is_given_up() -> None:
    meld = ev.Meld(seat=0, meld="matrimonio", cards=("KS", "QS"), at=3.0)
    voices = Voices(lambda: [meld])
    assert list(voices.until(60.0)) == []
    assert list(voices.until(60.1, [ev.Meld(seat=0, meld="matrimonio", cards=("KS", "QS"))])) == []


def test_a_combination_of_cards_that_all_lie_there_already_is_said() -> None:
    told: list[ev.Event] = [
        ev.Meld(seat=0, meld="quattro_K", cards=("KC", "KD", "KH", "KS"), at=1.0),
        ev.Meld(seat=0, meld="quattro_Q", cards=("QC", "QD", "QH", "QS"), at=2.0),
        ev.Meld(seat=0, meld="matrimonio", cards=("KS", "QS"), at=3.0),
        ev.Play(seat=0, card="KS", at=4.0),
        ev.Meld(seat=0, meld="matrimonio", cards=("KS", "QS"), at=5.0),
    ]
    voices = Voices(lambda: told)
    assert list(voices.until(2.5)) == []  # both are laid
    assert list(voices.until(3.5)) == [told[2]]
    assert list(voices.until(5.5)) == []  # another king and another queen had to be laid


class Stills:
    """Four frames half a second apart."""

    live = False

    def __iter__(self) -> Iterator[Frame]:
        return (Frame(np.zeros((8, 8, 3), np.uint8), number / 2, number) for number in range(4))

    def close(self) -> None:
        """Nothing to close."""


class Clock:
    """Time that passes only by sleeping, and `work` seconds a frame."""

    def __init__(self, work: float) -> None:
        self.now, self.work = 100.0, work
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds


def test_frames_are_shown_at_their_own_pace() -> None:
    clock = Clock(0.0)
    frames = [frame.number for frame in Paced(Stills(), 1.0, clock, clock.sleep)]
    assert frames == [0, 1, 2, 3]
    assert clock.slept == [0.5, 0.5, 0.5]


def test_twice_the_speed_is_half_the_wait() -> None:
    clock = Clock(0.0)
    list(Paced(Stills(), 2.0, clock, clock.sleep))
    assert clock.slept == [0.25, 0.25, 0.25]


def test_a_slow_machine_stretches_time_and_skips_nothing() -> None:
    clock = Clock(0.0)
    seen = []
    for frame in Paced(Stills(), 1.0, clock, clock.sleep):
        seen.append(frame.number)
        clock.now += 2.0  # each frame takes longer than there is
    assert seen == [0, 1, 2, 3]
    assert clock.slept == []


def test_disturbances_are_named_with_how_often() -> None:
    assert disturbances(["glass", "moved=2"]) == (("glass", 1), ("moved", 2))
    assert dict(disturbances(["default"]))["glass"] == 1
    assert disturbances(["none"]) == ()
    assert disturbances(["default", "none", "bump"]) == (("bump", 1),)
    with pytest.raises(UnknownName, match="did you mean 'glass'"):
        disturbances(["glas"])
    with pytest.raises(BadValue, match="NAME=TIMES"):
        disturbances(["glass=often"])


def test_the_demo_films_another_game_when_one_is_opened() -> None:
    games = [Session("briscola", ("Anna", "Bruno"), {}, "italian-40"), Session("tricks", ("Anna", "Bruno"), {}, "french-52")]
    now = [games[0]]
    frames = iter(Shown(CHOICE, 1000.0, lambda: now[0]))
    first = [next(frames) for _ in range(3)]
    now[0] = games[1]
    second = [next(frames) for _ in range(3)]
    times = [frame.at for frame in (*first, *second)]
    assert times == sorted(times)
    assert [frame.number for frame in (*first, *second)] == [1, 2, 3, 4, 5, 6]


def test_a_closed_demo_gives_no_more_frames() -> None:
    session = Session("briscola", ("Anna", "Bruno"), {}, "italian-40")
    shown = Shown(CHOICE, 1000.0, lambda: session)
    frames = iter(shown)
    next(frames)
    shown.close()
    assert list(frames) == []


def test_the_truth_has_everything_played_and_not_the_deal() -> None:
    hand = script(CHOICE)
    record = truth(CHOICE, list(hand.events))
    assert sum(isinstance(event, ev.Play) for _, event in record.events) == 40
    assert not any(isinstance(event, ev.Deal) for _, event in record.events)


def test_a_film_is_a_clip_with_its_truth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    # two frames a second keep it short; a clip at ten differs in nothing but length
    assert film(CHOICE, tmp_path / "out", 1, False, fps=2.0) == 0
    assert (tmp_path / "out" / "clip.mp4").stat().st_size > 10_000
    record = read(tmp_path / "out" / "truth.jsonl")
    assert record.errors == ()
    assert sum(isinstance(event, ev.Play) for _, event in record.events) == 40
    lines = (tmp_path / "out" / "frames.jsonl").read_text().splitlines()
    assert len(lines) > 100
    assert '"zone": "trick"' in "".join(lines)
