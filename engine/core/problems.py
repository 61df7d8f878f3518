"""What can be wrong, in sentences that know no front end.

Each error of the engine says by its base whose fault it is: what was asked for (`InputError`), a file's (`DefinitionError`),
a log's (`LogError`), an output's (`OutputError`), or that of a move, dice or an undo that may not be now (`PlayError`). It
carries what it is about in fields. Its sentence names no option and no command: what a front end calls by a name of its own is
a `Term`, which `worded` asks for and `str` puts in plain words.

A `Problem` is one sentence with its place. Whoever reads a file collects problems and goes on, so that one run reports them
all; at the end they are raised together.
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NO_TERMS: Mapping[str, str] = {}
LONGEST = 40  # signs of a user's own text that a message repeats


@dataclass(frozen=True)
class Term:
    """A part of a sentence that each front end has its own words for: `name` says which, `value` what it holds.

    `plain` are the words where there is no front end. Those of a remedy begin with what parts it from the sentence (`; `).
    """

    name: str
    plain: str
    value: object = ""


Words = Callable[[Term], str]


def plain(term: Term) -> str:
    """The words of a term where there is no front end."""
    return term.plain


@dataclass(frozen=True)
class Problem:
    """One thing wrong: `line` and `column` count from 1, and are 0 where there is no file; `path` is the key's, dotted.

    `remedies` are the terms of what would help.
    """

    file: str
    line: int
    column: int
    path: str
    message: str
    remedies: tuple[Term, ...] = ()

    def __str__(self) -> str:
        return self.place + self.worded(plain)

    @property
    def place(self) -> str:
        """Where it stands, as it stands before the sentence."""
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return "".join(f"{part}: " for part in (where, self.path) if part)

    def worded(self, words: Words) -> str:
        """The sentence without its place, in a front end's words."""
        return self.message + "".join(map(words, self.remedies))


class DicecupError(Exception):
    """Whatever dicecup refuses: a sentence, what it is about (`subject`), and what would help (`remedies`)."""

    def __init__(self, sentence: str, *, subject: Term | None = None, remedies: Iterable[Term] = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.subject = subject
        self.remedies = tuple(remedies)

    def worded(self, words: Words) -> str:
        """The whole sentence, in a front end's words."""
        about = f"{words(self.subject)}: " if self.subject is not None else ""
        return about + self.sentence + "".join(map(words, self.remedies))

    def __str__(self) -> str:
        return self.worded(plain)

    def __reduce__(self) -> tuple[Any, ...]:
        """As fields, since an error may come from another process and its arguments make only its sentence."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class InputError(DicecupError):
    """What was asked for does not exist, or cannot be so."""


class OutputError(DicecupError):
    """An output that exists already, or cannot be written."""


class PlayError(DicecupError):
    """A move, dice or an undo that may not be now."""


class LogError(DicecupError):
    """A log that is not true, or cannot be read; `kind` is what `verify` calls that, where it was asked."""

    kind = ""


class DefinitionError(DicecupError):
    """A definition, or a file of settings, that cannot be used: every problem of it, in file order."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)

    def worded(self, words: Words) -> str:
        """A line for each problem, in a front end's words."""
        return "\n".join(f"{problem.place}{problem.worded(words)}" for problem in self.problems)


class MissingExtra(InputError):  # noqa: N818 - says what it is
    """Something was asked for that needs an extra which is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the extra {extra!r}: pip install 'dicecup[{extra}]'")
        self.extra = extra


class UnknownVariant(InputError, LookupError):  # noqa: N818 - says what it is
    """No shipped variant of that name, or no such file; `near` is the name that may have been meant."""

    def __init__(self, sentence: str, name: str, near: str | None = None, remedies: Iterable[Term] = ()) -> None:
        super().__init__(sentence, remedies=remedies)
        self.name = name
        self.near = near


@dataclass(frozen=True)
class WrongSetting:
    """A `KEY=VALUE` that cannot be used, or several that clash, and why.

    `key` is the key it was given for, empty where there is none or where several clash. Where no key of that name can be set,
    it is `unknown`, and `near` the key that may have been meant.
    """

    settings: str
    message: str
    key: str = ""
    unknown: bool = False
    near: str | None = None

    def worded(self, words: Words) -> str:
        """The sentence with what was given, in a front end's words."""
        return f"{words(Term('setting', self.settings, self.settings))}: {self.message}"


class BadSetting(InputError, ValueError):  # noqa: N818 - says what it is
    """Settings of a definition that cannot be used: all that are wrong, a line each."""

    def __init__(self, wrong: Sequence[WrongSetting]) -> None:
        super().__init__("\n".join(one.worded(plain) for one in wrong))
        self.wrong = tuple(wrong)

    def worded(self, words: Words) -> str:
        """A line for each that is wrong, in a front end's words."""
        return "\n".join(one.worded(words) for one in self.wrong)


class FamilyWarning(UserWarning):
    """A package that cannot bring a family or a variant that it names; everything else goes on without."""


def guess(word: str, candidates: Iterable[str], terms: Mapping[str, str] = NO_TERMS) -> str | None:
    """The candidate that `word` was most likely meant to be, if any is near; case, `-`, `_` and spaces are alike.

    Whole words in common weigh more than letters: `dice` is rather `dice_per_player` than `dicecup`. `terms` are words that mean
    the same, each with the one that stands for it.
    """
    if len(word) > LONGEST:
        return None
    import difflib

    plain = {_plain(candidate): candidate for candidate in candidates}
    meant = _plain(word)
    if meant in plain:
        return plain[meant]
    if (kin := _kin(meant, plain, NO_TERMS) or _kin(meant, plain, terms)) is not None:
        return plain[kin]
    near = difflib.get_close_matches(meant, plain, n=1, cutoff=0.7)
    return plain[near[0]] if near else None


def _kin(word: str, candidates: Iterable[str], terms: Mapping[str, str]) -> str | None:
    """The candidate that has all words of `word`, or of which `word` has all, with the fewest beside these.

    Of several it is the first that begins as `word` does; where none does, the words decide nothing.
    """
    own = _words(word, terms)
    beside: dict[int, list[str]] = {}
    for candidate in candidates:
        others = _words(candidate, terms)
        if own and others and (set(own) <= set(others) or set(others) <= set(own)):
            beside.setdefault(len(set(own) ^ set(others)), []).append(candidate)
    nearest = beside[min(beside)] if beside else []
    if len(nearest) == 1:
        return nearest[0]
    return next((candidate for candidate in nearest if _words(candidate, terms)[0] == own[0]), None)


def _words(text: str, terms: Mapping[str, str]) -> list[str]:
    """The words of a name, in the singular; those of one or two letters are left out."""
    words = [part.removesuffix("s") for part in re.split(r"[_.:]", text) if len(part) > 2]
    return [terms.get(word, word) for word in words]


def _plain(word: str) -> str:
    return word.lower().replace("-", "_").replace(" ", "_")


def printable(text: str, longest: int = LONGEST) -> str:
    """`text` on one line and not too long, for a message: what cannot be printed is written as an escape."""
    short = text if len(text) <= longest else text[: longest - 3] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in short)


def quoted(text: str) -> str:
    """`text` as a message repeats it: a single word bare, anything else in quotes."""
    shown = printable(text)
    return shown if shown and all(c.isalnum() or c in "_-.+:/#*" for c in shown) else f'"{shown}"'


def listed(words: Sequence[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
