"""One game with people: who sits where, what is typed, what is shown and kept; and the walk through a logged game."""
