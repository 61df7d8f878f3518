"""Commands about the game that is played: begin one, look at it, take moves back, keep it, and go on with it."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.errors import NO, OUTPUT, Failure, usage
from dicecup.cli.base.parameters import LETTERS, MAX_GAME
from dicecup.cli.base.text import listed, safe, wrap
from dicecup.cli.console.live_game import Live
from dicecup.cli.console.registry import Command
from dicecup.cli.console.session import Desk
from dicecup.cli.console.tokens import nothing, switched, whole, words
from dicecup.cli.console.wording import CONSOLE
from dicecup.cli.narration.narrator import ALL, label
from dicecup.cli.session.choices import numbered
from dicecup.cli.session.dice_input import KINDS_OF_DICE, kind_of, real_dice, scripted
from dicecup.cli.session.game_setup import set_up
from dicecup.cli.session.session import Course
from dicecup.engine.core.problems import BadSetting, guess

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dicecup.cli.session.autosave import Entry, Log
    from dicecup.engine.bots.agents import Agent
    from dicecup.engine.bots.conversation import Patience
    from dicecup.engine.match.dice_source import Throws
    from dicecup.engine.match.match import Match
    from dicecup.engine.replay.fork import Begun

KEYS = ("seats", "seed", "game", "dice", "log", "undo", "A.name")  # of `new`; any other is a rule
SEAT = re.compile(r"([A-Ja-j])=(.*)")
NAME = re.compile(r"([A-Ja-j])\.name=(.*)")
PLAYED_ELSEWHERE = "played in another console"
AS = re.compile(r"([A-Ja-j]|all|off)\b", re.IGNORECASE)


# ---- beginning


def new(desk: Desk, rest: str) -> None:
    """`new VARIANT [N] [AGENT | A=AGENT | A.name=TEXT | key=value]...`; without anything the last one once more, on other dice."""
    given = words(rest) or list(desk.begun)
    if desk.begun and "=" in given[0]:  # the last one, but for this
        changed = {word.partition("=")[0] for word in given}
        given = [*(word for word in desk.begun if word.partition("=")[0] not in changed or "=" not in word), *given]
    if not given:
        raise usage("new needs a variant, such as new liars-dice; `variants` lists them")
    options = new_options(desk, given)
    try:
        game = set_up(
            options,
            ask=True,
            people=False,
            opponent=desk.preferences.of_play("opponent"),
            patience=patience_of(desk),
            wording=CONSOLE,
        )
    except BadSetting as error:
        raise _meant(error) or error from None
    if game.elsewhere:
        raise usage(f"{game.elsewhere[0]}=wait: whoever joins from elsewhere is waited for by `dicecup play` alone")
    desk.viewer.check_next(game.header, game.people)
    with ExitStack() as stack:
        logs = logs_of(desk, stack, options["log"], game.definition.name, people=bool(game.people))
        throws = throws_of(desk, options["dice"], game.header, game.people)
        course = Course(game.definition, game.header, game.bots, [log.record for log in logs], desk.interrupts)
        live = Live(course, throws, stack.pop_all(), logs=logs)
    if options["seed"] is None and not game.people and not desk.manners.quiet:
        desk.speech.tell_seed(game.seed)
    again = [word for word in given if not word.startswith(("seed=", "log="))]
    settings = [part for text in options["settings"] for part in ("--set", text)]
    desk.begin(live, again, [str(options["variant"]), *settings])


def patience_of(desk: Desk) -> Patience:
    """What bots get that are programs."""
    return replace(desk.manners.patience, seconds=desk.preferences.of_play("time_limit"))


def _meant(error: BadSetting) -> Failure | None:
    """What is said of a `KEY=VALUE` that changes no rule and was nearly one of the keys of `new` itself."""
    for wrong in error.wrong:
        if wrong.unknown and wrong.near is None and (near := guess(wrong.key, KEYS)) is not None:
            return usage(f"{wrong.settings}: there is no rule {wrong.key} (did you mean {near}?)")
    return None


def new_options(desk: Desk, given: list[str]) -> dict[str, Any]:
    """What `new` is given as the options of `play`."""
    variant, *more = given
    options: dict[str, Any] = {
        "variant": variant, "settings": [], "seats_given": [], "seats": None, "names": [], "seed": None, "game": 0,
        "dice": "seeded", "undo": desk.preferences.of_play("undo"), "log": None,
    }  # fmt: skip
    seen: set[str] = set()
    for word in more:
        key, equals, value = word.partition("=")
        if equals and key in seen and key in KEYS and not NAME.fullmatch(word):  # names have a check of their own
            raise usage(f"{key} is given twice; give it once")
        seen.add(key)
        if not equals and word.isascii() and word.isdigit():
            options["seats"] = whole(word, "the number of seats", 2, len(LETTERS))
        elif found := NAME.fullmatch(word):
            options["names"].append(f"{found[1]}={found[2]}")
        elif not equals or (len(key) == 1 and key.isalpha()):  # no rule is called by one letter
            options["seats_given"].append(word)
        elif key == "seats":
            options["seats"] = whole(value, "seats", 2, len(LETTERS))
        elif key == "game":
            options["game"] = whole(value, "game", 0, MAX_GAME)
        elif key == "undo":
            options["undo"] = switched(value, "undo")
        elif key in ("seed", "dice", "log"):
            options[key] = value
        else:
            options["settings"].append(word)
    return options


def logs_of(desk: Desk, stack: ExitStack, log: str | None, name: str, *, people: bool) -> list[Log]:
    """Where a game is written: the log that was asked for, and where people play, the store of open games."""
    from dicecup.engine.log.log import OutputExists, Writer

    logs: list[Log] = []
    if log in ("", "-"):
        raise usage("log takes the name of a file, such as log=game.jsonl; `log` alone tells the game here")
    if log is not None:
        try:
            logs.append(stack.enter_context(Writer(log)))
        except OutputExists:
            raise Failure(OUTPUT, f"{safe(log)} exists; choose another name") from None
    if (
        people
        and desk.saved is not None
        and desk.preferences.settings.autosave
        and (kept := desk.saved.new(name)) is not None
    ):
        stack.callback(desk.saved.finish, kept)
        logs.append(kept)
    return logs


def throws_of(desk: Desk, dice: str, header: Mapping[str, Any], people: list[str]) -> Throws:
    """The source of a game's dice; where people throw real ones, they are asked at the desk."""
    from dicecup.engine.match.dice_source import Seeded

    seeded = Seeded(header["seed"], header["game"])
    if dice == "seeded":
        return seeded
    if kind_of(dice) == "scripted":
        return scripted(dice, CONSOLE)[1]
    if dice == "manual-people" and not people:
        raise usage("dice=manual-people needs people; seat one with A=human, or use dice=manual")
    return real_dice(dice, desk.turns, people, seeded)


