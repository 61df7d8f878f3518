"""People at other screens, over real sockets: whole games of every variant, what each is told, and who is let in."""

from __future__ import annotations

import io
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import pytest
from logs import GOLDEN, records
from screens import SEED, Screen, hosted

from dicecup.cli.session.seat_log import SeatLog
from dicecup.engine.bots import screens as engine_screens
from dicecup.engine.bots.door import NoDoorError, local_door
from dicecup.engine.bots.failure import BotFailure
from dicecup.engine.bots.screens import MOST_REFUSED, TOGETHER
from dicecup.engine.core.philox import philox
from dicecup.engine.definitions.definition import load
from dicecup.engine.definitions.shipped import shipped_names
from dicecup.engine.log.redaction import Redacted
from dicecup.engine.match.match import Match
from dicecup.engine.match.seen import packed_view
from dicecup.engine.replay.verify import verify


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose path is short enough for a socket."""
    with TemporaryDirectory(prefix="dc-") as path:
        yield Path(path) / "run"


# ---- whole games


@pytest.mark.parametrize("variant", shipped_names())
def test_a_game_of_each_variant_over_a_socket(variant: str, folder: Path, tmp_path: Path) -> None:
    seats = "ABCDEFGHIJ"[: load(variant).players.min]
    with hosted(folder, variant, seats=seats) as game:
        screens = [game.screen(seat=seat) for seat in seats]
        watcher = game.screen(watch=True)
        watcher.hears("welcome")
        assert game.screens.all_have_come(20)
        match = game.begin()
        playing = [screen.plays() for screen in screens]
        views: dict[tuple[int, str], Any] = {}

        def look(match: Match) -> None:
            views.update({(match.count, seat): packed_view(match.view_record(seat)) for seat in seats})
            for seat in seats:
                assert packed_view(_dealt_again(match, seat)) == views[match.count, seat]

        game.go_on(40, look)
        for thread in playing:
            thread.join(20)
        watcher.hears("gameover")
    for screen, seat in zip([*screens, watcher], [*seats, None], strict=True):
        redacted = Redacted(seat)
        expected = [redacted.record(record) for record in (match.header, *match.events)]
        told = [event for message in screen.messages if message["type"] == "events" for event in message["events"]]
        assert told == [match.visibility.seen(event, seat) for event in match.events]
        assert SEED.encode() not in screen.bytes
        assert not any(key in screen.bytes for key in (b'"key0"', b'"key1"'))
        turns = [message for message in screen.messages if message["type"] == "turn"]
        assert [turn.get("record") for turn in turns] == [
            views[turn["n"], seat] if seat is not None else None for turn in turns
        ]
        assert all(message["seat"] == seat for message in screen.messages if message["type"] == "move?")
        if seat is not None:
            with SeatLog(str(tmp_path / f"{seat}.jsonl")) as log:
                log.begin(next(one["game"] for one in screen.messages if one["type"] == "newgame"), seat)
                for event in told:
                    log.record(event)
            written = (tmp_path / f"{seat}.jsonl").read_bytes()
            assert [verdict.ok for verdict in verify(io.BytesIO(written))] == [True]
            assert written.count(b"\n") == len(expected)


def _dealt_again(match: Match, seat: str) -> Any:
    """The view of a seat after all was dealt again that it cannot see."""
    redealer = match.view_record(seat)
    redealer.key0, redealer.key1 = philox(match.count, 0, 0, 0, 1, 2)[:2]
    other = Match(match.definition, match.header, None)
    other.restore(match.state.copy(), match.events)
    match.family.redeal(other.state, match.rules, redealer)
    return other.view_record(seat)


def test_what_a_cup_hides_changes_no_byte_that_another_hears(folder: Path) -> None:
    def heard(lots: int) -> list[bytes]:
        """What a spectator, A and B are told of a game in which A's dice are other ones, but for what is shown of them."""
        with hosted(folder, "perudo") as game:
            screens = [game.screen(watch=True), game.screen(seat="A"), game.screen(seat="B")]
            for screen in screens:
                screen.hears("welcome")
            for record in records(golden):
                own = record["type"] == "roll" and record.get("private") and record["seat"] == "A"
                game.screens.record(
                    {**record, "dice": [1 + (die + lots) % 6 for die in record["dice"]]} if own else record
                )
            for screen in screens:
                screen.hears("gameover")
            return [screen.bytes.partition(b'"newgame"')[2] for screen in screens]

    golden = next(path for path in GOLDEN if path.stem == "perudo")
    watcher, a, b = zip(heard(0), heard(3), strict=True)
    assert a[0] != a[1]
    assert b[0] == b[1]
    assert watcher[0] == watcher[1]


