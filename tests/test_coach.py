"""The coach: what it advises is what the strongest bot does, it sees no more than the seat, changes nothing, and its numbers hold."""

from __future__ import annotations

from fractions import Fraction

import liars_scene
import piles_scene
import poker_scene
import pytest
import stacks_scene
from families import declaration, declared

from dicecup.cli.base.errors import Failure
from dicecup.cli.base.page import Page
from dicecup.cli.session.hints import hint_lines, odds_lines, warning
from dicecup.engine.bots.agents import agent
from dicecup.engine.core.philox import bot_key
from dicecup.engine.definitions.definition import load, names
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.base.evaluation import cases, points
from dicecup.engine.games.poker.book import OPEN, TIED, WHOLE, page, to_beat
from dicecup.engine.games.poker.coach import field_worths, final_ranks
from dicecup.engine.games.poker.options import DICE
from dicecup.engine.games.registry import SHIPPED
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.judge import coach
from dicecup.engine.judge.odds import odds
from dicecup.engine.match.match import Match, Seat, new_match, tables_of

# Of each family variants whose decisions are of different kinds: in liar's dice out of turn, shows, passes.
KINDS = [variant for family in declared() for variant in declaration(family).kinds]


def seated(variant: str, *, seats: int = 0, game: int = 0) -> Match:
    """A game of the strongest bots: of so many seats, by default of three where calls out of turn take three."""
    definition = load(variant)
    seats = seats or (3 if family_of(definition.family).called_out_of_turn else 2)
    bot = coach.strongest(definition.family)
    return new_match(definition, [Seat(bot, bot)] * min(seats, definition.players.max), "coach", game)


def told(match: Match, seat: str) -> list[str]:
    """All that the coach says to a seat at its decision."""
    said = [*hint_lines(match, seat, 80), *(str(warning(match, seat, move)) for move in match.legal()[-1:])]
    try:
        return [*said, *odds_lines(match, seat, Page(80))]
    except Failure as failure:
        return [*said, str(failure)]


# --- what is advised --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", SHIPPED)
def test_a_familys_coach_is_asked_about_decisions_of_each_kind(family):
    assert declaration(family).kinds


def test_every_family_has_a_coach_and_its_bot_is_the_strongest():
    assert {family: coach.strongest(family) for family in SHIPPED} == {
        family: family_of(family).bot_names()[-1] for family in SHIPPED
    }


@pytest.mark.parametrize("variant", names())
def test_the_hint_is_what_the_strongest_bot_does_and_is_never_called_costly(variant):
    match = seated(variant)
    bot = agent(coach.strongest(match.definition.family), match.definition.family)
    judged = decisions = 0
    while match.turn is not None and decisions < 8 and judged < 2000:
        seat = match.turn
        found, best = coach.survey(match, seat)
        assert sorted(one.move for one in found) == sorted(match.legal())
        assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
        assert all(one.brief and one.why.startswith(one.brief) for one in found)
        if declaration(match.definition.family).hint_is_the_bots(match, seat):
            assert best.move == match.family.notate(bot.decide(match), match.rules)
        assert coach.cost(match, seat, best.move) is None
        assert best.value == found[0].value or best.why != next(o for o in found if o.move == best.move).why
        match.play(best.move)
        decisions, judged = decisions + 1, judged + len(found)
    assert decisions


@pytest.mark.parametrize("variant", ["perudo", "push-reroll"])
def test_a_bot_of_liars_dice_plays_whole_games_without_a_warning(variant):
    """Bluffs and certain lies included, which are worth less than another move and say so."""
    bot, odd = agent("basic", "liars"), 0
    for game in range(2):
        match = seated(variant, game=game)
        while match.turn is not None:
            found, best = coach.survey(match, match.turn)
            action = bot.decide(match)
            assert best.move == match.family.notate(action, match.rules)
            if best.value < found[0].value:
                odd += 1
                assert "bluff" in best.because or "lays open" in best.because
            match.play_action(action)
    assert odd


