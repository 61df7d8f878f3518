"""Why two games part: what is due where their first difference stands, under whose rules either event could come, and who chose.

The game is played again up to there. Then nothing is guessed: a rule is named only where the first game, played with nothing but that
rule changed, brings the second game's event, which it does not bring as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from dicecup.engine.core.canonical import canonical, essential
from dicecup.engine.definitions.definition import DefinitionError, from_header
from dicecup.engine.log.log import Line
from dicecup.engine.match.match import Record, defined
from dicecup.engine.replay.diff import Comparison, Place, bare, is_view, record_of
from dicecup.engine.replay.header_diff import Difference, is_rule
from dicecup.engine.replay.verify import Replay, Untrue

RULES, DICE, DECISION, VIEW, RESULT = "rules", "dice", "decision", "view", "result"
FAMILY = ("family",)
LEFT = ("abandoned", "forfeit")
RECENT = 12  # events of the round that are kept to show what was before


@dataclass(frozen=True)
class Cause:
    """Why: `kind`, whose (`seat`), the `rules` that explain it, and in words. `legal` are the moves there were at a decision."""

    kind: str
    why: str
    seat: str | None = None
    rules: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The cause as a JSON object."""
        return {"kind": self.kind, "seat": self.seat, "rules": [*self.rules], "legal": [*self.legal], "why": self.why}


@dataclass(frozen=True)
class Before:
    """The game just before the first difference: the number of the last event in common, its round, who is to decide or whose dice
    are due, and the last events of that round, which hold what lies on the table.
    """

    n: int
    round: int
    turn: str | None
    due: str | None
    events: Sequence[Record]

    def as_dict(self) -> dict[str, Any]:
        """The state as a JSON object."""
        return {
            "n": self.n,
            "round": self.round,
            "turn": self.turn,
            "due": self.due,
            "events": [*self.events],
        }


def cause(found: Comparison) -> tuple[Cause, Before] | None:
    """Why the first events differ, and the game just before; None where no event does. The streams are left where they were."""
    if found.first is None or found.a is None or found.b is None:
        return None
    streams = [place.stream for place in (found.a, found.b)]
    places = [stream.tell() for stream in streams]
    try:
        inquiry = Inquiry(found)
        return inquiry.cause(), inquiry.before()
    finally:
        for stream, place in zip(streams, places, strict=True):
            stream.seek(place)


