"""Every reason for which a move is refused, word for word: how often it is met in a run of seeded games, what all its sentences
digest to, and the first of them.

`make test ARGS="tests/test_refusals.py --snapshot-update"` writes them anew; read the diff before you commit it.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import pytest
from families import declaration, declared, games

from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.dice_source import Seeded
from dicecup.engine.match.match import Match, Seat, header, rules_of
from dicecup.engine.testing.case import Lots

GAMES = 3  # of each definition
MOVES = 60  # of a game: what is refused later is refused before
TRIED = 40  # actions at a decision
NAME = re.compile(
    r"(?<![\w#])#?(\d+|[A-KQT]|(?<=x)\*)('(?!s))?(?!\w)( (\d+|[A-KQT])(?!\w))*|\d+x(\d+|\*)"
)  # numbers, dice and seats


def refusals(family: str) -> dict[tuple[str, str], list[str]]:
    """The sentences of each reason: its rule's id, and its first clause with all numbers, dice and seats alike."""
    found: dict[tuple[str, str], list[str]] = {}
    for definition in games(family).values():
        for number in range(GAMES):
            for rule, sentence in _refused_in_a_game(definition, number):
                found.setdefault((rule, _alike(sentence)), []).append(f"{definition.name}: {sentence}")
    return found


def _refused_in_a_game(definition: Definition, number: int) -> Any:
    rules, family = rules_of(definition), family_of(definition.family)
    seats = LETTERS[: definition.players.min + number % (definition.players.max - definition.players.min + 1)]
    sitting = [Seat(letter, "human") for letter in seats]
    match = Match(definition, header(definition, sitting, "refused", number), Seeded("refused", number))
    match.advance()
    lots = Lots(f"refused {definition.name}", number)
    for _ in range(MOVES):
        if match.over:
            return
        probes = list(dict.fromkeys(declaration(definition.family).probes(match.state, rules)))
        for action in lots.some(probes, TRIED):
            if (refused := family.why_not(match.state, rules, action)) is not None:
                yield refused
        # Whoever raises by little and stops late meets more than whoever moves at random.
        legal = family.legal_count(match.state, rules)
        chosen = lots.below(legal if lots.below(3) == 0 else min(legal, 3))
        match.play_action(family.legal_nth(match.state, rules, chosen))


def _alike(sentence: str) -> str:
    return re.sub(NAME, "#", sentence.partition(";")[0])


@pytest.mark.parametrize("family", declared())
def test_every_reason_for_a_refusal(family: str, snapshot: Any) -> None:
    lines = []
    for (rule, _), sentences in sorted(refusals(family).items()):
        digest = sha256("\n".join(sentences).encode()).hexdigest()[:8]
        lines.append(f"{rule} {len(sentences)} {digest} {sentences[0].partition(';')[0]}")
    assert "\n".join(lines) == snapshot
