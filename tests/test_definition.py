"""Definitions: the shipped files and keys against rules.md, merging, messages, overrides, digest, schema (C037 to C044)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.errors import code_of, sentences
from dicecup.cli.base.wording import COMMAND_LINE
from dicecup.engine.definitions.definition import (
    BadSetting,
    Definition,
    DefinitionError,
    Problem,
    UnknownVariant,
    diff,
    from_header,
    load,
    names,
    variant_path,
)
from dicecup.engine.definitions.json_schema import schema
from dicecup.engine.definitions.keys import vocabulary
from dicecup.engine.definitions.nodes import read, value_of
from dicecup.engine.definitions.template import new
from dicecup.engine.definitions.value_types import allowed_words
from dicecup.engine.games import registry
from dicecup.engine.games.options import Options, key, keys

# rules.md 1.6: title, base, players, rules, summary. None: inherited.
PALIFICO = {"trigger": "one_die", "once": True, "face": "one_die_may_change", "with_two_left": False}
FILES: dict[str, tuple[str, str | None, tuple[int, int] | None, dict[str, Any], str]] = {
    "liars-dice": (
        "Liar's Dice",
        None,
        (2, 3),
        {},
        "Hidden dice, rising bids, call the liar; who is wrong loses a die. (seed)",
    ),
    "liars-dice-elimination": (
        "Liar's Dice, elimination",
        "liars-dice",
        None,
        {"loss": "elimination"},
        "One lost challenge and you are out. (seed L-V1)",
    ),
    "liars-dice-wild": (
        "Liar's Dice with wild ones",
        "liars-dice",
        None,
        {"wild_face": 1, "wild_bids": "double_after"},
        "Ones count as any face; n ones rank above 2n of another face. (seed L-V2, L-V3)",
    ),
    "liars-dice-elimination-wild": (
        "Liar's Dice, elimination, wild ones",
        "liars-dice-wild",
        None,
        {"loss": "elimination"},
        "Both seed options together.",
    ),
    "common-hand": (
        "Common Hand",
        "liars-dice",
        (2, 6),
        {"raise_rule": "face_first"},
        "A higher face may be bid with any quantity.",
    ),
    "perudo": (
        "Perudo",
        "liars-dice",
        (2, 6),
        {"wild_face": 1, "wild_bids": "double_after", "opening_wild_bid": "forbidden", "palifico": PALIFICO},
        "Wild ones, no opening on ones, palifico at one die.",
    ),
    "dudo": (
        "Dudo",
        "perudo",
        None,
        {"spot_on": {"callers": "next", "right": "regain", "wrong": "lose", "needs": "half_dice"}},
        "Perudo with an exact call by the player in turn.",
    ),
    "cacho": (
        "Cacho",
        "perudo",
        None,
        {"spot_on": {"callers": "others", "right": "regain", "wrong": "lose", "needs": "any"}},
        "Perudo with an exact call by the players who are not in turn.",
    ),
    "dudo-old": (
        "Dudo, old rules",
        "dudo",
        None,
        {"pass": "once", "natural_required": True, "opening_wild_bid": "free_answer"},
        "With paso; ones help only beside a natural die.",
    ),
    "bluff": (
        "Bluff",
        "liars-dice",
        (2, 6),
        {
            "face_names": [1, 2, 3, 4, 5, "*"],
            "wild_face": 6,
            "wild_bids": "double_before",
            "loss": "difference",
            "exact_bid": "others_lose",
        },
        "Star dice on the bidding track; you lose as many dice as you were wrong by.",
    ),
    "red-dead": (
        "Red Dead Liar's Dice",
        "liars-dice",
        (2, 4),
        {
            "spot_on": {"callers": "next", "right": "others_lose", "wrong": "lose", "needs": "any"},
            "starter": "previous_right",
        },
        "Spot-on takes a die from everybody else.",
    ),
    "film-pirates": (
        "Pirates' Dice of the film",
        "liars-dice",
        (2, 4),
        {"rounds": "single", "loss": "elimination", "max_quantity": "unbounded"},
        "One showdown, one loser; the bid may be absurd.",
    ),
    "chui-niu": (
        "Chui Niu (bar dice)",
        "liars-dice",
        (2, 6),
        {
            "wild_face": 1,
            "wild_bids": "double_before",
            "wild_off": "once_wild_bid",
            "min_opening": "players",
            "loss": "penalty",
            "penalty_limit": 3,
        },
        "Penalty points instead of dice; a bid on ones ends their wildness.",
    ),
    "two-player-aces": (
        "Two-player Aces",
        "liars-dice-wild",
        (2, 2),
        {
            "rounds": "single",
            "loss": "elimination",
            "best_of": 3,
            "wild_off": "if_opened_on_wild",
            "natural_required": True,
        },
        "Best of three single showdowns.",
    ),
    "push-reroll": (
        "Liar's Dice with push",
        "liars-dice",
        (2, 6),
        {"push": True},
        "After a raise show some dice and throw the rest again.",
    ),
}

# rules.md 1.7: what is allowed, and the default.
KEYS: dict[str, tuple[str, Any]] = {
    "faces": ("an integer from 2 to 10", 6),
    "face_names": ("none or a list of 2 to 10 items", "none"),
    "dice_per_player": ("an integer from 1 to 20", 5),
    "wild_face": ("none or an integer from 1 to 10", "none"),
    "wild_bids": (
        "one of double_after, double_before, double_by_face, literal, normal, forbidden",
        "double_after",
    ),
    "opening_wild_bid": ("one of allowed, forbidden, free_answer", "allowed"),
    "wild_off": ("one of never, if_opened_on_wild, once_wild_bid", "never"),
    "natural_required": ("true or false", False),
    "raise_rule": (
        "one of quantity_first, face_first, single_axis, no_decrease, max_number, product",
        "quantity_first",
    ),
    "max_quantity": ("one of total_dice, unbounded", "total_dice"),
    "min_opening": ("players, one_and_a_half or an integer from 1 to 20", 1),
    "challenge_by": ("one of next, any", "next"),
    "loss": ("one of one_die, difference, elimination, penalty", "one_die"),
    "penalty_limit": ("an integer from 1 to 20", 3),
    "exact_bid": ("one of challenger_loses, others_lose", "challenger_loses"),
    "die_loss": ("one of discard, transfer", "discard"),
    "starter": ("one of loser, winner, previous_right", "loser"),
    "starter_if_eliminated": ("one of left, winner", "left"),
    "first_bidder": ("one of roll_high, random, seat0", "roll_high"),
    "spot_on.callers": ("one of none, next, others, any", "none"),
    "spot_on.right": ("one of regain, others_lose", "regain"),
    "spot_on.wrong": ("lose", "lose"),
    "spot_on.needs": ("one of any, half_dice", "any"),
    "palifico.trigger": ("one of off, one_die", "off"),
    "palifico.once": ("true or false", True),
    "palifico.face": ("one of locked, one_die_may_change", "locked"),
    "palifico.with_two_left": ("true or false", False),
    "pass": ("one of off, once", "off"),
    "push": ("true or false", False),
    "final_duel": ("one of off, sum", "off"),
    "rounds": ("one of until_one_left, single", "until_one_left"),
    "best_of": ("one of 1, 3, 5, 7, 9", 1),
    "max_rounds": ("an integer from 1 to 60000", 1000),
}

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file in the current (temporary) folder; the answer is its name."""
    monkeypatch.chdir(tmp_path)

    def to_file(text: str | bytes, name: str = "x.yaml", head: str = "dicecup: 1\nextends: liars-dice\n") -> str:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else (head + text).encode())
        return name

    return to_file


