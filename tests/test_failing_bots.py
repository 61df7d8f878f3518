"""Bots that fail are red: exit code 1, which game, where in the bot's file, and the command that opens it (C077); a kernel
cannot write its rules (C103).
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from command_line import dicecup, typed

from dicecup.engine import load, names
from dicecup.engine.bots.agents import UnknownAgent, agent
from dicecup.engine.bots.compilation import NotCompiledError, check_compilable
from dicecup.engine.core.kernel import AUTO, COMPILED, PLAIN, compilable
from dicecup.engine.core.read_only import ReadOnlyError, read_only
from dicecup.engine.core.record import Int, Record
from dicecup.engine.games.registry import SHIPPED, family
from dicecup.engine.match.match import rules_of
from dicecup.engine.playtest import effort
from dicecup.engine.playtest.plan import Plan, play_game
from dicecup.engine.playtest.run import run

fast = pytest.mark.skipif(not compilable(), reason="needs the extra 'fast'")

BAD = """\
import json

def bad(view):
    raise ValueError("lost")

def late(view):
    if view.events[0]["dice"] == [2]:
        return json.loads("{")
    return view.legal[0]

def wrong(view):
    return "42x1"
"""
FORFEIT = "A forfeits: bad.py:bad failed: ValueError: lost"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bots").mkdir()
    Path("bots/bad.py").write_text(BAD)


def playtest(*more: object, name: str = "bad", games: int = 20) -> Any:
    seats = ("--seat", f"bots/bad.py:{name}", "--seat", "basic")
    return dicecup("playtest", "run", "liars-dice", "--games", games, "--seed", "3", *seats, *more)


# ---- C077


def test_C077_a_bot_that_raises_in_every_game_is_red() -> None:
    run = playtest("-q")
    assert run.code == 1
    assert "20 games, 0 finished, 20 forfeits (a bot failed)" in run.out
    said, debug, again = run.err.splitlines()
    assert said == f"dicecup: bots/bad.py:4: game 0: {FORFEIT}"
    assert debug == "DICECUP_DEBUG=1 shows where it happened."
    command = "dicecup playtest open liars-dice --game 0 --seed 3 --seat bots/bad.py:bad --seat basic"
    assert again == f"Open it with: {command}"


def test_C077_the_first_game_is_named_for_any_jobs_with_and_without_a_log() -> None:
    plan = Plan(load("liars-dice"), ("bots/bad.py:late", "basic"), 60, "3")
    failed = [number for number in range(60) if play_game(plan, number)[1] is not None]
    assert failed[0] > 0
    told = set()
    for more in ((), ("--jobs", 2), ("--jobs", 2, "--log", "x.jsonl")):
        run = playtest("-q", *more, name="late", games=60)
        assert run.code == 1
        told.add(run.err)
    (text,) = told
    assert text.startswith(f"dicecup: bots/bad.py:8: game {failed[0]}: A forfeits: bad.py:late failed: JSONDecodeError")


def test_C077_the_command_that_is_told_opens_that_game() -> None:
    run = playtest("--set", "dice_per_player=2", "--seats", 2, name="late", games=60)
    opened = dicecup(*shlex.split(run.err.splitlines()[-1].partition(": dicecup ")[2]))
    assert opened.code == 1
    assert "bots/bad.py:8: A forfeits: bad.py:late failed" in opened.err
    assert "A 2 dice" in " ".join(opened.out.split())


def test_C077_a_program_is_told_the_same() -> None:
    run = playtest("--json")
    (record,) = run.records()
    command = "dicecup playtest open liars-dice --game 0 --seed 3 --seat bots/bad.py:bad --seat basic"
    reason = "bad.py:bad failed: ValueError: lost"
    place = {"file": "bots/bad.py", "line": 4}
    first = {"game": 0, "seat": "A", "agent": "bad.py:bad", "reason": reason, **place, "open": command}
    assert (run.code, record["first_forfeit"], record["first_aborted"]) == (1, first, None)
    assert '"open":"dicecup playtest open' in run.problem()
    fine = dicecup("playtest", "run", "liars-dice", "--games", 5, "--seed", "3", "--json")
    assert fine.code == 0
    assert (fine.records()[0]["first_forfeit"], fine.err) == (None, "")


def test_C077_the_first_aborted_game_is_named_too() -> None:
    args = ("playtest", "run", "liars-dice", "--games", 20, "--seed", "7", "--set", "max_rounds=5")
    run = dicecup(*args, "-q")
    said, again = run.err.splitlines()
    opened = dicecup(*shlex.split(again.partition(": dicecup ")[2]))
    number = dicecup(*args, "--json").records()[0]["first_aborted"]["game"]
    assert said == f"dicecup: game {number} is the first that a guard has aborted"
    assert (opened.code, "aborted by max_rounds" in opened.err) == (1, True)
    assert all(dicecup(*args[:2], *args[2:3], "--games", number, *args[5:], "--json").code == 0 for _ in "1")


def test_C077_the_traceback_comes_when_it_is_asked_for_and_begins_in_the_bots_file() -> None:
    run = dicecup("play", "liars-dice", "--seat", "bots/bad.py:late", "--seed", "3", "--game", 8, "-q")
    number = next(
        n for n in range(60) if play_game(Plan(load("liars-dice"), ("bots/bad.py:late", "basic"), 1, "3"), n)[1]
    )
    args = ("play", "liars-dice", "--seat", "bots/bad.py:late", "--seed", "3", "--game", number)
    run = dicecup(*args, env={"DICECUP_DEBUG": "1"})
    lines = run.err.splitlines()
    assert lines[0].startswith("dicecup: bots/bad.py:8: A forfeits:")
    assert lines[1] == "Traceback (most recent call last):"
    assert 'bad.py", line 8, in late' in lines[2]
    assert "agents.py" not in run.err
    as_json = dicecup(*args, "--json", env={"DICECUP_DEBUG": "1"})
    assert '"traceback":"Traceback (most recent call last)' in as_json.err


def test_C077_an_answer_that_is_no_move_names_the_line_of_the_bot() -> None:
    assert playtest(name="wrong").err.splitlines()[1].startswith("dicecup: bots/bad.py:")


def test_C077_a_bot_that_fails_in_another_file_names_the_line_that_called_it() -> None:
    Path("bots/helper_of_bad.py").write_text("def help(view):\n    raise KeyError('x')\n")
    code = "import sys\nsys.path.append('bots')\nfrom helper_of_bad import help\n\ndef asks(view):\n    return help(view)\n"
    Path("bots/bad.py").write_text(code)
    assert "bots/bad.py:6: game 0: A forfeits: bad.py:asks failed: KeyError: 'x'" in playtest(name="asks").err


def test_C077_a_game_played_on_with_a_failing_bot_is_red() -> None:
    dicecup("play", "liars-dice", "--seed", "3", "--log", "g.jsonl")
    run = dicecup("replay", "fork", "g.jsonl", "--at", 8, "--seat", "A=bots/bad.py:bad")
    assert run.code == 1
    assert f"bots/bad.py:4: {FORFEIT}" in run.err


def test_C077_a_script_of_the_console_stops_at_a_bot_that_fails() -> None:
    lines = ("-c", "new liars-dice A=bots/bad.py:bad B=basic seed=3", "-c", "rules")
    run = dicecup("console", *lines)
    assert (run.code, "L-R5" in run.out) == (1, False)
    assert "A bad.py:bad forfeits" in run.out
    assert run.err.splitlines()[0] == "dicecup: -c:1: bots/bad.py:4: bad.py:bad failed: ValueError: lost"
    debug = dicecup("console", *lines, env={"DICECUP_DEBUG": "1"})
    assert 'bad.py", line 4, in bad' in debug.err
    assert dicecup("console", "--keep-going", *lines).code == 1
    code = ("-c", "playtest run liars-dice --games 5 --seed 3 --seat bots/bad.py:bad")
    assert dicecup("console", *code).code == 1


def test_C077_a_person_at_the_console_is_told_the_line_and_goes_on() -> None:
    run = typed("new liars-dice A=bots/bad.py:bad B=basic seed=3", "rules")
    assert "Bots/bad.py:4: bad.py:bad failed: ValueError: lost." in run.out.replace("bots/", "Bots/")
    assert "L-R5" in run.out


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("import json\nx = undefined\n", 2, "NameError: name 'undefined' is not defined"),
        ("def bot(view):\n    return (\n", 2, "SyntaxError: '(' was never closed"),
        ("import json\njson.loads('{')\n", 2, "JSONDecodeError"),
    ],
)
def test_a_bot_that_cannot_be_loaded_names_its_line(text: str, line: int, said: str) -> None:
    Path("bots/bad.py").write_text(text)
    with pytest.raises(UnknownAgent) as caught:
        agent("bots/bad.py:bot", "liars")
    assert (caught.value.file, caught.value.line) == ("bots/bad.py", line)
    assert said in str(caught.value)
    run = dicecup("play", "liars-dice", "--seat", "bots/bad.py:bot")
    assert run.code == 2
    assert run.err.startswith(f"dicecup: bots/bad.py:{line}: bad.py:bot cannot be seated: {said}")


# ---- C103

WRITES = {
    "a_number": "r.dice = 1",
    "a_cell": "r.ladder[0] = 1",
    "a_cell_of_a_row": "r.natural_odds[1][1] = 1",
    "a_row": "row = r.natural_odds[1]\n    row[0] = 1",
    "by_counting_up": "r.max_rounds += 1",
    "in_a_loop": "for row in r.natural_odds:\n        row[0] = 1",
    "by_a_helper": "put(r.ladder)",
}
LINES = (7, 11, 12)  # of `put`, and of what a kernel does
KERNELS = """\
import dicecup
from dicecup.engine.core.philox import draw
from dicecup.engine.games.liars.moves import legal_nth

