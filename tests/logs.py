"""Logs as tests of comparing and going on want them: records in, bytes out, and the golden logs."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from command_line import ROOT

GOLDEN = sorted((ROOT / "replays").glob("*.jsonl"))


def records(path: Path) -> list[dict[str, Any]]:
    """The records of a log."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def data(games: Iterable[dict[str, Any]]) -> bytes:
    """Records as the bytes of a log."""
    return b"".join(json.dumps(one, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for one in games)


def stream(games: Iterable[dict[str, Any]]) -> io.BytesIO:
    """Records as an open log."""
    return io.BytesIO(data(games))


def changed(events: list[dict[str, Any]], place: int, **fields: Any) -> list[dict[str, Any]]:
    """The records, one of them with other fields."""
    return [*events[:place], events[place] | fields, *events[place + 1 :]]
