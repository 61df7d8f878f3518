"""Legal moves and their notation: what the conformance kit checks at a decision."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dicecup.engine.games.base import IllegalMove
from dicecup.engine.match.match import Match
from dicecup.engine.testing.case import Case, Lots

RULE = re.compile(r"[A-Z]-[A-Z]\d+")
OUT_OF_THE_WAY = (0, -1, 1 << 20, (1 << 62) + 1)  # actions that no family has


def check_legal(case: Case, match: Match, game: int, lots: Lots, tried: set[int]) -> list[int]:
    """Legal moves are two at least, listed once each, and nothing speaks against them. Returns them."""
    legal = match.legal_actions()
    at = match.count
    if len(legal) < 2:
        case.fail(game, at, f"{match.turn} is asked, but legal_count is {len(legal)}; no or one move is no decision")
    if len(set(legal)) < len(legal):
        twice = next(action for action in legal if legal.count(action) > 1)
        case.fail(game, at, f"legal_nth lists {case.family.notate(twice, case.rules)} twice")
    for action in lots.some(legal, 100):
        if (why := case.family.why_not(match.state, case.rules, action)) is not None:
            case.fail(game, at, f"legal_nth lists {case.family.notate(action, case.rules)}, why_not forbids it: {why}")
    tried.update(lots.some(legal, 40))
    return legal


def check_illegal(case: Case, match: Match, game: int, legal: list[int], lots: Lots, tried: set[int]) -> None:
    """Of everything else that is tried, `why_not` says by which rule it is illegal, and an illegal move changes nothing.

    That rule is one that `explain` tells: whoever is refused a move will look for it there.
    """
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
            case.fail(game, match.count, f"why_not allows {text}, which legal_nth does not list")
        rule, sentence = found
        if not RULE.fullmatch(rule) or not sentence.strip():
            case.fail(game, match.count, f"why_not gives no rule id and sentence for {action}: {found}")
        if rule not in case.told:
            case.fail(
                game, match.count, f"{action} is refused by {rule} ({sentence}), a rule that `explain` does not tell"
            )
        if action in tried and refused < 3:
            refused += 1
            text = case.family.notate(action, case.rules)
            try:
                match.play(text)
            except IllegalMove as illegal:
                if not illegal.rule:
                    case.fail(game, match.count, f"the illegal move {text} is refused without a rule")
            else:
                case.fail(game, match.count, f"the illegal move {text} is played")
            if match.can_play(text):
                case.fail(game, match.count, f"can_play says yes to the illegal move {text}")
    after = (match.state.values(), list(match.events), match._check.hex())
    if before != after:
        case.fail(game, match.count, "an illegal move, or asking why it is one, changed the game")


def check_notation(case: Case, match: Match, game: int, actions: Iterable[int]) -> None:
    """What is written is read as the same action, whatever its case and spaces."""
    for action in actions:
        text = case.family.notate(action, case.rules)
        for spelt in (text, text.upper(), text.lower(), f"  {text} ", text.replace(" ", "   ")):
            try:
                read = case.family.parse(spelt, case.rules)
            except ValueError as error:
                case.fail(game, match.count, f"the move {text} is not read when spelt {spelt!r}: {error}")
            if read != action:
                case.fail(game, match.count, f"action {action} is written {text}; {spelt!r} is read as action {read}")
