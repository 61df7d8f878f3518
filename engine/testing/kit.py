"""The conformance kit: `check_game` plays games of a definition and checks every property that a family must have.

Whoever adds a family, a variant or a bot runs it; our own tests do. A property that fails raises AssertionError with a sentence,
the definition, the seed, the game, the line-up and the event, so that the game can be opened and looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from sys import _getframe
from typing import Any, NoReturn

import msgspec

from dicecup.engine.bots import shipped as bots
from dicecup.engine.core.canonical import Check
from dicecup.engine.core.kernel import compilable, kernel, mul32
from dicecup.engine.core.kernel import compiled as compiled_entry
from dicecup.engine.core.philox import below, bot_key, dice_key, draw
from dicecup.engine.definitions.definition import Definition, load
from dicecup.engine.games.base import COMMON_EVENTS, ENDS, LETTERS, MOVE, ROWS, SEATS, Event, Family, IllegalMove
from dicecup.engine.games.base.game_loop import fill_view, seat_views
from dicecup.engine.games.base.results import Results
from dicecup.engine.games.options import Players
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.dice_source import Due, Seeded, Throws
from dicecup.engine.match.match import Match, Seat, header
from dicecup.engine.playtest.block import Bench, CompiledBench, Player, block_player

__all__ = ["check_game", "check_modes", "compiled_player"]

Choose = Callable[[Any, Any, int], int]
Probes = Callable[[Any, Any], Iterable[int]]

DECISIONS = 20_000  # in one game: more than any guard should allow for
THROWS = 20_000  # without a decision between them, likewise
LOOKED_AT = 8  # decisions of one game that are looked at from every side
RULE = re.compile(r"[A-Z]-[A-Z]\d+")
OUT_OF_THE_WAY = (0, -1, 1 << 20, (1 << 62) + 1)  # actions that no family has


def check_game(
    game: str | Definition | Family,
    *,
    family: Family | None = None,
    seats: Iterable[int] | None = None,
    choose: Choose | None = None,
    line_ups: Sequence[Sequence[int]] | None = None,
    games: int = 1,
    seed: str = "conformance",
    probes: Probes | None = None,
    compiled: bool | Player | None = None,
) -> None:
    """Play games of a definition and check every property that its family must have; AssertionError where one fails.

    `game` is a variant's name or path, a Definition, or a Family, which is then played with the defaults of its options by two to
    four; `family` plays a definition by rules that are not shipped. Each number of `seats` (default: fewest and most) plays
    `games` games with each of `line_ups`, whose numbers go round the table (default: each bot alone, then all of them mixed).
    The numbers are bots of `choose(view, rules, bot)`, default the family's shipped ones, else one that makes any legal move.

    Checked in plain mode, at every decision or at some drawn by lot:
    - legal moves: at least two where somebody is asked, a single one is played as `auto`; listed once each; `why_not` is None for
      just these among everything tried: `probes(state, rules)` (all that a family can enumerate), moves made earlier in the game,
      the neighbours of legal ones; a bot's choice is legal; an illegal move changes nothing;
    - notation: `parse(notate(a)) == a`, in capitals and with extra spaces too;
    - secrets: when what a seat cannot see is dealt again and all other keys change, its view, legal moves, bots and events do not;
    - views: state and view list the same legal moves; a view filled again equals a fresh one;
    - events: numbered, in the fields of design section 8, dice as they were thrown, closed by a true `check`;
    - games: they end; replaying moves and dice gives the same events, and so does playing on after an undo; no kernel's value
      leaves int64; the batch loop reports the same as a match; a used record plays like a fresh one.
    With `compiled` (None: where numba is installed; or an entry from `compiled_player`, to share one) both modes must also agree
    in traces, final states, views and result rows.
    """
    case = _case(game, family, choose, seed, probes)
    entry: Player | None = None
    if compiled is None or isinstance(compiled, bool):
        if compiled or (compiled is None and compilable()):
            entry = compiled_player(case.family, case.choose)
    else:
        entry = compiled
    for at in case.sittings(seats, line_ups):
        plain = at.bench()
        for number in range(games):
            with _noted(at, number):
                played = _walk(at, number)
                _check_events(at, played)
                _check_replay(at, played)
                _check_undo(at, played)
                _check_hidden(at, played)
                _check_batch(at, played, _outcome(at, plain, at.player, number))
        with _noted(at, games):
            _check_integers(at, games, _outcome(at, plain, at.player, games))
            if entry is not None:
                _check_modes(at, entry, games)


def check_modes(
    game: str | Definition | Family,
    entry: Player,
    *,
    family: Family | None = None,
    seats: Iterable[int] | None = None,
    choose: Choose | None = None,
    line_ups: Sequence[Sequence[int]] | None = None,
    games: int = 1,
    seed: str = "conformance",
) -> None:
    """Check only that both modes agree, `entry` (from `compiled_player`) being the compiled one; arguments as `check_game`."""
    case = _case(game, family, choose, seed, None)
    for at in case.sittings(seats, line_ups):
        with _noted(at, games):
            _check_modes(at, entry, games)


@cache
def compiled_player(family: Family, choose: Choose | None = None, *, boundscheck: bool = False) -> Player:
    """The compiled batch loop of a family and its bots, to be shared by many `check_game`; ImportError without numba."""
    chosen = choose or shipped_bots(family)[0]
    return compiled_entry(block_player(family, chosen), boundscheck=boundscheck)


def shipped_bots(family: Family) -> tuple[Choose, int]:
    """The chooser of a family's shipped bots and their number; where it has none, one bot that makes any legal move."""
    try:
        module = bots.module(family.name)
    except ModuleNotFoundError:
        return _any_move(family.legal_nth), 1
    return module.choose, len(module.BOTS)


