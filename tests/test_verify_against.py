"""Old logs by other rules (`replay verify --against`), and files verified in parts (`--jobs`)."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import pytest
from command_line import dicecup

from dicecup.engine import load
from dicecup.engine.core.kernel import PLAIN
from dicecup.engine.log.log import dump
from dicecup.engine.playtest.plan import Plan, open_game
from dicecup.engine.replay.parallel_verify import parts, verify_part
from dicecup.engine.replay.verify import verify
from dicecup.engine.replay.verify_against import verify_against


@cache
def log() -> bytes:
    """Six games of liar's dice with two dice each."""
    plan = Plan(load("liars-dice", ["dice_per_player=2"]), ("basic", "random"), 6, "5")
    matches = [open_game(plan, number) for number in range(6)]
    return b"".join(dump(record) for match in matches for record in (match.header, *match.events))


@pytest.mark.parametrize(
    ("settings", "keys"),
    [
        (["wild_face=1"], {"rules.wild_face"}),
        (["dice_per_player=3"], {"rules.dice_per_player"}),
        (["first_bidder=seat0"], {"rules.first_bidder"}),
        (["loss=elimination", "max_rounds=999"], {"rules.loss"}),
    ],
)
def test_the_key_by_which_a_game_parts_is_named(settings: list[str], keys: set[str]) -> None:
    other = load("liars-dice", ["dice_per_player=2", *settings] if "dice_per_player=3" not in settings else settings)
    parting = [verdict for verdict in verify_against(io.BytesIO(log()), other) if not verdict.ok]
    assert parting
    assert all(verdict.kind == "other rules" for verdict in parting)
    assert {key for verdict in parting for key, _, _ in verdict.keys or ()} == keys


def test_a_key_without_effect_on_a_game_leaves_it_the_same() -> None:
    other = load("liars-dice", ["dice_per_player=2", "max_rounds=999"])
    assert {verdict.kind for verdict in verify_against(io.BytesIO(log()), other)} == {"same"}


@pytest.mark.parametrize("size", [1, 3000, 10**9])
def test_the_parts_of_a_file_have_the_verdicts_of_the_whole(size: int, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(
        b"\xef\xbb\xbf" + log().replace(b'"move":"1x', b'"move":"2x', 5) + b"\n\nnonsense\n" + log()[:9000]
    )
    cuts = list(parts(str(path), size))
    assert size > 3000 or len(cuts) > 1
    found = [verdict for part in cuts for verdict in verify_part(str(path), *part, PLAIN, None)[1]]
    assert found == list(verify(io.BytesIO(path.read_bytes()), str(path)))


def test_any_number_of_jobs_prints_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b", "c"):
        Path(name).write_bytes(log()[: 9000 * (1 + (name != "b"))])
    one, three = (dicecup("replay", "verify", "a", "b", "c", "--jobs", jobs, "--json") for jobs in (1, 3))
    assert (one.out, one.code) == (three.out, three.code)
    assert one.code == 4
