"""`dicecup play`: one game, with people, bots or a script, on seeded, scripted or real dice."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base import output as voice
from dicecup.cli.base.command import command
from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.base.output import Manners
from dicecup.cli.base.parameters import MAX_GAME, File, Letter, Variant, Whole, seat_options, setting_option
from dicecup.cli.base.text import counted
from dicecup.cli.session.dice_input import KINDS_OF_DICE, MANUAL, kind_of, scripted

if TYPE_CHECKING:
    from dicecup.cli.session.prompt import People
    from dicecup.cli.session.session import Course, Mover, Sink
    from dicecup.cli.settings.resolver import Settings
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.match.dice_source import Throws
    from dicecup.engine.match.match import Match, Record


class Dice(File):
    """`seeded`, `manual`, `manual-people`, or the file of a script of throws."""

    name = "dice"

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        kinds = [CompletionItem(kind) for kind in KINDS_OF_DICE if kind.startswith(incomplete)]
        return kinds or super().shell_complete(context, param, incomplete)


@command(
    "play",
    examples=(
        ("dicecup play liars-dice", "you against a bot, where there is a terminal"),
        ("dicecup play perudo --seat human --seat human --name A=Ann --name B=Bo", "two people at one keyboard"),
        ("dicecup play liars-dice --seat basic --seat random --seed 7 --log game.jsonl", "bots, repeatable, logged"),
        ("dicecup play liars-dice --moves moves.txt --seed 7", "the moves of a script"),
        ("dicecup play liars-dice --seat basic --seat basic --seed 7 --as B", "what B sees of it"),
        ("dicecup play --resume killed.jsonl", "go on with a game that was broken off"),
    ),
)
@click.argument("variant", type=Variant(), metavar="VARIANT", required=False)
@seat_options
@click.option("--name", "names", multiple=True, metavar="LETTER=TEXT", help="A seat's name; may be repeated.")
@click.option("--seed", metavar="TEXT", help="What all dice are made of; without it one is drawn and told.")
@click.option("--game", type=Whole(0, MAX_GAME), default=0, metavar="I", help="Game number I of that seed.")
@setting_option
@click.option("--moves", type=File(), metavar="FILE|-", help="Moves for the people, one a line; # begins a comment.")
@click.option(
    "--dice",
    type=Dice(),
    default="seeded",
    metavar="SOURCE",
    help="seeded; manual: you throw real dice and type them; manual-people: only people's; or a FILE of throws.",
)
@click.option("--log", type=File(), metavar="FILE|-", help="Write the log of the game.")
@click.option("--force", is_flag=True, help="Replace the log if it exists.")
@click.option("--as", "viewer", type=Letter(), metavar="SEAT", help="Show only what that seat may see.")
@click.option("--stamp", is_flag=True, help="Put the time into the log's header.")
@click.option("--undo", is_flag=True, help="Let moves be taken back.")
@click.option("--resume", type=File(), metavar="LOG", help="Go on with the last game of a log, in that file.")
@click.pass_context
def play(context: click.Context, /, **options: Any) -> int:
    """Play one game. On a terminal you have seat A against the bot `basic`; elsewhere bots play alone. People answer at a
    prompt, where `?` helps; they share the keyboard, and nobody sees another's cup.

    The same seed and the same moves give the same game, to the byte of its log. So does a game that was killed or abandoned and
    is resumed: the log says what is played, by whom and on which dice; --moves and --dice FILE then hold what is still to come.
    """
    if options["resume"] is not None:
        from dicecup.cli.session.resumed import resumed

        return resumed(context, options)
    if options["variant"] is None:
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    return Game(context.obj, options).play()


class Game:
    """One `play`: its options made into a course, and what is said about it."""

    def __init__(self, manners: Manners, options: dict[str, Any], *, ask: bool = True) -> None:
        from dicecup.cli.base.signals import Interrupts
        from dicecup.cli.session.game_setup import set_up

        self.manners = manners
        self.options = options
        self.interrupts = Interrupts()
        ask = ask and self._may_ask() and options["moves"] is None
        game = set_up(options, ask=ask, people=options["moves"] is not None)
        self.definition: Definition = game.definition
        self.seed = game.seed
        self.bots = game.bots
        self.people = game.people
        self.header: Record = game.header
        self.throws_kind = kind_of(options["dice"])
        self.asked = bool(self.people) and ask  # people answer at a prompt
        self.kept = False  # in the folder of open games
        self.begun: Match | None = None  # a game that goes on from a log, of which `told` events are known already
        self.told = 0
        self._check(game.letters)

    @cached_property
    def settings(self) -> Settings:
        """What the people at the prompt prefer."""
        from dicecup.cli.settings.resolver import Settings

        return Settings.load(asked=self.manners)

    def _may_ask(self) -> bool:
        """Whether a person sits at a terminal and may be asked."""
        seen = voice.is_terminal(sys.stdout) or voice.is_terminal(sys.stderr)
        return not self.manners.no_input and seen and voice.is_terminal(sys.stdin)

    def _check(self, letters: str) -> None:
        """What goes ill together, each with its remedy."""
        from dicecup.engine.games.registry import family

        moves, dice, viewer = (self.options[name] for name in ("moves", "dice", "viewer"))
        if viewer is not None and viewer not in letters:
            raise usage(f"--as {viewer}: nobody sits there; the seats are {', '.join(letters)}")
        if moves is not None and not self.people:
            raise usage("--moves needs a person to move for; seat one with --seat human")
        if self.people and moves is None and self.manners.no_input:
            raise usage(f"{self.people[0]} is human and --no-input forbids asking; give --moves FILE, or seat a bot")
        if dice in MANUAL and not self._may_ask():
            raise usage(
                f"--dice {dice} asks at a terminal what was thrown, and there is none to ask at; give --dice FILE"
            )
        if dice == "manual-people" and not self.people:
            raise usage("--dice manual-people needs people; seat one with --seat human, or use --dice manual")
        if self.options["log"] == "-" and self.manners.json:
            raise usage("--log - and --json both write to standard output; leave one of them out")
        hides = bool(family(self.definition.family).private)
        on_screen = voice.is_terminal(sys.stdout) and (self.manners.json or self.options["log"] == "-")
        if self.asked and on_screen and viewer is None:
            what = "every cup" if hides else "the seed, and with it all dice to come"
            raise usage(f"the log shows {what}; send it to a file, or add --as SEAT to --json")
        if self.asked and hides and viewer is not None and self.people != [viewer]:
            others = [letter for letter in self.people if letter != viewer]
            raise usage(f"--as {viewer} would show {viewer}'s cup to {others[0]}, who plays at this keyboard")

    # ---- where records go

    @property
    def viewer(self) -> str | None:
        """Whose eyes the game is told through."""
        from dicecup.cli.narration.narrator import ALL, SPECTATOR

        chosen: str | None = self.options["viewer"]
        if chosen is not None:
            return chosen
        if not self.people:
            return ALL
        return self.people[0] if len(self.people) == 1 else SPECTATOR

    def _sinks(self, stack: ExitStack) -> list[Sink]:
        sinks: list[Sink] = []
        log = self.options["log"]
        if log is not None and log != "-":
            sinks.append(self._logging(stack, log))
        if log == "-":
            sinks.append(_raw)
        if self.asked and log is None:
            sinks += self._keeping(stack)
        if self.manners.json:
            sinks.append(self._redacting() if self.options["viewer"] else _raw)
        else:
            sinks.append(self._telling())
        return sinks

    def _logging(self, stack: ExitStack, log: str) -> Sink:
        from dicecup.engine.log.log import Writer

        writer = Writer(log, force=self.options["force"], sources=self._inputs())
        return stack.enter_context(writer).record

    def _keeping(self, stack: ExitStack) -> Iterator[Sink]:
        """A game that people play and that has no log is kept while it is open, so that the console can resume it."""
        from dicecup.cli.session.autosave import Saved

        saved = Saved(self.manners.warn)
        kept = saved.new(self.definition.name) if self.settings.autosave else None
        if kept is not None:
            self.kept = True
            stack.callback(saved.finish, kept)
            yield kept.record

    def _inputs(self) -> list[str]:
        """The files that the game is made from; none of them may become its log."""
        from dicecup.cli.session.lineup import files_of

        sources = [self.options[name] for name in ("moves", "dice")]
        inputs = [name for name in sources if name not in (None, "-", *KINDS_OF_DICE)]
        return [*inputs, *files_of(self.definition, self.bots.values())]

    def _redacting(self) -> Sink:
        from dicecup.cli.session.redaction import Redacted

        redacted = Redacted(self.options["viewer"])
        return lambda record: _raw(redacted.record(record))

    def _telling(self) -> Sink:
        from dicecup.cli.games.registry import teller as teller_of
        from dicecup.cli.narration.contract import Told
        from dicecup.cli.narration.narrator import lines

        teller = teller_of(self.header, self.viewer)
        aside = self.options["log"] == "-"
        manners = replace(self.manners, color="never") if aside else self.manners
        quiet = self.manners.quiet
        before = [Told("", f"({counted(self.told, 'event')} before)")] if self.told else []

        def tell(record: Record) -> None:
            cells = voice.room()
            if record["type"] == "game":
                told = [] if quiet else [*teller.title(), Told("", ""), *before]
            elif record["n"] <= self.told:
                told = []
            elif quiet:
                told = [Told("result", teller.outcome(record))] if record["type"] == "end" else []
            else:
                told = teller.tell(record)
            for item in told:
                for line in lines(item, manners, cells):
                    if aside:
                        voice.complain(line)
                    else:
                        voice.put(line)

        return tell

    # ---- the course

    def play(self) -> int:
        """Play it, and return the exit code."""
        from dicecup.cli.session.session import Course, Left

        drawn = self.options["seed"] is None
        with ExitStack() as stack:
            mover, throws = self._mover_and_throws(stack)
            sinks = self._sinks(stack)
            if drawn and not self.people:
                self._tell_seed()
            stack.enter_context(self.interrupts)
            header = {**self.header, **self._extra()}
            course = Course(self.definition, header, self.bots, sinks, self.interrupts)
            left: Left | None = None
            try:
                course.run(mover, throws, self.begun)
            except Left as gone:
                left = gone
            except KeyboardInterrupt:
                self._tell_log()
                self._tell_kept()
                raise
            finally:
                if drawn and self.people and not (self.asked and course.left):
                    # Told only now, and not of a game that may go on: whoever knows the seed knows every cup.
                    self._tell_seed()
        self._tell_log()
        if left is not None:
            self._tell_kept()
            if left.code:
                raise Failure(left.code, str(left))
            return 0
        self._tell_leftovers(throws)
        return self._code(course)

    def _extra(self) -> dict[str, str]:
        if not self.options["stamp"]:
            return {}
        from datetime import UTC, datetime

        return {"_stamp": datetime.now(UTC).isoformat(timespec="seconds")}

    def _mover_and_throws(self, stack: ExitStack) -> tuple[Mover, Throws]:
        from dicecup.engine.match.dice_source import Manual, Seeded

        seeded = Seeded(self.seed, self.header["game"])
        manual = self.throws_kind in MANUAL
        mover: Mover
        if self.asked or manual:
            from dicecup.cli.session.prompt import People

            asking = People(self.manners, self.settings, self.header, self.people, self.interrupts)
            if manual:
                mover = self._script(stack) if self.options["moves"] is not None else asking
                return mover, self._manual(asking, Manual, seeded)
            return asking, seeded
        mover = self._script(stack) if self.people else _Nobody()
        if self.throws_kind == "scripted":
            self._lines, throws = scripted(self.options["dice"])
            return mover, throws
        return mover, seeded

    def _script(self, stack: ExitStack) -> Mover:
        from dicecup.cli.session.script import Script, ScriptedPeople

        return ScriptedPeople(
            stack.enter_context(Script("-" if self.options["moves"] is None else self.options["moves"]))
        )

    def _manual(self, asking: People, manual: Callable[..., Throws], seeded: Throws) -> Throws:
        if self.throws_kind == "manual-people":
            return manual(asking.ask_dice, asking.complain, self.people, seeded)
        if self.bots:
            self.manners.say("Somebody has to type the bots' dice and will know them; --dice manual-people seeds them.")
        return manual(asking.ask_dice, asking.complain)

    # ---- what is said

    def _tell_seed(self) -> None:
        again = f" (--seed {self.seed} throws the same dice again)" if self.throws_kind == "seeded" else ""
        self.manners.say(f"Seed {self.seed}{again}")

    def _tell_log(self) -> None:
        log = self.options["log"]
        if log is not None and log != "-":
            self.manners.say(f"Log: {log}")

    def _tell_kept(self) -> None:
        if self.kept:
            self.manners.say("Kept: `dicecup`, then `resume`, goes on with it.")

    def _tell_leftovers(self, throws: Throws) -> None:
        if self.throws_kind != "scripted":
            return
        left = [line for line in self._lines if line.partition("#")[0].strip()]
        if left:
            self.manners.warn(f"{self.options['dice']}: the game is over; {counted(len(left), 'throw')} not needed")

    def _code(self, course: Course) -> int:
        end = course.end
        if end is None or end["end"] in ("won", "draw"):
            return 0
        if end["end"] == "forfeit":
            self.manners.warn(f"{end['by']['seat']} forfeits: {end['by']['reason']}")
        elif end["end"] == "aborted":
            self.manners.warn(f"the game was aborted by {end['by']}: nobody wins")
        return NO


class _Nobody:
    """Moves for people where there are none."""

    def begin(self, match: Any) -> None: ...

    def decide(self, match: Any, seat: str) -> int | None:
        raise AssertionError(seat)

    def close(self, match: Any) -> None: ...


def _raw(record: Record) -> None:
    """A record as a line of the log, on standard output."""
    from dicecup.engine.log.log import dump

    voice.write_bytes(dump(record))
