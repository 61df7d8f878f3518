"""Rules that are set for one run: what may be set, and what is said of what may not."""

from __future__ import annotations

import pytest
from definition_files import PATHS, PIECES, Write, error_of
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.errors import code_of
from dicecup.cli.base.wording import COMMAND_LINE
from dicecup.engine.definitions.definition import BadSetting, DefinitionError, diff, load


def test_set_overrides_rules_and_players() -> None:
    settings = [
        "dice_per_player=3",
        "spot_on.callers=any",
        'face_names=[1, 2, 3, 4, 5, "*"]',
        "players.max=4",
    ]
    definition = load("liars-dice", [*settings, "palifico={trigger: one_die}"])
    assert diff(load("liars-dice"), definition) == [
        ("players.max", 3, 4),
        ("rules.face_names", "none", [1, 2, 3, 4, 5, "*"]),
        ("rules.dice_per_player", 5, 3),
        ("rules.spot_on.callers", "none", "any"),
        ("rules.palifico.trigger", "off", "one_die"),
    ]
    assert definition.origin["players.max"] == "override"
    assert definition.name == "liars-dice"
    assert definition.digest != load("liars-dice").digest


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (["faces=5", "faces=6"], "faces=6: faces is set already, by faces=5; give it once"),
        (["faces=5", " faces = 5"], " faces = 5: faces is set already, by faces=5; give it once"),
        (["players.max=3", "loss=difference", "players.max=2"], "players.max=2: players.max is set already, by players.max=3; give it once"),
        (["spot_on={callers: any, needs: any}", "spot_on.needs=any"], "spot_on.needs=any: spot_on.needs is set already, by spot_on={callers: any, needs: any}; give it once"),
        (["spot_on.callers=any", "spot_on={callers: next}"], "spot_on={callers: next}: spot_on.callers is set already, by spot_on.callers=any; give it once"),
    ],
)  # fmt: skip
def test_a_key_is_set_once(settings: list[str], said: str) -> None:
    with pytest.raises(BadSetting) as error:
        load("liars-dice", settings)
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("dice_per_player=x", "dice_per_player=x: x is not allowed; allowed: an integer from 1 to 20"),
        ("dice_per_player=", "dice_per_player=: the value is missing; allowed: an integer from 1 to 20"),
        ("dice_per_player", "dice_per_player: write KEY=VALUE, such as dice_per_player=3"),
        ("dice_per_plyer=3", "dice_per_plyer=3: unknown key dice_per_plyer (did you mean dice_per_player?)"),
        ("callers=any", "callers=any: unknown key callers (did you mean spot_on.callers?)"),
        ("calers=any", "calers=any: unknown key calers (did you mean spot_on.callers?)"),
        ("rules.faces=3", "rules.faces=3: unknown key rules.faces (did you mean faces?)"),
        ("title=x", "title=x: title cannot be set; allowed: the keys of rules, players.min and players.max"),
        ("players.min=1", "players.min=1: 1 is not allowed; allowed: an integer from 2 to 10"),
        ("palifico=true", "palifico=true: true is not allowed; allowed: a mapping with the keys trigger, once, face and with_two_left"),
        ("palifico={onc: true}", "palifico={onc: true}: onc: unknown key onc; allowed: trigger, once, face, with_two_left (did you mean once?)"),
        ("faces=[1", "faces=[1: the list that begins on line 1 goes on with `,` or ends with `]`"),
        ("faces=*a", "faces=*a: aliases (*a) are not supported; write the value out"),
        ("rounds=single", "rounds=single: rounds single needs loss elimination: its one showdown decides"),
        ("players.min=4", "players.min=4: players.min 4 is above players.max 3; raise one or lower the other"),
        ("x=\x1b", "x=\\x1b: unknown key x; allowed: players.min, "),
    ],
)  # fmt: skip
def test_bad_settings_say_what_is_allowed(settings: str, said: str) -> None:
    with pytest.raises(BadSetting) as caught:
        load("liars-dice", [settings])
    assert str(caught.value).startswith(said)
    assert COMMAND_LINE.sentence(caught.value) == f"--set {caught.value}"
    assert code_of(caught.value) == 2
    assert "\n" not in str(caught.value)


def test_all_bad_settings_are_named_in_one_run() -> None:
    with pytest.raises(BadSetting) as caught:
        load("liars-dice", ["faces=1", "loss=all", "nothing"])
    assert len(str(caught.value).split("\n")) == 3


def test_a_bad_file_is_not_the_settings_fault(write: Write) -> None:
    with pytest.raises(DefinitionError):
        load(write("rules: {rounds: single}"), ["loss=elimination"])


@pytest.mark.fuzz
@given(
    st.lists(st.text() | st.sampled_from(PIECES)).map("".join),
    st.sampled_from([*PATHS, "players.min", "palifico", ""]),
)
def test_settings_raise_nothing_but_their_own_error(text: str, path: str) -> None:
    for setting in (text, f"{path}={text}"):
        error = error_of(BadSetting, load, "liars-dice", [setting])
        assert error is None or str(error)
