"""Every command of the console."""

from __future__ import annotations

from dicecup.cli.console.commands import assertions, game, logs, tools
from dicecup.cli.console.registry import Registry

GROUPS = ("Play", "Look", "Walk", "Keep", "Games", "Console")
COMMANDS = Registry(GROUPS, (*game.COMMANDS, *logs.COMMANDS, *tools.COMMANDS, *assertions.COMMANDS))
