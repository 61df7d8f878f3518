"""Dice are addressed, not drawn: a throw is a pure function of (seed, game, round, seat, throw).

The function is Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11; Random123), in the layout
`philox4x32-10/1`:

    c0 = throw      c1 = block + 256 * seat + 65536 * domain      c2 = game mod 2**32      c3 = game div 2**32 + 65536 * round

with seat A = 0, the table itself = 255, domain 0 for dice and 1 for bots. Die i of a throw is digit i mod 5 (base `faces`, least
significant first) of group i div 5; a group is one `below(faces**5)` from block = group. Nothing is shared between throws, so
nobody's decisions, workers or hints can move anybody's dice.
"""

from __future__ import annotations

import hashlib
from typing import Any

from dicecup.engine.core.kernel import M32, kernel, mul32

RNG = "philox4x32-10/1"
TABLE_ADDRESS = 255
MAX_GAME = 2**48 - 1
MAX_ROUND = 2**16 - 1


@kernel
def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """One block of Philox4x32-10: four 32-bit words of a 128-bit counter and a 64-bit key."""
    for _ in range(10):
        h0, l0 = mul32(0xD2511F53, c0)
        h1, l1 = mul32(0xCD9E8D57, c2)
        c0, c1, c2, c3 = h1 ^ c1 ^ k0, l1, h0 ^ c3 ^ k1, l0
        k0 = (k0 + 0x9E3779B9) & M32
        k1 = (k1 + 0xBB67AE85) & M32
    return c0, c1, c2, c3


@kernel
def below(n: int, c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> int:
    """An unbiased integer in [0, n), n < 2**31, from the words at an address (Lemire, "Fast random integer generation")."""
    while True:
        w0, w1, w2, w3 = philox(c0, c1, c2, c3, k0, k1)
        m = w0 * n
        if (m & M32) >= n:
            return m >> 32
        limit = (M32 + 1) % n
        if (m & M32) >= limit:
            return m >> 32
        m = w1 * n
        if (m & M32) >= limit:
            return m >> 32
        m = w2 * n
        if (m & M32) >= limit:
            return m >> 32
        m = w3 * n
        if (m & M32) >= limit:
            return m >> 32
        c1 += 64


@kernel
def split(d: Any, first: int, count: int, code: int, faces: int) -> None:
    """Write digits 0..4 of a group's code as dice `first`.. of the throw, as far as they are among its `count` dice."""
    for i in range(first, min(first + 5, count)):
        d.die[i] = code % faces
        code = code // faces


@kernel
def fill(d: Any, count: int, faces: int, game: int, round: int, seat: int, throw: int, k0: int, k1: int) -> None:
    """Throw `count` dice of `faces` faces at an address: digits 0..faces-1 into `d.die`."""
    c2 = game & M32
    c3 = (game >> 32) + 65536 * round
    c1 = 256 * seat
    if faces == 6:
        # The same as below with the divisor known at compile time: two thirds of a throw's cost are divisions.
        for i in range(0, count, 5):
            split(d, i, count, below(7776, throw, c1, c2, c3, k0, k1), 6)
            c1 += 1
    elif faces <= 73:
        power = faces * faces * faces * faces * faces
        for i in range(0, count, 5):
            split(d, i, count, below(power, throw, c1, c2, c3, k0, k1), faces)
            c1 += 1
    else:
        for i in range(count):
            d.die[i] = below(faces, throw, c1, c2, c3, k0, k1)
            c1 += 1


@kernel
def draw(v: Any, n: int) -> int:
    """A bot's next own draw in [0, n), n < 2**31: from its seat's key, addressed by its decision and the draws made in it."""
    block = v.draws
    v.draws = block + 1
    c1 = block + 256 * v.seat + 65536 * v.domain
    return below(n, v.decision, c1, v.game & M32, (v.game >> 32) + 65536 * v.round, v.key0, v.key1)


def dice_key(seed: str) -> tuple[int, int]:
    """The two key words of a seed's dice: BLAKE2b-64 of its UTF-8 text, person `dice`, low word first."""
    return _key(seed, "dice")


def bot_key(seed: str, letter: str) -> tuple[int, int]:
    """The two key words of the bot in a seat, so that no bot holds what the dice are made of."""
    return _key(seed, f"bot {letter}")


def _key(seed: str, person: str) -> tuple[int, int]:
    digest = hashlib.blake2b(seed.encode(), digest_size=8, person=person.encode()).digest()
    return int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:], "little")


class _Dice:
    """Room for the dice of one throw of any length, as `fill` wants it."""

    def __init__(self, count: int) -> None:
        self.die = [0] * count


def throw(seed: str, game: int, round: int, seat: int, throw: int, faces: int, count: int) -> list[int]:
    """The dice of one throw, as digits 0..faces-1.

    `seat` is 0 for A and so on, 255 for the table itself; `throw` counts from 0 the throws of that seat in that round.
    Raises ValueError outside 0 <= game < 2**48, 0 <= round < 2**16, 1 <= faces < 2**31 and 64 groups of dice.
    """
    groups = (count + 4) // 5 if faces <= 73 else count
    for name, value, limit in (
        ("game", game, MAX_GAME),
        ("round", round, MAX_ROUND),
        ("seat", seat, 255),
        ("throw", throw, M32),
        ("groups of dice", groups, 64),
    ):
        if not 0 <= value <= limit:
            raise ValueError(f"{name} is {value}; it must be from 0 to {limit}")
    if not 1 <= faces < 2**31:
        raise ValueError(f"faces is {faces}; it must be from 1 to {2**31 - 1}")
    dice = _Dice(count)
    fill(dice, count, faces, game, round, seat, throw, *dice_key(seed))
    return dice.die
