"""The checksum at the end of a hand."""

from table import events as ev
from table import replay
from table.checksum import check
from table.games import get
from table.record import Header, Record
from table.selfplay import script
from tests.table.evenings import NAMES, after, log


def game() -> list[ev.Event]:
    """A whole game of Anna and Bruno."""
    return list(script("briscola", 2, seed=21).events)


def nth_play(events: list[ev.Event], card: str) -> int:
    """Place of the play of a card."""
    return next(i for i, e in enumerate(events) if isinstance(e, ev.Play) and e.card == card)


def test_a_whole_game_adds_up() -> None:
    assert check(get("briscola"), after("briscola", 2, *game())) is None


def test_a_running_hand_is_not_summed() -> None:
    assert check(get("briscola"), after("briscola", 2, *game()[:20])) is None


def test_the_one_unread_card_is_named_by_what_is_missing() -> None:
    events = game()
    at = nth_play(events, "Rco")
    events[at] = ev.Play(seat=1)
    found = check(get("briscola"), after("briscola", 2, *events))
    assert found is not None
    assert (found.missing, found.extra, found.fits) == (("Rco",), (), ((at + 1, "Rco"),))


def test_two_unread_cards_are_told_apart_by_their_candidates() -> None:
    events = game()
    first, second = nth_play(events, "Rco"), nth_play(events, "7de")
    events[first], events[second] = ev.Play(seat=1, candidates=(("Rco", 0.5), ("Cco", 0.4))), ev.Play(seat=1, candidates=(("7de", 0.5),))
    found = check(get("briscola"), after("briscola", 2, *events))
    assert found is not None
    assert found.missing == ("7de", "Rco")
    assert found.fits == ((first + 1, "Rco"), (second + 1, "7de"))


def test_a_misread_card_shows_as_one_too_many_and_one_missing() -> None:
    events = game()
    at = nth_play(events, "Rco")
    events[at] = ev.Play(seat=1, card="Cco", candidates=(("Cco", 0.6), ("Rco", 0.4)))
    found = check(get("briscola"), after("briscola", 2, *events))
    assert found is not None
    assert (found.missing, found.extra, found.fits) == (("Rco",), ("Cco",), ((at + 1, "Rco"),))
    assert (found.counted, found.expected) == (119, 120)


def test_the_replay_says_what_does_not_add_up() -> None:
    events = game()
    events[nth_play(events, "Rco")] = ev.Play(seat=1)
    hand = replay.document(Record(Header("briscola", NAMES[:2], {}, 0, "italian-40"), tuple(log(*events))))["hands"][0]
    assert hand["check"]["missing"] == ["Rco"]


def test_every_legal_hand_of_every_game_adds_up() -> None:
    for name, players in (("bazzica", 2), ("bazzica", 3), ("salisburghese", 3), ("salisburghese", 4), ("salisburghese", 2)):
        for seed in range(5):
            played = script(name, players, seed=seed)
            assert check(get(name), after(name, players, *played.events)) is None, (name, players, seed)
