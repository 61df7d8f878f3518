"""Liar's dice in words: its dice, its events, and the rules of a variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicecup.engine.core.problems import listed
from dicecup.engine.games.base import LETTERS, Event, Row
from dicecup.engine.games.liars.notation import face_name, notate
from dicecup.engine.games.liars.options import (
    LiarsOptions,
    asks_out_of_turn,
    goes_on,
    has_palifico,
    has_spot_on,
    has_wild,
    loses_dice,
)
from dicecup.engine.games.liars.rules import Rules
from dicecup.engine.games.liars.scoring import CUP, GAIN, HAND_WON, LOSE, POINT, REASONS
from dicecup.engine.games.options import Players, counted, in_words, player_count


def die_names(r: Rules, kind: int) -> list[int | str]:
    """The names of faces 1, 2, ... in digit order."""
    return [face_name(r, face) for face in range(1, r.faces + 1)]


# ---- events


def own_event(rows: Sequence[Row], i: int, r: Rules) -> tuple[Event, int]:
    """The family's own event that begins at row i: reveal, lose, gain, penalty, hand_won."""
    kind, seat, a, b, _ = rows[i]
    if kind == CUP:
        dice: dict[str, list[int | str]] = {}
        while rows[i][0] == CUP:
            _, owner, face, number, _ = rows[i]
            dice.setdefault(LETTERS[owner], []).extend([face_name(r, face)] * number)
            i += 1
        _, _, bid, count, _ = rows[i]
        wilds = rows[i + 1][2]
        return {"type": "reveal", "dice": dice, "bid": notate(bid, r), "count": count, "wilds": wilds}, i + 2
    if kind == LOSE:
        return {"type": "lose", "seat": LETTERS[seat], "dice": a, "why": REASONS[b]}, i + 1
    if kind == GAIN:
        return {"type": "gain", "seat": LETTERS[seat], "dice": a}, i + 1
    if kind == POINT:
        return {"type": "penalty", "seat": LETTERS[seat], "points": a}, i + 1
    assert kind == HAND_WON, kind
    return {"type": "hand_won", "seat": LETTERS[seat], "wins": a}, i + 1


# ---- the rules in words
#
# What a key means often follows from others: whoever "loses one" loses what `loss` says, and a wild face has a rank of
# its own only where it may be bid. Such sentences are made here, of all keys together; a key that speaks for itself has
# its words where it is declared, and stands in `explain` by its path alone.

Rule = tuple[str, str]

RAISES = {
    "quantity_first": "it names more dice, whatever the face, or as many of a higher face",
    "face_first": "it names a higher face, whatever the quantity, or more of the same face",
    "single_axis": "it names more of the same face, or as many of a higher face",
    "no_decrease": "neither quantity nor face goes down and one of them goes up",
    "max_number": "the larger of its two numbers is above the larger of the old two",
    "product": "quantity times face grows",
}
WILD_RANKS = {
    "double_after": "A bid of n wild dice ranks just above 2n of any other face.",
    "double_before": "A bid of n wild dice ranks just below 2n of any other face.",
    "double_by_face": "A bid of n wild dice ranks as a bid of 2n dice, and among these by its own face.",
    "literal": "A bid of one wild die ranks just above all bids of two dice; all others on the wild face rank as on any face.",
    "normal": "Bids on the wild face rank as those on any other face.",
    "forbidden": "The wild face may not be bid.",
}
WILD_OFF = {
    "if_opened_on_wild": "If the first bid of a round was on the wild face, no die is wild in that round; bids keep their ranks.",
    "once_wild_bid": "Once the wild face was bid, no die is wild in that round; bids keep their ranks.",
}
LOSES_ONE = {
    "one_die": "loses one die",
    "difference": "loses one die",
    "elimination": "is out at once",
    "penalty": "gets one penalty point",
}
MAY_CALL = {
    "next": "The player in turn may call the standing bid `exact` instead",
    "others": "Every player but the bidder and the next may call the standing bid `exact`, out of turn",
    "any": "Every player but the bidder may call the standing bid `exact`, out of turn too",
}


