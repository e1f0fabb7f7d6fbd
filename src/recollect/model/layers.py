"""What stands above single memories: overrides, the profile of a space, the summary of a conversation."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.model.record import Record

PROFILE_KEY = "recollect/profile"
"""The key of a space's profile: one record, a version for each time it was made."""
SUMMARY_KEY = "recollect/summary/"
"""Followed by the session."""
PROFILE_JOB = "profile"
SUMMARY_JOB = "summarize"
LAYER_JOBS = (SUMMARY_JOB, PROFILE_JOB)
"""Work that may wait for its time; `sync` does it now."""


def summary_key(session: str) -> str:
    return SUMMARY_KEY + session


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What is known of a user in a few lines, beside what he fixed himself."""

    record: Record | None
    """None: it was never made."""
    pending: int
    """Memories written since it was made."""
    overrides: tuple[Record, ...] = ()
    """What the user set by hand; it holds whatever the profile says."""

    @property
    def text(self) -> str:
        return "" if self.record is None else self.record.content

    @property
    def version(self) -> int:
        """Counts how often it was made or edited; 0: never."""
        return 0 if self.record is None else self.record.version
