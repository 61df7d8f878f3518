"""What whoever types prefers: the settings, in so far as they count where a script is to do the same for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicecup.cli.base.output import Manners
from dicecup.cli.settings.asked import Asked
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
    def asked(self) -> Asked:
        """What a command on a line is asked before its own options are read; the session's settings say the rest."""
        own = self._asked
        return Asked(json=own.json, quiet=own.quiet, no_input=own.no_input, session=self.settings)

    @property
    def manners(self) -> Manners:
        """How what the session says is to be said."""
        asked = self.asked
        asked.settle()
        return asked

    def of_play(self, name: str) -> Any:
        """A setting that changes how a game goes. In a script only its own word counts, so that it does the same for everybody."""
        own = self._input.asking or (self.settings.source(name) == SESSION and not self._input.watched)
        return self.settings.get(name) if own else getattr(Values(), name)
