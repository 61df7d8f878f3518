"""How good moves are, and how likely what they are made for: the coach and exact chances of each family."""
