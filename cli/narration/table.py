"""What a family's events say more to whoever has followed what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Event = Mapping[str, Any]


class Table:
    """The base of the tables that a `Teller` keeps: it adds nothing. `rules` are those of the log's definition."""

    opens_early = False  # a round's first events come before its `round`
    again = "they throw again"  # what follows a tie for the order

    def __init__(self, rules: Mapping[str, Any]) -> None:
        """At the beginning of a game."""

    def follow(self, event: Event) -> str | None:
        """Follow an event: what the seat does, empty where it needs no line, None for the usual words."""
        return None

    def remark(self) -> str:
        """What is added to the usual words of the event followed last."""
        return ""
