"""How much a document may cost: bytes, pages, seconds, memory, and what an archive may unfold to."""

from __future__ import annotations

import os
from dataclasses import dataclass

from recollect.errors import InvalidInput

MB = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What is over a limit is refused with a message that names it, never cut off silently."""

    bytes_max: int = 50 * MB
    pages_max: int = 5_000
    """Pages, slides, sheets, chapters."""
    seconds_max: float = 120.0
    memory_bytes_max: int = 2_000 * MB
    """Of the process that reads; held to on Linux and macOS."""
    expanded_bytes_max: int = 400 * MB
    """What all parts of an archive unfold to, and the text of all sections together."""
    ratio_max: int = 400
    """How many times its packed size a part of an archive may be; small parts are not looked at."""
    entries_max: int = 20_000
    """Parts of an archive; sections of a document."""
    processes_max: int = 0
    """Documents that are read at once in processes of their own, by whomever in this process; 0: one a core."""
    depth: int = 3
    """Documents inside documents: attachments of attachments."""

    def __post_init__(self) -> None:
        for name in ("bytes_max", "pages_max", "seconds_max", "memory_bytes_max", "expanded_bytes_max", "ratio_max"):
            if getattr(self, name) <= 0:
                raise InvalidInput(f"{name} must be greater than 0")

    @property
    def processes(self) -> int:
        return self.processes_max if self.processes_max > 0 else os.cpu_count() or 1


@dataclass(frozen=True, kw_only=True)
class Source:
    """Some bytes, and what is known about them."""

    data: bytes
    name: str = ""
    media_type: str = ""
    charset: str | None = None
    """As a server or a mail declared it; what cannot be decoded so is decoded otherwise."""

    @property
    def shown(self) -> str:
        """How messages call it."""
        return repr(self.name) if self.name else "the document"
