"""Dice and tables drawn for people: an `Artist` draws a game for one reader, and `Look` says how."""

from dicecup.cli.drawing.renderer import Artist, Look, look_of

__all__ = ["Artist", "Look", "look_of"]
