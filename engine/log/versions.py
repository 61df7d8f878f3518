"""Which version wrote a log, and whether this one can read it. What is newer is refused by name, whoever wants to read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicecup import __version__
from dicecup.engine.core.philox import RNG
from dicecup.engine.core.problems import printable, quoted
from dicecup.engine.games.options import latest_step
from dicecup.engine.games.registry import family, is_family
from dicecup.engine.log.verdict import NOT_INSTALLED, UNKNOWN_VERSION
from dicecup.engine.match.match import FORMAT

THIS = f"dicecup {__version__}"


@dataclass(frozen=True)
class Unreadable:
    """Why nothing can be said of a game here: the kind as `verify` has it, a sentence, and what could be read."""

    kind: str
    message: str
    expected: Any = None


def unreadable(head: Mapping[str, Any]) -> Unreadable | None:
    """Why this dicecup cannot read the game of a header: it is newer, or of a family that is not installed; None where it can.

    What is merely wrong in a header is not asked here.
    """
    version = head.get("dicecup")
    if "dicecup" in head and (not isinstance(version, int) or isinstance(version, bool)):
        return _unknown(
            head, f"says that it is of format {quoted(str(version))}, which is none", f"reads format {FORMAT}", FORMAT
        )
    if isinstance(version, int) and version != FORMAT:
        return _unknown(head, f"is of format {version}", f"reads format {FORMAT}", FORMAT)
    definition, needs, rng = head.get("definition"), head.get("needs"), head.get("rng")
    name = definition.get("family") if isinstance(definition, dict) else None
    if isinstance(name, str) and is_family(name) and isinstance(needs, int):
        known = latest_step(family(name).options)
        if needs > known:
            return _unknown(
                head, f"needs step {needs} of the rules of {name}", f"knows them up to step {known}", known, "needs"
            )
    if isinstance(rng, str) and rng != RNG:
        return _unknown(head, f"has dice that are made by {quoted(rng)}", f"knows {RNG}", RNG, "rng")
    if isinstance(head.get("from"), str) and isinstance(name, str) and not is_family(name):
        package = printable(head["from"])
        said = f"the game is of the family {quoted(name)}, which comes with {package}; install that to read it"
        return Unreadable(NOT_INSTALLED, said)
    return None


def _unknown(head: Mapping[str, Any], what: str, known: str, value: Any, name: str = "dicecup") -> Unreadable:
    wrote = f"was written by {writer(head)}" if writer(head) else "does not say which version wrote it"
    sentence = f"the log {what}, and {wrote}; this is {THIS}, which {known}"
    return Unreadable(UNKNOWN_VERSION, sentence, {name: value})


def writer(head: Mapping[str, Any]) -> str:
    """The program that wrote a log, as its header says; empty where it does not."""
    told = head.get("_written_by")
    return printable(told) if isinstance(told, str) else ""


def authorship(written_by: str) -> str:
    """Which program wrote a log that is not true, and how that stands to this one, as a part of a sentence."""
    if not written_by:
        return f"the log does not say which version wrote it; this is {THIS}"
    return (
        f"the log was written by {written_by}, as this is"
        if written_by == THIS
        else f"the log was written by {written_by}; this is {THIS}"
    )