def problems(name: str) -> list[str]:
    with pytest.raises(DefinitionError) as caught:
        load(name)
    assert str(caught.value).split("\n") == [str(problem) for problem in caught.value.problems]
    return COMMAND_LINE.sentence(caught.value).split("\n")


Error = TypeVar("Error", bound=Exception)


def error_of(kind: type[Error], call: Callable[..., object], *arguments: object) -> Error | None:
    """The error of that kind that a call raises, if it does; any other goes through."""
    try:
        call(*arguments)
    except kind as error:
        return error
    return None


# The shipped files and keys


def test_all_shipped_files_are_in_the_table() -> None:
    liars = [name for name in names() if load(name).family == "liars"]
    assert liars == sorted(FILES)
    assert names() == sorted(names())
    assert all(variant_path(name).is_file() for name in names())


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_file_is_as_rules_1_6_has_it(name: str) -> None:
    title, base, players, rules, summary = FILES[name]
    root = read(variant_path(name).read_bytes(), name).root
    assert root is not None
    content = value_of(root)
    about = content.pop("about")
    assert about.pop("summary") == summary
    assert about.keys() == {"source", "also_called"}
    expected: dict[str, Any] = {"dicecup": 1, "title": title, "rules": rules}
    expected |= {"extends": base} if base else {"family": "liars"}
    expected |= {"players": {"min": players[0], "max": players[1]}} if players else {}
    assert content == expected


def inherited(name: str) -> tuple[tuple[int, int], dict[str, Any]]:
    _, base, players, rules, _ = FILES[name]
    flat = dict(flattened(rules))
    if base is None:
        assert players is not None
        return players, {key: default for key, (_, default) in KEYS.items()} | flat
    of_base = inherited(base)
    return players or of_base[0], of_base[1] | flat


