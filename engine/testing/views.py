"""States, views and secrets: nothing that a seat gets may depend on what it cannot see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicecup.engine.core.record import later
from dicecup.engine.games.base import LETTERS, Event
from dicecup.engine.games.options import later_keys, left_out
from dicecup.engine.match.match import Match
from dicecup.engine.testing.case import Case, Lots, Played, differing
from dicecup.engine.testing.events import same_events


def check_view(case: Case, match: Match, game: int, legal: list[int], v: Any) -> None:
    """The view of the seat in turn lists the same legal moves as the state."""
    if v.legal != len(legal):
        case.fail(game, match.count, f"the view counts {v.legal} legal moves, the state {len(legal)}")
    if case.family.legal_count(v, case.rules) != len(legal) or case.legal(v) != legal:
        said = "legal_count and legal_nth differ between the state and the view of the seat in turn"
        case.fail(game, match.count, said)


def check_later(case: Case, match: Match, game: int) -> None:
    """Fields that only a key of a later step uses are 0 while that has its default: no digest covers them then."""
    known = {key.path for key in later_keys(case.family.options)}
    unused = {key.path for key in left_out(case.definition.rules)}
    for name, key in later(case.family.State).items():
        if key not in known:
            case.fail(game, match.count, f"the state's {name} is of a later key {key}, which the options do not have")
        if key in unused and match.state.values()[name] != case.family.State().values()[name]:
            case.fail(game, match.count, f"the state's {name} is not 0, though {key} has its default")


def check_secrets(case: Case, match: Match, game: int, seat: int, lots: Lots) -> bool:
    """Nothing that a seat gets may change when what it cannot see does. Returns whether anything did change."""
    r, twin = case.rules, match.state.copy()
    redealer = case.view(match.state, seat, case.keys())
    redealer.key0 = lots.below(1 << 30)
    case.family.redeal(twin, r, redealer)
    who, turn = LETTERS[seat], seat == match.state.turn
    told = []
    for state, keys in ((match.state, case.keys()), (twin, case.keys(seat))):
        v = case.view(state, seat, keys)
        chosen = [case.choose(v.copy(), r, case.tables, bot) for bot in range(case.bots)] if turn else []
        told.append((v, match.fields_of(v), case.legal(state) if turn else [], chosen))
    (seen, fields, legal, chosen), (instead, fields_instead, legal_instead, chosen_instead) = told
    if seen.values() != instead.values():
        changed = f"{differing(seen, instead)} changed with hidden dice or keys"
        case.fail(game, match.count, f"the view of {who} shows what it may not: {changed}")
    if fields != fields_instead:
        apart = ", ".join(name for name in fields if fields[name] != fields_instead[name])
        case.fail(game, match.count, f"the fields of the view of {who} tell of hidden dice or keys: {apart}")
    if legal != legal_instead:
        case.fail(game, match.count, f"the legal moves of {who} tell of hidden dice")
    if chosen != chosen_instead:
        case.fail(game, match.count, f"a bot as {who} chooses by what it cannot see: {chosen} / {chosen_instead}")
    return bool(twin.values() != match.state.values())


def check_hidden(case: Case, played: Played) -> None:
    """Had dice that are hidden from a seat, or a spectator, fallen otherwise, they would have seen the same."""
    lots = Lots(case.seed + " hidden", played.number)
    for count, seat in lots.some(played.looked_at, 3):
        for who in dict.fromkeys((LETTERS[seat], LETTERS[lots.below(case.seats)], None)):
            _check_seen(case, played, count, who, lots)


def _check_seen(case: Case, played: Played, count: int, who: str | None, lots: Lots) -> None:
    game, visibility = played.number, played.match.visibility
    wanted = [visibility.seen(event, who) for event in played.match.events[:count]]
    twin = _with_other_dice(case, played, wanted, lots)
    if twin is None:
        return
    found = [visibility.seen(event, who) for event in twin.events]
    same_events(case, game, found, wanted, f"what {who or 'a spectator'} sees when others hide other dice")
    if who is None:
        return
    own = _Again(case, played).up_to(count)
    if twin.view(who).events != wanted or twin.view(who).legal != own.view(who).legal:
        case.fail(game, count, f"the view of {who} tells of hidden dice")
    one, other = twin.view_record(who), own.view_record(who)
    if one.values() != other.values():
        case.fail(game, count, f"the view of {who} shows what no event told {who}: {differing(one, other)}")


def _with_other_dice(case: Case, played: Played, seen: Sequence[Event], lots: Lots) -> Match | None:
    """The game as it may have gone for all that these events, as somebody saw them, tell; None where it cannot have."""
    again = _Again(case, played)
    while (n := again.match.count) < len(seen):
        hidden = "hidden" in seen[n] and not any(_opens(event, seen[n]) for event in seen[n + 1 :])
        if not again.step(lots if hidden else None):
            return None
    return again.match


def _opens(event: Event, roll: Event) -> bool:
    """Whether an event tells the faces of dice that a throw hid."""
    dice = event.get("dice")
    if isinstance(dice, Mapping):
        return isinstance(dice.get(roll["seat"]), list)
    same = event.get("seat") == roll["seat"] and event.get("for", roll["for"]) == roll["for"]
    return event["type"] != "roll" and same and isinstance(dice, list)


class _Again:
    """A game that was played, step by step once more in a match of its own: its throws, and the moves of its log."""

    def __init__(self, case: Case, played: Played) -> None:
        self.case, self.match = case, case.match(played.number)
        self._throws = iter(played.throws)
        self._moves = (event for event in played.match.events if event["type"] == "move")

    def step(self, lots: Lots | None = None) -> bool:
        """The next throw, by lot if that is given, or the next move. Returns whether that can be."""
        if (due := self.match.due) is not None:
            _, digits = next(self._throws)
            self.match.apply_roll(digits if lots is None else [lots.below(len(due.names)) for _ in digits])
            return True
        event = next(self._moves)
        action = self.case.family.parse(event["move"], self.case.rules)
        if self.case.family.why_not(self.match.state, self.case.rules, action) is not None:
            return False
        self.match.apply_move(action, auto=bool(event.get("auto")))
        return True

    def up_to(self, count: int) -> Match:
        """The match as it stands after so many events."""
        while self.match.count < count:
            self.step()
        return self.match
