"""What each command prints, whole: pages that a person reads, lines of JSON, and refusals, with their exit codes.

`make test ARGS="tests/test_pages.py --snapshot-update"` writes them anew; read the diff before you commit it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from command_line import dicecup

from dicecup import __version__

PAGES = """
replay info game.jsonl
replay info game.jsonl --as A
replay info of-b.jsonl
replay info killed.jsonl
replay info broken.jsonl
replay info before.jsonl
replay info fork.jsonl
replay info left.jsonl
replay info many.jsonl
replay info game.jsonl --json
replay info broken.jsonl --json
replay info many.jsonl --json
replay info game.jsonl -q
replay info absent.jsonl
replay show short.jsonl
replay show short.jsonl --as B
replay show of-b.jsonl
replay show killed.jsonl --last 4
replay show broken.jsonl --round 2
replay show left.jsonl --round 0
replay show before.jsonl --last 2
replay show a.jsonl --seat B --round 3
replay show a.jsonl --seat A --round 2 --as B
replay show short.jsonl --seat B --json
replay show killed.jsonl --last 1 --json
replay show short.jsonl --last 3 -q
replay show short.jsonl --as C
replay show short.jsonl --seat C
replay show short.jsonl --round 9
replay verify game.jsonl
replay verify before.jsonl after.jsonl
replay verify of-b.jsonl
replay verify of-b.jsonl --strict
replay verify killed.jsonl
replay verify broken.jsonl
replay verify left.jsonl killed.jsonl game.jsonl
replay verify many.jsonl
replay verify many.jsonl -q
replay verify many.jsonl --json
replay verify broken.jsonl --json
replay verify a.jsonl --against my-game.yaml
replay verify a.jsonl --against perudo --set dice_per_player=4
replay verify a.jsonl --against perudo --set dice_per_player=4 --json
replay verify game.jsonl --against perudo
replay verify game.jsonl absent.jsonl
replay verify .
replay diff a.jsonl b.jsonl --later 1
replay diff a.jsonl b.jsonl -q
replay diff a.jsonl b.jsonl --plain
replay diff before.jsonl after.jsonl
replay diff before.jsonl after.jsonl --game 3
replay diff before.jsonl after.jsonl --game 20
replay diff many.jsonl before.jsonl
replay diff before.jsonl many.jsonl --game 0
replay diff many.jsonl game.jsonl --json
replay diff game.jsonl of-b.jsonl
replay diff of-b.jsonl game.jsonl --json
replay diff game.jsonl killed.jsonl
replay diff game.jsonl killed.jsonl --json
replay diff game.jsonl a.jsonl
replay diff game.jsonl fork.jsonl
replay diff left.jsonl a.jsonl
replay export short.jsonl
replay export short.jsonl --format markdown
replay export short.jsonl --format csv
replay export short.jsonl --format csv --as A
replay export short.jsonl --format jsonl --as A
replay export left.jsonl --format markdown --as B
replay export left.jsonl --format csv
replay export short.jsonl --json --format csv
replay export short.jsonl --output short.jsonl --force
replay fork short.jsonl --at 9 --seat B=random
replay fork short.jsonl --at 7 --json
replay fork short.jsonl --at 0
replay fork game.jsonl --at 9 --moves moves.txt
replay fork game.jsonl --at 99
replay fork before.jsonl --at 9
replay fork before.jsonl --at 9 --game 20
replay fork game.jsonl --at 9 --seat C=random
replay repair killed.jsonl
replay repair game.jsonl
replay repair broken.jsonl --json
replay step game.jsonl --words walk.txt
replay step game.jsonl --words walk.txt --as A
replay step a.jsonl --words walk.txt --plain
replay step game.jsonl --words walk.txt --json
replay step before.jsonl --words walk.txt
playtest run liars-dice --games 20 --seed 7
playtest run liars-dice --games 20 --seed 7 --json
playtest run liars-dice --games 0 --seed 7
playtest run perudo --seats 3 --games 6 --seed 7 --set max_rounds=3
playtest run poker-dice --games 4 --seed 7 --seat expert --seat basic
playtest run stacked-dice-forced --seats 3 --games 2 --seed 7 --plain
playtest run dead-mans-dice --games 3 --seed 7 -q
playtest run perudo --seat human --games 1 --seed 7
playtest run perudo --seat A=expert --games 1 --seed 7
playtest run perudo --seats 9 --games 1 --seed 7
playtest open film-pirates --game 3 --seed 7 --as A
rules liars-dice
rules push-reroll
rules film-pirates --plain
rules indian-dice
rules stack-tournament
rules dead-mans-dice-designer --set tie=share
rules perudo --json
bots perudo
bots poker-dice
bots stacked-dice --json
odds liars-dice --hand 2,2,5,6,1 --unknown 5 --bid 4x2
odds liars-dice --hand 2,2,5,6,1 --unknown 5 --all
odds liars-dice --hand 2 --unknown 0 --bid 1x2
odds cacho --hand 225 --unknown 7 --players 3 --opening --wilds-off --palifico --bid 3x2
odds bluff --hand *,1 --unknown 3
odds bluff --hand *,1 --unknown 3 --json
odds poker-dice --hand KKJ9T --beat AAQQJ
odds poker-dice --hand KKJ9T
odds poker-dice --hand KKJ9T --throws-left 0
odds poker-dice-three --hand KKJ9T --throws-left 2 --set kept_locked=true --kept K
odds poker-dice --hand KKJ9
odds stacked-dice --hand 4426 --others 11 --open 5
odds stacked-dice --hand 4426 --others 11 --open 5 --json
odds stack --hand 4 --others 98 --set faces=10
odds dead-mans-dice --hand plain,jolly --top 3 --tops 4,J
odds dead-mans-dice --hand plain
odds dead-mans-dice --hand plain --top 9
odds dead-mans-dice --hand plain,jolly --top J --json
variants check perudo bad.yaml
variants check bad.yaml --json
variants check my-game.yaml perudo
variants diff perudo dudo
variants diff perudo my-game.yaml
variants diff perudo bad.yaml
variants show two-player-aces
variants show my-game.yaml --origin
variants show perudo --set dice_per_player=3 --json
variants show nosuch
variants new my-game
play film-pirates --seed 7
play film-pirates --seed 7 --plain
play film-pirates --seed 7 -q
play liars-dice --seat human --seed 7 --moves moves.txt
play liars-dice --seat human --seed 7 --moves other.txt
play liars-dice --set nosuch=1
play --resume killed.jsonl --seed 7
play perudo --seed 7 --log a.jsonl
playtest open cacho --game 3 --seed 7 --seats 3
playtest open perudo --game 1 --seed 7 --as A
playtest open push-reroll --game 2 --seed 7
playtest open chui-niu --game 1 --seed 7
playtest open red-dead --game 1 --seed 7
playtest open poker-dice-wild --game 1 --seed 7
playtest open rpasmd-poker --game 1 --seed 7 --set purse=3
playtest open indian-dice --game 1 --seed 7
playtest open stacked-dice --game 1 --seed 7 --set target=20
playtest open dead-mans-dice-table-dice --game 1 --seed 7 --set target=40
playtest open dead-mans-dice-race --game 1 --seed 7 --set target=40
"""
LINES = PAGES.strip().splitlines()


@pytest.fixture(autouse=True)
def _files(furnished: Path) -> None:
    """Beside the files of the examples: a log that lacks a line, one of three games with a torn one, a fork, one of few events, a game that was left."""
    lines = Path("a.jsonl").read_text().splitlines(keepends=True)
    Path("broken.jsonl").write_text("".join([*lines[:20], *lines[21:]]))
    Path("left.jsonl").write_text("".join(lines[:12]))
    Path("many.jsonl").write_text("".join([*lines, *lines[:30], "{\n"]) + Path("game.jsonl").read_text())
    assert dicecup("replay", "fork", "game.jsonl", "--at", 9, "--seat", "B=random", "--log", "fork.jsonl").code == 0
    assert dicecup("play", "film-pirates", "--seed", 7, "--log", "short.jsonl").code == 0
    Path("bad.yaml").write_text("dicecup: 1\nextends: perudo\nrules: {palifco: 1, dice_per_player: true}\n")
    Path("walk.txt").write_text(
        "next 3\n7\nmoves\ncall\nround\nback 2\nfind liar\n/ 2x\nscore\ndigest\ngoto 5\n9\nstart\nback\nend\nnext\nnosuch\n"
    )


# What is otherwise in the next version, or on another machine.
PASSING = {
    re.escape(f"dicecup {__version__}"): "dicecup VERSION",
    r"\w+ mode, \d+ jobs?, [\d.]+ s, [\d,]+ games a second": "how long it took",
    r'"_run":\{[^}]*\}': '"_run":{}',
}


@pytest.mark.parametrize("line", LINES)
def test_a_page(line: str, snapshot: Any) -> None:
    run = dicecup(*line.split())
    page = f"exit code {run.code}\n{run.out}" + (f"--- standard error\n{run.err}" if run.err else "")
    for pattern, words in PASSING.items():
        page = re.sub(pattern, words, page)
    assert page == snapshot


def test_every_line_stands_here_once() -> None:
    assert len(set(LINES)) == len(LINES)