@cache
def _any_move(legal_nth: Callable[..., int]) -> Choose:
    @kernel
    def choose(v: Any, r: Any, bot: int) -> int:
        return legal_nth(v, r, draw(v, v.legal))

    return choose


# ---- what is played


@dataclass(frozen=True)
class _Case:
    """One definition with its bots, and (once chosen) the seats and line-up of the games at hand."""

    definition: Definition
    family: Family
    rules: Any
    choose: Choose
    bots: int
    seed: str
    probes: Probes
    seats: int = 0
    line_up: tuple[int, ...] = ()

    def sittings(self, seats: Iterable[int] | None, line_ups: Sequence[Sequence[int]] | None) -> Iterator[_Case]:
        """This case at each table: so many seats, with such a line-up."""
        players = self.definition.players
        every = [[bot] for bot in range(self.bots)] + [list(range(self.bots))] * (self.bots > 1)
        for n in sorted({players.min, players.max}) if seats is None else seats:
            for line_up in every if line_ups is None else line_ups:
                yield replace(self, seats=n, line_up=tuple(line_up[p % len(line_up)] for p in range(SEATS)))

    def head(self, game: int, *, undo: bool = False) -> dict[str, Any]:
        sitting = [Seat(f"bot {bot}", f"bot {bot}") for bot in self.line_up[: self.seats]]
        return header(self.definition, sitting, self.seed, game, undo=undo)

    def match(self, game: int, throws: Throws | None = None, *, undo: bool = False) -> Match:
        return Match(self.definition, self.head(game, undo=undo), throws, family=self.family)

    @property
    def player(self) -> Player:
        """The batch loop in plain mode."""
        return block_player(self.family, self.choose)

    def bench(self) -> Bench:
        """Records for the batch loop in plain mode, to be used again for each game."""
        return Bench(self.family, self.rules.copy(), self.seed, self.seats, self.line_up, traced=True)

    def keys(self, own: int | None = None) -> list[list[int]]:
        """All keys of the seed; with `own`, those of other seats (and the dice) are of another one."""
        other = self.seed if own is None else self.seed + " changed"
        found = [list(bot_key(self.seed if p == own else other, LETTERS[p])) for p in range(SEATS)]
        return [*found, list(dice_key(other))]

    def view(self, state: Any, seat: int, keys: list[list[int]], record: Any = None) -> Any:
        """A seat's view of a state, fresh or filled again into a record of the seat's."""
        views = [self.family.View() for _ in range(SEATS)]
        if record is not None:
            views[seat] = record
        seat_views(views, state, keys)
        v = views[seat]
        turn = state.turn == seat and not state.end and not state.dice
        fill_view(v, state, self.family.legal_count(state, self.rules) if turn else 0)
        v.decision = state.decisions[seat]
        self.family.observe(state, self.rules, v, seat)
        return v

    def legal(self, record: Any) -> list[int]:
        """The legal actions of a state or view."""
        count = self.family.legal_count(record, self.rules)
        return [self.family.legal_nth(record, self.rules, k) for k in range(count)]


