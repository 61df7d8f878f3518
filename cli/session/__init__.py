"""One game with people: who sits where, what is typed, what is shown and kept."""
