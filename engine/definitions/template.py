"""The text of a new variant file: a base, and every key of its family commented out, with what it does."""

from __future__ import annotations

import re
import textwrap
from itertools import groupby

from dicecup.engine.core.problems import InputError
from dicecup.engine.definitions.definition import load
from dicecup.engine.definitions.keys import VERSION
from dicecup.engine.definitions.value_types import allowed_words, word
from dicecup.engine.games.options import keys

WIDTH = 100


class VariantNameError(InputError, ValueError):
    """A text that cannot be a variant's name (`name`)."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} cannot be a variant's name; use small letters, digits and single hyphens")
        self.name = name


def new(name: str, base: str) -> str:
    """The file NAME.yaml of a variant of `base` (a shipped variant's name or a path), which plays as the base does.

    Lines that begin with `#` and a key are keys with the base's value: to change one, take its `#` away. VariantNameError
    where `name` cannot be a name; UnknownVariant and DefinitionError from the base.
    """
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise VariantNameError(name)
    definition = load(base)
    players = definition.players
    lines = [
        f"# A variant of {base}.",
        "# To change a rule, take the # from the key's line; what keeps its # is as in the base.",
        f"dicecup: {VERSION}",
        f"name: {name}",
        f"title: {word(name.replace('-', ' ').capitalize())}",
        f"extends: {word(base)}",
        f"#players: {{min: {players.min}, max: {players.max}}}",
        "about:",
        f"  summary: {word(f'{definition.title}, changed.')}",
        "  #source: where the rules come from",
        "  also_called: []",
        "rules:",
    ]
    for group, members in groupby(keys(type(definition.rules)), lambda key: key.path.rpartition(".")[0]):
        declared = list(members)
        for key in declared:
            name = f"{key.path}: " if group else ""
            help_text = (
                f"{name}{key.meaning} Allowed: {allowed_words(key.type)}; default {word(key.default)} ({key.rule})."
            )
            lines += ["", *textwrap.wrap(help_text, WIDTH, initial_indent="  # ", subsequent_indent="  # ")]
            if not group:
                lines.append(f"  #{key.path}: {word(key.value(definition.rules))}")
        if group:  # on one line: a key within that is set free alone would stand in nothing
            values = [f"{key.path.rpartition('.')[2]}: {word(key.value(definition.rules))}" for key in declared]
            lines.append(f"  #{group}: {{{', '.join(values)}}}")
    return "\n".join(lines) + "\n"
