"""`watch`: follow a game from a clip, stills or a camera, and write its record."""

import argparse
import sys
from pathlib import Path

from deploy.choice import FRENCH, composition, faces_of, house_rules, known, pack_folder
from deploy.commands.command import complain, write_json
from deploy.eyes import Eyes
from deploy.match import Look, Match
from deploy.sources import is_stills, open_source
from table.errors import SegnapuntiError
from table.games import get
from table.record import Writer, event_json, header_json, lines
from table.replay import of_state
from table.session import Session
from vision.frames import FrameSource


def watch(args: argparse.Namespace) -> int:
    """Follow the sources; the record goes to a file line by line, or to stdout at the end. Exit status as in HOUSE."""
    game = get(args.game)
    pack = args.deck or FRENCH
    known(pack)
    source = open_source(args.source)
    try:
        eyes = Eyes(args.localiser)
        seats = args.players or game.PLAYERS[0]
        cards = composition(args.game, seats, faces_of(pack))
        names = tuple(f"Player {seat + 1}" for seat in range(seats))
        folder = pack_folder(pack)
        label = folder.resolve().name if folder else pack
        session = Session(game, names, house_rules(args.set), cards, args.dealer, pack=label)
        eyes.play_with(pack, session.setup.deck.faces)
        match = Match(Look(stills=is_stills(args.source)))
        match.play(session)
        trouble = _follow(source, eyes, match, session, args.record)
    finally:
        source.close()
    return _report(args, session, trouble)


def _follow(source: FrameSource, eyes: Eyes, match: Match, session: Session, out: Path | None) -> list[str]:
    """Every frame; what was wrong on the way, in sentences. What was read before a fault is kept."""
    writer = Writer(out, session.header) if out else None
    written = 0
    trouble: list[str] = []
    try:
        for frame in source:
            match.observe(eyes.process(frame))
            if writer is not None:
                log = session.events
                for _, event in log[written:]:
                    writer.append(event)
                written = len(log)
    except SegnapuntiError as error:
        trouble.append(str(error))
    except KeyboardInterrupt:
        pass  # a live camera is stopped with Ctrl-C; the record is complete up to here
    finally:
        if writer is not None:
            writer.close()
    return [*getattr(source, "errors", ()), *trouble]


def _report(args: argparse.Namespace, session: Session, trouble: list[str]) -> int:
    told = of_state(session.game, session.state)
    record = session.record()
    if args.json:
        write_json({"record": [header_json(record.header), *(event_json(e) for _, e in record.events)], "replay": told, "errors": trouble})
    elif args.record is None:
        sys.stdout.write("\n".join(lines(record)) + "\n")
    else:
        plays = sum(len(trick["plays"]) for hand in told["hands"] for trick in hand["tricks"])
        holes = sum(card is None for hand in told["hands"] for trick in hand["tricks"] for _, card in trick["plays"])
        print(f"{args.record}: {len(record.events)} events, {plays} cards, {holes} of them unread.")
    if trouble:
        more = f" (and {len(trouble) - 1} more)" if len(trouble) > 1 else ""
        complain(f"segnapunti watch: {trouble[0].rstrip('.')}{more}; what was seen before is kept.")
    return 1 if trouble else 0
