"""`dicecup replay info`, `step` by words, and `export`: what they say, what they hide, and what they refuse."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from command_line import dicecup, own_dice, strict
from logs import changed, data
from test_replay_walk import undone

NASTY = 'A, "B"\x1b[31m=1+1|*x*\n<b>'


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def log() -> Path:
    """The log of game 0 of seed 7: 58 events."""
    assert dicecup("play", "liars-dice", "--seed", "7", "--log", "game.jsonl").code == 0
    return Path("game.jsonl")


@pytest.fixture
def many() -> Path:
    assert dicecup("playtest", "run", "liars-dice", "--games", 10, "--seed", "7", "--log", "many.jsonl").code == 0
    return Path("many.jsonl")


def records(path: Path) -> list[dict[str, object]]:
    return [strict(line) for line in path.read_text(encoding="utf-8").splitlines()]


def walked(path: Path, words: str, *args: object) -> list[dict[str, object]]:
    run = dicecup("replay", "step", path, "--json", *args, stdin=words)
    assert (run.code, run.err) == (0, "")
    return run.records()


# --- show -------------------------------------------------------------------------------------------------------------


def test_show_by_round_and_seat(log: Path) -> None:
    shown = dicecup("replay", "show", log, "--round", 2, "--json").records()[1:]
    assert shown == [event for event in records(log)[1:] if event["round"] == 2]
    by = dicecup("replay", "show", log, "--round", 2, "--seat", "B", "--json").records()[1:]
    assert by == [event for event in shown if event.get("seat") == "B" or event["type"] == "round"]
    assert dicecup("replay", "show", log, "--seat", "C").code == 2


@pytest.mark.parametrize("last", [1, 2, 57, 58, 59, 70, 1000])
def test_the_last_events_of_a_file_are_those_of_a_pipe(many: Path, last: int) -> None:
    for more in ((), ("--json",), ("--as", "B")):
        from_file = dicecup("replay", "show", many, "--last", last, *more)
        from_pipe = dicecup("replay", "show", many, *more)
        assert from_file.code == 0
        if more == ("--json",):
            events = [line for line in from_pipe.lines if '"definition"' not in line]
            assert from_file.lines == events[-last:]
        else:
            assert from_pipe.out.endswith("\n".join(from_file.lines[-4:]) + "\n")


def test_damage_at_the_end_has_its_line_in_the_file(many: Path) -> None:
    whole = many.read_bytes()
    many.write_bytes(whole[:-30])
    run = dicecup("replay", "show", many, "--last", 3)
    assert run.code == 4
    lines = whole.count(b"\n")
    assert f"many.jsonl:{lines}: the last line is cut off" in run.err


# --- info -------------------------------------------------------------------------------------------------------------


def test_info_of_one_game(log: Path) -> None:
    run = dicecup("replay", "info", log)
    assert run.code == 0
    for words in (
        "Liar's Dice (liars-dice)",
        "6 rounds, 23 decisions, 58 events",
        "won by A",
        records(log)[0]["digest"],
    ):
        assert str(words) in run.out
    (about,) = dicecup("replay", "info", log, "--json").records()
    assert (about["events"], about["rounds"], about["winners"], about["seed"]) == (58, 6, ["A"], "7")


def test_info_hides_the_seed_from_a_seat(log: Path) -> None:
    assert "Seed" in dicecup("replay", "info", log).out
    assert "Seed" not in dicecup("replay", "info", log, "--as", "B").out
    (about,) = dicecup("replay", "info", log, "--as", "B", "--json").records()
    assert about["seed"] is None
    assert dicecup("replay", "info", log, "--as", "D").code == 2


def test_info_sums_up_many_games(many: Path) -> None:
    run = dicecup("replay", "info", many)
    assert run.lines[-1].startswith("10 games, 698 events: ")
    assert len(dicecup("replay", "info", many, "--json").lines) == 10


def test_info_of_damage(log: Path) -> None:
    lines = log.read_text().splitlines()
    log.write_text("\n".join([*lines[:20], "{]", *lines[21:40]]) + "\n")
    run = dicecup("replay", "info", log)
    assert run.code == 4
    assert run.err.startswith(f"dicecup: {log}:21: the line is not JSON")
    assert "Damaged     line 21\n" in run.out
    assert "no end" in run.out
    Path("none.jsonl").touch()
    assert dicecup("replay", "info", "none.jsonl").code == 4
    assert dicecup("replay", "info", "nosuch.jsonl").code == 2


# --- step by words ----------------------------------------------------------------------------------------------------


def test_words_come_to_the_same_state_by_any_way(log: Path) -> None:
    straight = walked(log, "next\n" * 58)
    assert [step["n"] for step in straight] == list(range(59))
    wandering = "end\nback 7\nstart\ngoto 30\nback\nnext 5\nload game.jsonl\n17\ncall\nscore\nround\nfind shows\nback\n"
    for step in walked(log, wandering):
        assert step["digest"] == straight[int(str(step["n"]))]["digest"]
        assert step["event"] == (records(log)[int(str(step["n"]))] if step["n"] else None)


def test_words_go_where_they_say(log: Path) -> None:
    steps = walked(log, "call\nscore\nround\nround\nfind calls liar\nend\n")[1:]
    events = [step["event"] for step in steps]
    assert all(isinstance(event, dict) for event in events)
    assert [(e["n"], e["type"]) for e in events if isinstance(e, dict)] == [
        (10, "move"), (12, "lose"), (13, "round"), (21, "round"), (events[4]["n"], "move"), (58, "end"),
    ]  # fmt: skip


def test_a_seat_sees_no_hidden_die_and_no_digest(log: Path) -> None:
    for step in walked(log, "next\n" * 58, "--as", "B"):
        event = step["event"]
        assert step["digest"] is None
        if isinstance(event, dict) and event["type"] == "roll" and event.get("private") and event["seat"] == "A":
            assert "dice" not in event
    for word in ("digest", "next 6\nmoves"):
        assert dicecup("replay", "step", log, "--as", "B", stdin=word).code == 1


A_CUP, B_CUP = "▐3▌ ▐3▌ ▐3▌ ▐4▌ ▐5▌", "▐2▌ ▐4▌ ▐5▌ ▐6▌ ▐6▌"


def test_a_walk_shows_every_cup_and_as_a_seat_its_own(log: Path) -> None:
    everything = tables(log)
    assert A_CUP in everything
    assert B_CUP in everything
    assert own_dice(everything) == []
    seen = tables(log, "--as", "B")
    assert {*own_dice(seen)} == {"2 4 5 6 6"}
    assert "A basic  ▐?▌ ▐?▌ ▐?▌ ▐?▌ ▐?▌" in seen
    in_words = tables(log, "--plain")
    assert "Under the cup of A basic: 3 3 3 4 5" in in_words
    assert "Under the cup of B basic: 2 4 5 6 6" in in_words
    assert {*own_dice(tables(log, "--plain", "--as", "B"))} == {"2 4 5 6 6"}


@pytest.mark.parametrize("style", [(), ("--plain",), ("--json",)])
def test_what_a_seat_walks_through_does_not_change_with_the_dice_of_others(log: Path, style: tuple[str, ...]) -> None:
    events = changed(records(log)[:12], 0, dice="manual")  # without the end, whose check covers every die
    log.write_bytes(data(events))
    shown, seen = tables(log, *style), tables(log, *style, "--as", "B")
    cup = next(i for i, event in enumerate(events) if event.get("private") and event["seat"] == "A")
    log.write_bytes(data(changed(events, cup, dice=[1, 1, 2, 6, 6])))
    assert tables(log, *style) != shown
    assert tables(log, *style, "--as", "B") == seen


@pytest.mark.parametrize("style", [(), ("--json",)])
def test_a_seat_is_not_told_which_hidden_dice_a_damaged_log_should_have(log: Path, style: tuple[str, ...]) -> None:
    events = records(log)
    cup = next(i for i, event in enumerate(events) if event.get("private") and event["seat"] == "A")
    log.write_bytes(data(changed(events, cup, dice=[1, 1, 2, 6, 6])))
    run = dicecup("replay", "step", log, *style, "--as", "B", stdin="next 10\n")
    assert f"line {cup + 1}: the record is not what is due here [altered]" in run.err
    for dice in ("3 5 3 4 3", "3,5,3,4,3", "1 1 2 6 6", "1,1,2,6,6"):
        assert dice not in run.out + run.err
    assert "the seed gives A 3 5 3 4 3 here" in dicecup("replay", "step", log, *style).err


def tables(path: Path, *args: object) -> str:
    """A walk through the first round, up to the call that lifts the cups."""
    return dicecup("replay", "step", path, *args, stdin="next\n" * 9).out


@pytest.mark.parametrize(
    ("words", "line", "sentence"),
    [
        ("next\nnext 99\n", 2, "there is no event 100; the last one is 58"),
        ("back\n", 1, "this is the beginning"),
        ("# only words\n\nnxt\n", 3, "did you mean next?"),
        ("goto soon\n", 1, "goto takes a number"),
        ("find a unicorn\n", 1, "no event with"),
        ("load nosuch.jsonl\n", 1, "there is no file nosuch.jsonl"),
    ],
)
def test_a_word_that_leads_nowhere_ends_the_script(log: Path, words: str, line: int, sentence: str) -> None:
    Path("words.txt").write_text(words)
    run = dicecup("replay", "step", log, "--words", "words.txt")
    assert run.code in (1, 2)
    assert run.problem().startswith(f"dicecup: words.txt:{line}: ")
    assert sentence in run.problem()


def test_a_damaged_log_is_walked_up_to_the_damage(log: Path) -> None:
    lines = log.read_text().splitlines()
    lines[30] = json.dumps(strict(lines[30]) | {"seat": "Z"})
    log.write_text("\n".join(lines) + "\n")
    run = dicecup("replay", "step", log, stdin="29\ndigest\n30\n")
    assert run.code == 4
    assert "line 31" in run.err
    assert "No table can be drawn here" in run.out


def test_a_game_of_many_is_chosen_by_its_number(many: Path) -> None:
    assert "choose one with --game I" in dicecup("replay", "step", many).problem()
    assert "game 7" in dicecup("replay", "step", many, "--game", 7).out
    assert dicecup("replay", "step", many, "--game", 70).code == 2


def test_what_was_taken_back_is_told() -> None:
    Path("undone.jsonl").write_bytes(undone())
    assert "Taken back" in dicecup("replay", "step", "undone.jsonl", stdin="find taken back\n").out


# --- export -----------------------------------------------------------------------------------------------------------


def test_a_csv_row_is_an_event(log: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(dicecup("replay", "export", log, "--format", "csv").out)))
    events = records(log)[1:]
    assert [int(row["n"]) for row in rows] == [event["n"] for event in events]
    for row, event in zip(rows, events, strict=True):
        assert (row["type"], row["seat"], row["move"]) == (event["type"], event.get("seat", ""), event.get("move", ""))
        rest = strict(row["rest"]) if row["rest"] else {}
        dice = event.get("dice")
        assert rest.get("dice") == dice if isinstance(dice, dict) else True
        if event["type"] == "roll" and isinstance(dice, list):
            assert row["dice"] == " ".join(map(str, dice))


def test_no_cell_is_a_formula_or_acts_on_a_terminal(log: Path) -> None:
    lines = log.read_text().splitlines()
    for move in ("=cmd()", "+1", "-1", "@x", "\x1b[31m"):
        lines[7] = json.dumps(strict(lines[7]) | {"move": move})
        log.write_text("\n".join(lines) + "\n")
        run = dicecup("replay", "export", log, "--format", "csv")
        (row,) = [row for row in csv.DictReader(io.StringIO(run.out)) if row["n"] == "7"]
        assert row["move"][0] not in "=+-@"
        assert "\x1b" not in run.out


@pytest.mark.parametrize("form", ["text", "markdown", "csv"])
def test_names_are_shown_and_do_nothing(form: str) -> None:
    run = dicecup("play", "liars-dice", "--seed", "7", "--name", f"A={NASTY}", "--log", "nasty.jsonl")
    if run.code != 0:  # such a name is refused at the door: it comes in a log from elsewhere
        assert dicecup("play", "liars-dice", "--seed", "7", "--log", "nasty.jsonl").code == 0
        lines = Path("nasty.jsonl").read_text().splitlines()
        head = strict(lines[0])
        head["seats"][0]["name"] = NASTY
        Path("nasty.jsonl").write_text("\n".join([json.dumps(head), *lines[1:]]) + "\n")
    out = dicecup("replay", "export", "nasty.jsonl", "--format", form).out
    assert "\x1b" not in out
    if form == "markdown":
        assert r"\*x\*" in out
        assert r"\<b\>" in out
        assert "<b>" not in out


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "jsonl"])
def test_what_is_exported_for_a_seat_hides_what_it_may_not_see(log: Path, form: str) -> None:
    whole = dicecup("replay", "export", log, "--format", form).out
    seen = dicecup("replay", "export", log, "--format", form, "--as", "B").out
    thrown = {"csv": "3 5 3 4 3", "jsonl": "[3,5,3,4,3]"}.get(form, "throws 3 5 3 4 3")
    assert thrown in whole
    assert thrown not in seen
    assert dicecup("replay", "export", log, "--format", form, "--as", "C").code == 2


def test_a_log_exported_for_a_seat_verifies_as_that(log: Path) -> None:
    run = dicecup("replay", "export", log, "--format", "jsonl", "--as", "B", "--output", "b.jsonl")
    assert run.code == 0
    (verdict,) = dicecup("replay", "verify", "b.jsonl", "--json").records()
    assert (verdict["ok"], verdict["kind"]) == (True, "redacted")
    assert "seed" not in records(Path("b.jsonl"))[0]
    assert dicecup("replay", "step", "b.jsonl", stdin="end\n").code == 0
    assert dicecup("replay", "step", "b.jsonl", "--as", "A").code == 2


def test_the_whole_log_comes_out_as_it_is(log: Path) -> None:
    assert dicecup("replay", "export", log, "--format", "jsonl").out == log.read_text()


@pytest.mark.parametrize("header", ["torn", "missing"])
def test_a_game_without_a_readable_header_is_told_as_that_and_whole(log: Path, header: str) -> None:
    first, *lines = log.read_text().splitlines(keepends=True)
    Path("bad.jsonl").write_text("".join([first[:200] + "\n"] * (header == "torn") + lines))

    def told(*args: str) -> str:
        return dicecup("replay", args[0], "bad.jsonl", *args[1:]).out

    nameless = "a game without a readable header\n"
    for before, form in (("", ["show"]), ("", ["export"]), ("# ", ["export", "--format", "markdown"])):
        assert told(*form).startswith(f"{before}{nameless}\n"), form
        assert re.search(r"A +throws 6\n", told(*form)), form
        assert "throws 2 4 6 5 6 under the cup" in told(*form), form
        assert "throws 2 4 6 5 6" not in told(*form, "--as", "A"), form
    assert dicecup("replay", "step", "bad.jsonl", stdin="start\n").out.startswith(f"{nameless}[0 of 58]\n")
    assert "58 events" in told("info")
    rows = csv.DictReader(io.StringIO(told("export", "--format", "csv")))
    assert [int(row["n"]) for row in rows] == [*range(1, 59)]
    assert told("export", "--format", "jsonl") == told("show", "--json") == "".join(lines), "no header is made up"


def test_an_output_that_exists_is_refused(log: Path) -> None:
    Path("out.md").write_text("mine")
    run = dicecup("replay", "export", log, "--format", "markdown", "--output", "out.md")
    assert (run.code, Path("out.md").read_text()) == (5, "mine")
    assert dicecup("replay", "export", log, "--format", "jsonl", "--output", log, "--force").code == 5
    assert dicecup("replay", "export", log, "--format", "markdown", "--output", "out.md", "--force").code == 0
    assert Path("out.md").read_text().startswith("# Liar's Dice")