# --- what it must not do ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", KINDS)
def test_a_game_with_hints_is_to_the_byte_the_game_without(variant):
    def played(*, asking: bool) -> list[dict]:
        match = seated(variant)
        bot = agent(coach.strongest(match.definition.family), match.definition.family)
        for _ in range(12):
            seat = match.turn
            if seat is None:
                break
            if asking:
                before = match.state.values()
                told(match, seat)
                assert match.state.values() == before
            match.play_action(bot.decide(match))
        match.abandon()
        return match.events  # the last of which has the check over all of them

    assert played(asking=True) == played(asking=False)


@pytest.mark.parametrize("variant", KINDS)
def test_nothing_hidden_is_used(variant):
    """What is told stays the same when the others' hidden dice, their keys and the dice to come are other ones."""
    match, changed = seated(variant), 0
    family = match.family
    bot = agent(coach.strongest(family.name), family.name)
    for number in range(8):
        seat = match.turn
        if seat is None:
            break
        truth, keys = match.state, match._keys
        said = told(match, seat)
        redealer = match.view_record(seat)
        redealer.key0 = number
        match.state = truth.copy()
        family.redeal(match.state, match.rules, redealer)
        match._keys = [
            key if letter == seat else list(bot_key("other", letter))
            for letter, key in zip(LETTERS, keys, strict=False)
        ] + keys[len(LETTERS) :]
        changed += match.state.values() != truth.values()
        assert told(match, seat) == said
        match.state, match._keys = truth, keys
        match.play_action(bot.decide(match))
    assert changed or not family.private


def test_who_is_not_in_turn_gets_no_hint():
    match = seated("liars-dice")
    other = next(seat for seat in match.seats if seat != match.turn)
    with pytest.raises(Failure, match=f"it is {match.turn}'s turn, not {other}'s"):
        hint_lines(match, other, 80)
    with pytest.raises(Failure, match="no bid stands yet"):
        warning(match, match.turn, "liar")
    match.abandon()
    with pytest.raises(Failure, match="nobody is to decide now"):
        hint_lines(match, other, 80)


# --- liar's dice ------------------------------------------------------------------------------------------------------


def liars(variant: str = "liars-dice", **given) -> liars_scene.Scene:
    return liars_scene.Scene(variant, **given)


def by_move(match: Match) -> dict[str, coach.Judged]:
    return {one.move: one for one in coach.judge(match, match.turn)}


def test_the_chances_of_a_bid_are_those_of_rules_1_5():
    """n=5, q=2, p=1/6: 0.196245."""
    match = liars(cups={"A": "2 2 5 6 1", "B": "2 2 3 3 4"}, first="B")
    match.say("B:4x2")
    best = coach.best(match, "A")
    assert best.why == "liar: 4x2 fails in 80 of 100 cases; you see 2x2, and 5 dice are unknown"
    assert abs(float(best.value) - (1 - 0.196245)) < 1e-6
    assert coach.cost(match, "A", "liar") is None
    assert coach.cost(match, "A", "7 sixes") == best
    assert warning(match, "A", "6x6") == "6x6 holds in fewer than 1 of 100 cases; liar: 4x2 fails in 80 of 100 cases."
    assert warning(match, "A", "8x6") == "8x6 holds in no case; liar: 4x2 fails in 80 of 100 cases."


@pytest.mark.parametrize("variant", ["bluff", "dudo-old", "chui-niu"])
def test_what_is_told_of_bids_are_the_exact_odds(variant):
    match = seated(variant)
    checked = 0
    while match.state.round == 1:
        v = match.view_record(match.turn)
        dice = [
            str(name)
            for face, name in enumerate(match.family.die_names(match.rules, 0), 1)
            for _ in range(v.cup[v.seat][face])
        ]
        off = bool(match.rules.wild_off and v.wild_bid)
        standing = match.family.notate(v.bid, match.rules) if v.bid else None
        found = odds(
            match.definition, cup=dice, unknown=10, bid=standing, players=3, wilds_off=off, opening=v.bids == 1
        )
        judged = by_move(match)
        for one in found.legal:
            assert judged[one.bid].brief == f"{one.bid} holds in {cases(one.chance)}"
            checked += 1
        if found.standing is not None and v.passer < 0:
            assert judged["liar"].brief == f"liar: {standing} fails in {cases(1 - found.standing.chance)}"
        match.play(coach.best(match, match.turn).move)
    assert checked > 50


