"""What readers of transcripts give: something that was said, or a line that could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

MILLISECONDS_FROM = 100_000_000_000


@dataclass(frozen=True, kw_only=True)
class Said:
    """One turn of a conversation."""

    role: str
    """user or assistant."""
    content: str
    session: str
    place: str
    """What it is known by in its session: the id of the message, or its line and a mark of what it says."""
    line: int
    """Where in the file: the line, or the number of the message in its conversation."""
    occurred_at: datetime | None = None
    speaker: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Broken:
    """A line, or a conversation of a list, that could not be read."""

    line: int
    reason: str
    what: str = "line"

    def __str__(self) -> str:
        return f"{self.what} {self.line}: {self.reason}"


def moment(value: Any) -> datetime | None:
    """ISO text, or seconds or milliseconds since 1970; anything else says nothing."""
    try:
        if isinstance(value, str):
            found = datetime.fromisoformat(value)
            return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
            return datetime.fromtimestamp(value / 1000 if value > MILLISECONDS_FROM else value, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None


def text_of(content: Any, types: tuple[str, ...] = ("text",)) -> str:
    """The words of a message: text as it is, of blocks those of these types."""
    if isinstance(content, str):
        return clean(content)
    if not isinstance(content, list):
        return ""
    parts = [block["text"] for block in content if isinstance(block, Mapping) and _is_text(block, types)]
    return clean("\n".join(parts))


def _is_text(block: Mapping[str, Any], types: tuple[str, ...]) -> bool:
    return block.get("type") in types and isinstance(block.get("text"), str)


def clean(text: str) -> str:
    """Without what no database can hold: NUL characters, and halves of characters that JSON can spell."""
    if "\x00" in text:
        text = text.replace("\x00", "")
    if not text.isascii():
        text = text.encode("utf-8", "replace").decode("utf-8")
    return text.strip()


def name_of(value: Any, otherwise: str) -> str:
    """The name of a session, short enough to be one."""
    return clean(value)[:512] or otherwise if isinstance(value, str) else otherwise
