"""People at other screens, as the host of a game has them: the door is opened, they are waited for, asked, and told about here.

Whatever they see is made by the engine for their seats. What happens at their screens (somebody comes, leaves, says something) is
talk at the host's.
"""

from __future__ import annotations

import select
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dicecup.cli.base import output as voice
from dicecup.cli.base.command import PROGRAM
from dicecup.cli.base.errors import OUTPUT, Failure
from dicecup.cli.base.output import Manners
from dicecup.cli.base.paths import runtime
from dicecup.cli.base.signals import AT_PROMPT, Interrupts
from dicecup.cli.base.text import listed, safe, wrap
from dicecup.cli.games.registry import teller
from dicecup.cli.narration.narrator import SPECTATOR
from dicecup.cli.session.line_input import QUIT, chatted
from dicecup.cli.session.prompt import People
from dicecup.cli.session.session import Left
from dicecup.engine.bots.door import Address, Door, NoDoorError, local_door, tcp_door
from dicecup.engine.bots.screens import TICK, Notice, Screens

if TYPE_CHECKING:
    from dicecup.cli.session.game_setup import SetUp
    from dicecup.cli.session.session import Mover
    from dicecup.engine.match.match import Match, Record


class Elsewhere:
    """The other screens of a game: takes its records, and decides for their seats; for the others `mover` does."""

    def __init__(self, manners: Manners, setup: SetUp, address: Address, limit: float | None) -> None:
        self.setup = setup
        self.screens = Screens(setup.elsewhere, self._notice, address.token, limit)
        self._manners = manners
        self._address = address
        self._prompt = ""  # at which somebody types now
        self._mover: Mover | None = None

    @property
    def line(self) -> str:
        """What is to be typed to join."""
        token = f"/{self._address.token}" if self._address.token else ""
        return f"{PROGRAM} join {shlex.quote(_short(self._address) + token)}"

    def wait(self) -> None:
        """Tell how one joins, and wait until somebody has come to each seat. Then the header has the names that they gave."""
        who = [self._who(seat) for seat in self.setup.elsewhere]
        if self._manners.json:
            voice.complain(voice.compact({"dicecup": 1, "type": "waiting", "seats": [*who], "join": self.line}))
        else:
            voice.complain(f"Waiting for {listed(who)}, who may join now by")
            voice.complain(f"  {self.line}")
        while not self.screens.all_have_come(TICK):
            pass
        if self.setup.begun is None:
            seats = [self._named(seat) for seat in self.setup.header["seats"]]
            self.setup = replace(self.setup, header={**self.setup.header, "seats": seats})

    def _named(self, seat: Mapping[str, str]) -> dict[str, str]:
        given = self.screens.names.get(seat["seat"])
        return {**seat, "name": given} if given and seat["name"] == f"Player {seat['seat']}" else dict(seat)

    def deciding(self, mover: Mover) -> Mover:
        """Who decides for all people, `mover` for those who are here."""
        self._mover = mover
        if isinstance(mover, People):
            mover.chat = self.screens.say
        return self

    def record(self, record: Record) -> None:
        """The next record of the game."""
        self.screens.record(record)

    # ---- deciding

    def begin(self, match: Match) -> None:
        """The game is about to begin."""
        assert self._mover is not None
        self._mover.begin(match)

    def decide(self, match: Match, seat: str) -> int | None:
        """The action of the person in turn, wherever they sit."""
        assert self._mover is not None
        if seat in self.setup.elsewhere:
            away = "" if self.screens.is_here(seat) else f" They may come back by `{self.line}`."
            self._manners.say("\n".join(wrap(f"Waiting for {self._who(seat)}.{away}", voice.room())))
            return self.screens.decide(match, seat, self._meanwhile)
        self.screens.stands(match)
        self._prompt = f"{self._who(seat)}> " if isinstance(self._mover, People) else ""
        try:
            return self._mover.decide(match, seat)
        finally:
            self._prompt = ""

    def close(self, match: Match) -> None:
        """The game is over."""
        assert self._mover is not None
        self._mover.close(match)

    def _meanwhile(self) -> None:
        """What is typed here while somebody elsewhere thinks."""
        if not isinstance(self._mover, People) or not _has_line():
            return
        text = sys.stdin.readline()
        if not text or text.strip().lower() in QUIT:
            raise Left(0)
        if (said := chatted(text)) is not None:
            self.screens.say(self.setup.here[0], said)
        elif text.strip():
            self._manners.say("It is not your turn; `say TEXT` says something, and `quit` leaves.")

    # ---- what is told

    def _notice(self, notice: Notice) -> None:
        """Tell what goes on at another screen, above what somebody may be typing."""
        who = self._who(notice.seat)
        if notice.kind == "said":
            line = f"{who}: {notice.text}"
        elif notice.kind == "came":
            line = f"{who} is here."
        else:
            line = f"{who} {notice.text}; the game waits for them. They may come back by `{self.line}`."
        line = "\n".join(wrap(safe(line), voice.room()))
        if notice.kind != "said" and (self._manners.quiet or self._manners.json):
            return
        voice.complain(f"\n{line}" if self._prompt else line)
        if self._prompt:
            sys.stderr.write(self._prompt + _half_typed())
            sys.stderr.flush()

    def _who(self, seat: str) -> str:
        named = self.screens.names.get(seat)
        name = f"{seat} {named}" if named and self.setup.begun is None else None
        return name or teller(self.setup.header, SPECTATOR).who(seat)


@contextmanager
def elsewhere(manners: Manners, options: Mapping[str, Any], setup: SetUp) -> Iterator[Elsewhere]:
    """The other screens of a game, to whose seats somebody has come."""
    with Interrupts(AT_PROMPT):  # a socket is to go with its host, however that is told to end
        door = _door(options["listen"], setup.definition.name)
        screens = Elsewhere(manners, setup, door.address, options["person_limit"])
        try:
            door.open(screens.screens.welcome)
            screens.wait()
            yield screens
        finally:
            door.close()
            screens.screens.close()


def _door(listen: Address | None, name: str) -> Door:
    try:
        return local_door(runtime(), name) if listen is None else tcp_door(listen)
    except NoDoorError as error:
        raise Failure(OUTPUT, f"{error}{'; --listen 127.0.0.1:0 opens a port' if listen is None else ''}") from None


def _short(address: Address) -> str:
    """An address as one types it: the name of a socket that stands where it is looked for."""
    folder = str(runtime()) + "/"
    name = address.path.removeprefix(folder).removesuffix(".sock")
    return name if address.path and "/" not in name else str(address)


def _has_line() -> bool:
    """Whether a line was typed; where that cannot be told, none was."""
    try:
        return bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):
        return False


def _half_typed() -> str:
    """What stands at a prompt of the system's line editor."""
    if sys.platform == "win32":
        return ""
    try:
        import readline
    except ImportError:
        return ""
    return readline.get_line_buffer()
