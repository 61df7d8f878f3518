"""`dicecup solve`: the equilibrium of a small game of two seats, its value, and how far from best the strategy found may be."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.errors import usage
from dicecup.cli.base.output import Manners, put, put_json
from dicecup.cli.base.parameters import Mode, Output, Type, Whole, setting_option, variant_argument
from dicecup.cli.base.text import counted

if TYPE_CHECKING:
    from fractions import Fraction

    from dicecup.engine.solve.equilibrium import Solution, SolvedRound


NOISE = 1e-12  # below which a number is rounding alone


class Dice(Type):
    """Dice of the first bidder and of the other seat, as `2v1`."""

    name = "dice"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        if (found := re.fullmatch("([1-9][0-9]?)v([1-9][0-9]?)", str(value))) is None:
            return self.fail(
                f"{value!r} is not of the form 2v1: dice of the first bidder, v, dice of the other", param, context
            )
        return int(found[1]), int(found[2])


class Target(Type):
    """A NashConv to be reached, as a decimal number."""

    name = "target"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Any:
        if isinstance(value, float):
            return value
        text = str(value)
        if re.fullmatch(r"[0-9]{0,20}\.?[0-9]{1,20}(e-?[0-9]{1,2})?", text) and 1e-12 <= float(text) <= 1:
            return float(text)
        return self.fail(f"{value!r} is no number from 1e-12 to 1", param, context)


@command(
    "solve",
    help="""The equilibrium of a small game of two seats with hidden dice: how both play where neither can do better, and what that is worth
    to the first bidder, from -1 (always loses) to 1.

    The whole game is solved, or one round of it with `--round`. Small rounds are solved by a linear program (SciPy, the extra `solve`),
    exactly; others by counterfactual regret (CFR), until both best responses gain no more than `--target` in sum (NashConv).
    The value lies between what the first bidder gets if the other seat plays best against the strategy found, and if the first bidder does.
    How long it took is told on standard error.
    """,
    short_help="The exact value of small games, and how to play them.",
    examples=(
        ("dicecup solve liars-dice --round --dice 1v1 --set faces=3", "one round with one die each and three faces"),
        ("dicecup solve liars-dice --set faces=2 --set dice_per_player=2", "a whole game from two dice each"),
        ("dicecup solve liars-dice --round --dice 2v1 --set faces=2 --out strategy.jsonl", "keep the strategy"),
    ),
)
@variant_argument
@click.option("--round", "one_round", is_flag=True, help="One round only: whoever loses it has lost.")
@click.option(
    "--dice",
    "held",
    type=Dice(),
    metavar="NvM",
    help="Dice of the first bidder and of the other, such as 2v1; else as the variant has it.",
)
@setting_option
@click.option(
    "--method",
    type=click.Choice(["auto", "program", "cfr"]),
    default="auto",
    metavar="METHOD",
    help="auto (the program where it is quick), program (exact), or cfr.",
)
@click.option(
    "--target", type=Target(), default=1e-5, metavar="X", help="The NashConv at which CFR ends; 1e-5 if not given."
)
@click.option(
    "--iterations",
    type=Whole(1, 10**9),
    default=100_000,
    metavar="N",
    help="CFR's iterations of a round at most; 100000 if not given.",
)
@click.option(
    "--mode",
    type=Mode(),
    default="auto",
    metavar="MODE",
    help="auto, plain, or compiled (which needs the extra `fast`); the results are the same.",
)
@click.option("--out", type=Output(), metavar="FILE", help="Write the strategy, a JSON object a line.")
@click.option("--force", is_flag=True, help="Replace that file if it exists.")
@click.pass_obj
def solve(
    manners: Manners, /, variant: str, out: str | None, force: bool, settings: tuple[str, ...], **asked: Any
) -> None:
    """The command `dicecup solve`."""
    from dicecup.cli.base.definition_input import definition_in
    from dicecup.engine.log.log import Writer
    from dicecup.engine.solve.equilibrium import CFR
    from dicecup.engine.solve.equilibrium import solve as solved
    from dicecup.engine.solve.program import has_scipy
    from dicecup.engine.solve.strategy import lines

    if out == "-":
        raise usage("--out - is no file; the value is told on standard output, so name a file for the strategy")
    definition = definition_in(variant, settings)
    most, dice = asked.pop("iterations"), asked.pop("held")
    began = time.monotonic()
    solution = solved(definition, most=most, dice=dice, told=_teller(manners), **asked)
    seconds = time.monotonic() - began
    if out is not None:
        with Writer(out, force=force, whole=True) as writer:
            for record in lines(solution):
                writer.write(record)
    if manners.json:
        put_json(_record(solution, asked["target"]))
    else:
        for line in manners.page.rows([*_rows(solution)], "{}: {}"):
            put(line)
    manners.say(f"Solved in {seconds:.1f} s.")
    if solution.first.exploitability > asked["target"]:
        manners.warn(
            f"NashConv {solution.first.exploitability:.1e} is above {asked['target']:.1e}; --iterations allows CFR more"
        )
    if asked["method"] == "auto" and CFR in solution.method and not has_scipy():
        manners.say("Without SciPy there are no exact values: pip install 'dicecup[solve]'")


def _teller(manners: Manners) -> Any:
    def told(done: int, rounds: int) -> None:
        if rounds > 1:
            manners.say(f"{done} of {rounds} rounds solved")

    return told


def _rows(solution: Solution) -> Iterator[tuple[str, str]]:
    first, size = solution.first, solution.size
    one, other = solution.dice
    what = "one round" if solution.one_round else "whole game"
    yield "game", f"{solution.definition.name}, {what}, {one} {'die' if one == 1 else 'dice'} against {other}"
    near = solution.looks_like()
    yield "value to the first bidder", f"{_number(first.value)}{f', looks like {near}' if near is not None else ''}"
    yield "between", f"{_number(first.low)} and {_number(first.high)}"
    yield "NashConv", f"{first.exploitability:.1e}" if first.exploitability >= NOISE else f"less than {NOISE:.0e}"
    runs = f", {counted(solution.iterations, 'iteration')}" if solution.iterations else ""
    yield "method", f"{solution.method.replace('cfr', 'CFR')}{runs}"
    yield "size", f"{counted(size.histories, 'sequence')} of moves, {size.information_sets:,} information sets"
    if len(solution.rounds) > 1:
        for one_of in solution.rounds:
            yield f"  {_begins(one_of)}", _number(one_of.value)


def _begins(one: SolvedRound) -> str:
    """What the seats have where a round begins, the opener's first: `2v1`, and more where there is more."""
    told = one.game.rounds.told(one.game.carried)
    return ", ".join(
        "v".join(map(str, pair)) if name == "dice" else f"{name} {'v'.join(map(str, pair))}"
        for name, pair in told.items()
    )


def _number(x: float) -> str:
    return f"{x if abs(x) >= NOISE else 0.0:.10f}"


def _record(solution: Solution, target: float) -> dict[str, Any]:
    first = solution.first
    return {
        "dicecup": 1,
        "type": "solution",
        "name": solution.definition.name,
        "digest": solution.definition.digest,
        "one_round": solution.one_round,
        "dice": [*solution.dice],
        "method": solution.method,
        "iterations": solution.iterations,
        "target": target,
        **_values(first, solution.looks_like()),
        "size": {
            "histories": solution.size.histories,
            "decision_nodes": solution.size.decisions,
            "terminal_nodes": solution.size.terminals,
            "information_sets": solution.size.information_sets,
        },
        "rounds": [
            {"state": one.game.rounds.told(one.game.carried), **_values(one, None), "iterations": one.iterations}
            for one in solution.rounds
        ],
    }


def _values(one: SolvedRound, near: Fraction | None) -> dict[str, Any]:
    return {
        "value": one.value,
        "low": one.low,
        "high": one.high,
        "nash_conv": one.exploitability,
        **({"looks_like": str(near)} if near is not None else {}),
    }