@dataclass
class _Played:
    """One game as it went: the throws as digits, the decisions' actions, and the finished match."""

    number: int
    match: Match
    throws: list[tuple[Due, list[int]]] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    looked_at: list[tuple[int, int]] = field(
        default_factory=list
    )  # (events so far, seat) at decisions looked at closely


def _case(
    game: str | Definition | Family, family: Family | None, choose: Choose | None, seed: str, probes: Probes | None
) -> _Case:
    if isinstance(game, Family):
        players = Players(min=2, max=4)
        family, rules = game, game.options()
        definition = Definition(game.name, game.name, game.name, players, rules, {}, "", {})
    else:
        definition = load(game) if isinstance(game, str) else game
    family = family or family_of(definition.family)
    rules = family.build(definition.rules, definition.players)
    shipped, number = shipped_bots(family) if choose is None else (choose, 1)
    return _Case(definition, family, rules, shipped, number, seed, probes or (lambda s, r: ()))


def _where(case: _Case, game: int) -> str:
    bots = "".join(map(str, case.line_up[: case.seats]))
    changed = msgspec.to_builtins(case.definition.rules)
    default = msgspec.to_builtins(type(case.definition.rules)())
    rules = {key: value for key, value in changed.items() if value != default[key]}
    return f"{case.definition.name} {rules or ''} (seed {case.seed!r}, game {game}, {case.seats} seats, bots {bots})"


@contextmanager
def _noted(case: _Case, game: int) -> Iterator[None]:
    """Whatever goes wrong tells where."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, _Failed):
            error.add_note(f"while checking {_where(case, game)}")
        raise


class _Failed(AssertionError):  # noqa: N818 - says what it is
    """A property that does not hold, told with its place."""


def _fail(case: _Case, game: int, event: int | None, sentence: str) -> NoReturn:
    at = f", after event {event}" if event is not None else ""
    raise _Failed(f"{_where(case, game)}{at}: {sentence}")


class _Lots:
    """Draws of the kit's own, repeatable and apart from all dice and bots."""

    def __init__(self, seed: str, game: int) -> None:
        self._keys = dice_key(f"kit {seed} {game}")
        self._count = 0

    def below(self, n: int) -> int:
        self._count += 1
        return below(n, self._count, 0, 0, 0, *self._keys)

    def some(self, items: Sequence[Any], most: int) -> list[Any]:
        """The items, or about so many of them: always the first and the last, others drawn."""
        if len(items) <= most:
            return list(items)
        return [items[0], items[-1], *(items[self.below(len(items))] for _ in range(most - 2))]


# ---- a game, decision by decision


