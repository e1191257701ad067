"""Set-up, teaching, camera, history, settings, health: each page, what it changes and what it refuses."""

import json

import pytest
from flask.testing import FlaskClient

from tests.web.stand import JPEG, Stand
from web.host import Setup


@pytest.mark.parametrize("lang", ["en", "it", "de"])
@pytest.mark.parametrize("path", ["/", "/setup", "/setup/deck", "/setup/camera", "/history", "/admin", "/admin/qr", "/pin"])
def test_every_page_comes_in_every_language(client: FlaskClient, briscola: Stand, path: str, lang: str) -> None:
    reply = client.get(f"{path}?lang={lang}")
    assert (reply.status_code, f'<html lang="{lang}"' in reply.text) == (200, True)


@pytest.mark.parametrize("path", ["/setup", "/setup/deck", "/setup/camera", "/history", "/admin"])
def test_every_page_works_before_the_first_game_and_without_a_camera(path: str) -> None:
    from web.app import create_app

    assert create_app(Stand()).test_client().get(path).status_code == 200


def test_the_browsers_language_is_taken_until_another_is_chosen(client: FlaskClient) -> None:
    assert "Neues Spiel" in client.get("/setup", headers={"Accept-Language": "de-AT,de;q=0.9"}).text
    client.set_cookie("language", "it")
    assert "Nuova partita" in client.get("/setup", headers={"Accept-Language": "de-AT,de;q=0.9"}).text


def test_a_page_that_is_not_there_says_so_in_a_sentence(client: FlaskClient) -> None:
    reply = client.get("/nowhere?lang=en")
    assert (reply.status_code, "There is no such page." in reply.text) == (404, True)
    assert client.get("/api/nowhere").json == {"error": "There is no such page."}


def test_nothing_comes_from_elsewhere(client: FlaskClient, briscola: Stand) -> None:
    reply = client.get("/")
    assert "default-src 'self'" in reply.headers["Content-Security-Policy"]
    assert "//" not in reply.text.replace("http://www.w3.org/2000/svg", "")


def test_the_setup_form_opens_the_game_it_describes(client: FlaskClient, stand: Stand) -> None:
    form = {
        "game": "briscola",
        "players": "4",
        "name0": "Anna",
        "name1": "Bruno",
        "name2": " ",
        "dealer": "2",
        "deck": "italian-40|trentine",
    }
    reply = client.post("/setup?lang=en", data=form | {"swap": "seven", "match": "3", "silence": "off"})
    assert (reply.status_code, reply.location) == (302, "/")
    assert stand.session is not None
    setup = stand.session.setup
    assert (setup.players, setup.dealer, setup.deck.name, setup.pack) == (
        ("Anna", "Bruno", "Player 3", "Player 4"),
        2,
        "italian-40",
        "trentine",
    )
    assert (setup.options["swap"], setup.options["match"]) == ("seven", 3)


def test_a_form_that_cannot_be_meant_is_refused_in_a_sentence(client: FlaskClient, stand: Stand) -> None:
    good = {"game": "briscola", "players": "2", "deck": "italian-40|"}
    for wrong in ({"game": "poker"}, {"players": "9"}, {"deck": "french-52|"}, {"match": "many"}, {"dealer": "7"}):
        reply = client.post("/setup", data=good | wrong)
        assert (reply.status_code, "Traceback" in reply.text) == (422, False), wrong
    assert stand.session is None


def test_decks_known_by_sight_are_offered_first_and_only_where_they_fit(client: FlaskClient) -> None:
    page = client.get("/setup?game=briscola&players=2").text
    assert page.index('value="italian-40|trentine"') < page.index('value="italian-40|"')
    assert 'value="french-40|french"' in page
    assert "french-32|french" not in page


def test_the_house_rules_offered_are_those_of_game_and_players(client: FlaskClient) -> None:
    two, four = (client.get(f"/setup?game=briscola&players={n}").text for n in (2, 4))
    assert ('name="signals"' in two, 'name="signals"' in four) == (False, True)


def test_a_row_is_taught_when_as_many_cards_are_seen_as_it_has(client: FlaskClient, stand: Stand) -> None:
    row = [r + "co" for r in ("A", "2", "3", "4", "5", "6", "7", "F", "C", "R")]
    seen = client.post("/setup/deck/look", json={"codes": row}).json
    assert [c["code"] for c in seen["cards"]] == row
    assert seen["wrong"] == []
    assert seen["cards"][0]["picture"].startswith("data:image/jpeg;base64,")
    assert client.post("/setup/deck/keep", json={"codes": row}).json["taught"] == row