def flattened(rules: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in rules.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{name}.")
        else:
            yield prefix + name, value


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_variant_has_what_its_line_of_bases_gives(name: str) -> None:
    definition = load(name)
    players, rules = inherited(name)
    assert (definition.name, definition.title, definition.family) == (name, FILES[name][0], "liars")
    assert (definition.players.min, definition.players.max) == players
    assert dict(flattened(definition.resolved()["rules"])) == rules
    assert definition.about["summary"] == FILES[name][4]


def test_the_keys_are_those_of_rules_1_7() -> None:
    found = {
        k.path: (allowed_words(k.type).split(", each")[0], k.default) for k in keys(registry.family("liars").options)
    }
    assert found == KEYS
    assert list(found) == list(KEYS)


@pytest.mark.parametrize("path", KEYS)
def test_C043_each_key_takes_its_edges_and_refuses_what_lies_beyond(path: str) -> None:
    words = KEYS[path][0]
    good: list[Any]
    if " from " in words:
        low, high = (int(n) for n in words.rpartition(" from ")[2].split(" to "))
        good, bad = (
            [low, high],
            [low - 1, high + 1, "5.0", '"5"', "true", f"0{low}", f"{high}.0", "0x2", "1e0", "~"],
        )
    elif path == "face_names":
        good, bad = (
            ['[1, 2, 3, 4, 5, "*"]'],
            ["[1, 2, 3, 4, 5, aa]", "[1]", "[]", "{a: 1}", "[1, 2, 3, 4, 5, 100]"],
        )
    elif words == "true or false":
        good, bad = ["true", "false"], ["yes", "no", "on", "off", "True", "1", "0", '"true"', "~", "[]"]
    else:
        good = [*words.removeprefix("one of ").split(", ")]
        bad = ["nonsense", "true", "2", "-1", "[]", "{}", "~"]
    for value in good:  # only a combination may be refused
        assert "allowed:" not in str(error_of(BadSetting, load, "liars-dice", [f"{path}={value}"]))
    for value in bad:
        with pytest.raises(BadSetting, match="allowed: "):
            load("liars-dice", [f"{path}={value}"])


def test_a_definition_loads_within_20_ms() -> None:
    load("liars-dice")
    took = []
    for _ in range(5):
        begin = time.perf_counter()
        load("liars-dice")
        took.append(time.perf_counter() - begin)
    assert min(took) < 0.02


def test_loading_imports_no_extra_and_no_terminal() -> None:
    code = (
        "import sys; from dicecup.engine.definitions.definition import load; load('perudo');"
        "print([m for m in ('numpy', 'numba', 'click', 'rich', 'prompt_toolkit') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# What is wrong with a file


def test_C037_truth_values_are_true_and_false_only(write: Write) -> None:
    said = problems(
        write("on: 1\nrules: {push: no, natural_required: On}\nabout: {also_called: [no, Ann, On, 421, true]}\n")
    )
    assert said == [
        "x.yaml:3:1: on: unknown key on; allowed: dicecup, name, title, extends, family, players, about, rules",
        "x.yaml:4:15: rules.push: no is not allowed; allowed: true or false (did you mean false?)",
        "x.yaml:4:37: rules.natural_required: On is not allowed; allowed: true or false (did you mean true?)",
        "x.yaml:5:36: about.also_called[4]: 421 is not allowed; allowed: a text of at most 400 signs (put quotes around it)",
        "x.yaml:5:41: about.also_called[5]: true is not allowed; allowed: a text of at most 400 signs (put quotes around it)",
    ]


def test_C037_words_stay_words(write: Write) -> None:
    definition = load(write("about: {also_called: [no, Ann, On, 05, 1:30]}\n"))
    assert definition.about["also_called"] == ["no", "Ann", "On", "05", "1:30"]


def test_C038_duplicate_keys_do_not_hide_other_problems(write: Write) -> None:
    said = problems(write("rules:\n  dice_per_player: 5\n  faces: 77\n  dice_per_player: 3\n"))
    assert said == [
        "x.yaml:5:10: rules.faces: 77 is not allowed; allowed: an integer from 2 to 10",
        "x.yaml:6:3: rules: the key dice_per_player stands twice, on line 4 and on line 6; keep one",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules: {palifco: {trigger: one_die}}", "3:9: rules.palifco: unknown key palifco (did you mean palifico?)"),
        ("rules: {dice-per-player: 3}", "3:9: rules.dice-per-player: unknown key dice-per-player (did you mean dice_per_player?)"),
        ("rules: {spoton.callers: any}", "3:9: rules.spoton.callers: unknown key spoton.callers; allowed: faces, "),
        ("rules: {spot_on.callers: any}", "3:9: rules.spot_on.callers: a dot is one level of a mapping; write spot_on: {callers: ...}"),
        ("rules: {callers: any}", "3:9: rules.callers: this key belongs under spot_on: (rules.spot_on.callers)"),
        ("rules: {players: {min: 2}}", "3:9: rules.players: this key belongs at the top of the file"),
        ("rules: {face: locked}", "3:9: rules.face: this key belongs under palifico: (rules.palifico.face) (or did you mean faces?)"),
        ("rules: {spot_on: {faces: 5}}", "3:19: rules.spot_on.faces: this key belongs under rules: (rules.faces)"),
        ("faces: 6", "3:1: faces: this key belongs under rules: (rules.faces)"),
        ("min: 6", "3:1: min: this key belongs under players: (players.min)"),
        ("palifco: {}", ("3:1: palifco: unknown key palifco; allowed: dicecup, name, title, extends, family, players, "
         "about, rules (did you mean rules.palifico?)")),
        ("ruels: {}", ("3:1: ruels: unknown key ruels; allowed: dicecup, name, title, extends, family, players, about, rules "
         "(did you mean rules?)")),
        ("players: {mn: 2}", "3:11: players.mn: unknown key mn; allowed: min, max (did you mean min?)"),
        ("about: {sumary: x}", "3:9: about.sumary: unknown key sumary; allowed: summary, source, also_called (did you mean summary?)"),
    ],
)  # fmt: skip
def test_C039_unknown_keys(write: Write, text: str, said: str) -> None:
    found = problems(write(text))
    assert len(found) == 1
    assert found[0].startswith(f"x.yaml:{said}")


class OldAndNew(Options, frozen=True, kw_only=True):
    """A made-up family's options, of which one was renamed."""

    RENAMED: ClassVar[dict[str, str]] = {"dice": "dice_per_player", "first": "opening.first"}

    dice_per_player: Annotated[int, key("X-1", "Dice.", ge=1)] = 5
    starts: Annotated[Literal["low", "high"], key("X-2", "Who starts.")] = "low"


@pytest.fixture
def made_up_family(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    fake = SimpleNamespace(options=OldAndNew, validate=lambda options, players: ())
    monkeypatch.setattr(registry, "_outside", lambda: {"madeup": (fake, registry.Package("made-up", "1"))})
    vocabulary.cache_clear()
    yield
    vocabulary.cache_clear()


@pytest.mark.usefixtures("made_up_family")
def test_C039_a_renamed_key_names_its_new_name(write: Write) -> None:
    head = "dicecup: 1\nfamily: madeup\n"
    said = problems(write("rules: {dice: 3, first: low}", head=head))
    assert said == [
        "x.yaml:3:9: rules.dice: this key is now called dice_per_player",
        "x.yaml:3:18: rules.first: this key is now called opening.first",
    ]
    with pytest.raises(BadSetting, match=r"unknown key dice \(did you mean dice_per_player"):
        load(write("", head=head), ["dice=3"])


@pytest.mark.usefixtures("made_up_family")
def test_two_families_do_not_mix(write: Write) -> None:
    write("", "other.yaml", head="dicecup: 1\nfamily: madeup\n")
    assert problems(write("family: madeup\n")) == [
        "x.yaml:3:9: family: the base variants/liars-dice.yaml is of the family liars, not madeup; leave the key out"
    ]
    assert problems(write("", head="dicecup: 1\nextends: [perudo, ./other.yaml]\n")) == [
        (
            "x.yaml:2:19: extends: bases of two families: variants/perudo.yaml is of liars, other.yaml of madeup; "
            "all bases must be of one"
        )
    ]
    assert load(write("family: liars\n")).family == "liars"
    assert [path for path, _, _ in diff(load("other.yaml"), load("liars-dice"))][:2] == [
        "family",
        "players.max",
    ]


def test_C040_every_problem_of_every_file_in_one_run(write: Write) -> None:
    write("extends: perudo\ndicecup: 1\nrules:\n  spot_on: {callers: nobody}\n", "base/b.yaml", head="")
    name = write("title: []\nrules:\n  best_of: 2\n", head="dicecup: 1\nextends: base/b.yaml\n")
    said = [
        "x.yaml:3:8: title: an empty list is not allowed; allowed: a text of at most 100 signs",
        "x.yaml:5:12: rules.best_of: 2 is not allowed; allowed: one of 1, 3, 5, 7, 9",
        "base/b.yaml:4:22: rules.spot_on.callers: nobody is not allowed; allowed: one of none, next, others, any",
    ]
    assert problems(name) == said
    assert problems(name) == said
    with pytest.raises(DefinitionError) as caught:
        load(name)
    assert code_of(caught.value) == 3
    assert list(sentences(caught.value))[1] == {
        "type": "error",
        "dicecup": 1,
        "code": 3,
        "message": "2 is not allowed; allowed: one of 1, 3, 5, 7, 9",
        "file": "x.yaml",
        "line": 5,
        "column": 12,
        "path": "rules.best_of",
    }


def test_C026_messages_do_not_hang_on_the_hash_seed(write: Write) -> None:
    name = write("a: 1\nrules: {b: 2, loss: 3, palifico: 4, wild_bids: x, faces: ~}\nabout: 5\n")
    code = (
        f"from dicecup.engine.definitions.definition import load\ntry: load({name!r})\nexcept Exception as e: print(e)"
    )
    said = set()
    for seed in ("0", "1", "424242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        said.add(done.stdout)
    assert len(said) == 1
    assert said.pop().count("\n") == 7


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players: true", "3:10: players: true is not allowed; allowed: a mapping with the keys min and max"),
        ("players: {min: 1}", "3:16: players.min: 1 is not allowed; allowed: an integer from 2 to 10"),
        ("players: {max: 11}", "3:16: players.max: 11 is not allowed; allowed: an integer from 2 to 10"),
        ("players: {min: 3, max: 2}", "3:16: players.min: players.min 3 is above players.max 2; raise one or lower the other"),
        ("rules: {dice_per_player: 5.0}", "3:26: rules.dice_per_player: 5.0 is not allowed; allowed: an integer from 1 to 20 (did you mean 5?)"),
        ("rules: {dice_per_player: 05}", "3:26: rules.dice_per_player: 05 is not allowed; allowed: an integer from 1 to 20 (did you mean 5?)"),
        ("rules: {dice_per_player: '5'}", '3:26: rules.dice_per_player: the text "5" is not allowed; allowed: an integer from 1 to 20 (take the quotes away)'),
        ("rules: {dice_per_player: 1:30}", "3:26: rules.dice_per_player: 1:30 is not allowed; allowed: an integer from 1 to 20"),
        ("rules: {dice_per_player: -1}", "3:26: rules.dice_per_player: -1 is not allowed; allowed: an integer from 1 to 20"),
        ("rules: {dice_per_player: 0}", "3:26: rules.dice_per_player: 0 is not allowed; allowed: an integer from 1 to 20"),
        ("rules: {dice_per_player: 1000000}", "3:26: rules.dice_per_player: 1000000 is not allowed; allowed: an integer from 1 to 20"),
        ("rules: {dice_per_player: true}", "3:26: rules.dice_per_player: true is not allowed; allowed: an integer from 1 to 20"),
        ("rules: {best_of: true}", "3:18: rules.best_of: true is not allowed; allowed: one of 1, 3, 5, 7, 9"),
        ("rules: {palifico: true}", "3:19: rules.palifico: true is not allowed; allowed: a mapping with the keys trigger, once, face and with_two_left"),
        ("rules: {palifico: }", "3:9: rules.palifico: nothing is not allowed; allowed: a mapping with the keys trigger, once, face and with_two_left"),
        ("rules: {wild_face: null}", "3:20: rules.wild_face: null is no value here; allowed: none or an integer from 1 to 10 (say none)"),
        ("rules: {wild_face: }", "3:9: rules.wild_face: the value is missing; allowed: none or an integer from 1 to 10 (say none)"),
        ("rules: {pass: ~}", "3:15: rules.pass: ~ is no value here; allowed: one of off, once (say off)"),
        ("rules: {loss: one-die}", "3:15: rules.loss: one-die is not allowed; allowed: one of one_die, difference, elimination, penalty (did you mean one_die?)"),
        ("rules: {loss: a b}", '3:15: rules.loss: "a b" is not allowed; allowed: one of one_die, difference, elimination, penalty'),
        ("rules: [1]", "3:8: rules: a list of 1 is not allowed; allowed: a mapping of keys to values"),
        ("title: 1984", "3:8: title: 1984 is not allowed; allowed: a text of at most 100 signs (put quotes around it)"),
        ('title: "\\e[31m"', "3:8: title: the sign U+001B is not allowed in a text; take it out"),
        ('title: "\\ud800"', "3:8: title: the sign U+D800 is not allowed in a text; take it out"),
        ("name: y", "3:7: name: y is not the file's stem, x; give the file that name, or leave the key out"),
    ],
)  # fmt: skip
def test_C043_wrong_types_and_ranges(write: Write, text: str, said: str) -> None:
    assert problems(write(text)) == [f"x.yaml:{said}"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1:1: the file is empty; a definition begins with `dicecup: 1`"),
        ("# nothing\n", "1:1: the file is empty; a definition begins with `dicecup: 1`"),
        ("- a\n", "1:1: the file holds a list of 1; a definition is a mapping, `key: value` on each line"),
        ("extends: perudo\n", "1:1: dicecup: the format version is missing; begin the file with `dicecup: 1`"),
        ("foo: 1\ndicecup: 2\n", "2:10: dicecup: format version 2 is unknown; this dicecup reads version 1"),
        ("dicecup: '1'\nextends: perudo", '1:10: dicecup: the text "1" is not allowed; allowed: 1 (take the quotes away)'),
        ("dicecup: 1\n", "1:1: family: the family is missing; write `family:` (FAMILIES), or name a base in `extends:`"),
        ("dicecup: 1\nfamily: lairs", "2:9: family: lairs is not allowed; allowed: one of FAMILIES (did you mean liars?)"),
        ("dicecup: 1\nextends: []", ("2:10: extends: an empty list is not allowed; allowed: a text of at most 400 signs "
         "or a list of 1 to 20 items, each a text of at most 400 signs")),
        ("dicecup: 1\nextends: [perudo, 5]", ("2:19: extends[2]: 5 is not allowed; allowed: a text of at most 400 signs "
         "(put quotes around it)")),
        ("dicecup: 1\nextends: perduo", "2:10: extends: there is no variant perduo (did you mean perudo?)"),
        ("dicecup: 1\nextends: zzz", "2:10: extends: there is no variant zzz; `dicecup variants list` names them all"),
        ("dicecup: 1\nextends: x", ("2:10: extends: there is no variant x; `dicecup variants list` names them all; "
         "for the file beside this one write ./x.yaml")),
        ("dicecup: 1\nextends: ./no.yaml", "2:10: extends: there is no file ./no.yaml; a path starts from this file's folder"),
        ("dicecup: 1\nextends: " + 300 * "a", "2:10: extends: there is no variant " + 37 * "a" + "...; `dicecup variants list` names them all"),
        ("dicecup: 1\nextends: /" + 300 * "a", "2:10: extends: /" + 36 * "a" + "... cannot be read: File name too long"),
        ('dicecup: 1\nextends: "a/\\0"', "2:10: extends: the sign U+0000 is not allowed in a text; take it out"),
        ("dicecup: 1\nextends: ./", "2:10: extends: ./ cannot be read: Is a directory"),
        ("dicecup: 1\nextends: x.yaml", "2:10: extends: extends goes in a circle: x.yaml:2 -> x.yaml"),
    ],
)  # fmt: skip
def test_what_a_file_must_begin_with(write: Write, text: str, said: str) -> None:
    assert problems(write(text, head="")) == [f"x.yaml:{said.replace('FAMILIES', ', '.join(registry.families()))}"]


