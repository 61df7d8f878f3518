"""The console's language: what a line means, what scripts make of it, and what stays as it was where a line is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import console, dicecup, process, said, typed

from dicecup.cli.console.tokens import words
from dicecup.cli.session.script import bare


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# --- Lines ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "taken"),
    [
        ("note it's mine", ["note", "it's", "mine"]),
        ('bid "3 5', ["bid", '"3', "5"]),
        ('new perudo B.name="Bo the  brave"', ["new", "perudo", "B.name=Bo the  brave"]),
        ('a"b c"d ""', ["ab cd", ""]),
        ("", []),
    ],
)
def test_C051_words_of_a_line(line: str, taken: list[str]) -> None:
    assert words(line) == taken


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("# all of it", ""),
        ("  3x4  # three fours", "3x4"),
        ("stack 4 on #2", "stack 4 on #2"),
        ('echo "a # b" # c', 'echo "a # b"'),
        ('echo "a # b', 'echo "a'),
    ],
)
def test_comments(line: str, left: str) -> None:
    assert bare(line) == left


def test_C051_an_apostrophe_is_one() -> None:
    assert said("note it's mine") == "there is no command note; help lists them"
    assert said("new liars-dice seed=7", 'bid "3 5').startswith("'bid \"3 5' is not a move; a bid is quantity x face")
    assert console('echo it\'s "fine  here"').lines == ["it's fine  here"]


def test_a_command_that_is_nearly_one_is_named() -> None:
    assert "did you mean moves?" in said("mvoes")
    assert "did you mean hint?" in said("new liars-dice seed=7", "hnt")
    assert "did you mean history?" in said("hist")
    assert "did you mean set tutor?" in said("tutor on")


# --- What a line means ------------------------------------------------------------------------------------------------


def test_moves_are_as_in_the_log_or_looser() -> None:
    strict = console("new liars-dice seed=7", "2x3", "log")
    for loose in ("2 3", "two threes", "bid 2 3", "  2X3 ", "A: 2x3"):
        assert console("new liars-dice seed=7", loose, "log").out == strict.out


def test_a_legal_move_comes_before_a_command_of_its_name() -> None:
    """`show` is a move after a raise where dice are pushed, `end` and `back` are moves at a pile."""
    pushed = console("new liars-dice seed=7 push=true A=human B=basic", "1x3", "2x3", "show 3 3", "log 9")
    assert pushed.code == 0, pushed.err
    assert "Player A  shows 3 3 and throws the rest again" in pushed.out
    assert "may not play show 3 3 (L-A22)" in said("new liars-dice seed=7", "show 3 3")
    assert console("new liars-dice seed=7", "1x3", "/show").code == 0
    piles = console("new dead-mans-dice seed=7", "roll plain", "moves")
    assert piles.code == 0, piles.err


def test_a_slash_says_that_no_move_is_meant() -> None:
    assert "1: roll plain" in console("new dead-mans-dice seed=7", "/end", "/moves").out
    assert "The die for the bottom" in console("new dead-mans-dice seed=7", "/end").out
    assert said("/") == "there is no command /; help lists them"


def test_after_its_end_a_game_is_looked_at_by_number() -> None:
    over = ("new liars-dice seed=7 dice_per_player=1", "1x3")
    assert "[5 of 12, round 1]" in console(*over, "5").out
    assert said(*over, "5 6") == "goto takes a number, such as goto 5, not 5 6"
    assert said(*over, "2x3") == "the game is over, and there is no command 2x3; help lists them"


def test_what_is_looked_back_at_has_events_by_number() -> None:
    run = console("new stacked-dice seed=7", "pass", "back 3", "9", "show")
    assert run.err == ""
    assert run.out.count("[9 of") == 2


def test_a_variant_that_is_named_is_shown() -> None:
    assert console("variants perudo").out == dicecup("variants", "show", "perudo").out
    assert console("variants").out == dicecup("variants", "list").out
    assert console("variants check perudo").code == 0


def test_help_may_be_asked_for_in_a_word() -> None:
    assert console("?new").out == console("? new").out == console("help new").out
    assert said("new perudo seed=7", "log x").startswith("N of `log N` is a number from 1")


def test_help_ends_with_how_a_move_is_typed() -> None:
    for game, move in (
        ("", "plunder B"),
        ("new poker-dice seed=7", "a move such as stand"),
        ("new perudo seed=7", "such as 1x2"),
    ):
        run = console(*([game] if game else []), "help")
        assert move in run.out[run.out.index("no move is meant") :]


def test_an_illegal_move_changes_nothing() -> None:
    before = console("new liars-dice seed=7", "2x3", "save a.jsonl")
    assert before.code == 0
    assert "A may not play 1x2 (L-A6)" in said("new liars-dice seed=7", "2x3", "1x2")
    lines = ("new liars-dice seed=7", "2x3", "1x2", "save b.jsonl", "quit")
    run = dicecup("console", "--keep-going", *(part for line in lines for part in ("-c", line)))
    assert run.code == 1
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()


@pytest.mark.parametrize(
    "line", ["0", "-1", "99999999999999999999", "3.0", "\uff13", "1 2 3", "\x00", "\u202e3x4", "3x4" * 40]
)
def test_C021_what_is_no_move_is_refused_with_its_line(line: str) -> None:
    Path("script").write_text(f"new liars-dice seed=7\n\n\t \n{line}\n")
    run = dicecup("console", "script")
    assert run.code == 1
    assert run.problem().startswith("dicecup: script:4: ")
    assert "A may play 1x1" in run.err or "help lists them" in run.err
    assert "\x00" not in run.err
    assert "\u202e" not in run.err


CACHO = "new cacho 4 seed=5 A=human B=human C=human"


def moved(*lines: str) -> list[str]:
    """The moves of a game after these lines, each with its seat."""
    run = console(*lines, "save moved.jsonl force")
    assert run.code == 0, run.err
    records = map(json.loads, Path("moved.jsonl").read_text().splitlines())
    return [f"{record['seat']}: {record['move']}" for record in records if record["type"] == "move"]


@pytest.mark.parametrize("call", [["D: exact"], ["C: wait", "D: exact"], ["B: liar"], ["C: exact"]])
def test_a_call_out_of_turn_is_made_once_those_asked_before_have_waited(call: list[str]) -> None:
    """A bids; C and D are asked whether it is exact, and B is next."""
    waits = {"D: exact": ["C: wait"], "B: liar": ["C: wait", "D: wait"], "C: exact": []}[call[-1]]
    assert moved(f"{CACHO} D=human", "2x3", *call) == ["A: 2x3", *waits, call[-1]]


def test_bots_asked_before_a_call_out_of_turn_decide_themselves() -> None:
    line = f"{CACHO.replace('4', '5')} D=human E=basic"
    assert moved(line, "2x3", "B: liar") == ["A: 2x3", "C: wait", "D: wait", "E: wait", "B: liar"]


def test_a_call_out_of_turn_is_void_once_somebody_asked_before_has_called() -> None:
    """D, a bot, does not believe nine threes, of which it sees none, and is wrong; of its own bid B thinks anew."""
    Path("dice.txt").write_text(
        "A: 6\nB: 1\nC: 2\nD: 3\nA: 3 3 3 3 3\nB: 3 3 3 3 3\nC: 2 2 4 5 6\nD: 2 2 4 4 5\n"
        "D: 2 2 4 4\nA: 2 3 4 5 6\nB: 2 3 4 5 6\nC: 2 3 4 5 6\n"
    )
    lines = (f"{CACHO} D=basic challenge_by=any dice=dice.txt", "9x3", "B: liar", "assert turn = B")
    *first, bid = moved(*lines)
    assert first == ["A: 9x3", "C: wait", "D: liar"]
    assert bid.startswith("D: ")


def test_new_again_begins_the_last_game_anew() -> None:
    run = console("new poker-dice basic basic seed=7 B.name=Bo log=first.jsonl", "new", "new")
    assert run.code == 0, run.err
    assert run.out.count("B Bo (basic)") == 3
    assert len(set(re.findall("seed (.+)", run.out))) == 3, "other dice"
    assert said("new") == "new needs a variant, such as new liars-dice; `variants` lists them"


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("new nothing", "there is no variant nothing"),
        ("new perudo 1", "the number of seats is a number from 2 to 10, not 1"),
        ("new liars-dice 9", "liars-dice takes 2 to 3 seats, not 9"),
        ("new liars-dice sede=7", "sede=7: there is no rule sede (did you mean seed?)"),
        ("new liars-dice name=Ann", "(did you mean A.name?)"),
        (
            "new liars-dice dice_per_plaer=3",
            "dice_per_plaer=3: unknown key dice_per_plaer (did you mean dice_per_player?)",
        ),
        ("new perudo A=nobody", "there is no bot 'nobody'"),
        ("new perudo dice_per_plaer=3", "did you mean dice_per_player?"),
        ("new perudo undo=maybe", "undo is on or off, not maybe"),
        ("new perudo undo=", "undo is on or off, not nothing"),
        ("new perudo seed=", "seed is empty; give a text such as seed=7"),
        ("new perudo dice=nowhere.txt", "dice=nowhere.txt: no such file or directory"),
        ("new perudo log=", "log takes the name of a file"),
        ("new perudo log=-", "log takes the name of a file"),
        ("new perudo A.name=", "A.name= is empty"),
        ("new perudo A=basic A=human", "A is given twice: basic and human"),
        ("new perudo Z.name=x", "Z.name"),
        ("new perudo log=a\0b", r"cannot write a\x00b: embedded null byte"),
        ("load", "load takes the file of a log"),
        ("load nowhere.jsonl", "there is no file nowhere.jsonl"),
        ("save", "save takes a file"),
        ("save -", "save takes a file"),
        ("quit now", "quit takes nothing after it"),
        ("digest now", "digest takes nothing after it"),
        ("save x.jsonl", "no game lies here"),
        ("resume 7", "there is no game 7 to resume"),
        ("resume nowhere.jsonl", "there is no file nowhere.jsonl"),
        ("show", "no game lies here"),
        ("moves", "no game lies here"),
        ("undo", "no game is played here"),
        ("redo", "no game is played here"),
        ("next", "no log lies here"),
        ("fork", "no game lies here"),
        ("verify nowhere.jsonl", "there is no file nowhere.jsonl"),
        ("diff a", "SECOND is missing"),
        ("as", "as takes a seat"),
        ("as B", "no game lies here"),
        ("set nothing on", "there is no setting nothing"),
        ("source nowhere.txt", "source nowhere.txt: no such file or directory"),
        ("assert", "assert takes a fact"),
        ("history x", "N of `history N` is a number"),
        ("help nothing", "there is no command nothing"),
        ("rules", "name a variant, such as `rules liars-dice`"),
        ("variants nothing", "no command"),
        ("playtest perudo --games x", "no number"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_with_a_remedy(line: str, part: str) -> None:
    if part == "no command":
        assert console(line).code == 1
    else:
        assert part in said(line)
        assert "--" not in said(line) or line.startswith(("diff", "playtest"))


def test_the_opponent_of_the_settings_plays_where_a_game_has_it() -> None:
    run = console("set opponent expert", "new poker-dice", "new liars-dice", "new poker-dice B=basic")
    assert run.code == 0, run.err
    assert re.findall("^  B ([a-z]+)$", run.out, re.MULTILINE) == ["expert", "basic", "basic"]


def test_remedies_are_what_can_be_typed() -> None:
    Path("a.jsonl").touch()
    assert said("new liars-dice 9").endswith("takes 2 to 3 seats, not 9")
    assert said("new liars-dice D=basic seats=3") == "D=basic names D, but seats=3 ends at C"
    assert said("new liars-dice log=a.jsonl") == "a.jsonl exists; choose another name"
    assert said("new liars-dice", "save a.jsonl") == "a.jsonl exists; `save a.jsonl force` replaces it"
    assert said("new liars-dice dice_per_player=0").startswith("dice_per_player=0: 0 is not allowed")


# --- Scripts ----------------------------------------------------------------------------------------------------------


def test_a_game_that_is_played_is_true_so_far() -> None:
    assert console("new liars-dice seed=7", "verify").lines[-3:-1] == [
        "this game: true so far; 6 events, and no end yet",
        "",
    ]


def test_the_bots_of_what_lies_here() -> None:
    changed = console("new stacked-dice target=20", "bots", "save game.jsonl")
    assert "Bots for Stacked Dice" in changed.out, changed.err
    assert "Bots for Stacked Dice" in console("load game.jsonl", "bots").out


def test_the_tutor_takes_no_move_from_a_script_that_has_not_asked_for_it() -> None:
    for name, asked in (("DICECUP_TUTOR", []), ("DICECUP_DRAWING", ["set tutor on"])):
        run = console("new liars-dice seed=7", *asked, "9x6", env={name: "1" if not asked else "ascii"})
        assert ("bids 9x6" in run.out) == (not asked)
        assert ("Type 9x6 again" in run.out) == bool(asked)


def test_C045_piped_lines_leave_only_results() -> None:
    run = process("console", stdin=b"rules perudo\nvariants\n")
    assert (run.code, run.err) == (0, "")
    assert not {"\r", "\x1b"} & set(run.out)
    assert run.out == dicecup("rules", "perudo").out + dicecup("variants", "list").out
    alone = process(stdin=b"rules perudo\nvariants\n")
    assert (alone.code, alone.out, alone.err) == (0, run.out, "")


def test_C046_no_input_at_all() -> None:
    for command in (("console",), ()):
        run = process(*command, stdin=b"")
        assert (run.code, run.out, run.err) == (0, "", "")


def test_C046_input_that_ends_at_a_persons_decision() -> None:
    Path("script").write_text("new liars-dice seed=7 log=game.jsonl\n2x3\n")
    run = dicecup("console", "script")
    assert run.code == 1
    assert run.problem().startswith(
        "dicecup: script:2: the input ends at A's decision in round 2; the game is left unfinished"
    )
    end = json.loads(Path("game.jsonl").read_text().splitlines()[-1])
    assert (end["end"], end["by"]) == ("abandoned", "A")
    assert dicecup("replay", "verify", "game.jsonl").code == 0
    assert dicecup("console", "-c", "resume game.jsonl", "-c", "assert turn = A", "-c", "quit").code == 0


def test_C054_a_script_stops_at_the_first_line_that_fails() -> None:
    Path("script").write_text("echo one\nnew liars-dice 40\necho three\n")
    run = dicecup("console", "script")
    assert (run.code, run.out) == (1, "one\n")
    assert run.problem().startswith("dicecup: script:2: ")
    run = dicecup("console", "--keep-going", "script")
    assert (run.code, run.out) == (1, "one\nthree\n")
    assert run.problem().startswith("dicecup: script:2: ")
    assert process("console", stdin=b"echo one\nfoo\n").err.startswith("dicecup: standard input:2: ")
    assert dicecup("console", "nowhere").code == 2
    assert process("console", stdin=b"echo one\n", DICECUP_CONFIG="nowhere.yaml").code == 2


def test_a_script_within_a_script() -> None:
    Path("inner").write_text("echo inner\nfoo\n")
    Path("outer").write_text("source inner\necho outer\n")
    run = dicecup("console", "outer")
    assert (run.code, run.out) == (1, "inner\n")
    assert run.problem().startswith("dicecup: inner:2: ")
    run = dicecup("console", "outer", "--keep-going")
    assert (run.code, run.out) == (1, "inner\nouter\n")
    assert run.err.splitlines()[0].startswith("dicecup: inner:2: ")
    assert run.err.splitlines()[1] == "dicecup: outer:1: 1 line of inner failed"
    Path("circle").write_text("source circle\n")
    run = dicecup("console", "circle")
    assert run.code == 1
    assert run.problem() == "dicecup: circle:1: scripts begin one another 16 deep; does one of them begin itself?"


def test_files_come_before_lines_and_share_a_session() -> None:
    Path("first").write_text("new liars-dice seed=7\n")
    Path("second").write_text("2x3\n")
    run = dicecup("console", "first", "second", "-c", "assert round = 2", "-c", "quit")
    assert run.code == 0, run.err


def test_echo_makes_a_transcript() -> None:
    lines = ["new liars-dice seed=7", "show", "2x3", "as B show", "quit"]
    run = dicecup("console", "--echo", *(part for line in lines for part in ("-c", line)))
    Path("made.txt").write_text(run.out)
    assert dicecup("console", "--check", "made.txt").code == 0


def test_a_script_may_leave_at_a_throw() -> None:
    run = dicecup("console", "-c", "new poker-dice dice=manual", "-c", "quit", "-c", "nothing")
    assert (run.code, run.err) == (0, "")


def test_help_names_what_else_a_command_is_called() -> None:
    assert console("help step").out == "next [N]: the next event, or so many on (next 5)\nAlso: step.\n"


def test_the_bots_and_rules_of_whatever_lies_here_are_told() -> None:
    assert console("new stacked-dice basic basic target=20", "save a.jsonl").code == 0
    for lines in (["new stacked-dice target=20"], ["load a.jsonl"], ["load a.jsonl", "fork 1"]):
        run = console("new liars-dice", *lines, "bots", "rules")
        assert run.code == 0, run.err
        assert re.search("^  expert ", run.out, re.MULTILINE)
        assert re.search("^  S-.* 20 points", run.out, re.MULTILINE)
    assert said("bots").startswith("no game lies here; name a variant")


def test_quit_leaves_where_dice_are_asked_for_too() -> None:
    for run in (
        console("new liars-dice dice=manual"),
        typed("new liars-dice dice=manual", "?", "quit", "echo still here"),
    ):
        assert run.code == 0, run.err
        assert "still" not in run.out


def test_dice_are_answered_by_the_lines_that_follow() -> None:
    Path("script").write_text(
        "new liars-dice dice=manual A=human B=human dice_per_player=2\n5\n4\n9 9 # no such faces\n3 3\n2 4\n1x3\nquit\n"
    )
    run = dicecup("console", "script")
    assert run.code == 1
    assert run.problem() == "dicecup: script:4: there is no face '9'; the faces are 1, 2, 3, 4, 5, 6"
    run = dicecup("console", "script", "--keep-going")
    assert run.problem() == "dicecup: script:4: there is no face '9'; the faces are 1, 2, 3, 4, 5, 6"
    assert "Player A  throws 2 dice under the cup" in run.out
    assert "bids 1x3" in run.out
    Path("short").write_text("new liars-dice dice=manual A=human B=human\n5\n")
    run = dicecup("console", "short")
    assert run.code == 1
    assert run.problem() == "dicecup: short:2: the input has ended at B's throw in round 0"


def test_a_script_does_the_same_for_everybody() -> None:
    """Settings that change how a game goes count in a script only where it sets them itself."""
    lines = ("new perudo seed=7", "9x6", "save {}.jsonl", "quit")
    own = {"DICECUP_TUTOR": "1", "DICECUP_UNDO": "0", "DICECUP_OPPONENT": "random"}
    for name, env in (("a", {}), ("b", own)):
        given = [part for line in lines for part in ("-c", line.format(name))]
        assert dicecup("console", *given, env=env).code == 0
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()
    assert "B random" in console("set opponent random", "new perudo seed=7").out


def test_what_people_would_type() -> None:
    assert console("dicecup bots perudo").out == console("bots perudo").out
    again = console("new poker-dice seed=3 A.name=Ann", "new seed=9 B.name=Bo", "log 9").out
    assert again.count("A Ann (human)") == 2
    assert again.count("B Bo (basic)") == 1
    assert "2x3 holds in every case; you see 3x3" in console("new liars-dice seed=7", "odds 2x3").out
    assert "there is no variant 9x9" in said("new liars-dice seed=7", "odds 9x9")


def test_assert_fails_where_a_fact_does_not_hold() -> None:
    over = ("new liars-dice basic basic seed=7",)
    for fact in (
        "over", "winner = A", "end = won", "not end = draw", "score.A >= 4", "score.b < 1", "place.B = 2", "round = 6", "events = 58",
        "events != 3", "game = liars-dice", "not turn = A", "not legal 3x4",
    ):  # fmt: skip
        assert console(*over, f"assert {fact}").code == 0, fact
    for fact in ("not over", "winner = B", "score.A > 4", "legal 3x4", "turn"):
        assert said(*over, f"assert {fact}").startswith(f"assert {fact} does not hold: "), fact
    assert "is compared with a number, not x" in said(*over, "assert round = x")
    assert "is compared by = or !=" in said(*over, "assert winner > A")
    assert "assert takes a fact" in said(*over, "assert weather = fine")
    assert console("new liars-dice seed=7", "assert legal 2x3", "assert turn = a", "assert not over").code == 0
    assert console(*over, "save over.jsonl", "load over.jsonl", "assert over", "back", "assert not over").code == 0


def test_C045_json_lines_are_objects_and_errors_too() -> None:
    lines = ("new liars-dice seed=7", "show", "moves", "2x3", "as B moves", "set", "history", "help", "undo")
    run = dicecup("console", "--json", "--keep-going", *(part for line in (*lines, "quit") for part in ("-c", line)))
    assert all(isinstance(record["type"], str) for record in run.records())
    assert '"seed"' not in run.out
    assert [json.loads(line)["line"] for line in run.err.splitlines()] == [5]


def test_a_key_of_new_is_given_once() -> None:
    for twice in ("seed=7 seed=8", "dice=seeded dice=manual", "game=1 game=1", "undo=on undo=off"):
        key = twice.partition("=")[0]
        assert said(f"new liars-dice basic basic {twice}") == f"{key} is given twice; give it once"
    assert "faces is set already, by faces=5" in said("new liars-dice basic basic faces=5 faces=6")
    run = console("new liars-dice basic basic seed=7 game=2 faces=5", "new seed=7 game=3 faces=4", "rules")
    assert "Every die has the faces 1 to 4." in run.out
