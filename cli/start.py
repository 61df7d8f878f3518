"""What `dicecup` alone shows on a terminal: where to begin."""

from __future__ import annotations

from dicecup import __version__
from dicecup.cli.text import columns
from dicecup.cli.voice import Manners, put, put_wrapped, room

FIRST = (
    ("dicecup play liars-dice", "play a game against a bot"),
    ("dicecup rules liars-dice", "read its rules in two minutes"),
    ("dicecup variants list", "see every game there is"),
)


def welcome(manners: Manners) -> None:
    """The three commands that lead to all others."""
    put(manners.styled(f"Dicecup {__version__}", bold=True))
    put_wrapped("Dice games for the shell: play them, keep their logs, prove them.")
    put()
    for line in columns([(f"  {command}", purpose) for command, purpose in FIRST], room()):
        put(line)
    put()
    put_wrapped("dicecup --help lists every command; each has examples under --help.")
