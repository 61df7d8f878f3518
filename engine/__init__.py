"""Rules, dice, matches, logs, bots and playtests: everything of dicecup that knows no terminal.

The names below are the public API; each is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicecup.engine.bots.agents import agent as agent
    from dicecup.engine.bots.agents import play_out as play_out
    from dicecup.engine.core.philox import throw as throw
    from dicecup.engine.core.problems import DicecupError as DicecupError
    from dicecup.engine.definitions.definition import Definition as Definition
    from dicecup.engine.definitions.definition import from_header as from_header
    from dicecup.engine.definitions.definition import load as load
    from dicecup.engine.definitions.definition import names as names
    from dicecup.engine.games.base import IllegalMove as IllegalMove
    from dicecup.engine.match.match import Match as Match
    from dicecup.engine.match.match import Seat as Seat
    from dicecup.engine.match.match import new_match as new_match
    from dicecup.engine.replay.verify import verify as verify

HOME = {
    "Definition": "definitions.definition",
    "DicecupError": "core.problems",
    "IllegalMove": "games.base",
    "Match": "match.match",
    "Seat": "match.match",
    "agent": "bots.agents",
    "from_header": "definitions.definition",
    "load": "definitions.definition",
    "names": "definitions.definition",
    "new_match": "match.match",
    "play_out": "bots.agents",
    "throw": "core.philox",
    "verify": "replay.verify",
}

__all__ = sorted(HOME)  # noqa: PLE0605 - a list of texts


def __getattr__(name: str) -> Any:
    if name not in HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{HOME[name]}"), name)
    return value
