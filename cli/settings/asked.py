"""What was asked of a command, and the settings that say the rest: the one place where each command gets them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from dicecup.cli.base.output import Manners
from dicecup.cli.base.paths import is_unsaid

if TYPE_CHECKING:
    from dicecup.cli.settings.resolver import Settings


@dataclass
class Asked(Manners):
    """The options of a command as they are given, completed by the settings once all are known.

    `session` are those of a session of the console, where the command is one of its lines; a command of its own reads them.
    """

    session: Settings | None = None

    @cached_property
    def settings(self) -> Settings:
        """The settings in force. DefinitionError or Failure where what somebody has said there cannot be."""
        from dicecup.cli.settings.resolver import Settings  # what it needs would keep completion waiting

        return self.session or Settings.load(asked=self)

    def settle(self) -> None:
        if self.session is None and is_unsaid():  # then nothing needs to be loaded to know the settings
            self.color = self.color or "auto"
        else:
            self.settings.complete(self)
