"""The address a tablet on the same network reaches this machine under."""

import socket

# A documentation address: connecting a datagram socket sends nothing, it only asks the kernel which way it would go.
_ANYWHERE = ("192.0.2.1", 9)


def lan_address() -> str:
    """The IPv4 address of the interface that leads out; 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def dashboard_url(port: int, host: str = "") -> str:
    """What to type, or to show as QR: `http://192.168.1.20:8080/`. `host` when it listens on one address only."""
    name = host if host not in ("", "0.0.0.0", "::") else lan_address()
    return f"http://{name}:{port}/" if port != 80 else f"http://{name}/"


def port_is_free(port: int, host: str = "0.0.0.0") -> bool:
    """Whether a server could listen there now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True
