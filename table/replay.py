"""Replay: a record, folded, as the JSON document of `segnapunti replay` (contract in HOUSE)."""

import os
from dataclasses import replace
from typing import Any

from table import checksum
from table.deduction import settle
from table.faults import FaultReport
from table.games import get as get_game
from table.games.base import Game
from table.record import Record, read
from table.state import Hand, Played, State, Trick


def document(record: Record | str | os.PathLike[str]) -> dict[str, Any]:
    """The replay of a record, or of the record in a file (BadFile, BadRecord)."""
    if not isinstance(record, Record):
        record = read(record)
    game, setup = get_game(record.header.game), record.header.setup()
    errors = [{"line": e.line, "error": e.error} for e in record.errors]
    raw, state, put = settle(game, setup, record.events)
    found = of_state(game, state, errors)
    if put:
        for told, hand in zip(found["hands"], state.hands, strict=True):
            _unread(told, hand, put)
        for i, told in enumerate(found["hands"][: len(raw.hands)]):
            failed = checksum.check(game, replace(raw, hands=raw.hands[: i + 1]))
            told |= {"check": failed.json()} if failed else {}
    return found


def _unread(told: dict[str, Any], hand: Hand, put: dict[int, str]) -> None:
    """Cards nobody read stay null in the document; `deduced` of their hand says what elimination leaves for them."""
    rows = [t.plays for t in hand.tricks] + ([hand.plays] if hand.plays else [])
    for trick, plays in zip(told["tricks"], rows, strict=True):
        trick["plays"] = [[p.seat, None if p.seq in put else p.card] for p in plays]
    here = [{"seq": p.seq, "card": put[p.seq]} for row in rows for p in row if p.seq in put]
    if here:
        told["deduced"] = here


def of_state(game: Game, state: State, errors: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The replay document of a state, everything shown."""
    setup = state.setup
    found: dict[str, Any] = {
        "game": setup.game,
        "options": dict(setup.options),
        "players": list(setup.players),
        "errors": errors or [],
        "hands": [hand_json(game, replace(state, hands=state.hands[: i + 1])) for i in range(len(state.hands))],
        "scores": list(state.scores),
        "over": state.over,
        "winner": state.winner,
        "faults": [fault_json(f) for f in state.faults],
    }
    return found | game.standing_json(state)


def hand_json(game: Game, state: State) -> dict[str, Any]:
    """The last hand of a state; `check` where it does not add up (`table.checksum`)."""
    hand = state.hands[-1]
    tricks = [trick_json(t) for t in hand.tricks]
    if hand.plays:
        tricks.append(trick_json(Trick(hand.plays[0].seat, hand.plays)))
    found = {"dealer": hand.dealer, "trump": hand.trump, "tricks": tricks, "points": list(points(game, state, hand))}
    failed = checksum.check(game, state)
    return found | game.summary(state, hand) | ({"check": failed.json()} if failed else {})


def points(game: Game, state: State, hand: Hand) -> tuple[int | None, ...]:
    """Card points by side: final when the hand is done, so far while it runs, none when it counts for nobody."""
    if hand.counts:
        return hand.points
    return (0,) * game.sides(state.setup) if hand.done else game.points(state)


def trick_json(trick: Trick) -> dict[str, Any]:
    """One trick; an unread card is null."""
    return {"leader": trick.leader, "plays": [[p.seat, p.card] for p in trick.plays], "winner": trick.winner, "points": trick.points}


def fault_json(fault: FaultReport) -> dict[str, Any]:
    """One fault."""
    return {
        "fault": fault.fault.value, "grade": fault.grade.value, "seat": fault.seat, "seq": fault.seq,
        "proved_at": fault.proved_at, "why": fault.why.value if fault.why else None,
    } | ({"accepted": True} if fault.accepted else {})  # fmt: skip


def hole_json(play: Played) -> dict[str, Any]:
    """An unread card with its candidates, best first."""
    return {"seq": play.seq, "seat": play.seat, "candidates": [list(c) for c in play.candidates or ()]}
