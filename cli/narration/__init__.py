"""Games told in words: what all families share."""
