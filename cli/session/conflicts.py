"""Options of a game that go ill together, each with its remedy."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dicecup.cli.base import output as voice
from dicecup.cli.base.errors import usage
from dicecup.cli.base.output import Manners
from dicecup.cli.session.dice_input import MANUAL

if TYPE_CHECKING:
    from dicecup.cli.session.game_setup import SetUp


def check(manners: Manners, options: Mapping[str, Any], setup: SetUp, *, asked: bool) -> None:
    """Failure for the first of the options of `play` that cannot be together; `asked`: people are asked at a prompt."""
    letters, people = setup.letters, setup.people
    moves, dice, viewer = (options[name] for name in ("moves", "dice", "viewer"))
    if viewer is not None and viewer not in letters:
        raise usage(f"--as {viewer}: nobody sits there; the seats are {', '.join(letters)}")
    if moves is not None and not people:
        raise usage("--moves needs a person to move for; seat one with --seat human")
    if setup.here and moves is None and manners.no_input:
        raise usage(f"{setup.here[0]} is human and --no-input forbids asking; give --moves FILE, or seat a bot")
    if dice in MANUAL and not manners.may_ask:
        raise usage(f"--dice {dice} asks at a terminal what was thrown, and there is none to ask at; give --dice FILE")
    if dice == "manual-people" and not people:
        raise usage("--dice manual-people needs people; seat one with --seat human, or use --dice manual")
    if setup.elsewhere:
        _check_elsewhere(options, setup)
    elif options.get("listen") is not None or options.get("person_limit") is not None:
        raise usage("--listen and --person-limit are for people at other screens; seat one with --seat wait")
    if options["log"] == "-" and manners.json:
        raise usage("--log - and --json both write to standard output; leave one of them out")
    if asked:
        _check_secrets(manners, options, setup)


def _check_elsewhere(options: Mapping[str, Any], setup: SetUp) -> None:
    """Nothing is asked for that cannot be shared over two screens."""
    if options["moves"] is not None:
        raise usage("--moves moves for all people, and one is waited for; leave it out, or seat no `wait`")
    if options["dice"] in MANUAL:
        raise usage(
            f"--dice {options['dice']}: real dice are thrown at one table; seat no `wait`, or use the seed's dice"
        )
    if setup.header.get("undo"):
        raise usage("--undo: what somebody at another screen has seen cannot be taken back; leave it out")


def _check_secrets(manners: Manners, options: Mapping[str, Any], setup: SetUp) -> None:
    """Nothing that a person at this keyboard may not know is shown on its screen."""
    from dicecup.engine.match.visibility import visibility_of

    people, viewer = setup.here, options["viewer"]
    hides = visibility_of(setup.header).hides
    on_screen = voice.is_terminal(sys.stdout) and (manners.json or options["log"] == "-")
    if on_screen and viewer is None:
        what = "every cup" if hides else "the seed, and with it all dice to come"
        raise usage(f"the log shows {what}; send it to a file, or add --as SEAT to --json")
    if hides and viewer is not None and people != [viewer]:
        others = [letter for letter in people if letter != viewer]
        raise usage(f"--as {viewer} would show {viewer}'s cup to {others[0]}, who plays at this keyboard")
