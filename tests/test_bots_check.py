"""`dicecup bots check`: a good bot passes, and each thing that a bot can do wrong fails by its own line."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import console, dicecup
from furniture import MYBOT

from dicecup.engine import load
from dicecup.engine.bots.agents import Agent
from dicecup.engine.bots.conversation import Patience
from dicecup.engine.match.match import Match
from dicecup.engine.testing.bot_check import CHECKS, Finding, check_bot
from dicecup.engine.testing.bot_games import Company, timetable
from dicecup.engine.testing.bot_leaks import Position, Stood
from dicecup.engine.testing.case import Lots

BOTS = """\
import os
import time
from random import randrange

drawn = 0


def good(view):
    return view.legal[(view.below(len(view.legal)) + randrange(2)) % len(view.legal)]


def bidder(view):
    if not any("x" in move for move in view.legal):
        raise RuntimeError("no bids")
    return view.legal[0]


def illegal(view):
    return "99x1"


def unlucky(view):
    if view.random % 50 == 7:
        return [][0]
    return view.legal[view.below(len(view.legal))]


def counting(view):
    global drawn
    drawn += 1
    return view.legal[drawn % len(view.legal)]


def urandom(view):
    return view.legal[os.urandom(1)[0] % len(view.legal)]


def slow(view):
    time.sleep(30)
    return view.legal[0]


def sometimes_slow(view):
    if view.random % 40 == 7:
        time.sleep(30)
    return view.legal[view.below(len(view.legal))]


def peeping(view):
    with open("PEEP") as file:
        return view.legal[int(file.read()) % len(view.legal)]
