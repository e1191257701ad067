"""Taps at the table: what is recorded, what is refused, and with which status."""

from flask.testing import FlaskClient

from table import events as ev
from tests.web.conftest import tap
from tests.web.stand import Stand
from web.host import Picture, Setup


def test_without_a_game_the_board_sends_to_the_setup_page(client: FlaskClient) -> None:
    reply = client.get("/")
    assert (reply.status_code, reply.location) == (302, "/setup")


def test_a_tapped_card_is_recorded_and_the_answer_is_the_new_state(client: FlaskClient, briscola: Stand) -> None:
    reply = tap(client, 2, {"event": "play", "seat": 1, "card": "3co"})
    assert reply.status_code == 200
    assert (reply.json["seq"], reply.json["turn"], reply.json["trick"]) == (3, 0, [{"seq": 3, "seat": 1, "card": "3co"}])
    assert briscola.session is not None
    assert briscola.session.events[-1][1].source == "touch"


def test_a_tap_of_a_page_that_is_behind_gets_409_and_changes_nothing(client: FlaskClient, briscola: Stand) -> None:
    reply = tap(client, 1, {"event": "play", "seat": 1, "card": "3co"})
    assert (reply.status_code, reply.json["seq"]) == (409, 2)
    assert "look again" in reply.json["error"]
    assert client.get("/api/state").json["seq"] == 2


def test_what_this_table_cannot_have_gets_422_with_the_reason(client: FlaskClient, briscola: Stand) -> None:
    reasons = {
        "There is no card KH in the deck": {"event": "play", "seat": 1, "card": "KH"},
        "There is no seat 5": {"event": "play", "seat": 5, "card": "3co"},
        "There is no event called 'dance'": {"event": "dance"},
        "needs the field seat": {"event": "play", "card": "3co"},
        "There is no event 77": {"event": "correct", "seq": 77, "card": "3co"},
    }
    for reason, event in reasons.items():
        reply = tap(client, 2, event)
        assert (reply.status_code, reason in reply.json["error"]) == (422, True), reply.json


def test_nonsense_bodies_get_422(client: FlaskClient, briscola: Stand) -> None:
    bodies: list[object] = [
        [],
        {},
        {"seq": 2},
        {"event": {}},
        {"seq": "2", "event": {"event": "abandon"}},
        {"seq": True, "event": {"event": "abandon"}},
    ]
    assert [client.post("/api/events", json=body).status_code for body in bodies] == [422] * 6
    assert client.post("/api/events", data="not json").status_code == 422


def test_an_illegal_play_is_recorded_and_shown_as_a_fault(client: FlaskClient, briscola: Stand) -> None:
    state = tap(client, 2, {"event": "play", "seat": 0, "card": "3co"}).json
    assert [(f["fault"], f["seat"], f["grade"]) for f in state["faults"]] == [("out_of_turn", 0, "certain")]
    assert "Anna played out of turn" in client.get("/?lang=en").text


def test_a_fault_can_be_accepted_or_dismissed_by_a_tap(client: FlaskClient, briscola: Stand) -> None:
    tap(client, 2, {"event": "play", "seat": 0, "card": "3co"})
    accepted = tap(client, 3, {"event": "accept", "seq": 3}).json
    assert accepted["faults"][0]["accepted"] is True
    assert "data-fault" not in client.get("/").text
    dismissed = tap(client, 4, {"event": "dismiss", "seq": 3}).json
    assert dismissed["faults"] == []


def test_a_muted_fault_is_recorded_but_not_shown(client: FlaskClient, briscola: Stand) -> None:
    briscola.change("mute", "swap, out_of_turn")
    state = tap(client, 2, {"event": "play", "seat": 0, "card": "3co"}).json
    assert len(state["faults"]) == 1
    assert "data-fault" not in client.get("/").text


def test_the_pictures_that_prove_a_fault_stand_in_the_banner(client: FlaskClient, briscola: Stand) -> None:
    tap(client, 2, {"event": "play", "seat": 0, "card": "3co"})
    briscola.pictures[3] = [Picture(b"\xff\xd8one", "3co", 3), Picture(b"\xff\xd8two", "Aco", 9)]
    page = client.get("/?lang=en").text
    assert "Played: Three of cups" in page
    assert "Proof: Ace of cups" in page
    picture = client.get("/evidence/3/1.jpg")
    assert (picture.mimetype, picture.data) == ("image/jpeg", b"\xff\xd8two")
    assert client.get("/evidence/3/2.jpg").status_code == 404