def test_faces_are_called_by_their_names_and_wild_ones_are_counted():
    match = liars("bluff", seats=2, cups={"A": "* * 3 3 1", "B": "1 2 3 4 5"})
    judged = by_move(match)
    assert judged["4x3"].because == "you see 2x3 and 2x* (wild), and 5 dice are unknown"
    assert judged["4x3"].brief == "4x3 holds in every case"
    assert judged["2x*"].because == "you see 2x*, and 5 dice are unknown"
    assert judged["3x*"].brief == "3x* holds in 60 of 100 cases"  # n=5, q=1, p=1/6: 0.598122


def test_out_of_turn_waiting_costs_nothing():
    match = liars(seats=3, challenge_by="any", cups={"A": "1 1 1 2 2", "B": "3 3 4 5 6", "C": "3 3 3 3 4"})
    match.say("A:2x1")
    assert match.turn == "C"
    assert (
        coach.best(match, "C").why == "wait: it costs nothing; 2x1 fails in 48 of 100 cases"
    )  # n=10, q=2, p=1/6: 0.5155
    assert by_move(match)["liar"].value < by_move(match)["wait"].value == 0
    assert warning(match, "C", "liar") == "liar: 2x1 fails in 48 of 100 cases; wait: it costs nothing."
    match.say("C:wait", "B:9x1")
    assert coach.best(match, "A").move == "liar"
    assert warning(match, "A", "wait") == ("wait: it costs nothing; liar: 9x1 fails in more than 99 of 100 cases.")


def test_exact_is_told_by_the_chance_of_just_so_many():
    match = liars("dudo", cups={"A": "2 2 2 3 4", "B": "5 5 5 6 6"})
    match.say("A:3x5")
    judged = by_move(match)
    exactly = Fraction(2, 3) ** 5  # none of five dice is a five or a one
    assert judged["exact"].brief == f"exact: there are just 3x5 in {cases(exactly)}"
    assert abs(judged["exact"].value - exactly) < Fraction(1, 10**8)


def test_a_true_pass_cannot_lose_and_a_false_one_is_never_advised():
    match = liars("dudo-old", cups={"A": "2 3 3 4 4", "B": "2 2 5 5 5"})
    match.say("A:5x4")
    assert by_move(match)["pass"].why == "pass: it is true, and cannot lose"
    match.say("B:pass")
    judged = by_move(match)
    assert judged["liar"].why == (
        "liar: the pass may as well be true as false; five dice thrown at once make a true one in 13 of 100 cases"
    )
    assert judged["liar"].value == Fraction(1, 2)
    assert judged["pass"].why == "pass: it is false, and loses if it is challenged"
    assert judged["pass"].value == 0


def test_a_show_is_told_by_the_chance_of_the_bid_after_it():
    match = liars("push-reroll", cups={"A": "1 2 4 4 6", "B": "1 1 2 3 3"}, first="B")
    match.say("B:2x3", "A:3x4")
    judged = by_move(match)
    two_more = 1 - Fraction(5, 6) ** 8  # one four among three thrown again and five unknown
    assert judged["show 4 4"].value == two_more
    assert judged["show 4 4"].why == f"show 4 4: 3x4 then holds in {cases(two_more)}; 3 dice are thrown again"
    assert judged["show none"].value == 1 - Fraction(5, 6) ** 5
    assert coach.best(match, "A").move == "show 4 4"
    assert warning(match, "A", "show 1 2 6").startswith("show 1 2 6: 3x4 then holds in ")


def test_sums_of_a_final_duel_are_told_by_the_other_die():
    match = liars(final_duel="sum", dice_per_player=1, cups={"A": "3", "B": "5"})
    judged = by_move(match)
    assert judged["sum 4"].brief == "sum 4 holds in every case"
    assert (
        judged["sum 7"].why
        == "sum 7 holds in 50 of 100 cases; your die is 3, the other shows 4 or more in 50 of 100 cases"
    )
    assert judged["sum 12"].value == 0
    match.say("A:sum 10")
    assert coach.best(match, "B").why == (
        "liar: sum 10 fails in 67 of 100 cases; your die is 5, the other shows 5 or more in 33 of 100 cases"
    )


