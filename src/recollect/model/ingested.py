"""What `ingest` gives back: what became of a document, or of a folder of them."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.model.document import Document

ADDED, CHANGED, UNCHANGED = "added", "changed", "unchanged"


@dataclass(frozen=True, kw_only=True)
class Ingested:
    """What became of one document."""

    document: Document
    action: str
    """added, changed (a new version) or unchanged."""
    added: int = 0
    """Passages that are new."""
    kept: int = 0
    """Passages that it had before."""
    ended: int = 0
    """Passages that it no longer has."""
    notes: tuple[str, ...] = ()
    """What could not be read of it, and what had to be guessed."""
    note: str | None = None
    """Why its passages have no vectors yet."""

    @property
    def id(self) -> str:
        return self.document.id


@dataclass(frozen=True, kw_only=True)
class FolderReport:
    """What became of the files of a folder."""

    files: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    passages: int = 0
    """That are new."""
    failed: tuple[tuple[str, str], ...] = ()
    """Path and reason of each file that could not be read."""
    gone: tuple[str, ...] = ()
    """Sources of documents that were read from this folder before, and whose files are no longer there."""
    pruned: int = 0
    """Of these, how many documents were deleted."""
