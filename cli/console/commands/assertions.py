"""What a script may assert of a game: facts that everybody at the table knows."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.base.text import listed, safe
from dicecup.cli.console.registry import Command
from dicecup.cli.console.session import Desk
from dicecup.cli.console.tokens import first
from dicecup.cli.narration.narrator import ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dicecup.engine.match.match import Match

COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
CLAIM = re.compile(r"(?:(not)\s+)?([a-z_]+(?:\.[A-Ja-j])?)\s*(?:(==|=|!=|<=|>=|<|>)\s*(.*))?")


def assert_(desk: Desk, rest: str) -> None:
    """Fail where a fact does not hold, and count that."""
    try:
        _hold(desk, rest)
    except Exception:
        desk.unmet += 1
        raise


def _hold(desk: Desk, rest: str) -> None:
    if not rest:
        raise usage("assert takes a fact, such as assert turn = A, or assert legal 3x4")
    denied, rest_ = (True, rest[4:].strip()) if rest.lower().startswith("not ") else (False, rest)
    word, move = first(rest_)
    if word == "legal" and move:
        desk.viewer.mind_turn()
        found: object = desk.here.match.can_play(move)
        holds = bool(found)
        says = f"{safe(move)} is {'legal' if found else 'not legal'} for {desk.here.match.turn or 'nobody'}"
    else:
        holds, says = _claimed(facts(desk.here.match, desk.viewer.reader), rest_)
    if holds == denied:
        raise Failure(NO, f"assert {safe(rest)} does not hold: {says}")


def _claimed(known: Mapping[str, int | str], text: str) -> tuple[bool, str]:
    """Whether a claim about a fact holds, and what the fact is."""
    found = CLAIM.fullmatch(text.strip())
    if found is None or _key(found[2]) not in known:
        raise usage(
            f"assert takes a fact, such as assert turn = A, or assert legal 3x4; the facts are {listed([*known])}"
        )
    name, sign, value = _key(found[2]), found[3], (found[4] or "").strip()
    fact = known[name]
    says = f"{name} is {fact}"
    if not sign:
        return fact not in ("", "no", 0), says
    if isinstance(fact, int):
        if not re.fullmatch("-?[0-9]{1,15}", value):
            raise usage(f"assert {name} is compared with a number, not {safe(value) or 'nothing'}")
        return COMPARED[sign](fact, int(value)), says
    if sign not in ("=", "==", "!="):
        raise usage(f"assert {name} is compared by = or !=, since it is no number")
    return COMPARED[sign](fact.lower(), value.lower()), says


def _key(name: str) -> str:
    head, dot, seat = name.partition(".")
    return head + dot + seat.upper()


def facts(match: Match, reader: str | None) -> dict[str, int | str]:
    """What everybody at the table knows, and the check where the reader may know it, by name."""
    last = match.events[-1] if match.events else {}
    if reader != ALL:
        last = match.visibility.seen(last, reader)
    end = last if last.get("type") == "end" else {}  # in a walk, what ended the game may be told before its end
    seats = {f"{name}.{seat}": of for name in ("place", "score") for seat, of in end.get(f"{name}s", {}).items()}
    return {
        "game": match.definition.name,
        "turn": match.turn or "",
        "round": match.state.round,
        "events": match.count,
        "over": "yes" if end else "no",
        "end": end.get("end", ""),
        "winner": " ".join(end.get("winners", [])),
        "check": end.get("check", ""),
        **seats,
    }


COMMANDS = (
    Command("assert", "assert [not] FACT [= VALUE]", "fail where a fact does not hold", assert_, "Console",
        "`assert turn = A`, `assert over`, `assert winner = B`, `assert score.A >= 3`, `assert legal 3x4`, `assert not legal 9x9`."),
)  # fmt: skip