# ---- looking


def show(desk: Desk, rest: str) -> None:
    """The table."""
    nothing(rest, "show")
    desk.speech.show()


def moves(desk: Desk, rest: str) -> None:
    """The moves that may be made, numbered."""
    nothing(rest, "moves")
    if desk.here.walk is not None:
        legal = desk.here.walk.legal()
    else:
        legal = desk.here.match.legal()
        if not legal:
            raise Failure(NO, "nobody is to decide now")
        desk.viewer.mind_turn()
    lines = numbered(legal, desk.speech.page)
    desk.speech.say("moves", {"seat": desk.here.match.turn, "moves": legal}, lines)


def hint(desk: Desk, rest: str) -> None:
    """The move that the strongest bot would make, and why."""
    from dicecup.cli.session.hints import hint_lines, hint_record

    nothing(rest, "hint")
    match, seat = _decision(desk)
    desk.speech.say("hint", hint_record(match, seat), hint_lines(match, seat, desk.speech.look.cells))


def odds(desk: Desk, rest: str) -> None:
    """The chances of the position, the best or with `--all` every one; of one move; with other arguments, the command `odds`."""
    from dicecup.cli.console.commands.tools import through
    from dicecup.cli.session.hints import judged, odds_lines, odds_record

    everything = rest == "--all"
    here = desk.here.match if desk.here.is_there else None
    if here is not None and here.turn is not None and here.can_play(rest):
        match, seat = _decision(desk)
        found = judged(match, seat, rest)
        desk.speech.say(
            "odds", {"move": found.move, "why": found.why}, wrap(f"{found.why}.", desk.speech.look.cells, 2)
        )
        return
    if rest and not everything:
        given = words(rest)
        through(desk, "odds", *(desk.here.variant if given[0].startswith("-") else ()), *given)
        return
    match, seat = _decision(desk)
    lines = odds_lines(match, seat, desk.speech.page, everything=everything)
    desk.speech.say("odds", odds_record(match, seat), lines)


def _decision(desk: Desk) -> tuple[Match, str]:
    """The match and the seat that is to decide in it, if the reader may look through its eyes."""
    match = desk.here.match
    if match.turn is None:
        raise Failure(NO, "the game is over" if match.over else "nobody is to decide here")
    desk.viewer.mind_turn()
    return match, match.turn


