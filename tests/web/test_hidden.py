"""Points of a running Briscola: on no page, in no state, on no stream; and no trick but the last."""

import json
import re

from flask.testing import FlaskClient

from table import events as ev
from tests.web.stand import Stand
from web.host import Setup

FIRST, SECOND = ("3co", "Aco"), ("4sp", "Rsp")  # Anna takes the first with 21 points, then leads; Bruno the second with 4


def two_tricks(stand: Stand, **options: object) -> None:
    session = stand.start(Setup("briscola", ("Anna", "Bruno"), options=options))
    session.append(ev.Hand(dealer=0))
    session.append(ev.Trump(card="6de"))
    for seat, card in ((1, FIRST[0]), (0, FIRST[1]), (0, SECOND[0]), (1, SECOND[1])):
        session.append(ev.Play(seat=seat, card=card))


def shown(client: FlaskClient) -> str:
    """Every word the board shows, without the picker's grid of all cards."""
    regions = client.get("/api/state?board=1&lang=en").json["regions"]
    return " ".join(regions.values())


def test_the_state_has_no_points_and_only_the_last_trick(client: FlaskClient, stand: Stand) -> None:
    two_tricks(stand)
    state = client.get("/api/state").json
    assert state["scores"] == [None, None]
    assert state["hands"][0]["points"] == [None, None]
    assert [[p[1] for p in t["plays"]] for t in state["hands"][0]["tricks"]] == [list(SECOND)]
    assert [t["points"] for t in state["hands"][0]["tricks"]] == [None]


def test_the_board_shows_no_points_and_no_card_of_an_earlier_trick(client: FlaskClient, stand: Stand) -> None:
    two_tricks(stand)
    words = shown(client)
    assert "King of swords" in words
    for card in ("Ace of cups", "ace of cups", "Three of cups", "three of cups", '"Aco"', '"3co"'):
        assert card not in words
    assert re.search(r"\b21\b", words) is None
    assert "Nobody may count before the end" in words


def test_the_stream_says_no_more_than_the_state(client: FlaskClient, stand: Stand) -> None:
    two_tricks(stand)
    reply = client.get("/live?board=1&lang=en")
    text = next(chunk for chunk in map(bytes.decode, reply.response) if "data:" in chunk)  # type: ignore[arg-type]  # the client gives bytes
    reply.close()
    document = json.loads(text.split("data: ", 1)[1])
    assert document["scores"] == [None, None]
    assert "Aco" not in text


def test_the_record_of_the_running_game_is_not_to_be_had(client: FlaskClient, stand: Stand) -> None:
    two_tricks(stand)
    game = stand.history()[0].id
    assert client.get(f"/history/{game}.jsonl").status_code == 403
    assert re.search(r"\b21\b", client.get("/history").text.partition("<tbody>")[2]) is None


def test_a_house_that_plays_with_open_points_sees_all_of_it(client: FlaskClient, stand: Stand) -> None:
    two_tricks(stand, show_points="live")
    assert len(client.get("/api/state").json["hands"][0]["tricks"]) == 2


def test_at_the_end_the_result_is_shown_big(client: FlaskClient, stand: Stand) -> None:
    two_tricks(stand)
    assert stand.session is not None
    stand.session.append(ev.Claim(seat=0))
    words = shown(client)
    # Anna has 21 and all that is unplayed: 120 - 4
    assert "Anna wins" in words
    assert "Anna 116 · Bruno 4" in words
    assert client.get(f"/history/{stand.history()[0].id}.jsonl").status_code == 200


def test_an_unread_card_of_an_older_trick_says_nothing_of_what_it_may_be(client: FlaskClient, stand: Stand) -> None:
    session = stand.start(Setup("briscola", ("Anna", "Bruno")))
    perhaps = (("3co", 0.6), ("Aco", 0.4))
    for event in (ev.Hand(dealer=0), ev.Trump(card="6de"), ev.Play(seat=1, candidates=perhaps), ev.Play(seat=0, card="2co")):
        session.append(event)
    session.append(ev.Gather(seat=1))
    for seat, card in ((1, SECOND[0]), (0, SECOND[1])):
        session.append(ev.Play(seat=seat, card=card))
    assert client.get("/api/state").json["holes"] == [{"seq": 3, "seat": 1, "candidates": []}]
    assert not re.search("Aco|3co", shown(client))
    reply = client.get("/live?board=1")
    text = next(chunk for chunk in map(bytes.decode, reply.response) if "data:" in chunk)  # type: ignore[arg-type]  # the client gives bytes
    reply.close()
    assert not re.search("Aco|3co", text)
