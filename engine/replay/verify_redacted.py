"""Whether a log made for one seat is true as far as that can be told: nobody can play it again without the dice it hides.

Its records are numbered and of the shape that such events have, its `check` covers what stands before the end, and its `seal`
the end too. Those that were made before 0.2 have no seal: all but their end is held.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dicecup.engine.core.canonical import Check, essential
from dicecup.engine.games.base import ABANDONED, ENDS, FORFEIT, WON
from dicecup.engine.log.header import check_header, readable
from dicecup.engine.log.log import Line, LoggedGame
from dicecup.engine.log.numbering import misplaced
from dicecup.engine.log.verdict import INCOMPLETE, Untrue
from dicecup.engine.match.match import Record
from dicecup.engine.match.visibility import visibility_of

HAS_WINNERS = (ENDS[WON], ENDS[FORFEIT])
NAMING = ("seats", "sees", "winners")  # fields of any event that list seats


class ForOneSeat:
    """Reads such a log: `count` are its events so far, and `sealed` tells whether its end is."""

    def __init__(self) -> None:
        self.count = 0
        self.sealed = False
        self._check = Check()

    def run(self, game: LoggedGame) -> None:
        """Take every record. Raises Untrue at the first that is wrong."""
        head = readable(game.first)
        _check_header(game.first, head)
        self._check.add(head)
        visibility, seats = visibility_of(head), [seat["seat"] for seat in head["seats"]]
        last, ended = game.first, False
        for line in game.lines:
            event = essential(readable(line))
            if (misplacing := misplaced(event, self.count + 1)) is not None:
                raise Untrue(line, *misplacing)
            if fault := visibility.fault(event, head["redacted"]):
                raise Untrue(line, "altered", fault)
            if strangers := [seat for seat in _seats_of(event) if seat not in seats]:
                raise Untrue(line, "altered", f"nobody sits at {strangers[0]}")
            ended = event["type"] == "end"
            if ended:
                self._end(line, event, seats)
            else:
                self._check.add(event)
            self.count, last = self.count + 1, line
        if not ended:
            raise Untrue(Line(last.number), INCOMPLETE, f"the game has no end; its events go up to {self.count}")

    def _end(self, line: Line, event: Record, seats: list[str]) -> None:
        """Check the last record, of which the whole log's check (`of`) is a part where the game cannot go on."""
        if event["check"] != self._check.hex():
            message = "the check does not fit the records: something before it was altered"
            raise Untrue(line, "altered", message, rule="check", expected={"check": self._check.hex()})
        if "of" not in event and event["end"] != ENDS[ABANDONED]:
            raise Untrue(line, "altered", "the end of a log made for one seat tells the check of the whole log (of)")
        if not sorted(event["places"]) == sorted(event["scores"]) == seats:
            raise Untrue(line, "altered", "places and scores are not those of all seats")
        first = [seat for seat in seats if event["places"][seat] == 1] if event["end"] in HAS_WINNERS else []
        if event["winners"] != first:
            raise Untrue(line, "altered", "the winners are not those in the first place")
        self._check.add({name: value for name, value in event.items() if name != "seal"})
        self.sealed = "seal" in event
        if self.sealed and event["seal"] != self._check.hex():
            message = "the seal does not fit the records: the end was altered"
            raise Untrue(line, "altered", message, rule="seal", expected={"seal": self._check.hex()})


def _check_header(line: Line, head: Record) -> None:
    """Untrue unless a header is one that could be made for a seat: whole but for the seed."""
    if "seed" in head:
        raise Untrue(line, "altered", "a log made for one seat does not tell the seed")
    check_header(line, {**head, "seed": ""})
    if head["redacted"] not in [seat["seat"] for seat in head["seats"]]:
        raise Untrue(line, "altered", f"nobody sits at {head['redacted']}, for whom the log says it was made")


def _seats_of(event: Mapping[str, Any]) -> Iterator[Any]:
    """The seats that an event names, in the fields that all families share."""
    yield from (event[name] for name in ("seat", "starter") if name in event)
    for name in NAMING:
        yield from event.get(name, ())
