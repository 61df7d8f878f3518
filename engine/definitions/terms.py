"""What people call a rule beside the words of its key: so that a key which is not known is taken for the one that was meant."""

from __future__ import annotations

ALIKE = (
    ("challenge", "call", "challenger", "liar", "doubt"),
    ("spot", "exact", "calza"),
    ("wild", "joker", "ace", "one"),
    ("raise", "bid", "bidding", "raising"),
    ("face", "side", "pip"),
    ("starter", "opener", "first"),
    ("throw", "roll", "reroll"),
    ("purse", "chip", "money", "bank"),
    ("target", "goal", "point"),
    ("tie", "draw", "level"),
    ("drop", "fold"),
    ("height", "high", "tall"),
)
TERMS = {
    word: words[0] for words in ALIKE for word in words
}  # each word, in the singular, to the one that stands for all