def explain(o: LiarsOptions, players: Players) -> Iterator[Rule]:
    """The effective rules of a variant, each with its id, in the order in which a reader needs them."""
    course: tuple[Rule | str | None, ...] = (
        ("L-R1", f"{player_count(players)}."),
        "dice_per_player",
        _faces(o),
        "first_bidder",
        ("L-R3", "At the start of each round all players roll their dice under their cups and look at their own only."),
        ("L-R4", "Players act in clockwise order."),
        ("L-C1", "Whoever is first in a round makes a bid, since there is nothing to challenge yet."),
        ("L-R5", "In turn a player bids higher than the standing bid, or challenges it (`liar`)."),
        ("L-R6", "A bid is a quantity and a face: at least so many dice of that face lie on the table, over all cups."),
        _bid(o),
        _raise(o),
        "max_quantity",
        "min_opening",
        *_wild(o),
        "natural_required",
        *_calls(o, players),
        *_exact_call(o),
        *_pass(o, players),
        *_push(o),
        *_challenge(o),
        *_losses(o),
        "die_loss",
        *_exact_costs(o),
        *_opener(o, players),
        *_palifico(o),
        *_duel(o),
        *_end(o),
        *_not_played(o, players),
        "max_rounds",
    )
    return in_words(o, course)


# ---- bids


def _face(o: LiarsOptions, face: int) -> int | str:
    return face if o.face_names == "none" else o.face_names[face - 1]


def _by_place(o: LiarsOptions) -> str:
    """How a face is a number, where faces are called otherwise."""
    return "" if o.face_names == "none" else ", where a face counts by its place from low to high"


def _faces(o: LiarsOptions) -> Rule:
    if o.face_names == "none":
        return "L-A25", f"Every die has the faces 1 to {o.faces}."
    return "L-A25", f"Every die has {o.faces} faces, from low to high {', '.join(map(str, o.face_names))}."


def _bid(o: LiarsOptions) -> Rule:
    face = _face(o, min(4, o.faces))
    return "L-C13", f"A bid names at least one die, and one of these faces: `3x{face}` is three dice of face {face}."


def _raise(o: LiarsOptions) -> Rule:
    said = f"A bid is higher if {RAISES[o.raise_rule]}"
    if o.raise_rule in ("max_number", "product"):
        return "L-A6", f"{said}{_by_place(o)}."
    own_ranks = has_wild(o) and o.wild_bids not in ("normal", "forbidden")
    return "L-A6", f"{said}{'; bids on the wild face have ranks of their own' if own_ranks else ''}."


def _wild(o: LiarsOptions) -> Iterator[Rule]:
    if o.wild_face == "none":
        return
    yield "L-V2", f"Face {_face(o, o.wild_face)} is wild: it counts as whatever other face was bid."
    yield "L-V3", WILD_RANKS[o.wild_bids]
    if o.opening_wild_bid == "forbidden":
        yield "L-A14", "The first bid of a round may not be on the wild face."
    elif o.opening_wild_bid == "free_answer":
        passed = ", also after a pass" if o.pass_ == "once" else ""
        yield "L-A14", f"If the first bid of a round is on the wild face, the next bid may be any other one{passed}."
    if o.wild_off != "never":
        yield "L-A14", WILD_OFF[o.wild_off]


# ---- calls, and what stands between bids


def _has_windows(o: LiarsOptions, players: Players) -> bool:
    """Whether anybody is ever asked out of turn: with two players the next one is the only other."""
    return asks_out_of_turn(o) and players.max > 2


def _calls(o: LiarsOptions, players: Players) -> Iterator[Rule]:
    if o.challenge_by == "any":
        yield "L-A4", "Every player but the bidder may challenge the standing bid."
    else:
        what = "the standing bid, or a pass on it" if o.pass_ == "once" else "the standing bid"
        yield "L-A4", f"Only the player in turn may challenge, and only {what}."
    if _has_windows(o, players):
        bid = "each bid and what is shown after it" if o.push else "each bid"
        yield (
            "L-A15",
            (
                f"After {bid} all others who may call are asked in clockwise order, before the next player has the turn; they "
                "call or `wait`, and the first call counts."
            ),
        )