def look_as(desk: Desk, rest: str) -> None:
    """Look through the eyes of a seat: from now on, or for the one line that follows."""
    found = AS.match(rest)
    if found is None:
        raise usage("as takes a seat, all or off, such as `as B`, or `as B show` for one line")
    who = {"ALL": ALL, "OFF": None}.get(found[1].upper(), found[1].upper())
    line = rest[found.end() :].strip()
    if not line:
        desk.viewer.look_as(who)
        return
    with desk.viewer.looking_as(who):
        desk.perform(line)


def log(desk: Desk, rest: str) -> None:
    """The game so far, told as the reader may see it; the last N events of it."""
    events = desk.here.walk.game.events if desk.here.walk is not None else desk.here.match.events
    count = whole(rest, "N of `log N`", 1, 10**9) if rest else len(events)
    desk.speech.tell_again(max(0, len(events) - count), whole=not rest)


# ---- taking back


def undo(desk: Desk, rest: str) -> None:
    """Take the last decision back, or that of a seat."""
    live = _playing(desk)
    seat = rest.upper() or None
    if seat is not None and seat not in live.match.seats:
        raise usage(f"undo takes a seat, not {safe(rest)}; the seats are {', '.join(live.match.seats)}")
    live.undo(seat)
    desk.here.play_on()
    desk.turns.go_on()


def redo(desk: Desk, rest: str) -> None:
    """Decide once more what was taken back."""
    nothing(rest, "redo")
    live = _playing(desk)
    live.redo()
    desk.here.play_on()
    desk.turns.go_on()


def _playing(desk: Desk) -> Live:
    if desk.here.live is None:
        raise usage("no game is played here; `new VARIANT` begins one")
    return desk.here.live


# ---- keeping, and going on


def save(desk: Desk, rest: str) -> None:
    """Write the log so far to a file."""
    from dicecup.engine.log.log import OutputExists, Writer

    file, *more = words(rest) or [""]
    if file in ("", "-") or more not in ([], ["force"]):
        raise usage("save takes a file, such as save game.jsonl; `save game.jsonl force` replaces one")
    records = desk.here.records
    if desk.viewer.seat is not None:
        from dicecup.engine.log.redaction import Redacted

        redacted = Redacted(desk.viewer.seat)
        records = [redacted.record(record) for record in records]
    try:
        with Writer(file, force=bool(more), whole=True) as writer:
            for record in records:
                writer.record(record)
    except OutputExists:
        raise Failure(OUTPUT, f"{safe(file)} exists; `save {safe(file)} force` replaces it") from None
    over = records[-1].get("type") == "end"
    note = "" if over else " so far"
    if desk.viewer.seat is not None:
        note += f", as {desk.viewer.seat} may see them"
    elif not over:
        note += f"; `resume {file}` goes on with it"
    said = f"{safe(file)}: {len(records) - 1:,} events{note}"
    desk.speech.say("saved", {"file": file, "events": len(records) - 1, "whole": over}, [said])


def resume(desk: Desk, rest: str) -> None:
    """Go on with a game that was left: by its number in the list, or by its file. Alone it lists them; `drop N` forgets one."""
    saved = desk.saved.games() if desk.saved is not None else []
    given = words(rest)
    if not given:
        rows = [(f"  {i}", game.left, *_entry(game)) for i, game in enumerate(saved, 1)]
        lines = list(desk.speech.page.rows(rows, "{}: left {}; {}, {}")) if rows else ["No game was left open."]
        games = [
            {"file": str(game.path), "name": game.name, "round": game.rounds, "events": game.events} for game in saved
        ]
        desk.speech.say("saved-games", {"games": games}, lines)
    elif given[0] == "drop":
        game = _numbered(saved, " ".join(given[1:]))
        assert desk.saved is not None
        desk.saved.drop(game)
        desk.speech.say("dropped", {"file": str(game.path)}, [f"{safe(game.title or game.path.name)} is gone."])
    else:
        path = Path(given[0])
        if given[0].isascii() and given[0].isdigit() and not path.exists():
            path = _numbered(saved, given[0]).path
        _go_on_in(desk, path, given[1:])


def _numbered(saved: Sequence[Entry], number: str) -> Entry:
    """A game by its number in the list."""
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= len(saved)):
        raise usage(f"there is no game {safe(number)} to resume; `resume` alone lists {len(saved) or 'none'}")
    return saved[int(number) - 1]


def _entry(game: Entry) -> tuple[str, str]:
    """A game that was left, and how it stands."""
    name = safe(game.title or game.path.name)
    if game.damaged and game.in_use:  # it has no header yet, or cannot be read as long as it is locked
        return name, PLAYED_ELSEWHERE
    if game.damaged:
        return name, f"damaged: {safe(game.damaged)}"
    who = listed([safe(label(str(seat.get("seat")), str(seat.get("name")))) for seat in game.seats] or ["nobody"])
    turn = f", {game.turn} to move" if game.turn else ""
    used = f", {PLAYED_ELSEWHERE}" if game.in_use else ""
    return name, f"round {game.rounds}{turn}; {who}{used}"


