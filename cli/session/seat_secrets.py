"""The secrets by which somebody comes back to a seat that they had: kept for an address until its game is over.

They stand in a file that only its owner may read, so that who was killed comes back by the same command.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b

from dicecup.cli.base.paths import state


class SeatSecrets:
    """Secrets by the seats of the games hosted at one address."""

    def __init__(self, address: str) -> None:
        name = blake2b(address.encode(), digest_size=8).hexdigest()
        self._path = state() / "joined" / f"{name}.json"

    def known(self) -> Mapping[str, str]:
        """Those that are kept, by seat."""
        with suppress(OSError, ValueError):
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            if isinstance(kept, dict) and all(isinstance(one, str) for one in kept.values()):
                return kept
        return {}

    def keep(self, seat: str, secret: str) -> None:
        """A seat was given out with this secret. Where it cannot be kept, only who stays has the seat."""
        self._write({**self.known(), seat: secret})

    def drop(self) -> None:
        """The game is over."""
        with suppress(OSError):
            self._path.unlink()

    def _write(self, secrets: Mapping[str, str]) -> None:
        part = self._path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                json.dump(secrets, file)
            part.replace(self._path)