def _exact_call(o: LiarsOptions) -> Iterator[Rule | str]:
    if has_spot_on(o):
        yield "L-A18", f"{MAY_CALL[o.spot_on.callers]}: that is right if the count equals the bid."
        yield "spot_on.needs"


def _pass(o: LiarsOptions, players: Players) -> Iterator[Rule]:
    if o.pass_ == "off":
        return
    yield (
        "L-A20",
        (
            "A player in turn with exactly five dice may `pass` once in a round, truly or not: the bid stays, and the next player "
            "bids higher, challenges the pass or passes as well."
        ),
    )
    yield (
        "L-A20",
        "A pass is true if the five dice are all different, all equal, or a full house; a wild die counts as its own face.",
    )
    never = ["the bid under it is not challenged"]
    never += ["nobody calls it `exact`"] if has_spot_on(o) else []
    never += ["nobody is asked out of turn"] if _has_windows(o, players) else []
    yield "L-C17", f"While a pass stands {listed(never, 'and')}."


def _push(o: LiarsOptions) -> Iterator[Rule]:
    if o.push:
        yield (
            "L-A22",
            (
                f"After a raise, but not after the first bid of a round, the bidder lays some hidden dice open "
                f"(`show {_face(o, min(4, o.faces))}`) and throws all other hidden ones again, at least one, or says `show none`. Open dice "
                "count, and lie open until the round ends."
            ),
        )


# ---- what a showdown costs


def _challenge(o: LiarsOptions) -> Iterator[Rule]:
    call = "a challenge or an `exact` call" if has_spot_on(o) else "a challenge"
    yield "L-R8", f"On {call} all cups are lifted and all dice shown."
    wild = ", wild dice included" if has_wild(o) else ""
    yield "L-R9", f"A bid is right if at least that many dice show its face{wild}."
    yield "L-R10", "If the bid is wrong, the bidder has lost the challenge."
    one = LOSES_ONE[o.loss]
    if o.exact_bid == "challenger_loses":
        yield "L-R11", "If the bid is right, the challenger has lost it."
    else:
        yield "L-R11", "If the bid is right and there are more dice than it names, the challenger has lost it."
        yield "L-A17", f"If there are exactly as many as it names, every player but the bidder {one}."
    if o.pass_ == "once":
        yield "L-A20", f"If a challenged pass is true the challenger {one}, else the player who passed {one}."


def _losses(o: LiarsOptions) -> Iterator[Rule]:
    out = "A player without dice is out."
    if o.loss == "one_die":
        yield "L-A16", f"Whoever loses a challenge loses one die. {out}"
    elif o.loss == "difference":
        least = ", one if they are equal" if o.exact_bid == "challenger_loses" else ""
        yield (
            "L-A16",
            f"Whoever loses a challenge loses as many dice as bid and count differ{least}, at most all. {out}",
        )
    elif o.loss == "elimination":
        yield "L-V1", "Whoever loses a challenge is out at once; the others keep all their dice."
    else:
        yield "L-A16", "Whoever loses a challenge keeps all dice and gets one penalty point."
        yield "L-A16", f"A player with {counted(o.penalty_limit, 'penalty point')} is out."


def _exact_costs(o: LiarsOptions) -> Iterator[Rule]:
    if not has_spot_on(o):
        return
    one = LOSES_ONE[o.loss]
    if o.spot_on.right == "regain":
        most = counted(o.dice_per_player, "die", "dice")
        yield "L-A18", f"After a right `exact` the caller gets one die back, never above {most}; nobody loses."
    else:
        yield "L-A18", f"After a right `exact` every other player {one}."
    yield "L-A18", f"After a wrong `exact` the caller {one}, and nobody else loses."


# ---- rounds, hands and games