def test_a_file_that_is_no_yaml_still_lets_its_bases_be_checked(write: Write) -> None:
    write("rules: {faces: 1", "b.yaml")
    said = problems(write("rules: {faces: 1}", head="dicecup: 1\nextends: [b.yaml, perudo]\n"))
    assert said == [
        "x.yaml:3:16: rules.faces: 1 is not allowed; allowed: an integer from 2 to 10",
        "b.yaml:3:17: the mapping that begins on line 3 goes on with `,` or ends with `}`",
    ]


def test_unreadable_files(write: Write) -> None:
    for missing in ("no.yaml", "./no", "no/no.yaml", "x.yaml/y.yaml", "a\0/b"):
        with pytest.raises(UnknownVariant, match="there is no file"):
            load(missing)
    assert problems("./") == ["./:1:1: the file cannot be read: Is a directory"]
    with pytest.raises(UnknownVariant, match=r"there is no variant perduo \(did you mean perudo\?\)") as caught:
        load("perduo")
    assert (code_of(caught.value), caught.value.name, caught.value.near) == (2, "perduo", "perudo")


# Merging


def test_C044_lists_are_replaced_and_mappings_merge(write: Write) -> None:
    write("rules: {face_names: [A, B, C, D, E, F]}\nabout: {also_called: [one, two]}\n", "b.yaml")
    name = write(
        "rules:\n  face_names: [Z, Y]\n  faces: 2\nabout:\n  source: me\n",
        head="dicecup: 1\nextends: b.yaml\n",
    )
    definition = load(name)
    assert definition.resolved()["rules"]["face_names"] == ["Z", "Y"]
    assert definition.about["also_called"] == ["one", "two"]
    origin = definition.origin
    assert origin["rules.face_names"] == "x.yaml:4"
    assert origin["about.also_called"] == "b.yaml:4"
    assert origin["about.source"] == "x.yaml:7"
    assert origin["about.summary"].startswith("variants/liars-dice.yaml:")
    assert origin["players.max"] == "variants/liars-dice.yaml:4"
    assert origin["rules.loss"] == "default"
    assert origin["family"] == "variants/liars-dice.yaml:3"


