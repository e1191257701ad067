"""Without a camera: every game from the first card to the last by taps alone, and what goes wrong with many fingers on the glass."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from table import events as ev
from table.record import event_json
from table.selfplay import script
from tests.web.conftest import tap
from tests.web.stand import Stand
from web.app import create_app
from web.host import Setup

TABLES = [
    ("briscola", 2, {}),
    ("briscola", 3, {}),
    ("briscola", 4, {}),
    ("bazzica", 2, {}),
    ("bazzica", 2, {"profile": "tressette"}),
    ("bazzica", 3, {}),
    ("bazzica", 4, {}),
    ("salisburghese", 2, {}),
    ("salisburghese", 3, {}),
    ("salisburghese", 4, {}),
    ("tricks", 2, {}),
]


def swap_of_two(client: FlaskClient, seq: int, one: tuple[int, str], other: tuple[int, str]) -> Any:
    events = [{"event": "correct", "seq": at, "card": card} for at, card in (one, other)]
    return client.post("/api/events", json={"seq": seq, "events": events})


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_a_hand_of_every_game_is_scored_by_touch_alone(game: str, players: int, options: dict[str, object]) -> None:
    stand = Stand()
    client = create_app(stand).test_client()
    hand = script(game, players, options, seed=7)
    session = stand.start(Setup(game, hand.players, hand.dealer, hand.deck, options=options))
    for event in hand.events:
        if not isinstance(event, ev.Deal):
            reply = tap(client, session.seq, event_json(event) | {"source": "touch"})
            assert reply.status_code == 200, reply.json
    state = client.get("/api/state").json
    assert (state["running"], state["faults"], state["holes"]) == (False, [], [])
    assert "No camera: tap the cards in" in client.get("/?lang=en").text


@pytest.mark.parametrize("game", ["briscola", "bazzica", "salisburghese"])
def test_after_a_game_the_rematch_begins_at_nothing_with_the_deal_passed_on(client: FlaskClient, stand: Stand, game: str) -> None:
    session = stand.start(Setup(game, ("Anna", "Bruno"), dealer=1))
    tap(client, 0, {"event": "hand", "dealer": 1} | ({"trump": "H"} if game == "salisburghese" else {}))
    tap(client, 1, {"event": "adjust", "seat": 0, "points": 3000})
    if game == "salisburghese":
        tap(client, 2, {"event": "bid", "seat": 0, "points": 200})
        tap(client, 3, {"event": "pass", "seat": 1})
    tap(client, session.seq, {"event": "claim", "seat": 0})
    state = client.get("/api/state").json
    assert (state["over"], state["winner"], state["next_dealer"]) == (True, 0, 0)
    again = tap(client, session.seq, {"event": "hand", "dealer": state["next_dealer"]}).json
    assert (again["over"], again["running"], again["dealer"]) == (False, True, 0)
    assert again["scores"] in ([0, 0], [None, None])  # Briscola's are hidden again


def test_two_cards_read_the_wrong_way_round_are_exchanged_at_once(client: FlaskClient, briscola: Stand) -> None:
    tap(client, 2, {"event": "play", "seat": 1, "card": "3co"})
    tap(client, 3, {"event": "play", "seat": 0, "card": "Aco"})
    state = swap_of_two(client, 4, (3, "Aco"), (4, "3co")).json
    assert (state["last_trick"]["plays"], state["faults"]) == ([[1, "Aco"], [0, "3co"]], [])
    undone = client.post("/api/undo", json={"seq": state["seq"]}).json  # and both go back at once
    assert (undone["last_trick"]["plays"], undone["faults"]) == ([[1, "3co"], [0, "Aco"]], [])


def test_of_an_exchange_that_came_too_late_nothing_is_done(client: FlaskClient, briscola: Stand) -> None:
    tap(client, 2, {"event": "play", "seat": 1, "card": "3co"})
    tap(client, 3, {"event": "play", "seat": 0, "card": "Aco"})
    assert swap_of_two(client, 3, (3, "Aco"), (4, "3co")).status_code == 409
    assert swap_of_two(client, 4, (3, "Aco"), (99, "3co")).status_code == 422
    assert client.get("/api/state").json["seq"] == 4


def test_no_flood_of_events_is_one_change(client: FlaskClient, briscola: Stand) -> None:
    many = [{"event": "adjust", "seat": 0, "points": 1}] * 9
    assert client.post("/api/events", json={"seq": 2, "events": many}).status_code == 422
    assert client.post("/api/events", json={"seq": 2, "events": []}).status_code == 422
    assert client.post("/api/events", json={"seq": 2, "events": ["x"]}).status_code == 422


def test_undo_past_the_deal_ends_at_an_empty_table_with_its_button(client: FlaskClient, briscola: Stand) -> None:
    for seq in (2, 3):
        client.post("/api/undo", json={"seq": seq})
    page = client.get("/?lang=en").text
    assert "Anna deals: begin" in page
    assert client.post("/api/undo", json={"seq": 4}).status_code == 422
    assert client.get("/").status_code == 200


def test_a_card_that_was_undone_meanwhile_cannot_be_set(client: FlaskClient, briscola: Stand) -> None:
    tap(client, 2, {"event": "play", "seat": 1, "card": None})
    client.post("/api/undo", json={"seq": 3})
    assert tap(client, 3, {"event": "correct", "seq": 3, "card": "3co"}).status_code == 409  # the tablet had not seen the undo
    state = tap(client, 4, {"event": "correct", "seq": 3, "card": "3co"}).json
    assert state["trick"] == []  # what did not happen cannot be anything


def test_names_are_shown_as_written_and_never_as_html(client: FlaskClient, stand: Stand) -> None:
    form = {"game": "briscola", "players": "2", "deck": "italian-40|", "name0": "<b onclick=x>Anna", "name1": "\u202eBruno\u200b 🂡"}
    client.post("/setup", data=form)
    assert stand.session is not None
    assert stand.session.setup.players == ("<b onclick=x>Anna", "Bruno 🂡")
    stand.session.append(ev.Hand(dealer=0))
    for path in ("/", "/setup", "/history"):
        page = client.get(path).text
        assert "<b onclick" not in page
        assert "&lt;b onclick=x&gt;Anna" in page
    assert "<b onclick" not in "".join(client.get("/api/state?board=1").json["regions"].values())


def test_a_name_of_blanks_or_of_nothing_seen_becomes_player_n(client: FlaskClient, stand: Stand) -> None:
    client.post("/setup?lang=en", data={"game": "briscola", "players": "2", "deck": "italian-40|", "name0": "\u200b ", "name1": "x" * 99})
    assert stand.session is not None
    assert stand.session.setup.players == ("Player 1", "x" * 24)


def test_names_typed_before_the_number_of_players_is_chosen_are_kept(client: FlaskClient) -> None:
    page = client.get("/setup?game=briscola&players=4&name0=Ada&name1=Bea").text
    assert 'value="Ada"' in page
    assert 'value="Bea"' in page


def test_a_camera_that_is_starting_is_not_said_to_be_missing(client: FlaskClient, briscola: Stand) -> None:
    briscola.camera = "starting"
    for lang, words in (("en", "The camera is starting"), ("it", "La fotocamera si avvia"), ("de", "Die Kamera startet")):
        page = client.get(f"/?lang={lang}").text
        assert words in page
        assert words in client.get(f"/setup/camera?lang={lang}").text
    assert "No camera" not in client.get("/?lang=en").text


def test_while_a_deck_is_taught_the_board_says_that_the_game_waits(client: FlaskClient, briscola: Stand) -> None:
    briscola.camera = "teaching"
    for lang, words in (("en", "the game waits"), ("it", "la partita aspetta"), ("de", "das Spiel wartet")):
        assert words in client.get(f"/?lang={lang}").text


def test_a_fault_says_whose_turn_it_was_or_whose_the_trick(client: FlaskClient, briscola: Stand) -> None:
    tap(client, 2, {"event": "play", "seat": 0, "card": "3co"})
    for lang, words in (("en", "It was the turn of Bruno."), ("it", "Toccava a Bruno."), ("de", "Bruno war dran.")):
        assert words in client.get(f"/?lang={lang}").text
    tap(client, 3, {"event": "play", "seat": 1, "card": "2co"})
    tap(client, 4, {"event": "gather", "seat": 1})
    for lang, words in (("en", "Anna had won it."), ("it", "vinta Anna."), ("de", "Anna hatte ihn gewonnen.")):
        assert words in client.get(f"/?lang={lang}").text


def test_a_hand_that_does_not_add_up_names_the_card_and_one_tap_mends_it() -> None:
    stand = Stand()
    client = create_app(stand).test_client()
    hand = script("briscola", 2, seed=7)
    session = stand.start(Setup("briscola", hand.players, hand.dealer, hand.deck))
    plays = [e for e in hand.events if isinstance(e, ev.Play)]
    for event in hand.events:
        if event is plays[10]:
            event = ev.Play(seat=plays[10].seat, card=None)
        if not isinstance(event, ev.Deal):
            session.append(event)
    missing = plays[10].card
    page = client.get("/?lang=de").text
    assert "Das Spiel geht nicht auf" in page
    fix = {"event": "correct", "seq": next(s for s, e in session.events if isinstance(e, ev.Play) and e.card is None), "card": missing}
    tap(client, session.seq, fix)
    assert "Das Spiel geht nicht auf" not in client.get("/?lang=de").text
