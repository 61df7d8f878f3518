"""The settings: where each is from, what is refused, and that saving one changes one line of the file."""

from __future__ import annotations

import re
import stat
from contextlib import suppress
from pathlib import Path

import pytest
from command_line import ROOT, dicecup
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.command import common_options
from dicecup.cli.base.errors import Failure, code_of, sentences, text_of
from dicecup.cli.base.output import Manners
from dicecup.cli.settings.file import changed, commented, values
from dicecup.cli.settings.resolver import Settings
from dicecup.cli.settings.schema import SLOTS, allowed, declared, sentence
from dicecup.engine.core.problems import DefinitionError
from dicecup.engine.definitions.value_types import word

DEFAULTS = {name: slot.default for name, slot in SLOTS.items()}
OTHERS = {
    "drawing": "ascii",
    "accessible": "true",
    "color": "never",
    "keys": "vi",
    "tutor": "true",
    "undo": "false",
    "opponent": "random",
    "time_limit": "30",
    "talk": "true",
    "autosave": "false",
    "history": "7",
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "config.yaml"


def load(file: Path, text: str | None = None, asked: Manners | None = None, **environ: str) -> Settings:
    if text is not None:
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text.encode())
    return Settings.load({"DICECUP_CONFIG": str(file), **environ}, asked)


def refusal(error: Exception) -> tuple[int, list[str]]:
    return code_of(error), [text_of(record) for record in sentences(error)]


# ---- the file


def test_the_first_file_has_every_setting_commented_under_a_line_about_it() -> None:
    text = commented()
    assert values(text.encode(), "") == {}
    lines = text.splitlines()
    for name, default in DEFAULTS.items():
        at = next(i for i, line in enumerate(lines) if line.startswith(f"# {name}: "))
        assert lines[at - 1].startswith("# ")
        assert "Allowed: " in lines[at - 1]
        assert lines[at - 2] == ""
        assert values(lines[at].removeprefix("# ").encode(), "") == {name: default}
    bare = re.sub(rf"^# (?=({'|'.join(DEFAULTS)}):)", "", text, flags=re.MULTILINE)
    assert values(bare.encode(), "") == DEFAULTS