def test_events_of_a_long_game_come_in_more_messages_than_one(folder: Path) -> None:
    with hosted(folder) as game:
        for number, record in enumerate(records(next(path for path in GOLDEN if path.stem == "perudo")) * 40):
            game.screens.record(
                record if number == 0 or record["type"] not in ("game", "end") else {**record, "type": "undo"}
            )
        with game.screen(seat="A") as screen:
            count = screen.hears("newgame")["events"]
            told = []
            while sum(map(len, told)) < count:
                told.append(screen.hears("events")["events"])
            assert max(map(len, told)) == TOGETHER
            assert count > 10 * TOGETHER


# ---- coming and going


def leaving(screen: Screen) -> Any:
    """What is told when somebody has left; who has come before is passed over."""
    while (told := screen.hears("seat"))["here"]:
        pass
    return told


def test_who_comes_back_is_told_everything_again_and_asked_again(folder: Path) -> None:
    with hosted(folder) as game:
        with game.screen(seat="A", name="Ann") as a, game.screen(seat="B") as b:
            a.hears("welcome"), b.hears("welcome")
            match = game.begin()
            deciding = threading.Thread(target=game.go_on, args=(1,), daemon=True)
            deciding.start()
            first, other = (a, b) if match.turn == "A" else (b, a)
            back, asked = first.messages[0]["back"], first.hears("move?")
            seat = asked["seat"]
            first.say(type="quit")
            assert leaving(other) == {
                "type": "seat",
                "seat": seat,
                "here": False,
                "name": game.screens.names.get(seat, ""),
            }
            with game.screen(back=["no secret", back]) as again:
                assert again.hears("welcome")["seat"] == seat
                assert other.hears("seat")["here"] is True
                first_told = [one for one in first.messages if one["type"] in ("newgame", "events", "turn", "move?")]
                assert [again.hears("newgame", "turn", "move?") for _ in range(3)][2] == asked
                told = [one for one in again.messages if one["type"] == "events"]
                assert [event for one in told for event in one["events"]] == [
                    event for one in first_told if one["type"] == "events" for event in one["events"]
                ]
                again.say(type="move", n=asked["n"], move=asked["legal"][0])
                deciding.join(20)
                assert not deciding.is_alive()
        assert ("left", seat, "has left") in [(one.kind, one.seat, one.text) for one in game.notices]


def test_who_is_let_in(folder: Path) -> None:
    with hosted(folder) as game, game.screen(seat="B") as screen:
        back = screen.hears("welcome")["back"]
        for join, sentence in (
            ({"seat": "B"}, "B is taken by somebody else"),
            ({"seat": "B", "back": ["guess", 7, None]}, "B is taken by somebody else"),
            ({"seat": "C"}, "nobody may join as C, only as A or B"),
            ({"seat": 7}, "nobody may join as 7, only as A or B"),
            ({"protocol": 99}, "protocol 1, which you do not"),
        ):
            with game.screen(**join) as refused:
                assert sentence in refused.hears("error")["message"]
                assert refused.rest() == []
        with game.screen(back=[]) as third:
            assert third.hears("welcome")["seat"] == "A"
            with game.screen(back=[]) as fourth:
                assert "every seat is taken" in fourth.hears("error")["message"]
        with game.screen(seat="B", back=[back]) as again:  # the wire was lost, and only one side knows
            assert again.hears("welcome")["seat"] == "B"
            assert "come back at another screen" in screen.hears("error")["message"]
            assert screen.rest() == []


def test_without_the_token_nobody_is_told_anything(folder: Path) -> None:
    with hosted(folder, tcp=True) as game:
        right = game.address.token
        assert len(right) >= 16
        for join in (
            {"token": ""},
            {"token": right[:-1]},
            {"token": right + "x"},
            {"token": None},
            {"token": [right]},
            {"token": "\ud800"},
        ):
            with game.screen(seat="B", **join) as screen:
                assert screen.rest() == []
                assert screen.bytes == b""
        for data in (b"", b"GET / HTTP/1.1\r\n\r\n", b'{"type":"hello"}\n', b"[" * 100_000 + b"\n", b"\xff\n"):
            with Screen(game.address) as screen:
                screen.send(data)
                if not data:
                    screen.socket.shutdown(1)
                assert screen.rest() == []
                assert screen.bytes == b""
        assert not game.notices
        with game.screen(seat="B") as screen:
            assert screen.hears("welcome")["seat"] == "B"