"""
LINE = BOTS.splitlines().index("        return [][0]") + 1


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("b.py").write_text(BOTS)
    Path("kept.py").write_text("REUSE = True\n" + BOTS)


def checked(bot: str, *variants: str, games: int = 12, seconds: float = 20.0, **more: Any) -> dict[str, Finding]:
    definitions = [load(name) for name in variants or ("perudo", "liars-dice", "poker-dice", "stacked-dice")]
    patience = Patience(seconds)
    report = check_bot(bot, definitions, games=games, seed="7", named=bool(variants), patience=patience, **more)
    assert [finding.check for finding in report.findings] == list(CHECKS)
    assert report.passed is all(finding.passed is not False for finding in report.findings)
    return {finding.check: finding for finding in report.findings}


def verdicts(found: dict[str, Finding]) -> dict[str, bool | None]:
    return {name: finding.passed for name, finding in found.items()}


def but(**others: bool | None) -> dict[str, bool | None]:
    """Everything passes but these."""
    return {**dict.fromkeys(CHECKS, True), **others}


def program(text: str) -> str:
    Path("program.py").write_text(text)
    return shlex.join([f"cmd:{sys.executable}", "program.py"]).replace("'", "")


# ---- bots that pass


def test_a_good_bot_passes_in_every_family() -> None:
    steps = []
    found = checked("b.py:good", games=16, progress=lambda done, total: steps.append((done, total)))
    assert verdicts(found) == but()
    assert found["families"].measured == {"plays": ["liars", "poker", "stacks"], "not_for": {}}
    games = found["games"].measured
    assert (games["games"], games["forfeits"], games["aborted"]) == (16, 0, 0)
    assert games["decisions"] > 100
    assert {"A", "B", "C"} <= set(games["seats"])
    assert found["repeats"].measured == {"games": 16}
    assert found["leaks"].measured["positions"] == 16
    assert 4 <= found["leaks"].measured["dealt_again"] <= 8  # only those of liar's dice hide any
    assert found["speed"].measured["slowest"] < found["speed"].measured["time_limit"] == 20
    assert steps[0] == (0, 48)
    assert steps[-1] == (48, 48)
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)


def test_a_bot_is_checked_in_the_families_that_it_plays() -> None:
    found = checked("b.py:bidder")
    assert verdicts(found) == but()
    assert found["families"].measured["plays"] == ["liars"]
    assert "not for poker and stacks (line 14: RuntimeError: no bids)" in found["families"].said
    assert "12 games of 2 variants" in found["games"].said


@pytest.mark.parametrize("bot", ["random", "basic"])
def test_shipped_bots_pass(bot: str) -> None:
    found = checked(bot)
    assert verdicts(found) == but()
    assert found["greeting"].measured == {"kind": "shipped"}
    assert found["speed"].measured["time_limit"] is None


def test_a_shipped_bot_is_checked_in_the_families_that_have_it() -> None:
    refused = dicecup("bots", "check", "expert", "--variant", "liars-dice")
    assert (refused.code, refused.out) == (2, "")
    assert refused.problem().startswith("dicecup: there is no bot 'expert' for the liars family")
    table = checked("expert", "dead-mans-dice", games=2)
    assert verdicts(table) == but()
    assert "nothing is hidden there" in table["leaks"].said


def test_a_kernel_passes() -> None:
    Path("k.py").write_text(
        "import dicecup\n"
        "from dicecup.engine.core.philox import draw\n"
        "from dicecup.engine.games.liars.moves import legal_nth\n\n\n"
        "@dicecup.kernel\n"
        "def any_bid(v, r):\n"
        "    return legal_nth(v, r, draw(v, v.legal))\n\n\n"
        "@dicecup.kernel\n"
        "def none(v, r):\n"
        "    return -1\n"
    )
    found = checked("k.py:any_bid", "perudo")
    assert verdicts(found) == but()
    assert found["greeting"].measured == {"kind": "kernel"}
    assert verdicts(checked("k.py:none", "perudo")) == but(games=False, speed=None)


def test_a_program_passes_and_says_who_it_is() -> None:
    found = checked(program(MYBOT), "perudo", "poker-dice", games=6)
    assert verdicts(found) == but()
    who = {"kind": "program", "protocol": 1, "name": "My bot", "author": "Ann", "options_off": ["rules"]}
    assert found["greeting"].measured == who
    assert found["greeting"].said == "My bot by Ann, protocol 1; it wants no rules"


# ---- bots that do not


def test_an_illegal_move_fails() -> None:
    found = checked("b.py:illegal", "perudo", "liars-dice")
    assert verdicts(found) == but(games=False, speed=None)
    games = found["games"]
    assert games.measured["forfeits"] == 12
    assert games.said.startswith(
        "it gives up 12 of 12 games of 2 variants; in game 0 of perudo A forfeits: b.py:illegal"
    )
    assert "99x1" in games.said
    assert games.game is not None
    assert games.game.number == 0


def test_a_bot_that_fails_in_some_games_is_told_with_the_first_of_them() -> None:
    found = checked("b.py:unlucky", "perudo", games=20)
    assert verdicts(found) == but(games=False)
    games = found["games"]
    assert 0 < games.measured["forfeits"] < 20
    assert games.place is not None
    assert games.place.line == LINE
    assert "IndexError" in games.place.traceback
    assert games.game is not None
    args = [part for spec in games.game.line_up for part in ("--seat", spec)]
    opened = dicecup("playtest", "open", "perudo", "--game", games.game.number, "--seed", "7", *args)
    assert opened.code == 1
    assert f"b.py:{LINE}: " in opened.err


def test_state_from_game_to_game_fails() -> None:
    assert verdicts(checked("b.py:counting", "perudo")) == but()  # each game loads its file anew
    found = checked("kept.py:counting", "perudo")
    assert verdicts(found) == but(repeats=False, leaks=None)
    shown = found["repeats"].measured
    assert shown["move"] != shown["instead"]
    assert f"event {shown['event']}: {shown['seat']} {shown['move']}; " in found["repeats"].said
    assert "keeps something from game to game" in found["repeats"].remedy
    assert found["repeats"].game is not None
    assert found["repeats"].game.line_up[ord(shown["seat"]) - 65] == "kept.py:counting"


def test_a_source_that_nobody_seeds_fails() -> None:
    assert verdicts(checked("b.py:urandom", "perudo")) == but(repeats=False, leaks=None)


def test_a_program_that_keeps_something_is_told_what_to_do() -> None:
    text = MYBOT.replace('said["random"]', "len(asked)").replace("for line in", "asked = []\nfor line in")
    text = text.replace("    said =", "    asked.append(line)\n    said =")
    found = checked(program(text), "perudo", games=4)
    assert verdicts(found) == but(repeats=False, leaks=None)
    assert "forget all at newgame" in found["repeats"].remedy


@pytest.mark.parametrize("named", [True, False])
def test_a_bot_that_is_not_for_all_that_was_found_may_name_its_own(named: bool) -> None:
    Path("wild.py").write_text("def bot(view):\n    return 'no' if view.wild_face else view.legal[-1]\n")
    report = check_bot("wild.py:bot", [load("liars-dice"), load("liars-dice-wild")], games=8, seed="7", named=named)
    games = next(finding for finding in report.findings if finding.check == "games")
    assert games.passed is False
    assert games.remedy.endswith("one of the legal moves" if named else "; or name the variants that it is for")


def test_a_slow_bot_fails_and_few_games_wait_for_it() -> None:
    found = checked("b.py:slow", "perudo", games=100, seconds=0.3)
    assert verdicts(found) == but(repeats=None, speed=False, leaks=None, games=None)
    assert found["speed"].said.startswith("3 games lost by time, after which no more were played; game 0 of perudo: ")
    assert found["speed"].measured["late"] == 3
    assert found["games"].measured["games"] == 3


def test_games_lost_by_time_say_nothing_of_repeats() -> None:
    found = checked("b.py:sometimes_slow", "liars-dice", games=12, seconds=0.5)
    late = found["speed"].measured["late"]
    assert late > 0
    assert (found["speed"].passed, found["games"].passed, found["repeats"].passed) == (False, True, True)
    assert found["repeats"].measured == {"games": found["games"].measured["games"] - late}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (MYBOT.replace('"protocol": 1', '"protocol": 9'), "a hello of protocol 9; dicecup"),
        (MYBOT.replace('"type": "hello"', '"type": "hi"'), "where a hello was due"),
        ("print('hello')\n", "no JSON: hello"),
        ("raise SystemExit(3)\n", "it ended with exit code 3"),
    ],
)
def test_a_program_that_greets_wrongly_fails(text: str, sentence: str) -> None:
    found = checked(program(text), "perudo")
    assert verdicts(found) == {**dict.fromkeys(CHECKS), "greeting": False}
    assert sentence in found["greeting"].said
    assert "hello of protocol 1" in found["greeting"].remedy


def test_an_option_that_is_none_is_told() -> None:
    found = checked(program(MYBOT.replace('"rules": False', '"rule": False')), "perudo", games=4)
    assert verdicts(found) == but()
    assert found["greeting"].said == "My bot by Ann, protocol 1; there is no option 'rule', which is ignored"


def test_wrong_messages_in_a_game_fail() -> None:
    found = checked(
        program(MYBOT.replace('"type": "move"', '"type": "play"').replace("flush=True", "flush=True)\n    print(']'")),
        "perudo",
    )
    assert found["games"].passed is False
    assert "no JSON: ]" in found["games"].said


# ---- leaks


@pytest.fixture
def _glass_cups(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file tells what lies under all cups before each decision."""
    real = Agent.decide

    def decide(self: Agent, match: Match) -> int:
        cups = match.state.cup
        Path("PEEP").write_text(str(sum(face * count for cup in cups for face, count in enumerate(cup))))
        return real(self, match)

    monkeypatch.setattr(Agent, "decide", decide)


