"""`dicecup join`: take a seat, at this terminal, in a game that is hosted at another."""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base import output as voice
from dicecup.cli.base.command import Given, command
from dicecup.cli.base.errors import Failure, usage
from dicecup.cli.base.parameters import Host, Letter, Output
from dicecup.cli.base.paths import hosted, runtime
from dicecup.cli.settings.asked import Asked

if TYPE_CHECKING:
    from dicecup.cli.session.joined import Joined
    from dicecup.cli.session.seat_log import SeatLog
    from dicecup.engine.bots.door import Address
    from dicecup.engine.bots.wire import Wire

LONGEST_NAME = 40
OF_A_SEAT = ("seat", "log")  # what those who look on have none of


def fits(given: Given, name: str) -> bool:
    """Whether an option can stand beside others: who looks on has no seat, and a host at standard input has seated one already."""
    piped = given.get("address") == "-"
    if name == "watch":
        return not piped and not any(other in given for other in OF_A_SEAT)
    if name == "tty":
        return piped or "address" not in given
    return name != "json" and not (name in OF_A_SEAT and "watch" in given) and not (name == "seat" and piped)


@command(
    "join",
    help="""Join a game that is hosted at another terminal: `dicecup play` with a seat `wait` says what to type. You see
    your own dice, the host's rules and what happens; `?` helps. Leave by `quit`, and the same command brings you back.

    ADDRESS is the name or the path of a local socket, or HOST:PORT/TOKEN. With - the host is at standard input and
    output, and your screen is the terminal.
    """,
    examples=(
        ("dicecup join perudo", "the game of perudo that is hosted on this machine"),
        ("dicecup join perudo --name Ann --log mine.jsonl", "under a name, and with a log of what you see"),
        ("dicecup join 127.0.0.1:4711/TOKEN", "by a port, with the token that the host was told"),
        ("dicecup join perudo --watch", "look on: what is public, and no dice under cups"),
    ),
    fits=fits,
)
@click.argument("address", type=Host(), metavar="ADDRESS|-")
@click.option(
    "--seat", type=Letter(), metavar="SEAT", help="Which of the seats that wait; else the first that is free."
)
@click.option("--name", metavar="TEXT", help="Your name, unless the host gave the seat one.")
@click.option("--log", type=Output(), metavar="FILE", help="Write the log as your seat sees it.")
@click.option("--force", is_flag=True, help="Replace the log if it exists.")
@click.option("--watch", is_flag=True, help="Look on; take no seat.")
@click.option("--tty", metavar="FILE", help="With -: the terminal for your screen, if not the one that you sit at.")
@click.pass_obj
def join(manners: Asked, /, address: str, **options: Any) -> int:
    """The command `dicecup join`."""
    if manners.json:
        raise usage("join is for people; a program speaks the protocol itself (docs/two-screens.md)")
    if options["watch"] and (options["seat"] or options["log"]):
        raise usage(f"--watch takes no seat; leave {'--seat' if options['seat'] else '--log'} out")
    name = options["name"]
    if name is not None and not (0 < len(name.strip()) <= LONGEST_NAME):
        raise usage(f"--name: a name has 1 to {LONGEST_NAME} signs")
    if address == "-":
        return _piped(manners, options)
    if options["tty"] is not None:
        raise usage("--tty is for a host at standard input: `dicecup join -`")
    return _joined(manners, _address(address), options)


def _address(text: str) -> Address:
    from dicecup.engine.bots.door import Address, tcp_address

    if (address := tcp_address(text)) is not None:
        return address
    return Address(path=text if "/" in text else str(runtime() / f"{text}.sock"))


def _joined(manners: Asked, address: Address, options: dict[str, Any]) -> int:
    """Join by a socket."""
    from dicecup.cli.session.join_terminal import sit
    from dicecup.cli.session.joined import Joined
    from dicecup.cli.session.seat_secrets import SeatSecrets
    from dicecup.engine.bots.door import NotReachedError, reached
    from dicecup.engine.bots.protocol import PROTOCOL

    secrets = SeatSecrets(str(address))
    try:
        wire = reached(address)
    except NotReachedError as error:
        raise usage(f"{error}{_others()}" if address.path else str(error)) from None
    with ExitStack() as stack:
        stack.callback(_part, wire)
        joined = Joined(manners, wire.say, _log(stack, options, back=bool(secrets.known())), secrets.keep)
        asked = {"watch": True} if options["watch"] else {"back": [*secrets.known().values()]}
        wanted = {name: options[name] for name in ("seat", "name") if options[name] is not None}
        wire.say({"type": "join", "protocol": PROTOCOL, "token": address.token, **asked, **wanted})
        try:
            sit(manners, wire, joined)
        except Failure as error:
            raise _refused(joined, address) or error from None
    if joined.finished and not options["watch"]:
        secrets.drop()
    return 0


def _refused(joined: Joined, address: Address) -> Failure | None:
    """What to say where a host hangs up before a word."""
    if joined.greeted or address.path:
        return None
    return usage(f"the host at {address} has hung up; is the token the right one (HOST:PORT/TOKEN)?")


def _others() -> str:
    """The games that are hosted on this machine."""
    from dicecup.cli.base.text import listed

    names = hosted()
    return f"; there is {listed(names)}" if names else ""


def _piped(manners: Asked, options: dict[str, Any]) -> int:
    """Join by standard input and output, which are the host's; the screen is a terminal of its own."""
    from dicecup.cli.session.join_terminal import sit
    from dicecup.cli.session.joined import Joined
    from dicecup.engine.bots.wire import Wire

    for given in ("seat", "watch"):
        if options[given]:
            raise usage(f"--{given}: with - the host has seated you already; leave it out")
    tty = options["tty"] or "/dev/tty"
    try:
        screen = os.open(tty, os.O_RDWR)
    except OSError as error:
        raise usage(f"there is no terminal for your screen ({tty}: {error.strerror}); name one with --tty") from None
    lines, out = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(screen, 0)
    os.dup2(screen, 1)
    voice.prepare()
    wire = Wire(lines, out)
    with ExitStack() as stack:
        stack.callback(_part, wire)
        name = options["name"].strip() if options["name"] is not None else "guest"
        sit(manners, wire, Joined(manners, wire.say, _log(stack, options), piped=True, name=name))
    return 0


def _log(stack: ExitStack, options: dict[str, Any], *, back: bool = False) -> SeatLog | None:
    """The log that was asked for."""
    if options["log"] is None:
        return None
    from dicecup.cli.session.seat_log import SeatLog

    return stack.enter_context(SeatLog(options["log"], force=options["force"], back=back))


def _part(wire: Wire) -> None:
    """Let the last words go out."""
    from dicecup.engine.bots.wire import WireError

    wire.close()
    with suppress(WireError, KeyboardInterrupt):
        wire.hear(1.0, lambda _: False)
