"""The running game: stale taps, undo and redo, listeners, threads, what may be shown, resuming."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from table import events as ev
from table import record
from table.errors import BadValue
from table.fold import fold
from table.ledger import Ledger
from table.selfplay import script
from table.session import Session, StaleSeq
from tests.table.evenings import plays


def session(**options: object) -> Session:
    """Anna and Bruno at Briscola, a hand begun, four of spades turned up; the clock stands still."""
    found = Session("briscola", ("Anna", "Bruno"), options, clock=lambda: 0.0)
    found.append(ev.Hand(dealer=0))
    found.append(ev.Trump(card="4sp"))
    return found


def test_events_get_the_next_seq_and_the_time_since_the_game_began() -> None:
    now = [100.0]
    found = Session("briscola", ("Anna", "Bruno"), clock=lambda: now[0])
    now[0] = 102.5
    state = found.append(ev.Hand(dealer=0))
    assert (state.seq, found.events) == (1, [(1, ev.Hand(dealer=0, at=2.5))])


def test_a_tap_that_answers_an_older_state_is_stale_and_not_recorded() -> None:
    found = session()
    with pytest.raises(StaleSeq) as caught:
        found.append(ev.Play(seat=1, card="Aco"), expected_seq=1)
    assert str(caught.value) == "The game has gone on: event 2 is the last one, not 1; look again."
    assert found.seq == 2


def test_two_cards_exchanged_are_one_change_without_a_fault_between() -> None:
    session = Session("briscola", ("Anna", "Bruno"))
    for event in (ev.Hand(dealer=0), ev.Trump(card="6de"), ev.Play(seat=1, card="3co"), ev.Play(seat=0, card="Aco")):
        session.append(event)
    heard: list[tuple[int, int]] = []
    session.subscribe(lambda state: heard.append((state.seq, len(state.faults))))
    session.extend((ev.Correct(seq=3, card="Aco"), ev.Correct(seq=4, card="3co")), expected_seq=4)
    assert heard == [(6, 0)]
    assert session.state.hand is not None
    assert [p.card for p in session.state.hand.tricks[0].plays] == ["Aco", "3co"]


def test_of_one_change_nothing_is_recorded_when_a_part_of_it_cannot_be() -> None:
    session = Session("briscola", ("Anna", "Bruno"))
    session.append(ev.Hand(dealer=0))
    with pytest.raises(BadValue, match="no event 77"):
        session.extend((ev.Trump(card="6de"), ev.Correct(seq=77, card="3co")))
    with pytest.raises(StaleSeq):
        session.extend((ev.Trump(card="6de"),), expected_seq=9)
    assert session.seq == 1


def test_an_unread_card_of_an_older_trick_tells_nothing_of_itself_while_points_are_hidden() -> None:
    session = Session("briscola", ("Anna", "Bruno"))
    perhaps = (("3co", 0.6), ("Aco", 0.4))
    for event in (
        ev.Hand(dealer=0),
        ev.Trump(card="6de"),
        ev.Play(seat=1, candidates=perhaps),
        ev.Play(seat=0, card="2co"),
        ev.Gather(seat=1),
    ):
        session.append(event)
    assert session.public()["holes"] == [{"seq": 3, "seat": 1, "candidates": [["3co", 0.6], ["Aco", 0.4]]}]  # the last trick may be seen
    for event in (ev.Play(seat=1, card="4sp"), ev.Play(seat=0, card="Fsp")):
        session.append(event)
    assert session.public()["holes"] == [{"seq": 3, "seat": 1, "candidates": []}]
    session.append(ev.Claim(seat=0))
    assert session.public()["holes"] == [{"seq": 3, "seat": 1, "candidates": [["3co", 0.6], ["Aco", 0.4]]}]


def test_what_this_table_cannot_have_is_refused_and_not_recorded() -> None:
    found = session()
    for event, sentence in (
        (ev.Play(seat=5, card="Aco"), "There is no seat 5; seats are 0 to 1."),
        (ev.Play(seat=0, card="AS"), "There is no card AS in the deck italian-40."),
        (ev.Correct(seq=9, card="Aco"), "There is no event 9 to correct."),
    ):
        with pytest.raises(BadValue) as caught:
            found.append(event)
        assert str(caught.value) == sentence
    assert found.seq == 2


def test_undo_goes_back_step_by_step_and_redo_forward_again() -> None:
    found = session()
    for event in plays("1:Aco 0:3co 1:5de"):
        found.append(event)
    whole = found.state.hands
    for left in (2, 1, 0):
        found.undo()
        assert len(found.state.hands[0].all_plays()) == left
    for left in (1, 2, 3):
        found.redo()
        assert len(found.state.hands[0].all_plays()) == left
    assert found.state.hands == whole
    assert found.redo() is None


def test_an_undone_card_is_not_shown_to_anybody() -> None:
    found = session()
    found.append(plays("1:Aco")[0])
    found.undo()
    assert found.state.hands[0].known == ((), ())


def test_undo_takes_back_a_correction_too() -> None:
    found = session()
    found.append(plays("1:Aco")[0])
    found.append(ev.Correct(seq=3, card="3co"))
    found.undo()
    assert found.state.hands[0].plays[0].card == "Aco"


def test_nothing_can_be_redone_once_something_else_happened() -> None:
    found = session()
    found.append(plays("1:Aco")[0])
    found.undo()
    found.append(plays("1:3co")[0])
    assert found.redo() is None


def test_undo_with_nothing_left_does_nothing() -> None:
    assert Session("briscola", ("Anna", "Bruno")).undo() is None


def test_listeners_hear_every_event_until_they_leave() -> None:
    found, heard = session(), list[int]()

    def listener(state: Any) -> None:
        heard.append(state.seq)

    found.subscribe(listener)
    found.append(plays("1:Aco")[0])
    found.unsubscribe(listener)
    found.append(plays("0:3co")[0])
    assert heard == [3]


def test_two_cameras_at_once_lose_no_event() -> None:
    found = Session("tricks", ("Anna", "Bruno"), deck="french-52")

    def tap() -> None:
        for _ in range(50):
            found.append(ev.Adjust(seat=0, points=1))

    threads = [threading.Thread(target=tap) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [s for s, _ in found.events] == list(range(1, 201))
    assert found.state == fold(found.game, found.setup, found.events)
    assert found.state.scores == (200, 0)


# ---- what may be shown


def test_a_running_briscola_shows_the_last_trick_only_and_no_points_anywhere() -> None:
    found = session()
    for event in plays("1:Aco 0:3co 1:5de 0:Ade 0:6sp"):
        found.append(event)
    shown = found.public()
    hand = shown["hands"][0]
    assert [t["plays"] for t in hand["tricks"]] == [[[1, "5de"], [0, "Ade"]], [[0, "6sp"]]]
    assert [t["points"] for t in hand["tricks"]] == [None, None]
    assert (hand["points"], shown["scores"], shown["last_trick"]["points"]) == ([None, None], [None, None], None)
    assert "Aco" not in json.dumps(shown)
    assert "21" not in json.dumps(shown)


def test_the_same_with_show_points_live_shows_all() -> None:
    found = session(show_points="live")
    for event in plays("1:Aco 0:3co 1:5de 0:Ade"):
        found.append(event)
    shown = found.public()
    assert (shown["hands"][0]["points"], len(shown["hands"][0]["tricks"])) == ([11, 21], 2)


def test_points_appear_when_the_game_is_over() -> None:
    found = session()
    for event in plays("1:Aco 0:3co"):
        found.append(event)
    found.append(ev.Claim(seat=0))
    assert (found.public()["scores"], found.public()["over"], found.public()["winner"]) == ([99, 21], True, 0)


def test_hands_told_by_a_deal_are_never_shown() -> None:
    found = Session("briscola", ("Anna", "Bruno"))
    found.append(ev.Hand(dealer=0))
    found.append(ev.Deal(hands=(("Aco", "2de", "3de"), ("Aba", "2ba", "3ba")), talon=("4de",)))
    assert not any(code in json.dumps(found.public()) for code in ("Aco", "Aba", "2ba", '"4de"'))


def test_the_view_says_whose_turn_it_is_and_what_is_unread() -> None:
    found = session()
    found.append(ev.Play(seat=1, candidates=(("Aco", 0.5), ("3co", 0.4))))
    shown = found.public()
    assert (shown["seq"], shown["turn"], shown["must"]["seat"], shown["must"]["text"]) == (3, 0, 0, "Any card may be played.")
    assert shown["holes"] == [{"seq": 3, "seat": 1, "candidates": [["Aco", 0.5], ["3co", 0.4]]}]
    assert shown["trick"] == [{"seq": 3, "seat": 1, "card": None}]


def test_an_unread_turned_card_is_a_hole_without_a_seat() -> None:
    found = Session("briscola", ("Anna", "Bruno"))
    found.append(ev.Hand(dealer=0))
    found.append(ev.Trump(candidates=(("4sp", 0.6),)))
    assert found.public()["holes"] == [{"seq": 2, "seat": None, "candidates": [["4sp", 0.6]]}]
    found.append(ev.Correct(seq=2, card="4sp"))
    assert (found.public()["holes"], found.public()["trump"]) == ([], "sp")


def test_every_view_of_a_whole_game_is_json_and_hides_the_points() -> None:
    for players in (2, 3, 4):
        played = script("briscola", players, seed=3)
        found = Session("briscola", played.players)
        for event in played.events:
            found.append(event)
            shown = json.loads(json.dumps(found.public()))
            assert shown["over"] or shown["scores"] in ([None] * shown["sides"], [0] * shown["sides"])


# ---- going on later


def test_a_session_goes_on_from_a_record_or_its_lines() -> None:
    found = session()
    found.append(plays("1:Aco")[0])
    for again in (Session.from_record(found.record()), Session.from_record(record.lines(found.record()))):
        assert again.state == found.state
        assert again.append(plays("0:3co")[0]).seq == 4


def test_the_game_running_when_the_plug_was_pulled_goes_on(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.db")
    found = Session("briscola", ("Anna", "Bruno"), {"match": 2}, ledger=ledger)
    for event in (ev.Hand(dealer=0), ev.Trump(card="4sp"), *plays("1:Aco 0:3co")):
        found.append(event)
    # the ledger is not closed: this is the kill
    again = Session.resume(Ledger(tmp_path / "ledger.db"))
    assert again is not None
    assert (again.state, again.game_id) == (found.state, found.game_id)
    again.append(plays("1:5de")[0])
    assert len(Ledger(tmp_path / "ledger.db").record(found.game_id).events) == 5


def test_a_closed_game_is_not_resumed(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.db")
    Session("briscola", ("Anna", "Bruno"), ledger=ledger).close()
    assert Session.resume(ledger) is None
