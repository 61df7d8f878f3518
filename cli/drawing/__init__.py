"""Dice and tables drawn for people. `Artist` draws a game for one reader, and `Look` says how; each family has a module of its own."""

from dicecup.cli.drawing.renderer import Artist, Look, look_of

__all__ = ["Artist", "Look", "look_of"]
