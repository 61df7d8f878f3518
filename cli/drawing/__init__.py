"""Dice and tables drawn for people: an `Artist` draws a game for one reader, and `Look` says how.

`Text` is rich's: a line with styles. The drawings of families know rich by it alone.
"""

from rich.text import Text

from dicecup.cli.drawing.renderer import Artist, Look, look_of

__all__ = ["Artist", "Look", "Text", "look_of"]