def _walk(case: _Case, game: int) -> _Played:
    thrown: list[tuple[Due, list[int]]] = []
    seeded = Seeded(case.seed, game)
    between = 0

    def throws(due: Due) -> list[int]:
        nonlocal between
        between += 1
        if between > THROWS:
            _fail(case, game, None, f"{THROWS} throws without a decision; a guard must end this")
        dice = seeded(due)
        thrown.append((due, list(dice)))
        return dice

    match = case.match(game, throws)
    played = _Played(game, match, thrown)
    lots = _Lots(case.seed, game)
    used = [case.family.View() for _ in range(case.seats)]
    keys = case.keys()
    tried: set[int] = set()
    redealt = False
    while not match.over:
        s, p = match.state, match.state.turn
        if len(played.chosen) > DECISIONS:
            _fail(case, game, match.count, f"the game goes on after {DECISIONS} decisions; a guard must end it")
        v = match.view_record(LETTERS[p])
        again = case.view(s, p, keys, used[p])
        if again.values() != v.values():
            _fail(case, game, match.count, f"a used view differs from a fresh one in {_differing(again, v)}")
        if len(played.looked_at) < LOOKED_AT and lots.below(3) == 0:
            played.looked_at.append((match.count, p))
            legal = _check_legal(case, match, game, lots, tried)
            _check_illegal(case, match, game, legal, lots, tried)
            _check_notation(case, match, game, lots.some(legal, 60))
            _check_view(case, match, game, legal, v)
            for seat in {p, lots.below(case.seats)}:
                redealt |= _check_secrets(case, match, game, seat, lots)
        action = case.choose(v, case.rules, case.line_up[p])
        if (why := case.family.why_not(s, case.rules, action)) is not None:
            _fail(case, game, match.count, f"bot {case.line_up[p]} chose {action}, which is illegal: {why}")
        tried.add(action)
        played.chosen.append(action)
        between = 0
        match.play_action(action)
    seen_by_all = (match.visibility.seen(event, None) for event in match.events)
    hidden = max((event["hidden"] for event in seen_by_all if "hidden" in event), default=0)
    if hidden > 1 and len(played.looked_at) > 2 and not redealt:
        _fail(case, game, None, "redeal never changed a hidden die")
    if redealt and not hidden:
        _fail(case, game, None, "redeal changes what no seat can see, but the events show every die to all")
    return played


def _check_legal(case: _Case, match: Match, game: int, lots: _Lots, tried: set[int]) -> list[int]:
    legal = match.legal_actions()
    at = match.count
    if len(legal) < 2:
        _fail(case, game, at, f"{match.turn} is asked, but legal_count is {len(legal)}; no or one move is no decision")
    if len(set(legal)) < len(legal):
        twice = next(action for action in legal if legal.count(action) > 1)
        _fail(case, game, at, f"legal_nth lists {case.family.notate(twice, case.rules)} twice")
    for action in lots.some(legal, 100):
        if (why := case.family.why_not(match.state, case.rules, action)) is not None:
            _fail(
                case, game, at, f"legal_nth lists {case.family.notate(action, case.rules)}, why_not forbids it: {why}"
            )
    tried.update(lots.some(legal, 40))
    return legal


def _check_illegal(case: _Case, match: Match, game: int, legal: list[int], lots: _Lots, tried: set[int]) -> None:
    near = {action + step for action in lots.some(legal, 20) for step in (-1, 1, 16)}
    probes = {*case.probes(match.state, case.rules), *tried, *near, *OUT_OF_THE_WAY} - set(legal)
    before = (match.state.values(), list(match.events), match._check.hex())
    refused = 0
    for action in sorted(probes):
        found = case.family.why_not(match.state, case.rules, action)
        if found is None:
            text = f"action {action}"
            if action in tried or action in case.probes(match.state, case.rules):
                text = case.family.notate(action, case.rules)
            if text in {case.family.notate(other, case.rules) for other in legal}:
                continue  # a legal move by another of its numbers, as `keep` with all five dice is `stand`
            _fail(case, game, match.count, f"why_not allows {text}, which legal_nth does not list")
        rule, sentence = found
        if not RULE.fullmatch(rule) or not sentence.strip():
            _fail(case, game, match.count, f"why_not gives no rule id and sentence for {action}: {found}")
        if action in tried and refused < 3:
            refused += 1
            text = case.family.notate(action, case.rules)
            try:
                match.play(text)
            except IllegalMove as illegal:
                if not illegal.rule:
                    _fail(case, game, match.count, f"the illegal move {text} is refused without a rule")
            else:
                _fail(case, game, match.count, f"the illegal move {text} is played")
            if match.can_play(text):
                _fail(case, game, match.count, f"can_play says yes to the illegal move {text}")
    after = (match.state.values(), list(match.events), match._check.hex())
    if before != after:
        _fail(case, game, match.count, "an illegal move, or asking why it is one, changed the game")


