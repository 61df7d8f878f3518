"""What shows the games of a family: words, pictures, questions about odds. Each is optional, loaded when asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dicecup.cli.drawing.contract import Drawing
    from dicecup.cli.narration.contract import Narration
    from dicecup.cli.odds.query import OddsQuery


@dataclass(frozen=True)
class Display:
    """The display of one family: functions that load its parts.

    Without `narration` its events are told by their type and fields, and its moves as they stand; without `drawing`
    its table is told in words; without `odds` nobody can ask for any.
    """

    narration: Callable[[], Narration] | None = None
    drawing: Callable[[], Drawing] | None = None
    odds: Callable[[], OddsQuery] | None = None
