"""What the console offers to complete a line with (C050), and that hidden dice and the seed have no part in it."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from command_line import new_desk, typed
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.console.commands.table import COMMANDS
from dicecup.cli.console.completion import ARGUMENTS, offers
from dicecup.cli.console.live_game import Live
from dicecup.cli.console.session import Desk

HIDING = ("liars-dice", "perudo 3", "liars-dice push=true", "poker-dice")


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without files, in which one is."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Person:
    """A front with a person who says nothing."""

    asking = True

    def ask(self, question: str) -> str | None:
        return None

    def face(self, seat: str) -> None: ...

    def left(self, live: Live) -> None: ...


def at_desk(*lines: str) -> Desk:
    """A desk at which these lines were done."""
    desk = new_desk(Person())
    with redirect_stdout(StringIO()):
        for line in lines:
            desk.do(line)
    return desk


def texts(desk: Desk, before: str) -> list[str]:
    """The offers for a text before the cursor, as the line then stands."""
    return [before[: len(before) - offer.back] + offer.text for offer in offers(desk, before)]


def test_what_there_is_to_say_is_offered(empty: Path) -> None:
    desk = at_desk()
    assert "playtest" in texts(desk, "")
    assert texts(desk, "n") == ["new", "next"]
    assert texts(desk, "new peru") == ["new perudo"]
    assert "new perudo palifico.trigger=" in texts(desk, "new perudo pal")
    assert texts(desk, "new perudo loss=d") == ["new perudo loss=difference"]
    assert texts(desk, "new poker-dice B=ex") == ["new poker-dice B=expert"]
    assert texts(desk, "new perudo B=") == ["new perudo B=human", "new perudo B=random", "new perudo B=basic"]
    assert texts(desk, "new perudo dice=man") == ["new perudo dice=manual", "new perudo dice=manual-people"]
    assert texts(desk, "set ke") == ["set keys"]
    assert texts(desk, "set keys ") == ["set keys emacs", "set keys vi"]
    assert texts(desk, "set opponent b") == ["set opponent basic"]
    assert texts(desk, "playtest per") == ["playtest perudo"]
    assert texts(desk, "variants per") == ["variants perudo"]
    assert {"variants list", "variants liars-dice"} <= set(texts(desk, "variants li"))
    assert texts(desk, "replay ver") == ["replay verify"]
    assert texts(desk, "help und") == ["help undo"]
    assert texts(desk, "as ") == ["as all", "as off"]
    assert texts(desk, "as B he") == ["as B help"]


def test_what_new_takes_is_what_play_takes(empty: Path) -> None:
    (empty / "mine.py").write_text("def bold(view):\n    return view.legal[0]\n")
    desk = at_desk()
    assert texts(desk, "new perudo A=mine.py:") == ["new perudo A=mine.py:bold"]
    assert texts(desk, "new perudo A") == ["new perudo A=", "new perudo A.name="]
    assert texts(desk, "new perudo A=basic A") == ["new perudo A=basic A.name="]
    assert texts(desk, "new perudo seats=") == [f"new perudo seats={n}" for n in range(2, 7)]
    assert texts(desk, "new perudo loss=difference los") == []
    assert texts(desk, "new perudo undo=o") == ["new perudo undo=on", "new perudo undo=off"]
    assert texts(desk, "new perudo 2 A=basic B=basic ba") == []
    assert texts(desk, "new perudo seed=7 dice=se") == ["new perudo seed=7 dice=seeded"]
    assert texts(desk, "new nosuch los") == []


def test_a_game_goes_on_with_those_who_may_sit_there(empty: Path) -> None:
    assert texts(at_desk(), "fork A") == []
    desk = at_desk("new poker-dice seed=3")
    assert texts(desk, "fork ") == ["fork A=", "fork B=", "fork log=", "fork dice="]
    assert texts(desk, "fork A=e") == ["fork A=expert"]
    assert texts(desk, "fork A=basic ") == ["fork A=basic B=", "fork A=basic log=", "fork A=basic dice="]
    assert texts(desk, "fork dice=man") == ["fork dice=manual", "fork dice=manual-people"]


def test_games_of_a_log_and_those_who_play_it_on(furnished: Path) -> None:
    desk = at_desk()
    assert texts(desk, "load before.jsonl game=1") == [f"load before.jsonl game={n}" for n in (1, *range(10, 20))]
    assert texts(desk, "load game.j") == ["load game.jsonl"]
    assert texts(desk, "resume k") == ["resume killed.jsonl"]
    assert texts(desk, "resume killed.jsonl ") == [f"resume killed.jsonl {word}" for word in ("dice=", "A=", "B=")]
    assert texts(desk, "resume killed.jsonl A=b") == ["resume killed.jsonl A=basic"]
    assert texts(desk, "replay fork game.jsonl --seat B=r") == ["replay fork game.jsonl --seat B=random"]


def test_games_that_were_left_are_offered_by_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DICECUP_STATE", str(tmp_path / "state"))
    (tmp_path / "config.yaml").touch()
    typed("new perudo", "new poker-dice", "quit", env={"DICECUP_CONFIG": str(tmp_path / "config.yaml")})
    desk = new_desk(Person(), keeps=True)
    found = offers(desk, "resume ")
    assert [(offer.text, offer.note) for offer in found[:2]] == [("1", "Poker Dice"), ("2", "Perudo")]
    assert texts(desk, "resume 2") == ["resume 2"]
    assert texts(desk, "resume 2 B=") == ["resume 2 B=basic"]


def test_moves_of_whoever_is_in_turn_come_first() -> None:
    desk = at_desk("new poker-dice seed=3")
    assert texts(desk, "keep k q q")[0] == "keep K Q Q T"
    assert texts(desk, "")[0] == "stand"
    assert texts(desk, "assert legal sta") == ["assert legal stand"]
    assert texts(desk, "/st") == ["/start"]
    assert {"undo A", "undo B"} == set(texts(desk, "undo "))


def test_C050_paths_with_quotes_spaces_and_signs_of_other_tongues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("plain.jsonl", "my game.jsonl", "größe.jsonl", ".hidden", 'quo"te', "new\nline"):
        (tmp_path / name).touch()
    (tmp_path / "my games").mkdir()
    (tmp_path / "my games" / "one.jsonl").touch()
    desk = at_desk()
    assert texts(desk, "load ") == [
        "load größe.jsonl",
        'load "my game.jsonl"',
        'load "my games/',
        "load plain.jsonl",
    ]
    assert texts(desk, 'load "my g') == ['load "my game.jsonl"', 'load "my games/']
    assert texts(desk, 'load "my games/') == ['load "my games/one.jsonl"']
    assert texts(desk, "load gr\u00f6") == ["load größe.jsonl"]
    assert texts(desk, "load .h") == ["load .hidden"]
    assert texts(desk, "save pl") == ["save plain.jsonl"]
    assert texts(desk, "new perudo log=") == ['new perudo "log=my games/']  # what is there is not replaced
    assert texts(desk, "load nowhere/") == texts(desk, "load \0/") == texts(desk, "load plain.jsonl/") == []


def test_C050_a_folder_that_cannot_be_read_offers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.scandir", refuse)
    assert texts(at_desk(), "load x") == []


def test_a_definition_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = at_desk()
    found = texts(desk, "new cacho ")
    monkeypatch.setattr("dicecup.engine.definitions.definition.load", None)
    assert len(found) > 20
    assert texts(desk, "new cacho ") == found


def test_every_command_that_takes_something_offers_it() -> None:
    takes = {command.name for command in COMMANDS if command.usage != command.name}
    assert takes - ARGUMENTS.keys() == {"next", "back", "goto", "find", "log", "history", "echo"}  # numbers, and texts
    assert ARGUMENTS.keys() <= takes


@given(st.text(st.characters(codec="utf-8"), max_size=30), st.sampled_from([*ARGUMENTS, ""]))
def test_C050_completion_never_raises(text: str, command: str) -> None:
    for before in (text, f"{command} {text}", f"/{command} perudo {text}"):
        for offer in offers(at_desk(), before):
            assert 0 <= offer.back <= len(before)


@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("lines", [(), ("1",), ("2", "1")])
def test_hidden_dice_and_the_seed_have_no_part_in_it(game: str, lines: tuple[str, ...]) -> None:
    desk = at_desk(f"new {game} seed=9 A=human B=human", *lines)
    befores = ["", "1", "k", "show ", "as ", "assert ", "assert legal ", "set ", "fork ", "undo ", "log ", "new "]
    assert desk.here.live is not None
    match = desk.here.live.match
    person = desk.here.live.person
    assert person is not None
    found = [offers(desk, before) for before in befores]
    state = match.state
    match.state = state.copy()
    match.family.redeal(match.state, match.rules, match.view_record(person))
    assert (match.state.values() != state.values()) == bool(match.family.private)
    match.header["seed"] = "another"
    assert [offers(desk, before) for before in befores] == found
