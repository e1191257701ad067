"""The monte as the table shows it: cards turned up in the middle once somebody has won the auction, before anything is played."""

from collections.abc import Sequence

from table import events as ev
from table.games.bidding import PLAY, Bidding
from table.pieces import Piece
from table.state import State
from table.view import Rules

STEADY = 0.3  # seconds the row must have lain: vision may see one of its cards twice for a moment


class Monte:
    """Waits for the monte. In games without one it finds nothing."""

    def __init__(self, game: Rules) -> None:
        self._game = game if isinstance(game, Bidding) else None
        self._row: list[Piece] = []
        self._since = 0.0

    def seen(self, state: State, faces: Sequence[Piece], at: float) -> ev.Monte | None:
        """The monte, left to right, once all of it is read; what was read of it when it is taken up before. `faces`: those at rest
        in the middle."""
        hand, game = state.hand, self._game
        if game is None or hand is None or hand.done or hand.phase == PLAY or hand.own.auction.by is None or not hand.own.auction.over:
            self._row = []
            return None
        if hand.own.monte is not None:
            return None
        size = game.monte_size(state.setup)
        if len(faces) == size and set(faces) != set(self._row):
            self._row, self._since = sorted(faces, key=lambda p: p.lay), at
        taken = not all(p.here for p in self._row)
        if at - self._since < STEADY:
            self._row = [] if taken else self._row
            return None
        read = tuple(p.card for p in self._row if p.card is not None)
        if self._row and (len(read) == size or taken):
            self._row = []
            return ev.Monte(cards=read)
        return None
