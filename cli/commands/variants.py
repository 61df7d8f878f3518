"""`dicecup variants`: definitions listed, read, checked, compared and written."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base import output as voice
from dicecup.cli.base.command import group
from dicecup.cli.base.definition_input import definition_in, every_definition, read_once
from dicecup.cli.base.errors import DEFINITION, NO, USAGE, sentences, text_of, usage
from dicecup.cli.base.output import Manners, put, put_json, put_wrapped
from dicecup.cli.base.parameters import DefinitionFile, Variant, setting_option, variant_argument
from dicecup.cli.base.text import safe

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition

COMMENTS = 40  # the column from which on it is said where values come from


@group(
    "variants",
    help="""List, read, check, compare and write variants. A variant is a YAML file; VARIANT is the name of a shipped one,
    or the path of yours.
    """,
    examples=(
        ("dicecup variants list", "every game there is"),
        ("dicecup variants new my-game --from perudo", "begin your own"),
        ("dicecup variants check my-game.yaml", "find every mistake in it"),
    ),
)
def variants() -> None:
    """The command `dicecup variants`."""


@variants.command(
    "list",
    help="Every shipped variant, sorted by name.",
    short_help="Every shipped variant.",
    examples=(
        ("dicecup variants list", "a table"),
        ("dicecup variants list --json", "a line a variant"),
    ),
)
@click.pass_obj
def list_(manners: Manners) -> None:
    """The command `dicecup variants list`."""
    from dicecup.engine.definitions.shipped import variant_file

    rows = []
    for definition in every_definition(manners):
        name, players = definition.name, definition.players
        package = variant_file(name).package
        summary = str(definition.about.get("summary", ""))
        if manners.json:
            put_json(
                {
                    "dicecup": 1,
                    "type": "variant",
                    "name": name,
                    "title": definition.title,
                    "family": definition.family,
                    "players": {"min": players.min, "max": players.max},
                    "summary": summary,
                    **({"from": str(package)} if package is not None else {}),
                }
            )
            continue
        seats = str(players.min) if players.min == players.max else f"{players.min}-{players.max}"
        brought = f" (from {package})" if package is not None else ""
        rows.append((name, seats, f"{summary or definition.title}{brought}"))
    if rows:
        lines = manners.page.rows(rows, "{}: {} seats. {}", heads=("variant", "seats", "what it is"))
        for i, line in enumerate(map(safe, lines)):
            put(manners.styled(line, bold=True) if i == 0 else line)


@variants.command(
    "show",
    help="The merged definition, every base applied and every default filled in, as a YAML file that can be loaded again.",
    short_help="The merged definition as YAML.",
    examples=(
        ("dicecup variants show perudo", "all its keys, bases merged and defaults filled in"),
        ("dicecup variants show perudo --origin", "and the file that each value comes from"),
        ("dicecup variants show liars-dice --set dice_per_player=3", "with a rule changed"),
    ),
)
@variant_argument
@setting_option
@click.option("--origin", is_flag=True, help="Say of each value which file it comes from.")
@click.pass_obj
def show(manners: Manners, variant: str, settings: tuple[str, ...], origin: bool) -> None:
    """The command `dicecup variants show`."""
    definition = definition_in(variant, settings)
    if manners.json:
        put_json(
            {
                "dicecup": 1,
                "type": "definition",
                "name": definition.name,
                "digest": definition.digest,
                "definition": definition.resolved(),
                "origin": _origin(definition),
            }
        )
        return
    put(f"# {definition.name}, merged; digest {definition.digest}")
    for line in merged(definition, origin=origin, column=0 if manners.plain else COMMENTS):
        put(line)


def merged(definition: Definition, *, origin: bool, column: int = COMMENTS) -> Iterator[str]:
    """The lines of the merged definition; with `origin` each value is followed by the place it comes from, from a column on."""
    whole = definition.resolved()
    del whole["name"]  # it would have to be the stem of the file this is saved in
    for line, place in _yaml(whole, "", 0, _origin(definition) if origin else {}):
        yield f"{line:<{column}}{'  ' if column else ' '}# {place}" if place else line


def _origin(definition: Definition) -> dict[str, str]:
    """Where each value comes from: `file:line`, `default`, or the option."""
    from dicecup.engine.definitions.definition import OVERRIDE

    return {path: "--set" if place == OVERRIDE else place for path, place in definition.origin.items()}


def _yaml(table: Mapping[str, Any], group: str, depth: int, origin: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Lines, each with the place that its value comes from where that is known."""
    from dicecup.engine.definitions.value_types import word

    for key, value in table.items():
        path = f"{group}.{key}" if group else key
        indent = "  " * depth
        if isinstance(value, Mapping):
            yield f"{indent}{key}:", ""
            yield from _yaml(value, path, depth + 1, origin)
        else:
            yield f"{indent}{key}: {word(value)}", origin.get(path, "")


