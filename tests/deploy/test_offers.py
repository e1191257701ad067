"""A combination laid on the table reaches the dashboard as one tap: camera side, tracker, host, page, and back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.appliance import Appliance
from deploy.notify import Notifier
from deploy.settings import Settings, defaults
from table import events as ev
from tests.table.observations import WIDTH, Film
from tests.table.stand import MIDDLE
from web.host import Setup
from web.live import Hub


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Appliance]:
    it = Appliance(Settings({**defaults().values, "host": "127.0.0.1", "port": 0}), tmp_path / "ledger.db", notifier=Notifier({}))
    session = it.open(Setup("bazzica", ("Anna", "Bruno"), 0, "french-32"))
    for event in (ev.Hand(dealer=0), ev.Trump(card="9H"), ev.Play(seat=1, card="7S"), ev.Play(seat=0, card="AS"), ev.Gather(seat=0)):
        session.append(event)
    yield it
    it.close()


def watch(table: Appliance, film: Film, seconds: float) -> None:
    for seen in film.wait(seconds):
        table.observe(seen)


def test_a_combination_laid_down_is_shown_to_every_tablet_and_one_tap_counts_it(table: Appliance) -> None:
    client, hub = table.app.test_client(), Hub(table.host)
    film = Film(("KH", "QH"))
    watch(table, film, 1.0)
    told = hub.count
    for i, code in enumerate(("KH", "QH")):
        film.put(code, MIDDLE[0] + (i - 3) * 1.05 * WIDTH, MIDDLE[1] + 3.4 * WIDTH)
    watch(table, film, 0.6)
    assert hub.count > told  # tablets hear of it although nothing has been recorded
    state = client.get("/api/state?board=1").get_json()
    [offer] = state["offers"]
    assert offer == {"event": "meld", "seat": 0, "meld": "matrimonio_briscola", "cards": ["KH", "QH"]}
    assert "btn offer" in state["regions"]["side"]
    assert client.post("/api/events", json={"seq": state["seq"], "event": offer}).status_code == 200
    watch(table, film, 0.6)
    assert client.get("/api/state").get_json()["offers"] == []
    assert table.match.session is not None
    hand = table.match.session.state.hand
    assert hand is not None
    assert [(m.seat, m.meld, m.points) for m in hand.melds] == [(0, "matrimonio_briscola", 40)]
