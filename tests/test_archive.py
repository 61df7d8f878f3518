"""The logs in replays/archive/: what a version wrote must verify for ever, in every way of verifying it.

Each version has its folder. That of the version at hand is what it writes, until it is released; from then on `SUMS` holds it.
"""

from __future__ import annotations

import io
import json
import re
from hashlib import blake2b
from pathlib import Path

import pytest
from archived_logs import ARCHIVE, FEATURES, VERSION, logs

from dicecup import __version__
from dicecup.engine import load, names
from dicecup.engine.core.kernel import COMPILED, PLAIN
from dicecup.engine.games.registry import SHIPPED, family
from dicecup.engine.log.log import read_games
from dicecup.engine.replay.verify import judge, verify

LOGS = sorted(ARCHIVE.glob("*/*.jsonl"))
SUMS = {"0.1": "2d7375a7ccd76e33a1ed3b375c3b0fb9"}  # of the versions that are released
VERSIONS = sorted({*SUMS, VERSION})


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


# ---- folders


def test_every_version_has_a_folder_and_no_folder_is_of_another() -> None:
    assert sorted(path.name for path in ARCHIVE.iterdir() if path.is_dir()) == VERSIONS


@pytest.mark.parametrize("version", SUMS)
def test_nothing_of_a_release_has_been_edited(version: str) -> None:
    digest = blake2b(digest_size=16)
    for path in sorted((ARCHIVE / version).glob("*.jsonl")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    assert digest.hexdigest() == SUMS[version]


@pytest.mark.parametrize("version", sorted({VERSION} - SUMS.keys()))
def test_the_folder_of_a_version_that_is_not_released_is_what_it_writes(version: str) -> None:
    written = dict(logs())
    found = {path.name: path.read_bytes() for path in (ARCHIVE / version).glob("*.jsonl")}
    assert sorted(name for name in {**written, **found} if written.get(name) != found.get(name)) == [], "make archive"


# ---- what they hold


@pytest.mark.parametrize("version", VERSIONS)
def test_a_folder_holds_every_variant_of_its_time_and_every_feature(version: str) -> None:
    stems = {path.stem for path in LOGS if path.parent.name == version}
    assert FEATURES.keys() <= stems
    variants = stems - FEATURES.keys()
    assert variants
    assert variants <= set(names())


@pytest.mark.parametrize("version", VERSIONS)
def test_the_features_are_what_their_names_say(version: str) -> None:
    def records(stem: str) -> list[dict[str, object]]:
        return [json.loads(line) for line in (ARCHIVE / version / f"{stem}.jsonl").read_bytes().splitlines()]

    assert any(record["type"] == "undo" for record in records("undo"))
    for end in ("abandoned", "aborted", "aborted-stacks", "aborted-piles", "forfeit"):
        ends = [record["end"] for record in records(end) if record["type"] == "end"]
        assert ends == [end.partition("-")[0]]
    for dice in ("scripted", "manual", "manual-people"):
        assert records(dice)[0]["dice"] == dice
    assert "parent" in records("parent")[0]
    assert "_stamp" in records("stamped")[0]
    assert "hidden" in str(records("redacted-A"))


def test_every_bot_decides_in_the_folder_of_the_version_at_hand() -> None:
    """So what it decides cannot change unseen while the version is made, nor in a later one of the same number."""
    heads = [json.loads(path.read_bytes().splitlines()[0]) for path in LOGS if path.parent.name == VERSION]
    sitting = {(head["definition"]["family"], seat["agent"]) for head in heads for seat in head["seats"]}
    assert sitting >= {(name, bot) for name in SHIPPED for bot in family(name).bot_names()}


# ---- what is promised (CHANGELOG.md)


@pytest.mark.parametrize(
    "path", [path for path in LOGS if path.stem not in FEATURES], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_variant_has_the_digest_that_it_had(path: Path) -> None:
    """Who changes the rules of a variant gives it another name, or says so in the CHANGELOG and here."""
    head = json.loads(path.read_bytes().splitlines()[0])
    assert load(path.stem).digest == head["digest"]


def test_the_changelog_says_what_a_release_promises_and_has_a_part_for_this_version() -> None:
    changes = (ARCHIVE.parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    promise = changes.partition("## What a release promises")[2].partition("\n## ")[0]
    for word in ("log", "digest", "dice", "seed", "check"):
        assert word in promise
    parts = re.findall(r"^## \[(.*?)\]", changes, re.MULTILINE)
    if parts[0] == "Unreleased":
        assert f"## [Unreleased]\n\nWhat will be {__version__}.\n" in changes
    else:
        assert parts[0] == __version__
        assert VERSION in SUMS
    assert {".".join(part.split(".")[:2]) for part in parts[1:]} >= SUMS.keys() - {VERSION}
