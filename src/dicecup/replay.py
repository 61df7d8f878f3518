"""Logged games to walk through, compare and play on, where whoever uses dicecup from Python looks; see `dicecup.engine.replay`."""

from dicecup.engine.replay import Error, Game, Parting, Position, diff, fork, games, load

__all__ = ["Error", "Game", "Parting", "Position", "diff", "fork", "games", "load"]
