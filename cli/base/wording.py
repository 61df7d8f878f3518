"""What a front end calls the things that a sentence may have to name: `--seed 7` at a shell is `seed=7` in the console.

One `Wording` for each front end. Whoever checks what was given for either of them is handed one; and the engine's errors,
whose sentences name no front end, hold their terms apart, so that `sentence` can put them in.
"""

from __future__ import annotations

from dataclasses import dataclass

from dicecup.engine.core.problems import DicecupError, Term


@dataclass(frozen=True)
class Wording:
    """Words by what they name; `{}` and `{name}` stand for what was given."""

    # What is given, by its name and with its value. A seat is given as `A=basic`, a name by its seat's letter.
    seed: str
    seed_given: str
    seats_given: str
    seat_given: str
    name_given: str
    dice_given: str
    setting: str
    resume: str
    at: str

    # What is wrong with several of them.
    seat_beyond: str  # `letter`, `agent`
    seat_twice: str  # `letter`
    seat_often: str  # how often
    name_twice: str  # `letter`
    left_out: str  # to give none of what was named
    one_game: str  # to say which of several is meant

    # What would help, after a sentence.
    replace: str
    undo: str
    before: str  # the event
    fork: str
    variants: str
    jobs: str
    time_limit: str
    plain_mode: str
    no_mode: str
    beside: str = "; for the file beside this one write ./{}"

    def term(self, term: Term) -> str:
        """The words of a term that an error of the engine holds."""
        words: str = getattr(self, term.name)
        return words.format(term.value)

    def sentence(self, error: Exception) -> str:
        """What an error says."""
        return error.worded(self.term) if isinstance(error, DicecupError) else str(error)


COMMAND_LINE = Wording(
    seed="--seed",
    seed_given="--seed {}",
    seats_given="--seats {}",
    seat_given="--seat {}",
    name_given="--name {}",
    dice_given="--dice {}",
    setting="--set {}",
    resume="--resume",
    at="--at {}",
    seat_beyond="--seat names {letter}",
    seat_twice="--seat gives {letter} twice",
    seat_often="--seat is given {} times",
    name_twice="--name gives {letter} twice",
    left_out="leave the option out",
    one_game="choose one with --game I",
    replace="; choose another name, or add --force to replace it",
    undo="; begin it with --undo",
    before="; --at {} plays on from before it",
    fork=". `replay fork` plays on from any of its events",
    variants="; `dicecup variants list` names them all",
    jobs="; use --jobs 1, or fewer jobs if memory ran out",
    time_limit="; --time-limit SECONDS allows them more",
    plain_mode="; use --mode plain",
    no_mode="; leave out --mode compiled",
)
