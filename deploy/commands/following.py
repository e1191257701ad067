"""Commands that follow a game: demo, run, watch, simulate."""

import argparse
from dataclasses import replace
from pathlib import Path

from deploy.choice import SIM, Choice, game_arguments, resolve
from deploy.commands.command import Command, complain, json_option, write_json


def _demo_arguments(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser, deck=SIM)
    parser.add_argument("--port", type=int, default=8080, metavar="P", help="port of the dashboard (default: 8080)")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="how many times faster than at a real table (default: 1)")
    parser.add_argument("--check", action="store_true", help="no browser: one hand as fast as it goes, exit 0 if tracked equals played")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    _disturb(parser)
    json_option(parser)


def _disturb(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--disturb",
        action="append",
        default=[],
        metavar="NAME[=N]",
        help="something that goes wrong at the table, N times a hand; `default` stands for the usual ones; not given: nothing goes wrong",
    )


def _filmed(args: argparse.Namespace) -> Choice:
    """What is to be played at the simulated table."""
    from deploy.simulation import disturbances

    return replace(resolve(args, args.deck or SIM), disturb=disturbances(args.disturb))


def _demo(args: argparse.Namespace) -> int:
    from deploy.demo import check, show

    choice = _filmed(args)
    if args.check:
        from deploy.words import comparison_json

        found = check(choice)
        if args.json:
            write_json(comparison_json(found))
        elif found.equal:
            print(f"{choice.game}, {len(choice.players)} players, seed {choice.seed}: tracked as played, {found.cards} cards.")
        else:
            print("\n".join(str(difference) for difference in found.differences))
        if found.equal:
            return 0
        complain(f"segnapunti demo: what was tracked differs from what was played; first: {found.differences[0]}")
        return 1
    return show(choice, args.port, args.speed, browser=not args.no_browser)


def _run_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings file (TOML; default: settings.toml in the home folder)")
    parser.add_argument("--port", type=int, metavar="P", help="port of the dashboard, in place of the one in the settings")


def _run(args: argparse.Namespace) -> int:
    from deploy.service import run

    return run(args.config, args.port)


def _watch_arguments(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument("source", nargs="+", metavar="SOURCE", help="video, folder of images, images, /dev/videoN or picamera2")
    parser.add_argument("--record", type=Path, metavar="OUT", help="write the record there (default: print it)")
    parser.add_argument("--localiser", default="", metavar="MODEL", help="another Ultralytics OBB model (.onnx)")
    json_option(parser)


def _watch(args: argparse.Namespace) -> int:
    from deploy.watching import watch

    return watch(args)


def _simulate_arguments(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser, deck=SIM)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for clip.mp4, truth.jsonl and frames.jsonl")
    parser.add_argument("--hands", type=int, default=1, metavar="N", help="how many hands to film (default: 1)")
    parser.add_argument("--revoke", action="store_true", help="let one player break an obligation once")
    _disturb(parser)


def _simulate(args: argparse.Namespace) -> int:
    from deploy.filming import film

    return film(_filmed(args), args.out, args.hands, args.revoke)


COMMANDS = (
    Command("demo", "Follow a simulated table, pixels included, with the dashboard.", _demo_arguments, _demo),
    Command("run", "The appliance: camera, panel, dashboard.", _run_arguments, _run),
    Command("watch", "Follow a game without dashboard and write its record.", _watch_arguments, _watch),
    Command("simulate", "Film a simulated game: clip, truth, frames.", _simulate_arguments, _simulate),
)