def test_thousands_of_bids_are_judged_where_quantities_are_unbounded():
    match = seated("film-pirates", seats=4)
    judged = by_move(match)
    assert judged["999x6"].value == 0
    assert judged["999x6"].brief == "999x6 holds in no case"


# --- poker dice -------------------------------------------------------------------------------------------------------


def test_against_a_hand_on_the_table_the_chances_are_the_exact_odds():
    match = poker_scene.Scene(dice={"A": "AAQQJ", "B": "KKJ9T"})
    match.stand()
    keeps = odds(match.definition, hand="K K J 9 T", beat="A A Q Q J")
    judged = by_move(match)
    tie = 1 - Fraction(tables_of(match.definition).book[TIED], WHOLE)  # to who throws second
    for keep in keeps:
        assert abs(judged[keep.move].value - keep.beats - keep.ties * tie) < Fraction(1, 10**11)
    assert coach.best(match, "B").move == keeps[0].move == "keep K K"
    assert judged["keep K K"].because == "A A Q Q J is to beat, nobody is still to throw"


def test_who_breaks_up_four_aces_is_warned():
    match = poker_scene.Scene(dice={"A": "AAAAJ", "B": "KKJ9T"})
    assert warning(match, "A", "keep A A A A") is None
    found = warning(match, "A", "keep J")
    assert found.startswith("keep J: wins the round in ")
    assert "; keep A A A A: wins the round in " in found or "; stand: wins the round in " in found


def test_to_drop_wins_nothing():
    match = poker_scene.Scene("rpasmd-poker", dice={"A": "11166", "B": "65342"})
    judged = by_move(match)
    assert judged["drop"].value == 0
    assert judged["drop"].brief == "drop: nothing of this round can be won then"
    assert coach.cost(match, "A", "drop").move == coach.best(match, "A").move


def test_five_dice_kept_are_to_stand():
    match = poker_scene.Scene(dice={"A": "AAAAJ", "B": "KKJ9T"})
    assert coach.cost(match, "A", "keep A A A A J") == coach.cost(match, "A", "stand")


def test_at_a_long_table_a_field_stands_in_for_the_book():
    """Eight seats of `cottrell` take plain Python a minute to reckon through; the hint opens no book."""
    definition = load("cottrell", ("players.min=8",))
    match = new_match(definition, [Seat("A", "human")] * 8, "coach")
    tables = tables_of(definition)
    tables.book[OPEN] = 0
    best = coach.best(match, match.turn)
    assert "7 seats are still to throw, taken to keep what goes together" in best.why
    assert tables.book[OPEN] == 0
    assert coach.cost(match, match.turn, best.move) is None


