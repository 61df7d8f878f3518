"""A poker hand in words, from what its event says: `full_house K Q` is a full house of K over Q."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicecup.cli.base.text import listed

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
