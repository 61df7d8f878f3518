"""Dice games from YAML: played by people or bots, logged to the byte, replayed, and run by the million.

The public names below are loaded when first used, so that `import dicecup` costs next to nothing and a command pays
only for what it needs.
"""

__version__ = "0.2.0"

TYPE_CHECKING = False  # as typing has it, which is not worth an import here
if TYPE_CHECKING:
    from dicecup.engine.core.kernel import kernel as kernel

# Public name -> the module it comes from.
_HOME = {
    "kernel": "dicecup.engine.core.kernel",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
