"""`make bench`: what the machinery costs, as medians of ratios of CPU time within one run.

A ratio compares two things that are measured in turn, several times over, so that a slow or busy machine slows both. Times beside
the ratios are of this machine and this minute. Blocks of Philox are counted, in plain mode, not guessed. A block is timed in two
ways: dependent (the counter of each comes out of the last, as in a game, where a throw or a draw is not known before the move before
it) and independent (all counters known ahead, which LLVM turns into vectors, and no game can).
"""

from __future__ import annotations

import argparse
import os
import pty
import resource
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from select import select
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import msgspec
import numpy as np

from dicecup.engine import load
from dicecup.engine.core import philox as dice
from dicecup.engine.core.kernel import COMPILED, PLAIN, compiled, kernel
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.match import Seat, new_match
from dicecup.engine.playtest.block import plain_block
from dicecup.engine.playtest.plan import Plan, play_game
from dicecup.engine.playtest.run import run
from dicecup.engine.replay.verify import verify
from dicecup.engine.solve.equilibrium import opening
from dicecup.engine.solve.tables import Learner, Tables

SEED = "bench"
ONE_DIE = (
    "dice_per_player=1",
    "wild_face=6",
    "wild_bids=normal",
    "loss=elimination",
    "first_bidder=seat0",
    "rounds=single",
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure dicecup.")
    parser.add_argument("--repeat", type=int, default=5, help="measurements of each ratio (default 5)")
    parser.add_argument("--rules", action="store_true", help="only what each rule of liar's dice costs where it is on")
    parser.add_argument("--quick", action="store_true", help="fewer games, no whole processes")
    options = parser.parse_args()
    show = Table()
    repeat, scale = options.repeat, 10 if options.quick else 1
    if options.rules:
        rule_costs(show, repeat, scale)
        return
    dependent, independent = block_times(repeat)
    print(
        f"A block of Philox4x32-10 takes {dependent:.1f} ns where each depends on the last, {independent:.1f} ns where none does."
    )
    print()
    show.head()
    for variant, line_up, blocks_target, plain_target in (
        ("liars-dice", ("random", "random"), 3, 100),
        ("liars-dice", ("basic", "basic"), None, None),
        ("perudo", ("random", "random"), None, None),
        ("poker-dice", ("random", "random"), 3, 100),
        ("poker-dice", ("basic", "basic"), None, None),
        ("poker-dice", ("expert", "expert"), None, None),
        ("stacked-dice", ("random", "random"), 4, 60),
        ("stacked-dice", ("basic", "basic"), None, None),
        ("stack", ("random", "random"), None, None),
        ("dead-mans-dice", ("random", "random"), 4, 60),
        ("dead-mans-dice", ("basic", "basic"), None, None),
        ("dead-mans-dice", ("expert", "expert"), None, None),
    ):
        definition = find(variant)
        if definition is None or not set(line_up) <= set(family_of(definition.family).bot_names()):
            continue
        name = f"{variant}, {line_up[0]} v {line_up[1]}"
        games = Games(definition, line_up)
        plain, fast, ours = both_modes(games, repeat, scale)
        show.row(
            f"{name}: compiled over plain",
            [p / f for p, f in zip(plain, fast, strict=True)],
            plain_target,
            "at least",
            f"{1e-6 / median(plain):.4f} and {1e-6 / median(fast):.3f} million games a second",
        )
        blocks = games.blocks(100)
        shares = [f * 1e9 / (blocks * block) for f, (block, _) in zip(fast, ours, strict=True)]
        show.row(
            f"{name}: time over dependent blocks",
            shares,
            blocks_target,
            "at most",
            f"{median(fast) * 1e9:.0f} ns a game, {blocks:.1f} blocks",
        )
        show.row(
            f"{name}: time over independent blocks",
            [f * 1e9 / (blocks * block) for f, (_, block) in zip(fast, ours, strict=True)],
            None,
            "",
            "",
        )
    verifying(show, repeat, scale)
    hosting(show, repeat, scale)
    expert_over_random(show, repeat, scale)
    open_spiel(show, repeat, scale)
    solving(show, repeat, scale)
    if not options.quick:
        million(show)
        beginning(show)
    startup(show, repeat)
    at_a_terminal(show, repeat)


class Table:
    """Rows of name, median of ratios, target and remark."""

    def head(self) -> None:
        print(f"{'':56}{'median':>9}  {'target':16}")

    def row(self, name: str, ratios: list[float], target: float | None, bound: str, remark: str) -> None:
        aim = f"{bound} {target:g}" if target is not None else ""
        print(f"{name:56}{median(ratios):9.2f}  {aim:16}{remark}".rstrip(), flush=True)


def find(variant: str) -> Definition | None:
    """A shipped variant, None where its family is not here."""
    try:
        return load(variant)
    except LookupError:
        return None


class Games:
    """Games of one line-up, played by the playtest itself on one core."""

    def __init__(self, definition: Definition, line_up: tuple[str, ...]) -> None:
        self.definition = definition
        self.line_up = line_up

    def seconds(self, mode: str, games: int) -> float:
        """CPU seconds a game."""
        plan = Plan(self.definition, self.line_up, games, SEED)
        began = process_time()
        run(plan, mode=mode)
        return (process_time() - began) / games

    def blocks(self, games: int) -> float:
        """Philox blocks a game, counted."""
        counted = 0
        philox = dice.philox

        def counting(*address: int) -> tuple[int, int, int, int]:
            nonlocal counted
            counted += 1
            return philox(*address)

        dice.philox = counting
        try:
            run(Plan(self.definition, self.line_up, games, SEED), mode=PLAIN)
        finally:
            dice.philox = philox
        return counted / games


def both_modes(games: Games, repeat: int, scale: int) -> tuple[list[float], list[float], list[tuple[float, float]]]:
    """CPU seconds a game in plain and in compiled mode and nanoseconds a block of either kind, measured in turn.

    Blocks are timed beside every measurement: a machine that is shared changes its pace from one second to the next.
    """
    games.seconds(COMPILED, 10)
    plain, fast, ours = [], [], []
    for _ in range(repeat):
        plain.append(games.seconds(PLAIN, 300 // scale))
        before = block_times(1)
        fast.append(games.seconds(COMPILED, 100_000 // scale))
        after = block_times(1)
        ours.append(((before[0] + after[0]) / 2, (before[1] + after[1]) / 2))
    return plain, fast, ours


@kernel
def dependent_blocks(n: int) -> int:
    """Each counter depends on the last block."""
    word = 0
    for i in range(n):
        w0, w1, w2, w3 = dice_philox(word & 7, 0, i, 0, 1, 2)
        word = w0 ^ w1 ^ w2 ^ w3
    return word


@kernel
def independent_blocks(n: int) -> int:
    """All counters are known ahead."""
    word = 0
    for i in range(n):
        w0, w1, w2, w3 = dice_philox(i, 0, 7, 0, 1, 2)
        word += w0 ^ w1 ^ w2 ^ w3
    return word


dice_philox = dice.philox


def block_times(repeat: int) -> tuple[float, float]:
    """Nanoseconds a block, dependent and independent."""
    found = []
    for function in (dependent_blocks, independent_blocks):
        fast = compiled(function)
        fast(10)
        times = []
        for _ in range(repeat):
            began = process_time()
            fast(2_000_000)
            times.append((process_time() - began) * 500)
        found.append(median(times))
    return found[0], found[1]


# Every rule of liar's dice that asks more of a game than the defaults do, on a table where it has something to do.
RULES = (
    *((f"raise_rule={rule}",) for rule in ("face_first", "single_axis", "no_decrease", "max_number", "product")),
    *(("wild_face=1", f"wild_bids={rank}") for rank in ("normal", "double_after", "double_before", "double_by_face")),
    *(("wild_face=1", f"wild_bids={rank}") for rank in ("literal", "forbidden")),
    *(("wild_face=1", f"opening_wild_bid={value}") for value in ("forbidden", "free_answer")),
    *(("wild_face=1", f"wild_off={value}") for value in ("if_opened_on_wild", "once_wild_bid")),
    ("wild_face=1", "natural_required=true"),
    ("max_quantity=unbounded",),
    ("min_opening=one_and_a_half",),
    ("challenge_by=any",),
    ("spot_on.callers=next",),
    ("spot_on.callers=any", "spot_on.right=others_lose"),
    ("exact_bid=others_lose",),
    ("loss=difference",),
    ("loss=penalty",),
    ("loss=elimination",),
    ("die_loss=transfer",),
    ("palifico.trigger=one_die",),
    ("pass=once",),
    ("push=true",),
    ("final_duel=sum",),
    ("best_of=3",),
)


def rule_costs(show: Table, repeat: int, scale: int) -> None:
    """Time of a move under each rule over that of a move of `liars-dice`, three random bots, compiled."""
    line_up = ("random",) * 3
    base = load("liars-dice")
    plain = Games(base, line_up)
    games = 20_000 // scale
    print(f"{'A move under a rule, over a move of liars-dice':56}{'median':>9}")
    for settings in RULES:
        changed = Games(load("liars-dice", settings), line_up)
        changed.seconds(COMPILED, 10)
        moves = [
            run(Plan(game.definition, line_up, games, SEED), mode=COMPILED).as_dict()["moves"]["mean"]
            for game in (plain, changed)
        ]
        ratios = []
        for _ in range(repeat):
            pair = plain.seconds(COMPILED, games) / moves[0], changed.seconds(COMPILED, games) / moves[1]
            ratios.append(pair[1] / pair[0])
        show.row(", ".join(settings), ratios, None, "", f"{16 * ' '}{moves[1]:.1f} moves a game")


def expert_over_random(show: Table, repeat: int, scale: int) -> None:
    """What looking everything up costs beside choosing blindly."""
    definition = find("poker-dice")
    if definition is None or "expert" not in family_of(definition.family).bot_names():
        return
    expert, blind = Games(definition, ("expert", "expert")), Games(definition, ("random", "random"))
    games = 50_000 // scale
    ratios = [expert.seconds(COMPILED, games) / blind.seconds(COMPILED, games) for _ in range(repeat)]
    show.row("poker-dice: expert over random, compiled", ratios, 3, "at most", "")


def open_spiel(show: Table, repeat: int, scale: int) -> None:
    """One round with one die each, against OpenSpiel's liars_dice."""
    try:
        import pyspiel
    except ImportError:
        print("open_spiel is not installed here; its rows are left out.")
        return
    definition = load("liars-dice", ONE_DIE)
    ours = Games(definition, ("random", "random"))
    ours.seconds(COMPILED, 10)
    game = pyspiel.load_game("liars_dice")
    theirs, evaluated, fast = [], [], []
    for _ in range(repeat):
        fast.append(ours.seconds(COMPILED, 200_000 // scale))
        theirs.append(python_loop(game, 20_000 // scale))
        evaluated.append(evaluate_bots(pyspiel, game, 20_000 // scale))
    show.row(
        "one die, one round: over OpenSpiel's Python loop",
        [a / b for a, b in zip(theirs, fast, strict=True)],
        25,
        "at least",
        f"{median(theirs) * 1e9:.0f} ns theirs, {median(fast) * 1e9:.0f} ns ours",
    )
    show.row(
        "one die, one round: over OpenSpiel's evaluate_bots",
        [a / b for a, b in zip(evaluated, fast, strict=True)],
        20,
        "at least",
        f"{median(evaluated) * 1e9:.0f} ns theirs",
    )


def solving(show: Table, repeat: int, scale: int) -> None:
    """CFR on one round with one die each: what its iterations take until NashConv is 1e-3, compiling and evaluation left out."""
    game = opening(load("liars-dice", ONE_DIE), True, (1, 1))
    game.play_out()
    tables, ends = Tables(game, compiles=True), [float(share) for _, share in game.endings]
    target = 1e-3 * scale
    tables.learn(ends, target, 10)
    ours, rates = [], []
    for _ in range(repeat):
        learner = Learner(tables, ends)
        seconds = 0.0
        while learner.done == 0 or sum(tables.best(ends)) > target:
            began = process_time()
            learner.go_on(20)
            seconds += process_time() - began
            learner.settle()
        ours.append(seconds)
        rates.append(learner.done / seconds)
    show.row(
        "one die, one round: CFR, iterations a second", rates, None, "", f"{median(ours):.2f} s to NashConv {target}"
    )
    try:
        import pyspiel
    except ImportError:
        return
    theirs = pyspiel.load_game("liars_dice")
    solver = pyspiel.CFRPlusSolver(theirs)
    seconds, done = 0.0, 0
    while done == 0 or pyspiel.nash_conv(theirs, solver.average_policy()) > target:
        began = process_time()
        for _ in range(20):
            solver.evaluate_and_update_policy()
        seconds += process_time() - began
        done += 20
    ratios = [seconds / one for one in ours]
    note = f"{done} iterations, {seconds:.1f} s theirs"
    show.row(f"one die, one round: CFR to {target} over OpenSpiel's CFR+", ratios, 20, "at least", note)


def verifying(show: Table, repeat: int, scale: int) -> None:
    """Events verified a second on one core, in thousands, and what that costs beside decoding the same lines with msgspec."""
    for variant in ("liars-dice", "poker-dice"):
        definition = find(variant)
        if definition is None:
            continue
        log = plain_block(Plan(definition, ("basic", "basic"), 2000 // scale, SEED), 0, 2000 // scale, log=True).log
        lines = log.splitlines()
        for mode, target in ((PLAIN, 60), (COMPILED, 150)):
            all(verdict.ok for verdict in verify(BytesIO(log), mode=mode))  # compiles, and fills what is kept
            verified, decoded = [], []
            for _ in range(repeat):
                began = process_time()
                events = sum(verdict.events for verdict in verify(BytesIO(log), mode=mode))
                verified.append((process_time() - began) / events)
                began = process_time()
                for line in lines:
                    msgspec.json.decode(line)
                decoded.append((process_time() - began) / len(lines))
            name = f"{variant}: verify, {mode}"
            show.row(f"{name}, thousand events a second", [1e-3 / one for one in verified], target, "at least", "")
            ratios = [one / two for one, two in zip(verified, decoded, strict=True)]
            show.row(f"{name}, over msgspec decoding", ratios, None, "", "")


def hosting(show: Table, repeat: int, scale: int) -> None:
    """A Python bot in a process of its own, beside the same function that is handed its view in this one: games a second, by the clock,
    since the two processes take turns.
    """
    games = 300 // scale
    with TemporaryDirectory() as folder:
        file = Path(folder, "bot.py")
        file.write_text("def bot(view):\n    return view.legal[0]\n")
        plan = Plan(load("liars-dice"), (f"{file}:bot", "basic"), games, SEED)
        play_game(plan, 0)  # begins the process
        ratios, rates = [], []
        for _ in range(repeat):
            began = perf_counter()
            for number in range(games):
                play_game(plan, number)
            hosted = perf_counter() - began
            began = perf_counter()
            for number in range(games):
                here(plan, number)
            ratios.append((perf_counter() - began) / hosted)
            rates.append(games / hosted)
        plan.close()
    show.row(
        "liars-dice: a hosted bot over one in the process",
        ratios,
        1 / 3,
        "at least",
        f"{median(rates):.0f} games a second",
    )


def here(plan: Plan, number: int) -> None:
    """A game of a plan whose first bot answers in this process."""
    basic = plan.agents()[1]
    match = new_match(plan.definition, [Seat("x", "x")] * 2, plan.seed, number)
    while match.turn is not None:
        if match.turn == "A":
            match.play(match.view("A").legal[0])
        else:
            match.play_action(basic.decide(match))


def python_loop(game: Any, games: int) -> float:
    """CPU seconds a game of uniformly random play: new states, legal actions and one draw each, and no more."""
    draw = np.random.default_rng(1).random(games * 16).tolist()
    at = 0
    began = process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw[at % len(draw)] * len(actions))])
            at += 1
        state.returns()
    return (process_time() - began) / games


def evaluate_bots(pyspiel: Any, game: Any, games: int) -> float:
    """CPU seconds a game of two uniformly random bots in C++."""
    players = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(2)]
    began = process_time()
    for seed in range(games):
        pyspiel.evaluate_bots(game.new_initial_state(), players, seed)
    return (process_time() - began) / games


def million(show: Table) -> None:
    """A million games as one process, with warm cache; and whether memory grows."""
    peaks = {}
    for games in (100_000, 1_000_000):
        command = ["-m", "dicecup", "playtest", "run", "liars-dice", "--games", str(games), "--seed", "1", "--seat", "random",
                   "--seat", "random", "--mode", "compiled", "-q"]  # fmt: skip
        measure = (
            "import os, resource, subprocess, sys\n"
            "subprocess.run([sys.executable, *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL)\n"
            "use = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
            "print(use.ru_utime + use.ru_stime, use.ru_maxrss)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", measure, *command], capture_output=True, text=True, check=True, env=settings()
        )
        seconds, peak = done.stdout.split()
        peaks[games] = int(peak)
        if games == 1_000_000:
            show.row("1,000,000 games random v random, whole process, CPU s", [float(seconds)], 3, "at most", "")
    show.row(
        "peak memory, 1,000,000 over 100,000 games",
        [peaks[1_000_000] / peaks[100_000]],
        1.2,
        "at most",
        f"{peaks[1_000_000] // 1024} MiB",
    )


def beginning(show: Table) -> None:
    """What compiled games and verdicts cost before the first of them, as whole processes: by this auto mode reckons."""
    with TemporaryDirectory() as folder:
        log = f"{folder}/one.jsonl"
        child("-m", "dicecup", "play", "liars-dice", "--seat", "basic", "--seed", "1", "--log", log, "-q")
        kept = {"NUMBA_CACHE_DIR": folder}
        for what, arguments in (
            ("playtest", ["playtest", "run", "liars-dice", "--games", "1", "--seed", "1", "--mode", "compiled", "-q"]),
            ("verify", ["replay", "verify", log, "--mode", "compiled"]),
        ):
            for cache in ("cold", "warm"):
                seconds = child("-m", "dicecup", *arguments, **kept)
                show.row(f"{what}: begins compiled, {cache} cache, CPU s", [seconds], None, "", "")


def startup(show: Table, repeat: int) -> None:
    """CPU time to say hello, as multiples of Python saying nothing."""
    for arguments in (["--version"], ["--help"], ["rules", "liars-dice"]):
        ratios = [child("-m", "dicecup", *arguments) / child("-c", "pass") for _ in range(repeat)]
        show.row(f"dicecup {' '.join(arguments)}, over python -c pass", ratios, None, "", "")


def at_a_terminal(show: Table, repeat: int) -> None:
    """From the start of the process to what a person sees first, and to the prompt: elapsed time, on a machine that is otherwise idle."""
    for arguments, first, prompt in (
        (["console"], "Dicecup", "\x1b[?2004h"),  # the editor asks for pasted text to be marked
        (["play", "liars-dice", "--seed", "7"], "is to move", "A> "),
    ):
        nothing, words, ready = [], [], []
        for _ in range(repeat):
            nothing.append(shown(["-c", "print('>')"], [">"])[0])
            seen = shown(["-m", "dicecup", *arguments], [first, prompt])
            words.append(seen[0])
            ready.append(seen[1])
        for what, times, target in (("first board", words, 250), ("prompt", ready, 600)):
            over = median(time / least for time, least in zip(times, nothing, strict=True))
            name = f"dicecup {arguments[0]}: {what}, ms"
            show.row(name, [1e3 * time for time in times], target, "at most", f"{over:.1f} times python -c pass")


def shown(arguments: list[str], texts: list[str]) -> list[float]:
    """Seconds until each of the texts has come at a terminal."""
    with TemporaryDirectory() as folder:
        own = {"DICECUP_CONFIG": f"{folder}/config.yaml", "DICECUP_STATE": folder, "TERM": "xterm"}
        Path(own["DICECUP_CONFIG"]).touch()
        master, slave = pty.openpty()
        began = perf_counter()
        ends = {"stdin": slave, "stdout": slave, "stderr": slave, "start_new_session": True}
        with subprocess.Popen([sys.executable, *arguments], env=settings() | own, **ends) as run:
            os.close(slave)
            came, times = "", []
            for text in texts:
                while text not in came:
                    if not select([master], [], [], 10)[0]:
                        raise SystemExit(f"{arguments}: {text!r} does not come; this came:\n{came}")
                    came += os.read(master, 65536).decode(errors="replace")
                times.append(perf_counter() - began)
            run.kill()
        os.close(master)
    return times


def settings() -> dict[str, str]:
    """The environment of a user's process: one that may keep bytecode, as an installation does."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def child(*arguments: str, **environ: str) -> float:
    """CPU seconds of a Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=settings() | environ)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
