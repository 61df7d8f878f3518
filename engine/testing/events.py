"""Events: the log of a finished game, record by record."""

from __future__ import annotations

from collections.abc import Sequence

from dicecup.engine.core.canonical import Check
from dicecup.engine.games.base import COMMON_EVENTS, ENDS, LETTERS, Event
from dicecup.engine.testing.case import Case, Played


def check_events(case: Case, played: Played) -> None:
    """Events are numbered, have declared fields, tell the dice as they were thrown, and are closed by a true check."""
    game, events = played.number, played.match.events
    check = Check()
    check.add(played.match.header)
    throws = [(due, dice) for due, dice in played.throws if due.seat != "table"]
    thrown: dict[tuple[str, str], list[int | str]] = {}  # dice thrown so far, by seat and purpose
    for n, event in enumerate(events, 1):
        if event.get("n") != n:
            case.fail(game, n, f"the event is numbered {event.get('n')}")
        fields = COMMON_EVENTS.get(event["type"]) or case.family.event_fields.get(event["type"])
        if fields is None:
            case.fail(game, n, f"there is no event of type {event['type']!r}")
        if fault := fields.fault(event):
            case.fail(game, n, f"a {event['type']} event is not as it is declared: {fault}")
        if event["type"] == "roll":
            due, dice = throws.pop(0) if throws else (None, [])
            told = (event["seat"], event["for"], event["dice"], "private" in event or "sees" in event, event["round"])
            if due is None or told != (due.seat, due.why, [due.names[d] for d in dice], due.private, due.round):
                case.fail(game, n, f"the roll event tells {told}; thrown was {due} {dice}")
            thrown.setdefault((event["seat"], event["for"]), []).extend(event["dice"])
        if event["type"] == "shown" and not _among(event["dice"], thrown.get((event["seat"], event["for"]), [])):
            case.fail(game, n, f"a shown event tells {event['dice']}, which {event['seat']} did not throw for that")
        if "sees" in event and event["sees"] != [letter for letter in LETTERS[: case.seats] if letter in event["sees"]]:
            case.fail(game, n, f"sees is {event['sees']}: seats of the game, once each and in order")
        if event["type"] == "end":
            if event["check"] != check.hex():
                case.fail(game, n, "check is not that of the records before it")
            if n != len(events) or event["end"] not in ENDS:
                case.fail(game, n, f"the end event ({event['end']}) must be the last one")
        check.add(event)
    if throws:
        case.fail(game, len(events), f"the throw {throws[0]} has no event")
    if not events or events[-1]["type"] != "end":
        case.fail(game, len(events), "the last event is no end event")


def _among(some: Sequence[int | str], dice: Sequence[int | str]) -> bool:
    """Whether dice are some of these."""
    return all(some.count(die) <= dice.count(die) for die in some)


def same_events(case: Case, game: int, found: list[Event], wanted: list[Event], after: str) -> None:
    """These events are those; `after` says what has brought them."""
    if found != wanted:
        pairs = zip([*found, *([{}] * len(wanted))], [*wanted, *([{}] * len(found))], strict=False)
        n, (one, two) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
        case.fail(game, n, f"{after} gives {one} where the game had {two}")
