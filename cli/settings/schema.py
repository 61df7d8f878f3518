"""Every setting of dicecup, declared once: its values, its default, what it does, and where else it can be said.

That one declaration gives the setting its line in the file, its variable in the environment, its help in `set`, and its check.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from dicecup.engine.definitions.keys import Slot, Vocabulary, slots_of
from dicecup.engine.definitions.nodes import Node, Scalar, kind_of
from dicecup.engine.definitions.value_types import allowed_words, checked
from dicecup.engine.games.registry import families, family

LONGEST_HISTORY = 10_000
LONGEST_TIME = 86_400  # a day
SPOKEN = {"on": "true", "yes": "true", "1": "true", "off": "false", "no": "false", "0": "false"}


def _setting(meaning: str, *, manner: str = "", variable: str = "", allowed: str = "", **limits: Any) -> Meta:
    """Declare a setting. `manner` is the field of `Manners` with the flag of its name, `variable` one in the environment that other
    programs know too, `allowed` the words for its values where its type does not give them.
    """
    return Meta(description=meaning, extra={"manner": manner, "variable": variable, "allowed": allowed}, **limits)


class Values(Struct, kw_only=True):
    """The settings with their values."""

    drawing: Annotated[
        Literal["auto", "unicode", "ascii"],
        _setting("How dice and tables are drawn; auto is unicode where the terminal can show it."),
    ] = "auto"
    accessible: Annotated[
        bool,
        _setting(
            "Words and digits only: no boxes, columns or colour, and nothing redrawn.",
            manner="plain",
            variable="ACCESSIBLE",
        ),
    ] = False
    color: Annotated[
        Literal["auto", "always", "never"],
        _setting("Colour; auto is where the terminal has it, and NO_COLOR and FORCE_COLOR come first.", manner="color"),
    ] = "auto"
    keys: Annotated[Literal["emacs", "vi"], _setting("The keys that edit a line.")] = "emacs"
    tutor: Annotated[bool, _setting("Speak before a costly move, and let the player think again.")] = False
    undo: Annotated[bool, _setting("Let moves be taken back in games begun in the console.")] = True
    opponent: Annotated[
        str,
        _setting(
            "The bot that takes the free seats of games begun in the console; basic where a game has no such bot.",
            allowed="a bot's name; `dicecup bots VARIANT` lists them",
        ),
    ] = "basic"
    autosave: Annotated[bool, _setting("Keep every open game with people, so that `resume` can go on with it.")] = True
    time_limit: Annotated[
        int,
        _setting(
            "Seconds that a bot which is a program may think about a decision.",
            ge=1,
            le=LONGEST_TIME,
        ),
    ] = 10
    talk: Annotated[bool, _setting("Show what bots say beside their moves.")] = False
    history: Annotated[
        int,
        _setting(
            "How many typed lines are kept from session to session; 0 leaves their file alone.",
            ge=0,
            le=LONGEST_HISTORY,
        ),
    ] = 1000


SLOTS = {slot.path: slot for slot in slots_of(Values)}
KNOWN = Vocabulary(SLOTS, {})


def declared(slot: Slot, what: str) -> str:
    """The `manner`, `variable` or `allowed` of a setting's declaration, empty where it has none."""
    found: str = slot.type.__metadata__[0].extra[what]
    return found


def variable(name: str) -> str:
    """A setting's own variable in the environment."""
    return f"DICECUP_{name.upper()}"


def allowed(slot: Slot) -> str:
    """The values of a setting, in words."""
    return declared(slot, "allowed") or allowed_words(slot.type)


def sentence(slot: Slot) -> str:
    """What a setting does, and what it may be."""
    others = [f"--{slot.path}"] if declared(slot, "manner") else []
    others += [f"{name}=1"] if (name := declared(slot, "variable")) else []
    also = f" Also: {', '.join(others)}." if others else ""
    return f"{slot.meaning} Allowed: {allowed(slot)}.{also}"


def accepted(slot: Slot, node: Node) -> tuple[Any, str]:
    """The value of a node, and no words; or BAD, and what is wrong with it and what is allowed."""
    wrong: list[str] = []
    value = checked(node, _type(slot), slot.path, lambda node, path, message: wrong.append(message))
    return value, "".join(wrong)


def spoken(slot: Slot, text: str) -> tuple[Any, str]:
    """As `accepted`, for a value as it is typed or stands in the environment: a switch is also `on`, `off`, `yes`, `no`, `1`, `0`."""
    text = text.strip()
    if isinstance(slot.default, bool):
        text = SPOKEN.get(text.lower(), text)
    return accepted(slot, Scalar(text, kind_of(text)))


def _type(slot: Slot) -> Any:
    """A setting's type. The bots are loaded only when one is named: that takes longer than all the rest."""
    if slot.path != "opponent":
        return slot.type
    names: Any = opponents()
    return Literal[names]


def opponents() -> tuple[str, ...]:
    """The bots of every family, each name once."""
    return tuple(dict.fromkeys(name for one in families() for name in family(one).bot_names()))
