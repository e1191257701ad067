"""What the commands print for people, made from the same documents that --json prints."""

from collections.abc import Iterator, Mapping
from typing import Any

from table.compare import Comparison

Document = Mapping[str, Any]  # Any: JSON made elsewhere, its keys are contracts of HOUSE


def replay_lines(document: Document) -> Iterator[str]:
    """A game trick by trick, with points, melds, faults and the standing."""
    players: list[str] = document["players"]
    yield f"{document['game']}: {', '.join(players)}"
    for number, hand in enumerate(document["hands"], 1):
        yield f"Hand {number}, dealt by {_name(players, hand['dealer'])}, trumps {hand['trump'] or '?'}"
        for index, trick in enumerate(hand["tricks"], 1):
            plays = "  ".join(f"{_name(players, seat)} {card or '?'}" for seat, card in trick["plays"])
            points = "?" if trick["points"] is None else trick["points"]
            yield f"  {index:>2}. {plays}  → {_name(players, trick['winner'])} {points}"
        for meld in hand.get("melds", ()):
            yield f"      {_name(players, meld['seat'])} {meld['meld']} {meld['points']}"
        yield f"  points {_scores(hand['points'])}"
    yield f"Score {_scores(document['scores'])}" + ("" if not document["over"] else f"; {_winner(document)}")
    for fault in document["faults"]:
        yield fault_line(fault, players)


def fault_line(fault: Document, players: list[str]) -> str:
    """One fault: who, what, how sure, and the event it was."""
    why = f" ({fault['why']})" if fault.get("why") else ""
    return f"Fault: {_name(players, fault['seat'])} {fault['fault']}, {fault['grade']}, event {fault['seq']}{why}"


def comparison_json(found: Comparison) -> dict[str, object]:
    """The document of `compare --json` and `demo --check --json`."""
    return {
        "equal": found.equal, "hands": found.hands, "error_free": found.error_free, "rate": found.rate,
        "cards": found.cards, "unread": found.unread, "wrong": found.wrong,
        "differences": [
            {"hand": d.hand, "truth_seq": d.truth_seq, "record_seq": d.record_seq, "truth": d.truth, "record": d.record}
            for d in found.differences
        ],
    }  # fmt: skip


def look_lines(document: Document) -> Iterator[str]:
    """One line a card."""
    for image in document["images"]:
        if "error" in image:
            yield f"{image['image']}: {image['error']}"
            continue
        yield f"{image['image']}: {len(image['cards'])} cards, {image['ms']} ms"
        for card in image["cards"]:
            x, y = (sum(corner[axis] for corner in card["corners"]) / 4 for axis in (0, 1))
            name = card["card"] or ("face down" if card["face"] == "down" else "?")
            others = " ".join(f"{code} {p:.2f}" for code, p in card["candidates"][:3]) if card["face"] == "up" else ""
            yield f"  {name:<9} {card['confidence']:.2f}  at {x:.0f},{y:.0f}  {others}".rstrip()


def score_lines(document: Document) -> Iterator[str]:
    """One line a group of pictures, and the total."""
    yield f"{'group':<20}{'images':>7}{'cards':>7}{'right':>7}{'wrong':>7}{'unread':>7}"
    for name, tally in (*document["groups"].items(), ("total", document["total"])):
        yield f"{name:<20}" + "".join(f"{tally[key]:>7}" for key in ("images", "cards", "right", "wrong", "abstained"))
    for tally in document["groups"].values():
        yield from (f"  wrong: {wrong}" for wrong in tally.get("wrong_cards", ()))


def _name(players: list[str], seat: int | None) -> str:
    return "?" if seat is None else players[seat] if seat < len(players) else str(seat)


def _scores(values: list[int | None]) -> str:
    return " - ".join("?" if value is None else str(value) for value in values)


def _winner(document: Document) -> str:
    winner = document["winner"]
    if winner is None:
        return "a draw"
    players: list[str] = document["players"]
    sides = len(document["scores"])
    return "won by " + " and ".join(name for seat, name in enumerate(players) if seat % sides == winner)
