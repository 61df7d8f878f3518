"""What to keep in poker dice: how often each keep leads to each kind of hand, and beats another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.base.page import Page
from dicecup.cli.base.parameters import Whole
from dicecup.cli.base.text import counted
from dicecup.cli.odds.format import as_json, grid
from dicecup.cli.odds.query import Answer, OddsQuery

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.games.poker.odds import KeepOdds
    from dicecup.engine.match.match import Match


def ask(definition: Definition, hand: str, asked: Mapping[str, Any]) -> Answer:
    """The odds of every keep."""
    from dicecup.engine.judge.odds import odds
    from dicecup.engine.match.match import rules_of

    most = rules_of(definition).max_throws - 1
    left = asked["throws_left"]
    if left is None:
        left = min(1, most)
    elif left > most:
        raise usage(f"--throws-left {left}: in {definition.name} it is from 0 to {most}")
    own = _dice(definition, "--hand", hand)
    beat = None if asked["beat"] is None else _dice(definition, "--beat", asked["beat"])
    kept = [] if asked["kept"] is None else _dice(definition, "--kept", asked["kept"], whole=False)
    if Counter(kept) - Counter(own):
        raise usage(f"--kept: {_spelled(kept)} is not part of {_spelled(own)}; name dice of the hand")
    found = odds(definition, hand=own, throws_left=left, beat=beat, kept=kept)
    question: dict[str, Any] = {"hand": own, "throws_left": left}
    if beat is not None:
        question["beat"] = beat
    if kept:
        question["kept"] = kept
    against = f"the hand to beat is {_spelled(beat)}" if beat else "the hand to beat is one throw of five dice"
    more = f"{counted(left, 'throw')} left" if left else "no throw left"
    return Answer(
        {"question": question, "keeps": [_record(keep) for keep in found]},
        [
            f"{definition.title}: {_spelled(own)}, {more}; {against}.",
            "Best first, a tie counted half" + (", every later keep the best too." if left > 1 else "."),
        ],
        list(enumerate(found, 1)),
        _table,
    )


def _dice(definition: Definition, option: str, text: str, *, whole: bool = True) -> list[int | str]:
    """The dice that an option names, best first."""
    from dicecup.engine.games.registry import family
    from dicecup.engine.match.match import rules_of

    poker, r = family(definition.family), rules_of(definition)
    names = {str(name): name for name in poker.die_names(r, 0)}
    example = " ".join([*names, *names, *names][:5])
    try:
        number = poker.parse(f"keep {text.strip() or 'none'}", r)
    except ValueError as error:
        raise usage(f"{option}: {error}") from None
    if number > r.nothing_kept:
        raise usage(f"{option} {text!r} names no dice; write faces such as {example!r}")
    dice = [names[sign] for sign in names for _ in range(_count(r, number, list(names).index(sign)))]
    if whole and len(dice) != 5:
        raise usage(f"{option}: a hand has five dice, not {len(dice)}; write faces such as {example!r}")
    return dice


def _count(r: Any, number: int, digit: int) -> int:
    """How many dice of a face are in a set."""
    from dicecup.engine.games.poker.rules import dice_of

    return dice_of(number, r).count(digit)


def _record(keep: KeepOdds) -> dict[str, Any]:
    return {
        "move": keep.move,
        "keep": list(keep.keep),
        "beats": as_json(keep.beats),
        "ties": as_json(keep.ties),
        "kinds": {kind: as_json(chance) for kind, chance in keep.kinds.items()},
    }


def _table(choices: Sequence[tuple[int, KeepOdds]], page: Page) -> list[str]:
    """A paragraph for each keep: what it beats and ties, and the kinds of hand it may lead to."""
    lines: list[str] = []
    for place, keep in choices:
        kinds = [(kind.replace("_", " "), chance) for kind, chance in keep.kinds.items() if chance]
        lines.append(f"{place}. {keep.move}" if page.plain else f"{place:>2}. {keep.move}")
        lines += grid([[("beats", keep.beats), ("ties", keep.ties)], kinds], page, 4)
    return lines


def _spelled(dice: Sequence[int | str] | None) -> str:
    return " ".join(map(str, dice or ()))


def here(match: Match, seat: str) -> tuple[str, dict[str, Any]]:
    """The hand of the seat in turn, and the best one on the table."""
    from dicecup.engine.games.poker.book import to_beat
    from dicecup.engine.games.poker.moves import locked, may_throw
    from dicecup.engine.games.poker.notation import spelled
    from dicecup.engine.games.poker.rules import dice_of

    if match.turn != seat:
        raise Failure(NO, f"{seat} has no throw to decide on; it is {match.turn}'s turn")
    v, r = match.view_record(seat), match.rules
    best, _ = to_beat(v, r)
    beat = next((v.hand[p] for p in v.line[: v.current] if best >= 0 and r.rank[v.hand[p]] == best), None)
    return spelled(r, dice_of(v.hand[v.seat], r)), {
        "throws_left": v.cap - v.made if may_throw(v, r) else 0,
        "beat": None if beat is None else spelled(r, dice_of(beat, r)),
        "kept": spelled(r, dice_of(v.kept, r)) if locked(v, r) else None,
    }


ODDS = OddsQuery(
    game="poker dice",
    about="In poker dice: what each keep leads to, and how often it beats a hand.",
    examples=(
        ('dicecup odds poker-dice --hand "K K J 9 T"', "what to keep, against one throw of somebody else"),
        ('dicecup odds poker-dice --hand "K K J 9 T" --beat "A A Q Q J" --all', "how often each keep beats two pairs"),
        ('dicecup odds poker-dice-three --hand "K K J 9 T" --throws-left 2 --json', "all of it, for a program"),
    ),
    dice="K K J 9 T",
    names=("throws_left", "beat", "kept"),
    options=(
        click.option("--throws-left", type=Whole(0, 4), metavar="N", help="Poker dice: throws you still have; 1."),
        click.option("--beat", metavar="DICE", help="Poker dice: the hand to beat; else a throw of five dice."),
        click.option(
            "--kept", metavar="DICE", help="Poker dice: dice kept before, where they may not be thrown again."
        ),
    ),
    ask=ask,
    here=here,
    what="keep",
    shown=5,
    values={"throws_left": lambda definition: range(definition.rules.max_throws)},  # type: ignore[attr-defined]
)
