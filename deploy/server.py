"""The dashboard's server: waitress in a thread of its own, and one sentence when the port is taken."""

import errno
import logging
import threading
from typing import Any

from waitress.server import create_server

from table.errors import BadFile

THREADS = 16  # each open stream holds one; the default of 4 would starve after four tablets


class Server:
    """Serves a WSGI application on `host:port` until closed. `port` 0 takes a free one; `port` then says which."""

    def __init__(self, app: Any, host: str, port: int) -> None:
        logging.getLogger("waitress").disabled = False
        try:
            self._server = create_server(app, host=host, port=port, threads=THREADS, ident="segnapunti", clear_untrusted_proxy_headers=True)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise BadFile(
                    f"Port {port} is taken by another program; stop that one, or choose another with --port (or port = .. in the settings)."
                ) from error
            if error.errno == errno.EACCES:
                raise BadFile(f"Port {port} may not be used by this user; choose one above 1023.") from error
            raise BadFile(f"The dashboard cannot listen on {host}:{port} ({error.strerror or error}).") from error
        self.port = int(getattr(self._server, "effective_port", port))
        self._thread = threading.Thread(target=self._server.run, name="server", daemon=True)

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def close(self) -> None:
        """Stop answering; open streams are cut."""
        # waitress reports each stream it cuts with a traceback, which says nothing to whoever pressed Ctrl-C
        logging.getLogger("waitress").disabled = True
        self._server.close()
        if self._thread.is_alive():
            self._thread.join(2.0)
