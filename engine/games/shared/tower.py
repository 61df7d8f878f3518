"""Dice laid on dice: who owns each of them, and who is on top.

A tower is a column of dice that keep the face they were laid with; whoever owns the top die holds it. Stacked Dice calls it a
stack, the boxed Dead Man's Dice a pile. The functions work on any record with `height` (dice of each tower) and `tower` (the dice
of each, from the bottom); a die is one integer of its owner, its kind and its face.
"""

from __future__ import annotations

from typing import Any

from dicecup.engine.core.kernel import kernel

NO_DIE = -1


@kernel
def die_of(owner: int, kind: int, face: int) -> int:
    """A die: its owner (a seat), which of the family's kinds it is (0..15), and what it shows."""
    return owner | kind << 4 | face << 8


@kernel
def owner_of(die: int) -> int:
    """The seat whose die it is, wherever it lies."""
    return die & 15


@kernel
def kind_of(die: int) -> int:
    """Which of the family's kinds of dice it is."""
    return die >> 4 & 15


@kernel
def face_of(die: int) -> int:
    """What it shows."""
    return die >> 8


@kernel
def top_of(s: Any, k: int) -> int:
    """The top die of tower k, NO_DIE where nothing lies."""
    n = s.height[k]
    die: int = s.tower[k][n - 1] if n > 0 else NO_DIE
    return die


@kernel
def lay(s: Any, k: int, die: int) -> None:
    """Lay a die on tower k."""
    s.tower[k][s.height[k]] = die
    s.height[k] += 1


@kernel
def lift(s: Any, k: int) -> int:
    """Take the top die off tower k, which has one."""
    s.height[k] -= 1
    die: int = s.tower[k][s.height[k]]
    return die
