"""Liar's dice as people see it."""
