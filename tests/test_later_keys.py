"""A key that comes later changes no digest, log or check of before; a log that uses it says which step it needs."""

from __future__ import annotations

import io
import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from cup_family import FIRST, LATER, CupState, LaterState, definition, installed
from logs import changed, stream

from dicecup import __version__, replay
from dicecup.engine.core.canonical import Check, canonical
from dicecup.engine.core.record import fields, later
from dicecup.engine.definitions.definition import DefinitionError, diff, from_header, load
from dicecup.engine.definitions.template import new
from dicecup.engine.games.base import Family
from dicecup.engine.games.options import latest_step, left_out
from dicecup.engine.log.log import dump, read_games
from dicecup.engine.match.match import Seat, new_match
from dicecup.engine.replay.fork import fork, games
from dicecup.engine.replay.verify import Reruns, Verdict, judge, verify, verify_game
from dicecup.engine.replay.verify_against import verify_against

BEFORE = ["say 5", "take", "say 7", "again", "say 9", "doubt"]
BLIND = ["say 5", "blind", "say 7", "doubt"]
Records = list[dict[str, Any]]


def played(moves: list[str], **rules: Any) -> Records:
    """The records of a game that begins with these moves, and goes on with the last that is legal."""
    match = new_match(definition(**rules), [Seat("Ann", "human"), Seat("Bob", "human")], "later", game=3)
    for move in moves:
        match.play(move)
    while not match.over:
        match.play(match.legal()[-1] if "doubt" not in match.legal() else "doubt")
    return [match.header, *match.events]


def verdict(records: Records) -> Verdict:
    """What the judge finds, and whoever accepts whole games has nothing against."""
    (found,) = verify(stream(records))
    assert list(map(judge, read_games(stream(records)))) == [found]
    assert [verify_game(game, Reruns(fast=False)) for game in read_games(stream(records))] == [found]
    return found


def positions(records: Records) -> list[str]:
    """The digests of all positions of a game."""
    (game,) = replay.games(stream(records))
    return [position.digest for position in game]


def sealed(records: Records) -> Records:
    """These records, with the check that fits them."""
    check = Check()
    for record in records[:-1]:
        check.add(record)
    return [*records[:-1], records[-1] | {"check": check.hex()}]


def of(edition: Family, moves: list[str], **rules: Any) -> tuple[bytes, list[str]]:
    """The log that an edition writes of a game, and the digests of its positions."""
    with installed(edition):
        records = played(moves, **rules)
        assert verdict(records).ok
        return b"".join(map(dump, records)), positions(records)


# ---- what was before


def test_a_log_of_before_keeps_digest_check_and_positions() -> None:
    log, digests = of(FIRST, BEFORE)
    records = [json.loads(line) for line in log.splitlines()]
    with installed(LATER):
        assert verdict(records).ok
        assert positions(records) == digests
        (game,) = replay.games(io.BytesIO(log))
        assert game.definition.digest == records[0]["digest"]
        assert (game.definition.rules.blind, game.definition.rules.luck.counts) == (0, True)  # type: ignore[attr-defined]


def test_with_the_default_the_new_edition_writes_the_same_bytes() -> None:
    assert of(LATER, BEFORE) == of(FIRST, BEFORE)
    assert of(LATER, BEFORE, blind=0, luck={"counts": True}, lives=3) == of(FIRST, BEFORE, lives=3)


def test_the_digest_is_that_of_the_keys_which_the_log_holds() -> None:
    with installed(LATER):
        for rules in ({}, {"blind": 2}, {"luck": {"counts": False}}):
            head = played(BEFORE, **rules)[0]
            covered = {name: head["definition"][name] for name in ("family", "players", "rules")}
            assert blake2b(canonical(covered), digest_size=32).hexdigest() == head["digest"]
            assert covered["rules"] == {"lives": 2, **rules}


def test_the_keys_of_the_first_step_must_all_be_there() -> None:
    with installed(LATER), pytest.raises(DefinitionError, match=r"rules\.lives: the key is missing"):
        from_header(definition().logged() | {"rules": {"blind": 1}})


# ---- a log that uses it


@pytest.mark.parametrize(
    ("rules", "step"),
    [({"blind": 2}, 2), ({"luck": {"counts": False}}, 3), ({"blind": 1, "luck": {"counts": False}}, 3)],
)
def test_a_log_says_the_highest_step_it_needs_and_an_older_edition_refuses_by_that_number(
    rules: dict[str, Any], step: int
) -> None:
    log, _ = of(LATER, BLIND if "blind" in rules else BEFORE, **rules)
    records = [json.loads(line) for line in log.splitlines()]
    assert records[0]["needs"] == step
    assert list(records[0])[:6] == ["type", "dicecup", "name", "definition", "digest", "needs"]
    with installed(FIRST):
        found = verdict(records)
        assert (found.kind, found.line) == ("unknown version", 1)
        wrote = f"was written by dicecup {__version__}; this is dicecup {__version__}"
        assert (
            found.message
            == f"the log needs step {step} of the rules of cup, and {wrote}, which knows them up to step 1"
        )
        (game,) = replay.games(stream(records))
        assert [error.message for error in game.errors] == [found.message]


def test_a_log_that_uses_none_needs_nothing() -> None:
    with installed(LATER):
        assert "needs" not in played(BEFORE)[0]
        assert (definition().needs, definition(blind=1).needs, latest_step(LATER.options)) == (1, 2, 3)
        assert [key.path for key in left_out(definition(blind=1).rules)] == ["luck.counts"]