def _check_notation(case: _Case, match: Match, game: int, actions: Iterable[int]) -> None:
    for action in actions:
        text = case.family.notate(action, case.rules)
        for spelt in (text, text.upper(), text.lower(), f"  {text} ", text.replace(" ", "   ")):
            try:
                read = case.family.parse(spelt, case.rules)
            except ValueError as error:
                _fail(case, game, match.count, f"the move {text} is not read when spelt {spelt!r}: {error}")
            if read != action:
                _fail(case, game, match.count, f"action {action} is written {text}; {spelt!r} is read as action {read}")


def _check_view(case: _Case, match: Match, game: int, legal: list[int], v: Any) -> None:
    if v.legal != len(legal):
        _fail(case, game, match.count, f"the view counts {v.legal} legal moves, the state {len(legal)}")
    if case.family.legal_count(v, case.rules) != len(legal) or case.legal(v) != legal:
        _fail(
            case,
            game,
            match.count,
            "legal_count and legal_nth differ between the state and the view of the seat in turn",
        )


def _check_secrets(case: _Case, match: Match, game: int, seat: int, lots: _Lots) -> bool:
    """Nothing that a seat gets may change when what it cannot see does. Returns whether anything did change."""
    r, twin = case.rules, match.state.copy()
    redealer = case.view(match.state, seat, case.keys())
    redealer.key0 = lots.below(1 << 30)
    case.family.redeal(twin, r, redealer)
    who, turn = LETTERS[seat], seat == match.state.turn
    told = []
    for state, keys in ((match.state, case.keys()), (twin, case.keys(seat))):
        v = case.view(state, seat, keys)
        chosen = [case.choose(v.copy(), r, bot) for bot in range(case.bots)] if turn else []
        told.append((v, case.legal(state) if turn else [], chosen))
    (seen, legal, chosen), (instead, legal_instead, chosen_instead) = told
    if seen.values() != instead.values():
        fields = _differing(seen, instead)
        _fail(
            case,
            game,
            match.count,
            f"the view of {who} shows what it may not: {fields} changed with hidden dice or keys",
        )
    if legal != legal_instead:
        _fail(case, game, match.count, f"the legal moves of {who} tell of hidden dice")
    if chosen != chosen_instead:
        _fail(case, game, match.count, f"a bot as {who} chooses by what it cannot see: {chosen} / {chosen_instead}")
    return bool(twin.values() != match.state.values())


def _differing(a: Any, b: Any) -> str:
    one, two = a.values(), b.values()
    return ", ".join(f"{name} ({one[name]} / {two[name]})" for name in one if one[name] != two[name])


# ---- a finished game: its events, and the same game again


def _check_events(case: _Case, played: _Played) -> None:
    game, events = played.number, played.match.events
    check = Check()
    check.add(played.match.header)
    throws = [(due, dice) for due, dice in played.throws if due.seat != "table"]
    hidden: dict[tuple[str, str], list[int | str]] = {}  # dice thrown so far, by seat and purpose
    for n, event in enumerate(events, 1):
        if event.get("n") != n:
            _fail(case, game, n, f"the event is numbered {event.get('n')}")
        fields = COMMON_EVENTS.get(event["type"]) or case.family.event_fields.get(event["type"])
        if fields is None:
            _fail(case, game, n, f"there is no event of type {event['type']!r}")
        given, wanted = set(event), {"n", "type", "round", *fields.must}
        if not wanted <= given or given - wanted - {*fields.may}:
            _fail(case, game, n, f"a {event['type']} event has the fields {sorted(given)}, not {sorted(wanted)}")
        for name, value in event.items():
            if not _plain(value):
                _fail(
                    case,
                    game,
                    n,
                    f"{name} of the {event['type']} event is {value!r}: no integer, text, true, list or map",
                )
        if event["type"] == "roll":
            due, dice = throws.pop(0) if throws else (None, [])
            told = (event["seat"], event["for"], event["dice"], "private" in event or "sees" in event, event["round"])
            if due is None or told != (due.seat, due.why, [due.names[d] for d in dice], due.private, due.round):
                _fail(case, game, n, f"the roll event tells {told}; thrown was {due} {dice}")
            hidden[event["seat"], event["for"]] = hidden.get((event["seat"], event["for"]), []) + event["dice"]
        if event["type"] == "shown" and not _among(event["dice"], hidden.get((event["seat"], event["for"]), [])):
            _fail(case, game, n, f"a shown event tells {event['dice']}, which {event['seat']} did not throw for that")
        if "sees" in event and event["sees"] != [letter for letter in LETTERS[: case.seats] if letter in event["sees"]]:
            _fail(case, game, n, f"sees is {event['sees']}: seats of the game, once each and in order")
        if event["type"] == "end":
            if event["check"] != check.hex():
                _fail(case, game, n, "check is not that of the records before it")
            if n != len(events) or event["end"] not in ENDS:
                _fail(case, game, n, f"the end event ({event['end']}) must be the last one")
        check.add(event)
    if throws:
        _fail(case, game, len(events), f"the throw {throws[0]} has no event")
    if not events or events[-1]["type"] != "end":
        _fail(case, game, len(events), "the last event is no end event")


