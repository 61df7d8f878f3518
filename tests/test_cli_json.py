"""`--json` of every command: strict, by its published schema, and alone on standard output (C055)."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from command_line import ROOT, Run, dicecup, strict
from furniture import PATHS
from referencing import Registry, Resource

SCHEMAS = ROOT / "docs" / "json"
LOG = "../log-format.schema.json"
# Command -> its schema, and a command line with that output. `FILE` is a log, `BAD` a definition with mistakes.
COMMANDS = {
    "play": "play liars-dice --seed 7",
    "console": "console everything.txt",
    "rules": "rules perudo",
    "bots-list": "bots perudo",
    "bots-check": "bots check basic --variant perudo --games 4 --seed 7",
    "odds": "odds poker-dice --hand KKJ9T --beat AAQQJ",
    "variants-list": "variants list",
    "variants-show": "variants show perudo --set dice_per_player=3",
    "variants-check": "variants check perudo BAD",
    "variants-diff": "variants diff perudo dudo",
    "variants-schema": "variants schema",
    "variants-new": "variants new my-game",
    "replay-show": "replay show FILE",
    "replay-info": "replay info FILE",
    "replay-step": "replay step FILE --words words.txt",
    "replay-export": "replay export FILE",
    "replay-verify": "replay verify FILE BROKEN",
    "replay-diff": "replay diff FILE BROKEN --later 2",
    "replay-fork": "replay fork FILE --at 16 --seat B=random",
    "replay-repair": "replay repair FILE",
    "playtest-run": "playtest run liars-dice --games 20 --seed 7",
    "playtest-open": "playtest open liars-dice --game 3 --seed 7",
    "doctor": "doctor",
    "completion": "completion zsh",
    "solve": "solve liars-dice --round --dice 1v1 --set faces=2 --method cfr --mode plain --out strategy.jsonl",
}
MORE = {
    "console": ["console --check transcript.txt", "console --echo everything.txt"],
    "odds": [
        "odds poker-dice-three --hand KKJ9T --throws-left 2 --set kept_locked=true --kept K",
        "odds poker-dice-pips-six-high --hand 1,3,4,5,6 --throws-left 0",
        "odds liars-dice --hand 2,2,5,6,1 --unknown 5 --bid 4x2",
        "odds cacho --hand 225 --unknown 7 --players 3 --opening --wilds-off --palifico --bid 3x2",
        "odds bluff --hand *,1 --unknown 3",
        "odds stacked-dice --hand 4426 --others 11 --open 5",
        "odds stack --hand 4 --others 98 --set faces=10",
        "odds dead-mans-dice --hand plain,jolly --top 3 --tops 4,J",
        "odds dead-mans-dice --hand plain",
    ],
    "play": [
        "play cacho --seats 3 --seed 7 --as B --stamp",
        "play push-reroll --seed 7",
        "play chui-niu --seed 7",
        "play stack --seed 7",
        "play dead-mans-dice-table-dice --seed 7",
    ],
    "playtest-run": ["playtest run liars-dice --games 0 --seed 7"],
    "bots-check": [
        "bots check ./mine.py:bold --variant perudo --games 4 --seed 7",
        "bots check ./mine.py:wrong --variant perudo --games 4 --seed 7",
        "bots check cmd:true --variant perudo --games 4 --seed 7",
    ],
    "variants-diff": ["variants diff perudo perudo"],
    "solve": ["solve liars-dice --set dice_per_player=1 --set faces=2 --method program"],
    "replay-diff": ["replay diff FILE FILE", "replay diff FILE OTHER", "replay diff OTHER FILE --later 3"],
    "replay-show": ["replay show FILE --as A", "replay show FILE --last 3"],
    "replay-info": ["replay info FILE --as A"],
    "replay-step": ["replay step FILE --words words.txt --as B"],
    "replay-export": ["replay export FILE --as B", "replay export FILE --format csv --output game.csv"],
}


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = strict((SCHEMAS / f"{name}.schema.json").read_text())
    log = strict((SCHEMAS / LOG).read_text())
    registry: Any = Registry().with_resource(LOG, Resource.from_contents(log))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator.check_schema(log)
    return jsonschema.Draft202012Validator(schema, registry=registry)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert dicecup("play", "perudo", "--seed", "7", "--log", "game.jsonl").code == 0
    lines = Path("game.jsonl").read_text().splitlines()
    Path("broken.jsonl").write_text("\n".join([*lines[:20], *lines[21:]]) + "\n")
    Path("everything.txt").write_text(
        "new poker-dice seed=7\nshow\nmoves\nhint\nodds\nset tutor on\nset\nstand\nundo\nredo\nback\nback 2\nas B log\nsave x.jsonl force\n"
        "resume\nhistory\nhelp\nhelp new\necho hi\nload game.jsonl\nend\ndigest\nrules\n"
        "new stacked-dice basic basic\n"
    )
    Path("mine.py").write_text("def bold(view):\n    return view.legal[0]\n\ndef wrong(view):\n    return 1 // 0\n")
    Path("transcript.txt").write_text("> echo hi\nhi\n")
    Path("words.txt").write_text("next\ncall\nback 2\nend\n")
    other = ("--seed", "8", "--set", "wild_face=none", "--as", "B", "--json")
    Path("other.jsonl").write_text(dicecup("play", "perudo", *other).out)
    Path("bad.yaml").write_text("dicecup: 1\nextends: perudo\nrules: {palifco: 1, dice_per_player: true}\n")


def run(line: str) -> Run:
    names = {"FILE": "game.jsonl", "BROKEN": "broken.jsonl", "BAD": "bad.yaml", "OTHER": "other.jsonl"}
    return dicecup(*(names.get(word, word) for word in line.split()), "--json")


LINES = [(name, line) for name, first in COMMANDS.items() for line in (first, *MORE.get(name, []))]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("name", "line"), LINES, ids=lambda value: value)
def test_C055_output_is_strict_json_by_its_schema(name: str, line: str) -> None:
    done = run(line)
    assert done.err == ""
    assert done.lines
    check = validator(name)
    for record in done.records():
        check.validate(record)
        streams = ("console", "play", "replay-show", "replay-export", "replay-fork", "playtest-open")
        if name not in streams or record["type"] == "game":
            assert record["dicecup"] == 1
        assert isinstance(record["type"], str)
    assert (
        "\x1b" not in run(f"{line} --color always --force" if name == "variants-new" else f"{line} --color always").out
    )


def test_every_command_has_a_schema_and_a_line_here() -> None:
    groups = {(), ("variants",), ("replay",), ("playtest",), ("bots",)}
    for_people = {("join",)}
    leaves = {"-".join(path) for path in PATHS if path not in groups | for_people}
    assert set(COMMANDS) == leaves
    assert {path.name.removesuffix(".schema.json") for path in SCHEMAS.glob("*.json")} == leaves | {"error"}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("rules nosuch", 2),
        ("rules BAD", 3),
        ("play perudo --log game.jsonl", 5),
        ("play perudo --moves game.jsonl", 1),
        ("replay show BROKEN", 1),
        ("replay show bad.yaml", 4),
        ("variants check nosuch.yaml", 2),
    ],
)
def test_C055_errors_are_objects_on_standard_error(line: str, code: int) -> None:
    done = run(line)
    assert done.code == code
    check = validator("error")
    for error in done.err.splitlines():
        check.validate(strict(error))
    assert bool(done.err) is bool(code)
    done.records()


@pytest.mark.usefixtures("files")
def test_C055_a_deprecation_warning_stays_out_of_the_output(monkeypatch: pytest.MonkeyPatch) -> None:
    import warnings

    from dicecup.engine.definitions import definition

    real = definition.load

    def load(*args: Any) -> Any:
        warnings.warn("old", DeprecationWarning, stacklevel=1)
        return real(*args)

    monkeypatch.setattr(definition, "load", load)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = lambda message, *args, **more: sys.stderr.write(f"{message}\n")
        done = run("rules perudo")
    assert (done.code, done.err, len(done.records())) == (0, "old\n", 1)


@pytest.mark.usefixtures("files")
def test_C040_problems_are_records_with_their_place() -> None:
    Path("worse.yaml").write_text("dicecup: 1\nextends: nosuch\n")
    done = dicecup("variants", "check", "bad.yaml", "worse.yaml", "--json")
    assert done.code == 3
    records = done.records()
    assert [(r["file"], r["line"], r["path"]) for r in records] == [
        ("bad.yaml", 3, "rules.palifco"),
        ("bad.yaml", 3, "rules.dice_per_player"),
        ("worse.yaml", 2, "extends"),
    ]
    told = dicecup("variants", "check", "bad.yaml", "worse.yaml")
    assert told.code == 3
    assert [line.split(": ")[0] for line in told.lines] == [f"{r['file']}:{r['line']}:{r['column']}" for r in records]


def test_the_schemas_refuse_what_they_should() -> None:
    check = validator("play")
    good = {"n": 1, "type": "move", "round": 1, "seat": "A", "move": "1x3"}
    check.validate(good)
    check.validate(good | {"_note": None})
    for bad in ({"n": 0}, {"seat": "Z"}, {"auto": False}, {"extra": 1}, {"round": "1"}):
        assert not check.is_valid(good | bad), bad
    assert not check.is_valid(json.loads('{"type":"game"}'))


# --- variants ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", ["perudo", "bluff", "two-player-aces", "liars-dice"])
@pytest.mark.parametrize("origin", [[], ["--origin"]])
def test_a_shown_definition_loads_again(name: str, origin: list[str]) -> None:
    Path("shown.yaml").write_text(dicecup("variants", "show", name, *origin).out)
    done = dicecup("variants", "diff", name, "shown.yaml")
    assert (done.code, done.out) == (0, f"{name} and shown.yaml play alike.\n")
    (again,) = dicecup("variants", "show", "shown.yaml", "--json").records()
    (there,) = dicecup("variants", "show", name, "--json").records()
    del again["definition"]["name"], there["definition"]["name"]
    assert again["definition"] == there["definition"]


@pytest.mark.usefixtures("files")
def test_origin_names_the_file_of_each_value() -> None:
    shown = dicecup("variants", "show", "dudo", "--origin", "--set", "faces=8").out
    assert "callers: next                         # variants/dudo.yaml:" in shown
    assert "wild_face: 1                            # variants/perudo.yaml:" in shown
    assert "faces: 8                                # --set" in shown
    assert "max_rounds: 1000                        # default" in shown


@pytest.mark.usefixtures("files")
def test_a_new_variant_is_written_once() -> None:
    assert dicecup("variants", "new", "my-game", "--from", "perudo").code == 0
    assert dicecup("variants", "check", "my-game.yaml").out == "my-game.yaml: fine\n"
    assert dicecup("play", "./my-game.yaml", "--seed", "7").code == 0
    Path("my-game.yaml").write_text("precious")
    done = dicecup("variants", "new", "my-game")
    assert (done.code, Path("my-game.yaml").read_text()) == (5, "precious")
    assert dicecup("variants", "new", "my-game", "--force").code == 0
    assert dicecup("variants", "new", "x", "--output", "-").out.startswith("# A variant of liars-dice.")
    Path("deep").mkdir()
    assert dicecup("variants", "new", "x", "--from", "./my-game.yaml", "--output", "deep/x.yaml").code == 0
    assert dicecup("variants", "check", "deep/x.yaml").code == 0
    for args in (["My Game"], ["x", "--output", "y.yaml"], ["x", "--from", "nosuch"], ["../x"]):
        assert dicecup("variants", "new", *args).code == 2, args


def test_C026_variants_are_listed_sorted() -> None:
    found = [record["name"] for record in dicecup("variants", "list", "--json").records()]
    assert found == sorted(found)
    rows = [line for line in dicecup("variants", "list").lines[1:] if not line.startswith(" ")]
    assert [row.split()[0] for row in rows] == found
