"""What stands above single memories: overrides, the profile of a space, the summary of a conversation."""

from __future__ import annotations

import json
from dataclasses import dataclass

from recollect.model.ids import content_hash
from recollect.model.record import Record
from recollect.model.scope import Scope

OWN_KEYS = "recollect/"
"""How the keys begin under which the engine keeps what it makes itself."""
PROFILE_KEY = OWN_KEYS + "profile"
"""The key of a space's profile: one record, a version for each time it was made."""
SUMMARY_KEY = OWN_KEYS + "summary/"
"""Followed by the session."""
LABELLED_SUMMARY_KEY = OWN_KEYS + "summary-of/"
"""Followed by the session, the agent and the project, where there is one of these."""
NAMES_CHARS_MAX = 400
"""Longer names are told by their hash, so that a key never is too long."""
PROFILE_JOB = "profile"
SUMMARY_JOB = "summarize"
LAYER_JOBS = (SUMMARY_JOB, PROFILE_JOB)
"""Work that may wait for its time; `sync` does it now."""


def summary_key(scope: Scope) -> str:
    """Agents and projects that call a session the same have a summary each."""
    session = scope.session or ""
    if scope.agent is None and scope.project is None:
        return SUMMARY_KEY + session
    names = json.dumps([session, scope.agent, scope.project], ensure_ascii=False)
    return LABELLED_SUMMARY_KEY + (names if len(names) <= NAMES_CHARS_MAX else content_hash(names))


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