def _among(some: Sequence[int | str], dice: Sequence[int | str]) -> bool:
    """Whether dice are some of these."""
    return all(some.count(die) <= dice.count(die) for die in some)


def _plain(value: Any) -> bool:
    def scalar(value: Any) -> bool:
        return value is True or type(value) in (int, str)

    if isinstance(value, list):
        return all(map(scalar, value))
    if isinstance(value, Mapping):
        return all(
            type(k) is str and (scalar(v) or (type(v) is list and all(map(scalar, v)))) for k, v in value.items()
        )
    return scalar(value)


def _check_replay(case: _Case, played: _Played) -> None:
    """The logged moves and dice alone give the same game; `auto` marks just the moves without a choice."""
    game, events = played.number, played.match.events
    again = case.match(game)
    dice = iter(played.throws)
    moves = (event for event in events if event["type"] == "move")
    while not again.over:
        if again.due is not None:
            due, digits = next(dice)
            if due != again.due:
                _fail(case, game, again.count, f"replayed, {again.due} is due, not {due}")
            again.apply_roll(digits)
            continue
        event = next(moves)
        action = case.family.parse(event["move"], case.rules)
        auto = bool(event.get("auto"))
        if auto != (again.only_move is not None) or (auto and action != again.only_move):
            _fail(
                case,
                game,
                again.count,
                f"the move {event['move']} is marked auto={auto}, legal are {again.legal()[:5]}",
            )
        if event["seat"] != again.turn:
            _fail(case, game, again.count, f"replayed, {again.turn} is in turn, not {event['seat']}")
        again.apply_move(action, auto=auto)
    _same_events(case, game, again.events, events, "replaying the logged moves and dice")
    if again.state.values() != played.match.state.values():
        _fail(case, game, None, f"replayed, the state ends with other {_differing(again.state, played.match.state)}")


def _same_events(case: _Case, game: int, found: list[Event], wanted: list[Event], after: str) -> None:
    if found != wanted:
        pairs = zip([*found, *([{}] * len(wanted))], [*wanted, *([{}] * len(found))], strict=False)
        n, (one, two) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
        _fail(case, game, n, f"{after} gives {one} where the game had {two}")


def _check_undo(case: _Case, played: _Played) -> None:
    """Moves taken back and played again lead to the same game."""
    game = played.number
    match = case.match(game, Seeded(case.seed, game), undo=True)
    lots = _Lots(case.seed, game)
    i = undone = 0
    while i < len(played.chosen):
        back = min(1 + lots.below(3), len(played.chosen) - 1 - i)
        if back > 0 and undone < 5 and lots.below(3) == 0:
            before = match.state.values()
            for action in played.chosen[i : i + back]:
                match.play_action(action)
            for _ in range(back):
                match.undo()
            undone += 1
            if match.state.values() != before:
                _fail(case, game, match.count, f"{back} moves taken back, the state is not what it was")
        match.play_action(played.chosen[i])
        i += 1
    told: list[Event] = []
    for event in match.events:
        if event["type"] == "undo":
            told = [kept for kept in told if kept["n"] <= event["to"]]
        else:
            told.append(event)
    apart = ("n", "check")
    found, wanted = (
        [{name: value for name, value in event.items() if name not in apart} for event in events]
        for events in (told, played.match.events)
    )
    _same_events(case, game, found, wanted, "playing on after an undo")


