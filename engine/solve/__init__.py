"""Equilibria of small games of two seats: their rounds as trees, counterfactual regret, and linear programs."""
