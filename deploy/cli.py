"""The command `segnapunti`: reads the arguments, runs one command, and says what was wrong in one sentence.

Exit status: 0 ok, 1 something was wrong with the input (one line on stderr), 2 wrong usage or an unknown name.
"""

import argparse
import difflib
import logging
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from deploy.commands import COMMANDS, Command
from deploy.home import version, write_crash
from table.errors import SegnapuntiError, UnknownName

OK, WRONG_INPUT, WRONG_USAGE = 0, 1, 2


class Parser(argparse.ArgumentParser):
    """argparse with one-line errors that offer the nearest name."""

    def error(self, message: str) -> NoReturn:
        stop = "" if message.endswith((".", "?")) else "."
        sys.stderr.write(f"{self.prog}: {message}{stop} ({self.prog} --help shows how.)\n")
        raise SystemExit(WRONG_USAGE)


def parser() -> Parser:
    """The whole command line, with every command of COMMANDS."""
    top = Parser(prog="segnapunti", description="Watches a card table, follows the game, keeps the score.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"segnapunti {version()}")
    top.add_argument("--verbose", action="store_true", help="say more on stderr while working")
    rooms = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for command in COMMANDS:
        sub = rooms.add_parser(command.name, help=command.help, description=command.help, allow_abbrev=False)
        command.arguments(sub)
    return top


def parsed(argv: Sequence[str]) -> tuple[Command, argparse.Namespace]:
    """The command and its arguments; SystemExit(2) with a sentence for wrong usage."""
    top = parser()
    names = [command.name for command in COMMANDS]
    first = next((word for word in argv if not word.startswith("-")), None)
    if first is None and not {"-h", "--help", "--version"} & set(argv):
        top.error(f"a command is missing; commands are {', '.join(names)}")
    if first is not None and first not in names:
        top.error(str(UnknownName("command", first, names)))
    args, strangers = top.parse_known_args(argv)
    if strangers:
        top.error(_stranger(args.command, strangers[0]))
    return next(command for command in COMMANDS if command.name == args.command), args


def _stranger(name: str, word: str) -> str:
    if not word.startswith("-"):
        return f"{name} does not know what to do with {word!r}"
    sub = Parser(add_help=True)
    next(command for command in COMMANDS if command.name == name).arguments(sub)
    options = [option for action in sub._actions for option in action.option_strings]
    near = difflib.get_close_matches(word.split("=")[0], options, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(sorted(o for o in options if o.startswith('--')))}"
    return f"{name} has no option {word.split('=')[0]}; {hint}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status, never lets an exception out."""
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        command, args = parsed(words)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else WRONG_USAGE
    logging.basicConfig(level=logging.INFO if args.verbose else logging.WARNING, format="segnapunti: %(message)s", stream=sys.stderr)
    try:
        status = command.run(args)
        sys.stdout.flush()
        return status
    except UnknownName as error:
        return _say(command.name, str(error), WRONG_USAGE)
    except SegnapuntiError as error:
        return _say(command.name, str(error), WRONG_INPUT)
    except KeyboardInterrupt:
        return 130  # what shells expect of a command stopped with Ctrl-C
    except BrokenPipeError:
        # whoever read our output has seen enough (`| head`); stdout must not complain once more at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as error:
        where = write_crash(error)
        text = f"Something went wrong inside the program ({type(error).__name__}); the details are in {where}." if where else repr(error)
        return _say(command.name, text, WRONG_INPUT)


def _say(name: str, sentence: str, status: int) -> int:
    sys.stderr.write(f"segnapunti {name}: {' '.join(sentence.split())}\n")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
