"""The first record of a game: the fields that it may have, and what a seat may see of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

HEADER_FIELDS = {
    "type": str,
    "dicecup": int,
    "name": str,
    "definition": dict,
    "digest": str,
    "seed": str,
    "game": int,
    "rng": str,
    "dice": str,
    "seats": list,
}
OPTIONAL_FIELDS = {"needs": int, "from": str, "undo": bool, "parent": dict, "redacted": str}

# What is shown to a seat: all that a header may hold but the seed. Anything else, as a damaged log has it, might be the seed.
SHOWN = ({*HEADER_FIELDS, *OPTIONAL_FIELDS} | {"_written_by", "_stamp"}) - {"seed"}


def seen_header(header: Mapping[str, Any]) -> dict[str, Any]:
    """A header as a seat, or a spectator, may see it; of the game that it was forked from, only at which event."""
    seen = {name: value for name, value in header.items() if name in SHOWN}
    if (parent := seen.pop("parent", None)) is not None and "redacted" not in header:
        at = parent.get("at") if isinstance(parent, dict) else None
        parent = {"at": at} if type(at) is int else None
    return seen if parent is None else seen | {"parent": parent}