def test_undo_takes_the_last_thing_back_and_again_the_one_before(client: FlaskClient, briscola: Stand) -> None:
    tap(client, 2, {"event": "play", "seat": 1, "card": "3co"})
    once = client.post("/api/undo", json={"seq": 3}).json
    assert (once["seq"], once["trick"]) == (4, [])
    twice = client.post("/api/undo", json={"seq": 4}).json
    assert (twice["seq"], twice["trump"]) == (5, None)
    assert client.post("/api/undo", json={"seq": 4}).status_code == 409


def test_undoing_everything_ends_with_a_sentence(client: FlaskClient, briscola: Stand) -> None:
    client.post("/api/undo", json={"seq": 2})
    client.post("/api/undo", json={"seq": 3})
    reply = client.post("/api/undo", json={"seq": 4})
    assert (reply.status_code, reply.json["error"]) == (422, "There is nothing to take back.")


def test_an_unread_card_shows_its_three_best_candidates_and_one_tap_fills_it(client: FlaskClient, briscola: Stand) -> None:
    assert briscola.session is not None
    briscola.session.append(ev.Play(seat=1, candidates=(("3co", 0.5), ("Aco", 0.3), ("2co", 0.1), ("4co", 0.05)), source="camera"))
    page = client.get("/").text
    assert [f'data-guess="{c}"' in page for c in ("3co", "Aco", "2co", "4co")] == [True, True, True, False]
    state = tap(client, 3, {"event": "correct", "seq": 3, "card": "Aco"}).json
    assert (state["trick"], state["holes"]) == ([{"seq": 3, "seat": 1, "card": "Aco"}], [])


def test_a_misread_card_is_corrected_by_tapping_it(client: FlaskClient, briscola: Stand) -> None:
    tap(client, 2, {"event": "play", "seat": 1, "card": "3co"})
    page = client.get("/").text
    assert 'data-fix="3" data-code="3co"' in page
    assert tap(client, 3, {"event": "correct", "seq": 3, "card": "4co"}).json["trick"][0]["card"] == "4co"


def test_wrong_dealer_points_by_hand_claim_and_misdeal_are_taps(client: FlaskClient, briscola: Stand) -> None:
    assert tap(client, 2, {"event": "correct", "seq": 1, "dealer": 1}).json["dealer"] == 1
    assert tap(client, 3, {"event": "adjust", "seat": 0, "points": -20, "why": "late"}).status_code == 200
    void = tap(client, 4, {"event": "abandon"}).json
    assert (void["running"], void["next_dealer"]) == (False, 1)
    assert tap(client, 5, {"event": "hand", "dealer": 1}).json["running"] is True
    claimed = tap(client, 6, {"event": "claim", "seat": 1}).json
    # everything unplayed, 120 points, is Bruno's
    assert (claimed["scores"], claimed["over"], claimed["winner"]) == ([0, 120], True, 1)


def test_a_rematch_passes_the_deal_on(client: FlaskClient, briscola: Stand) -> None:
    tap(client, 2, {"event": "claim", "seat": 1})
    page = client.get("/?lang=en").text
    assert "Bruno wins" in page
    assert "Rematch, deal passed on" in page
    state = tap(client, 3, {"event": "hand", "dealer": 1}).json
    assert (state["dealer"], state["over"], state["running"]) == (1, False, True)


def test_after_the_hand_no_card_can_be_tapped_in_until_the_next_deal(client: FlaskClient, briscola: Stand) -> None:
    tap(client, 2, {"event": "claim", "seat": 1})
    reply = tap(client, 3, {"event": "play", "seat": 0, "card": "3co"})
    assert (reply.status_code, reply.json["error"]) == (422, "The hand is over: deal the next one first.")


def test_the_plain_game_takes_winner_and_points_by_tap(client: FlaskClient, stand: Stand) -> None:
    stand.start(Setup("tricks", ("Anna", "Bruno"), deck="french-32"))
    tap(client, 0, {"event": "hand", "dealer": 1})
    tap(client, 1, {"event": "play", "seat": 0, "card": "7S"})
    tap(client, 2, {"event": "play", "seat": 1, "card": "AS"})
    assert "Who took it?" in client.get("/?lang=en").text
    state = tap(client, 3, {"event": "result", "winner": 1, "points": 11}).json
    assert (state["last_trick"]["winner"], state["last_trick"]["points"]) == (1, 11)


def test_everything_is_on_the_board_when_the_camera_is_lost(client: FlaskClient, briscola: Stand) -> None:
    briscola.lose_camera()
    page = client.get("/?lang=en").text
    assert "Camera lost: tap the cards in" in page
    assert "Tap a card in" in page


def test_simulated_cards_are_always_called_simulated(client: FlaskClient, briscola: Stand) -> None:
    assert '<span class="chip sim">simulated</span>' in client.get("/?lang=en").text
