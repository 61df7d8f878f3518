"""`dicecup play`: one game, with people, bots or a script, on seeded, scripted or real dice."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from dicecup.cli.base.command import Given, command
from dicecup.cli.base.errors import usage
from dicecup.cli.base.parameters import (
    Dice,
    GameNumber,
    Log,
    Moves,
    Output,
    SeatName,
    Type,
    Variant,
    Whole,
    bot_options,
    info_option,
    seat_options,
    seed_option,
    setting_option,
    viewer_option,
)
from dicecup.cli.session.lineup import HUMAN, ME, WAIT, for_seat

# Parameters that `--resume` takes from the log -> what they are called on the command line.
FROM_LOG = {
    "variant": "VARIANT",
    "seats": "--seats",
    "names": "--name",
    "seed": "--seed",
    "game": "--game",
    "settings": "--set",
    "undo": "--undo",
    "stamp": "--stamp",
}


class Port(Type):
    """`HOST:PORT`."""

    name = "address"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Any:
        from dicecup.engine.bots.door import tcp_address

        address = tcp_address(str(value))
        if address is None or address.token:
            return self.fail(f"{value!r} is no HOST:PORT, such as 127.0.0.1:0 (a free port)", param, context)
        return address


def fits(given: Given, name: str) -> bool:
    """Whether an option can stand beside others: what a resumed game takes from its log is not given, and its log is not replaced; nobody
    moves for whoever is waited for, and takes nothing back that they have seen.
    """
    if name == "resume":
        return not any(taken in given for taken in FROM_LOG)
    if name in ("moves", "undo") and WAIT in {for_seat(text)[1] for text in given.get("seats_given", ())}:
        return False
    return "resume" not in given or (name not in FROM_LOG and (name != "force" or "log" in given))


@command(
    "play",
    help="""Play one game. On a terminal you have seat A against the bot `basic`; elsewhere bots play alone. People answer
    at a prompt, where `?` helps; they share the keyboard, and nobody sees another's cup. Whoever sits at another screen
    is seated as `wait`, and joins by `dicecup join`.

    The same seed and the same moves give the same game, to the byte of its log. So does a game that was killed or
    abandoned and is resumed: the log says what is played, by whom and on which dice; --moves and --dice FILE then
    hold what is still to come.
    """,
    examples=(
        ("dicecup play liars-dice", "you against a bot, where there is a terminal"),
        ("dicecup play perudo --seat human --seat human --name A=Ann --name B=Bo", "two people at one keyboard"),
        ("dicecup play perudo --seat me --seat wait", "you, and somebody who joins from another screen"),
        ("dicecup play liars-dice --seat basic --seat random --seed 7 --log game.jsonl", "bots, repeatable, logged"),
        ("dicecup play liars-dice --moves moves.txt --seed 7", "the moves of a script"),
        ("dicecup play liars-dice --seat basic --seat basic --seed 7 --as B", "what B sees of it"),
        ("dicecup play --resume killed.jsonl", "go on with a game that was broken off"),
    ),
    fits=fits,
)
@click.argument("variant", type=Variant(), metavar="VARIANT", required=False)
@seat_options(people=(HUMAN, ME, WAIT))
@bot_options
@info_option
@click.option(
    "--name", "names", type=SeatName(), multiple=True, metavar="LETTER=TEXT", help="A seat's name; may be repeated."
)
@seed_option
@click.option("--game", type=GameNumber(), default=0, metavar="I", help="Game number I of that seed.")
@setting_option
@click.option("--moves", type=Moves(), metavar="FILE|-", help="Moves for the people, one a line; # begins a comment.")
@click.option(
    "--dice",
    type=Dice(),
    default="seeded",
    metavar="SOURCE",
    help="seeded; manual: you throw real dice and type them; manual-people: only people's; or a FILE of throws.",
)
@click.option("--log", type=Output(), metavar="FILE|-", help="Write the log of the game.")
@click.option("--force", is_flag=True, help="Replace the log if it exists.")
@viewer_option
@click.option("--stamp", is_flag=True, help="Put the time into the log's header.")
@click.option("--undo", is_flag=True, help="Let moves be taken back.")
@click.option(
    "--listen",
    type=Port(),
    metavar="HOST:PORT",
    help="Let people at other screens join by this port, with a token, in place of a local socket.",
)
@click.option(
    "--person-limit",
    "person_limit",
    type=Whole(1, 10**6),
    metavar="SECONDS",
    help="How long people at other screens may think about a move; without it for ever.",
)
@click.option("--resume", type=Log("resume"), metavar="LOG", help="Go on with the last game of a log, in that file.")
@click.pass_context
def play(context: click.Context, /, **options: Any) -> int:
    """The command `dicecup play`."""
    if options["resume"] is not None:
        from dicecup.cli.session.resumed import play_on

        _leave_to_the_log(context)
        return play_on(context.obj, options)
    if options["variant"] is None:
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    from dicecup.cli.session.whole_game import new_game

    return new_game(context.obj, options).play()


def _leave_to_the_log(context: click.Context) -> None:
    """Failure where something was asked for that a resumed game takes from its log."""
    given = [name for key, name in FROM_LOG.items() if context.get_parameter_source(key) is ParameterSource.COMMANDLINE]
    if given:
        raise usage(f"--resume takes the game from the log; leave {' and '.join(given)} out")