@pytest.mark.parametrize(
    ("rules", "needs", "sentence"),
    [
        ({}, 2, "needs is 2; the definition in the header gives none"),
        ({}, 1, "needs is 1; the definition in the header gives none"),
        ({"blind": 2}, 3, "needs is 3; the definition in the header gives 2"),
        ({"blind": 2}, None, "needs is missing; the definition in the header gives 2"),
        ({"blind": 2}, True, "the header's needs is no int"),
    ],
)
def test_needs_must_be_what_the_definition_needs(rules: dict[str, Any], needs: Any, sentence: str) -> None:
    with installed(LATER):
        head, *events = played(BEFORE, **rules)
        head.pop("needs", None)
        found = verdict(sealed([head | ({"needs": needs} if needs is not None else {}), *events]))
        assert (found.ok, found.kind, found.message) == (False, "altered", sentence)


@pytest.mark.parametrize("rules", [{"blind": 0}, {"luck": {"counts": True}}, {"luck": {}}], ids=str)
def test_a_header_that_holds_a_default_is_not_true_though_its_digest_is(rules: dict[str, Any]) -> None:
    with installed(LATER):
        head, *events = played(BEFORE)
        tree = head["definition"] | {"rules": head["definition"]["rules"] | rules}
        assert from_header(tree).digest == head["digest"]
        found = verdict(sealed([head | {"definition": tree}, *events]))
        assert (found.kind, found.rule, found.expected) == ("altered", "definition", {"rules": {"lives": 2}})


# ---- positions


def test_a_field_that_only_a_later_key_uses_counts_once_that_is_used() -> None:
    assert later(LaterState) == {"blinds": "blind"}
    assert later(CupState) == {}
    assert [name for name, _ in fields(LaterState) if name != "blinds"] == [name for name, _ in fields(CupState)]
    with installed(LATER):
        for rules, held in (({}, CupState), ({"blind": 2}, LaterState)):
            (game,) = replay.games(stream(played(BEFORE, **rules)))
            for position in game:
                values = position.match.state.values()
                numbers = [n for name, _ in fields(held) for n in _flat(values[name])]
                data = b"".join(n.to_bytes(8, "little", signed=True) for n in numbers)
                assert position.digest == blake2b(game.definition.digest.encode() + data, digest_size=16).hexdigest()


def _flat(value: Any) -> list[int]:
    return [n for item in value for n in _flat(item)] if isinstance(value, list) else [value]


# ---- comparing and playing on


def test_a_difference_in_a_later_key_is_one_between_its_values() -> None:
    with installed(LATER):
        first, second = played(BEFORE), played(BLIND, blind=2)
        assert diff(definition(), definition(blind=2)) == [("rules.blind", 0, 2)]
        (parting,) = replay.diff(*(next(replay.games(stream(log))) for log in (first, second)))
        assert [(one.path, one.a, one.b) for one in parting.header] == [("rules.blind", 0, 2)]
        assert parting.cause is not None
        assert (parting.cause.kind, parting.cause.rules) == ("rules", ("rules.blind",))


def test_a_game_by_a_later_key_is_none_by_the_rules_of_before() -> None:
    with installed(LATER):
        (found,) = verify_against(stream(played(BLIND, blind=2)), definition())
        assert (found.kind, found.keys) == ("other rules", [("rules.blind", 2, 0)])
        (found,) = verify_against(stream(played(BEFORE)), definition(blind=2))
        assert found.kind == "same"


def test_a_game_played_on_needs_what_its_parent_needs() -> None:
    with installed(LATER):
        for rules in ({}, {"blind": 2}):
            log = stream(played(BEFORE, **rules))
            begun = fork(log, games(log)[0], 9)
            assert begun.header.get("needs") == played(BEFORE, **rules)[0].get("needs")
            assert begun.header["definition"] == definition(**rules).logged()


# ---- definition files


def test_a_file_may_use_a_later_key_and_lists_them_all(tmp_path: Path) -> None:
    file = tmp_path / "blind-cup.yaml"
    with installed(LATER):
        file.write_text("dicecup: 1\ntitle: Blind cup\nfamily: cup\nrules:\n  blind: 1\n")
        blind = load(str(file))
        assert blind.resolved()["rules"] == {"lives": 2, "blind": 1, "luck": {"counts": True}}
        assert blind.logged()["rules"] == {"lives": 2, "blind": 1}
        assert [path for path, _ in blind.values()][-3:] == ["rules.lives", "rules.blind", "rules.luck.counts"]
        assert from_header(blind.resolved()) == from_header(blind.logged()) == blind
        text = new("other-cup", str(file))
        assert "  #blind: 1\n" in text
        assert "  #luck: {counts: true}\n" in text


def test_records_after_a_changed_header_are_still_compared() -> None:
    """The whole log stands by its header: a key that is taken out of it is missed by digest and check."""
    with installed(LATER):
        records = played(BLIND, blind=2)
        tree = records[0]["definition"] | {"rules": {"lives": 2}}
        head = {name: value for name, value in records[0].items() if name != "needs"}
        found = verdict(changed([head, *records[1:]], 0, definition=tree))
        assert (found.kind, found.rule) == ("made under other rules", "digest")
