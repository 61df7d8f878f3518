"""Who sees what of a game's log. No other place decides what is secret: views, redaction, the privacy screen and the
conformance kit all ask here.

An event is for everybody but where it says otherwise: with `private` it is for its own seat, with `sees` for the
seats it names. Whom an event is not for still learns that it was, and of how many dice. A damaged log shows nobody
more than a whole one: a throw is open only where the family makes open throws for that, and of a type or a field that
no such event has, nobody can say what it gives away.

Of the header nobody sees the seed, which tells every die. Nor are checks shown while dice are hidden that may still
count: whoever knows all but these could try them out until the check fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from dicecup.engine.games.base import ABANDONED, ALWAYS, COMMON_EVENTS, ENDS, OUTSIDE, Event, EventFields, Family
from dicecup.engine.games.registry import SHIPPED, family, is_family
from dicecup.engine.match.header import seen_header

# How a log made for one seat ends: with a check of its own, the whole log's (`of`), and what seals this record too.
END_FOR_A_SEAT = EventFields(
    COMMON_EVENTS["end"].must, (*COMMON_EVENTS["end"].may, "of", "seal"), COMMON_EVENTS["end"].types
)


class Visibility:
    """Who sees what in games of a family; of several, where nobody can say which of them is played.

    `hides` tells whether anything is hidden from anybody. `redacted`: the log was made for one seat.
    """

    def __init__(self, *families: Family, redacted: bool = False) -> None:
        self._redacted = redacted
        self._declared: dict[str, list[EventFields]] = {kind: [fields] for kind, fields in COMMON_EVENTS.items()}
        if redacted:
            self._declared["end"] = [END_FOR_A_SEAT]
        for kind, fields in (declared for one in families for declared in one.event_fields.items()):
            self._declared.setdefault(kind, []).append(fields)
        self._known = {
            kind: {name for fields in some for name in (*fields.names, *(["hidden"] if "dice" in fields.names else []))}
            for kind, some in self._declared.items()
        }
        purposes = [(why, i in one.private) for one in families for i, why in enumerate(one.whys)]
        self._open = {why for why, _ in purposes} - {why for why, hidden in purposes if hidden}
        own = [set(fields.names) for one in families for fields in one.event_fields.values()]
        self.hides = any(hidden for _, hidden in purposes) or any(names & {"private", "sees"} for names in own)

    def is_for(self, event: Mapping[str, Any], seat: str | None) -> bool:
        """Whether a seat may see all that an event holds; `seat` None is a spectator."""
        own = event.get("private")
        if own and (seat is None or event.get("seat") != seat):
            return False
        if "sees" in event:
            sees = event["sees"]
            return isinstance(sees, list) and seat in sees
        if own or event.get("type") == "shown":
            return True
        if "for" not in event and event.get("type") != "roll":
            return True
        purpose = event.get("for")
        return (
            isinstance(purpose, str) and purpose in self._open
        )  # a hidden throw says for whom it is, else the log is damaged

    def seen(self, record: Mapping[str, Any], seat: str | None) -> Event:
        """A record as a seat sees it; None is a spectator. Fields that no such event has are left out.

        Of an event that is not for that seat what remains is whose it is and for whom, and `hidden`, the number of its dice.
        """
        kind = record.get("type")
        if kind == "game":
            return seen_header(record)
        known = self._known.get(kind, ALWAYS) if isinstance(kind, str) else ALWAYS
        told = record if self.is_for(record, seat) else unseen(record)
        seen = {name: value for name, value in told.items() if name in known}
        if kind == "end" and record.get("end") == ENDS[ABANDONED] and not self._redacted:
            seen.pop("check", None)  # the game may go on, with the dice that are hidden now
        return seen

    def fault(self, event: Mapping[str, Any], seat: str) -> str:
        """What is wrong with an event as a log made for that seat has it, in a sentence; empty where nothing is."""
        if self.seen(event, seat) != event:
            return f"the event holds what {seat} may not see, or what no event has"
        unseen = not self.is_for(event, seat)
        faults = [fields.fault(event, unseen=unseen) for fields in self._declared.get(str(event.get("type")), ())]
        if not faults:
            return f"there is no event of type {event.get('type')!r}"
        return f"the event is none that a log may hold: {faults[0]}" if all(faults) else ""


def unseen(event: Mapping[str, Any]) -> Event:
    """An event as whoever it is not for sees it."""
    return {
        ("hidden" if name == "dice" else name): (_count(value) if name == "dice" else value)
        for name, value in event.items()
        if name in OUTSIDE or name == "dice"
    }


def _count(dice: Any) -> int:
    """How many dice these are; a damaged log may have anything in their place."""
    return len(dice) if isinstance(dice, list) else 0


def visibility_of(header: Mapping[str, Any]) -> Visibility:
    """Who sees what in the game of a header. Of a family that is not here only what all families have can be shown;
    of a header that names none, what any that comes with dicecup may show.
    """
    definition = header.get("definition")
    name = definition.get("family") if isinstance(definition, Mapping) else None
    return _of(name if isinstance(name, str) else None, "redacted" in header)


@lru_cache(maxsize=16)
def _of(name: str | None, redacted: bool) -> Visibility:
    names: Iterable[str] = SHIPPED if name is None else [name] if is_family(name) else []
    return Visibility(*map(family, names), redacted=redacted)