def test_nested_mappings_merge_key_by_key(write: Write) -> None:
    definition = load(write("rules: {palifico: {once: false}}\n", head="dicecup: 1\nextends: perudo\n"))
    assert definition.resolved()["rules"]["palifico"] == {**PALIFICO, "once": False}


def test_bases_apply_left_to_right_and_a_common_base_once(write: Write) -> None:
    write("rules: {faces: 4, best_of: 3, max_rounds: 7}", "root.yaml")
    write("rules: {best_of: 5}", "a.yaml", head="dicecup: 1\nextends: ./root.yaml\n")
    write("rules: {max_rounds: 9}", "b.yaml", head="dicecup: 1\nextends: ./root.yaml\n")
    rules = load(write("", head="dicecup: 1\nextends: [a.yaml, b.yaml]\n")).resolved()["rules"]
    assert (rules["faces"], rules["best_of"], rules["max_rounds"]) == (
        4,
        5,
        9,
    )  # root does not undo what a says


def test_one_file_by_two_spellings_or_a_symlink_is_one_file(write: Write) -> None:
    write("rules: {faces: 4}", "d/root.yaml")
    Path("link.yaml").symlink_to("d/root.yaml")
    write("rules: {faces: 5}", "a.yaml", head="dicecup: 1\nextends: d/root.yaml\n")
    for spelling in ("d/../d/root.yaml", "link.yaml", str(Path("d/root.yaml").resolve())):
        definition = load(write("", head=f"dicecup: 1\nextends: [a.yaml, {spelling}]\n"))
        assert definition.resolved()["rules"]["faces"] == 5


def test_a_circle_names_the_chain_with_places(write: Write) -> None:
    write("dicecup: 1\n\nextends: d/c.yaml\n", "b.yaml", head="")
    write("extends: [perudo, ../x.yaml]\ndicecup: 1\n", "d/c.yaml", head="")
    said = problems(write("dicecup: 1\nextends: b.yaml\n", head=""))
    assert said == ["d/c.yaml:1:19: extends: extends goes in a circle: x.yaml:2 -> b.yaml:3 -> d/c.yaml:1 -> x.yaml"]


def test_a_long_chain_is_refused(write: Write) -> None:
    for i in range(1200):
        write("", f"x{i}.yaml", head=f"dicecup: 1\nextends: x{i + 1}.yaml\n")
    assert problems("x0.yaml") == ["x20.yaml:2:10: extends: a chain of more than 20 bases is not supported"]


def test_relative_paths_start_from_their_own_file(write: Write) -> None:
    write("rules: {faces: 4}", "one/two/base.yaml")
    write("", "one/mid.yaml", head="dicecup: 1\nextends: two/base.yaml\n")
    definition = load(write("", "other/x.yaml", head="dicecup: 1\nextends: ../one/mid.yaml\n"))
    assert definition.origin["rules.faces"] == "one/two/base.yaml:3"


def test_a_section_with_nothing_below_it_is_empty(write: Write) -> None:
    assert load(write("rules:\n  # faces: 5\nabout:\nplayers:\n")).digest == load("liars-dice").digest