def test_the_first_start_writes_the_file_once_and_privately(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings = Settings.load({})
    place = tmp_path / "dicecup" / "config.yaml"
    assert settings.first_start() == place
    assert place.read_text() == commented()
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    place.write_text("tutor: true\n")
    again = Settings.load({})
    assert again.first_start() is None
    assert place.read_text() == "tutor: true\n"
    assert (again.tutor, again.source("tutor")) == (True, "file")


def test_a_first_file_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dicecup").write_text("in the way")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    said: list[str] = []
    monkeypatch.setattr(Manners, "warn", lambda self, text: said.append(text))
    settings = Settings.load({})
    assert settings.first_start() is None
    assert Settings().first_start() is None
    assert said == [
        f"the settings in {tmp_path}/dicecup/config.yaml are left out, since they cannot be read: not a directory"
    ]
    with pytest.raises(Failure, match="not saved: cannot make the folder") as caught:
        settings.set("tutor", "on", save=True)
    assert (caught.value.code, settings.tutor, settings.source("tutor")) == (5, True, "session")


def test_C054_a_file_that_was_named_and_is_missing_is_a_failure(file: Path) -> None:
    with pytest.raises(
        Failure, match=r"DICECUP_CONFIG names .*config.yaml, which cannot be read: no such file"
    ) as caught:
        load(file)
    assert caught.value.code == 2
    for unusable in (file.parent.parent, Path("a\0b")):
        with pytest.raises(Failure) as caught:
            load(unusable)
        assert caught.value.code == 2


def test_mistakes_of_the_file_are_told_with_their_places_all_at_once(file: Path) -> None:
    text = "tutr: true\ndrawing: asci\nhistory: 99999\n# fine\nundo: yes\nopponent: bsic\nrules: {}\nkeys:\n"
    with pytest.raises(DefinitionError) as caught:
        load(file, text)
    code, told = refusal(caught.value)
    assert code == 3
    assert [line.removeprefix(str(file)) for line in told] == [
        f":1:1: tutr: unknown key tutr; allowed: {', '.join(DEFAULTS)} (did you mean tutor?)",
        ":2:10: drawing: asci is not allowed; allowed: one of auto, unicode, ascii (did you mean ascii?)",
        ":3:10: history: 99999 is not allowed; allowed: an integer from 0 to 10000",
        ":5:7: undo: yes is not allowed; allowed: true or false (did you mean true?)",
        ":6:11: opponent: bsic is not allowed; allowed: one of random, basic, expert (did you mean basic?)",
        f":7:1: rules: unknown key rules; allowed: {', '.join(DEFAULTS)}",
        ":8:1: keys: the value is missing; allowed: one of emacs, vi",
    ]


@pytest.mark.parametrize(
    "text", ["- tutor\n", "tutor\n", "tutor: true\ntutor: false\n", "tutor: !!bool true\n", "a: [\n"]
)
def test_what_is_no_mapping_of_settings_is_refused(file: Path, text: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        load(file, text)
    assert str(caught.value).startswith(f"{file}:")


@pytest.mark.parametrize("text", ["", "# nothing\n", "\ufeff# nothing\r\n"])
def test_a_file_that_says_nothing_gives_the_defaults(file: Path, text: str) -> None:
    assert {name: load(file, text).get(name) for name in SLOTS} == DEFAULTS


@pytest.mark.fuzz
@given(st.text(st.sampled_from("tutor:undo true\n#{}[]'\"-\t\r\x00é&*!|>"), max_size=40) | st.text(max_size=40))
def test_no_file_is_more_than_an_error(text: str) -> None:
    with suppress(DefinitionError):
        assert values(text.encode("utf-8", "surrogatepass"), "f").keys() <= SLOTS.keys()


# ---- precedence


def test_flags_come_before_the_environment_and_that_before_the_file(file: Path) -> None:
    said = "color: never\naccessible: false\nkeys: vi\n"
    settings = load(file, said, Manners(plain=True), DICECUP_COLOR="always", DICECUP_TUTOR="1", DICECUP_UNDO="")
    assert {name: settings.source(name) for name in SLOTS} == dict.fromkeys(SLOTS, "default") | {
        "accessible": "flag",
        "color": "environment",
        "keys": "file",
        "tutor": "environment",
    }
    assert (settings.accessible, settings.color, settings.keys, settings.tutor) == (True, "always", "vi", True)
    settings.set("accessible", "off", save=False)
    assert (settings.accessible, settings.source("accessible")) == (False, "session")
    assert file.read_text() == said


@pytest.mark.parametrize(("text", "value"), [("1", True), ("yes", True), ("", False), ("0", False)])
def test_accessible_is_what_other_programs_call_it_too(file: Path, text: str, value: bool) -> None:
    assert load(file, "", ACCESSIBLE=text).accessible is value
    assert load(file, "", ACCESSIBLE=text, DICECUP_ACCESSIBLE="false").accessible is False


def test_a_wrong_variable_is_named(file: Path) -> None:
    with pytest.raises(Failure) as caught:
        load(file, "", DICECUP_TUTOR="maybe")
    assert refusal(caught.value) == (2, ["DICECUP_TUTOR: maybe is not allowed; allowed: true or false"])


@pytest.mark.parametrize(
    ("asked", "text", "environ", "colored"),
    [
        ("", "", {}, False),  # no terminal
        ("", "color: always", {}, True),
        ("", "color: always", {"NO_COLOR": "1"}, False),
        ("", "color: never", {"FORCE_COLOR": "1"}, True),
        ("", "color: always", {"FORCE_COLOR": "0"}, True),
        ("", "", {"DICECUP_COLOR": "always"}, True),
        ("", "color: always", {"DICECUP_COLOR": "never"}, False),
        ("", "", {"DICECUP_COLOR": "always", "NO_COLOR": "1"}, False),
        ("", "", {"DICECUP_COLOR": "never", "FORCE_COLOR": "1"}, True),
        ("", "", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ("always", "color: never", {"NO_COLOR": "1"}, True),
        ("auto", "color: always", {}, False),
        ("auto", "color: always", {"FORCE_COLOR": "1"}, True),
        ("always", "accessible: true", {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour_is_said_by_the_flag_then_the_wide_variables_then_our_own_then_the_file(
    file: Path, asked: str, text: str, environ: dict[str, str], colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    flags = Manners(color=asked)
    load(file, text, flags, **environ).complete(flags, environ)
    assert flags.colored() is colored


def test_what_is_set_in_the_session_comes_before_all_else(file: Path) -> None:
    settings = load(file, "", Manners(color="always"), NO_COLOR="1")
    settings.set("color", "never", save=False)
    settings.set("drawing", "ascii", save=False)
    manners = Manners()
    settings.complete(manners, {"FORCE_COLOR": "1"})
    assert (manners.color, manners.drawing) == ("never", "ascii")
    asked = Manners(color="always")  # by an option on one line
    settings.complete(asked, {"NO_COLOR": "1"})
    assert asked.color == "always"


def test_the_flags_of_settings_are_those_of_every_command() -> None:
    options = {name: option for option in common_options() for name in option.opts}
    for name, slot in SLOTS.items():
        if manner := declared(slot, "manner"):
            assert f"--{name}" in options
            assert hasattr(Manners(), manner)


# ---- set


def test_every_setting_is_set_and_saved_in_its_own_line(file: Path) -> None:
    for name, text in OTHERS.items():
        settings = load(file, commented())
        settings.set(name, text, save=True)
        old, new = commented().splitlines(), file.read_text().splitlines()
        assert [line for line in new if line not in old] == [f"{name}: {text}"]
        assert len(new) == len(old)
        assert load(file).get(name) == settings.get(name) != DEFAULTS[name]
        settings.set(name, word(DEFAULTS[name]), save=True)
        assert values(file.read_bytes(), "") == {name: DEFAULTS[name]}


def test_set_makes_file_and_folder_where_there_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "new"))
    settings = Settings.load({})
    settings.set("Tutor", " ON ", save=True)
    place = tmp_path / "new" / "dicecup" / "config.yaml"
    assert place.read_text() == commented().replace("# tutor: false", "tutor: true")
    assert stat.S_IMODE(place.stat().st_mode) == 0o600


def test_saving_changes_one_line_and_keeps_mode_and_link(file: Path, tmp_path: Path) -> None:
    text = "# mine\r\n'keys' : vi   # as ever\r\n\r\ntutor: false\r\n# drawing: auto"
    load(file, text)
    file.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to(file)
    settings = load(link)
    settings.set("keys", "emacs", save=True)
    settings.set("drawing", "ascii", save=True)
    settings.set("history", "5", save=True)
    wanted = "# mine\r\nkeys: emacs   # as ever\r\n\r\ntutor: false\r\ndrawing: ascii\r\nhistory: 5\r\n"
    assert file.read_bytes().decode() == wanted
    assert link.is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{tutor: true}\n", "write `keys: vi` into"),
        ("keys:\n  emacs\n", "write `keys: vi` into"),
        ("  tutor: true\n", "write `keys: vi` into"),
        ("tutr: true\n", "first: unknown key tutr"),
        ("keys: [\n", "first: "),
    ],
)
def test_a_file_that_cannot_be_changed_by_a_line_stays_as_it_is(file: Path, text: str, why: str) -> None:
    settings = load(file, "")
    file.write_text(text)
    with pytest.raises(Failure) as caught:
        settings.set("keys", "vi", save=True)
    assert caught.value.code == 5
    assert str(caught.value).startswith("keys is set for this session, but not saved: ")
    assert why in str(caught.value)
    assert file.read_text() == text
    assert settings.keys == "vi"


def test_the_defaults_alone_have_no_file_to_be_saved_in() -> None:
    settings = Settings()
    with pytest.raises(Failure, match="no file of settings is in use"):
        settings.set("keys", "vi", save=True)
    assert (settings.keys, settings.source("keys")) == ("vi", "session")
    assert (Settings().keys, Settings().source("keys")) == ("emacs", "default")


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("tutr", "on", "there is no setting tutr (did you mean tutor?); there are drawing, "),
        ("", "on", 'there is no setting ""; there are drawing, '),
        ("\x1b[2J", "on", "there is no setting "),
        ("tutor", "maybe", "tutor: maybe is not allowed; allowed: true or false"),
        ("tutor", "", "tutor: the value is missing; allowed: true or false"),
        ("history", "-1", "history: -1 is not allowed; allowed: an integer from 0 to 10000"),
        ("history", "01000", "history: 01000 is not allowed; allowed: an integer from 0 to 10000 (did you mean 1000?)"),
        (
            "drawing",
            "unicod",
            "drawing: unicod is not allowed; allowed: one of auto, unicode, ascii (did you mean unicode?)",
        ),
        ("opponent", "\udcff", "opponent: the sign U+DCFF is not allowed in a text; take it out"),
    ],
)
def test_what_cannot_be_set_changes_nothing(file: Path, name: str, text: str, sentence: str) -> None:
    settings = load(file, "")
    with pytest.raises(Failure) as caught:
        settings.set(name, text, save=True)
    assert caught.value.code == 2
    assert str(caught.value).startswith(sentence)
    assert "\x1b" not in str(caught.value)
    assert {name: settings.get(name) for name in SLOTS} == DEFAULTS
    assert file.read_bytes() == b""


@pytest.mark.parametrize("text", ["", "   ", "\t", "-1", "99999999999999999999", "3.0", "\uff15", "1e3", "0x10"])
def test_C021_no_odd_number_is_taken_for_another(text: str) -> None:
    settings = Settings()
    with pytest.raises(Failure, match="allowed: an integer from 0 to 10000") as caught:
        settings.set("history", text, save=False)
    assert (caught.value.code, settings.history, settings.source("history")) == (2, 1000, "default")


@given(
    st.sampled_from(sorted(OTHERS)),
    st.lists(st.sampled_from(["", "# x", "undo: true", "keys: vi # k", "tutor: true"]), max_size=5),
)
def test_a_changed_text_says_the_new_value_and_all_the_rest_as_before(name: str, lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in dict.fromkeys(lines))
    before = values(text.encode(), "")
    value = values(f"{name}: {OTHERS[name]}".encode(), "")
    after = changed(text, name, value[name])
    assert values(after.encode(), "") == before | value
    assert len(after.splitlines()) == len(text.splitlines()) + (name not in before)


def test_rows_tell_name_value_source_and_meaning(file: Path) -> None:
    rows = {row[0]: row[1:] for row in load(file, "history: 0", DICECUP_TUTOR="yes").rows()}
    assert list(rows) == list(SLOTS)
    assert rows["history"][:2] == ("0", "file")
    assert rows["tutor"][:2] == ("true", "environment")
    assert rows["opponent"] == (
        "basic",
        "default",
        "The bot that takes the free seats of games begun in the console; basic where a game has no such bot. Allowed: a bot's name; `dicecup bots VARIANT` lists them.",
    )
    assert rows["accessible"][2].endswith("Allowed: true or false. Also: --accessible, ACCESSIBLE=1.")


def test_the_page_has_every_setting_with_its_values_and_default() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| `(\w+)` \| (.+) \|$", page, re.MULTILINE)
    assert [(name, default, meaning) for name, _, default, meaning in rows] == [
        (name, word(slot.default), sentence(slot).replace(" Allowed: " + allowed(slot) + ".", ""))
        for name, slot in SLOTS.items()
    ]
    assert [values for _, values, _, _ in rows] == [allowed(slot) for slot in SLOTS.values()]


def test_the_folders_that_the_environment_names_are_told(tmp_path: Path) -> None:
    env = {"DICECUP_CONFIG": str(tmp_path / "a" / "config.yaml"), "DICECUP_STATE": str(tmp_path / "b")}
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "config.yaml").touch()
    (found,) = dicecup("doctor", "--json", env=env).records()
    assert found["folders"] | {"cache": ""} == {
        "config": str(tmp_path / "a"),
        "state": str(tmp_path / "b"),
        "cache": "",
    }
