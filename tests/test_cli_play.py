"""`dicecup play` without a terminal: line-ups, scripts of moves and dice, logs, views, and everything that is refused."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pytest
from command_line import Run, dicecup, process, strict
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.text import pad, safe, width, wrap
from dicecup.engine import load
from dicecup.engine.playtest.plan import Plan, open_game
from dicecup.engine.replay.verify import verify

DICE = "A: 6\nB: 4\nA: 3 3 4 4 5\nB: 4 4 1 2 6\n"  # the first round of liars-dice, A begins


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def play(*args: object, moves: str | None = None, dice: str | None = None, log: str | None = "game.jsonl") -> Run:
    """A game of liars-dice with a script of moves and of dice, written to files."""
    more: list[object] = []
    if moves is not None:
        Path("moves.txt").write_text(moves, encoding="utf-8")
        more += ["--moves", "moves.txt"]
    if dice is not None:
        Path("dice.txt").write_text(dice, encoding="utf-8")
        more += ["--dice", "dice.txt"]
    if log is not None:
        more += ["--log", log, "--force"]
    return dicecup("play", "liars-dice", "--seed", "7", *more, *args)


def logged(file: str = "game.jsonl") -> list[dict[str, Any]]:
    return [strict(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]


def true(file: str = "game.jsonl") -> bool:
    return all(verdict.ok for verdict in verify(io.BytesIO(Path(file).read_bytes())))


def moved(file: str = "game.jsonl") -> list[str]:
    """The moves that somebody decided on, with their seats."""
    return [f"{e['seat']}: {e['move']}" for e in logged(file) if e.get("type") == "move" and "auto" not in e]


# --- Line-ups ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "line_up"),
    [
        ([], ["basic", "basic"]),
        (["--seats", 3], ["basic"] * 3),
        (["--seat", "random"], ["random", "basic"]),
        (["--seat", "random", "--seat", "basic", "--seat", "random"], ["random", "basic", "random"]),
        (["--seat", "C=random"], ["basic", "basic", "random"]),
        (["--seat", "b=random", "--seat", "basic"], ["basic", "random"]),
        (["--set", "players.min=3"], ["basic"] * 3),
    ],
)
def test_who_sits_where(args: list[object], line_up: list[str]) -> None:
    run = dicecup("play", "liars-dice", "--seed", "7", "--json", *args)
    assert run.code == 0, run.err
    assert [seat["agent"] for seat in run.records()[0]["seats"]] == line_up


def test_a_script_moves_the_free_seats() -> None:
    run = play("--seat", "B=basic", moves="1x3\n")
    assert run.code == 1
    assert [seat["agent"] for seat in logged()[0]["seats"]] == ["human", "basic"]
    play(moves="1x3\n")
    assert [seat["agent"] for seat in logged()[0]["seats"]] == ["human", "human"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--seat", "K=basic"], "no seat 'K'"),
        (["--seat", "A=basic", "--seat", "a=random"], "gives A twice"),
        (["--seat", "basic"] * 1 + ["--seats", 4], "takes 2 to 3 seats, not 4"),
        (["--seat", "basic", "--seat", "basic", "--seat", "basic", "--seat", "basic"], "takes 2 to 3 seats, not 4"),
        (["--seat", "basic"] * 11, "--seat is given"),
        (["--seat", "C=basic", "--seats", 2], "names C, but --seats 2 ends at B"),
        (["--seat", "A="], "names nobody"),
        (["--seat", "basc"], "did you mean basic?"),
        (["--seat", "nosuch.py:bot"], "cannot read nosuch.py"),
        (["--seat", "a\x1b[31m"], "control characters"),
        (["--name", "C=Cleo"], "nobody sits there"),
        (["--name", "Ann"], "write LETTER=NAME"),
        (["--name", "A="], "is empty"),
        (["--name", "A=Ann", "--name", "A=Bo"], "gives A twice"),
        (["--name", "A=a\nb"], "control characters"),
        (["--name", "A=\x1b[31mred"], "control characters"),
        (["--name", "A=\u202eevil"], "control characters"),
        (["--name", "A=\udcff"], "no UTF-8"),
        (["--name", "A=" + "x" * 41], "at most 40"),
        (["--seed", ""], "--seed is empty"),
        (["--seed", "a\x00"], "control characters"),
        (["--seed", "\udcff"], "no UTF-8"),
        (["--seed", "x" * 201], "at most 200"),
        (["--as", "C"], "nobody sits there"),
        (["--dice", "nosuch"], "--dice nosuch: no such file"),
        (["--dice", "manul"], "did you mean manual?"),
        (["--dice", "manual"], "give --dice FILE"),
        (["--dice", "manual-people"], "give --dice FILE"),
        (["--moves", "nosuch"], "--moves nosuch: no such file"),
        (["--moves", "."], "is a folder"),
        (["--moves", "-", "--seat", "basic", "--seat", "basic"], "seat one with --seat human"),
        (["--seat", "human", "--no-input"], "--moves FILE"),
        (["--log", "-", "--json"], "leave one of them out"),
    ],
)
def test_what_cannot_be_played_says_how_it_can(args: list[object], said: str) -> None:
    run = dicecup("play", "liars-dice", *args)
    assert (run.code, run.out) == (2, "")
    assert said in run.problem()
    record = strict(dicecup("play", "liars-dice", "--json", *args).err.splitlines()[0])
    assert (record["type"], record["code"]) == ("error", 2)


# --- Names and seeds -----------------------------------------------------------------------------------------------------

NAMES = ["[bold]", "[/red]", "a[0]", "%s", "{x}", "Zoë", "李雷", "👨‍👩‍👧", "a\\b", '"q"']


@pytest.mark.parametrize("name", NAMES)
def test_C052_names_are_shown_exactly(name: str) -> None:
    run = dicecup("play", "liars-dice", "--seed", "7", "--name", f"A={name}", "--log", "game.jsonl")
    assert run.code == 0
    assert f"  A {name}" in run.out
    assert f"A {name} wins after 6 rounds." in run.out
    assert logged()[0]["seats"][0]["name"] == name
    assert f"  A {name}" in dicecup("replay", "show", "game.jsonl").out


def test_C030_names_and_logs_do_not_depend_on_the_locale() -> None:
    args = ("play", "liars-dice", "--seed", "7", "--name", "A=李雷", "--name", "B=Zoë", "--log")
    runs = [
        process(*args, f"{i}.jsonl", cwd=Path.cwd(), **env)
        for i, env in enumerate(
            (
                {"LC_ALL": "C"},
                {"LC_ALL": "C.UTF-8"},
                {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
                {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
            )
        )
    ]
    assert {run.code for run in runs} == {0}
    assert len({run.out for run in runs}) == 1
    assert "A 李雷 wins" in runs[0].out
    assert len({Path(f"{i}.jsonl").read_bytes() for i in range(len(runs))}) == 1


@pytest.mark.parametrize("seed", ["7", "-5", "05", "0", "none", "abc", "é", "a b", "x" * 200])
def test_seeds_are_texts(seed: str) -> None:
    run = dicecup("play", "liars-dice", f"--seed={seed}", "--json")
    assert run.records()[0]["seed"] == seed
    assert run.err == ""


def test_a_seed_is_drawn_told_and_logged() -> None:
    runs = [dicecup("play", "liars-dice", "--log", "game.jsonl", "--force") for _ in range(2)]
    seeds = {run.err.split()[1] for run in runs}
    assert len(seeds) == 2
    assert logged()[0]["seed"] in seeds
    again = dicecup("play", "liars-dice", "--seed", logged()[0]["seed"], "--log", "again.jsonl")
    assert Path("again.jsonl").read_bytes() == Path("game.jsonl").read_bytes()
    assert again.out == runs[1].out


def test_the_seed_of_a_game_with_people_is_told_when_it_is_over() -> None:
    run = dicecup("play", "liars-dice", "--seat", "human", stdin="1x3\n")
    assert run.err.startswith("Seed ")
    assert "seed" not in run.out


# --- The same bytes -------------------------------------------------------------------------------------------------------


def test_C026_C036_the_same_bytes_anywhere(tmp_path: Path) -> None:
    other = tmp_path / "some where else"
    other.mkdir()
    runs = [
        process("play", "cacho", "--seats", 4, "--seed", "7", "--log", "game.jsonl", cwd=folder, **env)
        for folder, env in (
            (tmp_path, {"PYTHONHASHSEED": "0", "TZ": "UTC"}),
            (other, {"PYTHONHASHSEED": "424242", "TZ": "Pacific/Auckland", "USER": "somebody", "PYTHONOPTIMIZE": "1"}),
        )
    ]
    assert runs[0].out == runs[1].out
    assert (tmp_path / "game.jsonl").read_bytes() == (other / "game.jsonl").read_bytes()


def test_game_i_of_a_seed_is_game_i_of_a_playtest() -> None:
    dicecup("play", "liars-dice", "--seed", "7", "--game", 137, "--log", "game.jsonl")
    match = open_game(Plan(load("liars-dice"), ("basic", "basic"), 200, "7"), 137)
    assert [dict(match.header), *match.events] == logged()


def test_a_stamp_changes_the_header_and_nothing_else() -> None:
    play(log="a.jsonl")
    play("--stamp", log="b.jsonl")
    (head, *rest), (stamped, *others) = logged("a.jsonl"), logged("b.jsonl")
    assert rest == others
    assert stamped.pop("_stamp").endswith("+00:00")
    assert stamped == head
    assert head["_written_by"].startswith("dicecup ")
    assert true("b.jsonl")


# --- Scripts of moves -------------------------------------------------------------------------------------------------------


def test_a_script_plays_a_game() -> None:
    script = "# a comment\n\n1x3\nb: 2X4   # two fours\nA:liar\n"
    run = play(moves=script, dice=DICE)
    assert moved() == ["A: 1x3", "B: 2x4", "A: liar"]
    assert run.code == 1  # it ends in round 2
    assert "dice.txt: the script ends before round 2's throw" in run.err
    assert true()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1x3", "B may not play 1x3 (L-A6): 1x3 is not higher than the standing bid 2x5; the lowest legal bid is 2x6"),
        ("2x4", "(L-A6): 2x4 is not higher than the standing bid 2x5; the lowest legal bid is 2x6"),
        ("2x5", "(L-A6)"),
        ("11x2", "(L-A12)"),
        ("exact", "(L-A18)"),
        ("wait", "(L-A15)"),
        ("A: 3x3", "it is B's turn, not A's"),
        ("J: liar", "there is no seat J"),
        ("0", "is not a move"),
        ("-1", "is not a move"),
        ("7", "is not a move"),
        ("99999999999999999999", "is not a move"),
        ("3.0", "is not a move"),
        ("\uff13x\uff14", "is not a move"),
        ("B:", "is not a move"),
        ("undo", "moves cannot be taken back"),
        ("\x1b[2J", "is not a move"),
    ],
)
def test_C001_C021_C054_a_bad_line_stops_the_script_there(line: str, said: str) -> None:
    run = play(moves=f"# bids\n2x5\n{line}\n3x3\n", dice=DICE)
    assert run.code == 1
    (problem,) = [told for told in run.err.splitlines() if told.startswith("dicecup: ")]
    assert problem.startswith("dicecup: moves.txt:3: ")
    assert said in problem
    assert "\x1b" not in run.err
    assert moved() == ["A: 2x5"]
    assert (logged()[-1]["end"], logged()[-1]["by"]) == ("abandoned", "B")
    assert true()


@pytest.mark.parametrize("bid", ["3x3", "2x6"])
def test_C001_higher_bids_are_accepted(bid: str) -> None:
    play(moves=f"2x5\n{bid}\nquit\n", dice=DICE)
    assert moved() == ["A: 2x5", f"B: {bid}"]


@pytest.mark.parametrize("script", ["", "\n", "   \n", "\t\n", "# nothing\n"])
def test_C046_a_script_that_ends_too_early(script: str) -> None:
    run = play(moves=script)
    assert run.code == 1
    assert "the script ends at A's decision in round 1; the game is left unfinished" in run.err
    assert logged()[-1]["end"] == "abandoned"
    assert true()


def test_moves_that_are_left_over_are_an_error() -> None:
    play(log="bots.jsonl")
    script = "".join(f"{line}\n" for line in moved("bots.jsonl"))
    assert play(moves=script).code == 0
    assert [e for e in logged() if e["type"] != "game"][:-1] == [
        e for e in logged("bots.jsonl") if e["type"] != "game"
    ][:-1]
    run = play(moves=f"{script}\n# so far\n1x1\n")
    assert run.code == 1
    assert f"moves.txt:{script.count(chr(10)) + 3}: the game is over, but the script goes on with 1x1" in run.err
    assert logged()[-1]["end"] == "won"


def test_quit_in_a_script_is_no_error() -> None:
    run = play(moves="1x3\nquit\n")
    assert run.code == 0
    assert logged()[-1]["end"] == "abandoned"


def test_C045_moves_are_read_from_a_pipe() -> None:
    for args in (["--seat", "human", "--seat", "human"], ["--moves", "-"]):
        run = dicecup("play", "liars-dice", "--seed", "7", *args, stdin="1x3\r\nliar\nquit\n")
        assert run.code == 0
        assert "Player B  calls liar" in run.out
        assert not {"\r", "\x1b", ">"} & set(run.out)
        assert run.err == ""


def test_a_script_with_a_byte_order_mark_and_one_that_is_no_utf8() -> None:
    Path("moves.txt").write_bytes(b"\xef\xbb\xbf1x3\r\nquit\r\n")
    assert dicecup("play", "liars-dice", "--moves", "moves.txt").code == 0
    Path("moves.txt").write_bytes(b"1x3\n\xff\xfe\n")
    run = dicecup("play", "liars-dice", "--moves", "moves.txt", "--log", "game.jsonl")
    assert run.code == 1
    assert "moves.txt:2: the line is not UTF-8" in run.err
    assert true()


def test_undo_in_a_script() -> None:
    run = play("--undo", moves="1x3\nundo\n1x4\n2x1\nB: undo\n2x2\nquit\n", dice=DICE)
    assert run.code == 0, run.err
    assert moved() == ["A: 1x3", "A: 1x4", "B: 2x1", "B: 2x2"]
    assert [event["to"] for event in logged() if event["type"] == "undo"] == [6, 9]
    assert true()
    assert "Taken back: what followed event 6 is void" in run.out


# --- Calls out of turn -------------------------------------------------------------------------------------------------------


def cacho(script: str, *args: object) -> Run:
    Path("moves.txt").write_text(script)
    return dicecup(
        "play", "cacho", "--seats", 4, "--seed", "5", "--moves", "moves.txt", "--log", "game.jsonl", "--force", *args
    )


def test_a_call_out_of_turn_waits_for_those_before() -> None:
    # A bids; C and D are asked whether it is exact, and B is next.
    cacho("2x3\nD: exact\nquit\n")
    assert moved() == ["A: 2x3", "C: wait", "D: exact"]
    assert true()


def test_the_next_player_may_say_liar_at_once() -> None:
    cacho("2x3\nB: liar\nquit\n")
    assert moved()[:4] == ["A: 2x3", "C: wait", "D: wait", "B: liar"]


@pytest.mark.parametrize(
    ("claim", "said"),
    [("A: exact", "(L-"), ("D: 3x3", "out of turn only liar or exact"), ("D: liar", "(L-A4)"), ("B: exact", "(L-A18)")],
)
def test_a_call_that_may_not_be_made_changes_nothing(claim: str, said: str) -> None:
    run = cacho(f"2x3\n{claim}\n")
    assert run.code == 1
    assert "moves.txt:2" in run.err
    assert said in run.err or "turn" in run.err
    assert moved() == ["A: 2x3"]


def test_bots_asked_before_decide_themselves() -> None:
    cacho("2x3\nD: exact\nquit\n", "--seat", "A=human", "--seat", "D=human", "--seat", "B=human")
    assert moved()[:2] in (["A: 2x3", "C: wait"], ["A: 2x3", "C: exact"])
    assert true()


# --- Scripts of dice -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ("A: 6\nA: 4\n", "dice.txt:2: this throw is of 'A', but a die of B"),
        ("A: 7\n", "dice.txt:1: there is no face '7'; the faces are 1, 2, 3, 4, 5, 6"),
        ("A: 6 6\n", "dice.txt:1: 1 die is thrown, not 2"),
        ("six\n", "dice.txt:1: a throw is written as A: 3 4 4"),
        ("", "dice.txt: the script ends before round 0's throw"),
    ],
)
def test_dice_that_do_not_fit(dice: str, said: str) -> None:
    run = play(dice=dice)
    assert run.code == 1
    assert said in run.err
    assert true()


def test_dice_that_are_left_over_are_told() -> None:
    args = ["play", "film-pirates", "--seed", "7", "--dice", "dice.txt", "--moves", "moves.txt"]
    Path("moves.txt").write_text("1x3\nliar\n")
    Path("dice.txt").write_text(DICE + "A: 1 1 1 1 1\n")
    run = dicecup(*args)
    assert run.code == 0
    assert "the game is over; 1 throw not needed" in run.err
    assert strict(dicecup(*args, "--json").problem())["type"] == "warning"


# --- Where it goes --------------------------------------------------------------------------------------------------------------


def test_json_is_the_log() -> None:
    run = play("--json")
    assert run.out == Path("game.jsonl").read_text()
    assert run.err == ""


def test_log_to_standard_output_puts_the_talk_aside() -> None:
    run = dicecup("play", "liars-dice", "--seed", "7", "--log", "-")
    assert run.out == play("--json").out
    assert "A basic wins after 6 rounds." in run.err
    colored = dicecup("play", "liars-dice", "--seed", "7", "--log", "-", "--color", "always")
    assert (colored.out, colored.err) == (run.out, run.err)


def test_as_shows_what_a_seat_may_see_and_the_log_has_everything() -> None:
    play()
    whole = Path("game.jsonl").read_bytes()
    run = play("--as", "B", "--json")
    assert Path("game.jsonl").read_bytes() == whole
    head, *events = run.records()
    assert "seed" not in head
    assert head["redacted"] == "B"
    for event in events:
        if event.get("private"):
            assert ("dice" in event) is (event["seat"] == "B")
            assert ("hidden" in event) is (event["seat"] != "B")
    assert events[-1]["of"] == logged()[-1]["check"] != events[-1]["check"]
    told = play("--as", "B").out
    assert "A basic  throws 5 dice under the cup" in told
    assert "B basic  throws 2 4 6 5 6 under the cup" in told
    assert "seed" not in told


def test_people_see_their_own_cup_only() -> None:
    one = play("--seat", "human", moves="1x3\nquit\n").out
    assert "Player A  throws 3 5 3 4 3 under the cup" in one
    assert "B basic   throws 5 dice under the cup" in one
    two = play(moves="1x3\nquit\n").out
    assert "Player A  throws 5 dice under the cup" in two
    assert "Player B  throws 5 dice under the cup" in two


@pytest.mark.parametrize("columns", [20, 40, 60, 120])
@pytest.mark.parametrize("variant", ["liars-dice", "cacho", "push-reroll", "bluff", "two-player-aces"])
def test_a_game_fits_the_width(variant: str, columns: int) -> None:
    run = dicecup("play", variant, "--seed", "7", "--name", "A=" + "李" * 20, env={"COLUMNS": str(columns)})
    assert run.code == 0
    assert all(width(line) <= columns for line in run.lines)


def test_C059_an_existing_log_is_refused_and_left_whole() -> None:
    Path("game.jsonl").write_text("precious")
    run = dicecup("play", "liars-dice", "--seed", "7", "--log", "game.jsonl")
    assert (run.code, run.out) == (5, "")
    assert "add --force to replace it" in run.problem()
    assert Path("game.jsonl").read_text() == "precious"
    assert strict(dicecup("play", "liars-dice", "--seed", "7", "--log", "game.jsonl", "--json").problem())["code"] == 5
    assert play().code == 0
    assert true()


@pytest.mark.parametrize("spelling", ["moves.txt", "./moves.txt", "link"])
def test_C059_a_log_is_never_written_onto_an_input(spelling: str) -> None:
    Path("moves.txt").write_text("1x3\n")
    Path("link").symlink_to("moves.txt")
    run = dicecup("play", "liars-dice", "--moves", "moves.txt", "--log", spelling, "--force")
    assert run.code == 5
    assert "is an input itself" in run.problem()
    assert Path("moves.txt").read_text() == "1x3\n"


@pytest.mark.parametrize(("log", "said"), [("no/such/folder.jsonl", "no such file"), (".", "is a directory")])
def test_a_log_that_cannot_be_written(log: str, said: str) -> None:
    run = dicecup("play", "liars-dice", "--seed", "7", "--log", log)
    assert (run.code, run.out) == (5, "")
    assert said in run.problem()


# --- How it ends ------------------------------------------------------------------------------------------------------------------


def test_an_aborted_game_says_so_with_code_1() -> None:
    run = dicecup("play", "liars-dice", "--seed", "7", "--set", "max_rounds=2", "--log", "game.jsonl")
    assert run.code == 1
    assert "aborted by max_rounds: nobody wins" in run.err
    assert "Aborted after 2 rounds" in run.out


def test_a_bot_that_fails_forfeits_with_code_1() -> None:
    Path("broken.py").write_text("def bot(view):\n    raise ValueError('I am lost')\n")
    run = dicecup("play", "liars-dice", "--seed", "7", "--seat", "broken.py:bot", "--log", "game.jsonl")
    assert run.code == 1
    assert "A forfeits: broken.py:bot failed: ValueError: I am lost" in run.err
    assert "Traceback" not in run.err
    assert logged()[-1]["end"] == "forfeit"
    assert true()


HOSTILE = {
    "leaves": ("sys.exit(0)", "SystemExit: 0"),
    "own": ("raise type('Own', (BaseException,), {})('mine')", "Own: mine"),
    "mute": ("raise type('Mute', (Exception,), {'__str__': lambda self: 1 / 0})", "Mute: it has no words for it"),
    "halves": (r"raise ValueError('\x1b[2J\ud800')", r"ValueError: \x1b[2J\ud800"),
    "nothing": ("pass", "answered None; a move is a text"),
    "many": ("return view.legal", "answered a list; a move is a text"),
    "long": ("return 'x' * 100_000", "is not a move"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_a_bot_does_is_its_own_forfeit_in_a_log_that_is_true(name: str) -> None:
    body, said = HOSTILE[name]
    Path("evil.py").write_text(f"import sys\ndef {name}(view):\n    {body}\n")
    run = dicecup("play", "liars-dice", "--seed", "7", "--seat", f"{Path.cwd()}/evil.py:{name}", "--log", "game.jsonl")
    reason = logged()[-1]["by"]["reason"]
    assert run.code == 1
    assert said in run.err
    assert reason.startswith(f"evil.py:{name} ")  # no folder
    assert len(reason) < 300
    assert true()


def test_a_bot_that_leaves_while_it_is_loaded_is_one_sentence() -> None:
    Path("gone.py").write_text("import sys\nsys.exit(0)\n")
    run = dicecup("play", "liars-dice", "--seed", "7", "--seat", "gone.py:bot")
    assert run.code == 2
    assert run.err.splitlines()[0] == "dicecup: gone.py:2: gone.py:bot cannot be seated: SystemExit: 0"


@pytest.mark.parametrize("target", ["mine.py", "own.yaml", "base.yaml"])
def test_C059_no_log_replaces_what_its_game_is_made_from(target: str) -> None:
    Path("mine.py").write_text("def bot(view):\n    return view.legal[0]\n")
    Path("base.yaml").write_text("dicecup: 1\nextends: liars-dice\nrules: {dice_per_player: 3}\n")
    Path("own.yaml").write_text("dicecup: 1\nextends: ./base.yaml\nrules: {max_rounds: 50}\n")
    before = Path(target).read_text()
    for command in (("play",), ("playtest", "run", "--games", 5)):
        run = dicecup(*command, "own.yaml", "--seed", "7", "--seat", "mine.py:bot", "--log", target, "--force")
        assert (run.code, Path(target).read_text()) == (5, before)


def test_a_log_may_have_the_name_of_its_variant() -> None:
    assert dicecup("play", "liars-dice", "--seed", "7", "--log", "liars-dice").code == 0


def test_a_folder_of_a_bot_is_not_in_the_log() -> None:
    Path("deep").mkdir()
    Path("deep/mine.py").write_text("def bot(view):\n    return view.legal[-1]\n")
    run = dicecup("play", "liars-dice", "--seed", "7", "--seat", f"{Path('deep').resolve()}/mine.py:bot", "--json")
    assert run.code == 0
    assert run.records()[0]["seats"][0] == {"seat": "A", "name": "mine.py:bot", "agent": "mine.py:bot"}
    assert os.fspath(Path.cwd()) not in run.out


def test_an_empty_name_of_a_script_is_not_standard_input() -> None:
    run = dicecup("play", "liars-dice", "--seed", "7", "--moves", "", stdin="1x1\n")
    assert (run.code, run.out) == (2, "")


@pytest.mark.parametrize("option", ["--moves", "--dice"])
def test_a_script_without_an_end_is_one_sentence(option: str) -> None:
    run = dicecup("play", "liars-dice", "--seed", "7", option, "/dev/zero")
    assert run.code in (1, 2)
    assert "longer than" in run.problem() or "too large" in run.problem()


def test_a_script_that_cannot_be_read_further_closes_the_log() -> None:
    run = dicecup("play", "liars-dice", "--seed", "7", "--moves", "/proc/self/mem", "--log", "game.jsonl")
    assert (run.code, run.err.splitlines()[-1]) == (2, "dicecup: /proc/self/mem:1: cannot be read: input/output error")
    assert logged()[-1]["end"] == "abandoned"
    assert true()


# --- Text -------------------------------------------------------------------------------------------------------------------------


@given(st.text(max_size=60), st.integers(2, 40), st.integers(0, 6))
def test_wrapped_lines_fit_and_lose_nothing(words: str, room: int, hang: int) -> None:
    shown = safe(words)
    lines = list(wrap(shown, room, min(hang, room - 2)))
    assert "".join(lines).replace(" ", "") == shown.replace(" ", "")
    assert all(width(line.strip(" ")) <= room for line in lines)


@given(st.text())
def test_nothing_that_is_shown_acts_on_the_terminal(words: str) -> None:
    shown = safe(words)
    assert not any(ord(sign) < 32 or 127 <= ord(sign) < 160 or 0xD800 <= ord(sign) < 0xE000 for sign in shown)
    assert width(pad(shown, 300)) == 300
