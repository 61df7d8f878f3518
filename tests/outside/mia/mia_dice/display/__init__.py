"""Mia as people see it; each part is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecup.cli.games.contract import Display

if TYPE_CHECKING:
    from dicecup.cli.drawing.contract import Drawing
    from dicecup.cli.narration.contract import Narration
    from dicecup.cli.odds.query import OddsQuery


def narration() -> Narration:
    """Its words."""
    from mia_dice.display.narration import NARRATION

    return NARRATION


def drawing() -> Drawing:
    """Its pictures."""
    from mia_dice.display.drawing import DRAWING

    return DRAWING


def odds() -> OddsQuery:
    """What `dicecup odds` can be asked."""
    from mia_dice.display.odds import ODDS

    return ODDS


DISPLAY = Display(narration=narration, drawing=drawing, odds=odds)
