"""The log: what a header holds, how records are written and read, and what was found of them."""
