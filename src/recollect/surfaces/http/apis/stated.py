"""Finished statements about a user, which programs hand over where a conversation is expected: "User likes hiking",
"Prefers concise answers". Nobody says that of himself, so that rules, which read what people say, learn nothing from
it; it is kept as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from recollect.memory import Memory
from recollect.model.added import Added

CHARS_MAX = 2000
LIKING = r"(?P<liking>prefers|likes|loves|enjoys|hates|dislikes)\s+(?!(?:it|that|this|them|these|those)\b)"
OF_USER = re.compile(rf"\s*(?:the\s+)?user(?:'s|’s)?\s+(?:{LIKING}|\w)", re.IGNORECASE)
OF_NOBODY = re.compile(
    rf"\s*(?:actually\s+)?(?:{LIKING}|(?:avoids|speaks|studies|plays|owns|uses)\s|(?:wants|needs|plans|hopes)\s+to\s|"
    r"lives\s+in\s|works\s+(?:as|at|in|on|with)\s|(?:doesn['’]t|does\s+not)\s+(?:like|want|eat|use)\s)",
    re.IGNORECASE,
)
"""Without a subject: whom it is about goes without saying."""
BESIDE = ("metadata", "occurred_at", "expires_at")
"""What a message says beside its text, and a memory can have too."""


def add(memory: Memory, messages: Sequence[Mapping[str, Any]], *, wait: bool = False, **whose: Any) -> Added:
    """Add a conversation; of a single statement from which nothing is learned, the statement too. Whether something
    is, is waited for."""
    found = _statement(messages)
    added = memory.add(messages, **whose, wait=wait or found is not None)
    if found is None or added.decisions:
        return added
    said = messages[0]
    fields = {name: said[name] for name in BESIDE if said.get(name)}
    if found["liking"]:
        fields["kind"] = "preference"
    stated = memory.add(said["content"], **whose, **fields, reference=added.ids[0])
    return replace(stated, job_ids=added.job_ids)


def _statement(messages: Sequence[Mapping[str, Any]]) -> re.Match[str] | None:
    text = messages[0].get("content") if len(messages) == 1 else None
    if not isinstance(text, str) or "?" in text or len(text) > CHARS_MAX:
        return None
    return OF_USER.match(text) or (OF_NOBODY.match(text) if messages[0].get("role") == "user" else None)
