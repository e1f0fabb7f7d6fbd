"""What the log hears of learning and of searching: an event and its fields, counts and names, never contents."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

from recollect.errors import RecollectError
from recollect.model.job import Job
from recollect.model.query import Hits
from recollect.model.scope import Scope

EXTRACTED: Final = "memory.extraction.completed"
EXTRACTION_FAILED: Final = "memory.extraction.background.failed"
RETRIEVED: Final = "memory.retrieval.completed"
log = logging.getLogger("recollect.memory")


def extracted(job: Job, counts: Mapping[str, Any], learned: int) -> None:
    """A job has read its turns. `learned`: memories that were stored or changed by it."""
    fields = {"tenant": job.scope.tenant, "job": job.id, "turns": counts["turns"], "claims": counts["claims"]}
    log.info(EXTRACTED, extra=fields | {"learned": learned, "extractor": counts["extractor"]})


def extraction_failed(job: Job, error: Exception, *, dead: bool) -> None:
    """A message may quote what it is about: only the kind of error is logged. `dead`: it is not tried again."""
    code = error.code if isinstance(error, RecollectError) else type(error).__name__
    fields = {"tenant": job.scope.tenant, "job": job.id, "attempt": job.attempts, "error": code, "dead": dead}
    log.warning(EXTRACTION_FAILED, extra=fields)


def retrieved(scope: Scope, found: Sequence[Hits]) -> None:
    """A question was answered, once or for several filters apart. As often as requests, and as loud as they are."""
    if not log.isEnabledFor(logging.DEBUG):
        return
    trace = found[0].trace
    fields = {"tenant": scope.tenant, "count": sum(map(len, found)), "preset": trace.preset, "mode": trace.mode}
    log.debug(RETRIEVED, extra=fields | {"embedder": trace.embedder, "fallback": trace.fallback_reason is not None})
