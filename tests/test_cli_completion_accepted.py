"""Whatever is offered is accepted (C085): lines are completed by what is offered, and run, and no command refuses one as used wrongly."""

from __future__ import annotations

import shlex
import shutil
from contextlib import chdir
from pathlib import Path
from unittest.mock import patch

import click
import pytest
from command_line import Run, dicecup, typed
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.errors import BUG, OUTPUT, USAGE
from dicecup.cli.completion.candidates import candidates
from dicecup.cli.completion.line import Candidate, line_of
from dicecup.cli.main import root
from dicecup.cli.session.whole_game import Game
from dicecup.engine import load, names

# What a word may lack to be whole, where any text will do.
TEXTS = {
    "names": "Ann",
    "seed": "7",
    "hand": "",
    "games": "3",
    "jobs": "1",
    "last": "2",
    "later": "2",
    "unknown": "5",
    "others": "5",
    "lines": "help",
    "time_limit": "5",
    "held": "1v1",
    "target": "0.1",
    "iterations": "10",
}
# Lines that a command accepts, each of which is given one more option, with every value that is offered for it.
LINES = (
    "play perudo --seat basic --seed 7",
    "play perudo --seat basic --seat random --seed 7",
    "play poker-dice --seed 7 --seats 3 --seat C=random",
    "play stacked-dice --seed 7 --force --set target=20",
    "play my-game.yaml --seed 7 --moves moves.txt --seat human --seat basic",
    "play --resume killed.jsonl",
    "playtest run perudo --games 2 --seed 7",
    "playtest open dead-mans-dice --game 1 --seed 7 --set target=10",
    "rules perudo",
    "bots perudo",
    "bots check basic --games 1 --variant perudo --seed 7",
    "odds liars-dice --hand 22561 --unknown 5 --bid 4x2",
    "odds poker-dice --hand KKJ9T",
    "odds stacked-dice --hand 12345 --others 5",
    "odds dead-mans-dice --hand plain",
    "variants list",
    "variants show perudo",
    "variants check perudo",
    "variants diff perudo dudo",
    "variants new mine",
    "variants new my-game --force",
    "replay show game.jsonl",
    "replay info game.jsonl",
    "replay step game.jsonl",
    "replay step before.jsonl --game 3",
    "replay export game.jsonl",
    "replay verify game.jsonl",
    "replay verify game.jsonl --against perudo",
    "replay diff before.jsonl after.jsonl",
    "replay fork game.jsonl --at 12",
    "replay fork game.jsonl --at 12 --seat A=basic",
    "doctor",
    "completion bash",
    "console -c help",
    "console --check docs/transcripts/liars.txt",
)
# And lines whose last word is an argument.
ARGUMENTS = (
    "play", "rules", "bots list", "bots check --variant perudo --games 1", "playtest run --games 1 --seed 7", "variants show", "variants check", "variants diff perudo", "completion",
    "replay show", "replay info", "replay step", "replay export", "replay verify", "replay verify game.jsonl", "replay repair",
    "replay fork --at 0", "replay diff game.jsonl", "play --resume",
)  # fmt: skip
# What is right once more follows, by what is said until then: an option with the first value that is offered for it and ends so.
CURED = {
    "--json both write": ("--log", "nosuch.jsonl"),
    "--no-input forbids asking; give --moves": ("--moves", "moves.txt"),
    "--no-input forbids asking; give the words": ("--words", "words.txt"),
    "needs people": ("--seat", "human"),
    "needs a person to move for": ("--seat", "human"),
    "the log shows": ("--as", ""),
    "who plays at this keyboard": ("--moves", "moves.txt"),
    "choose one with --game": ("--game", "3"),
    "both say what goes to standard output": ("--output", "nosuch.csv"),
    "--opening says that the standing bid": ("--bid", "4x2"),
}
MOST = 8  # values that are tried of an option


