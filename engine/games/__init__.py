"""The game families, a folder each, and the contract they keep (`base`); `registry` finds them by name."""
