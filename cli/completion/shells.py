"""How shells ask what a word may become, and are told: a script for each, what it hands over, and what it takes.

bash and fish hand over the line as it stands, since bash would part words at `:` and `=`; zsh its words. What has been typed of a word
stays as it was typed, with its quotes, `~` and `$NAME`; only what is missing is added behind it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from warnings import catch_warnings, simplefilter

import click

from dicecup.cli.base.command import COMPLETE, PROGRAM
from dicecup.cli.base.errors import FINE, USAGE
from dicecup.cli.base.output import put
from dicecup.cli.base.text import safe
from dicecup.cli.completion.candidates import candidates
from dicecup.cli.completion.files import files
from dicecup.cli.completion.line import Candidate

BASH = r"""
%(function)s() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(%(variable)s=bash_complete "${1/#\~\//$HOME/}" "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
}
complete -o nospace -o nosort -F %(function)s %(program)s 2>/dev/null ||
    complete -o nospace -F %(function)s %(program)s
"""

ZSH = r"""
#compdef %(program)s
%(function)s() {
    local kind rest shown help
    local -a whole open shown_whole shown_open
    for kind rest shown help in "${(@f)$(%(variable)s=zsh_complete ${~words[1]} \
            "${(@Q)words[2,CURRENT-1]}" "$PREFIX" "$compstate[quote]" 2>/dev/null)}"; do
        rest="${${rest//\\/\\\\}//:/\\:}"
        shown="${${shown//\\/\\\\}//:/\\:}${help:+:$help}"
        case $kind in
            (whole) whole+=("$rest") shown_whole+=("$shown") ;;
            (open) open+=("$rest") shown_open+=("$shown") ;;
        esac
    done
    compset -p ${#PREFIX}
    _describe -V %(program)s shown_open open -Q -S '' -- shown_whole whole -Q
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(function)s "$@"
else
    compdef %(function)s %(program)s
fi
"""

FISH = r"""
function %(function)s
    set -l program (string match --regex '^(?:.*/)?%(program)s$' -- (commandline -opc))[1]
    set -q program[1]; or set program %(program)s
    env %(variable)s=fish_complete (string replace --regex '^~(?=/)' $HOME -- $program[1]) (commandline -cp) 2>/dev/null
end
complete --command %(program)s --no-files --keep-order --arguments '(%(function)s)'
"""


@dataclass
class Word:
    """A word as it is typed: what a program gets of it (`text`), and the quote that is still open.

    `begin` is where the shell takes it up when it completes it: bash does so behind the last of its signs that part words.
    """

    raw: str = ""
    text: str = ""
    quote: str = ""
    begin: int = 0
    outside: int = 0  # what `begin` is again when the quote is closed

    @property
    def meant(self) -> str:
        """The text with `~` and `$NAME` as the shell replaces them."""
        text = os.path.expanduser(self.text) if self.raw.startswith("~") else self.text  # noqa: PTH111 - of a text
        return os.path.expandvars(text) if "'" not in self.raw else text


def words_of(line: str, breaks: str = "") -> tuple[list[Word], bool]:
    """The words of a line without redirections, the last of which is the one that is being typed, and whether it is a redirection's file.

    `breaks` are the signs that part words for a shell that completes them.
    """
    words: list[Word] = []
    word: Word | None = None
    redirected = False
    signs = iter(line)
    for sign in signs:
        quote = word.quote if word is not None else ""
        if not quote and (sign.isspace() or sign in "<>"):
            if word is not None and not redirected and not (sign in "<>" and re.fullmatch("[0-9]+|&", word.raw)):
                words.append(word)
            redirected = sign in "<>" or (redirected and word is None)
            word = None
            continue
        if redirected and word is None and sign in "&|":
            continue
        word = word or Word()
        word.raw += sign
        if sign == "\\" and quote != "'":
            escaped = next(signs, "")
            word.raw += escaped
            word.text += escaped if not quote or escaped in '"$`\\' else sign + escaped
        elif sign == quote:
            word.quote, word.begin = "", word.outside
        elif not quote and sign in "\"'":
            word.quote, word.outside, word.begin = sign, word.begin, len(word.raw)
        else:
            word.text += sign
            if not quote and sign in breaks:
                word.begin = len(word.raw)
    return [*words, word or Word()], redirected


def quoted(text: str, quote: str) -> str:
    """A text so that a shell takes it as it is, behind what opened that quote."""
    if quote == "'":
        return text.replace("'", "'\\''")
    special = r'["$`\\]' if quote else r"[^\w@%+=:,./-]"
    return re.sub(f"({special})", r"\\\1", text)


def _in_zsh(args: Sequence[str]) -> tuple[list[Word], bool]:
    """The words of a line that zsh hands over without their quotes, but for the last, which comes with the quote that is open."""
    *before, prefix, quote = args
    words, _ = words_of(f"{quote}{prefix}")
    return [*(Word(text, text) for text in (PROGRAM, *before)), words[-1]], False


# ---- shells


@dataclass(frozen=True)
class Shell:
    """A shell: its script, how what that hands over is read, and how a candidate is told: by the word, and what is missing behind it."""

    script: str
    read: Callable[[Sequence[str]], tuple[list[Word], bool]]
    tell: Callable[[Word, Candidate, str], str]


def _to_bash(word: Word, candidate: Candidate, rest: str) -> str:
    """What takes the place of the part of the word that readline takes up; a quote that is open is closed by readline."""
    return word.raw[word.begin :] + quoted(rest, word.quote) + ("" if candidate.open or word.quote else " ")


def _to_zsh(word: Word, candidate: Candidate, rest: str) -> str:
    """Four lines: the kind, what is missing, and what is shown and said of it."""
    return "\n".join(
        ("open" if candidate.open else "whole", quoted(rest, word.quote), word.text + rest, safe(candidate.help))
    )


def _to_fish(word: Word, candidate: Candidate, rest: str) -> str:
    """The whole word, which fish puts into quotes, and after a tab what is said of it. Behind `=`, `:` and `/` it adds no space."""
    return f"{word.text}{rest}\t{safe(candidate.help)}"


SHELLS = {
    "bash": Shell(BASH, lambda args: words_of(*args), _to_bash),
    "zsh": Shell(ZSH, _in_zsh, _to_zsh),
    "fish": Shell(FISH, lambda args: words_of("\n".join(args)), _to_fish),
}


def script(shell: str) -> str:
    """The script with which a shell completes the program."""
    names = {"function": f"_{PROGRAM}_completion", "variable": COMPLETE, "program": PROGRAM}
    return SHELLS[shell].script.strip() % names


def answer(root: click.Command, instruction: str, args: Sequence[str]) -> int:
    """Answer a shell that asks by `SHELL_complete` what the last word may become, or by `SHELL_source` for its script; the exit code.

    Whatever goes wrong, nothing is offered, and nothing is said in the midst of a line that somebody types.
    """
    shell, _, task = instruction.partition("_")
    if shell not in SHELLS or task not in ("complete", "source"):
        return USAGE
    if task == "source":
        put(script(shell))
        return FINE
    lines: list[str] = []
    with suppress(Exception), catch_warnings():
        simplefilter("ignore")
        lines.extend(offered(root, SHELLS[shell], args))
    for line in lines:
        put(line)
    return FINE


def offered(root: click.Command, shell: Shell, args: Sequence[str]) -> Iterator[str]:
    """What a shell is told, a text for each candidate."""
    (*before, word), redirected = shell.read(args)
    first = next((i for i, one in enumerate(before) if one.text.rpartition("/")[2] == PROGRAM), 0)
    given = [one.meant for one in before[first + 1 :]]
    for candidate in files(word.meant) if redirected else candidates(root, given, word.meant):
        yield shell.tell(word, candidate, candidate.text[len(word.meant) :])
