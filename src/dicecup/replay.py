"""Logged games to walk through, compare and play on, where whoever uses dicecup from Python looks; see `dicecup.engine.replay`."""

from dicecup.engine.replay import Error, Game, Position, games, load

__all__ = ["Error", "Game", "Position", "games", "load"]
