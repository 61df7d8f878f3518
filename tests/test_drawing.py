"""Tables drawn for people: what each style shows, that it fits, that it gives nothing away, and that names are shown as they are."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import liars_scene
import piles_scene
import poker_scene
import pytest
import stacks_scene
from command_line import ROOT
from families import declaration
from hypothesis import given
from hypothesis import strategies as st
from logs import GOLDEN
from rich.text import Text

from dicecup.cli.base.text import acts, safe, width, wrap
from dicecup.cli.drawing import Look
from dicecup.cli.drawing.layout import cut, folded
from dicecup.cli.drawing.renderer import STYLES
from dicecup.cli.drawing.styles import OWNERS
from dicecup.cli.games import registry
from dicecup.cli.narration.narrator import ALL, SPECTATOR
from dicecup.engine.definitions import definition
from dicecup.engine.games.registry import SHIPPED
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.replay.walk import load

HIDING = [path for path in GOLDEN if family_of(definition.load(path.stem).family).private]
# C052, and what takes more or fewer cells than it has signs.
NAMES = [
    "[bold]",
    "[/red]",
    "a[0]",
    "%s",
    "{x}",
    "\x1b[31mred",
    "漢字 かな",
    "é́ combined",
    "👨‍👩‍👧 and 🎲",
    "Bartholomew of the Long Names",
]
SAFE = [safe(name) for name in NAMES]
WIDTHS = (20, 27, 40, 60, 80, 120, 200)


def named(header, names=NAMES):
    """A header with other names."""
    return {**header, "seats": [{**seat, "name": name} for seat, name in zip(header["seats"], names, strict=False)]}


def artist(match, seat, style="unicode", cells=80, names=("Ann", "Bo", "Cy"), *, color=False):
    return registry.artist(named(match.header, names), seat, Look(style, color, cells))


def board(match, seat, style="unicode", cells=80, *, color=False):
    return artist(match, seat, style, cells, color=color).board(match, seat)


def told(match, kinds, style="unicode", cells=80):
    """Some events of a match as a spectator is told of them."""
    teller = artist(match, SPECTATOR, style, cells)
    return [line for event in match.events for line in teller.tell(event) if event["type"] in kinds]


# --- What each family looks like ---------------------------------------------------------------------------------


def picture(family):
    """The table that a family says is to be drawn, and for whom."""
    game, seat, _ = next(declaration(family).pictures())
    return game, seat


SIGHTS = [(style, 80) for style in STYLES] + [("unicode", 60)]


@pytest.mark.parametrize(("style", "cells"), SIGHTS)
@pytest.mark.parametrize("family", SHIPPED)
def test_a_board_and_a_reckoning(family, style, cells, snapshot):
    pictures = declaration(family).pictures()
    game, seat, _ = next(pictures)
    table = board(game, seat, style, cells)
    game, _, kinds = next(pictures)
    assert "\n".join([*table, "", *told(game, kinds, style, cells)]) == snapshot


@pytest.mark.parametrize("family", SHIPPED)
def test_a_wide_board_in_colour(family, snapshot):
    game, seat = picture(family)
    assert "\n".join(board(game, seat, cells=120, color=True)) == snapshot


def test_a_title_names_the_game_and_the_seats():
    game, _ = picture("liars")
    assert artist(game, ALL, names=["Ann", "human", "[bold]"]).title() == [
        "Perudo (perudo), seed scene",
        "  A Ann (human)",
        "  B human",
        "  C [bold] (human)",
    ]


# --- What the pictures say ---------------------------------------------------------------------------------------


def test_a_showdown_marks_what_counts_and_what_is_wild_and_adds_it_up():
    game = liars_scene.Scene("liars-dice-wild", seats=2, cups={"A": "1 4 4 2 6", "B": "4 1 3 3 5"})
    game.say("A:5x4", "B:liar")
    assert told(game, ("reveal",), "ascii") == [
        "  Showdown: 5x4 was bid and there are 5, 2 of them wild; the bid is right",
        "  A Ann  <1>  2  [4] [4]  6   3, 1 wild",
        "  B Bo   <1>  3   3  [4]  5   2, 1 wild",
        "  3 + 2 = 5",
    ]


def test_wild_dice_that_do_not_count_are_not_marked():
    game = liars_scene.Scene("liars-dice-wild", wild_off="once_wild_bid", cups={"A": "1 4 4 2 6", "B": "4 1 3 3 5"})
    game.say("A:1x1", "B:3x4")
    assert "1 is not wild in this round" in board(game, "A")[0]
    game.say("A:liar")
    assert "  A Ann   1   2  [4] [4]  6   2" in told(game, ("reveal",), "ascii")


def test_a_sum_that_was_bid_is_added_up_over_all_dice():
    game = liars_scene.Scene(dice_per_player=1, final_duel="sum", cups={"A": "4", "B": "3"})
    game.say("A:sum 8", "B:liar")
    assert told(game, ("reveal",), "ascii")[1:] == ["  A Ann  [4]  4", "  B Bo   [3]  3", "  4 + 3 = 7"]


def test_a_pass_is_shown_without_a_sum():
    game = liars_scene.Scene("dudo-old", cups={"A": "1 2 3 4 5", "B": "2 2 2 2 2"})
    game.say("A:1x3", "B:pass", "A:liar")
    assert told(game, ("reveal",), "ascii") == [
        "  Showdown: the pass was true",
        "  A Ann   1   2   3   4   5",
        "  B Bo    2   2   2   2   2",
    ]


def test_dice_laid_open_are_seen_by_all_and_marked():
    game = liars_scene.Scene("push-reroll", seats=3, cups={"B": ["1 2 3 4 5", "6 6 6 6"]})
    game.say("A:2x4", "B:3x4")
    assert "dice may be laid open" in board(game, "B")[0]
    game.say("B:show 4")
    assert "  B Bo   {4} [?] [?] [?] [?]  5 dice, 4 open" in board(game, None, "ascii")
    assert "  B Bo   {4} [6] [6] [6] [6]  5 dice, 4 open" in board(game, "B", "ascii")


def test_who_is_asked_out_of_turn_is_told_so():
    game = liars_scene.Scene(seats=3, challenge_by="any")
    game.say("A:2x3")
    assert "out of turn one may call" in board(game, None)[0]
    assert board(game, "C")[-1].split() == ["1", "liar", "2", "wait"]


def test_a_bid_that_was_taken_back_is_no_step_of_the_ladder():
    game = liars_scene.Scene(undo=True)
    game.say("A:2x3", "B:4x4")
    game.undo("B")
    assert board(game, "A", "ascii")[-1] == "  A Ann 2x3 stands"


def test_kept_dice_are_marked_where_they_lie_also_while_the_others_are_thrown():
    game = poker_scene.Scene(dice={"A": "KJK9T 9A9"})
    game.throws = None
    game.play("keep K K")
    assert "  A Ann  {K} [?] {K} [?] [?]" in board(game, "B", "ascii")[3]
    assert board(game, "B", "ascii")[1] == "A Ann is to throw 3 dice."


def test_many_stacks_lie_in_lines_where_columns_would_not_fit():
    dice = ("54321", "54321")
    game = stacks_scene.Scene(dice=dice, dice_per_player=5, rerolls=False, laps_per_roll="until_stuck")
    game.say("A:4 on B", "B:3 on A", "A:2 on B", "B:1 on A")
    assert "  #4  [A 1] [B 1]" in board(game, "A", "ascii", 20)
    assert any("[B 1]" in line and "[B 3]" in line for line in board(game, "A", "ascii", 80))


def test_a_high_pile_lies():
    game = piles_scene.Scene()
    game.lie("A " + "1 2 " * 5 + "B 2", plain={"A": 1})
    assert any(line.count("[A 1]") == 5 for line in board(game, "A", "ascii", 120))


def test_few_moves_are_numbered_and_of_many_the_ends_are_named():
    game, seat = picture("piles")
    assert board(game, seat, "accessible")[-4:] == [
        "Legal moves: 3",
        "1: roll plain",
        "2: plunder C",
        "3: end",
    ]
    game, seat = picture("liars")
    assert board(game, seat, "accessible")[-1] == "Legal moves: 71, from 4x6 to liar"
    assert not any("moves" in line for line in board(game, "A", "accessible"))


# --- What holds for every game -----------------------------------------------------------------------------------


@cache
def logged(path: Path):
    return load(path, 0)


@cache
def moments(path: Path):
    """Some positions of a golden log, its beginning, dice that are due and its end among them."""
    settled = [position for position in logged(path).positions() if position.settled]
    return [position.match for position in (*settled[:: max(1, len(settled) // 4)], settled[1], settled[-1])]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_board_fits_and_holds_no_control_character(path):
    """C052: names are shown as they are; what is cut ends in three dots."""
    for i, match in enumerate(moments(path)):
        for j, seat in enumerate([*match.seats, SPECTATOR]):
            cells, style = WIDTHS[(i + j) % len(WIDTHS)], STYLES[(i + 2 * j) % len(STYLES)]
            drawn = artist(match, seat, style, cells, NAMES).board(match, seat)
            assert [line for line in drawn if width(line) > cells or line != line.rstrip()] == []
            assert not any(acts(sign) for line in drawn for sign in line)
            if seat is not None and match.turn == seat:
                assert "it is your turn" in " ".join(" ".join(drawn).split())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_event_is_told_within_the_width_and_in_ascii_where_names_are(path):
    game = logged(path)
    for viewer, style, cells in (("A", "unicode", 20), (ALL, "ascii", 60)):
        teller = registry.artist(
            named(game.header, NAMES if style == "unicode" else SAFE[:5]), viewer, Look(style, False, cells)
        )
        for event in game.events[:60]:
            lines = teller.tell(event)
            assert [line for line in lines if width(line) > cells or "\x1b" in line] == []
            assert style == "unicode" or all(map(str.isascii, lines))


@pytest.mark.parametrize("style", STYLES[1:])
@pytest.mark.parametrize("family", SHIPPED)
def test_ascii_and_accessible_boards_hold_only_ascii_signs(family, style):
    game, seat = picture(family)
    for cells in WIDTHS:
        assert all(line.isascii() for line in board(game, seat, style, cells))
    if style == "accessible":
        assert not any(re.search(r"[\[\]{}<>|]|--|  ", line) for line in board(game, seat, style, 200))


@pytest.mark.parametrize("path", HIDING, ids=lambda path: path.stem)
def test_a_board_does_not_change_with_dice_that_the_reader_cannot_see(path):
    changed = 0
    for match in moments(path):
        for seat in match.seats:
            boards = [artist(match, reader, style).board(match, reader) for reader in (seat, None) for style in STYLES]
            state = match.state
            match.state = state.copy()
            match.family.redeal(match.state, match.rules, match.view_record(seat))
            changed += match.state.values() != state.values()
            redealt = [artist(match, reader, style).board(match, reader) for reader in (seat, None) for style in STYLES]
            match.state = state
            assert redealt == boards
    assert changed


def test_a_spectator_sees_no_cup():
    game = liars_scene.Scene(seats=2, cups={"A": "6 6 6 6 6", "B": "6 6 6 6 6"})
    assert not any("6" in line for line in board(game, None))
    assert any("6" in line for line in board(game, "A"))
    assert not any("6" in line for line in told(game, ("roll",)) if "cup" in line)


@given(st.text(alphabet="ab  漢e\u0301\u200d🎲", max_size=60), st.integers(8, 40), st.integers(0, 6))
def test_styled_lines_are_folded_where_plain_ones_are(text, cells, hang):
    folded_lines = list(folded(Text(text, "bold"), cells, hang))
    assert [line.plain for line in folded_lines] == list(wrap(text, cells, hang if hang < cells // 2 else 2))
    assert all(width(line.plain) <= cells for line in folded_lines)


@given(st.text(max_size=30), st.integers(6, 20))
def test_what_is_cut_fits_and_says_so(text, cells):
    short = cut(text, cells)
    assert width(short) <= cells
    assert short == text if width(text) <= cells else short.endswith("...")


# --- Names, colours and damage -----------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
def test_C052_names_are_shown_as_they_are(style):
    game = liars_scene.Scene("perudo", seats=5, first="A")
    game.play("3x3")
    drawer = artist(game, "A", style, 200, NAMES)
    for lines in (drawer.title(), drawer.board(game, "A")):
        for letter, name in zip("ABCDE", SAFE, strict=False):
            assert any(f"{letter} {name}" in line for line in lines)
    assert drawer.who("F") == "F"
    move = next(event for event in game.events if event["type"] == "move")
    assert any("A [bold]" in line for line in drawer.tell(move))


def test_a_long_name_is_cut_in_a_board_and_whole_in_the_title():
    game = liars_scene.Scene(seats=2)
    drawer = artist(game, "A", "ascii", 60, ["Bartholomew of the Long Names", "漢字" * 20])
    assert any("A Bartholome..." in line for line in drawer.board(game, "A"))
    assert any("B 漢字漢字漢... " in line for line in drawer.board(game, "A"))
    assert "  A Bartholomew of the Long Names (human)" in drawer.title()


def test_colour_comes_only_where_it_is_asked_for_and_then_always(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    game, seat = picture("liars")
    plain, colored = (board(game, seat, color=color) for color in (False, True))
    assert not any("\x1b" in line for line in plain)
    assert any(f"38;5;{OWNERS['B']}m" in line for line in colored)
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in colored] == plain


@pytest.mark.parametrize("kind", ["order", "move", "lose"])
def test_the_seat_that_is_told_of_first_has_its_colour(kind):
    game = liars_scene.Scene("perudo", seats=3, first="B", cups={"A": "1 2 4 5 6", "B": "4 6 6 6 6", "C": "1 2 3 5 5"})
    game.say("B:2x3", "C:liar")
    event = next(event for event in game.events if event["type"] == kind)
    letter = event["seats"][0] if kind == "order" else event["seat"]
    (line,) = artist(game, ALL, color=True).tell(event)
    name = {"A": "A Ann", "B": "B Bo", "C": "C Cy"}[letter]
    assert f"\x1b[1;38;5;{OWNERS[letter]}m{name}\x1b[0m" in line


def test_every_owner_can_be_read_on_black_and_on_white():
    levels = (0, 95, 135, 175, 215, 255)

    def linear(part):
        part /= 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    for color in OWNERS.values():
        red, green, blue = (linear(levels[(color - 16) // step % 6]) for step in (36, 6, 1))
        light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        assert min(1.05 / (light + 0.05), (light + 0.05) / 0.05) > 3.2


@pytest.mark.parametrize(
    ("variant", "event"),
    [
        ("perudo", {"type": "reveal", "dice": {"A": "44", "B": [None]}, "bid": 3, "count": "x", "wilds": 1}),
        ("perudo", {"type": "reveal", "dice": [], "bid": "sum 3", "count": 3}),
        ("perudo", {"type": "reveal", "dice": {"A": ["x"]}, "bid": "sum 3", "count": 3}),
        ("poker-dice", {"type": "hand", "seat": ["A"], "dice": [1], "hand": "pair"}),
        ("poker-dice", {"type": "hand", "seat": "A", "dice": 5, "hand": "pair A"}),
        ("dead-mans-dice", {"type": "score", "seat": "A", "points": 3, "total": 3, "piles": 7}),
        ("stacked-dice", {"type": ["score"], "seat": "Z"}),
    ],
)
def test_an_event_out_of_a_damaged_log_is_still_told(variant, event):
    header = load(ROOT / "replays" / f"{variant}.jsonl", 0).header
    lines = registry.artist(header, ALL, Look()).tell({"n": 7, "round": 1, **event})
    assert lines
    assert all(line.isascii() and width(line) <= 80 for line in lines)


@pytest.mark.parametrize("look", [{"style": "fancy"}, {"cells": 0}, {"cells": 201}])
def test_a_look_that_there_is_not_is_refused(look):
    with pytest.raises(ValueError, match=r"style|cells"):
        Look(**look)