@dicecup.kernel
def put(table):
    table[0] = 1

"""


def kernel_of(body: str, name: str = "bot") -> str:
    return f"@dicecup.kernel\ndef {name}(v, r):\n    {body}\n    return legal_nth(v, r, 0)\n\n"


@pytest.mark.parametrize("variant", names())
def test_C103_rules_for_reading_only_are_the_same_rules(variant: str) -> None:
    rules = rules_of(load(variant))

    def plain(value: Any) -> Any:
        return list(map(plain, value)) if isinstance(value, tuple) else value

    assert {name: plain(value) for name, value in read_only(rules).values().items()} == rules.values()
    assert read_only(rules) is read_only(rules)


def test_C103_nothing_of_them_can_be_set_or_taken_away() -> None:
    class Tables(Record):
        size: Int

    record = read_only(Tables())
    with pytest.raises(ReadOnlyError):
        record.size = 1
    with pytest.raises(ReadOnlyError):
        record.new = 1
    with pytest.raises(ReadOnlyError):
        del record.size


@pytest.mark.parametrize("write", WRITES)
def test_C103_in_plain_mode_a_kernel_fails_where_it_writes(write: str) -> None:
    Path("k.py").write_text(KERNELS + kernel_of(WRITES[write]))
    before = rules_of(load("liars-dice")).values()
    report = run(Plan(load("liars-dice"), ("k.py:bot", "basic"), 3, "7"), mode=PLAIN)
    assert rules_of(load("liars-dice")).values() == before
    assert report.as_dict()["forfeits"] == 3
    assert report.forfeit is not None
    assert report.forfeit.place.line in LINES


@fast
@pytest.mark.compiled
@pytest.mark.parametrize("write", WRITES)
def test_C103_in_compiled_mode_a_kernel_that_writes_is_not_compiled(write: str) -> None:
    import numpy as np

    Path("k.py").write_text(KERNELS + kernel_of(WRITES[write]))
    liars = family("liars")
    view, rules = np.zeros(1, liars.View.dtype()), np.zeros(1, liars.Rules.dtype())
    with pytest.raises(NotCompiledError, match=r"k\.py:bot cannot be compiled: a kernel may read its rules") as caught:
        check_compilable([agent("k.py:bot", "liars")], view, rules)
    assert (caught.value.file, caught.value.line in LINES) == ("k.py", True)


MISTAKES = {
    "a_field_that_is_none": ("x = v.bidd", "a record has no field 'bidd'"),
    "a_name_that_is_none": ("x = undefined", "NameError: name 'undefined' is not defined"),
    "a_kernel_through_a_module": ("philox.draw(v, 2)", "the kernel bot calls draw through the module"),
    "what_numba_does_not_take": ("x = open('k.py')", "Untyped global name 'open'"),
}


@fast
@pytest.mark.compiled
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_kernel_that_cannot_be_compiled_is_one_sentence(mistake: str) -> None:
    import numpy as np

    body, said = MISTAKES[mistake]
    Path("k.py").write_text(KERNELS + "from dicecup.engine.core import philox\n\n" + kernel_of(body))
    liars = family("liars")
    view, rules = np.zeros(1, liars.View.dtype()), np.zeros(1, liars.Rules.dtype())
    with pytest.raises(NotCompiledError) as caught:
        check_compilable([agent("k.py:bot", "liars")], view, rules)
    assert caught.value.sentence.startswith(f"k.py:bot cannot be compiled: {said}")
    assert len(caught.value.sentence) < 250


@fast
@pytest.mark.compiled
@pytest.mark.parametrize("name", SHIPPED)
def test_C103_a_kernel_that_only_reads_is_compiled_in_every_family(name: str) -> None:
    import numpy as np

    module = f"dicecup.engine.games.{name}.moves"
    text = KERNELS.replace("dicecup.engine.games.liars.moves", module)
    Path("k.py").write_text(text + kernel_of("draw(v, v.legal)"))
    played = family(name)
    check_compilable([agent("k.py:bot", name)], np.zeros(1, played.View.dtype()), np.zeros(1, played.Rules.dtype()))


CARELESS = (
    "@dicecup.kernel\n"
    "def scribbles(v, r):\n"
    "    action = legal_nth(v, r, draw(v, v.legal))\n"
    "    v.bid = v.key0 = v.held[1] = v.deals = 0\n"
    "    v.legal = 999\n"
    "    return action\n\n"
    "@dicecup.kernel\n"
    "def fails(v, r):\n"
    "    if v.game % 4 == 1 and v.round > 2:\n"
    "        return v.said[1000 + v.round]\n"
    "    return legal_nth(v, r, 1 // ((v.game + v.round) % 60))\n\n"
    "@dicecup.kernel\n"
    "def sly(v, r):\n"
    "    return 5 if v.round > 3 and v.game % 3 == 2 else legal_nth(v, r, v.legal - 1 - draw(v, 2))\n"
)


@fast
@pytest.mark.compiled
def test_C103_careless_kernels_give_the_same_results_in_both_modes_for_any_jobs() -> None:
    """Writes into a view, reads beyond an array, divisions by zero, and illegal answers: alike, down to the reason."""
    Path("k.py").write_text(KERNELS + CARELESS)
    plan = Plan(load("liars-dice"), ("k.py:scribbles", "k.py:fails", "k.py:sly"), 120, "7")
    found = []
    for mode, jobs in ((PLAIN, 1), (COMPILED, 1), (COMPILED, 2)):
        report = run(plan, mode=mode, jobs=jobs).as_dict()
        assert report.pop("_run")["mode"] == mode
        found.append(report)
    assert 0 < found[0]["forfeits"] < 120
    assert found[0] == found[1] == found[2]


@fast
@pytest.mark.compiled
def test_C103_auto_mode_plays_in_plain_mode_what_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("k.py").write_text(KERNELS + kernel_of("r.dice = 1"))
    args = ("playtest", "run", "liars-dice", "--games", 40, "--seed", "7", "--seat", "k.py:bot", "--mode")
    refused = dicecup(*args, COMPILED)
    sentence = "k.py:11: k.py:bot cannot be compiled: a kernel may read its rules, but not write them"
    assert (refused.code, refused.out, refused.problem()) == (1, "", f"dicecup: {sentence}; use --mode plain")
    plain = dicecup(*args, PLAIN)
    for name in ("SAMPLE", "WARM", "COLD"):
        monkeypatch.setattr(effort, name, -1.0)
    auto = dicecup(*args, AUTO)
    assert auto.err.startswith(f"{sentence}; so it is played in plain mode\n")
    assert (plain.code, auto.code) == (1, 1)
    assert plain.out == auto.out
