"""Transcripts of other programs: one reader a format, each of which gives what was said, turn by turn.

What tools returned, what a model thought and what a program said to itself is left out. Nothing that cannot be read
stops a reader: it says which line that was and goes on.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from recollect.ingest.transcripts import chatgpt, claude, claude_code, openclaw
from recollect.ingest.transcripts.elements import first_element
from recollect.ingest.transcripts.lines import first_values
from recollect.ingest.transcripts.said import Broken, Said

__all__ = ["FORMATS", "READERS", "Broken", "Said", "detected"]

READERS: Mapping[str, Callable[[Path], Iterator[Said | Broken]]] = {
    "openclaw": openclaw.read,
    "claude-code": claude_code.read,
    "chatgpt": chatgpt.read,
    "claude": claude.read,
}
FORMATS = tuple(READERS)
ZIP = b"PK\x03\x04"


def detected(path: Path, start: bytes) -> str | None:
    """Which of the formats a file has, by what is in it; None: none of them. `start`: its first bytes."""
    if start.startswith(ZIP) and zipfile.is_zipfile(path):
        return _of_conversation(first_element(path))
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith(b"["):
        return _of_conversation(first_element(path))
    if not text.startswith(b"{"):
        return None
    values = list(first_values(path))
    if any(openclaw.is_line(value) for value in values):
        return "openclaw"
    if any(claude_code.is_line(value) for value in values):
        return "claude-code"
    return _of_conversation(values[0] if values else first_element(path))


def _of_conversation(value: Any) -> str | None:
    if not isinstance(value, Mapping):
        return None
    if isinstance(value.get("mapping"), Mapping):
        return "chatgpt"
    return "claude" if isinstance(value.get("chat_messages"), list) else None
