"""How a vector tier is doing: one real question to it, and how long the answer took."""

from __future__ import annotations

import time
from collections.abc import Callable

from recollect.errors import TierFailed
from recollect.model.tier import TierHealth


def asked(question: Callable[[], object]) -> TierHealth:
    begun = time.perf_counter()
    error = None
    try:
        question()
    except TierFailed as failed:
        error = str(failed)
    return TierHealth(ok=error is None, latency_ms=(time.perf_counter() - begun) * 1000, error=error)
