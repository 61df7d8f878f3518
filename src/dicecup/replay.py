"""Logged games to walk through, compare and play on, where whoever uses dicecup from Python looks; see `dicecup.engine.replay.walk`."""

from dicecup.engine.replay.walk import Error, Game, Parting, Position, diff, fork, games, load

__all__ = ["Error", "Game", "Parting", "Position", "diff", "fork", "games", "load"]
