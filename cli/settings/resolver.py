"""What a person prefers: each setting from the command line, else the environment, else the file, else its default.

`set` changes a setting for the session, which comes before all of these, and can save it in the file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from dicecup.cli.base.errors import OUTPUT, Failure, usage
from dicecup.cli.base.output import Manners, color_said
from dicecup.cli.base.paths import CONFIG, config_file
from dicecup.cli.base.text import safe
from dicecup.cli.settings import file as settings_file
from dicecup.cli.settings.schema import SLOTS, Values, declared, sentence, spoken, variable
from dicecup.engine.core.problems import OutputError, guess, listed, quoted
from dicecup.engine.definitions.keys import Slot
from dicecup.engine.definitions.value_types import BAD, word

DEFAULT, FILE, ENVIRONMENT, FLAG, SESSION = "default", "file", "environment", "flag", "session"


class Settings(Values, kw_only=True):
    """The settings as attributes, and where each is from. `Settings()` are the defaults, with no file to save them in."""

    file: Path | None = None
    sources: dict[str, str] = {}  # noqa: RUF012 - each Struct gets its own

    @classmethod
    def load(cls, environ: Mapping[str, str] = os.environ, asked: Manners | None = None) -> Self:
        """The settings in force; `asked` are the command line's flags, and its manners of warning.

        DefinitionError (exit code 3) with every mistake of the file; Failure where a file that was named is missing, or a variable of
        the environment is wrong. That the platform's own file cannot be read is only warned of: nobody asked for it.
        """
        asked = asked or Manners()
        settings = cls(file=config_file(environ))
        settings._take_file(asked, named=bool(environ.get(CONFIG)))
        settings._take_environment(environ)
        settings._take_flags(asked)
        return settings

    def get(self, name: str) -> Any:
        """A setting's value. Failure where there is none of that name, as for all that takes a name."""
        return getattr(self, _slot(name).path)

    def source(self, name: str) -> str:
        """Where a setting's value is from: default, file, environment, flag or session."""
        return self.sources.get(_slot(name).path, DEFAULT)

    def set(self, name: str, text: str, save: bool) -> None:
        """Let a setting be so for the session, and with `save` for those to come.

        Failure 2 for what it cannot be; Failure 5 where it cannot be saved, and then it still holds for the session.
        """
        slot = _slot(name)
        self._put(slot.path, _value(slot, text, slot.path), SESSION)
        if not save:
            return
        try:
            if self.file is None:
                raise OutputError("no file of settings is in use")
            settings_file.save(self.file, slot.path, self.get(name))
        except OutputError as error:
            raise Failure(OUTPUT, f"{slot.path} is set for this session, but not saved: {error}") from None

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Every setting: its name, its value as the file writes it, where that is from, and what it does and may be."""
        return [(name, word(self.get(name)), self.source(name), sentence(slot)) for name, slot in SLOTS.items()]

    def first_start(self) -> Path | None:
        """Write the file with every setting commented, where there is none, and return its place; None where nothing was written."""
        if self.file is None:
            return None
        try:
            settings_file.begin(self.file)
        except OutputError:
            return None
        return self.file

    def complete(self, manners: Manners, environ: Mapping[str, str] = os.environ) -> None:
        """Let what was not asked of a command be as the settings say.

        NO_COLOR and FORCE_COLOR come after what was asked and what was set in the session, and before all else.
        """
        manners.plain = manners.plain or self.accessible
        manners.drawing = self.drawing
        manners.time_limit = manners.time_limit or self.time_limit
        manners.talk = manners.talk or self.talk
        if not manners.color:
            yields = self.source("color") not in (FLAG, SESSION) and color_said(environ) is not None
            manners.color = "auto" if yields else self.color

    def _put(self, name: str, value: Any, source: str) -> None:
        setattr(self, name, value)
        self.sources[name] = source

    def _take_file(self, asked: Manners, *, named: bool) -> None:
        assert self.file is not None
        try:
            for name, value in settings_file.load(self.file).items():
                self._put(name, value, FILE)
        except (OSError, ValueError) as error:  # ValueError: no path can hold a NUL
            from dicecup.engine.log.log import reason

            why = reason(error) if isinstance(error, OSError) else str(error)
            if named:
                raise usage(f"{CONFIG} names {safe(str(self.file))}, which cannot be read: {why}") from None
            if not isinstance(error, FileNotFoundError):
                asked.warn(f"the settings in {self.file} are left out, since they cannot be read: {why}")

    def _take_environment(self, environ: Mapping[str, str]) -> None:
        for name, slot in SLOTS.items():
            if text := environ.get(variable(name), ""):
                self._put(name, _value(slot, text, variable(name)), ENVIRONMENT)
            elif environ.get(declared(slot, "variable"), "") not in ("", "0"):  # other programs ask no more of it
                self._put(name, True, ENVIRONMENT)

    def _take_flags(self, asked: Manners) -> None:
        for name, slot in SLOTS.items():
            if (manner := declared(slot, "manner")) and (value := getattr(asked, manner)):
                self._put(name, value, FLAG)


def _slot(name: str) -> Slot:
    slot = SLOTS.get(name.strip().lower())
    if slot is None:
        near = guess(name, SLOTS)
        hint = f" (did you mean {near}?)" if near else ""
        raise usage(f"there is no setting {quoted(name)}{hint}; there are {listed(list(SLOTS), 'and')}")
    return slot


def _value(slot: Slot, text: str, said_in: str) -> Any:
    value, wrong = spoken(slot, text)
    if value is BAD:
        raise usage(f"{said_in}: {wrong}")
    return value
