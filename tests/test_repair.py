"""Torn logs: what is cut, what is kept, what is refused; and going on from any byte to the same bytes in the end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from command_line import dicecup, process

from dicecup.cli.base.errors import code_of
from dicecup.engine.log.lock import lock
from dicecup.engine.replay.fork import UntrueGameError, games, resume
from dicecup.engine.replay.repair import Irreparable, cut, examine
from dicecup.engine.replay.verify import verify


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def whole() -> bytes:
    """Game 0 of seed 7: a header and 58 events. A name holds letters of several bytes."""
    assert dicecup("play", "liars-dice", "--seed", 7, "--name", "A=Žofie", "--log", "whole.jsonl").code == 0
    return Path("whole.jsonl").read_bytes()


def torn(data: bytes) -> Path:
    Path("game.jsonl").write_bytes(data)
    return Path("game.jsonl")


def test_a_tear_at_any_byte_is_cut_to_the_last_whole_record(whole: bytes) -> None:
    header = whole.index(b"\n")
    for keep in [*range(1, len(whole), 97), header - 1, header + 1, len(whole) - 2]:
        data = whole[:keep]
        if keep < header:
            with pytest.raises(Irreparable) as refused:
                examine(io.BytesIO(data))
            assert code_of(refused.value) == 4
            continue
        tail = examine(io.BytesIO(data))
        kept = data[: tail.keep]
        assert tail.keep + tail.cut == len(data)
        assert kept + data[tail.keep :] == data
        last = data.rpartition(b"\n")[0] + b"\n"
        assert kept in (data, last)  # all of it where the last record is whole but for its newline
        (verdict,) = verify(io.BytesIO(kept))
        assert verdict.kind == "incomplete"
        assert verdict.events == tail.events


def test_a_cut_within_a_header_gets_one_answer_from_verify_resume_and_repair(whole: bytes) -> None:
    """Wherever it goes, also through a letter of several bytes, and whether a whole game stands before it."""
    header = whole[: whole.index(b"\n")]
    letter = header.index("Ž".encode())
    for keep in (1, 60, letter, letter + 1, letter + 2, len(header) - 1):
        for before in (b"", whole):
            data, line = before + header[:keep], before.count(b"\n") + 1
            *_, verdict = verify(io.BytesIO(data))
            assert (verdict.kind, verdict.line) == ("torn line", line)
            found = games(io.BytesIO(data))
            with pytest.raises(UntrueGameError) as refused:
                resume(io.BytesIO(data), found[-1])
            assert (refused.value.kind, refused.value.line) == ("torn line", line)
            if before:
                tail = examine(io.BytesIO(data))
                assert (tail.line, tail.cut, tail.games, tail.ended) == (line, keep, 1, True)
            else:
                with pytest.raises(Irreparable) as irreparable:
                    examine(io.BytesIO(data))
                assert (irreparable.value.kind, irreparable.value.verdict.line) == ("torn line", line)


def test_bytes_that_no_letter_begins_with_are_no_tear(whole: bytes) -> None:
    header = whole[: whole.index(b"\n")]
    for data in (header[:60] + b"\xff", header[:60] + b"\xc3x", header[:60] + b"\xc3\n"):
        (verdict,) = verify(io.BytesIO(data))
        assert verdict.kind == "unreadable bytes"


def test_a_tear_through_a_letter_is_a_tear() -> None:
    first = b'{"n":1,"type":"x"'
    assert dicecup("play", "liars-dice", "--seed", 7, "--log", "a.jsonl").code == 0
    data = Path("a.jsonl").read_bytes().splitlines(keepends=True)
    tail = examine(io.BytesIO(b"".join(data[:5]) + first + "Ž".encode()[:1]))
    assert (tail.line, tail.cut, tail.events) == (6, len(first) + 1, 4)


def test_zeros_after_a_power_cut_are_a_tear(whole: bytes) -> None:
    assert examine(io.BytesIO(whole[:2500] + bytes(700))).cut >= 700


def test_the_last_of_many_games_is_cut_even_in_its_header(whole: bytes) -> None:
    for more in (whole[:100], whole[:3000]):
        tail = examine(io.BytesIO(whole + whole + more))
        assert tail.games == (2 if len(more) == 100 else 3)
        assert tail.ended == (len(more) == 100)
        assert tail.keep >= 2 * len(whole)


def lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("kind", "code", "line"),
    [("cut", 1, 21), ("altered", 1, 20), ("unreadable record", 4, 20), ("merged", 1, 60), ("incomplete", 4, 30)],
)
def test_anything_worse_is_refused_with_its_kind_and_line(whole: bytes, kind: str, code: int, line: int) -> None:
    data = lines(whole)
    place = next(i for i, one in enumerate(data) if b'"type":"move"' in one and i >= 8)
    bad = {
        "cut": [*data[:20], *data[21:]],
        "altered": [*data[:place], data[place].replace(b'"seat":"', b'"seat":"J'), *data[place + 1 :]],
        "unreadable record": [*data[:19], data[19][:9] + b"\n", *data[20:]],
        "merged": [*data, *data[1:4]],
        "incomplete": [*data[:30], *data],
    }[kind]
    log = torn(b"".join(bad) + b'{"n":')
    before = log.read_bytes()
    run = dicecup("replay", "repair", log)
    assert run.code == code
    assert f"({kind}); only a torn end can be repaired" in run.problem()
    where = place + 1 if kind == "altered" else line
    assert run.problem().startswith(f"dicecup: game.jsonl:{where}: ")
    assert log.read_bytes() == before
    assert [path.name for path in Path().iterdir() if ".bak" in path.name or ".part" in path.name] == []


def test_a_torn_line_with_its_newline_was_written_by_somebody(whole: bytes) -> None:
    assert dicecup("replay", "repair", torn(whole[:3000] + b"\n")).code == 4


def test_the_log_as_it_was_is_kept_and_no_backup_is_written_over(whole: bytes) -> None:
    log = torn(whole[:3000])
    log.chmod(0o600)
    kept = []
    for number in ("", "2", "3"):
        log.write_bytes(whole[:3000] + number.encode())
        kept.append(log.read_bytes())
        run = dicecup("replay", "repair", log)
        assert run.code == 0
        assert f"The log as it was: game.jsonl.bak{number}" in run.lines
    assert [Path(f"game.jsonl.bak{number}").read_bytes() for number in ("", "2", "3")] == kept
    assert log.read_bytes() == whole[: whole.rindex(b"\n", 0, 3000) + 1]
    assert log.stat().st_mode & 0o777 == Path("game.jsonl.bak").stat().st_mode & 0o777 == 0o600


def test_a_link_stays_one(whole: bytes) -> None:
    torn(whole[:3000])
    Path("link.jsonl").symlink_to("game.jsonl")
    assert dicecup("replay", "repair", "link.jsonl").code == 0
    assert Path("link.jsonl").is_symlink()
    assert Path("game.jsonl").read_bytes().endswith(b"\n")


def test_nothing_to_repair(whole: bytes) -> None:
    run = dicecup("replay", "repair", "whole.jsonl")
    assert (run.code, run.lines) == (0, ["whole.jsonl: no record is torn; nothing to repair"])
    cut_clean = torn(b"".join(lines(whole)[:20]))
    assert "dicecup play --resume game.jsonl" in dicecup("replay", "repair", cut_clean).out
    assert cut_clean.read_bytes() == b"".join(lines(whole)[:20])
    assert not Path("game.jsonl.bak").exists()


def test_what_cannot_be_repaired_at_all(whole: bytes) -> None:
    assert dicecup("replay", "repair", torn(b"")).code == 4
    assert dicecup("replay", "repair", "absent.jsonl").code == 2
    assert dicecup("replay", "repair", "-").code == 2
    assert dicecup("replay", "repair", ".").code == 2


def test_a_folder_that_cannot_be_written_is_a_sentence(whole: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    log = torn(whole[:3000])
    monkeypatch.setattr("os.fsync", lambda number: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    run = dicecup("replay", "repair", log)
    assert (run.code, run.problem()) == (5, "dicecup: cannot repair game.jsonl: no space left on device")
    assert log.read_bytes() == whole[:3000]
    assert [path.name for path in Path().glob("*.bak*")] + [path.name for path in Path().glob("*.part")] == []


def test_cut_takes_what_examine_found(whole: bytes) -> None:
    log = torn(whole[:3000])
    with log.open("rb") as stream:
        tail = examine(stream)
    assert cut(log, tail) == Path("game.jsonl.bak")
    assert log.stat().st_size == tail.keep


# --- play --resume ----------------------------------------------------------------------------------------------------


def test_a_game_goes_on_from_any_byte_to_the_same_bytes(whole: bytes) -> None:
    header = whole.index(b"\n") + 1
    for keep in [header, *range(header, len(whole) - 1, 211), len(whole) - 1]:
        log = torn(whole[:keep])
        run = dicecup("play", "--resume", log, "-q")
        if keep == len(whole) - 1:  # nothing but the newline is missing: the game is over
            assert run.code == 2
            continue
        assert (run.code, run.err) == (0, "")
        assert log.read_bytes() == whole, keep


def test_the_last_of_many_games_goes_on(whole: bytes) -> None:
    log = torn(whole + whole[:3000])
    assert dicecup("play", "--resume", log).code == 0
    assert log.read_bytes() == whole * 2


def test_an_abandoned_game_goes_on_with_the_rest_of_its_moves() -> None:
    seats = ("--seat", "human", "--seat", "basic", "--seed", 7)
    moves = [
        event["move"]
        for event in dicecup("play", "liars-dice", "--seed", 7, "--json").records()
        if event.get("seat") == "A" and event["type"] == "move" and "auto" not in event
    ]
    script = "".join(f"{move}\n" for move in moves)
    assert dicecup("play", "liars-dice", *seats, "--log", "whole.jsonl", stdin=script).code == 0
    Path("first.txt").write_text("".join(f"{move}\n" for move in moves[:3]))
    Path("rest.txt").write_text("".join(f"{move}\n" for move in moves[3:]))
    run = dicecup("play", "liars-dice", *seats, "--log", "game.jsonl", "--moves", "first.txt")
    assert run.code == 1
    left = Path("game.jsonl").read_bytes()
    assert b'"end":"abandoned"' in left
    again = dicecup("play", "--resume", "game.jsonl", stdin="quit\n")  # and left again at once
    assert (again.code, Path("game.jsonl").read_bytes()) == (0, left)
    assert dicecup("play", "--resume", "game.jsonl", "--moves", "rest.txt").code == 0
    assert Path("game.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()


def test_scripted_dice_go_on_with_the_throws_to_come() -> None:
    throws = [
        f"{event['seat']}: {' '.join(map(str, event['dice']))}\n"
        for event in dicecup("play", "liars-dice", "--seed", 7, "--json").records()
        if event["type"] == "roll"
    ]
    Path("all.txt").write_text("".join(throws))
    assert dicecup("play", "liars-dice", "--seed", 7, "--dice", "all.txt", "--log", "whole.jsonl").code == 0
    data = Path("whole.jsonl").read_bytes()
    kept = lines(data)[:30]
    Path("rest.txt").write_text("".join(throws[sum(b'"type":"roll"' in one for one in kept) :]))
    log = torn(b"".join(kept))
    refused = dicecup("play", "--resume", log)
    assert (refused.code, "give the throws to come with --dice FILE" in refused.problem()) == (2, True)
    assert dicecup("play", "--resume", log, "--dice", "rest.txt").code == 0
    assert log.read_bytes() == data


def test_resumed_to_another_file_the_first_stays(whole: bytes) -> None:
    log = torn(whole[:3000])
    assert dicecup("play", "--resume", log, "--log", "other.jsonl").code == 0
    assert Path("other.jsonl").read_bytes() == whole
    assert log.read_bytes() == whole[:3000]
    assert dicecup("play", "--resume", log, "--log", "other.jsonl").code == 5
    assert dicecup("play", "--resume", log, "--log", "./game.jsonl").code == 0
    assert log.read_bytes() == whole


def test_a_bot_of_ones_own_is_named_again(tmp_path: Path) -> None:
    Path("bots").mkdir()
    Path("bots/mine.py").write_text("def low(view):\n    return view.legal[0]\n")
    line_up = ("--seat", "bots/mine.py:low", "--seat", "basic", "--seed", 7)
    assert dicecup("play", "liars-dice", *line_up, "--log", "whole.jsonl").code == 0
    data = Path("whole.jsonl").read_bytes()
    log = torn(data[:3000])
    run = dicecup("play", "--resume", log)
    assert run.code == 2
    assert "--seat A=PATH/mine.py:low" in run.problem()
    assert dicecup("play", "--resume", log, "--seat", "A=bots/mine.py:low").code == 0
    assert log.read_bytes() == data


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["perudo"], "leave VARIANT out"),
        (["--seed", "8", "--set", "faces=5"], "leave --seed and --set out"),
        (["--seat", "A=random"], "basic plays that seat, and --resume changes nobody"),
        (["--seat", "random"], "name the seat too: --seat A=random"),
        (["--seat", "J=basic"], "nobody sits there"),
        (["--force"], "--force has nothing to replace"),
        (["--dice", "dice.txt"], "the game's dice are seeded"),
        (["--moves", "moves.txt"], "--moves needs a person to move for"),
    ],
)
def test_what_the_log_says_may_not_be_said_again(whole: bytes, options: list[str], words: str) -> None:
    log = torn(whole[:3000])
    run = dicecup("play", *options, "--resume", log)
    assert (run.code, words in run.problem()) == (2, True), run.err
    assert log.read_bytes() == whole[:3000]


def test_what_cannot_be_resumed(whole: bytes) -> None:
    over = dicecup("play", "--resume", "whole.jsonl")
    assert over.code == 2
    assert "whole.jsonl:59: game 0 is over (won by" in over.problem()
    assert dicecup("play", "--resume", "absent.jsonl").code == 2
    assert dicecup("play", "--resume", "-").code == 2
    assert dicecup("play").problem() == "dicecup: VARIANT is missing; `dicecup play --help` shows how it is used"
    altered = torn(whole[:3000].replace(b'"move":"', b'"move":"9', 1))
    before = altered.read_bytes()
    run = dicecup("play", "--resume", altered)
    assert run.code == 1
    assert "the game is not true (altered)" in run.problem()
    assert altered.read_bytes() == before
    assert dicecup("play", "--resume", torn(b"")).code == 2


def test_two_programs_cannot_resume_one_log(whole: bytes) -> None:
    log = torn(whole[:3000])
    with log.open("r+b") as held:
        assert lock(held)
        run = process("play", "--resume", log)
    assert (run.code, "another program is writing on in game.jsonl" in run.problem()) == (5, True)
    assert log.read_bytes() == whole[:3000]