def _go_on_in(desk: Desk, path: Path, given: list[str]) -> None:
    from dicecup.cli.session.continued import known
    from dicecup.cli.session.resumed import bots_for, dice_to_come, resumed
    from dicecup.engine.replay.fork import games
    from dicecup.engine.replay.resume import Continuation

    if not path.is_file():
        raise usage(f"there is no file {path}; `resume` alone lists the games that were left")
    with ExitStack() as stack:
        held = stack.enter_context(Continuation(path))
        found = games(held.stream, str(path))
        if not found:
            raise usage(f"{path} holds no game; `new VARIANT log={path}` begins one")
        begun = resumed(held.stream, found[-1])
        held.after(begun)
        seats, dice = seats_and_dice(given)
        bots = bots_for(begun, seats, patience_of(desk), CONSOLE)
        desk.viewer.check_next(begun.header, [letter for letter in begun.match.seats if letter not in bots])
        kind = dice_to_come(begun, dice, CONSOLE)
        logs: list[Log] = [held]
        if desk.saved is not None:
            kept = desk.saved.going_on(held)
            stack.callback(desk.saved.finish, kept)
            logs = [kept]
        live = taken_up(desk, begun, bots, dice if kind == "scripted" else kind, logs, stack.pop_all())
    desk.put(live, known=known(begun))


def seats_and_dice(given: list[str]) -> tuple[list[str], str]:
    """`A=AGENT` and `dice=SOURCE` of a game that goes on."""
    seats = [word for word in given if SEAT.fullmatch(word)]
    dice = [word.removeprefix("dice=") for word in given if word.startswith("dice=")]
    if len(seats) + len(dice) < len(given) or len(dice) > 1:
        raise usage(f"a game that goes on takes A=AGENT and dice=SOURCE, not {safe(' '.join(given))}")
    return seats, dice[0] if dice else KINDS_OF_DICE[0]


def taken_up(
    desk: Desk, begun: Begun, bots: Mapping[str, Agent], dice: str, logs: Sequence[Log], stack: ExitStack
) -> Live:
    """A game that was begun in a log, to be played on."""
    match = begun.match
    people = [letter for letter in match.seats if letter not in bots]
    with stack:  # where there are no such dice, nothing stays open
        throws = throws_of(desk, dice, begun.header, people)
        course = Course(match.definition, begun.header, bots, [log.record for log in logs], desk.interrupts)
        return Live(course, throws, stack.pop_all(), match, logs=logs)


COMMANDS = (
    Command("new", "new VARIANT [N] [A=AGENT] [key=value]", "begin a game; you have seat A unless you seat people", new, "Play",
        "`new liars-dice`, `new perudo 4 seed=7`, `new poker-dice A=human B=expert B.name=Bo`, `new liars-dice basic basic`.\n"
        "Keys: seats, seed (one that you choose can be guessed), game, dice (seeded, manual, manual-people or a file), log (a file), "
        "undo (on, off); any other key is a rule, such as dice_per_player=3. `new` alone begins the last one anew, `new seed=9` on those dice."),
    Command("moves", "moves", "the moves you may make, numbered", moves, "Play"),
    Command("hint", "hint", "what the strongest bot would do, and why", hint, "Play"),
    Command("odds", "odds [ARGS]", "the chances as they stand; with arguments, those of any question", odds, "Play",
        "`odds` alone asks for your own position, and `odds --all` leaves nothing out. `odds perudo --hand \"1 3 3\" --unknown 10` asks for any; `odds --help` tells how."),
    Command("undo", "undo [SEAT]", "take the last decision back", undo, "Play"),
    Command("redo", "redo", "make it again", redo, "Play"),
    Command("show", "show", "the table; in a log, where you stand", show, "Look"),
    Command("log", "log [N]", "the game so far, or its last N events", log, "Look"),
    Command("as", "as SEAT|all|off [LINE]", "look through the eyes of a seat, for good or for one line", look_as, "Look",
        "`as B` shows only what B may see, whichever command shows it, `replay` included; `as B show` does so once; `as all` shows everything "
        "where nobody plays; `as off` ends it."),
    Command("save", "save FILE [force]", "write the log so far", save, "Keep"),
    Command("resume", "resume [N|FILE]", "go on with a game that was left; alone it lists them", resume, "Keep",
        "`resume 2 A=PATH/mine.py:bot` says where a bot of your own is; `resume drop 2` forgets a game for good."),
)  # fmt: skip
