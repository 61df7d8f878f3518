"""The keys of Mia."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from dicecup.engine.games.options import Options, Players, key


class MiaOptions(Options, frozen=True, kw_only=True):
    """Every key of `rules:` of the mia family."""

    lives: Annotated[
        int,
        key(
            "M-R5",
            "Lives each seat begins with.",
            lambda n: f"Each has {n} {'life' if n == 1 else 'lives'}.",
            ge=1,
            le=9,
        ),
    ] = 3
    mia_costs: Annotated[
        int,
        key(
            "M-A1",
            "Lives that are lost when a Mia was said and is doubted.",
            {2: "When a Mia was said and is doubted, two lives are lost."},
            ge=1,
            le=2,
        ),
    ] = 1


def validate(o: MiaOptions, players: Players) -> Iterator[tuple[tuple[str, ...], str]]:
    """The impossible combinations."""
    if o.mia_costs > o.lives:
        yield (
            ("rules.mia_costs", "rules.lives"),
            f"a doubted Mia costs {o.mia_costs} lives, and nobody has more than {o.lives}",
        )
