"""The variants that are found by name: one YAML file each, in dicecup's own folder or in that of a package that brings a family."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dicecup.engine.core.problems import FamilyWarning, Term, UnknownVariant, guess, quoted
from dicecup.engine.games.registry import SHIPPED, Package, families, family, package_of

# Beside the package `engine`, in a checkout as in an installed wheel; importlib.resources would cost 10 ms for no more.
FOLDER = Path(__file__).parent.parent.parent / "variants"
SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True)
class VariantFile:
    """The file of a variant, what messages call it, and the package that brings it, None for dicecup itself."""

    path: Path
    label: str
    package: Package | None = None


def names() -> list[str]:
    """The variants that are found by name, sorted."""
    return sorted({*_shipped(), *_outside()})


def shipped_names() -> list[str]:
    """Those that come with dicecup, sorted: all that can be told without looking for packages."""
    return sorted(_shipped())


def variant_file(name: str) -> VariantFile:
    """The file of a variant by its name; UnknownVariant with a guess where there is none."""
    found = _shipped().get(name) or _outside().get(name)
    if found is None:
        near = guess(name, names())
        hint = f" (did you mean {near}?)" if near else ""
        remedies = () if near else (Term("variants", "; names() lists them all"),)
        raise UnknownVariant(f"there is no variant {quoted(name)}{hint}", name, near, remedies)
    return found


def variant_path(name: str) -> Path:
    """The path of a variant's file; UnknownVariant as `variant_file`."""
    return variant_file(name).path


def is_path(text: str) -> bool:
    """Whether a text means a file of its own, and not the name of a variant."""
    return "/" in text or "\\" in text or text.endswith(SUFFIXES)


def _shipped() -> dict[str, VariantFile]:
    return {path.stem: VariantFile(path, f"variants/{path.name}") for path in FOLDER.glob("*.yaml")}


@cache
def _outside() -> dict[str, VariantFile]:
    """The variants of other packages. One that has the name of another variant is warned of and left out."""
    found: dict[str, VariantFile] = {}
    taken = _shipped()
    for one in families()[len(SHIPPED) :]:
        folder, package = family(one).variants, package_of(one)
        if folder is not None and not folder.is_dir():
            warnings.warn(f"{package}: the folder of its variants is not there: {folder}", FamilyWarning, stacklevel=2)
        for path in sorted(folder.glob("*.yaml")) if folder is not None else ():
            if path.stem in taken or path.stem in found:
                message = f"{package}: its variant {path.stem} is left out, since there is another of that name"
                warnings.warn(message, FamilyWarning, stacklevel=2)
            else:
                found[path.stem] = VariantFile(path, f"{package.name if package else one}/{path.name}", package)
    return found
