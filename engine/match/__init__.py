"""One game, played: seats, whose turn, events, views, and where its dice come from."""
