"""Poker dice in words: its dice and hands, its events, and the rules of a variant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from dicecup.engine.core.record import KEPT
from dicecup.engine.games.base import LETTERS, Event, Row
from dicecup.engine.games.options import Players, counted, in_words, player_count
from dicecup.engine.games.poker.notation import face_name, lying, spelled
from dicecup.engine.games.poker.options import (
    DICE,
    KINDS,
    MAX_TIE_TURNS,
    PokerOptions,
    asks,
    by_chips,
    face_names,
    has_pot,
    throws_again,
)
from dicecup.engine.games.poker.rules import STRAIGHT, Rules, build, compared, dice_of, ways_to_throw
from dicecup.engine.games.poker.scoring import ANTE, HAND, HAND_WON, WIN

KIND_WORDS = {
    "five": "Five of a kind",
    "four": "Four of a kind",
    "straight": "Straight",
    "full_house": "Full house",
    "three": "Three of a kind",
    "two_pairs": "Two pairs",
    "pair": "One pair",
    "nothing": "Nothing",
}


def die_names(r: Rules, kind: int) -> list[int | str]:
    """The names of the faces, best first, which is digit order."""
    return [face_name(r, digit) for digit in range(r.faces)]


# ---- events


def own_event(rows: Sequence[Row], i: int, r: Rules) -> tuple[Event, int]:
    """The family's own event that begins at row i: hand, pot, hand_won.

    `pot` has `ante` or `won`, the chips paid or got, with the seat's `chips` and the `pot` after that. In `hand` the
    dice are as they lie, and `as` says die by die as what they are read.
    """
    kind, seat, a, b, _ = rows[i]
    if kind in (ANTE, WIN):
        moved = "ante" if kind == ANTE else "won"
        return {"type": "pot", moved: a, "seat": LETTERS[seat], "chips": b, "pot": rows[i + 1][2]}, i + 2
    if kind == HAND_WON:
        return {"type": "hand_won", "seat": LETTERS[seat], "wins": a}, i + 1
    assert kind == HAND, kind
    dice, hand, read = _hands_told(r)(a, b)
    event: Event = {"type": "hand", "seat": LETTERS[seat], "dice": [*dice], "hand": hand}
    if read != dice:
        event["as"] = [*read]
    return event, i + 1


@lru_cache(maxsize=KEPT)
def _hands_told(r: Rules) -> Callable[[int, int], tuple[list[int | str], str, list[int | str]]]:
    """A function of dice as they lie and the hand that they make, by its number: the dice by name, the hand in words, and what each die
    is read as.
    """

    @lru_cache(maxsize=1 << 14)  # the same hands come again
    def told(lie: int, hand: int) -> tuple[list[int | str], str, list[int | str]]:
        digits = lying(lie)
        read = read_as(digits, r.reading[hand], r)
        return [face_name(r, d) for d in digits], hand_words(hand, r), [face_name(r, d) for d in read]

    return told


def hand_words(hand: int, r: Rules) -> str:
    """The kind of a hand and the faces compared: `full_house A`, `straight K`."""
    kind, reading = r.kind[hand], r.reading[hand]
    if kind == STRAIGHT:
        faces = next([face] for number, face in r.straights if number == reading)
    else:
        faces = compared(kind, dice_of(reading, r), r.secondary, r.kickers)
    return f"{KINDS[kind]} {spelled(r, faces)}"


def read_as(lie: Sequence[int], reading: int, r: Rules) -> list[int]:
    """What each die that lies there is read as; of several wild dice the leftmost stands for the best face."""
    meant = dice_of(reading, r)
    for digit in lie:
        if digit != r.wild:
            meant.remove(digit)
    return [meant.pop(0) if digit == r.wild else digit for digit in lie]


# ---- the rules in words
#
# A key that speaks for itself has its words where it is declared, and stands in `explain` by its path alone; what follows
# from several keys together, as the price of a tie does, is said here.

Rule = tuple[str, str]

ODD = "odd chips to the first in the order of the round"
MOST_ROUNDS = (
    "whoever has won most of them wins the game; level at the top, all play further rounds until one leads alone. A round "
    "that nobody wins counts as one of them."
)


def explain(o: PokerOptions, players: Players) -> Iterator[Rule]:
    """The effective rules of a variant, each with its id, in the order in which a reader needs them."""
    course: tuple[Rule | str | None, ...] = (
        ("P-R1", f"{player_count(players)}."),
        ("P-R2", "Each has a turn with the same five dice; the best hand wins the round."),
        "faces",
        _wild(o),
        *_pot(o),
        "start",
        ("P-R11", "Each later round is begun by the next player in this order."),
        "max_throws",
        *_turn(o),
        "reroll_limit",
        "kept_locked",
        _following(o),
        *_paying_again(o),
        _dropping(o),
        *_hands(o, players),
        _straights(o),
        ("P-R7", "Hands of one kind are compared by their faces: the larger group first; in nothing, the highest die."),
        "secondary",
        "kickers",
        "natural_beats_wild",
        *_tie(o),
        ("P-R16", _match(o, players)),
        "max_rounds",
    )
    return in_words(o, course)


def _wild(o: PokerOptions) -> Rule | None:
    if o.wild == "none":
        return None
    order = "" if o.start == "seats" else ", but not in the throw for the order"
    return "P-R17", f"Each {o.wild} counts as whatever face makes the hand best{order}."


def _pot(o: PokerOptions) -> Iterator[Rule]:
    if not has_pot(o):
        yield "P-A9", "There is no pot."
        return
    ante = counted(o.ante, "chip")
    yield "P-A9", f"Before each round every player in it pays {ante} into the pot; the best hand wins it."
    if by_chips(o):
        yield "P-A9", f"Every player starts with {counted(o.purse, 'chip')}."
    else:
        yield "P-A9", "Players may owe chips, which do not decide the game."


def _turn(o: PokerOptions) -> Iterator[Rule]:
    """What is said in a turn, and when it ends."""
    if throws_again(o):
        yield "P-R12", f"A player says what to keep, and all other dice are thrown again: {_keeps(o)}."
        yield "P-C9", "To `stand` ends the turn and uses no throw; to keep all five dice is the same."
    if asks(o):
        yield "P-C15", "Only dice that lie there can be kept."
    even = "; after the first one the ante is asked for even if it is the last" if o.second_ante == "stay" else ""
    yield "P-R14", f"After the last throw the turn ends by itself{even}."


def _keeps(o: PokerOptions) -> str:
    """Examples of what may be kept, dice of the best face."""
    face = str(face_names(o.faces)[0])
    if o.reroll_limit in ("none", DICE):
        return f"`keep {face} {face}`, `keep none`"
    return f"`keep {' '.join([face] * (DICE - int(o.reroll_limit)))}`"


def _following(o: PokerOptions) -> Rule | None:
    if not o.follow_first_throws:
        return None
    anew = {
        "full_turn": "; in the turns after a tie the first of the tied players sets the number anew",
        "all_replay": "; in the turns after a tie the first player sets the number anew",
    }.get(o.tie, "")
    return "P-A12", f"Nobody makes more throws in a turn than the first player of the round did{anew}."


def _paying_again(o: PokerOptions) -> Iterator[Rule]:
    """The second ante."""
    if o.second_ante == "reroll" and throws_again(o):
        unable = "; whoever cannot pay it may not throw again" if by_chips(o) else ""
        yield "P-A14", f"Each re-throw costs the ante once more{unable}."
    if o.second_ante == "stay":
        on = "`keep` or `stand`" if throws_again(o) else "`stand`"
        unable = "; whoever cannot pay it has to drop" if by_chips(o) else ""
        yield "P-A14", f"After the first throw a player pays the ante once more to go on ({on}), or drops{unable}."
        if o.tie in ("full_turn", "all_replay"):
            yield "P-A14", "In a turn after a tie that is due again."


def _dropping(o: PokerOptions) -> Rule | None:
    if not o.drop_out:
        return "P-A14", "Not played here: to `drop` out of a round."
    if not asks(o):
        return None
    wins = (
        "what was paid stays in the pot, and whoever is left alone wins it"
        if has_pot(o)
        else "whoever is left alone wins the round"
    )
    return "P-A14", f"Whenever asked, a player may `drop` out of the round instead; {wins} at once."


def _straights(o: PokerOptions) -> Rule:
    faces = len(face_names(o.faces))
    if o.straights == "none" or (o.straights == "runs" and faces < DICE):
        nothing = "; five different faces are nothing" if faces >= DICE else ""
        return "P-A13", f"There are no straights{nothing}."
    if o.straights != "runs":
        return "P-A13", f"The straights are, best first: {', '.join(' '.join(text) for text in o.straights)}."
    if faces == DICE:
        return "P-A13", "Five different faces are a straight."
    return (
        "P-A13",
        "Every five neighbours in the order of the faces are a straight; the one with the higher top ranks higher.",
    )


# ---- ties, and the end of the game


def _tie(o: PokerOptions) -> Iterator[Rule]:
    level = "Players with equal best hands"
    stays = "; the pot stays, and there is no new ante" if has_pot(o) else ""
    if o.tie == "full_turn":
        yield "P-R9", f"{level} take a new turn, they alone, until one of them is best{stays}."
    elif o.tie == "single_throw":
        yield "P-A4", f"{level} throw five dice once, they alone, until one of them is best{stays}."
    elif o.tie == "all_replay":
        pays = "pays a new ante into the same pot and " if has_pot(o) else ""
        yield "P-A4", f"One tie, all tie: everybody who has not dropped, beaten or not, {pays}takes a new turn."
        if by_chips(o):
            yield (
                "P-C14",
                (
                    "Whoever cannot pay that ante is out; a player left alone by it wins the round. If nobody can pay it, the "
                    f"players with equal best hands share the pot, {ODD}, and nobody wins the round."
                ),
            )
    elif has_pot(o):
        yield "P-A4", f"{level} share the pot, {ODD}; nobody wins the round."
    else:
        yield "P-A4", "Where several hands are equally best nobody wins the round."
    if o.tie != "split":
        share = f"share the pot, {ODD}, and nobody wins the round" if has_pot(o) else "leave the round won by nobody"
        yield "P-C11", f"Players still level after {MAX_TIE_TURNS} such turns in one round {share}."


def _match(o: PokerOptions, players: Players) -> str:
    """When the game ends."""
    form, _, number = o.match.partition(":")
    n = int(number or 0)
    if form == "chips":
        return "Whoever cannot pay the ante is out; the last player able to pay wins the game."
    if form == "first_to":
        return _first_to(n)
    if form == "best_of":
        return _first_to(n // 2 + 1)
    if form == "rounds":
        return f"After {counted(n, 'round')} {MOST_ROUNDS}"
    if players.max == 2:  # whether `auto` or `legs`
        return _first_to(2)
    if form == "legs":
        idle = "neither pay nor throw" if has_pot(o) else "do not throw"
        return (
            "Two rounds of all: whoever wins both wins the game, else their two winners play one more round between them, and "
            f"the others {idle}. A round that nobody wins is played again."
        )
    many = f"as many rounds as players, and after these {MOST_ROUNDS}"
    return f"There are {many}" if players.min > 2 else f"Two players: {_first_to(2, 'w')} More: {many}"


def _first_to(wins: int, first: str = "W") -> str:
    return f"{first}hoever has first won {counted(wins, 'round')} wins the game."


# ---- hands


def chances(r: Rules) -> list[int]:
    """By kind, in the order of KINDS: how many of the faces**5 throws of five dice bring it, in its best reading."""
    found = [0] * len(KINDS)
    for hand in range(r.hands):
        found[r.kind[hand]] += ways_to_throw(dice_of(hand, r))
    return found


def _hands(o: PokerOptions, players: Players) -> Iterator[tuple[str, str]]:
    """The hand order, best first: each kind with its best hand and the exact chance of it in one throw of five dice."""
    r = build(o, players)
    ways, total = chances(r), r.faces**DICE
    yield "P-R6", "The hands, best first, each with an example and its chance in one throw of five dice:"
    for place, name in enumerate(o.hand_order, 1):
        kind = KINDS.index(name)
        if not ways[kind]:
            yield "P-R6", f"{place}. {KIND_WORDS[name]}: cannot occur here."
            continue
        best = max(
            (hand for hand in range(r.hands) if r.kind[hand] == kind),
            key=lambda hand: (r.rank[hand], r.reading[hand] == hand, -hand),
        )
        hundredths = (20_000 * ways[kind] + total) // (2 * total)
        percent = f"{hundredths // 100}.{hundredths % 100:02d}"
        example = spelled(r, dice_of(best, r))
        yield "P-R6", f"{place}. {KIND_WORDS[name]}, like {example}: {ways[kind]} of {total} ({percent} %)."
