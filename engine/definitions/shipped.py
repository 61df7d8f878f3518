"""The shipped variants: one YAML file each, in the package's own folder."""

from __future__ import annotations

from pathlib import Path

from dicecup.engine.core.problems import UnknownVariant, guess, quoted

# Beside the package `engine`, in a checkout as in an installed wheel; importlib.resources would cost 10 ms for no more.
FOLDER = Path(__file__).parent.parent.parent / "variants"
SUFFIXES = (".yaml", ".yml")


def names() -> list[str]:
    """The shipped variants, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def variant_path(name: str) -> Path:
    """The file of a shipped variant; UnknownVariant with a guess where there is none of that name."""
    known = names()
    if name not in known:
        near = guess(name, known)
        hint = f" (did you mean {near}?)" if near else "; `dicecup variants list` names them all"
        raise UnknownVariant(f"there is no variant {quoted(name)}{hint}")
    return FOLDER / f"{name}.yaml"


def is_path(text: str) -> bool:
    """Whether a text means a file of its own, and not the name of a shipped variant."""
    return "/" in text or "\\" in text or text.endswith(SUFFIXES)
