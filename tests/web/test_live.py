"""The stream: what comes when, under which id, and what happens when too many listen."""

import json
from typing import Any

from flask.testing import FlaskClient

from table import events as ev
from tests.web.stand import Stand
from web.live import MOST_STREAMS, Hub


def listen(client: FlaskClient, **headers: str) -> Any:
    return client.get("/live", headers=headers)


def following(reply: Any) -> tuple[str, dict[str, Any]]:
    """Id and document of the next message."""
    for chunk in reply.response:
        lines = dict(line.split(": ", 1) for line in chunk.decode().strip().splitlines())
        if "data" in lines and "id" in lines:
            return lines["id"], json.loads(lines["data"])
    raise AssertionError("the stream ended")


def test_a_new_listener_gets_the_state_at_once_under_game_and_seq(client: FlaskClient, briscola: Stand) -> None:
    reply = listen(client)
    name, document = following(reply)
    reply.close()
    assert reply.mimetype == "text/event-stream"
    assert (name, document["seq"], document["trump"]) == (f"{briscola.game_id}:2", 2, "de")


def test_each_event_comes_under_its_own_id(client: FlaskClient, briscola: Stand) -> None:
    assert briscola.session is not None
    reply = listen(client)
    following(reply)
    briscola.session.append(ev.Play(seat=1, card="3co"))
    name, document = following(reply)
    reply.close()
    assert (name, document["trick"][0]["card"]) == (f"{briscola.game_id}:3", "3co")


def test_a_listener_that_comes_back_is_told_what_it_missed(client: FlaskClient, briscola: Stand) -> None:
    assert briscola.session is not None
    briscola.session.append(ev.Play(seat=1, card="3co"))
    reply = listen(client, **{"Last-Event-ID": f"{briscola.game_id}:2"})
    name, _ = following(reply)
    reply.close()
    assert name == f"{briscola.game_id}:3"


def test_a_lost_camera_is_told_though_nothing_was_played(client: FlaskClient, briscola: Stand) -> None:
    reply = listen(client)
    following(reply)
    briscola.lose_camera()
    _, document = following(reply)
    reply.close()
    assert document["camera"] == "failed"


def test_beyond_the_limit_a_listener_is_asked_to_come_back_later(client: FlaskClient, briscola: Stand) -> None:
    replies = [listen(client) for _ in range(MOST_STREAMS)]
    late = listen(client)
    assert (late.status_code, late.headers["Retry-After"]) == (503, "10")
    replies[0].close()
    again = listen(client)
    assert again.status_code == 200
    for reply in (*replies[1:], again):
        reply.close()


def test_waiting_returns_without_a_change_after_its_time(stand: Stand) -> None:
    hub = Hub(stand)
    assert hub.wait(0, 0.001) == 0
    hub.wake()
    assert hub.wait(0, 60) == 1
