"""Every command of the console."""

from __future__ import annotations

from dicecup.cli.console.commands import assertions as facts
from dicecup.cli.console.commands import game, logs, tools

GROUPS = ("Play", "Look", "Walk", "Keep", "Games", "Console")
COMMANDS = (*game.COMMANDS, *logs.COMMANDS, *tools.COMMANDS, *facts.COMMANDS)
NAMES = {name: command for command in COMMANDS for name in (command.name, *command.also)}
