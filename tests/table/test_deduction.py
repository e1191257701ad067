"""Elimination: one assignment of the unseen copies left is an answer, two are none."""

from dataclasses import replace

from table import events as ev
from table import replay
from table.deduction import deduce
from table.fold import fold
from table.games import get
from table.record import Header, Record
from table.selfplay import script


def log(events: list[ev.Event]) -> tuple[tuple[int, ev.Event], ...]:
    return tuple(enumerate(events, 1))


def hidden(game: str, players: int, at: list[int], candidates: ev.Candidates | None = None) -> tuple[Record, list[str], list[ev.Event]]:
    """A self-played hand with the plays number `at` unread, and the cards they were."""
    played = script(game, players, seed=4)
    events, plays = list(played.events), [i for i, e in enumerate(played.events) if isinstance(e, ev.Play)]
    cards = []
    for n in at:
        event = events[plays[n]]
        assert isinstance(event, ev.Play)
        cards.append(event.card or "")
        events[plays[n]] = replace(event, card=None, candidates=candidates)
    record = Record(Header(game, played.players, dict(played.options), played.dealer, played.deck), log(events))
    return record, cards, list(played.events)


def test_the_only_unread_card_of_a_whole_hand_is_the_one_nobody_saw() -> None:
    for game, players in (("briscola", 2), ("bazzica", 2)):
        record, cards, whole = hidden(game, players, [7])
        found, true = replay.document(record), replay.document(replace(record, events=log(whole)))
        assert found["scores"] == true["scores"]
        assert [d["card"] for d in found["hands"][0]["deduced"]] == cards
        told = [card for t in found["hands"][0]["tricks"] for _, card in t["plays"]]
        assert told[7] is None  # what was not read is not shown as read
        assert [t["winner"] for t in found["hands"][0]["tricks"]] == [t["winner"] for t in true["hands"][0]["tricks"]]


def test_two_different_unread_cards_are_not_guessed() -> None:
    record, cards, _ = hidden("briscola", 2, [7, 20])
    assert cards[0] != cards[1]
    found = replay.document(record)["hands"][0]
    assert "deduced" not in found
    assert found["check"]["missing"] == sorted(cards)


def test_a_card_its_own_candidates_exclude_is_not_put_there() -> None:
    record, cards, _ = hidden("briscola", 2, [7], (("2co", 0.5), ("Aco", 0.5)))
    assert cards[0] not in ("2co", "Aco")
    assert "deduced" not in replay.document(record)["hands"][0]


def test_with_the_last_card_of_the_hand_the_cards_laid_away_are_known() -> None:
    played = script("salisburghese", 3, seed=2)
    buried = next(e.cards for e in played.events if isinstance(e, ev.Bury)) or ()
    events = [replace(e, cards=None) if isinstance(e, ev.Bury) else e for e in played.events]
    game = get("salisburghese")
    setup = game.setup(played.players, played.options, played.deck, played.dealer)
    last = max(i for i, e in enumerate(events) if isinstance(e, ev.Play))
    before, after = fold(game, setup, log(events[:last])), fold(game, setup, log(events))
    assert deduce(game, before).apart == ()
    assert deduce(game, after).apart == tuple(sorted(buried))
    assert sum(p or 0 for p in after.hands[0].points) == 250
