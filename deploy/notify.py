"""Tells systemd that the appliance is up and alive (sd_notify), so that a hung one is started anew.

Outside systemd (`NOTIFY_SOCKET` unset) every call does nothing.
"""

import os
import socket
from collections.abc import Mapping


class Notifier:
    """`ready`, `alive`, `status`, `stopping`: one datagram each to systemd's socket."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        env = os.environ if environment is None else environment
        self._address = env.get("NOTIFY_SOCKET", "")
        microseconds = env.get("WATCHDOG_USEC", "")
        # Half the allowance, as sd_watchdog_enabled(3) advises; 0 where no watchdog is set.
        self.every = int(microseconds) / 2e6 if microseconds.isdigit() else 0.0

    def ready(self) -> None:
        self._send("READY=1")

    def alive(self) -> None:
        """To be called at least every `every` seconds, and only while frames or requests are really being served."""
        self._send("WATCHDOG=1")

    def status(self, words: str) -> None:
        self._send(f"STATUS={words}")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        # a leading @ stands for the abstract namespace
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as link:
            try:
                link.sendto(text.encode(), address)
            except OSError:
                # systemd's socket being away must never stop a game
                return
