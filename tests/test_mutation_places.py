"""What `make mutate` changes, and what it leaves alone. It runs this first; elsewhere the library that it needs may be missing."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("mutmut")
sys.path.append(str(Path(__file__).parent / "mutation"))

from places import SourceTree, sample


def changed(text: str) -> set[str]:
    """The lines that come in place of others in the mutants of a source."""
    mutants = [place.mutant(n) for place in SourceTree("x.py", text).places for n in range(len(place.changes))]
    diffs = [one.diff().splitlines() for one in mutants if one]
    return {line[1:].strip() for diff in diffs for line in diff if line.startswith("+")}


CHANGES = {
    "x = a + 1": {"x = a - 1", "x = a + 2"},
    "x = a < b": {"x = a <= b"},
    "x = a is None": {"x = a is not None"},
    "x = a and not b": {"x = a or not b", "x = a and b"},
    "x = a >> 4 | b": {"x = a << 4 | b", "x = a >> 5 | b", "x = a >> 4 & b"},
    "x = a if b else c": {"x = a if (b) and False else c", "x = a if (b) or True else c"},
    "x = [a for a in b if a]": {"x = [a for a in b if not (a)]"},
    "if a: b": {"if not (a): b"},
    "found.append(x)": {"pass"},
    "state.turn = x": {"pass"},
    "state[x] += y": {"pass", "state[x] -= y", "state[x] = y"},
    "raise Refused": {"pass"},
    "f(a, key=b, help=c)": {"pass", "f(a, help=c)"},
    "@kernel\ndef f(a):\n    return -a": {"return +a"},
}
LEFT_OUT = [
    '"""A text, 1 + 1."""',
    "x: int | None",
    "def f(a: int | None) -> int | None: return a",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    x = 1",
    'if __name__ == "__main__":\n    main()',
    "assert a == 1",
    "x = zip(a, b, strict=True)",
    "x = maxsize - 1  # pragma: no mutate: how much is remembered",
]


@pytest.mark.parametrize("text", CHANGES)
def test_a_source_is_changed_in_every_place(text):
    assert changed(text) == CHANGES[text]


@pytest.mark.parametrize("text", LEFT_OUT)
def test_what_no_test_can_notice_is_left_out(text):
    assert changed(text) == set()


def test_a_mutant_knows_its_statement_and_when_that_runs():
    text = "LIMIT = 1\n\n\ndef f(a=2):\n    while (a <\n           LIMIT):\n        a = g(\n            3)\n"
    found = {(p.where.start.line, p.lines, p.on_import) for p in SourceTree("x.py", text).places}
    assert (1, range(1, 2), True) in found
    assert (4, range(4, 5), True) in found  # the default of an argument
    assert (5, range(5, 7), False) in found  # the head of a loop, without its body
    assert (8, range(7, 9), False) in found


def test_a_sample_is_the_same_for_the_same_seed_and_each_place_stands_in_it_once(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.py").write_text("".join(f"x{n} = y + {n}\n" for n in range(20)), encoding="utf-8")
    some = sample(tmp_path, ".", 10, "7")
    assert some == sample(tmp_path, ".", 10, "7")
    assert some != sample(tmp_path, ".", 10, "8")
    assert {(one.path, one.line, one.column) for one in some} <= {
        (p, n, c) for p in ("a.py", "b.py") for n in range(1, 21) for c in range(12)
    }
    whole = sample(tmp_path, ".", 1000, "7")
    assert len(whole) == len({(one.path, one.line, one.column) for one in whole}) == 80
    assert [one for one in whole if one in some] == some