def test_the_title_is_the_stem_where_no_file_gives_one(write: Write) -> None:
    definition = load(write("", head="dicecup: 1\nfamily: liars\n"))
    assert (definition.name, definition.title, definition.players.max) == ("x", "x", 2)
    assert definition.origin["title"] == "default"


def test_bom_crlf_and_unicode_names(write: Write) -> None:
    text = "\ufeffdicecup: 1\r\nextends: perudo\r\ntitle: Kostky přátel 🏴‍☠️\r\nname: kostičky\r\n"
    assert load(write(text.encode(), "kostičky.yaml")).title == "Kostky přátel 🏴‍☠️"


# rules.md 1.8: combinations

CLASHES = [
    ("rules: {wild_face: 7}", "3:20: rules.wild_face: "),
    ("rules: {face_names: [1, 2]}", "3:21: rules.face_names: "),
    ("rules: {face_names: [1, 2, 3, 4, 5, 5]}", "3:21: rules.face_names: "),
    ("rules: {wild_face: 1, raise_rule: product}", "3:35: rules.raise_rule: |3:20: rules.wild_face: "),
    ("rules: {wild_face: 1, wild_bids: forbidden, wild_off: once_wild_bid}", "3:55: rules.wild_off: "),
    (
        "rules: {wild_face: 1, wild_bids: forbidden, opening_wild_bid: free_answer}",
        "3:63: rules.opening_wild_bid: ",
    ),
    ("rules: {rounds: single}", "3:17: rules.rounds: "),
    ("rules: {rounds: single, loss: elimination, best_of: 3}", "3:53: rules.best_of: "),
    ("rules: {die_loss: transfer, loss: difference}", "3:19: rules.die_loss: "),
    ("rules: {exact_bid: others_lose, loss: penalty}", "3:20: rules.exact_bid: "),
    ("rules: {spot_on: {callers: any}, loss: penalty}", "3:28: rules.spot_on.callers: "),
    ("rules: {palifico: {trigger: one_die}, dice_per_player: 1}", "3:29: rules.palifico.trigger: "),
    ("rules: {pass: once, dice_per_player: 4}", "3:15: rules.pass: "),
    ("rules: {final_duel: sum, loss: penalty}", "3:21: rules.final_duel: "),
]


@pytest.mark.parametrize(("text", "place"), CLASHES)
def test_rules_1_8_a_clash_stands_at_one_of_its_keys(write: Write, text: str, place: str) -> None:
    said = problems(write(text))
    assert len(said) == 1
    assert any(said[0].startswith(f"x.yaml:{p}") for p in place.split("|"))


def test_a_clash_stands_in_the_file_that_brings_it_about(write: Write) -> None:
    said = problems(write("rules: {loss: penalty}", head="dicecup: 1\nextends: film-pirates\n"))
    assert said == ["x.yaml:3:15: rules.loss: rounds single needs loss elimination: its one showdown decides"]


def test_clashes_and_single_keys_are_reported_together(write: Write) -> None:
    said = problems(write("rules: {rounds: single, faces: 77, pass: once, dice_per_player: zero}"))
    assert [s.split(": ")[1] for s in said] == ["rules.rounds", "rules.faces", "rules.dice_per_player"]


# Overrides


def test_set_overrides_rules_and_players() -> None:
    settings = [
        "dice_per_player=3",
        "spot_on.callers=any",
        'face_names=[1, 2, 3, 4, 5, "*"]',
        "players.max=4",
    ]
    definition = load("liars-dice", [*settings, "palifico={trigger: one_die}", "faces=5", "faces=6"])
    assert diff(load("liars-dice"), definition) == [
        ("players.max", 3, 4),
        ("rules.face_names", "none", [1, 2, 3, 4, 5, "*"]),
        ("rules.dice_per_player", 5, 3),
        ("rules.spot_on.callers", "none", "any"),
        ("rules.palifico.trigger", "off", "one_die"),
    ]
    assert definition.origin["players.max"] == "override"
    assert definition.name == "liars-dice"
    assert definition.digest != load("liars-dice").digest


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("dice_per_player=x", "dice_per_player=x: x is not allowed; allowed: an integer from 1 to 20"),
        ("dice_per_player=", "dice_per_player=: the value is missing; allowed: an integer from 1 to 20"),
        ("dice_per_player", "dice_per_player: write KEY=VALUE, such as dice_per_player=3"),
        ("dice_per_plyer=3", "dice_per_plyer=3: unknown key dice_per_plyer (did you mean dice_per_player?)"),
        ("callers=any", "callers=any: unknown key callers (did you mean spot_on.callers?)"),
        ("calers=any", "calers=any: unknown key calers (did you mean spot_on.callers?)"),
        ("rules.faces=3", "rules.faces=3: unknown key rules.faces (did you mean faces?)"),
        ("title=x", "title=x: title cannot be set; allowed: the keys of rules, players.min and players.max"),
        ("players.min=1", "players.min=1: 1 is not allowed; allowed: an integer from 2 to 10"),
        ("palifico=true", "palifico=true: true is not allowed; allowed: a mapping with the keys trigger, once, face and with_two_left"),
        ("palifico={onc: true}", "palifico={onc: true}: onc: unknown key onc; allowed: trigger, once, face, with_two_left (did you mean once?)"),
        ("faces=[1", "faces=[1: the list that begins on line 1 goes on with `,` or ends with `]`"),
        ("faces=*a", "faces=*a: aliases (*a) are not supported; write the value out"),
        ("rounds=single", "rounds=single: rounds single needs loss elimination: its one showdown decides"),
        ("players.min=4", "players.min=4: players.min 4 is above players.max 3; raise one or lower the other"),
        ("x=\x1b", "x=\\x1b: unknown key x; allowed: players.min, "),
    ],
)  # fmt: skip
def test_bad_settings_say_what_is_allowed(settings: str, said: str) -> None:
    with pytest.raises(BadSetting) as caught:
        load("liars-dice", [settings])
    assert str(caught.value).startswith(said)
    assert COMMAND_LINE.sentence(caught.value) == f"--set {caught.value}"
    assert code_of(caught.value) == 2
    assert "\n" not in str(caught.value)


