"""One consistent reading of a session for the board: its state, its log, and what of the log stands."""

from dataclasses import dataclass

from table import events as ev
from table import public
from table.fold import Log, resolve
from table.games import GAMES
from table.session import Session
from table.state import State
from web.host import Host


@dataclass(frozen=True, slots=True)
class Look:
    """What the parts of the board are made from."""

    host: Host
    session: Session
    state: State
    log: Log
    standing: Log

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat."""
        return self.state.setup.players

    @property
    def profile(self) -> str:
        """Whose words the game is played in."""
        return str(self.state.setup.options.get("profile", ""))

    @property
    def hidden(self) -> bool:
        """Points may not be shown now."""
        return hides(self.state)

    def event(self, seq: int) -> ev.Event | None:
        """What stands at `seq`."""
        return next((e for s, e in self.standing if s == seq), None)


def hides(state: State) -> bool:
    """Whether a running hand's points are nobody's to see (Briscola, unless played with `show_points` live)."""
    return public.hides(GAMES[state.setup.game], state)


def look(host: Host, session: Session) -> Look:
    """One consistent reading of the session."""
    log = list(session.events)
    stands = resolve(log, float(session.state.setup.options.get("takeback_s", 3)))
    return Look(host, session, session.state, log, [(s, e) for (s, _), e in zip(log, stands, strict=True) if e is not None])