def test_a_socket_is_its_owners_and_goes_with_its_host(folder: Path) -> None:
    with hosted(folder) as game:
        path = Path(game.address.path)
        assert path == folder / "liars-dice.sock"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        with hosted(folder) as second:
            assert second.address.path == str(folder / "liars-dice-2.sock")
    assert list(folder.iterdir()) == []


def test_the_socket_of_a_dead_host_is_replaced_and_another_file_is_not(folder: Path) -> None:
    folder.mkdir()
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(folder / "perudo.sock"))
    dead.close()
    door = local_door(folder, "perudo")
    assert door.address.path == str(folder / "perudo.sock")
    door.close()
    (folder / "perudo.sock").write_text("mine")
    with pytest.raises(NoDoorError):
        local_door(folder, "perudo")
    assert (folder / "perudo.sock").read_text() == "mine"
    with pytest.raises(NoDoorError, match="too long"):
        local_door(folder / ("x" * 100), "perudo")


# ---- what is answered


def test_an_illegal_move_is_refused_by_its_rule_and_asked_again(folder: Path) -> None:
    with hosted(folder) as game, game.screen(seat="A") as a, game.screen(seat="B") as b:
        a.hears("welcome"), b.hears("welcome")
        match = game.begin()
        thread = threading.Thread(target=game.go_on, args=(2,), daemon=True)
        thread.start()
        first, second = (a, b) if match.turn == "A" else (b, a)
        asked = first.hears("move?")
        second.say(type="move", n=asked["n"], move="1x1")  # it is not asked
        first.say(type="move", n=asked["n"] - 1, move="1x1")  # an answer to something else
        for move in (7, None, "x" * 200):
            first.say(type="move", n=asked["n"], move=move)
            assert first.hears("refused")["message"] == "that is no move"
        first.say(type="move", n=asked["n"], move="liar")
        assert first.hears("refused")["rule"].startswith("L-")
        first.say(type="move", n=asked["n"], move="no move")
        assert "rule" not in first.hears("refused")
        first.say(type="move", n=asked["n"], move="2x3")
        again = second.hears("move?")
        second.say(type="move", n=again["n"], move="A: 1x1")
        assert "message" in second.hears("refused")
        second.say(type="move", n=again["n"], move="2x4")
        thread.join(20)
        assert [event["move"] for event in match.events if event["type"] == "move"] == ["2x3", "2x4"]


def test_who_takes_too_long_gives_the_game_up(folder: Path) -> None:
    with hosted(folder, limit=0.5) as game, game.screen(seat="A") as a, game.screen(seat="B") as b:
        a.hears("welcome"), b.hears("welcome")
        match = game.begin()
        with pytest.raises(BotFailure, match=f"{match.turn} did not answer within 0.5 seconds") as late:
            game.screens.decide(match, str(match.turn))
        assert late.value.late
        (a if match.turn == "A" else b).say(type="move", n=match.count, move="1x1")
        assert (a if match.turn == "A" else b).hears("move?")["time"] == 0.5


def test_what_is_said_is_heard_by_the_others_and_nobody_is_drowned(folder: Path) -> None:
    with (
        hosted(folder) as game,
        game.screen(seat="A") as a,
        game.screen(seat="B") as b,
        game.screen(watch=True) as watcher,
    ):
        for screen in (a, b, watcher):
            screen.hears("welcome")
        watcher.say(type="chat", text="I am heard by nobody")
        for text in ("  ", 7, None):
            a.say(type="chat", text=text)
        a.say(type="chat", text="hello \x1b[2J" + "x" * 1000)
        said = b.hears("chat")
        assert said["seat"] == "A"
        assert said["text"].startswith("hello \\x1b[2J")
        assert len(said["text"]) < 400
        assert watcher.hears("chat") == said
        for _ in range(30):
            a.say(type="chat", text="again")
        assert "so quickly" in a.hears("refused")["message"]
        game.screens.say("B", "that is all")
        while b.hears("chat")["text"] != "that is all":
            pass
        assert [one["text"] for one in b.messages if one["type"] == "chat"].count("again") == 9
        assert [one["seat"] for one in a.messages if one["type"] == "chat"] == ["B"] or a.hears("chat")["seat"] == "B"


