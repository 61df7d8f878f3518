"""What plain bots are told of the table: declared, in the docs, and as somebody would have it who follows the events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import jsonschema
import pytest
from command_line import ROOT
from families import declaration, declared, games

from dicecup.engine import Seat, load, new_match
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.base import COMMON_FIELDS, ViewField
from dicecup.engine.games.base.view_fields import KINDS, TAKEN
from dicecup.engine.games.registry import SHIPPED
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.match import Match, tables_of
from dicecup.engine.match.view import SeatView

GAMES = [(family, game) for family in declared() for game in games(family)]
GAMES_EACH = 3  # at each table
DECISIONS = 80  # of a game


def tables(game: Definition) -> list[int]:
    """The numbers of seats at which a game is played."""
    return sorted({game.players.min, min(3, game.players.max), game.players.max})


def played(game: Definition, seats: int, number: int) -> Iterator[Match]:
    """A game at each of its first decisions: of the weakest bot alone, of the next one alone, then of both."""
    match = new_match(game, [Seat(f"bot {p}", "bot") for p in range(seats)], game.name, number)
    bots, tables = match.family.policies(), tables_of(game)
    for _ in range(DECISIONS):
        if (seat := match.turn) is None:
            return
        yield match
        bot = number if number < 2 else match.seats.index(seat) % 2
        match.play_action(bots.choose(match.view_record(seat), match.rules, tables, bot))


# ---- held to the events


@pytest.mark.parametrize(("family", "name"), GAMES)
def test_the_fields_are_what_the_events_say(family: str, name: str) -> None:
    game = games(family)[name]
    for seats in tables(game):
        for number in range(GAMES_EACH):
            for match in played(game, seats, number):
                view = match.view(match.turn)
                wanted = {"seats": [*match.seats], **declaration(family).fields(game, view)}
                assert {**wanted, **view.fields} == {**view.fields, **wanted}, (
                    f"{seats} seats, game {number}, {match.count}"
                )
                assert {*wanted} == {*view.fields}


@pytest.mark.parametrize("family", declared())
def test_every_field_takes_several_values(family: str) -> None:
    """Else what holds them to the events would see nothing of some."""
    seen: dict[str, set[str]] = {name: set() for name in family_of(family).view_fields}
    for game, number in product(games(family).values(), range(GAMES_EACH)):
        for seats in tables(game):
            for match in played(game, seats, number):
                for name, value in match.view(match.turn).fields.items():
                    seen[name].add(repr(value))
        if min(map(len, seen.values())) > 1:
            return
    assert [name for name, values in seen.items() if len(values) < 2] == []


# ---- declared


@pytest.mark.parametrize("family", SHIPPED)
def test_their_schema_is_of_them_and_of_nothing_else(family: str) -> None:
    fields = family_of(family).view_fields
    schema = {
        "type": "object",
        "properties": {name: field.schema for name, field in fields.items()},
        "required": [*fields],
        "additionalProperties": False,
    }
    check = jsonschema.Draft202012Validator(schema)
    check.check_schema(schema)
    for match in played(declaration(family).position().game.definition, 2, 0):
        values = match.view(match.turn).fields
        check.validate(values)
    assert {"".join(error.absolute_path) for error in check.iter_errors(dict.fromkeys(values, 0.5))} == {*fields}
    assert [name for name, field in fields.items() if schema["properties"][name]["description"] != field.meaning] == []


def test_every_kind_is_some_fields() -> None:
    used = {field.kind for family in SHIPPED for field in family_of(family).view_fields.values()}
    assert used | {"seat"} == {*KINDS}  # Mia, a family from outside, has a seat that is always there
    with pytest.raises(TypeError, match="there is no kind of view field 'float'; it may be number, count, yes or no, "):
        ViewField("float", "A chance.")


LIARS = family_of("liars")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"view_values": None}, "view_fields and view_values go together"),
        ({"view_fields": {}}, "view_fields and view_values go together"),
        ({"view_fields": ["bid"]}, "view_fields is no Mapping"),
        ({"view_fields": {**COMMON_FIELDS, "bid": "text"}}, "view_fields: bid is no ViewField"),
        ({"view_fields": {**COMMON_FIELDS, "legal": ViewField("text", "?")}}, "a view cannot have a field 'legal'"),
        ({"view_fields": {**COMMON_FIELDS, "_bid": ViewField("text", "?")}}, "a view cannot have a field '_bid'"),
        ({"view_fields": {**COMMON_FIELDS, "a bid": ViewField("text", "?")}}, "a view cannot have a field 'a bid'"),
        ({"view_fields": {**COMMON_FIELDS, "round": ViewField("text", "?")}}, "round must be as in COMMON_FIELDS"),
        ({"view_fields": {"bid": ViewField("text", "?")}}, "round, seats, playing, scores must be as in COMMON_FIELDS"),
        ({"view_values": 7}, "view_values is no function"),
    ],
)
def test_a_family_whose_views_cannot_be_so_is_not_made(changed: dict[str, object], sentence: str) -> None:
    with pytest.raises(TypeError, match=re.escape(sentence)):
        replace(LIARS, **changed)


# ---- as attributes


def test_fields_are_attributes_of_a_view() -> None:
    match = new_match(load("perudo"), [Seat("a", "human"), Seat("b", "human")], "7")
    match.play("2x5")
    view = match.view("B")
    assert (view.bid, view.bid_count, view.bid_face, view.bidder) == ("2x5", 2, 5, "A")
    assert view.fields == match.fields_of(match.view_record("B"))
    with pytest.raises(
        AttributeError,
        match=r"the view has no 'luck'; it has below, events, fields, .*, bid, bid_count, .* and hands_won$",
    ):
        _ = view.luck
    with pytest.raises(
        AttributeError, match=r"the view has no 'bidders' \(did you mean bidder\?\); it has below, events, "
    ):
        _ = view.bidders
    assert not hasattr(view, "pot")
    view.fields["dice"].clear()
    assert match.view("B").dice != []


def test_no_field_bears_the_name_of_something_else() -> None:
    view = SeatView("A", [], [], {}, 0)
    assert {name for name in dir(view) if not name.startswith("_")} <= TAKEN


def test_a_family_without_fields_has_views_all_the_same() -> None:
    game = load("liars-dice")
    bare = replace(LIARS, view_fields={}, view_values=None)
    head = new_match(game, [Seat("a", "human"), Seat("b", "human")], "7").header
    view = Match(game, head, lambda due: [0] * due.count, family=bare).view("A")
    assert view.fields == {}
    with pytest.raises(
        AttributeError, match="the view has no 'bid'; it has below, events, fields, legal, random and seat"
    ):
        _ = view.bid


# ---- on the page


PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


def rows(fields: dict[str, ViewField]) -> str:
    """Fields as the page has them."""
    lines = [f"| `view.{name}` | {field.kind} | {field.meaning} |\n" for name, field in fields.items()]
    return "| field | kind | what it is |\n|---|---|---|\n" + "".join(lines)


def test_the_page_tells_the_fields_of_all_families() -> None:
    assert rows(dict(COMMON_FIELDS)) in PAGE


@pytest.mark.parametrize("family", SHIPPED)
def test_the_page_tells_the_fields_of_each_family(family: str) -> None:
    own = {name: field for name, field in family_of(family).view_fields.items() if name not in COMMON_FIELDS}
    assert rows(own) in PAGE
