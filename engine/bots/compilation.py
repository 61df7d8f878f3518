"""Why a user's kernel cannot be compiled, in a sentence with the line of its file: numba itself takes pages to say so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from dicecup.engine.bots.agents import Agent, label
from dicecup.engine.bots.failure import BotFileError, CodePlace, where_defined
from dicecup.engine.core.kernel import PLAIN, UnreachableKernelError, compiled
from dicecup.engine.core.problems import Term, printable
from dicecup.engine.core.read_only import REFUSED, read_only

LONGEST = 160  # characters of what numba says that a message repeats
AT = re.compile(r'(?:File "|at )([^"\n]+?)"?(?:, line | \()(\d+)')  # a place in what numba says
STEP = re.compile(r"Failed in nopython mode pipeline \(step: [^)]*\)\s*")
SET = "Cannot modify readonly array"  # what numba says of an array that may only be read


class NotCompiledError(BotFileError):
    """A user's kernel that numba does not compile."""

    def __init__(self, bot: str, why: str, place: CodePlace) -> None:
        remedy = Term("plain_mode", "; use plain mode", PLAIN)
        super().__init__(f"{bot} cannot be compiled: {why}", bot, place, [remedy])


def check_compilable(agents: Iterable[Agent], view: Any, rules: Any) -> None:
    """Raise NotCompiledError for the first user's kernel that cannot be compiled; `view` and `rules` are arrays of such records."""
    from numba import typeof

    for agent in agents:
        if agent.kernel is None:
            continue
        try:
            compiled(_entry(agent.kernel)).compile((typeof(view), typeof(rules)))  # type: ignore[attr-defined]
        except UnreachableKernelError as error:
            raise NotCompiledError(label(agent.spec), str(error), CodePlace(agent.file)) from None
        except Exception as error:  # noqa: BLE001 - numba raises whatever happens to it
            raise NotCompiledError(label(agent.spec), *_said(error, agent.kernel, agent.file)) from None


def _entry(function: Callable[..., int]) -> Callable[..., int]:
    def decide(V: Any, R: Any) -> int:
        return function(V[0], read_only(R[0]))

    return decide


def _said(error: Exception, function: Callable[..., int], file: str) -> tuple[str, CodePlace]:
    """What numba says in the end, and the innermost line of the file that it names, else where the function begins."""
    if isinstance(error, KeyError):
        return f"a record has no field {error}", where_defined(function, file)
    text = str(error)
    lines = [int(line) for name, line in AT.findall(text) if Path(name).name == Path(file).name]
    place = CodePlace(file, lines[0]) if lines else where_defined(function, file)
    if REFUSED in text or SET in text:
        return REFUSED, place
    why = STEP.split(text)[-1].strip().partition("\n")[0]
    return printable(why or "numba does not take it", LONGEST), place
