"""The score in Home Assistant, over MQTT discovery: a sensor a side, whose turn it is, the camera, the last fault.

Optional (`pip install segnapunti[homeassistant]`, setting `mqtt`). It only tells; nothing can be changed from there, and a broker
that is away stops no game.
"""

import json
import logging
from collections.abc import Mapping
from typing import Any, Protocol

log = logging.getLogger(__name__)

PREFIX, NODE = "homeassistant", "segnapunti"
STATE = f"{NODE}/state"
AVAILABLE = f"{NODE}/available"


class Client(Protocol):
    """What is asked of an MQTT client (paho's has it)."""

    def publish(self, topic: str, payload: str, qos: int = 0, retain: bool = False) -> Any: ...


class Announcer:
    """Publishes the sensors once, then the state whenever it has changed."""

    def __init__(self, client: Client, version: str) -> None:
        self._client, self._version = client, version
        self._sides = 0
        self._last = ""

    def show(self, public: Mapping[str, Any], camera: str) -> None:
        """The state as everybody at the table may know it (`Session.public`): hidden points stay hidden here too."""
        players: list[str] = list(public["players"])
        scores: list[int | None] = list(public["scores"])
        if len(scores) != self._sides:
            self._sides = len(scores)
            self._discover(players)
        faults = public["faults"]
        document = {
            "game": public["game"],
            "turn": players[public["turn"]] if public["turn"] is not None else None,
            "scores": {str(side): score for side, score in enumerate(scores)},
            "sides": {str(side): _side(players, side, len(scores)) for side in range(len(scores))},
            "over": public["over"],
            "unread": len(public["holes"]),
            "fault": faults[-1]["fault"] if faults else None,
            "faults": len(faults),
            "camera": camera,
        }
        text = json.dumps(document, ensure_ascii=False)
        if text != self._last:
            self._last = text
            self._client.publish(STATE, text, retain=True)

    def _discover(self, players: list[str]) -> None:
        sensors = {
            "game": ("Game", "{{ value_json.game }}"),
            "turn": ("Turn", "{{ value_json.turn or '-' }}"),
            "fault": ("Last fault", "{{ value_json.fault or '-' }}"),
            "camera": ("Camera", "{{ value_json.camera }}"),
            "unread": ("Unread cards", "{{ value_json.unread }}"),
        }
        for side in range(self._sides):
            sensors[f"score_{side}"] = (f"Score {_side(players, side, self._sides)}", f"{{{{ value_json.scores['{side}'] }}}}")
        for name, (label, template) in sensors.items():
            config = {
                "name": label,
                "unique_id": f"{NODE}_{name}",
                "state_topic": STATE,
                "value_template": template,
                "availability_topic": AVAILABLE,
                "device": {"identifiers": [NODE], "name": "Segnapunti", "sw_version": self._version},
            }
            self._client.publish(f"{PREFIX}/sensor/{NODE}/{name}/config", json.dumps(config, ensure_ascii=False), retain=True)
        self._client.publish(AVAILABLE, "online", retain=True)


def _side(players: list[str], side: int, sides: int) -> str:
    return " + ".join(name for seat, name in enumerate(players) if seat % sides == side)


def connect(broker: str) -> Client | None:
    """A client that keeps trying in the background; None (said once) without paho-mqtt. `broker`: host or host:port."""
    try:
        from paho.mqtt import client as mqtt
    except ImportError:
        log.warning("No Home Assistant: paho-mqtt is not installed (pip install 'segnapunti[homeassistant]').")
        return None
    host, _, port = broker.partition(":")
    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
    client.will_set(AVAILABLE, "offline", retain=True)
    client.connect_async(host, int(port) if port.isdigit() else 1883)
    client.loop_start()
    told: Client = client
    return told