@variants.command(
    "check",
    help="""Check definition files, `-` for standard input, with all their bases: every mistake is named with its file, line and column. The exit
    code is 3 if there is one.
    """,
    short_help="Find every mistake in definition files.",
    examples=(
        ("dicecup variants check my-game.yaml", "every mistake, with its line"),
        ("dicecup variants check my-game.yaml --json", "the mistakes as objects"),
        ("dicecup variants new my-game -o - | dicecup variants check -", "from standard input"),
    ),
)
@click.argument("files", type=Variant(), metavar="FILE...", nargs=-1, required=True)
@click.pass_obj
def check(manners: Manners, files: tuple[str, ...]) -> int:
    """The command `dicecup variants check`."""
    from dicecup.engine.definitions.definition import DefinitionError, UnknownVariant

    read_once(files)
    code = 0
    for file in files:
        try:
            definition = definition_in(file)
        except DefinitionError as error:
            code = DEFINITION
            for record in sentences(error):
                if manners.json:
                    put_json(record)
                else:
                    put(safe(text_of(record)))
        except UnknownVariant as error:
            code = max(code, USAGE)
            for record in sentences(error):
                voice.complain(voice.compact(record) if manners.json else f"dicecup: {text_of(record)}")
        else:
            if manners.json:
                found = {"file": file, "name": definition.name, "family": definition.family}
                put_json({"dicecup": 1, "type": "check", "ok": True, **found, "digest": definition.digest})
            elif not manners.quiet:
                put(safe(f"{file}: fine"))
    return code


@variants.command(
    "diff",
    help="What differs in play between two variants: each key with both values. The exit code is 1 if anything does.",
    short_help="What differs in play between two variants.",
    examples=(
        ("dicecup variants diff perudo dudo", "the rules that differ"),
        ("dicecup variants diff perudo cacho --json", "the same as an object"),
    ),
)
@click.argument("a", type=Variant(), metavar="A")
@click.argument("b", type=Variant(), metavar="B")
@click.pass_obj
def diff_(manners: Manners, a: str, b: str) -> int:
    """The command `dicecup variants diff`."""
    from dicecup.engine.definitions.definition import diff
    from dicecup.engine.definitions.value_types import word

    read_once((a, b))
    found = diff(definition_in(a), definition_in(b))
    if manners.json:
        differences = [{"path": path, "a": left, "b": right} for path, left, right in found]
        put_json({"dicecup": 1, "type": "variant_diff", "a": a, "b": b, "same": not found, "differences": differences})
    elif not found:
        put_wrapped(safe(f"{a} and {b} play alike."))
    else:
        rows = [(path, *(("-" if value is None else word(value)) for value in pair)) for path, *pair in found]
        one, other = (safe(name).replace("{", "{{").replace("}", "}}") for name in (a, b))
        sentence = f"{{}}: {{}} in {one}, {{}} in {other}"
        for line in manners.page.rows(rows, sentence, heads=("", safe(a), safe(b))):
            put(line)
    return NO if found else 0


@variants.command(
    "schema",
    help="""The JSON Schema of definition files, for editors. It is generated from the declarations that files are checked
    by.
    """,
    short_help="The JSON Schema of definition files.",
    examples=(("dicecup variants schema", "for an editor that knows JSON Schema"),),
)
@click.pass_obj
def schema_(manners: Manners) -> None:
    """The command `dicecup variants schema`."""
    import json

    from dicecup.engine.definitions.json_schema import schema

    if manners.json:
        put_json({"dicecup": 1, "type": "schema", "schema": schema()})
    else:
        for line in json.dumps(schema(), indent=2, ensure_ascii=False).split("\n"):
            put(voice.escaped(line))


@variants.command(
    "new",
    help="Write NAME.yaml, a variant of BASE that plays as BASE does, with every key explained and ready to be changed.",
    short_help="Write a new variant file to start from.",
    examples=(
        ("dicecup variants new my-game --from perudo", "write my-game.yaml, with every key explained"),
        ("dicecup variants new my-game --output -", "look at it first"),
    ),
)
@click.argument("name", metavar="NAME")
@click.option("--from", "base", type=Variant(), default="liars-dice", metavar="BASE", help="The variant to change.")
@click.option("--output", "-o", type=DefinitionFile(), metavar="FILE|-", help="Where to write it; else NAME.yaml here.")
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@click.pass_obj
def new(manners: Manners, name: str, base: str, output: str | None, force: bool) -> None:
    """The command `dicecup variants new`."""
    from dicecup.engine.definitions.shipped import is_path
    from dicecup.engine.definitions.template import new as template
    from dicecup.engine.log.log import Writer

    name = name.removesuffix(".yaml")
    path = Path(output or f"{name}.yaml")
    text = template(name, base)
    if output == "-":
        voice.write(text)
        return
    if path.stem != name or path.suffix not in (".yaml", ".yml"):
        raise usage(f"--output {safe(str(path))}: the file of {name} must be called {name}.yaml, in any folder")
    if is_path(base) and path.parent != Path():
        # A base is looked for from the folder of the file that names it.
        from dicecup.engine.definitions.value_types import word

        there = os.path.relpath(base, path.parent)
        text = text.replace(f"\nextends: {word(base)}\n", f"\nextends: {word(there)}\n")
    with Writer(path, force=force) as writer:
        writer.write(text.encode())
    if manners.json:
        put_json({"dicecup": 1, "type": "written", "file": str(path)})
    else:
        manners.say(f"Wrote {path}; try: dicecup play {path if is_path(str(path)) else f'./{path}'}")
