"""C098: a seed that is drawn has more bits than anybody can try out, is short to read, and is drawn in one place."""

from __future__ import annotations

import json
import math
import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from command_line import ROOT, console, dicecup
from logs import records

from dicecup.cli.base.seed import DRAWN, NO_SEED, SIGNS, seed_text

LOOK_ALIKE = "iloIOL"  # of 1 and 0


def test_C098_a_drawn_seed_has_64_bits_or_more_in_signs_that_nobody_mistakes() -> None:
    assert len(set(SIGNS)) == len(SIGNS) == 32
    assert DRAWN * math.log2(len(SIGNS)) >= 64
    assert not set(SIGNS) & set(LOOK_ALIKE)
    assert SIGNS.lower() == SIGNS
    drawn = [seed_text(None) for _ in range(300)]
    assert len(set(drawn)) == 300
    assert {len(seed) for seed in drawn} == {13}
    for place in range(DRAWN):  # each sign is drawn anew: of 32 nearly all come up at each place
        assert len({seed[place] for seed in drawn}) > 28


def test_each_sign_of_a_seed_is_drawn_by_the_systems_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter("7k3m9x2qwfh4t")
    monkeypatch.setattr(secrets, "choice", lambda signs: next(drawn) if signs == SIGNS else "")
    assert seed_text(None) == "7k3m9x2qwfh4t"


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (("play", "liars-dice"), r"^Seed (\S+) \(--seed \1 "),
        (("playtest", "run", "liars-dice", "--games", "3"), r"^Seed (\S+) \(--seed \1 "),
        (("console", "-c", "new liars-dice basic basic"), r"Seed (\S+) \(seed=\1 "),
    ],
    ids=["play", "playtest", "console"],
)
def test_C098_whoever_draws_a_seed_draws_such_a_one(command: tuple[str, ...], where: str) -> None:
    """It is told, and the same command with it does the same."""
    run = dicecup(*command)
    found = re.search(where, run.err + run.out)
    assert found is not None, run
    assert re.fullmatch(f"[{SIGNS}]{{{DRAWN}}}", found[1])
    if command[0] == "console":
        assert console(f"new liars-dice basic basic seed={found[1]}").out in run.out
    else:
        assert dicecup(*command, "--seed", found[1]).out == run.out


DRAWS = {  # what draws, or speaks of it, and to what end: nothing of a game hangs on any of these but the seed
    "cli/base/seed.py": "seeds",
    "engine/bots/door.py": "the token of a port",
    "engine/bots/screens.py": "the secret by which somebody comes back to their seat",
    "engine/bots/host.py": "seeds what a bot draws from, with the seat's own number",
    "engine/testing/bot_check.py": "names what a bot may not draw from",
}


def test_no_other_place_draws_lots() -> None:
    drawing = re.compile(r"\b(import (secrets|random|uuid)|from (secrets|random|uuid) import|os\.urandom|getrandom)\b")
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in ("cli", "engine", "src")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if drawing.search(path.read_text(encoding="utf-8"))
    ]
    assert sorted({path.removeprefix("src/dicecup/") for path in found}) == sorted(DRAWS)


@pytest.mark.parametrize("page", ["docs/commands.md", "docs/log-format.md"])
def test_the_pages_say_that_a_chosen_seed_can_be_guessed(page: str) -> None:
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    assert re.search(r"chose can be guessed|you choose can be guessed", text)
    for command in (("play",), ("playtest", "run")):
        assert "One that you choose can be guessed." in " ".join(dicecup(*command, "--help").out.split())


def _played(tmp_path: Path, *more: object) -> dict[str, Any]:
    """The header of a game of two people on scripted dice, or whoever else is seated; its log is `log.jsonl`."""
    (tmp_path / "dice.txt").write_text("A: 6\nB: 1\nA: 1\nB: 2\n")
    (tmp_path / "moves.txt").write_text("1x1\nliar\n" if not more else "")
    table = ("--set", "dice_per_player=1", "--dice", tmp_path / "dice.txt", "--log", tmp_path / "log.jsonl", "--force")
    dicecup("play", "liars-dice", *table, *(more or ("--moves", tmp_path / "moves.txt")))
    header: dict[str, Any] = json.loads((tmp_path / "log.jsonl").read_text().splitlines()[0])
    return header


def test_people_on_scripted_dice_have_no_seed_so_that_two_runs_have_one_log(tmp_path: Path) -> None:
    assert _played(tmp_path)["seed"] == "none"
    once = (tmp_path / "log.jsonl").read_bytes()
    _played(tmp_path)
    assert (tmp_path / "log.jsonl").read_bytes() == once
    run = dicecup("replay", "verify", tmp_path / "log.jsonl")
    assert (run.code, "dice taken as given" in run.out) == (0, True)


def test_a_bot_draws_from_a_seed_whatever_the_dice(tmp_path: Path) -> None:
    first = _played(tmp_path, "--seat", "random", "--seat", "random")["seed"]
    assert re.fullmatch(f"[{SIGNS}]{{{DRAWN}}}", first)
    assert _played(tmp_path, "--seat", "random", "--seat", "random")["seed"] != first
    assert _played(tmp_path, "--seat", "random", "--seat", "random", "--seed", 5)["seed"] == "5"


def test_the_console_draws_none_either_and_tells_none(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        log = tmp_path / name
        run = console(
            f"new liars-dice A=human B=human dice_per_player=1 dice=manual log={log}", "6", "1", "1", "2", "1x1", "liar"
        )
        assert "wins after 1 round" in run.out
        assert "Seed" not in run.out + run.err
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


@pytest.mark.parametrize(
    "more", [(), ("--dice", "seeded"), ("--seat", "B=basic"), ("--dice", "dice.txt", "--seat", "A=basic")]
)
def test_a_fork_of_a_game_without_a_seed_draws_one_as_soon_as_anything_comes_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dice.txt").write_text("A: 4\nB: 2\nA: 1 2 3 4 5\nB: 1 1 1 1 1\n")
    Path("moves.txt").write_text("2x3\n")
    people = ("--seat", "human", "--seat", "human")
    dicecup("play", "liars-dice", *people, "--dice", "dice.txt", "--moves", "moves.txt", "--log", "people.jsonl")
    assert records(Path("people.jsonl"))[0]["seed"] == NO_SEED
    drawn = set()
    for name in ("one.jsonl", "two.jsonl"):
        dicecup("replay", "fork", "people.jsonl", "--at", 7, *more, "--log", name)
        drawn.add(records(Path(name))[0]["seed"])
        assert dicecup("replay", "verify", name).code in (0, 4)
    assert NO_SEED not in drawn
    assert len(drawn) == 2


def test_a_fork_keeps_the_seed_where_nothing_comes_from_it_and_where_something_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dice.txt").write_text("A: 4\nB: 2\nA: 1 2 3 4 5\nB: 1 1 1 1 1\n")
    Path("moves.txt").write_text("2x3\n")
    people = ("--seat", "human", "--seat", "human", "--moves", "moves.txt")
    dicecup("play", "liars-dice", *people, "--dice", "dice.txt", "--log", "people.jsonl")
    dicecup("replay", "fork", "people.jsonl", "--at", 7, "--dice", "dice.txt", "--log", "scripted.jsonl")
    dicecup("play", "liars-dice", *people, "--seed", NO_SEED, "--log", "seeded.jsonl")
    dicecup("replay", "fork", "seeded.jsonl", "--at", 7, "--log", "again.jsonl")
    for name in ("people", "scripted", "seeded", "again"):
        assert records(Path(f"{name}.jsonl"))[0]["seed"] == NO_SEED
