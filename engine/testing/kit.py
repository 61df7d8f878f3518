"""The conformance kit: `check_game` plays games of a definition and checks every property that a family must have.

Whoever adds a family, a variant or a bot runs it; our own tests do. A property that fails raises AssertionError with a
sentence, the definition, the seed, the game, the line-up and the event, so that the game can be opened and looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from dicecup.engine.core.kernel import compilable
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.base import LETTERS, Family
from dicecup.engine.match.dice_source import Due, Seeded
from dicecup.engine.playtest.block import Player
from dicecup.engine.testing.case import Case, Choose, Lots, Played, Probes, case_of, differing, noted
from dicecup.engine.testing.events import check_events
from dicecup.engine.testing.integers import check_integers
from dicecup.engine.testing.modes import CompiledPlayer, check_batch, check_both_modes, outcome_of
from dicecup.engine.testing.moves import check_illegal, check_legal, check_notation
from dicecup.engine.testing.policies import check_policies
from dicecup.engine.testing.replay import check_replay, check_undo
from dicecup.engine.testing.view_fields import check_declared, check_told
from dicecup.engine.testing.views import check_hidden, check_later, check_secrets, check_view

__all__ = ["check_game", "check_modes", "compiled_player"]

DECISIONS = 20_000  # in one game: more than any guard should allow for
THROWS = 20_000  # without a decision between them, likewise
LOOKED_AT = 8  # decisions of one game that are looked at from every side


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

    `game` is a variant's name or path, a Definition, or a Family, which is then played with the defaults of its options
    by two to four; `family` plays a definition by rules that are not shipped. Each number of `seats` (default: fewest
    and most) plays `games` games with each of `line_ups`, whose numbers go round the table (default: each bot alone,
    then all of them mixed). The numbers are bots of `choose(view, rules, tables, bot)`, default the family's shipped
    ones, else one that makes any legal move.

    Checked in plain mode, at every decision or at some drawn by lot:
    - legal moves: at least two where somebody is asked, a single one is played as `auto`; listed once each; `why_not`
      is None for just these among everything tried: `probes(state, rules)` (all that a family can enumerate), moves
      made earlier in the game, the neighbours of legal ones; the rule that it names is one that `explain` tells; a
      bot's choice is legal; an illegal move changes nothing;
    - policies: a bot's weights are integers from 0 on that sum to ONE; what it chooses has weight, and a move of at
      least a quarter comes up under some other key of its own;
    - notation: `parse(notate(a)) == a`, in capitals and with extra spaces too;
    - secrets: when what a seat cannot see is dealt again and all other keys change, its view and the fields of that, legal
      moves, bots and events do not; had dice that no event shows it fallen otherwise, it would have seen the same, and so would a
      spectator;
    - views: state and view list the same legal moves; a view filled again equals a fresh one;
    - fields of views: they are as declared at every decision, the same under any key of the seat's own, and tell as scores
      what the game would end with; a view record is all that they are made of, and those are equal in both modes;
    - events: numbered, in the fields that are declared, dice as they were thrown, closed by a true `check`; hidden dice
      are laid open by events that hold them as `dice`;
    - keys that came later: state fields that only these use are 0 while the keys have their defaults;
    - games: they end; replaying moves and dice gives the same events, and so does playing on after an undo; no kernel's
      value leaves int64; the batch loop reports the same as a match; a used record plays like a fresh one.
    With `compiled` (None: where numba is installed; or an entry from `compiled_player`, to share one) both modes must
    also agree in traces, final states, views, result rows and the weights of bots.
    """
    case = case_of(game, family, choose, seed, probes)
    entry: Player | None = None
    if compiled is None or isinstance(compiled, bool):
        if compiled or (compiled is None and compilable()):
            entry = compiled_player(case.family, choose)
    else:
        entry = compiled
    for at in case.sittings(seats, line_ups):
        plain = at.bench()
        for number in range(games):
            with noted(at, number):
                played = play_through(at, number)
                check_events(at, played)
                check_replay(at, played)
                check_undo(at, played)
                check_hidden(at, played)
                check_batch(at, played, outcome_of(at, plain, at.player, number))
        with noted(at, games):
            check_integers(at, games, outcome_of(at, plain, at.player, games))
            if entry is not None:
                check_both_modes(at, entry, games)


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
    """Check only that both modes agree; `entry` is what `compiled_player` gives. Arguments as `check_game`."""
    case = case_of(game, family, choose, seed, None)
    for at in case.sittings(seats, line_ups):
        with noted(at, games):
            check_both_modes(at, entry, games)


@cache
def compiled_player(family: Family, choose: Choose | None = None, *, boundscheck: bool = False) -> Player:
    """The compiled batch loop of a family and its bots, for any number of checks; ImportError without numba."""
    return CompiledPlayer(family, choose, boundscheck=boundscheck)


def play_through(case: Case, game: int) -> Played:
    """One game between the bots of the line-up, whose decisions are looked at as they come."""
    thrown: list[tuple[Due, list[int]]] = []
    seeded = Seeded(case.seed, game)
    between = 0

    def throws(due: Due) -> list[int]:
        nonlocal between
        between += 1
        if between > THROWS:
            case.fail(game, None, f"{THROWS} throws without a decision; a guard must end this")
        dice = seeded(due)
        thrown.append((due, list(dice)))
        return dice

    match = case.match(game, throws)
    played = Played(game, match, thrown)
    lots = Lots(case.seed, game)
    used = [case.family.View() for _ in range(case.seats)]
    keys = case.keys()
    tried: set[int] = set()
    redealt = False
    while not match.over:
        s, p = match.state, match.state.turn
        if len(played.chosen) > DECISIONS:
            case.fail(game, match.count, f"the game goes on after {DECISIONS} decisions; a guard must end it")
        v = match.view_record(LETTERS[p])
        again = case.view(s, p, keys, used[p])
        if again.values() != v.values():
            case.fail(game, match.count, f"a used view differs from a fresh one in {differing(again, v)}")
        check_declared(case, match, game, v)
        if len(played.looked_at) < LOOKED_AT and lots.below(3) == 0:
            played.looked_at.append((match.count, p))
            legal = check_legal(case, match, game, lots, tried)
            check_illegal(case, match, game, legal, lots, tried)
            check_notation(case, match, game, lots.some(legal, 60))
            check_view(case, match, game, legal, v)
            check_told(case, match, game, v)
            check_later(case, match, game)
            check_policies(case, match, game, v, legal, lots)
            for seat in {p, lots.below(case.seats)}:
                redealt |= check_secrets(case, match, game, seat, lots)
        action = case.choose(v, case.rules, case.tables, case.line_up[p])
        if (why := case.family.why_not(s, case.rules, action)) is not None:
            case.fail(game, match.count, f"bot {case.line_up[p]} chose {action}, which is illegal: {why}")
        tried.add(action)
        played.chosen.append(action)
        between = 0
        match.play_action(action)
    seen_by_all = (match.visibility.seen(event, None) for event in match.events)
    hidden = max((event["hidden"] for event in seen_by_all if "hidden" in event), default=0)
    if hidden > 1 and len(played.looked_at) > 2 and not redealt:
        case.fail(game, None, "redeal never changed a hidden die")
    if redealt and not hidden:
        case.fail(game, None, "redeal changes what no seat can see, but the events show every die to all")
    return played