@pytest.mark.usefixtures("_glass_cups")
def test_a_bot_that_learns_of_hidden_dice_fails() -> None:
    found = checked("b.py:peeping", "perudo")
    assert verdicts(found) == but(leaks=False)
    leak = found["leaks"]
    assert leak.measured["move"] != leak.measured["instead"]
    assert leak.measured["move"] in leak.said
    assert leak.game is not None
    assert "b.py:peeping" in leak.game.line_up


@pytest.mark.parametrize("name", ["perudo", "poker-dice", "dead-mans-dice", "stacked-dice"])
def test_a_twin_shows_the_seat_the_same(name: str) -> None:
    """What the check changes is all that the seat cannot see: of a position nothing else is left."""
    positions: list[Position] = []
    with Company({}, Patience()) as company:
        for game in timetable("basic", [load(name)], 4):
            company.play("basic", game, "7", lambda match: positions.append(Position.of(match)))
    changed = 0
    for position in positions[::5]:
        stood, twin, seat = Stood(position), Stood(position, Lots("x", 0)), position.seat
        assert (stood.turn, stood.count, stood.legal()) == (twin.turn, twin.count, twin.legal())
        assert stood.seen_events(seat) == twin.seen_events(seat) == position.events
        assert stood.view_record(seat).values() == twin.view_record(seat).values()
        for other in stood.seats.replace(seat, ""):
            assert stood.view_record(other).key0 != twin.view_record(other).key0
        changed += stood.state.values() != twin.state.values()
    assert bool(changed) is (name == "perudo")


