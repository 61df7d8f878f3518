"""Poker dice in words: what is kept and thrown again, hands, and the pot.

A hand is told from what its event says: `full_house K Q` is a full house of K over Q.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dicecup.cli.base.text import counted, listed
from dicecup.cli.narration.contract import Narration, Telling, Told
from dicecup.cli.narration.events import Event, faces
from dicecup.cli.narration.results import won

Faces = Sequence[str]

# Kind -> how many of the faces compared belong to its groups, and the words for these.
KINDS: dict[str, tuple[int, Callable[[Faces], str]]] = {
    "five": (1, lambda f: f"five of a kind, {f[0]}"),
    "four": (1, lambda f: f"four of a kind, {f[0]}"),
    "straight": (1, lambda f: f"straight, {f[0]} high"),
    "full_house": (2, lambda f: f"full house of {' over '.join(f)}"),
    "three": (1, lambda f: f"three of a kind, {f[0]}"),
    "two_pairs": (2, lambda f: f"two pairs, {f'{f[0]} and {f[1]}' if len(f) > 1 else f'{f[0]} high'}"),
    "pair": (1, lambda f: f"pair of {f[0]}"),
    "nothing": (1, lambda f: f"nothing, {f[0]} high"),
}


def hand_in_words(text: str) -> str:
    """The `hand` of an event in words; what is no such text is left as it stands."""
    kind, *faces = text.split()
    if kind not in KINDS or not faces:
        return text
    groups, words = KINDS[kind]
    odd = f", then {' '.join(faces[groups:])}" if faces[groups:] else ""
    return words(faces[:groups]) + odd


def reading_in_words(dice: Sequence[object], read: Sequence[object]) -> str:
    """Which dice are read as what: `A read as Q`, `1 and 1 read as 6, 1 read as 2`."""
    meant: dict[str, list[str]] = {}
    for die, face in zip(dice, read, strict=True):
        if die != face:
            meant.setdefault(str(face), []).append(str(die))
    return ", ".join(f"{listed(names)} read as {face}" for face, names in meant.items())


def with_reading(hand: str, dice: Sequence[object], read: Sequence[object]) -> str:
    """The `hand` of an event in words, and which of its dice are read as what."""
    reading = reading_in_words(dice, read)
    return hand_in_words(hand) + (f" ({reading})" if reading else "")


def hand(telling: Telling, event: Event) -> Iterator[Told]:
    """The hand that a seat ends its turn with."""
    words = with_reading(event["hand"], event["dice"], event.get("as", event["dice"]))
    yield telling.does(event["seat"], f"has {faces(event['dice'])}: {words}", "showdown")


def pot(telling: Telling, event: Event) -> Iterator[Told]:
    """Chips that go into the pot, or come out of it."""
    pays = "ante" in event
    chips = counted(event["ante" if pays else "won"], "chip")
    has = event["chips"]
    now = f"has {has}" if has >= 0 else f"owes {-has}"
    if pays:
        yield telling.does(event["seat"], f"pays {chips} into the pot of {event['pot']}, {now}")
    else:
        left = f" and leaves {event['pot']}" if event["pot"] else ""
        yield telling.does(event["seat"], f"takes {chips} from the pot{left}, {now}")


def hand_won(telling: Telling, event: Event) -> Iterator[Told]:
    """A round that a seat wins: it is played for several times."""
    return won(telling, event, "the round")


NARRATION = Narration(
    moves={"keep none": "keeps none", "stand": "stands", "drop": "drops out"},
    verbs=True,
    events={"hand": hand, "pot": pot, "hand_won": hand_won},
    standing=("hand_won",),
    throws={"hand": ""},
    closed=True,
)
