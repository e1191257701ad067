"""The PIN, and requests from other sites' pages."""

from flask.testing import FlaskClient

from tests.web.conftest import tap
from tests.web.stand import Stand
from web.access import TRIES, Gate

PLAY = {"event": "play", "seat": 1, "card": "3co"}


def test_without_a_pin_set_everybody_may_tap(client: FlaskClient, briscola: Stand) -> None:
    assert tap(client, 2, PLAY).status_code == 200


def test_with_a_pin_set_a_tap_without_it_gets_403_and_changes_nothing(client: FlaskClient, briscola: Stand) -> None:
    briscola.change("pin", "4711")
    reply = tap(client, 2, PLAY)
    assert (reply.status_code, reply.json["pin"]) == (403, True)
    assert client.get("/api/state").json["seq"] == 2


def test_the_pin_opens_in_the_header_in_the_body_and_by_cookie(client: FlaskClient, briscola: Stand) -> None:
    briscola.change("pin", "4711")
    assert tap(client, 2, PLAY, headers={"X-Pin": "4711"}).status_code == 200
    assert client.post("/api/undo", json={"seq": 3, "pin": "4711"}).status_code == 200
    assert client.post("/api/undo", json={"seq": 4}).status_code == 403
    assert client.post("/api/pin", json={"pin": "4711"}).status_code == 200
    assert client.post("/api/undo", json={"seq": 4}).status_code == 200


def test_an_old_cookie_opens_nothing_once_the_pin_has_changed(client: FlaskClient, briscola: Stand) -> None:
    briscola.change("pin", "4711")
    client.post("/api/pin", json={"pin": "4711"})
    briscola.change("pin", "1234")
    assert tap(client, 2, PLAY).status_code == 403


def test_a_wrong_pin_is_403_and_a_form_without_it_shows_the_pin_page(client: FlaskClient, briscola: Stand) -> None:
    briscola.change("pin", "4711")
    assert client.post("/api/pin", json={"pin": "1"}).status_code == 403
    reply = client.post("/setup", data={"game": "briscola"})
    assert (reply.status_code, 'name="pin"' in reply.text) == (403, True)


def test_after_too_many_wrong_ones_even_the_right_pin_has_to_wait() -> None:
    gate = Gate()
    assert [gate.opens("0000", "4711") for _ in range(TRIES)] == [False] * TRIES
    assert gate.opens("4711", "4711") is False


def test_looking_needs_no_pin(client: FlaskClient, briscola: Stand) -> None:
    briscola.change("pin", "4711")
    assert [client.get(path).status_code for path in ("/", "/api/state", "/history", "/admin", "/setup")] == [200] * 5


def test_the_pin_itself_is_on_no_page(client: FlaskClient, briscola: Stand) -> None:
    briscola.change("pin", "4711")
    assert "4711" not in client.get("/admin").text


def test_another_sites_page_cannot_post(client: FlaskClient, briscola: Stand) -> None:
    for headers in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
        reply = tap(client, 2, PLAY, headers=headers)
        assert (reply.status_code, reply.json["pin"]) == (403, False)
    assert tap(client, 2, PLAY, headers={"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_the_way_back_after_the_pin_leads_nowhere_else(client: FlaskClient, briscola: Stand) -> None:
    briscola.change("pin", "4711")
    reply = client.post("/pin", data={"pin": "4711", "next": "//elsewhere.example/"})
    assert (reply.status_code, reply.location) == (302, "/")
