"""A game that goes on from a log: what `play --resume` and `replay fork` have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from dicecup.cli.base.errors import usage
from dicecup.cli.base.seed import NO_SEED, seed_text
from dicecup.cli.base.text import safe
from dicecup.cli.base.wording import COMMAND_LINE, Wording
from dicecup.cli.session.dice_input import kind_of
from dicecup.cli.session.game_setup import SetUp, needs_seed
from dicecup.cli.session.lineup import HUMAN, for_seat, nobody, seated, take_seat

if TYPE_CHECKING:
    from dicecup.engine.bots.agents import Agent
    from dicecup.engine.bots.bot_file import BotFile
    from dicecup.engine.bots.conversation import Patience
    from dicecup.engine.replay.fork import Begun, Found


def going_on(begun: Begun, bots: Mapping[str, Agent], dice: str, elsewhere: Sequence[str] = ()) -> SetUp:
    """A game begun in a log, before it goes on: of its line-up the log knows more than any option."""
    return SetUp(
        begun.match.definition,
        begun.header["seed"],
        begun.header,
        bots,
        dice,
        begun=begun.match,
        known=known(begun),
        elsewhere=elsewhere,
    )


def known(begun: Begun) -> int:
    """How many of the kept events need not be told again: those before the round that goes on."""
    kept = begun.match.events[: begun.kept]
    if not kept:
        return 0
    return next((event["n"] for event in reversed(kept) if event["round"] < kept[-1]["round"]), 0)


def forked(
    stream: BinaryIO,
    found: Found,
    at: int,
    agents: Sequence[str],
    dice: str,
    wording: Wording = COMMAND_LINE,
    *,
    patience: Patience,
    discreet: bool = False,
) -> tuple[Begun, dict[str, Agent]]:
    """A game played on after event `at`, with those whom `agents` (LETTER=AGENT) seat anew and the others as they were, and its bots.

    A `discreet` error does not tell what is wrong with a log, since that may tell of hidden dice.
    """
    from dicecup.engine.match.match import Seat
    from dicecup.engine.replay.fork import UntrueGameError, fork

    try:
        begun = fork(stream, found, at)  # a log that is damaged is refused before it is read
    except UntrueGameError as error:
        raise (error.discreet() if discreet else error) from None
    parent = begun.header["seats"]
    given = placed(agents, begun.match.seats, wording)
    bots = bots_of(begun.match.definition.family, parent, given, patience, wording)
    named = seated([given.get(seat["seat"], seat["agent"]) for seat in parent], (), bots)
    seats = [
        new if old["seat"] in given else Seat(old["name"], old["agent"]) for old, new in zip(parent, named, strict=True)
    ]
    played = [seat["seat"] for seat in parent if seat["agent"] != HUMAN]
    seed = None  # the game's own, unless it has none since nothing was made of it
    if begun.header["seed"] == NO_SEED and not needs_seed(begun.header["dice"], played) and needs_seed(dice, bots):
        seed = seed_text(None, wording)
    return fork(stream, found, at, seats=seats, dice=kind_of(dice), seed=seed), bots


def bots_of(
    family: str,
    seats: Sequence[Mapping[str, Any]],
    given: Mapping[str, str],
    patience: Patience,
    wording: Wording = COMMAND_LINE,
) -> dict[str, Agent]:
    """The bots of a logged game. A log names no folders, so a user's own bot is found where `given` (seat -> agent) says.

    A log may be anybody's, so no command of it is run, nor code from a place that it names: of these `given` must speak.
    """
    from dicecup.engine.bots.agents import COMMAND, UnknownAgent, agent, label

    found: dict[str, Agent] = {}
    files: dict[str, BotFile] = {}
    for seat in seats:
        letter, spec = seat["seat"], given.get(seat["seat"], seat["agent"])
        if spec == HUMAN:
            continue
        if letter not in given and (spec.startswith(COMMAND) or spec != label(spec)):
            program = COMMAND + "COMMAND" if spec.startswith(COMMAND) else f"PATH/{label(spec)}"
            said = wording.seat_given.format(f"'{letter}={program}'")
            raise usage(
                f"seat {letter} is played by {safe(spec)}, and a log says nobody how to start that; give {said}"
            )
        try:
            found[letter] = agent(spec, family, files, patience)
        except UnknownAgent as error:
            if letter in given:
                raise
            where = wording.seat_given.format(f"{letter}=PATH/{label(spec)}")
            hint = f"; say where it is with {where}" if ".py:" in spec else ""
            raise usage(f"seat {letter} is played by {spec}, and that cannot be found: {error}{hint}") from None
    return found


def placed(given: Sequence[str], letters: str, wording: Wording = COMMAND_LINE) -> dict[str, str]:
    """`LETTER=AGENT` by letter; in a game that is under way each must name its seat."""
    at: dict[str, str] = {}
    for text in given:
        (letter, spec), shown = for_seat(text), wording.seat_given.format(text)
        if not letter:
            example = wording.seat_given.format(f"A={text}")
            raise usage(f"{shown}: the game is under way, so name the seat too: {example}")
        if letter not in letters:
            raise usage(f"{shown}: nobody sits there; the seats are {', '.join(letters)}")
        take_seat(at, letter, spec, wording)
        if not spec.strip():
            raise usage(nobody(letter, wording))
        at[letter] = spec.strip()
    return at
