"""Dice: the generator's published vectors, the law of addresses written once more from the text, chance, and both modes."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.engine.core.kernel import M32, compiled, mul32
from dicecup.engine.core.philox import below, bot_key, dice_key, draw, fill, philox, throw
from dicecup.engine.games.base import View

GOLDEN = Path(__file__).parent / "golden" / "dice.txt"
SEEDS = ["0", "1", "12345", "abc", str(2**64), "-5", "05", "none"]


# ---- Philox4x32-10: Random123's known-answer vectors (kat_vectors, philox4x32 10)

VECTORS = """
00000000 00000000 00000000 00000000 00000000 00000000 6627e8d5 e169c58d bc57ac4c 9b00dbd8
ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff 408f276d 41c83b0e a20bc7c6 6d5451fd
243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0 d16cfe09 94fdcceb 5001e420 24126ea1
"""


@pytest.mark.parametrize("line", VECTORS.strip().splitlines())
def test_random123_known_answers(line):
    words = [int(word, 16) for word in line.split()]
    assert list(philox(*words[:6])) == words[6:]


@given(st.integers(0, M32), st.integers(0, M32))
def test_mul32_is_the_whole_product(a, b):
    high, low = mul32(a, b)
    assert (high << 32) + low == a * b
    assert 0 <= high <= M32 and 0 <= low <= M32


# ---- the law of design section 4, written again from its text alone


def block(counter, key):
    """Philox4x32-10 as its paper has it: ten rounds, the key bumped between them."""
    c, k = list(counter), list(key)
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(p1 >> 32) ^ c[1] ^ k[0], p1 % 2**32, (p0 >> 32) ^ c[3] ^ k[1], p0 % 2**32]
        k = [(k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32]
    return c


def counter(game, round, seat, throw, number, domain=0):
    return (throw, number + 256 * seat + 65536 * domain, game % 2**32, game // 2**32 + 65536 * round)


def number_below(n, key, *address, domain=0, number=0):
    """Lemire: the high half of word x n, unless the low half falls among the 2**32 mod n that come too often."""
    for again in range(4):
        for word in block(counter(*address, number + 64 * again, domain), key):
            if word * n % 2**32 >= 2**32 % n:
                return word * n >> 32
    raise AssertionError("sixteen words rejected")


def key_of(seed, person):
    digest = hashlib.blake2b(seed.encode("utf-8"), digest_size=8, person=person.encode()).digest()
    return [int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:], "little")]


def dice_by_the_law(seed, game, round, seat, throw, faces, count):
    key, dice = key_of(seed, "dice"), []
    for i in range(count):
        size = 5 if faces <= 73 else 1
        group, digit = divmod(i, size)
        code = number_below(faces**size, key, game, round, seat, throw, number=group)
        dice.append(code // faces**digit % faces)
    return dice


@given(
    seed=st.text(max_size=12),
    game=st.integers(0, 2**48 - 1),
    round=st.integers(0, 2**16 - 1),
    seat=st.sampled_from([*range(10), 255]),
    number=st.integers(0, 2**32 - 1),
    faces=st.one_of(st.integers(1, 100), st.integers(1, 2**31 - 1)),
    count=st.integers(0, 12),
)
def test_a_throw_follows_the_law_of_addresses(seed, game, round, seat, number, faces, count):
    expected = dice_by_the_law(seed, game, round, seat, number, faces, count)
    assert throw(seed, game, round, seat, number, faces, count) == expected


@given(
    seed=st.text(max_size=5),
    game=st.integers(0, 2**48 - 1),
    round=st.integers(0, 2**16 - 1),
    seat=st.integers(0, 9),
    decision=st.integers(0, 500),
    n=st.integers(1, 2**31 - 1),
)
def test_a_bots_draws_follow_the_law_of_addresses(seed, game, round, seat, decision, n):
    v = View()
    v.game, v.round, v.seat, v.decision, v.domain = game, round, seat, decision, 1
    key = key_of(seed, f"bot {'ABCDEFGHIJ'[seat]}")
    v.key0, v.key1 = bot_key(seed, "ABCDEFGHIJ"[seat])
    assert [v.key0, v.key1] == key
    drawn = [draw(v, n) for _ in range(3)]
    assert drawn == [number_below(n, key, game, round, seat, decision, domain=1, number=i) for i in range(3)]
    assert v.draws == 3


address = st.tuples(
    st.integers(0, 2**48 - 1), st.integers(0, 2**16 - 1), st.integers(0, 255), st.integers(0, 2**32 - 1),
    st.integers(0, 255), st.integers(0, 1),
)  # fmt: skip


@given(address)
def test_addresses_are_distinct_since_each_can_be_read_back(where):
    game, round, seat, number, group, domain = where
    c0, c1, c2, c3 = counter(game, round, seat, number, group, domain)
    assert all(0 <= word <= M32 for word in (c0, c1, c2, c3))
    assert (c2 + (c3 % 65536 << 32), c3 // 65536, c1 // 256 % 256, c0, c1 % 256, c1 // 65536) == where


def test_every_part_of_an_address_changes_the_dice():
    base = {"seed": "7", "game": 5, "round": 3, "seat": 1, "throw": 2}
    other = {"seed": "07", "game": 5 + 2**32, "round": 4, "seat": 255, "throw": 3}
    thrown = {tuple(throw(**base, faces=6, count=20))}
    thrown |= {tuple(throw(**base | {name: value}, faces=6, count=20)) for name, value in other.items()}
    assert len(thrown) == 6


@given(st.integers(1, 73), st.integers(0, 40))
def test_die_i_is_the_same_however_many_are_thrown(faces, count):
    whole = throw("7", 1, 1, 0, 0, faces, 40)
    assert throw("7", 1, 1, 0, 0, faces, count) == whole[:count]


def test_keys_differ_by_person_and_by_the_seeds_text():
    keys = [dice_key(seed) for seed in SEEDS] + [bot_key("0", seat) for seat in "ABCDEFGHIJ"]
    assert len(set(keys)) == len(keys)
    assert all(0 <= word <= M32 for key in keys for word in key)


@pytest.mark.parametrize(
    "changed",
    [{"game": -1}, {"game": 2**48}, {"round": 2**16}, {"seat": 256}, {"throw": 2**32}, {"faces": 0}, {"faces": 2**31},
     {"count": 321}, {"faces": 100, "count": 65}],
)  # fmt: skip
def test_outside_the_law_is_an_error(changed):
    where = {"seed": "7", "game": 0, "round": 0, "seat": 0, "throw": 0, "faces": 6, "count": 5}
    with pytest.raises(ValueError, match="must be from"):
        throw(**where | changed)


# ---- C024: the golden table


def test_C024_golden_first_fifty_dice():
    """Game 0, round 1, seat A, throw 0, six faces, printed as faces 1 to 6. To be changed only with the name of the scheme."""
    told = dict(line.rsplit(" ", 1) for line in GOLDEN.read_text(encoding="utf-8").splitlines() if line[:1] != "#")
    assert list(told) == SEEDS
    for seed, dice in told.items():
        assert "".join(str(d + 1) for d in throw(seed, 0, 1, 0, 0, 6, 50)) == dice, seed


# ---- C022, C023: chance


def test_C022_six_hundred_thousand_dice_are_even():
    counts = Counter()
    for game in range(1875):
        counts.update(throw("even", game, 1, 0, 0, 6, 320))
    chi_square = sum((counts[face] - 100_000) ** 2 / 100_000 for face in range(6))
    assert sum(counts.values()) == 600_000
    assert chi_square < 20.5


def test_C022_a_die_of_many_sides_has_its_mean_in_the_middle():
    sides = 1_431_000_000
    rolls = [die for game in range(313) for die in throw("many", game, 1, 0, 0, sides, 64)][:20_000]
    assert abs(sum(rolls) / len(rolls) - sides / 2) < 0.02 * sides / 2
    assert all(0 <= die < sides for die in rolls)


@pytest.mark.parametrize("faces", [2, 3, 6, 10, 73, 74])
def test_C023_every_face_comes_and_none_besides(faces):
    rolls = [die for game in range(20) for die in throw("faces", game, 2, 3, 0, faces, 50)]
    assert set(rolls) == set(range(faces))


# ---- C026: the hash seed of a process


def test_C026_the_hash_seed_changes_nothing():
    code = (
        "from dicecup.engine.definitions.definition import load\n"
        "from dicecup.engine.match.match import Seat, new_match\n"
        "from dicecup.engine.games.liars.bots import choose\n"
        "g = new_match(load('dudo-old'), [Seat('a', 'basic')] * 4, 'hash')\n"
        "while not g.over:\n    g.play_action(choose(g.view_record(g.turn), g.rules, None, g.count % 2))\n"
        "print(g.header['digest'], g.count, g.events[-1])\n"
    )
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE
        )
        for seed in ("0", "1", "424242", "random")
    ]
    told = {run.communicate(timeout=60)[0] for run in runs}
    assert len(told) == 1 and b"'check'" in told.pop()


# ---- both modes

NUMBERS = (2, 6, 7776, 2**31 - 1)
DRAWS = 25_000


def sample(words, drawn, dice, k0, k1):
    """What both modes compute: an entry that everything is inlined into."""
    for i in range(words.shape[0]):
        words[i][0], words[i][1], words[i][2], words[i][3] = philox(i, i * 40503 & M32, M32 - i, i * i & M32, k0, k1)
    for i in range(drawn.shape[1]):
        drawn[0][i] = below(2, i, 1, 2, 3, k0, k1)
        drawn[1][i] = below(6, i, 1, 2, 3, k0, k1)
        drawn[2][i] = below(7776, i, 1, 2, 3, k0, k1)
        drawn[3][i] = below(2147483647, i, 1, 2, 3, k0, k1)
    for faces in range(1, 100):
        fill(dice[faces], 20, faces, 123456789012, 65535, 9, 4294967295, k0, k1)


class Rows(list):
    @property
    def shape(self):
        return len(self), len(self[0])


@pytest.mark.compiled
def test_both_modes_give_the_same_words_numbers_and_dice():
    import numpy as np

    key = dice_key("both")
    arrays = np.zeros((DRAWS, 4), np.int64), np.zeros((4, DRAWS), np.int64), np.zeros(100, [("die", np.int64, 20)])
    compiled(sample)(*arrays, *key)

    class Dice:
        def __init__(self):
            self.die = [0] * 20

    plain = Rows([0] * 4 for _ in range(DRAWS)), Rows([0] * DRAWS for _ in range(4)), [Dice() for _ in range(100)]
    sample(*plain, *key)
    assert arrays[0].tolist() == plain[0]  # 100,000 words
    for n, found, expected in zip(NUMBERS, arrays[1].tolist(), plain[1], strict=True):
        assert found == expected, f"below({n})"
        assert max(found) < n
    assert arrays[2]["die"].tolist() == [dice.die for dice in plain[2]]
