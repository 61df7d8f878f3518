"""What a word of a command line may become (C085): what the command takes where the line stands as it does, and nothing else."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from command_line import ROOT, dicecup, loaded, process, seconds
from furniture import PATHS, commands
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.completion.candidates import candidates
from dicecup.cli.completion.games import COMMAND
from dicecup.cli.completion.line import Candidate
from dicecup.cli.main import root
from dicecup.engine import load, names
from dicecup.engine.bots import agents
from dicecup.engine.bots.declared import bots_in
from dicecup.engine.definitions.shipped import shipped_names
from dicecup.engine.games.registry import family

BOTS = """
open("it was run", "w").close()
import dicecup
from dicecup import kernel as compiled

def cautious(view):
    return view.legal[0]

def bold(view: "View") -> str:
    def inner(x):
        yield x
    return cautious(view)

last = lambda view: view.legal[-1]

def weighing(view) -> dict[str, int]:
    return {move: 1 for move in view.legal}

@dicecup.kernel
def doubter(v, r):
    return 0

@compiled
def believer(view, rules, more=1) -> int:
    return more

def strength(view) -> float:
    return 1 / len(view.legal)

def bids(view):
    return [move for move in view.legal if "x" in move]

def is_high(view):
    return len(view.legal) < 5

def two(view, other):
    return view.legal[0]

def none():
    return "liar"

def silent(view):
    print(view)

def each(view):
    yield view.legal[0]

def text_of(view):
    return 7

async def later(view):
    return "liar"

def _own(view):
    return "liar"

def gone(view):
    return "liar"
gone = 3

@dicecup.kernel
def high(v):
    return 1

@dicecup.kernel
def counts(v, r):
    return {1: v}

class Bot:
    def method(self):
        return "liar"
