"""Poker dice as people see it."""
