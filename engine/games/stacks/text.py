"""Stacked Dice in words: its faces, its events, and the rules of a variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicecup.engine.games.base import LETTERS, Event, Row
from dicecup.engine.games.options import Players, in_words, player_count
from dicecup.engine.games.stacks.options import MAX_OPENING_TIES, MAX_THROWS, StacksOptions, grows
from dicecup.engine.games.stacks.rules import Rules
from dicecup.engine.games.stacks.scoring import SCORE, TOP


def die_names(r: Rules, kind: int) -> list[int | str]:
    """The faces of a die, in digit order."""
    return list(range(1, r.faces + 1))


def own_event(rows: Sequence[Row], i: int) -> tuple[Event, int]:
    """The family's own event that begins at row i: a seat's score, with the numbers of the stacks it is on top of."""
    kind, seat, points, total, _ = rows[i]
    assert kind == SCORE, kind
    i += 1
    stacks: list[int] = []
    while i < len(rows) and rows[i][0] == TOP:
        stacks.append(rows[i][2] + 1)
        i += 1
    return {"type": "score", "seat": LETTERS[seat], "points": points, "total": total, "stacks": stacks}, i


def explain(o: StacksOptions, players: Players) -> Iterator[tuple[str, str]]:
    """The effective rules of a variant, each with its id, in the order in which a reader needs them."""
    course: tuple[tuple[str, str] | str | None, ...] = (
        ("S-A13", _players(players)),
        "dice_per_player",
        "faces",
        ("S-R1", "Everyone throws one die: the highest starts; play runs clockwise."),
        "start_ace_high",
        ("S-A11", f"Level highest dice throw again; after {MAX_OPENING_TIES} ties the game is aborted."),
        ("S-R2", "Each round everyone throws all dice, openly."),
        "laps_per_roll",
        (
            "S-R4",
            "To stack is to put one's own free die on another player's single die of the same value, keeping the value up.",
        ),
        ("S-R7", "A die may also go on the top of a stack of that value.") if grows(o) else None,
        "own_top",
        "max_height",
        "stacking",
        ("S-C1", "A player who cannot stack passes automatically."),
        ("S-R5", "Dice in a stack are locked: not thrown again, never moved, until the round has been scored."),
        _naming(o),
        "rerolls",
        "round_end",
        ("S-C4", f"After {MAX_THROWS} throws in one round the game is aborted.") if o.rerolls else None,
        ("S-R13", "Each stack scores for the owner of its top die: the number of its dice times their worth."),
        "ace_value",
        ("S-R15", "Dice outside stacks are worth nothing."),
        "next_starter",
        "target",
        "max_rounds",
    )
    return in_words(o, course)


def _naming(o: StacksOptions) -> tuple[str, str]:
    """How a move names what is covered."""
    value = min(4, o.faces)
    on_stack = f", or a stack by its number: `stack {value} on #2`" if grows(o) else ""
    return (
        "S-C9",
        (
            f"A move names a single die by its owner: `stack {value} on B`{on_stack}. Stacks are numbered from 1 as they are "
            "begun in the round."
        ),
    )


def _players(players: Players) -> str:
    best = "; best with four or more" if players.max > 4 else ""
    return f"{player_count(players)}{best}."
