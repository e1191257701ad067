"""What Home Assistant is told: sensors once, the state when it changed, and nothing that must stay hidden."""

import json

from deploy.homeassistant import AVAILABLE, STATE, Announcer
from table import events as ev
from table.session import Session


class Broker:
    """An MQTT client that keeps what was published."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def publish(self, topic: str, payload: str, qos: int = 0, retain: bool = False) -> None:
        assert retain, "a Home Assistant that starts later has to learn it too"
        self.said.append((topic, payload))

    def states(self) -> list[dict[str, object]]:
        return [json.loads(payload) for topic, payload in self.said if topic == STATE]


def playing(players: tuple[str, ...] = ("Anna", "Bruno")) -> Session:
    session = Session("briscola", players, {}, "italian-40")
    for event in (ev.Hand(dealer=0), ev.Trump(card="Cco"), ev.Play(seat=1, card="Ade")):
        session.append(event)
    return session


def test_whose_turn_it_is_is_told_by_name() -> None:
    broker = Broker()
    Announcer(broker, "1").show(playing().public(), "watching")
    assert broker.states()[0]["turn"] == "Anna"


def test_hidden_points_are_hidden_here_too() -> None:
    broker, session = Broker(), playing()
    session.append(ev.Play(seat=0, card="2de"))  # Bruno has taken eleven points, which nobody may know yet
    Announcer(broker, "1").show(session.public(), "watching")
    assert broker.states()[0]["scores"] == {"0": None, "1": None}


def test_the_same_state_is_told_once() -> None:
    broker, session = Broker(), playing()
    announcer = Announcer(broker, "1")
    announcer.show(session.public(), "watching")
    announcer.show(session.public(), "watching")
    announcer.show(session.public(), "failed")
    assert [state["camera"] for state in broker.states()] == ["watching", "failed"]


def test_each_sensor_is_described_once_and_pairs_share_a_score() -> None:
    broker = Broker()
    announcer = Announcer(broker, "1")
    session = playing(("Anna", "Bruno", "Carla", "Dario"))
    announcer.show(session.public(), "watching")
    announcer.show(session.public(), "failed")
    configs = [json.loads(payload) for topic, payload in broker.said if topic.endswith("/config")]
    assert len(configs) == len({config["unique_id"] for config in configs})
    assert [config["name"] for config in configs if "score" in config["unique_id"]] == ["Score Anna + Carla", "Score Bruno + Dario"]
    assert (AVAILABLE, "online") in broker.said
