"""What a family tells of its rounds, so that games of two seats can be solved (`engine/solve`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Carried = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Rounds:
    """How a game of two seats falls into rounds, in each of which both throw unseen, then move in the open until somebody has won or lost it.

    What may be moved, and who is in turn, must not depend on hidden dice. The family's kernels play; these functions only set the
    scene and name what matters, so that equal situations are looked at once:
      refused(o, one_round)    (key, sentence) for each option with which that is not so, or with which it has no end
      dice(o)                  how many dice each seat has at first, and the most that it may have then
      one_round(r)             change a rules record so that its first round decides the game
      begin(s, r, t, dice)     seat A opens the first round, for which the seats have so many dice
      carried(s, r)            all that goes on from the round before into the one that begins, seen from the seat that opens it
      told(carried)            the same in words: name -> a number for each seat, the opener's first
      position(s, r)           all that the rest of a round depends on beside the hidden dice
      lay(s, dealt)            lay the hidden dice of another state of the same round in place of one's own
    """

    refused: Callable[[Any, bool], Iterable[tuple[str, str]]]
    dice: Callable[[Any], int]
    one_round: Callable[[Any], None]
    begin: Callable[[Any, Any, Any, Sequence[int]], None]
    carried: Callable[[Any, Any], Carried]
    told: Callable[[Carried], dict[str, list[int]]]
    position: Callable[[Any, Any], tuple[int, ...]]
    lay: Callable[[Any, Any], None]