def test_all_bad_settings_are_named_in_one_run() -> None:
    with pytest.raises(BadSetting) as caught:
        load("liars-dice", ["faces=1", "loss=all", "nothing"])
    assert len(str(caught.value).split("\n")) == 3


def test_a_bad_file_is_not_the_settings_fault(write: Write) -> None:
    with pytest.raises(DefinitionError):
        load(write("rules: {rounds: single}"), ["loss=elimination"])


# Headers, digest, differences


@pytest.mark.parametrize("name", FILES)
def test_a_definition_comes_back_from_a_log_header(name: str) -> None:
    definition = load(name)
    header = json.loads(json.dumps(definition.resolved()))
    assert from_header(header) == definition
    assert hash(from_header(header)) == hash(definition)
    assert list(definition.resolved()) == ["dicecup", "name", "title", "family", "players", "rules", "about"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda h: h["rules"].pop("loss"),
            "rules.loss: the key is missing; a definition in a log holds every key",
        ),
        (lambda h: h["rules"].pop("palifico"), "rules.palifico.trigger: the key is missing; "),
        (
            lambda h: h["rules"].update(faces=6.0),
            "rules.faces: 6.0 is not allowed; allowed: an integer from 2 to 10",
        ),
        (
            lambda h: h["rules"].update(faces=True),
            "rules.faces: true is not allowed; allowed: an integer from 2 to 10",
        ),
        (lambda h: h["rules"].update(faces="6"), 'rules.faces: the text "6" is not allowed; '),
        (lambda h: h["rules"].update(wild_face=None), "rules.wild_face: null is no value here; "),
        (lambda h: h["rules"].update(fcaes=6), "rules.fcaes: unknown key fcaes (did you mean faces?)"),
        (
            lambda h: h.update(rules=[]),
            "rules: an empty list is not allowed; allowed: a mapping of keys to values",
        ),
        (
            lambda h: h.update(extends="perudo"),
            "extends: a definition in a log stands alone; take the key out",
        ),
        (lambda h: h.update(family="fish"), "family: fish is not allowed; allowed: one of liars, poker"),
        (lambda h: h.update(dicecup=2), "dicecup: format version 2 is unknown; this dicecup reads version 1"),
        (lambda h: h.pop("dicecup"), "dicecup: the format version is missing; "),
        (lambda h: h.pop("title"), "title: the key is missing; a definition in a log holds every key"),
        (lambda h: h["rules"].update(rounds="single"), "rules.rounds: rounds single needs loss elimination"),
        (lambda h: h["players"].update(min=4), "players.min: players.min 4 is above players.max 3"),
    ],
)
def test_a_header_is_checked_strictly(change: Callable[[dict[str, Any]], Any], said: str) -> None:
    header = load("liars-dice").resolved()
    change(header)
    with pytest.raises(DefinitionError) as caught:
        from_header(header)
    texts = [str(problem) for problem in caught.value.problems]
    assert texts[0].replace('the text "fish"', "fish").startswith(said)


def test_the_digest_covers_what_has_an_effect_on_play(write: Write) -> None:
    plain = load("perudo")
    text = "title: other\nabout: {summary: other}\nrules: {wild_face: 1, faces: 6}\nplayers: {max: 6}\n"
    same = load(write(text, head="dicecup: 1\nextends: perudo\n"))
    assert same.digest == plain.digest
    assert diff(plain, same) == []
    assert load("perudo", ["players.max=5"]).digest != plain.digest
    assert len(plain.digest) == 64
    assert len({load(name).digest for name in FILES}) == len(FILES)


def test_the_digest_is_blake2b_over_canonical_json() -> None:
    resolved = load("bluff").resolved()
    canonical = json.dumps(
        {k: resolved[k] for k in ("family", "players", "rules")}, sort_keys=True, separators=(",", ":")
    )
    assert load("bluff").digest == blake2b(canonical.encode(), digest_size=32).hexdigest()


def test_a_problem_without_a_place() -> None:
    problem = Problem("", 0, 0, "rules.faces", "no")
    assert str(problem) == "rules.faces: no"
    (record,) = sentences(DefinitionError([problem]))
    assert record == {
        "type": "error",
        "dicecup": 1,
        "code": 3,
        "message": "no",
        "path": "rules.faces",
    }


# Properties

LAYER = st.fixed_dictionaries(
    {},
    optional={
        "faces": st.integers(6, 10),
        "dice_per_player": st.integers(1, 20),
        "penalty_limit": st.integers(1, 20),
        "min_opening": st.sampled_from(["players", "one_and_a_half", 3]),
        "challenge_by": st.sampled_from(["next", "any"]),
        "spot_on": st.fixed_dictionaries(
            {}, optional={"needs": st.sampled_from(["any", "half_dice"]), "wrong": st.just("lose")}
        ),
        "palifico": st.fixed_dictionaries(
            {}, optional={"once": st.booleans(), "face": st.sampled_from(["locked", "one_die_may_change"])}
        ),
    },
)


def stack(folder: str, layers: list[dict[str, Any]], order: list[int]) -> Definition:
    """The variant that extends these layers in this order."""
    for i, layer in enumerate(layers):
        Path(folder, f"l{i}.yaml").write_text(json.dumps({"dicecup": 1, "extends": "liars-dice", "rules": layer}))
    top = {"dicecup": 1, "extends": [f"./l{i}.yaml" for i in order]}
    Path(folder, "top.yaml").write_text(json.dumps(top))
    return load(str(Path(folder, "top.yaml")))


def rules_of(definition: Definition) -> dict[str, Any]:
    return dict(flattened(definition.resolved()["rules"]))


