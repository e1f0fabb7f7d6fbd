"""A self-check of the whole write path: tell it something, see that it was learned, and delete it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from recollect.engine.memories import Memories
from recollect.engine.turns import Turns
from recollect.errors import RecollectError
from recollect.model.added import Added
from recollect.model.query import Filter
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.model.status import Probe

TOLD = "I live in Reykjavik and I don't like liquorice."
LIST_MAX = 100


def probe(
    memories: Memories,
    turns: Turns,
    finish: Callable[[tuple[str, ...], Scope], object],
    erase: Callable[[Scope], object],
    scope: Scope,
    id: str,
) -> Probe:
    """Tell, learn, list, erase, in a space of its own that is gone afterwards. Two at once do not meet."""
    own = Scope(tenant=scope.tenant, user=f"probe:{id}:{secrets.token_hex(8)}")
    begun = time.perf_counter()
    added: Added | None = None
    error: str | None = None
    try:
        added = turns.add([{"role": "user", "content": TOLD}], own)
        finish(added.job_ids, own)
        if not [record for record in _listed(memories, own) if record.layer == "memory"]:
            error = "the turn was stored, and nothing was learned from it"
    except RecollectError as failed:
        error = f"{failed.code}: {failed}"
    finally:
        if added is not None:
            erase(own)
    return Probe(working=error is None, latency_ms=(time.perf_counter() - begun) * 1000, error=error)


def _listed(memories: Memories, own: Scope) -> list[Record]:
    return [record for record in memories.list(own, Filter(), limit=LIST_MAX) if record.user == own.user]