def _check_hidden(case: _Case, played: _Played) -> None:
    """Had the others thrown other dice under their cups and done the same, a seat would have seen the same events."""
    game, events = played.number, played.match.events
    lots = _Lots(case.seed + " hidden", game)
    for count, seat in lots.some(played.looked_at, 3):
        who, before = LETTERS[seat], events[:count]
        twin = case.match(game)
        wanted = [twin.visibility.seen(event, who) for event in before]
        opened = max((n for n, event in enumerate(wanted) if event["type"] != "roll" and _lays_open(event)), default=0)
        dice = iter(played.throws)
        moves = (event for event in before if event["type"] == "move")
        possible = True
        while twin.count < count and possible:
            due = twin.due
            if due is not None:
                digits = next(dice)[1]
                if twin.count >= opened and "hidden" in wanted[twin.count]:
                    digits = [lots.below(len(due.names)) for _ in digits]
                twin.apply_roll(digits)
            else:
                event = next(moves)
                action = case.family.parse(event["move"], case.rules)
                possible = case.family.why_not(twin.state, case.rules, action) is None
                if possible:
                    twin.apply_move(action, auto=bool(event.get("auto")))
        if possible:
            found = [twin.visibility.seen(event, who) for event in twin.events]
            _same_events(case, game, found, wanted, f"what {who} sees when others hide other dice")
            again = _played_up_to(case, played, count)
            if twin.view(who).events != wanted or twin.view(who).legal != again.view(who).legal:
                _fail(case, game, count, f"the view of {who} tells of hidden dice")
            one, other = twin.view_record(who), again.view_record(who)
            if one.values() != other.values():
                fields = _differing(one, other)
                _fail(case, game, count, f"the view of {who} shows what no event told {who}: {fields}")


def _lays_open(event: Event) -> bool:
    """Whether an event tells the faces of dice, of one seat or of several."""
    dice = event.get("dice")
    return isinstance(dice, list) or (isinstance(dice, Mapping) and any(isinstance(of, list) for of in dice.values()))


def _played_up_to(case: _Case, played: _Played, count: int) -> Match:
    """A match as the game stood after so many events."""
    again = case.match(played.number)
    dice = iter(played.throws)
    moves = (event for event in played.match.events if event["type"] == "move")
    while again.count < count:
        if again.due is not None:
            again.apply_roll(next(dice)[1])
        else:
            event = next(moves)
            again.apply_move(case.family.parse(event["move"], case.rules), auto=bool(event.get("auto")))
    return again


# ---- both modes


@dataclass
class _Outcome:
    """What the batch loop reports of one game."""

    result: list[int]
    rows: list[list[int]]
    state: Any
    views: list[Any]

    def first_difference(self, other: _Outcome) -> str | None:
        for n, (one, two) in enumerate(zip(self.rows, other.rows, strict=False)):
            if one != two:
                return f"trace row {n} is {one} / {two}"
        if len(self.rows) != len(other.rows):
            return f"the traces have {len(self.rows)} / {len(other.rows)} rows"
        if self.result != other.result:
            return f"the result rows are {self.result} / {other.result}"
        if self.state.values() != other.state.values():
            return f"the final states differ in {_differing(self.state, other.state)}"
        for one, two in zip(self.views, other.views, strict=True):
            if one.values() != two.values():
                return f"the views of {LETTERS[one.seat]} differ in {_differing(one, two)}"
        return None


def _outcome(case: _Case, bench: Bench, player: Player, game: int) -> _Outcome:
    """One game played by the batch loop of either mode, on records that may have been used before."""
    result = bench.play(player, game, 1).tolist()
    trace, state, views = bench.T[0], bench.S[0], bench.V[: case.seats]
    if isinstance(bench, CompiledBench):
        rows = trace["rows"][: trace["n"]].tolist()
        return _Outcome(result, rows, case.family.State.of(state), [case.family.View.of(v) for v in views])
    if trace.n > ROWS:
        _fail(case, game, None, f"the game has {trace.n} trace rows; choose guards that end it sooner")
    return _Outcome(result, [list(row) for row in trace.rows[: trace.n]], state.copy(), [v.copy() for v in views])