# ---- hostile clients


def test_garbage_costs_a_guest_its_wire_and_nobody_else_anything(folder: Path) -> None:
    with hosted(folder) as game, game.screen(seat="B") as quiet:
        quiet.hears("welcome")
        back: list[str] = []
        for data in (b"garbage\n", b"[]\n", b"[" * 100_000 + b"\n", b"x" * (1 << 21), b'{"type":7}\n', b"\xff\xfe\n"):
            with game.screen(seat="A", back=back) as screen:
                back = [screen.hears("welcome")["back"]]
                screen.send(data)
                screen.rest()
                assert leaving(quiet)["seat"] == "A"
        with game.screen(seat="A", back=back) as screen:
            screen.hears("welcome")
            match = game.begin()
            threading.Thread(target=game.go_on, args=(1,), daemon=True).start()
            asked = (screen if match.turn == "A" else quiet).hears("move?")
            assert asked["n"] == match.count


def test_who_never_reads_and_is_always_refused_is_cut_off(folder: Path) -> None:
    with hosted(folder) as game, game.screen(seat="A") as a, game.screen(seat="B") as b:
        a.hears("welcome"), b.hears("welcome")
        for _ in range(MOST_REFUSED + 50):
            try:
                a.say(type="chat", text="flood")
            except OSError:
                break
        assert leaving(b)["seat"] == "A"
        assert [one.text for one in game.notices if one.kind == "left"] == ["was refused too often"]


def test_who_says_nothing_is_sent_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_screens, "GREETING", 0.3)
    with hosted(folder, tcp=True) as game, Screen(game.address) as silent:
        begun = monotonic()
        assert silent.rest() == []
        assert monotonic() - begun < 10
        assert silent.bytes == b""


def test_a_crowd_finds_the_door_closed_and_the_game_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicecup.engine.bots.door.AT_ONCE", 4)
    with hosted(folder) as game, game.screen(seat="A") as a:
        a.hears("welcome")
        crowd = [Screen(game.address) for _ in range(8)]
        sent_away = [screen for screen in crowd if _is_closed(screen)]
        assert len(sent_away) == 5
        for screen in crowd:
            screen.socket.close()
        end = monotonic() + 20
        while not game.screens.all_have_come(0.1) and monotonic() < end:
            with game.screen(seat="B"):
                game.screens.all_have_come(0.5)
        assert game.screens.all_have_come(0.1)


def _is_closed(screen: Screen) -> bool:
    screen.socket.settimeout(0.3)
    try:
        return screen.socket.recv(1) == b""
    except TimeoutError:
        return False


def test_who_leaves_before_the_game_has_begun_leaves_the_seat_to_others(folder: Path) -> None:
    with hosted(folder) as game:
        left = game.screen(seat="A", name="Ann")
        left.hears("welcome")
        other = game.screen(seat="B")
        other.hears("welcome")
        assert game.screens.all_have_come(20)
        left.socket.close()
        assert other.hears("seat")["here"] is False
        assert (game.screens.all_have_come(0), game.screens.names) == (False, {})
        assert game.screen(seat="A").hears("welcome")["seat"] == "A"
        assert game.screens.all_have_come(20)
        game.begin()
        game.screen(seat="A").hears("error")


@pytest.mark.parametrize("protocol", [True, 1.0, "1", None, 2])
def test_who_speaks_no_such_protocol_gets_no_seat(protocol: Any, folder: Path) -> None:
    with hosted(folder) as game:
        assert "speaks protocol 1, which you do not" in game.screen(protocol=protocol).hears("error")["message"]
        assert game.notices == []


@pytest.mark.parametrize("written", [float, str, lambda n: None])
def test_a_move_whose_number_is_no_whole_number_is_refused(written: Any, folder: Path) -> None:
    with hosted(folder) as game:
        screens = {seat: game.screen(seat=seat) for seat in game.screens.seats}
        assert game.screens.all_have_come(20)
        turn = game.begin().turn
        deciding = threading.Thread(target=game.go_on, args=(1,), daemon=True)
        deciding.start()
        asked = screens[turn].hears("move?")
        screens[turn].say(type="move", n=written(asked["n"]), move=asked["legal"][0])
        assert screens[turn].hears("refused")["message"] == "that is no move"
        screens[turn].say(type="move", n=asked["n"], move=asked["legal"][0])
        deciding.join(20)
        assert not deciding.is_alive()
