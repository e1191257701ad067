"""Commands about seeing cards: look, enrol, decks, score, calibrate."""

import argparse
from pathlib import Path

from deploy.choice import FRENCH, deck_argument
from deploy.commands.command import Command, complain, json_option, write_json
from table.errors import BadFile


def _look_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("image", nargs="+", metavar="IMAGE", help="a picture (jpg, png, webp, bmp, tiff)")
    deck_argument(parser, FRENCH)
    parser.add_argument("--localiser", default="", metavar="MODEL", help="another Ultralytics OBB model (.onnx)")
    json_option(parser)


def _look(args: argparse.Namespace) -> int:
    from deploy.choice import known
    from deploy.eyes import deck, models
    from deploy.words import look_lines
    from vision.look import look

    known(args.deck)
    eyes = models(args.localiser)
    document = look(args.image, deck(args.deck, eyes), eyes)
    if args.json:
        write_json(document)
    else:
        print("\n".join(look_lines(document)))
    errors = [image["error"] for image in document["images"] if "error" in image]
    if errors:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        complain(f"segnapunti look: {str(errors[0]).rstrip('.')}{more}.")
    return 1 if errors else 0


def _enrol_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="name of the deck; the same name replaces it")
    parser.add_argument("source", metavar="SOURCE", help="folder of images named by card, a photo of a row (with --order), or a camera")
    parser.add_argument("--order", metavar="CARDS", help='cards of the row in the photo, left to right: "AS 10S KS"')
    json_option(parser)


def _enrol(args: argparse.Namespace) -> int:
    from deploy.eyes import teach

    document = teach(args.name, args.source, args.order)
    if args.json:
        write_json(document)
    else:
        print(f"{document['name']}: {document['cards']} cards learned ({document['composition'] or 'no known composition'}).")
        for line in document["notes"]:
            print(f"  {line}")
    if document["missing"]:
        complain(f"segnapunti enrol: missing {', '.join(document['missing'])}; saved all the same.")
    return 0


def _decks_arguments(parser: argparse.ArgumentParser) -> None:
    json_option(parser)


def _decks(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from vision.pack import list_packs

    packs = list_packs()
    if args.json:
        write_json([asdict(pack) for pack in packs])
    else:
        for pack in packs:
            where = "built in" if pack.built_in else "taught"
            text = pack.error or f"{pack.cards} cards, {pack.composition or 'no known composition'}, {where}"
            lacks = f"; missing {', '.join(pack.missing)}" if pack.missing else ""
            print(f"{pack.name:<20}{text}{lacks}")
    return 1 if any(pack.error for pack in packs) else 0


def _score_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("labels", metavar="LABELS.csv", help="a table of images and the cards they show")
    deck_argument(parser, None)
    parser.add_argument("--group", action="append", metavar="NAME", help="only this folder of pictures; may be given several times")
    json_option(parser)


def _score(args: argparse.Namespace) -> int:
    from deploy.choice import known
    from deploy.eyes import models
    from deploy.words import score_lines
    from vision.score import score

    if args.deck is not None:
        known(args.deck)
    progress = None if args.json else complain
    document = score(args.labels, args.deck, models(), groups=args.group or None, progress=progress)
    if args.json:
        write_json(document)
    else:
        print("\n".join(score_lines(document)))
    return 0


def _calibrate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", nargs="?", default="auto", metavar="SOURCE", help="camera or picture with the marker sheet in view")
    parser.add_argument("--print", type=Path, dest="sheet", metavar="FILE.pdf", help="write the marker sheet to print")
    json_option(parser)


def _calibrate(args: argparse.Namespace) -> int:
    from deploy.eyes import one_frame
    from vision.calibration import from_sheet, sheet_pdf

    if args.sheet:
        try:
            args.sheet.write_bytes(sheet_pdf())
        except OSError as error:
            raise BadFile(f"{args.sheet} cannot be written ({error.strerror or error}).") from error
        print(f"{args.sheet}: print it at 100 %, lay it flat under the camera, then run segnapunti calibrate.")
        return 0
    frame = one_frame([args.source])
    plane = from_sheet(frame.image)
    width, height = frame.size
    corners = plane.to_table([(0, 0), (width, 0), (width, height), (0, height)])
    across = max(x for x, _ in corners) - min(x for x, _ in corners)
    down = max(y for _, y in corners) - min(y for _, y in corners)
    if args.json:
        write_json({"error_mm": round(plane.error, 2), "view_mm": [round(across), round(down)], "matrix": plane.matrix.tolist()})
    else:
        print(f"The camera sees {across / 10:.0f} by {down / 10:.0f} cm of the table; the markers fit within {plane.error:.1f} mm.")
    return 0


COMMANDS = (
    Command("look", "Say which cards pictures show.", _look_arguments, _look),
    Command("enrol", "Teach a deck from pictures of its cards.", _enrol_arguments, _enrol),
    Command("decks", "List the decks known by sight.", _decks_arguments, _decks),
    Command("score", "Measure reading on labelled pictures.", _score_arguments, _score),
    Command("calibrate", "Find the table in the picture by printed markers.", _calibrate_arguments, _calibrate),
)
