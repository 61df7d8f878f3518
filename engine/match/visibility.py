"""Who sees what of a game's events. No other place decides what is secret: views, redaction, the privacy screen and
the conformance kit all ask here.

An event is for everybody but where it says otherwise: with `private` it is for its own seat, with `sees` for the
seats it names. Whom an event is not for still learns that it was, and of how many dice. A damaged log shows nobody
more than a whole one: a throw is open only where the family makes open throws for that, and of a type or a field that
no such event has, nobody can say what it gives away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from dicecup.engine.games.base import COMMON_EVENTS, Event, EventFields, Family
from dicecup.engine.games.registry import SHIPPED, family, is_family

ALWAYS = ("n", "type", "round")
OUTSIDE = frozenset((*ALWAYS, "seat", "for", "private", "sees", "hidden"))  # what an event shows to whom it is not for
IN_VIEWS = {"dice": "hidden", "check": "of"}  # fields that only views have, where the event has these


class Visibility:
    """Who sees what in games of a family; of several, where nobody can say which of them is played.

    `hides` tells whether anything is hidden from anybody.
    """

    def __init__(self, *families: Family) -> None:
        types: list[tuple[str, EventFields]] = [*COMMON_EVENTS.items()]
        types += [declared for one in families for declared in one.event_fields.items()]
        self._fields: dict[str, set[str]] = {}
        for kind, fields in types:
            names = {*ALWAYS, *fields.must, *fields.may}
            self._fields.setdefault(kind, set()).update(names, (IN_VIEWS[name] for name in names & IN_VIEWS.keys()))
        purposes = [(why, i in one.private) for one in families for i, why in enumerate(one.whys)]
        self._open = {why for why, _ in purposes} - {why for why, hidden in purposes if hidden}
        own = [{*fields.must, *fields.may} for one in families for fields in one.event_fields.values()]
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

    def seen(self, event: Mapping[str, Any], seat: str | None) -> Event:
        """An event as a seat sees it; None is a spectator. Fields that no such event has are left out.

        Of one that is not for that seat what remains is whose it is and for whom, and `hidden`, the number of its dice.
        """
        kind = event.get("type")
        if kind == "game":
            return dict(event)  # a header, which hides no dice
        known = self._fields.get(kind, ALWAYS) if isinstance(kind, str) else ALWAYS
        told = event if self.is_for(event, seat) else unseen(event)
        return {name: value for name, value in told.items() if name in known}


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
    return _of(name if isinstance(name, str) else None)


@lru_cache(maxsize=16)
def _of(name: str | None) -> Visibility:
    names: Iterable[str] = SHIPPED if name is None else [name] if is_family(name) else []
    return Visibility(*map(family, names))