def _check_batch(case: _Case, played: _Played, outcome: _Outcome) -> None:
    """The batch loop, on records used before, and a match on fresh ones play the same game."""
    game, match = played.number, played.match
    told = [{"n": n, **event} for n, event in enumerate(case.family.events(outcome.rows, match.state, case.rules), 1)]
    _same_events(case, game, told, match.events[:-1], "the batch loop on records used before")
    results, end = Results(outcome.result, case.seats), match.events[-1]
    seats = LETTERS[: case.seats]
    reported = {
        "game": results.games[0],
        "end": ENDS[results.ends[0]],
        "winners": [letter for p, letter in enumerate(seats) if results.winners[0] >> p & 1],
        "places": {letter: results.places(p)[0] for p, letter in enumerate(seats)},
        "scores": {letter: results.scores(p)[0] for p, letter in enumerate(seats)},
        "round": results.rounds[0],
        "moves": results.moves[0],
    }
    moves = sum(event["type"] == "move" for event in match.events)
    wanted = {**{name: end.get(name) for name in reported}, "game": game, "moves": moves}
    if reported != wanted:
        _fail(case, game, None, f"the batch loop's result is {reported}, that of the match {wanted}")


def _check_modes(case: _Case, entry: Player, games: int) -> None:
    plain = case.bench()
    compiled = CompiledBench(case.family, case.rules, case.seed, case.seats, case.line_up, traced=True)
    for game in range(games):
        expected = _outcome(case, plain, case.player, game)
        if (difference := expected.first_difference(_outcome(case, compiled, entry, game))) is not None:
            _fail(case, game, None, f"plain and compiled mode disagree: {difference}")


class _Int64(int):
    """An integer that must stay within 64 bits, and so must whatever is computed from it."""


def _checked(name: str) -> Callable[..., Any]:
    operation = getattr(int, name)

    def checked(self: int, *others: Any) -> Any:
        result = operation(self, *others)
        if result is NotImplemented or type(result) is float:
            raise _Failed(f"a kernel computes {self} {name} {others}, which is no integer")
        if -(1 << 63) <= result < 1 << 63:
            return _Int64(result)
        if _getframe(1).f_code is mul32.__code__:
            return result  # the one unsigned product
        raise _Failed(f"a kernel computes {self} {name} {others} = {result}, outside int64")

    return checked


_BOTH_WAYS = "add sub mul floordiv truediv mod pow lshift rshift and or xor".split()
for _name in ("neg", "abs", "invert", *_BOTH_WAYS, *(f"r{name}" for name in _BOTH_WAYS)):
    setattr(_Int64, f"__{_name}__", _checked(f"__{_name}__"))


class _Guarded(list[Any]):
    """A list whose integers are guarded as they are read: tables are large, and few of their entries are."""

    def __getitem__(self, at: Any) -> Any:
        value = super().__getitem__(at)
        return _Int64(value) if type(value) is int else value


def _guarded(value: Any) -> Any:
    if not isinstance(value, list):
        return _Int64(value)
    return _Guarded(map(_guarded, value) if value and isinstance(value[0], list) else value)


def _check_integers(case: _Case, game: int, expected: _Outcome) -> None:
    """No intermediate value leaves int64: the plain mode would not notice, the compiled one would be wrong."""
    bench = case.bench()
    for record in (*bench.S, *bench.V, *bench.R, *bench.D):
        for name, value in record.values().items():
            setattr(record, name, _guarded(value))
    bench.keys = _guarded(list(map(list, bench.keys)))
    try:
        found = _outcome(case, bench, case.player, game)
    except _Failed as failed:
        _fail(case, game, None, str(failed))
    if found.result != expected.result or any(row[0] == MOVE and row not in expected.rows for row in found.rows):
        _fail(case, game, None, "the game differs when played once more on fresh records")