@pytest.fixture(autouse=True)
def _state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that somebody leaves are kept elsewhere."""
    monkeypatch.setenv("DICECUP_STATE", str(tmp_path_factory.mktemp("state")))


def run(words: list[str]) -> Run:
    """A line as it is run at a terminal, where it has been completed; whoever is asked goes away at once."""
    return typed(args=tuple(words))


def accepted(words: list[str]) -> None:
    """No command refuses the line as used wrongly, or to write where something is."""
    done = run(words)
    said = " ".join(done.out.split())
    for option, end in (cure for sentence, cure in CURED.items() if done.code == USAGE and sentence in said):
        value = next((text for text in offered([*words, option]) if text.endswith(end)), end)
        done = run([*words, option, value])
    assert done.code not in (USAGE, BUG, OUTPUT), f"{shlex.join(words)}: {done.out}"


def finished(words: list[str], one: Candidate, param: click.Parameter | None) -> list[Candidate]:
    """What a candidate becomes that goes on, in as many steps as that takes; folders are left alone."""
    if not one.open:
        return [one]
    if one.text.endswith("/"):
        return []
    more = [end for next_one in candidates(root, words, one.text) for end in finished(words, next_one, param)]
    free = param is not None and param.name in TEXTS and not more
    return [Candidate(f"{one.text}{TEXTS[str(param.name)]}")] if free else more  # type: ignore[union-attr]


def offered(words: list[str]) -> list[str]:
    """What may follow as a whole word, each in full; where any text may, one that will do."""
    line = line_of(root, words)
    param = None if line is None else line.target
    found = [end.text for one in candidates(root, words, "") for end in finished(words, one, param)]
    free = param is not None and not found and param.name in TEXTS
    return [TEXTS[str(param.name)]] if free else found  # type: ignore[union-attr]


def some_of(texts: list[str]) -> list[str]:
    """As many of them as are tried, from the first to the last. To compile takes a minute, and who is waited for does not come."""
    texts = [text for text in texts if text != "compiled" and not text.endswith("wait")]
    return texts[:: -(-len(texts) // MOST)] if texts else []


def options(words: list[str]) -> list[str]:
    """The options that may follow, but for those after which nothing is done, and for what changes which hands there are."""
    left_out = {"--help", "--version", "--accessible", *(["--set"] if words[0] == "odds" else [])}
    return [one.text for one in candidates(root, words, "--") if one.text not in left_out]


def is_flag(words: list[str], option: str) -> bool:
    """Whether an option stands alone."""
    line = line_of(root, words)
    assert line is not None
    (param,) = (param for param in line.parameters if option in param.opts)
    return isinstance(param, click.Option) and param.is_flag


@pytest.mark.parametrize("line", LINES)
def test_C085_every_option_that_is_offered_is_accepted(furniture: Path, furnished: Path, line: str) -> None:
    words = line.split()
    tried = 0
    for option in options(words):
        for text in [None] if is_flag(words, option) else some_of(offered([*words, option])):
            for path in furnished.iterdir():
                path.unlink() if path.is_file() else shutil.rmtree(path)
            shutil.copytree(furniture, furnished, dirs_exist_ok=True)
            accepted([*words, option, *([] if text is None else [text])])
            tried += 1
    assert tried >= 5


@pytest.mark.parametrize("line", ARGUMENTS)
def test_C085_every_argument_that_is_offered_is_accepted(furnished: Path, line: str) -> None:
    words = line.split()
    found = offered(words)
    assert found
    for text in found:
        accepted([*words, text])


@pytest.mark.parametrize("variant", {load(name).family: name for name in names()}.values())
def test_C085_every_value_of_every_key_is_accepted(furnished: Path, variant: str) -> None:
    found = offered(["rules", variant, "--set"])
    assert len(found) > 20
    for text in found:
        done = dicecup("rules", variant, "--set", text)
        assert (done.code, done.err) == (0, ""), text


def drawn(data: st.DataObject, words: list[str]) -> str:
    """One word that may follow, and that is whole; empty where nothing is offered that is."""
    word = ""
    while found := [one for one in candidates(root, words, word) if not one.text.endswith("/")]:
        one = data.draw(st.sampled_from(found))
        word = one.text
        if not one.open:
            return word
    return f"{word}Ann" if words[-1] == "--name" and word else ""


@given(st.data())
def test_C085_options_that_are_offered_one_after_the_other_are_accepted(furniture: Path, data: st.DataObject) -> None:
    words = data.draw(st.sampled_from([["play"], ["playtest", "open", "--game", "1"], ["rules"]]))
    with chdir(furniture), patch.object(Game, "play", lambda game: 0):  # to play it takes long
        words = [*words, drawn(data, words)]
        for _ in range(data.draw(st.integers(0, 6))):
            some = [one for one in options(words) if one in ("--set", "--seat", "--seats", "--name", "--as", "--undo")]
            option = data.draw(st.sampled_from(some))
            value = "" if option == "--undo" else drawn(data, [*words, option])
            words += [option, value] if value else [option] if option == "--undo" else []
        accepted([*words, *(["--seed", "7"] if "rules" not in words else [])])
