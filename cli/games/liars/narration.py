"""Liar's dice in words: bids and calls, what a showdown found, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dicecup.cli.base.text import counted
from dicecup.cli.narration.contract import Narration, Telling, Told
from dicecup.cli.narration.events import Event, faces

LOST = {
    "bid": "the bid was wrong",
    "challenge": "the challenge was wrong",
    "exact": "the call was wrong",
    "pass": "the pass was false",
    "others": "as all the others do",
}


def done(move: str) -> str | None:
    """What a seat does by a bid, or by showing dice in a push."""
    if re.fullmatch(r"\d+x\S+|sum \d+", move):
        return f"bids {move}"
    verb, _, shown = move.partition(" ")
    if verb != "show":
        return None
    return f"shows {shown} and throws the rest again" if shown != "none" else "shows none"


def reveal(telling: Telling, event: Event) -> Iterator[Told]:
    """A showdown: what it found, and everybody's dice."""
    bid, count, wilds = str(event["bid"]), event["count"], event.get("wilds")
    yield Told("showdown", f"  Showdown: {verdict(bid, count, wilds, telling.called)}")
    for seat, dice in event["dice"].items():
        yield telling.does(seat, f"shows {faces(dice)}")


def verdict(bid: str, count: int, wilds: Any, called: str) -> str:
    """What a showdown found."""
    if bid == "pass":
        return f"the pass was {'true' if count else 'false'}"
    wild = f", {wilds} of them wild" if wilds else ""
    asked = re.match(r"(?:sum )?(\d+)", bid)
    if asked is None:
        return f"{bid} was bid, the count is {count}{wild}"
    right = count == int(asked[1]) if called == "exact" else count >= int(asked[1])
    claim = "exact" if called == "exact" else "the bid"
    found = f"the sum is {count}" if bid.startswith("sum") else f"there {'is' if count == 1 else 'are'} {count}{wild}"
    return f"{bid} was bid and {found}; {claim} is {'right' if right else 'wrong'}"


def lose(telling: Telling, event: Event) -> Iterator[Told]:
    """Dice that a seat loses."""
    why = LOST.get(event["why"], event["why"])
    yield telling.does(event["seat"], f"loses {counted(event['dice'], 'die', 'dice')}: {why}", "loss")


def gain(telling: Telling, event: Event) -> Iterator[Told]:
    """Dice that a seat gets."""
    yield telling.does(event["seat"], f"gets {counted(event['dice'], 'die', 'dice')}")


def penalty(telling: Telling, event: Event) -> Iterator[Told]:
    """The penalty points that a seat has now."""
    yield telling.does(event["seat"], f"now has {counted(event['points'], 'penalty point')}", "loss")


def score(rules: Mapping[str, Any], score: Any) -> str:
    """What a seat ends a game with: dice or hands are won, penalty points are not."""
    if rules.get("loss") == "penalty" and rules.get("best_of") == 1 and isinstance(score, int):
        return counted(score, "penalty point")
    return f"score {score}"


NARRATION = Narration(
    moves={"wait": "waits", "pass": "passes"},
    calls={"liar": "calls liar", "exact": "calls exact"},
    done=done,
    verbs=True,
    events={"reveal": reveal, "lose": lose, "gain": gain, "penalty": penalty},
    standing=("lose", "gain", "penalty", "hand_won"),
    score=score,
    again=("push",),
    closed=True,
)
