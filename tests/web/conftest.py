"""A stand with a game of two-handed Briscola (trump denari, Bruno leads), and a client of its dashboard."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from table import events as ev
from tests.web.stand import Stand
from web.app import create_app
from web.host import Setup


@pytest.fixture
def stand() -> Stand:
    return Stand(camera="simulated")


@pytest.fixture
def client(stand: Stand) -> FlaskClient:
    return create_app(stand).test_client()


@pytest.fixture
def briscola(stand: Stand) -> Stand:
    session = stand.start(Setup("briscola", ("Anna", "Bruno")))
    session.append(ev.Hand(dealer=0))
    session.append(ev.Trump(card="6de"))
    return stand


def tap(client: FlaskClient, seq: int, event: dict[str, Any], **more: Any) -> Any:
    """POST one event as a page that has seen `seq`."""
    return client.post("/api/events", json={"seq": seq, "event": event}, **more)
