"""Rules, dice, matches, logs, bots and playtests; no terminal, and nothing here prints."""
