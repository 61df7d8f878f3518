"""The same game once more: from its logged moves and dice, and after moves were taken back."""

from __future__ import annotations

from dicecup.engine.games.base import Event
from dicecup.engine.match.dice_source import Due, Seeded
from dicecup.engine.testing.case import Case, Lots, Played, differing
from dicecup.engine.testing.events import same_events


def check_replay(case: Case, played: Played) -> None:
    """The logged moves and dice alone give the same game; `auto` marks just the moves without a choice."""
    game, events = played.number, played.match.events
    again = case.match(game)
    dice = iter(played.throws)
    moves = (event for event in events if event["type"] == "move")

    def thrown(due: Due) -> list[int]:
        wanted, digits = next(dice)
        if due != wanted:
            case.fail(game, again.count, f"replayed, {due} is due, not {wanted}")
        return digits

    action: int | None = None

    def decided() -> int | None:
        return action

    while not again.over:
        if again.turn is not None:
            event = next(moves)
            action = case.family.parse(event["move"], case.rules)
            auto = bool(event.get("auto"))
            if auto != (again.only_move is not None) or (auto and action != again.only_move):
                said = f"the move {event['move']} is marked auto={auto}, legal are {again.legal()[:5]}"
                case.fail(game, again.count, said)
            if event["seat"] != again.turn:
                case.fail(game, again.count, f"replayed, {again.turn} is in turn, not {event['seat']}")
        again.step(thrown, decided)
    same_events(case, game, again.events, events, "replaying the logged moves and dice")
    if again.state.values() != played.match.state.values():
        case.fail(game, None, f"replayed, the state ends with other {differing(again.state, played.match.state)}")


def check_undo(case: Case, played: Played) -> None:
    """Moves taken back and played again lead to the same game."""
    game = played.number
    match = case.match(game, Seeded(case.seed, game), undo=True)
    lots = Lots(case.seed, game)
    i = undone = 0
    while i < len(played.chosen):
        back = min(1 + lots.below(3), len(played.chosen) - 1 - i)
        if back > 0 and undone < 5 and lots.below(3) == 0:
            before = match.state.values()
            for action in played.chosen[i : i + back]:
                match.play_action(action)
            for _ in range(back):
                match.undo()
            undone += 1
            if match.state.values() != before:
                case.fail(game, match.count, f"{back} moves taken back, the state is not what it was")
        match.play_action(played.chosen[i])
        i += 1
    told: list[Event] = []
    for event in match.events:
        if event["type"] == "undo":
            told = [kept for kept in told if kept["n"] <= event["to"]]
        else:
            told.append(event)
    apart = ("n", "check")
    found, wanted = (
        [{name: value for name, value in event.items() if name not in apart} for event in events]
        for events in (told, played.match.events)
    )
    same_events(case, game, found, wanted, "playing on after an undo")
