"""Commands about the machine: doctor, backup, restore, export, qr."""

import argparse
from pathlib import Path

from deploy.commands.command import Command, json_option, write_json
from deploy.settings import Settings, defaults, load


def _config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings file (TOML)")


def settings_of(args: argparse.Namespace) -> Settings:
    """The settings file named on the command line, or the defaults."""
    return load(args.config) if args.config else defaults()


def _doctor_arguments(parser: argparse.ArgumentParser) -> None:
    _config(parser)
    parser.add_argument(
        "--camera", nargs="?", const="", metavar="SOURCE", help="look through the camera too: sharpness, light, size of the cards"
    )
    json_option(parser)


def _doctor(args: argparse.Namespace) -> int:
    from deploy.doctor import BAD, Place, as_json, examine
    from deploy.home import MODELS, home

    settings = settings_of(args)
    findings = examine(Place(home(), MODELS, settings))
    if args.camera is not None:
        from deploy.lens import camera_findings

        findings += camera_findings(args.camera or settings.text("camera"), settings)
    if args.json:
        write_json(as_json(findings))
    else:
        for finding in findings:
            print(f"{finding.state:<5}{finding.check:<10}{finding.text}")
    return 1 if any(finding.state == BAD for finding in findings) else 0


def _backup_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write it (default: segnapunti-DATE.tar.gz here)")


def _backup(args: argparse.Namespace) -> int:
    from datetime import date

    from deploy.backup import write_backup
    from deploy.home import home

    out = args.out or Path(f"segnapunti-{date.today().isoformat()}.tar.gz")
    names = write_backup(home(), out)
    print(f"{out}: {', '.join(names) or 'nothing to keep yet'}")
    return 0


def _restore_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("backup", type=Path, metavar="FILE", help="a file made by segnapunti backup")


def _restore(args: argparse.Namespace) -> int:
    from deploy.backup import restore_backup
    from deploy.home import home

    names = restore_backup(args.backup, home())
    print(f"Restored: {', '.join(names) or 'nothing, the backup is empty'}. What was here before is kept beside it.")
    return 0


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("games"), metavar="DIR", help="folder for the records (default: games)")


def _export(args: argparse.Namespace) -> int:
    from deploy.archive import export_games
    from deploy.home import ledger_file

    paths = export_games(ledger_file(), args.out)
    print(f"{len(paths)} games written to {args.out}." if paths else "There is no game to export yet.")
    return 0


def _qr_arguments(parser: argparse.ArgumentParser) -> None:
    _config(parser)
    parser.add_argument("--port", type=int, help="port of the dashboard (default: from the settings)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write a picture (.svg or .png) instead of drawing it here")


def _qr(args: argparse.Namespace) -> int:
    import segno

    from deploy.address import dashboard_url
    from table.errors import BadFile

    settings = settings_of(args)
    url = dashboard_url(args.port or settings.number("port"), settings.text("host"))
    code = segno.make(url)
    if args.out:
        if args.out.suffix not in (".svg", ".png"):
            raise BadFile(f"{args.out} should end in .svg or .png.")
        try:
            code.save(str(args.out), scale=8, border=4)
        except OSError as error:
            raise BadFile(f"{args.out} cannot be written ({error.strerror}).") from error
    else:
        code.terminal(compact=True)
    print(url)
    return 0


COMMANDS = (
    Command("doctor", "Check this machine: packages, models, camera, disk, database, port.", _doctor_arguments, _doctor),
    Command("backup", "Write games, taught decks and settings to one file.", _backup_arguments, _backup),
    Command("restore", "Put a backup back; what is here now is kept beside it.", _restore_arguments, _restore),
    Command("export", "Write every game played here as a record.", _export_arguments, _export),
    Command("qr", "Show the dashboard's address as a QR code.", _qr_arguments, _qr),
)
