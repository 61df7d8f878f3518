"""The pages about the command line and the log, held to what the program does."""

from __future__ import annotations

import hashlib
import io
import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
from command_line import ROOT, dicecup
from hypothesis import given
from hypothesis import strategies as st
from test_cli_commands import commands
from test_cli_json import validator

from dicecup.cli.base.command import Group
from dicecup.engine.core.canonical import Check
from dicecup.engine.core.canonical import canonical as engine_canonical
from dicecup.engine.replay.verify import verify

FORMAT = (ROOT / "docs" / "log-format.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The first block of the page in that language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", FORMAT, re.MULTILINE | re.DOTALL)
    assert found is not None, language
    return found[1]


def code() -> dict[str, Any]:
    """What the page's Python defines."""
    names: dict[str, Any] = {}
    exec("\n".join(re.findall(r"^```python\n(.*?)^```$", FORMAT, re.MULTILINE | re.DOTALL)), names)
    return names


# --- docs/log-format.md -----------------------------------------------------------------------------------------------


def test_the_example_is_the_log_of_the_command_beside_it(tmp_path: Path) -> None:
    command = re.search(r"`dicecup (play .*?) --log game.jsonl`", FORMAT)
    assert command is not None
    run = dicecup(*command[1].split(), "--log", tmp_path / "game.jsonl")
    assert run.code == 0
    assert (tmp_path / "game.jsonl").read_text(encoding="utf-8") == block("jsonl")


def test_the_example_is_true_and_fits_the_schema() -> None:
    (verdict,) = verify(io.BytesIO(block("jsonl").encode()))
    assert verdict.ok
    check = validator("play")
    for line in block("jsonl").splitlines():
        check.validate(json.loads(line))


def test_the_check_of_the_example_is_recomputed_from_the_page_alone() -> None:
    game = [json.loads(line) for line in block("jsonl").splitlines()]
    names = code()
    assert names["check"](game) == game[-1]["check"]
    assert FORMAT.count(game[-1]["check"]) == 2  # in its `end`, and where the check is explained
    canonical = next(
        text for text in re.findall(r"^```\n(.*?)^```$", FORMAT, re.MULTILINE | re.DOTALL) if text.startswith('{"dice"')
    )
    assert names["canonical"](game[5]).decode() == canonical


def test_the_digest_is_what_the_page_says() -> None:
    head = json.loads(block("jsonl").splitlines()[0])
    effective = {key: head["definition"][key] for key in ("family", "players", "rules")}
    text = json.dumps(effective, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert hashlib.blake2b(text, digest_size=32).hexdigest() == head["digest"]


VALUES = st.recursive(
    st.integers(-(2**53), 2**53) | st.booleans() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), VALUES))
def test_the_pages_canonical_form_is_ours(record: dict[str, Any]) -> None:
    line = code()["canonical"](record)
    counted = {name: value for name, value in record.items() if not name.startswith("_")}
    assert line == engine_canonical(counted) + b"\n"
    check = Check()
    check.add(record)
    assert check.hex() == hashlib.blake2b(line, digest_size=16).hexdigest()


def philox(counter: list[int], key: list[int]) -> list[int]:
    """Philox4x32-10 once more, from the paper, so that the page is not checked by what it describes."""
    c, k = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k[0], b & 0xFFFFFFFF, (a >> 32) ^ c[3] ^ k[1], a & 0xFFFFFFFF]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return c


def test_the_dice_of_the_example_are_recomputed_from_the_page_alone() -> None:
    row = dict(re.findall(r"^\| ([\w ,]+?) \| (.+?) \|$", FORMAT.split("## The dice")[1], re.MULTILINE))
    digest = hashlib.blake2b(b"7", digest_size=8, person=b"dice").digest()
    key = [int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:], "little")]
    assert row["key"] == " ".join(f"0x{word:08x}" for word in key)
    counter = [0, 0, 0, 65536 * 1]
    assert row["counter"] == " ".join(f"0x{word:08x}" for word in counter)
    word = philox(counter, key)[0]
    assert row["first word"] == f"0x{word:08x}"
    assert word * 7776 % 2**32 >= 2**32 % 7776  # it is not rejected
    number = word * 7776 >> 32
    assert row["number below 7776"] == str(number)
    digits = [number // 6**i % 6 for i in range(5)]
    assert row["digits in base 6, least first"] == " ".join(map(str, digits))
    assert row["dice"] == " ".join(str(digit + 1) for digit in digits)
    log = dicecup("play", "liars-dice", "--seed", "7", "--json").records()
    cup = next(event for event in log if event.get("for") == "cup" and event["seat"] == "A")
    assert " ".join(map(str, cup["dice"])) == row["dice"]


def test_every_record_and_kind_is_on_the_page() -> None:
    schema = json.loads((ROOT / "docs" / "log-format.schema.json").read_text())
    for name, record in schema["$defs"].items():
        assert f"`{name}`" in FORMAT or f'`"{name}"`' in FORMAT, name
        for field in record["properties"]:
            assert f"`{field}`" in FORMAT or f"`{field}:" in FORMAT or f'`"{field}"' in FORMAT, field
    verdict = json.loads((ROOT / "docs" / "json" / "replay-verify.schema.json").read_text())
    for kind in verdict["properties"]["kind"]["enum"]:
        assert kind == "true" or f"`{kind}`" in FORMAT, kind


@pytest.mark.parametrize("path", sorted((ROOT / "replays").glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_golden_logs_fit_the_schema(path: Path) -> None:
    check = validator("play")
    shapes = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        shape = (record["type"], record.get("for"), *((name, type(value)) for name, value in record.items()))
        if shape not in shapes:  # validating takes long, and most records are like another
            check.validate(record)
        shapes.add(shape)


# --- docs/commands.md -------------------------------------------------------------------------------------------------


def test_every_command_and_option_is_on_the_page() -> None:
    for path, command in commands():
        if not isinstance(command, Group):
            assert f"`{' '.join(path)} " in PAGE or f"`{' '.join(path)}`" in PAGE or f"## {path[0]} " in PAGE, path
        for option in command.params:
            if isinstance(option, click.Option) and "--output" not in option.opts:
                assert any(f"`{name}" in PAGE or f" {name}" in PAGE for name in option.opts), (path, option.opts)


def test_every_exit_code_is_on_the_page() -> None:
    from dicecup.cli.base import errors as failure

    codes = {value for name, value in vars(failure).items() if name.isupper() and isinstance(value, int)}
    told = {int(number) for number in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)}
    assert told == codes
