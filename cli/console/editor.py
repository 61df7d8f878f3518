"""How lines are typed with prompt-toolkit's editor.

prompt-toolkit is imported here and only when an `Editor` is made, after the first lines are on the screen.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from dicecup.cli.base import output as voice
from dicecup.cli.base.text import asked
from dicecup.cli.console.completion import offers
from dicecup.cli.console.toolbar import toolbar

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import Application
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.document import Document

    from dicecup.cli.console.session import Desk
    from dicecup.cli.session.history import History

SETTLED = 0.2  # seconds without a change after which a window has its new size
MENU = 6  # rows in which completions are shown


class Editor:
    """Lines from prompt-toolkit's editor, with history, suggestions, completion and a line at the bottom.

    After the window has changed its size `redraw` is called, and what was half typed is there again.
    """

    def __init__(self, desk: Desk, history: History, redraw: Callable[[], None]) -> None:
        self.dropped = False
        self._desk = desk
        self._history = history
        self._redraw = redraw
        self._session: PromptSession[str] | None = None
        # asyncio would print a traceback where the terminal goes away under a prompt.
        logging.getLogger("asyncio").addHandler(logging.NullHandler())

    def line(self, prompt: str) -> str:
        if self._session is None:
            self._session = self._begun()
            self._window = Window(self._session)
        self.dropped = False
        typed: Document | str = ""
        while True:
            self._window.begin()
            try:
                text = self._session.prompt(
                    [("bold", prompt)],
                    default=typed,
                    bottom_toolbar=[("", f" {toolbar(self._desk)} ")],
                    vi_mode=self._vi,
                )
            except KeyboardInterrupt:
                self.dropped = bool(self._session.default_buffer.text)
                raise
            if self._window.typed is None:
                return text
            typed = self._window.typed
            self._redraw()

    def answer(self, question: str) -> str:
        from prompt_toolkit import PromptSession

        return PromptSession[str](color_depth=self._colors).prompt([("bold", _above(question))], vi_mode=self._vi)

    def forget(self) -> None:
        self._session = None  # and with it what was cut, and what can be undone

    @property
    def _vi(self) -> bool:
        return bool(self._desk.preferences.settings.keys == "vi")

    @property
    def _colors(self) -> Any:
        from prompt_toolkit.output import ColorDepth

        return None if self._desk.manners.colored() else ColorDepth.DEPTH_1_BIT

    def _begun(self) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        session: PromptSession[str] = PromptSession(
            history=self._history.for_prompt(),
            auto_suggest=AutoSuggestFromHistory(),
            completer=completer(self._desk),
            complete_while_typing=False,
            complete_style=CompleteStyle.MULTI_COLUMN,
            reserve_space_for_menu=MENU,
            search_ignore_case=True,
            enable_suspend=True,
            color_depth=self._colors,
        )
        # A terminal that does not tell where its cursor is does without the line at the bottom, and without being told so.
        session.app.renderer.cpr_not_supported_callback = None
        return session


class Window:
    """Watches the width of the terminal under a prompt, and ends it when a new one has come to rest."""

    def __init__(self, session: PromptSession[str]) -> None:
        self.typed: Document | None = None  # what was half typed when the prompt was ended
        self._session = session
        self._columns = 0
        self._timer: Any = None
        session.app.after_render += self._look

    def begin(self) -> None:
        """A prompt begins."""
        self.typed = None
        self._columns = self._session.app.output.get_size().columns
        self._session.app.erase_when_done = False

    def _look(self, app: Application[str]) -> None:
        if app.output.get_size().columns != self._columns and app.loop is not None:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = app.loop.call_later(SETTLED, self._end)

    def _end(self) -> None:
        app = self._session.app
        if app.is_running and not app.is_done:
            self.typed = self._session.default_buffer.document
            app.erase_when_done = True
            app.exit(result="")


def _above(question: str) -> str:
    """Print a question but for its last line, which is returned: the answer is typed behind it."""
    above, last = asked(question, voice.room())
    for line in above:
        voice.put(line)
    voice.flush()
    return last


def completer(desk: Desk) -> Completer:
    """Completion of a line for that desk."""
    from prompt_toolkit.completion import Completer, Completion

    class Offered(Completer):
        def get_completions(self, document: Document, complete_event: object) -> Iterator[Completion]:
            for offer in offers(desk, document.text_before_cursor):
                yield Completion(offer.text, -offer.back, display=offer.text, display_meta=offer.note)

    return Offered()
