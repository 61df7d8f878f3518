"""How good moves are."""
