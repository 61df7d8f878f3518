"""Canonical JSON: one spelling of a value, so that digests do not depend on how a file spells it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec


def canonical(value: Any) -> bytes:
    """Canonical JSON of integers, booleans, texts, lists and objects: keys sorted, no spaces, UTF-8."""
    return msgspec.json.encode(value, order="sorted")


def essential(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without the fields whose name starts with `_`: what is hashed, verified and compared."""
    return {name: value for name, value in record.items() if not name.startswith("_")}


class Check:
    """The running check of a game: BLAKE2b-128 over the canonical form of its records, each followed by a newline."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)

    def add(self, record: Mapping[str, Any]) -> None:
        """Take in the next record."""
        self._hash.update(canonical(essential(record)) + b"\n")

    def hex(self) -> str:
        """The check of all records so far."""
        return self._hash.hexdigest()
