"""The line at the bottom of the terminal: which game lies here, how far it is, and who is to move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecup.cli.base.text import safe
from dicecup.cli.narration.narrator import ALL

if TYPE_CHECKING:
    from dicecup.cli.console.session import Desk


def toolbar(desk: Desk) -> str:
    """The line, made of nothing that is hidden from whoever reads it. Whoever knows the seed knows every cup."""
    if desk.here.walk is None and desk.here.live is None:
        return "no game lies here"
    header = desk.here.header
    definition = header.get("definition")
    title = definition.get("title") if isinstance(definition, dict) else None
    facts = [title or header.get("name") or "a log", *_standing(desk)]
    if desk.viewer.reader == ALL and "seed" in header:
        facts.append(f"seed {header['seed']}")
    return (" | " if desk.speech.look.style == "ascii" else " · ").join(safe(str(fact)) for fact in facts)


def _standing(desk: Desk) -> list[str]:
    """How far it is, and what the game waits for."""
    if desk.here.walk is not None:
        return [f"event {desk.here.walk.place()}"]
    match = desk.here.match
    due = match.due
    if match.over:
        waits = "over"
    elif due is not None:
        waits = f"{'the table' if due.seat == 'table' else desk.speech.artist.who(due.seat)} throws"
    else:
        waits = f"{desk.speech.artist.who(str(match.turn))} to move"
    return [f"round {match.state.round}", waits]
