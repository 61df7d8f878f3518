"""The settings as they count in a session: all for a person; for a script only what is the same for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicecup.cli.base.output import Manners
from dicecup.cli.settings.resolver import SESSION
from dicecup.cli.settings.schema import Values

if TYPE_CHECKING:
    from dicecup.cli.console.front import Input
    from dicecup.cli.settings.resolver import Settings


class Preferences:
    """The settings of a session, which `set` changes, below what was `asked` of the command."""

    def __init__(self, asked: Manners, settings: Settings, typed: Input) -> None:
        self.settings = settings
        self._asked = asked
        self._input = typed

    @property
    def manners(self) -> Manners:
        """What was asked of the command, and what the settings say where nothing was."""
        return self.settings.manners(self._asked)

    def of_play(self, name: str) -> Any:
        """A setting that changes how a game goes. In a script only its own word counts, so that it does the same for everybody."""
        own = self._input.asking or (self.settings.source(name) == SESSION and not self._input.watched)
        return self.settings.get(name) if own else getattr(Values(), name)
