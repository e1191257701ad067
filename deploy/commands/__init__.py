"""The commands, one family a file. Each imports what it needs when it runs, so that `segnapunti replay` loads no camera code."""

from deploy.commands.command import Command
from deploy.commands.following import COMMANDS as FOLLOWING
from deploy.commands.house import COMMANDS as HOUSE
from deploy.commands.records import COMMANDS as RECORDS
from deploy.commands.seeing import COMMANDS as SEEING

COMMANDS: tuple[Command, ...] = (*FOLLOWING, *SEEING, *RECORDS, *HOUSE)

__all__ = ["COMMANDS", "Command"]
