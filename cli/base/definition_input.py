"""Definitions that a command looks at: shipped ones by name, files by path, and `-` from standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dicecup.cli.base.errors import sentences, text_of, usage
from dicecup.cli.base.output import Manners
from dicecup.cli.base.text import safe

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition

STDIN = "-"


def definition_in(variant: str, settings: Sequence[str] = ()) -> Definition:
    """A definition, of which `-` is the text on standard input; its bases are looked for from the current folder.

    Failure where standard input is closed, and the errors of `load`.
    """
    from dicecup.engine.definitions.definition import load
    from dicecup.engine.definitions.nodes import LARGEST
    from dicecup.engine.log.log import open_log

    if variant != STDIN:
        return load(variant, settings)
    if sys.stdin is None:
        raise usage("standard input is closed; name the definition's file")
    with open_log(STDIN) as stream:
        return load(STDIN, settings, source=stream.read(LARGEST + 1))


def read_once(variants: Sequence[str]) -> None:
    """Failure where standard input is to be read more than once."""
    if list(variants).count(STDIN) > 1:
        raise usage("standard input can be read only once; name a file for all but one -")


def every_definition(manners: Manners) -> Iterator[Definition]:
    """Every variant that is found by name, sorted. One of another package that cannot be loaded is warned of and left out."""
    from dicecup.engine.definitions.definition import DefinitionError, load, names
    from dicecup.engine.definitions.shipped import variant_file

    for name in names():
        try:
            yield load(name)
        except DefinitionError as error:
            if (package := variant_file(name).package) is None:
                raise
            manners.warn(f"{package}: its variant {name} is left out: {safe(text_of(next(iter(sentences(error)))))}")
