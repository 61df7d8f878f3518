"""Completion in the shells themselves (C085): lines are typed at a terminal, and Tab is pressed. A shell that is not here is left out."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from command_line import dicecup
from hypothesis import given
from hypothesis import strategies as st
from interactive_shell import InteractiveShell, is_here

from dicecup.cli.completion.shells import SHELLS, Word, offered, quoted, words_of
from dicecup.cli.main import root

BREAKS = " \t\n\"'@><=;|&(:"  # of bash
BOTS = 'open("it was run", "w")\n\n\ndef cautious(view):\n    return view.legal[0]\n\n\ndef bold(view):\n    return view.legal[-1]\n'

# What is typed, and what it becomes.
COMPLETED = {
    "dicecup compl": "dicecup completion ",
    "dicecup play perud": "dicecup play perudo ",
    "dicecup play perudo --seat A=ba": "dicecup play perudo --seat A=basic ",
    "dicecup play perudo --seat=A=ba": "dicecup play perudo --seat=A=basic ",
    "dicecup play poker-dice --seat ex": "dicecup play poker-dice --seat expert ",
    "dicecup play perudo --seat ex": "dicecup play perudo --seat ex",
    "dicecup play perudo --seat mi": "dicecup play perudo --seat mine.py:",
    "dicecup play perudo --seat mine.py:c": "dicecup play perudo --seat mine.py:cautious ",
    "dicecup play perudo --seat A=mine.py:b": "dicecup play perudo --seat A=mine.py:bold ",
    "dicecup play perudo --seat my\\ bots/mi": "dicecup play perudo --seat my\\ bots/mine.py:",
    "dicecup play perudo --seat my\\ bots/mine.py:c": "dicecup play perudo --seat my\\ bots/mine.py:cautious ",
    "dicecup play perudo --set dice": "dicecup play perudo --set dice_per_player=",
    "dicecup play poker-dice --set wil": "dicecup play poker-dice --set wild=",
    "dicecup play poker-dice --set wild=n": "dicecup play poker-dice --set wild=none ",
    "dicecup play perudo --set spot_on.r": "dicecup play perudo --set spot_on.right=",
    "dicecup play perudo --seats 2 --seat basic --name B=": "dicecup play perudo --seats 2 --seat basic --name B=",
    "dicecup play ./my\\ g": "dicecup play ./my\\ game.yaml ",
    "dicecup play ~/my\\ g": "dicecup play ~/my\\ game.yaml ",
    "dicecup play $HOME/my\\ g": "dicecup play $HOME/my\\ game.yaml ",
    "dicecup play my\\ game.yaml --seat ex": "dicecup play my\\ game.yaml --seat expert ",
    "dicecup replay show g": "dicecup replay show game.jsonl ",
    "dicecup replay fork game.jsonl --seat B=r": "dicecup replay fork game.jsonl --seat B=random ",
    "dicecup variants list > game.j": "dicecup variants list > game.jsonl ",
    "X=1 dicecup play perudo --seat b": "X=1 dicecup play perudo --seat basic ",
    "dicecup rules dead-mans-dice --set plain_f": "dicecup rules dead-mans-dice --set plain_faces=",
    "dicecup rules dead-mans-dice --set plain_faces=": "dicecup rules dead-mans-dice --set plain_faces=\\[1,2,3,4,5,6\\] ",
    "dicecup play 'my g": "dicecup play 'my game.yaml' ",
    'dicecup play "my g': 'dicecup play "my game.yaml" ',
    'dicecup play poker-dice --set "wild=n': 'dicecup play poker-dice --set "wild=none" ',
    "dicecup play nosuch.yaml --seat b": "dicecup play nosuch.yaml --seat b",
    "dicecup play perudo --se": "dicecup play perudo --se",
}  # fmt: skip


@pytest.fixture(scope="module", params=list(SHELLS))
def shell(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InteractiveShell]:
    """A shell in a folder with some files."""
    if not is_here(request.param):
        pytest.skip(f"there is no {request.param} here")
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "mine.py").write_text(BOTS)
    (folder / "my bots").mkdir()
    shutil.copy(folder / "mine.py", folder / "my bots")
    (folder / "my game.yaml").write_text("dicecup: 1\nextends: poker-dice\n")
    log = ("--seat", "basic", "--seat", "random", "--seed", "7", "--log", folder / "game.jsonl")
    assert dicecup("play", "perudo", *log, "-q").code == 0
    with InteractiveShell(request.param, folder) as begun:
        yield begun
    assert not (folder / "it was run").exists()


@pytest.mark.parametrize("line", COMPLETED)
def test_C085_a_line_is_completed(shell: InteractiveShell, line: str) -> None:
    assert shell.completed(line).rstrip(" ") == COMPLETED[line].rstrip(" ")
    assert "dicecup:" not in shell.seen and "Traceback" not in shell.seen


def test_C085_a_space_follows_a_whole_word_alone(shell: InteractiveShell) -> None:
    for line in ("dicecup play perudo --seat A=ba", "dicecup play perud", "dicecup play perudo --seat mine.py:c"):
        assert shell.completed(line).endswith(" ")
    for line in ("dicecup play perudo --seat mi", "dicecup play poker-dice --set wil", "dicecup play my\\ b"):
        assert not shell.completed(line).endswith(" ")


@pytest.mark.parametrize("shell", ["zsh"], indirect=True)
def test_C085_zsh_says_what_keys_mean(shell: InteractiveShell) -> None:
    assert shell.completed("dicecup play perudo --set palifico.") == "dicecup play perudo --set palifico."
    assert "palifico.once=" in shell.seen and "-- " in shell.seen


def test_C085_fish_is_told_what_keys_mean() -> None:
    (found,) = offered(root, SHELLS["fish"], ["dicecup play perudo --set palifico.o"])
    assert found == "palifico.once=\tWhether a seat opens at most one palifico round in a hand."


# ---- scripts


@pytest.mark.parametrize("shell_name", list(SHELLS))
def test_the_script_is_what_its_shell_reads(shell_name: str) -> None:
    run = dicecup("completion", shell_name)
    assert (run.code, run.err) == (0, "")
    assert f"_DICECUP_COMPLETE={shell_name}_complete" in run.out
    assert dicecup("completion", shell_name, "--json").records()[0]["script"] + "\n" == run.out
    assert dicecup(env={"_DICECUP_COMPLETE": f"{shell_name}_source"}).out == run.out
    if is_here(shell_name):
        done = subprocess.run([shell_name, "-n"], input=run.out, text=True, capture_output=True)
        assert (done.returncode, done.stderr) == (0, "")


# ---- lines taken apart

LINES = {
    "": ("", "", ""),
    "a b": ("b", "b", ""),
    "a ": ("", "", ""),
    "a b=c:d": ("b=c:d", "d", ""),
    "a b=": ("b=", "", ""),
    "a 'b=c": ("b=c", "b=c", "'"),
    'a x"b c': ("xb c", "b c", '"'),
    'a "b"=c': ("b=c", "c", ""),
    "a b\\=c\\ d": ("b=c d", "b\\=c\\ d", ""),
    'a "b\\"c\\d': ('b"c\\d', 'b\\"c\\d', '"'),
    "a b\\": ("b", "b\\", ""),
}


@pytest.mark.parametrize("line", LINES)
def test_the_word_that_is_typed_and_what_bash_takes_up_of_it(line: str) -> None:
    (*_, word), redirected = words_of(line, BREAKS)
    assert (word.text, word.raw[word.begin :], word.quote) == LINES[line]
    assert not redirected


@pytest.mark.parametrize(
    ("line", "texts", "redirected"),
    [
        ("a > b c", ["a", "c"], False),
        ("a b >c", ["a", "b", "c"], True),
        ("a 2>> b", ["a", "b"], True),
        ("a b &> ", ["a", "b", ""], True),
        ("a 2>&1 b", ["a", "b"], False),
        ("a '>' b", ["a", ">", "b"], False),
        ("a < b ", ["a", ""], False),
    ],
)
def test_redirections_are_no_words_of_the_command(line: str, texts: list[str], redirected: bool) -> None:
    words, last_is = words_of(line)
    assert ([word.text for word in words], last_is) == (texts, redirected)


@given(st.lists(st.text(st.characters(exclude_characters="\0\n\r", codec="utf-8"), min_size=1, max_size=8), max_size=3))
@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_what_is_quoted_is_read_as_it_was(quote: str, texts: list[str]) -> None:
    line = " ".join(f"{quote}{quoted(text, quote)}{quote}" for text in texts)
    words, redirected = words_of(line)
    assert [word.text for word in words] == (texts or [""])
    assert not redirected


@given(st.text(st.sampled_from("ab=: \\'\"<>&|$~"), max_size=12))
def test_any_line_is_taken_apart(line: str) -> None:
    words, _ = words_of(line, BREAKS)
    for word in words:
        assert 0 <= word.begin <= len(word.raw)
        assert isinstance(word.meant, str)


def test_C085_a_line_is_told_to_each_shell_in_its_way() -> None:
    line = "dicecup play perudo --seat A=ran"
    assert list(offered(root, SHELLS["bash"], [line, BREAKS])) == ["random "]
    assert list(offered(root, SHELLS["bash"], [line, " "])) == ["A=random "]
    assert list(offered(root, SHELLS["fish"], [line])) == ["A=random\t"]
    words = line.split()[1:]
    assert list(offered(root, SHELLS["zsh"], [*words, ""])) == ["whole\ndom\nA=random\n"]


def test_names_of_the_environment_are_read_as_shells_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/ann")
    monkeypatch.setenv("GAME", "perudo")
    assert [words_of(text)[0][-1].meant for text in ("~/x", "$GAME/x", '"$GAME', "'$GAME", "\\~/x", '"~/x')] == [
        "/ann/x", "perudo/x", "perudo", "$GAME", "~/x", "~/x",
    ]  # fmt: skip
    assert Word().meant == ""
    assert os.environ["GAME"] == "perudo"
