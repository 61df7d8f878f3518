"""What the value of a parameter may become, by the type of the parameter; nothing where any text will do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence

import click

from dicecup.cli.base.command import Command
from dicecup.cli.base.parameters import (
    Bot,
    DefinitionFile,
    Dice,
    Event,
    File,
    GameNumber,
    Host,
    Letter,
    Log,
    Mode,
    Moves,
    Output,
    Round,
    SeatCount,
    Seated,
    SeatName,
    Setting,
    Variant,
    Whole,
)
from dicecup.cli.base.paths import hosted
from dicecup.cli.completion import games, logs, seats
from dicecup.cli.completion.files import any_file, files, no_file
from dicecup.cli.completion.games import LONGEST_RANGE
from dicecup.cli.completion.line import Candidate, Line
from dicecup.cli.completion.seats import made, making
from dicecup.cli.session.dice_input import KINDS_OF_DICE
from dicecup.cli.session.lineup import HUMAN
from dicecup.engine.games.registry import SHIPPED

Values = Callable[[Line, click.Parameter, str], Iterable[Candidate]]


def values(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    """What the word may become as the value of a parameter, each in full."""
    if isinstance(line.command, Command) and (own := list(line.command.values(line.given, str(param.name)))):
        found: Iterable[Candidate] = map(Candidate, own)
    else:
        kind = next((kind for kind in type(param.type).__mro__ if kind in VALUES), None)
        found = VALUES[kind](line, param, word) if kind is not None else _foreign(line, param, word)
    for one in found:
        if one.text.startswith(word) and not (one.open and one.text == word):  # which would be no more than there is
            yield one


def _foreign(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    """As the type of another package has it."""
    line.context.params.update(line.given)
    for item in param.shell_complete(line.context, word):
        if item.type == "plain":
            yield Candidate(str(item.value), item.help or "")
        else:
            yield from files(word, any_file if item.type == "file" else no_file)


def _choice(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    assert isinstance(param.type, click.Choice)
    return map(Candidate, map(str, param.type.choices))


def _mode(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    from dicecup.engine.core.kernel import COMPILED, compilable

    return (one for one in _choice(line, param, word) if one.text != COMPILED or compilable())


def _range(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    assert isinstance(param.type, Whole)
    if param.type.high - param.type.low < LONGEST_RANGE:
        yield from map(Candidate, map(str, range(param.type.low, param.type.high + 1)))


# ---- files


def _file(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    return files(word)


def _log(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    assert isinstance(param.type, Log)
    return logs.logs(word, param.type.use)


def _output(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    return files(word, any_file if "force" in line.given else no_file)


def _definition_file(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    path = f"{word[: word.rfind('/') + 1]}{line.given.get('name', '').removesuffix('.yaml')}.yaml"
    if "name" in line.given and ("force" in line.given or not os.path.lexists(path)):
        yield Candidate(path)
    yield from files(word, no_file)


def _moves(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    resumed = logs.chosen(line)
    if made(line.with_text(param, "x")) is not None or (resumed is not None and HUMAN in resumed.agents.values()):
        yield from files(word)


def _dice(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    kinds: Sequence[str] = KINDS_OF_DICE
    resumed = logs.chosen(line) if logs.is_resumed(line) else None
    if resumed is not None:  # whose dice stay what they are; `seeded` is what is not said otherwise
        kinds = [kind for kind in KINDS_OF_DICE if resumed.dice in KINDS_OF_DICE and kind in ("seeded", resumed.dice)]
    candidates = map(Candidate, kinds)
    yield from candidates if line.variant is None else making(line, param, candidates)
    if resumed is None or not kinds:
        yield from files(word)


# ---- games


def _variant(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    bot = line.named(Bot)
    for one in games.variants(word):
        if one.open or bot is None or ":" in bot or _plays(bot, one.text):
            yield one


def _plays(bot: str, variant: str) -> bool:
    """Whether a bot that has a name of its own plays a variant."""
    definition = games.definition_of(variant)
    return definition is not None and bot in games.bots_of([definition.family])


def _bot(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    """A bot that plays the variants that were named, or any."""
    named = [games.definition_of(variant) for variant in line.texts("variants")]
    families = {one.family for one in named if one is not None}
    bots = games.bots_of(sorted(families)) if families else [name for one in SHIPPED for name in games.bots_of([one])]
    return games.agents(dict.fromkeys(bots), word)


def _host(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    return map(Candidate, hosted())


def _setting(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    if (game := made(line)) is not None:
        found = games.settings(game.definition, word)
        yield from making(line, param, (one for one in found if one.text.startswith(word)))


VALUES: dict[type, Values] = {
    click.Choice: _choice,
    Mode: _mode,
    Whole: _range,
    File: _file,
    Log: _log,
    Output: _output,
    DefinitionFile: _definition_file,
    Moves: _moves,
    Dice: _dice,
    Variant: _variant,
    Bot: _bot,
    Setting: _setting,
    Host: _host,
    SeatCount: seats.counts,
    SeatName: seats.names,
    Seated: seats.agents,
    Letter: seats.letters,
    GameNumber: logs.game_numbers,
    Round: logs.rounds,
    Event: logs.decisions,
}
