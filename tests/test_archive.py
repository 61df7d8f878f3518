"""The logs in replays/archive/: what an earlier version wrote must verify for ever, in every way of verifying it."""

from __future__ import annotations

import io
import json
import re
from hashlib import blake2b
from pathlib import Path

import pytest

from dicecup.engine import names
from dicecup.engine.core.kernel import COMPILED, PLAIN
from dicecup.engine.games.registry import SHIPPED
from dicecup.engine.log.log import read_games
from dicecup.engine.replay.verify import judge, verify

ARCHIVE = Path(__file__).parent.parent / "replays" / "archive"
LOGS = sorted(ARCHIVE.glob("*/*.jsonl"))
SUMS = {"0.1": "2d7375a7ccd76e33a1ed3b375c3b0fb9"}
FEATURES = "undo abandoned aborted aborted-stacks aborted-piles forfeit scripted manual manual-people parent redacted-A redacted-B stamped".split()


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_archived_log_verifies_whole_and_record_by_record(path: Path) -> None:
    log = path.read_bytes()
    found = list(verify(io.BytesIO(log), mode=PLAIN))
    assert found
    assert all(verdict.ok for verdict in found), found
    assert [judge(game) for game in read_games(io.BytesIO(log))] == found


@pytest.mark.compiled
@pytest.mark.parametrize("family", SHIPPED)
def test_compiled_mode_has_the_same_verdicts(family: str) -> None:
    log = b"".join(log for log in map(Path.read_bytes, LOGS) if b'"family":"%b"' % family.encode() in log)
    damaged = re.sub(rb'"move":"(\w)', lambda move: b'"move":"' + bytes([move[1][0] + 1]), log, count=40)
    for text in (log, damaged):
        plain, fast = (list(verify(io.BytesIO(text), mode=mode)) for mode in (PLAIN, COMPILED))
        assert plain == fast
    assert not all(verdict.ok for verdict in plain)


def test_the_archive_holds_every_variant_of_its_time_and_every_feature() -> None:
    stems = {path.stem for path in LOGS if path.parent.name == "0.1"}
    assert set(FEATURES) <= stems
    variants = stems - set(FEATURES)
    assert variants
    assert variants <= set(names())


@pytest.mark.parametrize("version", SUMS)
def test_nothing_in_the_archive_has_been_edited(version: str) -> None:
    digest = blake2b(digest_size=16)
    for path in sorted((ARCHIVE / version).glob("*.jsonl")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    assert digest.hexdigest() == SUMS[version]


def test_the_features_are_what_their_names_say() -> None:
    def records(stem: str) -> list[dict[str, object]]:
        return [json.loads(line) for line in (ARCHIVE / "0.1" / f"{stem}.jsonl").read_bytes().splitlines()]

    assert any(record["type"] == "undo" for record in records("undo"))
    for end in ("abandoned", "aborted", "aborted-stacks", "aborted-piles", "forfeit"):
        assert records(end)[-1]["end"] == end.partition("-")[0]
    for dice in ("scripted", "manual", "manual-people"):
        assert records(dice)[0]["dice"] == dice
    assert "parent" in records("parent")[0]
    assert "_stamp" in records("stamped")[0]
    assert "hidden" in str(records("redacted-A"))
