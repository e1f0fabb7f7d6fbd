"""Files as memory: what a search in them found, and a stretch of one. The nouns of `contracts.file_search`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Source = Literal["memory", "sessions"]
Backend = Literal["builtin", "qmd"]


@dataclass(frozen=True, kw_only=True)
class FileHit:
    """A passage of a file. Lines count from 1 and include the last."""

    path: str
    """Relative to the workspace; of a collection outside it `qmd/<collection>/<relative path>`. `read` knows both."""
    start_line: int
    end_line: int
    score: float
    """0 to 1."""
    snippet: str
    source: Source = "memory"
    citation: str | None = None
    """`path#L3-L9`; None where citations are off."""


@dataclass(frozen=True, kw_only=True)
class FileHits:
    """What a search answers with, best first."""

    hits: tuple[FileHit, ...] = ()
    backend: Backend = "builtin"
    """Who answered."""
    provider: str | None = None
    """Of the vectors: `static`, `openai`, …; of QMD its own name."""
    model: str | None = None
    fallback: str | None = None
    """Why not the one answered who was asked first; None when he did."""
    denied: str | None = None
    """Why the recall policy let nothing be searched; None when it did."""


@dataclass(frozen=True, kw_only=True)
class FileText:
    """Lines of a file. A file that is not there has no text."""

    path: str
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class FileProblem:
    """A file that is not in the index as it is, and why."""

    path: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class SyncReport:
    """What was done to bring the index in step with the files."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    failed: tuple[FileProblem, ...] = ()
    """Files that could not be read; what they said before stays."""
    skipped: tuple[FileProblem, ...] = ()
    """What is no file of the workspace: symbolic links, hidden folders, files that are too large."""
    passages_added: int = 0
    passages_removed: int = 0
    seconds: float = 0.0
    note: str | None = None
    """Why passages have no vectors yet."""
    complete: bool = True
    """False: it was ended before everything was looked at; the next one goes on."""

    @property
    def files(self) -> int:
        """How many files were there."""
        return self.added + self.changed + self.unchanged + len(self.failed)


@dataclass(frozen=True, kw_only=True)
class FilesStatus:
    """How the index of a workspace stands."""

    backend: str
    workspace: str | None = None
    collection: str | None = None
    user: str | None = None
    """Whose memory the files are part of; None: shared by everybody."""
    files: int = 0
    passages: int = 0
    bytes: int = 0
    watching: bool = False
    syncing: bool = False
    stale: bool = True
    """Something changed, or may have, since the last sync of this process."""
    synced_at: datetime | None = None
    last: SyncReport | None = None
    """The last sync of this process that was about everything."""
    last_failure: str | None = None
    failed: tuple[FileProblem, ...] = ()
    """Files whose newest state could not be read."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """The backend's own words."""