@given(LAYER, LAYER, LAYER)
def test_merging_is_left_to_right_idempotent_and_associative(
    a: dict[str, Any], b: dict[str, Any], c: dict[str, Any]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        layers = [a, b, c]
        defaults = rules_of(load("liars-dice"))
        merged = defaults | dict(flattened(a)) | dict(flattened(b)) | dict(flattened(c))
        assert rules_of(stack(folder, layers, [0, 1, 2])) == merged
        assert (
            rules_of(stack(folder, layers, [0, 0]))
            == rules_of(stack(folder, layers, [0]))
            == defaults | dict(flattened(a))
        )
        assert rules_of(stack(folder, layers, [0, 1, 0])) == rules_of(
            stack(folder, layers, [0, 1])
        )  # a base applies once
        pair = {"dicecup": 1, "extends": ["./l1.yaml", "./l2.yaml"]}
        Path(folder, "pair.yaml").write_text(json.dumps(pair))
        nested = {"dicecup": 1, "extends": ["./l0.yaml", "./pair.yaml"]}
        Path(folder, "nested.yaml").write_text(json.dumps(nested))
        assert rules_of(load(str(Path(folder, "nested.yaml")))) == merged


@given(LAYER, st.randoms(use_true_random=False))
def test_the_digest_does_not_depend_on_order_or_spelling(layer: dict[str, Any], random: Any) -> None:
    items = list(layer.items())
    random.shuffle(items)
    heading = [("extends", "liars-dice"), ("rules", dict(items)), ("dicecup", 1)]
    random.shuffle(heading)
    with tempfile.TemporaryDirectory() as folder:
        digests = set()
        for style in (None, True, False):
            text = yaml.safe_dump(dict(heading), default_flow_style=style, sort_keys=False)
            Path(folder, "x.yaml").write_text(text)
            digests.add(load(str(Path(folder, "x.yaml"))).digest)
        Path(folder, "x.yaml").write_text(json.dumps({"dicecup": 1, "extends": "liars-dice", "rules": layer}))
        digests.add(load(str(Path(folder, "x.yaml"))).digest)
    assert len(digests) == 1


PIECES = [
    *KEYS,
    "dicecup: 1\n",
    "extends: liars-dice\n",
    "family: liars\n",
    "rules:\n",
    "  ",
    "players",
    ": ",
    "{",
    "}",
    "[",
    "]",
]
PIECES += [
    "\n",
    ",",
    "true",
    "none",
    "5",
    "-1",
    "5.0",
    "~",
    "*",
    "&",
    '"',
    "'",
    "\t",
    "about",
    "summary",
    "extends: ./x.yaml\n",
    ".",
]


@pytest.mark.fuzz
@given(
    st.binary()
    | st.text().map(lambda text: text.encode())
    | st.lists(st.sampled_from(PIECES)).map(lambda pieces: ("dicecup: 1\nextends: perudo\n" + "".join(pieces)).encode())
    | st.lists(st.sampled_from(PIECES)).map(lambda pieces: "".join(pieces).encode())
)
def test_the_loader_raises_nothing_but_its_own_errors(source: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.yaml")
        path.write_bytes(source)
        error = error_of(DefinitionError, load, str(path))
    if error is not None:
        assert error.problems
        assert all(problem.line and problem.column and "\n" not in str(problem) for problem in error.problems)


@pytest.mark.fuzz
@given(
    st.lists(st.text() | st.sampled_from(PIECES)).map("".join),
    st.sampled_from([*KEYS, "players.min", "palifico", ""]),
)
def test_settings_raise_nothing_but_their_own_error(text: str, path: str) -> None:
    for setting in (text, f"{path}={text}"):
        error = error_of(BadSetting, load, "liars-dice", [setting])
        assert error is None or str(error)


@pytest.mark.fuzz
@given(
    st.sampled_from(["dicecup", "name", "title", "family", "players", "rules", "about"]),
    st.none() | st.floats() | st.text() | st.integers() | st.lists(st.none()) | st.dictionaries(st.text(), st.none()),
)
def test_headers_raise_nothing_but_their_own_error(path: str, value: Any) -> None:
    header = load("perudo").resolved()
    header[path] = value
    error = error_of(DefinitionError, from_header, header)
    assert error is None or error.problems


# The schema, and new files


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


@pytest.mark.parametrize("name", FILES)
def test_the_schema_accepts_the_shipped_files(validator: jsonschema.Draft202012Validator, name: str) -> None:
    root = read(variant_path(name).read_bytes(), name).root
    assert root is not None
    validator.validate(value_of(root))


@pytest.mark.parametrize(
    "text",
    [
        "family: liars",
        "dicecup: 1",
        "{dicecup: 2, family: liars}",
        "{dicecup: 1, family: fish}",
        "{dicecup: 1, family: liars, rules: {faces: 11}}",
        "{dicecup: 1, family: liars, rules: {facs: 6}}",
        "{dicecup: 1, extends: perudo, rules: {palifico: true}}",
        "{dicecup: 1, extends: perudo, rules: {palifico: {onc: true}}}",
        "{dicecup: 1, extends: [perudo, 5]}",
        "{dicecup: 1, extends: []}",
        "{dicecup: 1, family: liars, players: {min: 1}}",
        "{dicecup: 1, family: liars, faces: 6}",
        "{dicecup: 1, family: liars, about: {sumary: x}}",
        "[]",
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(
    validator: jsonschema.Draft202012Validator, write: Write, text: str
) -> None:
    root = read(text, "x").root
    assert root is not None
    assert not validator.is_valid(value_of(root))
    assert problems(write(text, head=""))


def test_the_schema_tells_defaults_and_meanings() -> None:
    options = schema()["$defs"]["LiarsOptions"]["properties"]
    for key_ in keys(registry.family("liars").options):
        if "." not in key_.path:
            assert options[key_.path]["default"] == key_.default
            assert options[key_.path]["description"] == key_.meaning


@pytest.mark.parametrize("base", [*FILES, "./b.yaml"])
def test_a_new_file_plays_as_its_base_with_and_without_its_comments(write: Write, base: str) -> None:
    write("rules: {face_names: [A, B, C, D, E, '*']}", "b.yaml")
    text = new("my-game", base)
    assert load(write(text, "my-game.yaml", head="")).digest == load(base).digest
    lines = [
        line.replace("#", "", 1) if line.lstrip().startswith("#") and "# " not in line[:8] else line
        for line in text.split("\n")
    ]
    definition = load(write("\n".join(lines), "my-game.yaml", head=""))
    assert definition.digest == load(base).digest
    given_here = {path for path, place in definition.origin.items() if place.startswith("my-game.yaml")}
    assert given_here >= {f"rules.{path}" for path in KEYS} | {"players.min", "title", "about.summary"}
    assert max(map(len, text.split("\n"))) <= 110


@pytest.mark.parametrize("name", ["", "A", "a b", "../a", "a--b", "a.yaml"])
def test_a_new_file_needs_a_plain_name(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be a variant's name"):
        new(name, "perudo")
