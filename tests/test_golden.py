"""The golden logs in replays/: one game of every shipped variant, byte for byte, true, and the same walked either way.

`make golden` writes them anew; read the diff before you commit it. Each says by which version it was written: that is a remark, and a new
version alone changes no golden log.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from dicecup.engine import load, names
from dicecup.engine.core.canonical import canonical
from dicecup.engine.log.log import dump, read_games
from dicecup.engine.playtest.plan import Plan, open_game
from dicecup.engine.replay.verify import Replay, verify

REPLAYS = Path(__file__).parent.parent / "replays"
SIGNED = re.compile(rb'"_written_by":"[^"]*"')
SEATS = (2, 4, 3)  # of a family's variants in turn, as far as each allows


class Golden(SingleFileSnapshotExtension):
    """replays/VARIANT.jsonl as one snapshot."""

    file_extension = "jsonl"
    _write_mode = WriteMode.BINARY

    @classmethod
    def dirname(cls, *, test_location: Any) -> str:
        return str(REPLAYS)

    @classmethod
    def get_snapshot_name(cls, *, test_location: Any, index: Any = 0) -> str:
        return str(index)

    @classmethod
    def matches_test_location(cls, *, test_location: Any, snapshot_location: str) -> bool:
        return Path(snapshot_location).parent == REPLAYS


def golden_game(variant: str) -> bytes:
    """The log of the variant's golden game: basic bots, and a random one in the last seat so that odd things happen."""
    definition = load(variant)
    of_family = [name for name in names() if load(name).family == definition.family]
    wanted = SEATS[of_family.index(variant) % len(SEATS)]
    seats = max(definition.players.min, min(definition.players.max, wanted))
    match = open_game(Plan(definition, ("basic",) * (seats - 1) + ("random",), 1, "golden"), 0)
    return b"".join([dump(match.header), *map(dump, match.events)])


def as_signed_before(log: bytes, path: Path) -> bytes:
    """The log as the version that wrote the file would have signed it, if that is all in which the two differ."""
    written = path.read_bytes() if path.exists() else b""
    earlier = SIGNED.search(written)
    same = SIGNED.sub(lambda _: earlier[0], log, count=1) if earlier else log
    return same if same == written else log


# syrupy would have the test's name in the file's.
@pytest.mark.filterwarnings(r"ignore:[\s\S]*Can not relate snapshot")
@pytest.mark.parametrize("variant", names())
def test_golden_log(variant: str, snapshot: Any) -> None:
    log = as_signed_before(golden_game(variant), REPLAYS / f"{variant}.jsonl")
    assert log == snapshot(name=variant, extension_class=Golden)
    (verdict,) = verify(io.BytesIO(log))
    assert verdict.ok, verdict


def test_a_new_version_alone_changes_no_golden_log_and_any_other_change_is_signed_by_it() -> None:
    log, path = golden_game("liars-dice"), REPLAYS / "liars-dice.jsonl"
    newer = SIGNED.sub(b'"_written_by":"dicecup 99.0.0"', log, count=1)
    assert as_signed_before(newer, path) == path.read_bytes()
    other = newer.replace(b'"seed":"golden"', b'"seed":"other"')
    assert as_signed_before(other, path) == other
    assert as_signed_before(newer, REPLAYS / "none.jsonl") == newer


def test_every_variant_has_a_golden_log_and_no_log_is_left_over() -> None:
    assert sorted(path.stem for path in REPLAYS.glob("*.jsonl")) == names()


@pytest.mark.parametrize("variant", names())
def test_golden_log_walked_both_ways(variant: str) -> None:
    log = (REPLAYS / f"{variant}.jsonl").read_bytes()
    forth = states(log, len(log.splitlines()))
    places = range(len(forth) - 1, -1, -max(7, len(forth) // 12))
    assert [states(log, n + 1)[-1] for n in places] == [forth[n] for n in places]


def states(log: bytes, upto: int) -> list[bytes]:
    """The canonical state after each of the first records of a log, played again from its beginning."""
    replay = Replay()
    found: list[bytes] = []
    game = next(read_games(io.BytesIO(log)))
    replay.begin(game.first)
    found.append(canonical(replay.match.state.values()))
    for line in game.lines:
        if len(found) == upto:
            break
        replay.take(line)
        found.append(canonical(replay.match.state.values()))
    return found
