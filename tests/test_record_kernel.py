"""Records laid out twice, kernels that are only registered, and machine code that is never stale."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup.engine.core import kernel as kernel_module
from dicecup.engine.core import philox as philox_module
from dicecup.engine.core.kernel import UnreachableKernelError, cache_folder, compilable, compiled, kernel, reachable
from dicecup.engine.core.philox import philox
from dicecup.engine.core.record import SCRATCH, Int, Record, copier, fields
from dicecup.engine.games import base
from dicecup.engine.games.registry import family

fast = pytest.mark.skipif(not compilable(), reason="the extra `fast` is not installed")
SOURCE = Path(dicecup.__file__).parents[1]
NUMBERS = st.integers(-(2**63), 2**63 - 1)


class Seat(Record):
    turn: Int
    held: Annotated[list[int], 3]


class Table(Seat):
    cup: Annotated[list[list[int]], 2, 4]
    end: Int


copy_table = copier(Table)


@st.composite
def shapes(draw):
    names = draw(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=5, unique=True))
    return {name: draw(st.lists(st.integers(1, 3), max_size=3).map(tuple)) for name in names}


def record_of(declared):
    """A record class with fields of these shapes."""
    hints = {}
    for name, shape in declared.items():
        kind = int
        for _ in shape:
            kind = list[kind]
        hints[name] = Annotated[kind, *shape] if shape else Int
    return type("Made", (Record,), {"__annotations__": hints, "__module__": __name__})


def fillings(shape):
    made = NUMBERS
    for length in reversed(shape):
        made = st.lists(made, min_size=length, max_size=length)
    return made


@st.composite
def filled(draw):
    declared = draw(shapes())
    record = record_of(declared)()
    for name, shape in declared.items():
        setattr(record, name, draw(fillings(shape)))
    return record, declared


@given(shapes())
def test_a_fresh_record_is_zero_everywhere_in_the_declared_shapes(declared):
    made = record_of(declared)
    assert dict(fields(made)) == declared
    assert set(_flat(list(made().values().values()))) == {0}


@given(filled())
def test_a_copy_is_equal_and_shares_nothing(made):
    record, declared = made
    twin = record.copy()
    assert twin.values() == record.values()
    for name, shape in declared.items():
        if shape:
            _wipe(getattr(twin, name))
        else:
            setattr(twin, name, getattr(twin, name) ^ 1)
    before = record.values()
    assert all(before[name] != twin.values()[name] or set(_flat([before[name]])) == {7} for name in declared)


@given(filled())
def test_values_share_nothing_with_the_record(made):
    record, declared = made
    before = record.values()
    for name, shape in declared.items():
        if shape:
            _wipe(record.values()[name])
    assert record.values() == before


@fast
@given(filled())
def test_into_a_compiled_record_and_back(made):
    import numpy as np

    record, declared = made
    array = np.zeros(2, type(record).dtype())
    record.into(array[1])
    assert type(record).of(array[1]).values() == record.values()
    assert set(_flat(list(type(record).of(array[0]).values().values()))) == {0}
    assert {name: array.dtype[name].shape for name in declared} == declared
    assert all(array.dtype[name].base == np.int64 for name in declared)
    assert list(array.dtype.names) == list(declared)


@pytest.mark.skipif(not compilable(), reason="the extra `fast` is not installed")
def test_scratch_is_copied_but_not_carried_into_compiled_mode():
    import numpy as np

    class Desk(Record):
        n: Int
        sheet: Annotated[list[int], 3, SCRATCH]

    desk = Desk()
    desk.n, desk.sheet = 1, [1, 2, 3]
    assert fields(Desk) == (("n", ()), ("sheet", (3,)))
    assert desk.copy().values() == desk.values()
    compiled_desk = np.zeros(1, Desk.dtype())
    desk.into(compiled_desk[0])
    assert Desk.of(compiled_desk[0]).values() == {"n": 1, "sheet": [0, 0, 0]}


@given(filled())
def test_the_copier_makes_two_records_equal(made):
    record, _ = made
    to = type(record)()
    copier(type(record))(to, record)
    assert to.values() == record.values()


def test_inherited_fields_come_first():
    assert fields(Table) == (("turn", ()), ("held", (3,)), ("cup", (2, 4)), ("end", ()))


def _flat(value):
    return [n for item in value for n in _flat(item)] if isinstance(value, list) else [value]


def _wipe(value):
    for i, item in enumerate(value):
        if isinstance(item, list):
            _wipe(item)
        else:
            value[i] = 7


@pytest.mark.parametrize(
    "record", [base.State, base.View, family("liars").State, family("liars").View, family("liars").Rules]
)
def test_the_engines_records_hold_int64_only_and_no_name_twice(record):
    names = [name for name, _ in fields(record)]
    assert len(set(names)) == len(names)
    assert all(isinstance(n, int) for n in _flat(list(record().values().values())))


# ---- kernels


def test_a_kernel_stays_the_function_it_is():
    def double(n):
        return 2 * n

    assert kernel(double) is double and double(3) == 6
    del kernel_module._registered[double]


def test_plain_mode_imports_neither_numba_nor_numpy():
    code = """
        import sys
        from dicecup.engine.games.liars.bots import choose
        from dicecup.engine.definitions.definition import load
        from dicecup.engine.match.match import Seat, new_match
        g = new_match(load("perudo"), [Seat("a", "basic")] * 3, "7")
        while not g.over:
            g.play_action(choose(g.view_record(g.turn), g.rules, None, 1))
        print([name for name in ("numba", "numpy", "llvmlite") if name in sys.modules])
    """
    assert run(code).strip() == "[]"


def run(code, folder=None, **env):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=100, cwd=folder,
        env={**os.environ, **env},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_kernel_reached_through_a_module_is_an_error_that_names_both():
    @kernel
    def throws_by_module(s):
        return philox_module.below(s, 0, 0, 0, 0, 0, 0)

    def entry(s):
        return throws_by_module(s)

    with pytest.raises(UnreachableKernelError, match=r"throws_by_module calls below through the module .*philox"):
        reachable(entry)
    del kernel_module._registered[throws_by_module]


def test_what_is_no_kernel_may_be_reached_through_a_module():
    def entry(s):
        return philox_module.MAX_ROUND + s

    assert reachable(entry) == [entry]


@fast
def test_what_an_entry_reaches_is_all_that_its_cache_is_keyed_by():
    from dicecup.engine.games.liars.bots import basic, choose
    from dicecup.engine.games.liars.moves import lowest
    from dicecup.engine.games.registry import family
    from dicecup.engine.playtest.block import block_player

    def another(n):
        return n

    play = block_player(family("liars"), choose)
    found = reachable(play)
    assert {basic, lowest, philox} <= set(found)
    folder = cache_folder(play)
    kernel(another)
    assert another not in reachable(play) and cache_folder(play) == folder
    del kernel_module._registered[another]


@fast
def test_a_constant_from_another_module_is_part_of_the_key(monkeypatch):
    from dicecup.engine.games.liars import moves

    folder = cache_folder(moves.legal_count)
    monkeypatch.setattr(moves, "SHOWING", 9)
    assert cache_folder(moves.legal_count) != folder


def copy_entry(to, source):
    copy_table(to[0], source[0])


@fast
@pytest.mark.compiled
def test_the_copier_in_compiled_mode():
    import numpy as np

    arrays = np.zeros((2, 1), Table.dtype())
    record = Table()
    record.turn, record.held, record.cup, record.end = 5, [1, 2, 3], [[1, 2, 3, 4], [-5, 6, 7, 2**62]], -1
    record.into(arrays[1][0])
    compiled(copy_entry)(arrays[0], arrays[1])
    assert Table.of(arrays[0][0]).values() == record.values()


@fast
@pytest.mark.compiled
def test_an_edited_callee_in_another_file_is_compiled_anew(tmp_path):
    """Numba's own cache looks at the entry's file only; ours is keyed by the content of all it can reach."""
    package = tmp_path / "cups"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rule.py").write_text(
        "from dicecup.engine.core.kernel import kernel\n\n@kernel\ndef worth(n):\n    return n + 1\n"
    )
    (package / "entry.py").write_text("from cups.rule import worth\n\ndef entry(n):\n    return 10 * worth(n)\n")
    code = """
        from cups.entry import entry
        from dicecup.engine.core.kernel import compiled
        f = compiled(entry)
        print(f(4), entry(4), sum(f.stats.cache_hits.values()))
    """
    env = {
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": f"{tmp_path}{os.pathsep}{SOURCE}",
    }
    assert run(code, tmp_path, **env).split() == ["50", "50", "0"]
    assert run(code, tmp_path, **env).split() == ["50", "50", "1"]
    rule = package / "rule.py"
    before = rule.stat()
    rule.write_text(rule.read_text().replace("n + 1", "n + 2"))
    os.utime(rule, ns=(before.st_atime_ns, before.st_mtime_ns))  # not even its time tells
    for pyc in package.rglob("*.pyc"):
        pyc.unlink()
    assert run(code, tmp_path, **env).split() == ["60", "60", "0"]


@fast
@pytest.mark.compiled
def test_the_process_wide_cache_folder_is_put_back():
    import numba

    before = numba.config.CACHE_DIR
    compiled(copy_entry)
    assert before == numba.config.CACHE_DIR
