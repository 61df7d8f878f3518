"""Questions about chances, and how chances are written: what all families share."""
