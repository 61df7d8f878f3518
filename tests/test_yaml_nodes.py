"""Reading YAML to nodes: what is a number, what is a word, what is refused, and where (cases C037, C038, C042)."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from dicecup.engine.definitions.nodes import (
    DEEPEST,
    LARGEST,
    MOST,
    Items,
    Reading,
    Scalar,
    Table,
    kind_of,
    node_of,
    read,
    value_of,
)


def value(text: str | bytes) -> Any:
    reading = read(text, "f")
    assert reading.problems == []
    assert reading.root is not None
    return value_of(reading.root)


def problems(text: str | bytes) -> list[str]:
    return [str(problem) for problem in read(text, "f").problems]


def both(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> tuple[Reading, Reading]:
    """The reading with libyaml and the one without it."""
    fast = read(text, "f")
    with monkeypatch.context() as without:
        without.delattr(yaml, "CSafeLoader", raising=False)
        slow = read(text, "f")
    return fast, slow


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *((t, "boolean") for t in ("true", "false")),
        *((t, "integer") for t in ("0", "7", "-5", "1000000", "-0")),
        *((t, "null") for t in ("", "~", "null", "Null", "NULL")),
        *((t, "text") for t in ("no", "No", "on", "off", "yes", "y", "True", "FALSE", "3x4", "1-2", "-", "=", "a5")),
        *((t, "number") for t in ("05", "-05", "+5", "0x1F", "0o17", "0b1", "1:30", "1_000", "5.0", "1e3", ".5")),
        *((t, "number") for t in (".inf", "-.inf", ".NaN", "2024-01-02", "2024-01-02 03:04:05", "5.", "9" * 40)),
    ],
)
def test_C037_plain_scalars_read_as_in_yaml_1_2(text: str, kind: str) -> None:
    assert kind_of(text) == kind


def test_C037_only_integers_and_booleans_change_their_type() -> None:
    text = "[5, -5, 05, 5.0, 1e3, 1:30, 1_000, true, True, no, On, '5', \"true\", 2024-01-02]"
    expected = [
        5,
        -5,
        "05",
        "5.0",
        "1e3",
        "1:30",
        "1_000",
        True,
        "True",
        "no",
        "On",
        "5",
        "true",
        "2024-01-02",
    ]
    assert value(text) == expected
    assert [type(v) for v in value(text)] == [type(v) for v in expected]


def test_C037_words_of_yaml_1_1_are_keys_too() -> None:
    assert value("on: 1\nno: 2\ny: 3\nOff: 4\n") == {"on": 1, "no": 2, "y": 3, "Off": 4}


def test_C038_a_duplicate_key_names_both_lines() -> None:
    text = "a: 1\nrules:\n  dice_per_player: 5\n  x: 1\n  dice_per_player: 3\n"
    said = "f:5:3: rules: the key dice_per_player stands twice, on line 3 and on line 5; keep one"
    assert problems(text) == [said]


def test_C038_a_duplicate_key_in_a_flow_mapping() -> None:
    assert problems("rules: {faces: 6,\n  'faces': 5}") == [
        "f:2:3: rules: the key faces stands twice, on line 1 and on line 2; keep one"
    ]


def test_C038_no_merge_keys() -> None:
    assert problems("a: 1\n<<: {b: 2}\n") == ["f:2:1: merge keys (<<) are not supported; name a base in extends"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules:\n\tfaces: 6\n", "f:2:1: line 2 starts with a tab; use spaces"),
        ("rules:\n  \tfaces: 6\n", "f:2:3: line 2 starts with a tab; use spaces"),
        ("rules: {\n\tfaces: 6}\n", "f:2:1: line 2 starts with a tab; use spaces"),
        ("a: 1\t# why\n", "f:1:5: line 1 has a tab before its comment; use spaces"),
        ("a: 1\nb: 2\n\t# why\n", "f:3:1: line 3 starts with a tab; use spaces"),
        ("a:\t1\n", "f:1:3: line 1 has a tab between its words; use spaces"),
        ("a: b\tc\n", "f:1:5: line 1 has a tab between its words; use spaces"),
    ],
)
def test_C042_tabs(text: str, said: str) -> None:
    assert problems(text) == [said]


def test_C042_a_tab_in_a_comment_or_in_quotes_is_no_problem() -> None:
    assert value('a: "b\tc" #\td\n') == {"a": "b\tc"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: !!python/object:os.system x", "f:1:4: a: tags (!...) are not supported; write the plain value"),
        ("a: [!!float 1, !x {b: 2}]", "f:1:5: a[1]: tags (!...) are not supported; write the plain value"),
        ("!!set {a: 1}", "f:1:1: tags (!...) are not supported; write the plain value"),
        ("a: &x 1", "f:1:4: a: anchors (&x) are not supported; take it out"),
        ("a: *x", "f:1:4: a: aliases (*x) are not supported; write the value out"),
        ("a: 1\n---\nb: 2", "f:2:1: a second document begins here; a file holds one"),
        ("5: a", "f:1:1: the key 5 is a number; a key must be a word"),
        ("1.5: a", "f:1:1: the key 1.5 is a number; a key must be a word"),
        ("a: {true: b}", "f:1:5: a: the key true is a truth value; a key must be a word"),
        ("~: a", "f:1:1: a key must be a word"),
        ("? [a]\n: b", "f:1:3: a key must be a word"),
        ("a: b: c", "f:1:5: `: ` cannot stand here; quote a text that holds it, or mend the indentation"),
        ('a: "b\nc', "f:1:4: this quote is never closed"),
        ("a: 1\nb\n", "f:2:1: a `:` is missing; a line reads `key: value`"),
        ("a: [1, 2\nb: 3", "f:2:2: the list that begins on line 1 goes on with `,` or ends with `]`"),
        ("a: {b: 2\nc", "f:2:2: the mapping that begins on line 1 goes on with `,` or ends with `}`"),
        (
            "a: 1\n b: 2\n",
            "f:2:3: `: ` cannot stand here; quote a text that holds it, or mend the indentation",
        ),
        (
            "a:\n  b: 1\n c: 2\n",
            "f:3:2: this does not go on with what begins on line 1; mend the indentation",
        ),
        ("a: @b", "f:1:4: a text cannot begin with this sign; put quotes around it"),
        ("a: - b", "f:1:4: `- ` cannot stand here; begin the list on a line of its own"),
        ('a: "\\q"', "f:1:6: this backslash escape is unknown; within single quotes a backslash is itself"),
        ('a: "\\UFFFFFFFF"', "f:1:1: this is not YAML: a backslash escape names no character"),
        ("a: \0", "f:1:4: the sign U+0000 cannot be read; the file seems not to be UTF-8, save it as UTF-8"),
        ("a: \x1b[1m", "f:1:4: the sign U+001B cannot be read; take it out"),
        ("a: x\u2028b: y", "f:1:5: the sign U+2028 cannot be read; take it out"),
        (b"a: 1\r\nb: \xc3\xa9\xff", "f:2:5: the byte 0xFF is not UTF-8; save the file as UTF-8"),
        ("a: 1".encode("utf-16"), "f:1:1: the file is UTF-16 or UTF-32; save it as UTF-8"),
        (b"a: " + b"x" * LARGEST, f"f:1:1: the file is too large; at most {LARGEST} bytes are allowed"),
        ("a: " + "x" * LARGEST, f"f:1:1: the text is too large; at most {LARGEST} bytes are allowed"),
    ],
)
def test_one_clear_error(text: str | bytes, said: str) -> None:
    assert problems(text)[0] == said


def test_deep_nesting_is_refused_without_a_traceback() -> None:
    said = f"the text is nested too deeply; at most {DEEPEST} levels are allowed"
    assert problems("[" * 60_000) == [f"f:1:{DEEPEST + 1}: {said}"]
    assert problems("- " * 30_000) == [f"f:1:{2 * DEEPEST + 1}: {said}"]
    assert problems("\n".join(" " * i + "a:" for i in range(200)))[0].endswith(said)
    assert problems("? " * 30_000)[0].endswith(said)


def test_a_flood_of_values_is_refused() -> None:
    said = f"the text holds too many values; at most {MOST} are allowed"
    assert problems("[" + "1," * (MOST + 5) + "]") == [f"f:1:{2 * MOST}: [{MOST}]: {said}"]


def test_reading_goes_on_after_an_error() -> None:
    text = "a: &x 1\nb: *x\nc: !!str 2\na: 3\n7: 8\n"
    assert [said[:5] for said in problems(text)] == ["f:1:4", "f:2:4", "f:3:4", "f:4:1", "f:5:1"]


def test_nodes_know_their_places() -> None:
    root = read("a: 1\nb:\n  - x\n  - {c: 'd'}\ne:\n", "f").root
    assert isinstance(root, Table)
    items = root.entries["b"].node
    assert isinstance(items, Items)
    assert (items.line, items.column) == (3, 3)
    inner = items.items[1]
    assert isinstance(inner, Table)
    assert inner.entries["c"].node == Scalar("d", "text", quoted=True, line=4, column=9)
    assert root.entries["e"].node == Scalar("", "null", line=5, column=1)


def test_a_bom_and_other_line_ends_are_accepted() -> None:
    for source in (b"\xef\xbb\xbfa: 1\r\nb: [2]\r\n", b"a: 1\rb: [2]", "\ufeffa: 1\nb: [2]"):
        assert value(source) == {"a": 1, "b": [2]}


def test_block_texts_lose_their_last_line_end() -> None:
    assert value("a: >\n  b\n  c\n") == {"a": "b c"}


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "---\n", b"\xef\xbb\xbf"])
def test_an_empty_text_is_a_null_at_its_start(text: str | bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for reading in both(monkeypatch, text):
        assert reading == Reading(Scalar("", "null", line=1, column=1), [])


SNIPPETS = [
    *"\n {}[],:-#\"'_.()/+=<$^~;é01a\t!&*|>?%@`\\",
    "dicecup: 1\n",
    "rules:\n",
    "  ",
    "faces: 6",
    "b: ",
    "- ",
    "no",
]
SNIPPETS += [
    ": ",
    "# c",
    "\n  ",
    "  - x\n",
    "---\n",
    "...\n",
    "--- ",
    "<<: ",
    "!!int ",
    "&a ",
    "*a",
    "true",
    "~",
    "\r\n",
]


@pytest.mark.fuzz
@given(st.lists(st.sampled_from(SNIPPETS), max_size=12).map("".join))
def test_libyaml_and_pyyaml_give_the_same(text: str) -> None:
    fast, slow = both(pytest.MonkeyPatch(), text)
    assert fast == slow


@pytest.mark.fuzz
@given(st.text() | st.binary() | st.lists(st.sampled_from(SNIPPETS)).map("".join))
def test_reading_never_raises(source: str | bytes) -> None:
    reading = read(source, "f")
    assert reading.root is not None or reading.problems
    for problem in reading.problems:
        assert problem.line >= 1
        assert problem.column >= 1
        assert "\n" not in str(problem)


JSON = st.recursive(
    st.booleans() | st.integers(-(2**59), 2**59) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(JSON)
def test_json_values_come_back_from_their_nodes(given_value: Any) -> None:
    assert value_of(node_of(given_value)) == given_value


def test_floats_and_depths_of_a_json_value_are_no_values() -> None:
    deep: Any = 1
    for _ in range(900):
        deep = [deep]
    node_of(deep)
    assert node_of(5.0) == Scalar("5.0", "number")
    assert node_of(2**70) == Scalar(hex(2**70), "number")
    assert value_of(node_of({"a": None})) == {"a": None}
