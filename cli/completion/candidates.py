"""What the last word of a command line may become: the name of a command, an option, or the value of a parameter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import click

from dicecup.cli.base.command import Group
from dicecup.cli.completion.line import Candidate, Line, line_of
from dicecup.cli.completion.values import values

MOST = 1000


def candidates(root: click.Command, words: Sequence[str], word: str) -> list[Candidate]:
    """What `word` may become after these words, which come after the name of the program; each begins with the word as it is."""
    return list(islice(_candidates(root, words, word), MOST))


def _candidates(root: click.Command, words: Sequence[str], word: str) -> Iterator[Candidate]:
    line = line_of(root, words)
    if line is None:
        return
    if word.startswith("-") and not isinstance(line.target, click.Option) and _may_be_option(root, words):
        yield from _options(root, words, line, word)
    elif line.is_name:
        assert isinstance(line.command, Group)
        for name in line.command.list_commands(line.context):
            if name.startswith(word):
                yield Candidate(name, line.command.short_help_of(name))
        if line.command.default:
            yield from _candidates(root, [*words, line.command.default], word)
    elif line.target is not None and line.takes(line.target):
        yield from values(line, line.target, word)


def _may_be_option(root: click.Command, words: Sequence[str]) -> bool:
    """Whether a word with a dash is read as an option: behind `--` it is an argument."""
    return line_of(root, words, dash=True) is None


def _options(root: click.Command, words: Sequence[str], line: Line, word: str) -> Iterator[Candidate]:
    """The options that can still be given; of `--option=VALUE` the values."""
    options = [param for param in line.parameters if isinstance(param, click.Option) and not param.hidden]
    name, equals, value = word.partition("=")
    if equals:
        if any(name in param.opts and not param.is_flag and not param.count for param in options):
            for one in _candidates(root, [*words, name], value):
                yield replace(one, text=f"{name}={one.text}")
        return
    for param in filter(line.takes, options):
        for name in (*param.opts, *param.secondary_opts):
            if name.startswith(word):
                yield Candidate(name, param.help or "")
