"""Systemd's watchdog and the address a tablet types."""

import socket
from pathlib import Path

from deploy.address import dashboard_url, lan_address, port_is_free
from deploy.notify import Notifier


def test_systemd_hears_ready_and_alive(tmp_path: Path) -> None:
    ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ear.bind(str(tmp_path / "notify"))
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "30000000"})
    notifier.ready()
    notifier.alive()
    notifier.status("following")
    assert [ear.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STATUS=following"]
    assert notifier.every == 15.0
    ear.close()


def test_outside_systemd_nothing_happens() -> None:
    notifier = Notifier({})
    notifier.ready()
    notifier.stopping()
    assert notifier.every == 0.0


def test_a_systemd_that_went_away_stops_no_game(tmp_path: Path) -> None:
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).alive()


def test_the_address_names_the_port_unless_it_is_the_usual_one() -> None:
    assert dashboard_url(8080, "192.0.2.7") == "http://192.0.2.7:8080/"
    assert dashboard_url(80, "192.0.2.7") == "http://192.0.2.7/"


def test_there_is_always_some_address() -> None:
    assert len(lan_address().split(".")) == 4


def test_a_port_somebody_listens_on_is_not_free() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert not port_is_free(taken.getsockname()[1], "127.0.0.1")
