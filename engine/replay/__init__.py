"""Logged games: walked through, verified, compared, forked, resumed, repaired."""
