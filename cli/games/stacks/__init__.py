"""Stacked Dice as people see it."""
