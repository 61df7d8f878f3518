"""What a person prefers, and where that is said."""
