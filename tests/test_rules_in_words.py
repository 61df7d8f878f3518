"""The rules in words: what stands above them, and single sentences that follow from several keys together.

`test_words_liars` and its like hold all sentences to games that are played.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from claims import rules_of
from command_line import dicecup
from liars_scene import Scene, definition

from dicecup.engine.definitions.definition import load, names


def heading(*args: object) -> list[str]:
    """The lines above the rules."""
    run = dicecup("rules", *args)
    assert (run.code, run.err) == (0, "")
    return run.lines[: run.lines.index("")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(f"dicecup: 1\n{text}", encoding="utf-8")
    return name


# ---- the heading never contradicts the rules


@pytest.mark.parametrize("name", names())
def test_a_variant_stands_under_its_own_title_and_summary(name: str) -> None:
    about = load(name).about
    found = heading(name)
    assert found[0] == load(name).title
    assert " ".join(found[1:]).startswith(about["summary"])
    assert ("Also called" in " ".join(found)) is bool(about["also_called"])


def test_a_summary_is_not_inherited(folder: Path) -> None:
    file = write(folder, "mine.yaml", "extends: liars-dice-elimination\nrules: {loss: one_die}\n")
    assert heading(file) == ["mine, a variant of Liar's Dice, elimination"]
    assert "summary" not in load(file).about
    assert "about.summary" not in load(file).origin
    # Neither through a file that lies between.
    write(folder, "between.yaml", "extends: perudo\ntitle: Between\nabout: {summary: Of its own.}\n")
    below = write(folder, "below.yaml", "extends: between.yaml\n")
    assert heading("between.yaml") == ["Between", "Of its own."]
    assert heading(below) == ["below, a variant of Between"]


def test_other_names_are_those_of_the_file_itself(folder: Path) -> None:
    assert heading("bluff")[-1] == "Also called Call My Bluff."
    file = write(folder, "mine.yaml", "extends: bluff\ntitle: Mine\n")
    assert heading(file) == ["Mine"]
    own = write(folder, "own.yaml", "extends: bluff\ntitle: Own\nabout: {also_called: [Ours]}\n")
    assert heading(own) == ["Own", "Also called Ours."]
    assert heading(own, "--set", "best_of=3") == ["Own", "Played with best_of=3."]


@pytest.mark.parametrize(
    ("settings", "lines"),
    [
        (["wild_face=none"], ["Perudo", "Played with wild_face=none."]),
        (
            ["players.max=3", "palifico.once=false", "face_names=[1, 2, 3, 4, 5, '*']"],
            ['Perudo', 'Played with players.max=3, face_names=[1, 2, 3, 4, 5, "*"] and', "palifico.once=false."],
        ),
        # What is so already changes nothing that the summary sums up.
        (["wild_face=1"], ["Perudo", "Played with wild_face=1.", "Wild ones, no opening on ones, palifico at one die."]),
    ],
)  # fmt: skip
def test_a_summary_is_dropped_when_a_setting_changes_a_rule(settings: list[str], lines: list[str]) -> None:
    assert heading("perudo", *(word for setting in settings for word in ("--set", setting))) == lines


def test_no_log_and_no_merged_definition_holds_a_summary_that_is_not_true(folder: Path) -> None:
    (header, *_) = dicecup("play", "perudo", "--set", "wild_face=none", "--seed", "1", "--json").records()
    assert "summary" not in header["definition"]["about"]
    shown = dicecup("variants", "show", "perudo", "--set", "wild_face=none")
    assert "summary" not in shown.out
    (folder / "again.yaml").write_text(shown.out, encoding="utf-8")
    assert load("again.yaml").digest == load("perudo", ["wild_face=none"]).digest


def test_a_title_that_would_act_on_the_terminal_is_escaped(folder: Path) -> None:
    file = write(folder, "red\x1b[31m.yaml", "extends: perudo\n")
    assert heading(f"./{file}") == [r"red\x1b[31m, a variant of Perudo"]


# ---- sentences that follow from several keys


def told(variant: str, *settings: str) -> str:
    return "\n".join(f"{rule} {text}" for rule, text in rules_of(load(variant, settings)))


@pytest.mark.parametrize(
    ("variant", "settings", "said"),
    [
        # What "loses one" means is what `loss` says.
        ("red-dead", [], "L-A18 After a right `exact` every other player loses one die."),
        ("red-dead", ["loss=penalty"], "L-A18 After a right `exact` every other player gets one penalty point."),
        ("red-dead", ["loss=elimination"], "L-A18 After a wrong `exact` the caller is out at once, and nobody else loses."),
        ("bluff", [], "L-A17 If there are exactly as many as it names, every player but the bidder loses one die."),
        ("dudo-old", [], "L-A20 If a challenged pass is true the challenger loses one die, else the player who passed loses one die."),
        ("bluff", ["exact_bid=challenger_loses"], "bid and count differ, one if they are equal, at most all."),
        ("liars-dice", ["loss=penalty", "penalty_limit=1"], "L-A16 A player with 1 penalty point is out."),
        # Who opens.
        ("dudo", [], "L-A18 After an `exact` call, right or wrong, the caller bids first."),
        ("dudo", ["starter=winner"], "L-A18 After a right `exact` the caller bids first, after a wrong one the bidder."),
        ("bluff", [], "L-A17 After a challenged bid that was exactly right the challenger bids first."),
        ("bluff", ["starter=winner"], "L-A17 After a challenged bid that was exactly right the bidder bids first."),
        # Faces by their names, and numbers of things.
        ("bluff", [], "L-V2 Face * is wild"),
        ("bluff", ["final_duel=sum", "loss=one_die"], "where a face counts by its place from low to high: `sum 2` to `sum 12`"),
        ("liars-dice", ["dice_per_player=1"], "L-R2 Each player has one cup and 1 die."),
        ("liars-dice", ["max_rounds=1"], "L-A27 After 1 round without an end the game is aborted."),
        ("poker-dice", ["reroll_limit=1"], "P-R13 At most 1 die may be thrown again at a time."),
        ("poker-dice", ["reroll_limit=1"], "all other dice are thrown again: `keep A A A A`."),
        ("stacked-dice", ["dice_per_player=1"], "S-A1 Each player has 1 die of their own colour."),
        ("liars-dice", ["final_duel=sum", "faces=4"], "`sum 2` to `sum 8`, each bid higher than the last."),
        # Ties, and who cannot pay.
        ("indian-dice", [], "A round that nobody wins is played again."),
        ("poker-dice", ["match=chips", "tie=all_replay"], "P-C14 Whoever cannot pay that ante is out; a player left alone by it wins the round. If nobody can pay it, the players with equal best hands share the pot, odd chips to the first in the order of the round"),
        ("poker-dice", ["ante=0"], "P-R9 Players with equal best hands take a new turn, they alone, until one of them is best."),
    ],
)  # fmt: skip
def test_consequences_follow_from_all_keys_together(variant: str, settings: list[str], said: str) -> None:
    assert said in told(variant, *settings)


@pytest.mark.parametrize(
    ("variant", "settings", "never"),
    [
        ("liars-dice", ["best_of=3", "players.max=2"], "If that player is out"),  # then the hand is over
        ("liars-dice", ["starter=winner"], "If that player is out"),  # the winner of a showdown never is
        ("poker-dice", ["tie=split"], "P-C11"),
        ("poker-dice", ["ante=0", "tie=split"], "pot, odd"),
        ("poker-dice", ["players.min=3"], "Two players"),
        ("poker-dice", ["players.max=2"], "More:"),
        ("stacked-dice", ["max_height=2"], "on #2"),
        ("poker-dice", ["faces=[A, K]"], "neighbours"),
    ],
)
def test_nothing_is_said_that_cannot_be(variant: str, settings: list[str], never: str) -> None:
    assert never not in told(variant, *settings)


# ---- the rule of a refusal


@pytest.mark.parametrize(
    ("move", "rule"),
    [("wait", "L-A15"), ("exact", "L-A18"), ("pass", "L-A20"), ("show none", "L-A22"), ("sum 7", "L-A26"), ("0x3", "L-C13")],
)  # fmt: skip
def test_a_move_that_is_not_played_is_refused_by_a_rule_that_says_so(move: str, rule: str) -> None:
    game = Scene(seats=3)
    game.say("A: 1x2")
    assert game.rejects(move) == rule
    (text,) = [text for told_rule, text in rules_of(game.definition) if told_rule == rule]
    assert move == "0x3" or text.startswith("Not played here: ")


def test_a_standing_pass_is_not_called_exact() -> None:
    game = Scene("dudo-old", seats=3)
    game.say("A: 1x2", "B: pass")
    assert game.rejects("exact") == "L-C17"
    assert "L-C17 While a pass stands the bid under it is not challenged and nobody calls it `exact`." in told(
        "dudo-old"
    )


def test_the_bids_of_a_final_duel_are_those_that_the_rules_name() -> None:
    game = Scene(dice_per_player=1, final_duel="sum", faces=4)
    assert [game.legal()[0], game.legal()[-1]] == ["sum 2", "sum 8"]
    made: Any = definition(dice_per_player=1, final_duel="sum", faces=4)
    assert any("`sum 2` to `sum 8`" in text for _, text in rules_of(made))
