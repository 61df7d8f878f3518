"""`dicecup bots`: who can play a variant, and whether a bot of one's own may be let play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dicecup.cli.base.command import group
from dicecup.cli.base.definition_input import every_definition
from dicecup.cli.base.errors import NO
from dicecup.cli.base.output import Manners, put, put_wrapped
from dicecup.cli.base.parameters import Bot, Variant, Whole, bot_options, seed_option, variant_argument
from dicecup.cli.base.repeatable import varies
from dicecup.cli.commands.playtest import opening_command
from dicecup.cli.narration.bots import tell_bots, tell_check

if TYPE_CHECKING:
    from dicecup.engine.bots.conversation import Patience
    from dicecup.engine.testing.bot_games import BotGame


@group(
    "bots",
    default="list",
    help="The bots that play a variant, and a check of your own. `dicecup bots VARIANT` lists them.",
    examples=(
        ("dicecup bots liars-dice", "who plays liar's dice"),
        ("dicecup bots check mine.py:bold --variant perudo --games 20", "whether your bot may be let play"),
    ),
)
def bots() -> None:
    """The command `dicecup bots`."""


@bots.command(
    "list",
    help="""The bots that play a variant, weakest first. Seat one with `--seat`, such as `dicecup play liars-dice --seat
    basic`. The word `list` may be left out.
    """,
    short_help="The bots that play a variant.",
    examples=(
        ("dicecup bots list liars-dice", "who plays liar's dice"),
        ("dicecup bots perudo --json", "a line a bot, for a program"),
    ),
)
@variant_argument
@click.pass_obj
def list_(manners: Manners, variant: str) -> None:
    """The command `dicecup bots list`."""
    from dicecup.engine.definitions.definition import load

    tell_bots(manners, load(variant))
    if not manners.json:
        put()
        put_wrapped(
            "Your own bot is a Python function (--seat FILE.py:NAME) or a program (--seat 'cmd:COMMAND'); docs/bots.md says how."
        )


@bots.command(
    "check",
    help="""Check a bot: FILE.py:NAME, cmd:COMMAND, or one that comes with dicecup.

    It plays games against `random` and against itself, in every seat, of all variants that it can play. Told is whether it says hello as it
    must; which families it plays; whether all its moves are legal; whether it repeats them when the games are played
    again by fresh programs in another order; how quickly it decides; and whether it goes by what it cannot see: it is asked again where
    others hold other dice, and must answer the same. The exit code is 1 if anything fails, 2 if there is no such bot.
    """,
    short_help="Check that a bot plays by the rules, repeats itself and sees no more than it may.",
    examples=(
        ("dicecup bots check mine.py:bold --variant perudo --games 20", "a Python function, in one variant"),
        ("dicecup bots check 'cmd:./mybot' --variant liars-dice --games 10 --time-limit 2", "a program"),
        ("dicecup bots check basic --variant perudo --games 20 --json", "an object for a program"),
    ),
)
@click.argument("bot", type=Bot(), metavar="BOT")
@click.option(
    "--variant",
    "variants",
    type=Variant(),
    multiple=True,
    metavar="VARIANT",
    help="Play this one; may be repeated. If none is given, all of the families that the bot plays.",
)
@click.option("--games", type=Whole(1, 10**6), default=200, metavar="N", help="How many games; 200 if not given.")
@seed_option
@bot_options
@click.pass_obj
def check(manners: Manners, bot: str, variants: tuple[str, ...], games: int, seed: str | None) -> int:
    """The command `dicecup bots check`."""
    from dicecup.cli.base.progress import Progress
    from dicecup.cli.base.seed import seed_text
    from dicecup.cli.base.signals import ENDING, Interrupts
    from dicecup.engine.definitions.definition import load
    from dicecup.engine.testing.bot_check import check_bot

    asked = {load(name): name for name in variants} or {one: one.name for one in every_definition(manners)}
    seed = seed_text(seed)
    varies("it tells how quickly the bot decides")
    with Interrupts(ENDING), Progress(manners, compiles=False) as progress:
        report = check_bot(
            bot,
            list(asked),
            games=games,
            seed=seed,
            named=bool(variants),
            patience=manners.patience,
            progress=progress,
        )
    tell_check(manners, report, lambda game: opening(asked[game.definition], game, seed, manners.patience))
    return 0 if report.passed else NO


def opening(variant: str, game: BotGame, seed: str, patience: Patience) -> str:
    """The command that opens a game of a check."""
    seats = [part for spec in game.line_up for part in ("--seat", spec)]
    return opening_command([variant, "--game", str(game.number), "--seed", seed, *seats], patience)
