"""Commands about seeing cards: look, enrol, decks, score, calibrate."""

import argparse
from pathlib import Path

from deploy.choice import FRENCH, deck_argument
from deploy.commands.command import Command, complain, json_option, write_json


def _look_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("image", nargs="+", metavar="IMAGE", help="a picture (jpg, png, webp, bmp, tiff)")
    deck_argument(parser, FRENCH)
    parser.add_argument("--localiser", default="", metavar="MODEL", help="another Ultralytics OBB model (.onnx)")
    json_option(parser)


def _look(args: argparse.Namespace) -> int:
    from deploy.eyes import look_at
    from deploy.words import look_lines

    document = look_at(args.image, args.deck, args.localiser)
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
    json_option(parser)


def _score(args: argparse.Namespace) -> int:
    from deploy.eyes import score_labels
    from deploy.words import score_lines

    document = score_labels(args.labels, args.deck)
    if args.json:
        write_json(document)
    else:
        print("\n".join(score_lines(document)))
    return 0


def _calibrate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", nargs="?", default="", metavar="SOURCE", help="camera or picture with the marker sheet in view")
    parser.add_argument("--print", type=Path, dest="sheet", metavar="FILE.pdf", help="write the marker sheet to print")


def _calibrate(args: argparse.Namespace) -> int:
    complain("segnapunti calibrate: the marker sheet belongs to a later version; until then drag the table's corners on the set-up page.")
    return 2


COMMANDS = (
    Command("look", "Say which cards pictures show.", _look_arguments, _look),
    Command("enrol", "Teach a deck from pictures of its cards.", _enrol_arguments, _enrol),
    Command("decks", "List the decks known by sight.", _decks_arguments, _decks),
    Command("score", "Measure reading on labelled pictures.", _score_arguments, _score),
    Command("calibrate", "Find the table in the picture by printed markers.", _calibrate_arguments, _calibrate),
)