# ---- the command


def test_what_is_wrong_is_told_with_the_command_that_opens_the_game() -> None:
    run = dicecup("bots", "check", "b.py:unlucky", "--variant", "perudo", "--games", 20, "--seed", 7)
    assert run.code == 1
    assert run.lines[0] == "b.py:unlucky, seed 7"
    assert run.lines[-1] == "b.py:unlucky fails 1 check."
    words = " ".join(run.out.split())
    assert "passed greeting a Python bot" in words
    assert f"FAILED games b.py:{LINE}: it gives up" in words
    assert "must answer with one of the legal moves." in words
    assert run.err == "DICECUP_DEBUG=1 shows where it happened.\n"
    (opening,) = (line for line in run.lines if line.startswith("Open game "))
    opened = dicecup(*shlex.split(opening.partition(" with: dicecup ")[2]))
    assert opened.code == 1
    assert "b.py:unlucky failed: IndexError" in opened.err
    debug = dicecup(
        "bots", "check", "b.py:unlucky", "--variant", "perudo", "--games", 20, "--seed", 7, env={"DICECUP_DEBUG": "1"}
    )
    assert "return [][0]" in debug.err
    assert debug.out.split("speed")[0] == run.out.split("speed")[0]


def test_plain_output_has_a_sentence_for_each_check() -> None:
    run = dicecup("bots", "check", "basic", "--variant", "perudo", "--games", 2, "--plain", env={"COLUMNS": "200"})
    assert (run.code, run.err) == (0, "")
    assert [line.split(": ")[1] for line in run.lines if line.startswith("passed: ")] == list(CHECKS)
    assert run.lines[-1] == "basic passes."


def test_a_time_limit_and_a_seed_are_handed_on() -> None:
    args = ("--variant", "perudo", "--games", 4, "--seed", 9, "--time-limit", 1, "--json")
    run = dicecup("bots", "check", "b.py:slow", *args)
    assert run.code == 1
    (record,) = run.records()
    speed = record["checks"][4]
    assert (record["passed"], record["seed"], speed["passed"], speed["time_limit"]) == (False, "9", False, 1)
    assert speed["open"].endswith("--time-limit 1")


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("nosuch.py:f", "nosuch.py:f: cannot read nosuch.py: No such file or directory"),
        ("b.py:nosuch", "b.py: b.py:nosuch cannot be seated: the file has no function 'nosuch'"),
        ("b.py:drawn", "b.py: b.py:drawn cannot be seated: its 'drawn' is no function, but of type int"),
        ("basik", "there is no bot 'basik' for the liars family (did you mean basic?)"),
        ("cmd:./nosuch", "cmd:nosuch cannot be seated: it cannot be begun: No such file or directory"),
        ("human", "there is no bot 'human' for the liars family"),
    ],
)
def test_a_bot_that_there_is_not_is_no_failed_check(bot: str, sentence: str) -> None:
    for more in ((), ("--variant", "perudo")):
        run = dicecup("bots", "check", bot, "--games", 2, *more)
        assert (run.code, run.out) == (2, "")
        assert run.problem().startswith(f"dicecup: {sentence}")


def test_the_word_list_may_be_left_out() -> None:
    assert dicecup("bots", "perudo").out == dicecup("bots", "list", "perudo").out
    assert dicecup("--json", "bots", "perudo").out == dicecup("bots", "list", "perudo", "--json").out
    assert console("bots perudo").out == dicecup("bots", "perudo").out
    checked = console("bots check basic --variant perudo --games 2 --seed 7")
    assert (checked.code, checked.lines[-1]) == (0, "basic passes.")
    assert dicecup("bots", "nosuch").problem().startswith("dicecup: there is no variant nosuch")