def _opener(o: LiarsOptions, players: Players) -> Iterator[Rule]:
    """Who opens the next round. The winner of a showdown is never out of the hand, the loser may be."""
    if not goes_on(o):
        return
    if o.starter == "previous_right":
        yield "L-A24", "The first player still in to the right of the last opener bids first in the next round."
        return
    by_loser = o.starter == "loser"
    if by_loser:
        yield "L-R12", "Whoever lost the challenge bids first in the next round."
    else:
        yield "L-A24", "Whoever won the challenge bids first in the next round."
    if has_spot_on(o):
        wrong = (
            "right or wrong, the caller bids first"
            if by_loser
            else "the caller bids first, after a wrong one the bidder"
        )
        yield "L-A18", f"After an `exact` call, {wrong}." if by_loser else f"After a right `exact` {wrong}."
    if o.exact_bid == "others_lose":
        first = "challenger" if by_loser else "bidder"
        yield "L-A17", f"After a challenged bid that was exactly right the {first} bids first."
    if by_loser and o.rounds == "until_one_left" and players.max > 2:
        left = o.starter_if_eliminated == "left"
        who = "the next one still in, clockwise," if left else "the other party of the call"
        yield "L-C4", f"If that player is out, {who} bids first."


def _palifico(o: LiarsOptions) -> Iterator[Rule]:
    if not has_palifico(o):
        return
    wild = "no die is wild in it, and the wild face is bid as any other, first bid included" if has_wild(o) else ""
    yield (
        "L-A19",
        (
            "A round is palifico when the player who opens it came down to exactly one die in the round before"
            f"{': ' if wild else ''}{wild}."
        ),
    )
    hand = " in a hand" if o.best_of > 1 else ""
    if o.palifico.once:
        yield "L-A19", f"A player opens at most one palifico round{hand}."
    else:
        yield "L-A19", "A player opens a palifico round each time they come down to one die."
    change = ", but a player with exactly one die may make any raise" if o.palifico.face == "one_die_may_change" else ""
    yield "L-A19", f"In a palifico round every bid keeps the face of the bid before and raises the quantity{change}."
    if o.palifico.with_two_left:
        yield "L-A19", "Palifico is played with two players left, too."
    else:
        yield "L-A19", "There is no palifico when only two players are left."


def _duel(o: LiarsOptions) -> Iterator[Rule]:
    if o.final_duel == "off":
        return
    yield (
        "L-A26",
        (
            f"When the last two players hold one die each they bid on the sum of both dice{_by_place(o)}: `sum 2` to "
            f"`sum {2 * o.faces}`, each bid higher than the last."
        ),
    )
    off = ["no wild face"] if has_wild(o) else []
    off += ["no smallest first bid"] if o.min_opening != 1 else []
    off += ["no `exact`"] if has_spot_on(o) else []
    off += ["no pass"] if o.pass_ == "once" else []
    off += ["no showing of dice"] if o.push else []
    off += ["no palifico"] if has_palifico(o) else []
    there = f" There is {listed(off, 'and')} in it." if off else ""
    yield (
        "L-A26",
        f"A sum is right if the dice add up to at least as much; whoever is wrong loses their last die.{there}",
    )


def _end(o: LiarsOptions) -> Iterator[Rule]:
    many = o.best_of > 1
    if o.rounds == "single":
        yield (
            "L-A8",
            f"The first showdown ends {'a hand' if many else 'the game'}: whoever loses it has lost, all others have won.",
        )
    else:
        last = "all dice that are left are one player's" if loses_dice(o) else "one player is left"
        yield "L-R13", f"{'A hand' if many else 'Play'} goes on until {last}, who wins{' it' if many else ''}."
    if many:
        points = " and no penalty points" if o.loss == "penalty" else ""
        yield (
            "L-A23",
            (
                f"Whoever has first won {o.best_of // 2 + 1} hands wins the game. Each hand begins with all dice{points}, and with "
                "the player who would open the next round, even one who was out."
            ),
        )


def _not_played(o: LiarsOptions, players: Players) -> Iterator[Rule]:
    """What other games of this family have and this one has not, since a move of that kind is refused by its rule."""
    if not _has_windows(o, players):
        yield "L-A15", "Not played here: calls out of turn (`wait`)."
    if not has_spot_on(o):
        yield "L-A18", "Not played here: calling a bid `exact`."
    if o.pass_ == "off":
        yield "L-A20", "Not played here: to `pass`."
    if not o.push:
        yield "L-A22", "Not played here: to `show` dice."
    if o.final_duel == "off":
        yield "L-A26", "Not played here: bids on a sum of dice (`sum 7`)."
