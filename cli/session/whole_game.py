"""One game played through, as the command line asks for it: from its options to the exit code, and what is said about it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.errors import NO, Failure
from dicecup.cli.base.signals import AT_PROMPT, Interrupts
from dicecup.cli.base.text import counted
from dicecup.cli.session.conflicts import check
from dicecup.cli.session.dice_input import MANUAL, real_dice, scripted
from dicecup.cli.session.game_setup import SetUp, set_up
from dicecup.cli.session.record_outputs import Outputs
from dicecup.cli.settings.asked import Asked
from dicecup.engine.core.signals import Ended

if TYPE_CHECKING:
    from dicecup.cli.session.elsewhere import Elsewhere
    from dicecup.cli.session.prompt import People
    from dicecup.cli.session.session import Course, Mover, Sink
    from dicecup.engine.bots.conversation import Patience
    from dicecup.engine.match.dice_source import Throws
    from dicecup.engine.match.match import Match


def new_game(manners: Asked, options: Mapping[str, Any], *, ask: bool = True) -> Game:
    """A game from its beginning, as the options of `play` describe it. Without `ask` nobody is seated who would have to be asked."""
    ask = ask and _asks(manners, options)
    setup = set_up(options, ask=ask, people=options["moves"] is not None, patience=patience_of(manners, options))
    manners.clearance.check_seed(setup.seed)
    return Game(manners, options, setup, ask=ask)


def patience_of(manners: Asked, options: Mapping[str, Any]) -> Patience:
    """How long programs may think, and people who play by one."""
    return replace(manners.patience, people=options.get("person_limit"))


def _asks(manners: Asked, options: Mapping[str, Any]) -> bool:
    """Whether people may be asked at a prompt: one sits at a terminal, and no script moves for them."""
    return manners.may_ask and options["moves"] is None


class Game:
    """One `play`: its options made into a course, and what is said about it.

    `log` takes the records in place of a file that is opened for them. Without `ask` people are not asked at a prompt.
    """

    def __init__(
        self,
        manners: Asked,
        options: Mapping[str, Any],
        setup: SetUp,
        *,
        log: Sink | None = None,
        ask: bool = True,
    ) -> None:
        self.manners = manners
        self.options = options
        self.setup = setup
        self.bots = setup.bots
        self.people = setup.people
        self.asked = bool(setup.here) and ask and _asks(manners, options)  # at a prompt
        self.interrupts = Interrupts(AT_PROMPT)
        self._log = log
        check(manners, options, setup, asked=self.asked)

    # ---- the course

    def play(self) -> int:
        """Play it, and return the exit code."""
        from dicecup.cli.session.session import Course, Left

        drawn = self.setup.drawn
        with ExitStack() as stack:
            screens = self._elsewhere(stack)
            mover, throws = self.deciding(stack)
            outputs = self.outputs(stack)
            if screens is not None:
                mover = screens.deciding(mover)
                outputs.sinks.append(screens.record)
            if drawn and not self.people:
                self._tell_seed()
            stack.enter_context(self.interrupts)
            header = {**self.setup.header, **self._extra()}
            course = Course(
                self.setup.definition,
                header,
                self.bots,
                outputs.sinks,
                self.interrupts,
                keep_info=self.options["keep_info"],
            )
            left: Left | None = None
            try:
                course.run(mover, throws, self.setup.begun)
            except Left as gone:
                left = gone
            except (KeyboardInterrupt, Ended):
                self._tell_log()
                self._tell_kept(outputs)
                raise
            finally:
                if drawn and self.people and not (course.left and (self.asked or screens)):
                    # Told only now, and not of a game that may go on: whoever knows the seed knows every cup.
                    self._tell_seed()
        self._tell_log()
        if left is not None:
            self._tell_kept(outputs)
            if left.code:
                raise Failure(left.code, str(left))
            return 0
        self._tell_leftovers()
        return self._code(course)

    def outputs(self, stack: ExitStack) -> Outputs:
        """Where the records go; what is open for them is closed with the stack."""
        outputs = Outputs(self.manners, self.options["viewer"], self.setup)
        log = self.options["log"]
        if self._log is not None:
            outputs.sinks.append(self._log)
        elif log == "-":
            outputs.print_records()
        elif log is not None:
            outputs.write_log(stack, log, force=self.options["force"])
        elif (self.asked or self.setup.elsewhere) and self.manners.settings.autosave:
            outputs.keep(stack)
        if self.manners.json:
            outputs.print_records()
        else:
            outputs.narrate(aside=log == "-")
        return outputs

    def deciding(self, stack: ExitStack) -> tuple[Mover, Throws]:
        """Who decides where no bot does, and where the dice are from."""
        from dicecup.engine.match.dice_source import Seeded

        kind = self.setup.dice
        seeded = Seeded(self.setup.seed, self.setup.header["game"])
        if self.asked or kind in MANUAL:
            from dicecup.cli.session.prompt import People

            people = People(self.manners, self.setup.header, self.setup.here, self.interrupts)
            if kind not in MANUAL:
                return people, seeded
            if kind == "manual" and self.bots:
                self.manners.say(
                    "Somebody has to type the bots' dice and will know them; --dice manual-people seeds them."
                )
            script = self._script(stack) if self.options["moves"] is not None else None
            return Refereed(people, script) if script else people, real_dice(kind, people, self.people, seeded)
        mover: Mover = self._script(stack) if self.setup.here else _Nobody()
        if kind == "scripted":
            self._lines, throws = scripted(self.options["dice"])
            return mover, throws
        return mover, seeded

    def _elsewhere(self, stack: ExitStack) -> Elsewhere | None:
        """The other screens, once somebody sits at each; None where nobody is waited for."""
        if not self.setup.elsewhere:
            return None
        from dicecup.cli.session.elsewhere import elsewhere

        screens = stack.enter_context(elsewhere(self.manners, self.options, self.setup))
        self.setup = screens.setup
        return screens

    def _script(self, stack: ExitStack) -> Mover:
        from dicecup.cli.session.script import Script, ScriptedPeople

        return ScriptedPeople(
            stack.enter_context(Script("-" if self.options["moves"] is None else self.options["moves"]))
        )

    def _extra(self) -> dict[str, str]:
        if not self.options["stamp"]:
            return {}
        from datetime import UTC, datetime

        return {"_stamp": datetime.now(UTC).isoformat(timespec="seconds")}

    # ---- what is said

    def _tell_seed(self) -> None:
        seed = self.setup.seed
        again = f" (--seed {seed} throws the same dice again)" if self.setup.dice == "seeded" else ""
        self.manners.say(f"Seed {seed}{again}")

    def _tell_log(self) -> None:
        log = self.options["log"]
        if log is not None and log != "-":
            self.manners.say(f"Log: {log}")

    def _tell_kept(self, outputs: Outputs) -> None:
        if outputs.kept:
            self.manners.say("Kept: `dicecup`, then `resume`, goes on with it.")

    def _tell_leftovers(self) -> None:
        if self.setup.dice != "scripted":
            return
        left = [line for line in self._lines if line.partition("#")[0].strip()]
        if left:
            self.manners.warn(f"{self.options['dice']}: the game is over; {counted(len(left), 'throw')} not needed")

    def _code(self, course: Course) -> int:
        end = course.end
        if end is None or end["end"] in ("won", "draw"):
            return 0
        if (failure := course.failure) is not None:
            said = f"{end['by']['seat']} forfeits: {failure}"
            self.manners.warn(said, **failure.place.as_dict(), traceback=failure.traceback)
        elif end["end"] == "aborted":
            self.manners.warn(f"the game was aborted by {end['by']}: nobody wins")
        return NO


class Refereed:
    """The moves of a script, at a table where people throw real dice and type them."""

    def __init__(self, people: People, script: Mover) -> None:
        self.people = people
        self.script = script

    def begin(self, match: Match) -> None:
        """The game is about to begin, for those who type the dice too."""
        self.people.begin(match)
        self.script.begin(match)

    def decide(self, match: Match, seat: str) -> int | None:
        """The next move of the script."""
        return self.script.decide(match, seat)

    def close(self, match: Match) -> None:
        """The game is over: nothing may be left in the script."""
        self.script.close(match)


class _Nobody:
    """Moves for people where there are none."""

    def begin(self, match: Any) -> None: ...

    def decide(self, match: Any, seat: str) -> int | None:
        raise AssertionError(seat)

    def close(self, match: Any) -> None: ...
