"""What a mirror of memories in a folder did, file by file."""

from __future__ import annotations

from dataclasses import dataclass

ACTIONS = ("written", "updated", "edited", "archived", "added", "removed", "conflict", "problem")
WRITTEN, UPDATED, EDITED, ARCHIVED, ADDED, REMOVED, CONFLICT, PROBLEM = ACTIONS
"""written: a file for a memory that had none; updated: the memory has changed, so the file has; edited: the file was
changed, so the memory has a new version; archived: the file was deleted; added: a file that was new became a memory, or
an archived one came back; removed: the memory is no longer active, so its file went; conflict: changed on both sides,
both are kept; problem: a file that cannot be read, and was left alone."""


@dataclass(frozen=True, kw_only=True)
class Mirrored:
    """What happened to one file."""

    action: str
    path: str
    """Within the folder, with slashes."""
    id: str | None = None
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class MirrorReport:
    """What a run did, or with `dry_run` would do."""

    folder: str
    done: tuple[Mirrored, ...] = ()
    unchanged: int = 0
    dry_run: bool = False

    def of(self, action: str) -> tuple[Mirrored, ...]:
        return tuple(one for one in self.done if one.action == action)

    @property
    def written(self) -> int:
        return len(self.of(WRITTEN))

    @property
    def updated(self) -> int:
        return len(self.of(UPDATED))

    @property
    def edited(self) -> int:
        return len(self.of(EDITED))

    @property
    def archived(self) -> int:
        return len(self.of(ARCHIVED))

    @property
    def added(self) -> int:
        return len(self.of(ADDED))

    @property
    def removed(self) -> int:
        return len(self.of(REMOVED))

    @property
    def conflicts(self) -> int:
        return len(self.of(CONFLICT))

    @property
    def problems(self) -> int:
        return len(self.of(PROBLEM))
