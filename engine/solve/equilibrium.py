"""The equilibrium of a whole game of two seats: its rounds, each solved with what the rounds after it are worth.

Rounds that cannot come again are solved from the last to the first. Where dice can come back, those that lead to one another are solved
again and again, each time with what the strategies found before are worth, until no value changes by more than TOLERANCE, with
CFR by a tenth of its target. How good
the result is does not rest on that: both best responses to the whole strategy are worked out at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dicecup.engine.core.kernel import AUTO, COMPILED, compilable
from dicecup.engine.core.problems import InputError, MissingExtra
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.base import Carried, Trace
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.solve.program import has_scipy, plan
from dicecup.engine.solve.round_game import RoundGame, Size
from dicecup.engine.solve.tables import Tables

PROGRAM, CFR = "program", "cfr"
METHODS = (AUTO, PROGRAM, CFR)

TOLERANCE = 1e-9  # of values that are iterated, and of a fraction that one looks like
DENOMINATOR = 2000  # the largest of such a fraction
AGAIN = 1000  # times that rounds are solved or valued again at most
FINER = 5  # times that CFR is given a smaller target where rounds come again
LARGEST = 10_000_000  # weights of all rounds: some 400 MB
BY_PROGRAM = 100_000  # weights of a round up to which auto takes the program: it ends within a minute
WORTH_COMPILING = 10_000  # weights of a round from which on auto compiles CFR


class NotSolvableError(InputError):
    """A game that cannot be solved, and why; `key` is the option that is in the way, empty where it is something else."""

    def __init__(self, sentence: str, key: str = "") -> None:
        super().__init__(f"{key}: {sentence}" if key else sentence)
        self.key = key


@dataclass(eq=False)
class SolvedRound:
    """A round, what was found for it, and what it is worth to the seat that opens it: `low` if the other seat, `high` if the opener plays
    best against what was found, in the whole game. `policy` holds the weights as `Tree` counts them.
    """

    game: RoundGame
    value: float = 0.0
    low: float = 0.0
    high: float = 0.0
    iterations: int = 0  # of CFR; 0 where the program was solved
    policy: list[float] = field(default_factory=list)

    @property
    def exploitability(self) -> float:
        """What both best responses gain in sum (NashConv)."""
        return self.high - self.low


@dataclass(frozen=True, eq=False)
class Solution:
    """A solved game; the first of its rounds is the one it begins with."""

    definition: Definition
    one_round: bool
    dice: tuple[int, int]
    rounds: list[SolvedRound]

    @property
    def first(self) -> SolvedRound:
        """The round with which the game begins; its value is that of the game to the first bidder, -1 to 1."""
        return self.rounds[0]

    @property
    def method(self) -> str:
        """How it was solved: PROGRAM, CFR, or both."""
        used = {CFR if one.iterations else PROGRAM for one in self.rounds}
        return " and ".join(method for method in (PROGRAM, CFR) if method in used)

    @property
    def iterations(self) -> int:
        """Iterations of CFR, over all rounds."""
        return sum(one.iterations for one in self.rounds)

    @property
    def size(self) -> Size:
        """All rounds together."""
        return total_size([one.game for one in self.rounds])

    def looks_like(self) -> Fraction | None:
        """The fraction with a small denominator that the value is to within TOLERANCE, where the program has found it."""
        near = Fraction(self.first.value).limit_denominator(DENOMINATOR)
        exact = self.method == PROGRAM and self.first.exploitability <= TOLERANCE
        return near if exact and abs(self.first.value - near) <= TOLERANCE else None


def total_size(games: Sequence[RoundGame]) -> Size:
    """The sizes of rounds, added up."""
    sizes = [game.size for game in games]
    names = ("histories", "decisions", "terminals", "information_sets", "weights")
    return Size(*(sum(getattr(size, name) for size in sizes) for name in names))


def solve(
    definition: Definition,
    *,
    one_round: bool = False,
    dice: Sequence[int] | None = None,
    method: str = AUTO,
    target: float = 1e-5,
    most: int = 100_000,
    mode: str = AUTO,
    told: Callable[[int, int], None] = lambda done, rounds: None,
) -> Solution:
    """Solve a definition, played by two: one round of it, whose loser has lost, or the whole game.

    `dice` are those of the first bidder and of the other seat, else as many as the definition gives. CFR ends when NashConv is `target`
    or less, or after so many iterations of a round (`most`). `told(done, rounds)` is called when a round has been solved. Raises
    NotSolvableError, and MissingExtra where the program or compiled mode needs an extra.
    """
    if method == PROGRAM and not has_scipy():
        raise MissingExtra("the exact program", "solve")
    if mode == COMPILED and not compilable():
        raise MissingExtra("compiled mode", "fast")
    first = opening(definition, one_round, dice)
    games = all_rounds(first)
    solver = Solver(method, target, len(games), most, mode)
    solved = {game.carried: SolvedRound(game) for game in games}
    done = 0
    for group in in_order(games):
        solver.solve([solved[game.carried] for game in group], solved)
        done += len(group)
        told(done, len(games))
    return Solution(definition, one_round, held_at_first(definition, dice), [*solved.values()])


def opening(definition: Definition, one_round: bool, dice: Sequence[int] | None) -> RoundGame:
    """The first round of a game; NotSolvableError where an option, the seats or the size are in the way."""
    family = family_of(definition.family)
    if family.rounds is None:
        raise NotSolvableError(
            f"games of the family {definition.family} cannot be solved; it has no rounds of hidden dice"
        )
    players = definition.players
    if players.min > 2:
        raise NotSolvableError(
            f"only games of two seats can be solved, and {definition.name} needs {players.min}", "players.min"
        )
    rounds = family.rounds()
    for key, sentence in rounds.refused(definition.rules, one_round):
        raise NotSolvableError(sentence, key)
    rules = family.build(definition.rules, players).copy()
    if one_round:
        rounds.one_round(rules)
    s = family.State()
    s.seats = 2
    held = held_at_first(definition, dice)
    rounds.begin(s, rules, Trace(), held)
    return RoundGame(family, rounds, rules, s)


def held_at_first(definition: Definition, dice: Sequence[int] | None) -> tuple[int, int]:
    """The dice of the first bidder and of the other seat; NotSolvableError where these are none that can be."""
    rounds = family_of(definition.family).rounds
    assert rounds is not None
    most = rounds().dice(definition.rules)
    one, other = (most, most) if dice is None else dice
    if not (1 <= one <= most and 1 <= other <= most):
        raise NotSolvableError(f"{one}v{other}: {definition.name} gives each seat from 1 to {most} dice", "dice")
    return one, other


def all_rounds(first: RoundGame) -> list[RoundGame]:
    """The first round and all that may come after it. NotSolvableError where they are too large together."""
    games = {first.carried: first}
    todo = [first]
    weights = 0
    for game in todo:  # grows meanwhile
        weights += game.size.weights
        if weights > LARGEST:
            size = game.size
            raise NotSolvableError(
                f"too large: {'this round has' if game is first else 'one of its rounds has'} {about(size.histories)} sequences of "
                f"moves and {about(size.information_sets)} information sets, in all {about(size.weights)} weights of moves, and "
                f"{about(LARGEST)} can be solved; give fewer dice or faces"
            )
        game.play_out()
        for key, state in game.following.items():
            if key not in games:
                games[key] = RoundGame(game.family, game.rounds, game.rules, state)
                todo.append(games[key])
    return todo


def about(n: int) -> str:
    """A whole number, in powers of ten where it is long."""
    digits = str(n)
    return f"{n:,}" if len(digits) <= 12 else f"{digits[0]}.{digits[1]} x 10^{len(digits) - 1}"


def in_order(games: Sequence[RoundGame]) -> Iterator[list[RoundGame]]:
    """The rounds in groups that lead to one another, each group after all that it leads to."""
    nexts = {game.carried: {key for key, _ in game.endings if key is not None} for game in games}

    def reached(key: Carried) -> frozenset[Carried]:
        todo, found = [key], {key}
        for one in todo:  # grows meanwhile
            for following in nexts[one] - found:
                found.add(following)
                todo.append(following)
        return frozenset(found)

    groups: dict[frozenset[Carried], list[RoundGame]] = {}
    for game in games:
        groups.setdefault(reached(game.carried), []).append(game)
    for _, group in sorted(groups.items(), key=lambda item: len(item[0])):
        yield group


class Solver:
    """Solves rounds by one method in one mode; `target` is NashConv of the whole game at which CFR ends, `most` its iterations of a round."""

    def __init__(self, method: str, target: float, rounds: int, most: int, mode: str) -> None:
        self.method, self.target, self.rounds, self.most, self.mode = method, target, rounds, most, mode

    def solve(self, group: Sequence[SolvedRound], solved: dict[Carried, SolvedRound]) -> None:
        """Solve rounds that lead to one another, and value them; all others that they lead to have been solved."""
        keys = {one.game.carried for one in group}
        again = any(key in keys for one in group for key, _ in one.game.endings)
        tables = [Tables(one.game, self._compiles(one.game)) for one in group]
        exact = all(self._by_program(one.game) for one in group)
        target = self.target / self.rounds
        for _ in range(FINER):
            self._find_all(group, solved, tables, target, TOLERANCE if exact else max(target / 10, TOLERANCE), again)
            self._respond(group, solved, tables, again)
            if exact or not again or max(one.exploitability for one in group) <= self.target:
                break
            target /= 4  # what a round lacks counts as often as it comes again
        for one, table in zip(group, tables, strict=True):
            one.policy = [float(x) for x in table.policy]

    def _find_all(
        self,
        group: Sequence[SolvedRound],
        solved: dict[Carried, SolvedRound],
        tables: Sequence[Tables],
        target: float,
        enough: float,
        again: bool,
    ) -> None:
        """Find strategies, until no value changes by more than what is enough, and what the rounds are worth under them."""
        for _ in range(AGAIN):
            before = [one.value for one in group]
            chances = []
            for one, table in zip(group, tables, strict=True):
                self._find(one, table, [self._worth(end, solved, "value") for end in one.game.endings], target)
                chances.append(table.end_chances())
            self._settle(group, solved, chances)
            if not again or max(abs(one.value - was) for one, was in zip(group, before, strict=True)) <= enough:
                break

    def _respond(
        self, group: Sequence[SolvedRound], solved: dict[Carried, SolvedRound], tables: Sequence[Tables], again: bool
    ) -> None:
        """What both best responses to the strategies get, over the whole game."""
        for one in group:
            one.low = one.high = one.value
        for _ in range(100 * AGAIN):
            before = [x for one in group for x in (one.low, one.high)]
            for one, table in zip(group, tables, strict=True):
                one.high = table.best([self._worth(end, solved, "high") for end in one.game.endings])[0]
                one.low = -table.best([self._worth(end, solved, "low") for end in one.game.endings])[1]
            after = [x for one in group for x in (one.low, one.high)]
            if not again or max(abs(x - y) for x, y in zip(before, after, strict=True)) <= TOLERANCE / 1000:
                break

    def _settle(
        self, group: Sequence[SolvedRound], solved: dict[Carried, SolvedRound], chances: Sequence[Sequence[float]]
    ) -> None:
        """What rounds are worth where both follow what was found, by which each ends so likely in each way."""
        for _ in range(100 * AGAIN):
            change = 0.0
            for one, likely in zip(group, chances, strict=True):
                ends = [self._worth(end, solved, "value") for end in one.game.endings]
                new = sum(chance * worth for chance, worth in zip(likely, ends, strict=True))
                change = max(change, abs(new - one.value))
                one.value = new
            if change <= 1e-16:
                break

    def _worth(self, end: tuple[Carried | None, int], solved: dict[Carried, SolvedRound], name: str) -> float:
        """What an ending is worth to the opener: by `low`, `high` or `value` of what follows, whoever opens that."""
        key, sign = end
        if key is None:
            return float(sign)
        if sign > 0:
            return float(getattr(solved[key], name))
        return -float(getattr(solved[key], {"low": "high", "high": "low"}.get(name, name)))

    def _find(self, one: SolvedRound, table: Tables, ends: list[float], target: float) -> None:
        """Find a strategy of a round, whose endings are worth so much."""
        if self._by_program(one.game):
            table.take(plan(table.tree, table.hands, one.game.chances, table.pay(ends)))
        else:
            one.iterations += table.learn(ends, target, self.most)

    def _by_program(self, game: RoundGame) -> bool:
        if self.method != AUTO:
            return self.method == PROGRAM
        return game.size.weights <= BY_PROGRAM and has_scipy()

    def _compiles(self, game: RoundGame) -> bool:
        if self.mode != AUTO:
            return self.mode == COMPILED
        return game.size.weights >= WORTH_COMPILING and not self._by_program(game) and compilable()
