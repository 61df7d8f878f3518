"""The program is told to end, by SIGTERM or because its terminal is gone."""


class Ended(SystemExit):
    """Raised where that signal finds the program; `status` is the exit code by which a shell knows it.

    A user's bot may call `sys.exit`, which is a failure of its own; this is nobody's, and goes through its code.
    """

    def __init__(self, signal: int) -> None:
        super().__init__(128 + signal)
        self.status = 128 + signal
