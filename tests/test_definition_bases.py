"""Definitions and their bases: merging from left to right, paths, circles, and properties of all that (C044)."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import yaml
from definition_files import Write, flattened, problems
from hypothesis import given
from hypothesis import strategies as st

from dicecup.engine.definitions.definition import Definition, load


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
    assert "about.summary" not in origin  # what sums up other rules is not inherited
    assert origin["players.max"] == "variants/liars-dice.yaml:4"
    assert origin["rules.loss"] == "default"
    assert origin["family"] == "variants/liars-dice.yaml:3"


def test_nested_mappings_merge_key_by_key(write: Write) -> None:
    definition = load(write("rules: {palifico: {once: false}}\n", head="dicecup: 1\nextends: perudo\n"))
    assert definition.resolved()["rules"]["palifico"] == {
        "trigger": "one_die",
        "once": False,
        "face": "one_die_may_change",
        "with_two_left": False,
    }


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