def test_gaps_and_duplicates_of_a_row_are_named(client: FlaskClient, stand: Stand) -> None:
    stand.teaching.lying, stand.teaching.like = 3, {2: "Aco"}
    wrong = client.post("/setup/deck/look?lang=en", json={"codes": ["Aco", "2co", "3co", "4co"]}).json["wrong"]
    assert wrong == [
        "I see 3 cards, the row has 4.",
        "Picture 3 looks the same as the ace of cups.",
        "Missing at the end of the row: four of cups.",
    ]
    twice = client.post("/setup/deck/keep?lang=en", json={"codes": ["Aco", "Aco"]})
    assert (twice.status_code, twice.json["error"]) == (422, "Twice in this row: ace of cups.")


def test_a_deck_with_gaps_is_saved_all_the_same_and_the_gaps_are_named(client: FlaskClient, stand: Stand) -> None:
    client.post("/setup/deck/keep", json={"codes": [c for c in stand.packs()[0].faces if c != "Rba"]})
    saved = client.post("/setup/deck/save?lang=en", json={"name": "mine", "deck": "italian-40"}).json
    assert saved == {"missing": ["Rba"], "words": "Saved. Still missing: king of batons."}
    assert client.post("/setup/deck/save", json={"name": "../x", "deck": "italian-40"}).status_code == 422
    assert client.post("/setup/deck/save", json={"name": "x", "deck": "tarot-78"}).status_code == 422


def test_teaching_without_a_camera_is_refused_in_a_sentence(client: FlaskClient, stand: Stand) -> None:
    stand.lose_camera()
    reply = client.post("/setup/deck/look?lang=en", json={"codes": ["Aco"]})
    assert (reply.status_code, "There is no camera" in reply.json["error"]) == (422, True)


def test_the_cameras_picture_is_a_jpeg_or_404(client: FlaskClient, stand: Stand) -> None:
    assert client.get("/setup/camera.jpg").data == JPEG
    stand.lose_camera()
    assert client.get("/setup/camera.jpg").status_code == 404


def test_corners_are_four_pairs_within_the_picture(client: FlaskClient, stand: Stand) -> None:
    good = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    assert client.post("/setup/camera/corners", json={"corners": good}).status_code == 200
    assert stand.control.points == ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
    for bad in (good[:3], [[0, 0], [2, 0], [1, 1], [0, 1]], "abcd", [["x", 0]] * 4):
        assert client.post("/setup/camera/corners", json={"corners": bad}).status_code == 422
    assert client.post("/setup/camera/corners", json={"corners": []}).status_code == 200
    assert stand.control.points == ()


def test_the_history_lists_games_and_gives_their_records(client: FlaskClient, stand: Stand) -> None:
    stand.start(Setup("tricks", ("Anna", "Bruno"), deck="french-32"))
    assert "Only tricks" in client.get("/history?lang=en").text
    record = client.get("/history/1.jsonl")
    assert json.loads(record.text.splitlines()[0])["players"] == ["Anna", "Bruno"]
    assert "attachment" in record.headers["Content-Disposition"]
    assert client.get("/history/99.jsonl").status_code == 404


def test_settings_are_saved_and_a_pin_left_empty_stays(client: FlaskClient, stand: Stand) -> None:
    client.post("/admin/settings", data={"keep_evidence": "true", "mute_asked": "1", "mute": ["swap", "call"], "pin": "4711"})
    assert stand.changed == {"keep_evidence": "true", "mute": "swap, call", "pin": "4711"}
    client.post("/api/pin", json={"pin": "4711"})
    client.post("/admin/settings", data={"pin": ""})
    assert stand.pin() == "4711"
    client.post("/admin/settings", data={"pin": "", "no_pin": "1"})
    assert stand.pin() == ""


def test_backup_and_about(client: FlaskClient, stand: Stand) -> None:
    assert client.post("/admin/backup").data == b"backup"
    page = client.get("/admin?lang=en").text
    assert "GNU Affero General Public License" in page
    assert stand.source_url in page


def test_the_qr_page_shows_the_address_as_a_code(client: FlaskClient, stand: Stand) -> None:
    page = client.get("/admin/qr").text
    assert stand.address in page
    assert 'class="code"' in page
    assert "<path" in page


def test_health_names_the_camera_and_metrics_are_plain_figures(client: FlaskClient, briscola: Stand) -> None:
    assert client.get("/healthz").json == {"ok": True, "version": "0.1.0", "camera": "simulated", "detail": "", "seq": 2}
    lines = client.get("/metrics").text.splitlines()
    assert "segnapunti_events 2" in lines
    assert "segnapunti_frame_ms 12.5" in lines