def test_the_field_throws_every_way_and_agrees_with_the_book():
    match = new_match(load("poker-dice"), [Seat("A", "human")] * 3, "coach")
    r, b, whole = match.rules, tables_of(match.definition), WHOLE * match.rules.power[DICE]
    assert [sum(final_ranks(r, throws)) for throws in (1, 2, 3)] == [6**5, 6**10, 6**15]
    compared = 0
    while match.state.round == 1:
        v = match.view_record(match.turn)
        at, stand = page(v, r, b)
        book = {r.nothing_kept: b.book[at + r.nothing_kept]} | {
            action: stand if action > r.nothing_kept else b.book[at + action] for action in match.legal_actions()
        }
        field = field_worths(v, r, b, *to_beat(v, r))
        by_field = {action: field[v.hand[v.turn] if action > r.nothing_kept else action] for action in book}
        chosen = max(by_field, key=lambda action: by_field[action])
        assert book[chosen] > max(book.values()) - whole // 25  # it gives away less than 4 of 100 rounds
        assert all(abs(by_field[action] - worth) < whole // 12 for action, worth in book.items())
        compared += 1
        match.play(coach.best(match, match.turn).move)
    assert compared >= 3


@pytest.mark.parametrize("rules", [("max_throws=1",), ("match=chips", "purse=1"), ("max_throws=3", "kept_locked=true")])
def test_a_long_table_with_odd_rules_has_hints_too(rules):
    definition = load("rpasmd-poker", ("players.min=8", *rules))
    match = new_match(definition, [Seat("A", "human")] * 8, "coach")
    while match.state.round < 2 and not match.over:
        found, best = coach.survey(match, match.turn)
        assert sorted(one.move for one in found) == sorted(match.legal())
        assert all(0 <= one.value <= 1 for one in found)
        match.play(best.move)


def test_last_to_throw_field_and_book_are_one():
    match = poker_scene.Scene("poker-dice-three", tie="split", dice={"A": "AAQQJ", "B": "KKJ9T"})
    match.stand()
    v, r, b = match.view_record("B"), match.rules, tables_of(match.definition)
    at, stand = page(v, r, b)
    book = [stand if action > r.nothing_kept else b.book[at + action] for action in match.legal_actions()]
    field = field_worths(v, r, b, *to_beat(v, r))
    assert [field[v.hand[v.turn] if action > r.nothing_kept else action] for action in match.legal_actions()] == book


# --- Stacked Dice and piles -------------------------------------------------------------------------------------------


def test_who_does_not_cover_a_stack_of_aces_is_warned():
    match = stacks_scene.Scene(dice=["1 2 3 4 5".replace(" ", ""), "12345", "12345", "16666"])
    match.say("A:1 on B", "B:pass", "C:1 on #1")
    best = coach.best(match, "D")
    assert best.move == "stack 1 on #1"
    assert (
        "; it makes #1 4 high and closed, worth 40, the mean of 12 rounds played out, a game won counting 100"
        in best.why
    )
    found = warning(match, "D", "pass")
    assert found.startswith("pass: ")
    assert "; stack 1 on #1: " in found
    assert found.endswith(" ahead of the others when the round ends.")


def test_a_round_of_one_throw_is_played_out_once():
    match = seated("stack")
    assert all(
        one.because.endswith(", the round played out, a game won counting 100") for one in by_move(match).values()
    )


def test_after_many_throws_the_bot_stacks_and_says_why():
    match, bot = seated("stacked-dice"), agent("expert", "stacks")
    while coach.best(match, match.turn).move != "pass":
        match.play(coach.best(match, match.turn).move)
    seat = match.turn
    match.state.casts = 21
    found, best = coach.survey(match, seat)
    assert found[0].move == "pass"
    assert best.move == match.family.notate(bot.decide(match), match.rules) != "pass"
    assert best.why.endswith(
        "; after 20 throws of a round the bot no longer passes where it can stack, so that the round ends"
    )
    assert warning(match, seat, "pass") is None


def test_who_takes_a_jolly_roger_back_is_warned():
    match = piles_scene.Scene(opening="A 2 B 5", dice={"A": "3 J"})
    match.play("roll plain")
    match.play("place")
    match.play("roll jolly")
    assert coach.best(match, "A").why.endswith("by the end of the round; the J goes on your 3")
    found = warning(match, "A", "back")
    assert found.startswith("back: worth about ")
    assert "; place: worth about " in found
    assert warning(match, "A", "place") is None


def test_the_chances_of_a_roll_are_counted():
    match = piles_scene.Scene(opening="A 2 B 5")
    judged = by_move(match)
    assert judged["roll plain"].because == "it fits on your 2 in 50 of 100 cases"
    assert judged["roll jolly"].because == "it fits on your 2 in 67 of 100 cases, shows J in 17 of 100 cases"


def test_where_nothing_fits_on_a_jolly_roger_the_bot_says_why_it_keeps_it():
    match = piles_scene.Scene(opening="A 2 B 5", dice={"A": "J"}, on_jr="none")
    match.play("roll jolly")
    best = coach.best(match, "A")
    assert best.move == "back"
    assert best.why.endswith("piles sealed too early leave a round without an end")
    assert warning(match, "A", "back") is None


# --- numbers in words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "no case"),
        (Fraction(1), "every case"),
        (Fraction(1, 3), "33 of 100 cases"),
        (Fraction(125, 1000), "13 of 100 cases"),
        (Fraction(1, 1000), "fewer than 1 of 100 cases"),
        (Fraction(999, 1000), "more than 99 of 100 cases"),
    ],
)
def test_a_chance_in_words(chance, words):
    assert cases(chance) == words


def test_points_have_one_decimal():
    assert [points(Fraction(n, 20)) for n in (0, 1, -1, 107)] == [
        "0.0 points",
        "0.1 points",
        "0.1 points",
        "5.4 points",
    ]