class Inquiry:
    """The question of one difference."""

    def __init__(self, found: Comparison) -> None:
        assert found.a is not None
        assert found.b is not None
        assert found.first is not None
        self.found = found
        self.a, self.b = record_of(found.first.a), record_of(found.first.b)
        self.place: Place = found.a if "redacted" not in found.a.header else found.b  # the log that shows every die
        self.swapped = self.place is not found.a
        self.recent: list[Record] = []
        self.replay = self._played(self.place.header, keep=True)

    # ---- the answer

    def cause(self) -> Cause:
        """Why the two events differ."""
        a, b = self.a, self.b
        if a is None or b is None:
            which = "first" if a is None else "second"
            return Cause(RESULT, f"the {which} log has no such event")
        if "hidden" in a or "hidden" in b or is_view(a, b):
            what = "roll" if a.get("type") == "roll" else "event"
            why = f"the same play: one log was made for a seat that does not see this {what}"
            return Cause(VIEW, why, a.get("seat"))
        rules = self._rules(a, b)
        if rules == FAMILY:
            return Cause(RULES, "these are two different games", rules=rules)
        if rules:
            return Cause(RULES, f"with {' and '.join(rules)} as in the other log, the other event comes", rules=rules)
        due = self._due(a, b)
        if due == DECISION:
            return self._decision(a, b)
        if due == DICE:
            return Cause(DICE, self._dice(), a.get("seat"))
        return Cause(RESULT, self._result(a, b))

    def before(self) -> Before:
        """The game just before."""
        match = self.replay.match if self.replay else None
        last = self.recent[-1] if self.recent else {}
        pending = match is not None and match.count > self.found.common
        due = match.due if match and not pending else None
        return Before(
            _whole(last.get("n")),
            _whole(last.get("round")),
            match.turn if match and not pending else None,
            due.seat if due else None,
            self.recent,
        )

    # ---- what was due

    def _due(self, a: Record, b: Record) -> str:
        """Whether dice or a decision was due, by the game itself, or by what the logs say where it cannot be played."""
        kinds = {str(a.get("type")), str(b.get("type"))}
        alike = a.get("seat") == b.get("seat")
        if self.replay is None:
            return DECISION if kinds == {"move"} and alike else DICE if kinds == {"roll"} and alike else ""
        match = self.replay.match
        if match.count > self.found.common or match.over:
            return ""  # the event follows from the one before
        if match.due is not None:
            return DICE if kinds in ({"roll"}, {"order"}) else ""
        chosen = kinds <= {"move", "undo"} and match.only_move is None
        return DECISION if chosen else ""

    def _decision(self, a: Record, b: Record) -> Cause:
        match = self.replay.match if self.replay else None
        seat = (match.turn if match else None) or a.get("seat")
        legal = tuple(match.legal()) if match else ()
        why = "the game stood the same, and another move was made"
        if any(is_rule(one.path) for one in self.found.header):
            why += "; both are legal in it, but whoever chose may have minded that the rules differ"
        return Cause(DECISION, why, seat, legal=legal)

    def _dice(self) -> str:
        paths = {one.path: one for one in self.found.header}
        for path, why in (("seed", "the seeds differ"), ("game", "the game numbers differ")):
            if path in paths and paths[path].a is not None and paths[path].b is not None:
                return why
        if "dice" in paths:
            return f"the dice come from elsewhere: {paths['dice'].a} and {paths['dice'].b}"
        if self.place.header.get("dice") != "seeded":
            return "other dice were thrown; they are taken as given"
        return "the dice differ although seed and game are the same: one of the logs is not true"

    @staticmethod
    def _result(a: Record, b: Record) -> str:
        ends = [event.get("end") for event in (a, b)]
        for end, which in zip(ends, ("first", "second"), strict=True):
            if end in LEFT and ends[0] != ends[1]:
                return f"the {which} game was left here ({end})"
        if bare(a) == bare(b):
            return "the games are equal up to here, but their numbers or checks are not: one of the logs is not true"
        return "the same play up to here has another outcome, which no difference of the rules explains"

    # ---- what if

    def _rules(self, a: Record, b: Record) -> tuple[str, ...]:
        """The fewest rules whose change brings the other game's event, which does not come without."""
        mine, theirs = (b, a) if self.swapped else (a, b)
        changed = [one for one in self.found.header if is_rule(one.path)]
        if not changed or self.replay is None or self._comes(self.place.header, theirs):
            return ()
        if any(one.path == "family" for one in changed):
            return FAMILY
        if not self._comes(self.place.header, mine) or not self._comes(self._with(changed), theirs):
            return ()
        for one in list(changed):
            fewer = [other for other in changed if other is not one]
            if fewer and self._comes(self._with(fewer), theirs):
                changed = fewer
        return tuple(one.path for one in changed)

    def _with(self, changes: Collection[Difference]) -> Record | None:
        """The header with these rules as in the other game; None where there is no such game."""
        header = self.place.header
        definition = _copied(header["definition"])
        for one in changes:
            *folders, name = one.path.split(".")
            into = definition
            for folder in folders:
                into = into.setdefault(folder, {})
            value = one.a if self.swapped else one.b
            if value is None:
                into.pop(name, None)
            else:
                into[name] = value
        try:
            made = from_header(definition)
        except DefinitionError:
            return None
        return {name: value for name, value in header.items() if name != "needs"} | defined(made)

    def _comes(self, header: Record | None, event: Record) -> bool:
        """Whether the game, begun with this header, may have this event next."""
        replay = self._played(header) if header is not None else None
        if replay is None:
            return False
        try:
            replay.take(Line(0, event | {"n": replay.count + 1}))
        except Untrue as untrue:
            due = untrue.expected  # an end is the same whatever its check
            return (
                event.get("type") == "end" and isinstance(due, dict) and canonical(bare(due)) == canonical(bare(event))
            )
        return True

    def _played(self, header: Record, *, keep: bool = False) -> Replay | None:
        """The game after its events in common; None where they cannot be played. With `keep` the last of them go to `recent`."""
        game = self.place.game()
        replay = Replay()
        true = True
        try:
            replay.begin(Line(game.first.number, header))
        except Untrue:
            true = False
        if not (true or keep):
            return None
        count = 0
        for line in game.lines:
            if count == self.found.common:
                break
            if line.record is None:
                continue
            count += 1
            if keep:
                self._keep(line.record)
            if true:
                try:
                    replay.take(line)
                except Untrue:
                    true = False
                    if not keep:
                        return None
        return replay if true else None

    def _keep(self, event: Record) -> None:
        if self.recent and self.recent[-1].get("round") != event.get("round"):
            self.recent.clear()
        self.recent.append(essential(event))
        del self.recent[:-RECENT]


def _copied(value: Any) -> Any:
    return {name: _copied(item) for name, item in value.items()} if isinstance(value, dict) else value


def _whole(value: Any) -> int:
    return value if type(value) is int else 0