"""
NAMES = ["cautious", "bold", "last", "weighing", "doubter", "believer"]


def texts(line: str) -> list[str]:
    """What the last word of a line may become, in full."""
    *words, word = line.split(" ")
    return [one.text for one in candidates(root, words, word)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a test's own, in which one is."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def bots(folder: Path) -> Path:
    """A folder with a file of bots."""
    (folder / "mine.py").write_text(BOTS)
    (folder / "notes.txt").touch()
    (folder / "more").mkdir()
    return folder


# ---- commands and options


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("pl", ["play", "playtest"]),
        ("nosuch ", []),
        ("play liars-dice-e", ["liars-dice-elimination", "liars-dice-elimination-wild"]),
        ("play liars-dice ", []),
        ("play liars-dice --se", ["--seat", "--seats", "--seed", "--set"]),
        ("play liars-dice --seed --se", []),
        ("play liars-dice --seed 7 --se", ["--seat", "--seats", "--set"]),
        ("play -- --se", []),
        ("play --nosuch 7 ", []),
        ("play liars-dice --dice man", ["manual", "manual-people"]),
        ("variants show cac", ["cacho"]),
        ("variants new x --from cac", ["cacho"]),
        ("replay ", ["show", "info", "step", "export", "verify", "diff", "fork", "repair"]),
        ("replay export x --format ", ["text", "csv", "markdown", "jsonl"]),
        ("completion ", ["bash", "zsh", "fish"]),
        ("bots c", ["check", "cacho", "chui-niu", "common-hand", "cottrell"]),
        ("bots perudo --pl", ["--plain"]),
        ("bots list cac", ["cacho"]),
        ("bots check ", ["random", "basic", "expert"]),
        ("bots check --variant perudo ", ["random", "basic"]),
        ("bots check basic --variant cac", ["cacho"]),
        ("bots check expert --variant perud", []),
        ("bots check expert --variant dead-mans-dice-t", ["dead-mans-dice-table-dice"]),
        ("--color=a", ["--color=auto", "--color=always"]),
        ("--json --color always pl", ["play", "playtest"]),
        ("--version pl", ["play", "playtest"]),
        ("playtest run liars-dice --games ", []),
        ("play liars-dice --seed ", []),
    ],
)
def test_C085_commands_options_and_their_values(folder: Path, line: str, expected: list[str]) -> None:
    assert texts(line) == expected


def test_C085_what_conflicts_is_not_offered() -> None:
    resumed = set(texts("play --resume x.jsonl --"))
    assert {"--seat", "--moves", "--log"} <= resumed
    assert resumed.isdisjoint({"--name", "--seed", "--set", "--seats", "--game", "--undo", "--stamp", "--force"})
    assert "--force" in texts("play --resume x.jsonl --log y.jsonl --")
    assert "--resume" in texts("play --") and "--resume" not in texts("play perudo --")
    assert texts("play --resume x.jsonl per") == []
    assert "--set" not in texts("replay verify x --") and "--set" in texts("replay verify x --against perudo --")
    assert "--echo" not in texts("console --check --") and "--check" not in texts("console --echo --")


def test_C085_odds_of_a_game_have_its_options() -> None:
    own = {"liars-dice": {"--unknown", "--bid"}, "poker-dice": {"--beat", "--kept"}, "stacked-dice": {"--others"}}
    for variant, options in own.items():
        found = set(texts(f"odds {variant} --"))
        assert options <= found
        assert not any(found & others for other, others in own.items() if other != variant)
    assert set().union(*own.values()) <= set(texts("odds --"))
    assert texts("odds poker-dice --throws-left ") == ["0", "1"]
    assert texts("odds poker-dice-three --throws-left ") == ["0", "1", "2"]
    assert texts("odds perudo --players ") == ["2", "3", "4", "5", "6"]
    assert texts("odds perudo --throws-left ") == []


def test_a_value_needs_the_same_words_with_and_without_a_sign() -> None:
    assert texts("play perudo --seat=A=") == [f"--seat={text}" for text in texts("play perudo --seat A=")]
    assert texts("play perudo --undo=") == texts("play perudo --nosuch=") == []


# ---- seats


@pytest.mark.parametrize("variant", names())
def test_C085_the_bots_of_a_variant_and_people(folder: Path, variant: str) -> None:
    known = list(family(load(variant).family).bot_names())
    people = ["human", "me", "wait"]
    assert texts(f"play {variant} --seat ") == texts(f"play {variant} --seed 7 --seat ") == [*people, *known]
    assert texts(f"playtest run {variant} --seat ") == texts(f"playtest open {variant} --seat ") == known


def test_C085_seats_that_there_are(folder: Path) -> None:
    assert load("perudo").players.max == 6
    assert texts("play perudo --seat F=r") == ["F=random"]
    assert texts("play perudo --seat f=r") == ["f=random"]
    assert texts("play perudo --seat G=") == texts("play perudo --seats 3 --seat D=") == []
    assert texts("play perudo --set players.max=7 --seat G=r") == ["G=random"]
    assert texts("play perudo --seat A=basic --seat A=") == []
    assert texts("play perudo --seat basic --seat A=r") == ["A=random"]  # and basic has the next
    assert texts("play perudo --seat A") == ["A="]
    assert texts("play perudo" + " --seat basic" * 6 + " --seat ") == []
    assert texts("play perudo --seats 2 --moves x --seat basic --seat ") == ["human", "me"]
    assert texts("play perudo --undo --seat B=w") == texts("play perudo --dice manual --seat w") == []
    assert not {"--moves", "--undo"} & set(texts("play perudo --seat B=wait --"))
    assert texts("play perudo --name ") == ["A=", "B="]
    assert texts("play perudo --seats 3 --name A=Ann --name ") == ["B=", "C="]
    assert texts("play perudo --name A=") == []
    assert texts("play perudo --seats ") == ["2", "3", "4", "5", "6"]
    assert texts("play perudo --seat D=basic --seats ") == ["4", "5", "6"]
    assert texts("play --seat ") == texts("play nosuch --seat ") == texts("play perudo --set loss=x --seat ") == []


def test_C085_whose_eyes_there_are(folder: Path) -> None:
    bots = "--seat basic --seat basic"
    assert texts(f"play perudo {bots} --as ") == ["A", "B"]
    assert texts("playtest open perudo --as ") == ["A", "B"]
    assert texts("play perudo --as ") == ["A"]  # which is yours
    assert texts("play perudo --seat basic --as ") == ["B"]
    assert texts("play perudo --seat human --seat human --as ") == []  # they share the keyboard
    assert texts("play perudo --seat human --seat human --moves x --as ") == ["A", "B"]
    assert texts("play poker-dice --as ") == ["A", "B"]  # where nothing is hidden


def test_C085_functions_of_a_file_that_can_be_bots(bots: Path) -> None:
    assert texts("play perudo --seat ") == ["human", "me", "wait", "random", "basic", "mine.py:", "more/"]
    assert texts("play perudo --seat mi") == ["mine.py:"]
    assert texts("play perudo --seat A=mine.py:") == [f"A=mine.py:{name}" for name in NAMES]
    assert texts("playtest run perudo --seat mine.py:b") == ["mine.py:bold", "mine.py:believer"]
    assert texts(f"play perudo --seat {bots}/mine.py:last") == [f"{bots}/mine.py:last"]
    assert texts("play perudo --seat nosuch.py:") == texts("play perudo --seat notes.txt:") == []
    assert not (bots / "it was run").exists()


def test_C085_a_program_is_offered_by_its_path(bots: Path) -> None:
    (bots / "player").write_text("#!/bin/sh\ntouch it was run\n")
    (bots / "player").chmod(0o755)
    assert texts("play perudo --seat cm") == ["cmd:"]
    assert texts("play perudo --seat A=cmd:") == ["A=cmd:./", "A=cmd:more/"]
    assert texts("play perudo --seat cmd:./") == ["cmd:./more/", "cmd:./player"]
    assert COMMAND == agents.COMMAND
    assert sorted(path.name for path in bots.iterdir()) == ["mine.py", "more", "notes.txt", "player"]


@pytest.mark.parametrize("source", ["", "def f(view: return", "def f(view):\n  return '\\d'", "\0", "(" * 500, "é"])
def test_a_file_that_is_no_python_has_no_bots(source: str, recwarn: pytest.WarningsRecorder) -> None:
    assert bots_in(source.encode("latin-1")) == (["f"] if "d'" in source else [])
    assert not recwarn.list


@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_the_bots_of_any_bytes_can_be_asked_for(source: bytes) -> None:
    assert all(name.isidentifier() for name in bots_in(source))


def test_the_bots_that_docs_show_are_found() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(), re.DOTALL)
    assert [bots_in(block.encode()) for block in blocks] == [["odds"], ["doubter"]]


def test_C085_games_that_are_hosted_here_can_be_joined(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICECUP_STATE", str(folder))
    assert texts("join ") == []
    (folder / "run").mkdir()
    for name in ("perudo.sock", "dudo.sock", "notes.txt"):
        (folder / "run" / name).touch()
    assert texts("join ") == ["dudo", "perudo"]
    assert not {"--watch", "--tty", "--json"} & set(texts("join perudo --seat B --"))
    assert not {"--seat", "--log"} & set(texts("join perudo --watch --"))
    assert "--tty" in texts("join - --")


# ---- settings


def test_C085_keys_and_values_of_settings(folder: Path) -> None:
    assert texts("play perudo --set los") == ["loss="]
    assert texts("play perudo --set loss=d") == ["loss=difference"]
    assert texts("play perudo --set natural") == ["natural_required="]
    assert texts("play perudo --set natural_required=") == ["natural_required=true", "natural_required=false"]
    assert texts("play perudo --set loss=difference --set los") == []
    assert texts("rules perudo --set spot_on.c") == ["spot_on.callers="]
    assert texts("rules perudo --set spot_on.callers=") == [
        f"spot_on.callers={who}" for who in ("none", "next", "others", "any")
    ]
    assert texts("variants show poker-dice --set wild=") == [
        f"wild={face}" for face in ("none", "A", "J", "K", "Q", "T", "9")
    ]
    assert texts("variants show perudo --set wild_face=") == [f"wild_face={face}" for face in ("none", *range(1, 7))]
    assert texts("play poker-dice --set match=") == [f"match={how}" for how in ("auto", "legs", "chips")]
    assert "match=best_of:3" in texts("play poker-dice --set players.max=2 --set match=")  # which is for two
    assert texts("play perudo --set dice_per_player=") == []  # too many
    assert texts("odds poker-dice --set max_throws=") == [f"max_throws={n}" for n in range(1, 6)]
    assert texts("play dead-mans-dice --set plain_faces=") == ["plain_faces=[1,2,3,4,5,6]"]
    assert texts("play perudo --set players.max=") == [f"players.max={n}" for n in range(2, 11)]
    assert texts("play perudo --seats 5 --set players.max=") == [f"players.max={n}" for n in range(5, 11)]
    assert texts("play perudo --set nosuch=") == texts("play --set ") == texts("rules nosuch --set ") == []
    assert texts("replay verify x.jsonl --against perudo --set los") == ["loss="]


@pytest.mark.parametrize("variant", names())
def test_C085_every_key_is_offered_until_it_is_set(variant: str) -> None:
    keys = {path.removeprefix("rules.") for path, _ in load(variant).values()} - {"family"}
    offers = candidates(root, ["rules", variant, "--set"], "")
    assert {one.text for one in offers} == {f"{key}=" for key in keys}
    assert all(one.open and one.help for one in offers)


def test_a_file_of_ones_own_is_asked_like_a_shipped_variant(folder: Path) -> None:
    (folder / "mine.yaml").write_text("dicecup: 1\nextends: poker-dice\nplayers: {min: 2, max: 3}\n")
    assert texts("play mi") == ["mine.yaml"]
    assert texts("play mine.yaml --seat ex") == ["expert"]
    assert texts("play ./mine.yaml --seats ") == ["2", "3"]
    assert texts("play ./mine.yaml --set wil") == ["wild="]
    (folder / "mine.yaml").write_text("dicecup: 1\nextends: perudo\n")
    assert texts("play mine.yaml --seat ex") == []
    assert texts("play mine.yaml --set wil") == ["wild_face=", "wild_bids=", "wild_off="]


# ---- files


def test_C085_files_only_where_the_command_takes_one(folder: Path) -> None:
    for name in ("a.jsonl", "b.yaml", "c.yml", "d.txt", ".hidden", "e\x07.jsonl"):
        (folder / name).touch()
    (folder / "f").mkdir()
    everything = ["a.jsonl", "b.yaml", "c.yml", "d.txt", "f/"]
    assert texts("replay show ") == ["a.jsonl", "f/"]
    assert texts("replay show d") == ["d.txt"]  # where no name is that of a log
    assert texts("replay verify a.jsonl ") == ["a.jsonl", "f/"]
    assert texts("variants check ") == [*shipped_names(), "b.yaml", "c.yml", "f/"]
    assert texts("play perudo --moves ") == texts("console ") == everything
    assert texts("play perudo --log ") == ["f/"]  # what is there is not replaced
    assert texts("play perudo --force --log ") == everything
    assert texts("play perudo --dice ") == ["seeded", "manual", "manual-people", *everything]
    assert texts("variants new x --output ") == ["x.yaml", "f/"]
    assert texts("variants new b --output ") == ["f/"]
    assert texts("variants new b --force --output f/") == ["f/b.yaml"]
    assert texts("play perudo --moves .h") == [".hidden"]
    assert texts("play perudo --seed ") == texts("doctor ") == texts("variants new ") == []


def test_C085_every_argument_of_every_command_is_known(folder: Path) -> None:
    """What takes any text, or any number of many, is offered nothing."""
    free = {"no_color", "tty", "seed", "hand", "beat", "kept", "open", "bid", "tops", "lines"}
    numbers = {"games", "jobs", "last", "later", "unknown", "others", "time_limit", "person_limit", "iterations"}
    named: set[str] = set()
    for path in PATHS:
        command = dict(commands())[path]
        for param in command.params:
            kind = type(param.type).__name__
            if kind in ("StringParamType", "Whole"):
                named.add(str(param.name))
    assert named == free | numbers | {"name", "players", "throws_left", "top"}


# ---- logs


def test_C085_the_seats_rounds_and_events_of_a_log(furnished: Path) -> None:
    game = [json.loads(line) for line in Path("game.jsonl").read_text().splitlines()]
    decisions = [event["n"] - 1 for event in game if event["type"] == "move" and "auto" not in event]
    rounds = dict.fromkeys(str(event["round"]) for event in game[1:])
    assert texts("replay show game.jsonl --as ") == texts("replay show game.jsonl --seat ") == ["A", "B"]
    assert texts("replay show game.jsonl --round ") == list(rounds)
    assert texts("replay fork game.jsonl --at ") == [str(n) for n in decisions]
    assert texts("replay fork game.jsonl --seat ") == ["A=", "B="]
    assert (
        texts("replay fork game.jsonl --seat B=r")
        == texts("replay fork game.jsonl --seat A=basic --seat B=r")
        == ["B=random"]
    )
    assert texts("replay fork game.jsonl --seat A=basic --seat A=") == texts("replay fork game.jsonl --seat C=") == []
    assert texts("replay fork game.jsonl --game ") == ["0"]
    assert texts("replay step before.jsonl --game 1") == ["1", *map(str, range(10, 20))]
    assert texts("replay fork game.jsonl --at 3 --game 5 --seat ") == []
    assert "of-b.jsonl" in texts("replay show ") and "of-b.jsonl" not in texts("replay fork ")


def test_C085_a_resumed_game_is_played_by_those_of_its_log(bots: Path) -> None:
    line = ["play", "perudo", "--seat", "basic", "--seat", "mine.py:cautious", "--seed", "7", "--log", "whole.jsonl"]
    assert dicecup(*line, "-q").code == 0
    (bots / "killed.jsonl").write_bytes((bots / "whole.jsonl").read_bytes()[:-200])
    assert texts("play --resume ") == ["killed.jsonl", "more/"]
    resume = "play --resume killed.jsonl"
    assert texts(f"{resume} --seat ") == ["A=", "B="]
    assert texts(f"{resume} --seat A=") == ["A=basic"]
    assert texts(f"{resume} --seat B=") == ["B=mine.py:", "B=more/"]
    assert texts(f"{resume} --seat B=mine.py:") == ["B=mine.py:cautious"]
    assert texts(f"{resume} --seat B={bots}/mine.py:") == [f"B={bots}/mine.py:cautious"]
    assert texts(f"{resume} --dice ") == ["seeded"]
    assert texts(f"{resume} --as ") == ["A", "B"]


def test_C070_no_dice_and_no_seed_of_a_log_are_in_what_is_offered(furnished: Path) -> None:
    lines = [
        f"replay {verb} game.jsonl {option} "
        for verb, command in (
            (path[1], command) for path, command in commands() if path[:1] == ("replay",) and path[1:]
        )
        for option in (name for param in command.params for name in param.opts if name.startswith("--"))
    ]
    found = [candidates(root, line.split(" ")[:-1], "") for line in lines]
    assert sum(map(len, found)) > 100
    records = [json.loads(line) for line in Path("game.jsonl").read_text().splitlines()]
    for record in records:
        record.update({"dice": [6] * len(record["dice"])} if record["type"] == "roll" else {})
        record.update({"seed": "another"} if record["type"] == "game" else {})
    Path("game.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    assert [candidates(root, line.split(" ")[:-1], "") for line in lines] == found
    said = {one.help for one in candidates(root, ["replay", "fork", "game.jsonl", "--at"], "")}
    assert all(re.fullmatch(r"round \d+, [AB] decides", text) for text in said)


# ---- whatever there is


DAMAGED = [b"", b"\0\xff", b"{", b'{"type":"game"}\n', b'[1]\n{"type":"game","game":[],"seats":7,"definition":3}\n' * 3]


@pytest.mark.parametrize("data", DAMAGED)
def test_C050_what_is_damaged_has_nothing_to_offer(folder: Path, data: bytes) -> None:
    for name in ("x.yaml", "x.jsonl", "x.py"):
        (folder / name).write_bytes(data)
    for line in (
        "play x.yaml --seat ",
        "play x.yaml --set ",
        "play perudo --seat x.py:",
        "replay fork x.jsonl --seat ",
    ):
        assert texts(line) == []
    for option in ("--as", "--at", "--game"):
        assert texts(f"replay fork x.jsonl {option} ") == []
    assert texts("replay fork ") == texts("play --resume ") == []


def test_C050_a_pipe_is_not_waited_for(folder: Path) -> None:
    for name in ("x.yaml", "x.jsonl", "x.py"):
        os.mkfifo(name)
    for line in (
        "play x.yaml --seat ",
        "replay fork x.jsonl --seat ",
        "play perudo --seat x.py:",
        "replay fork ",
        "play --resume ",
    ):
        assert texts(line) == []


WORDS = st.sampled_from(
    ["play", "perudo", "replay", "fork", "--seat", "--set", "--resume", "--", "-", "A=", "x.py:", "=", ":", "--seat=", ""]
) | st.text(max_size=8)  # fmt: skip


@given(st.lists(WORDS, max_size=6), WORDS)
def test_C050_any_line_can_be_completed(words: list[str], word: str) -> None:
    for one in candidates(root, words, word):
        assert isinstance(one, Candidate)
        assert one.text.startswith(word)


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        ("dicecup pl", set()),
        ("dicecup play perudo --se", set()),
        ("dicecup variants show cac", set()),
        ("dicecup play perudo --dice man", {"yaml", "msgspec"}),
        ("dicecup play perudo --seat A=ba", {"yaml", "msgspec"}),
        ("dicecup play mine.yaml --seat mine.py:", {"yaml", "msgspec"}),
        ("dicecup play poker-dice --set wild=", {"yaml", "msgspec"}),
        ("dicecup play perudo --set wild_face=", {"yaml", "msgspec"}),
        ("dicecup play perudo --as ", {"yaml", "msgspec"}),
        ("dicecup play perudo --name A=x --name ", {"yaml", "msgspec"}),
        ("dicecup replay fork killed.jsonl --at ", {"yaml", "msgspec", "dicecup.engine.match.match"}),
        ("dicecup play --resume ", {"msgspec"}),
        ("dicecup odds perudo --", {"yaml", "msgspec"}),
    ],
)
def test_C064_a_shell_is_answered_soon(line: str, needed: set[str], bots: Path) -> None:
    (bots / "mine.yaml").write_text("dicecup: 1\nextends: perudo\n")
    line_up = ("--seat", "basic", "--seat", "basic")
    dicecup("play", "perudo", *line_up, "--seed", 7, "--log", "whole.jsonl", "-q")
    (bots / "killed.jsonl").write_bytes((bots / "whole.jsonl").read_bytes()[:-200])
    before = sorted(bots.rglob("*"))
    env = {"_DICECUP_COMPLETE": "bash_complete", "HOME": str(bots)}
    args = (line, "\"'@><=;|&(:")
    run = process(*args, **env)
    assert (run.code, run.err) == (0, "")
    assert run.lines
    assert loaded(*args, **env) <= needed
    assert min(seconds(*args, **env) for _ in range(3)) < 0.3  # of the processor
    assert sorted(bots.rglob("*")) == before  # nothing was written, and no bot was run


@pytest.mark.parametrize("asked", ["bash_complete", "zsh_complete", "fish_complete"])
def test_whatever_a_shell_hands_over_nothing_is_said(asked: str, folder: Path) -> None:
    for args in ((), ("",), ("dicecup play \udce9", ":"), ("a", "b", "c", "d"), ("dicecup play 'x --seat", "=")):
        run = dicecup(*args, env={"_DICECUP_COMPLETE": asked})
        assert (run.code, run.err) == (0, "")


@pytest.mark.parametrize("asked", ["tcsh_complete", "bash_nosuch", ""])
def test_a_shell_that_is_not_known_is_told_so(asked: str) -> None:
    run = dicecup(env={"_DICECUP_COMPLETE": asked})
    assert (run.code, run.out, run.err) == (2, "", "")
