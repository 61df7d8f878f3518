"""Definitions: how fast they load, and every sentence about a file that is wrong (C026, C037 to C043)."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, ClassVar, Literal

import pytest
from definition_files import PIECES, Write, error_of, problems
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.errors import code_of, sentences
from dicecup.engine.definitions.definition import BadSetting, DefinitionError, UnknownVariant, diff, load
from dicecup.engine.definitions.keys import vocabulary
from dicecup.engine.games import registry
from dicecup.engine.games.options import Options, key


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
        ("rules: {spoton.callers: any}", "3:9: rules.spoton.callers: unknown key spoton.callers (did you mean rules.spot_on.callers?)"),
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
    monkeypatch.setattr(
        registry, "_outside", cache(lambda: {"madeup": (fake, registry.Package("made-up", "1", "made_up"))})
    )
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
