"""What memory costs: headers on every answer, counters for Prometheus, events in the log.

The log names tenants; counters do not, since whoever may look after one tenant reads them all.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from prometheus_client import Counter

from recollect.errors import InvalidInput, RecollectError

log = logging.getLogger("recollect.gateway")
IDS_MAX = 20
"""Ids of memories in a header; further ones are only counted."""
REASON_CHARS_MAX = 300
ERROR = "x-recollect-memory-error"

REQUESTS = Counter("recollect_gateway_requests_total", "Requests through the gateway.", ("route", "outcome"))
INJECTED_TOKENS = Counter("recollect_gateway_injected_tokens_total", "Tokens of memory put into requests.", ("route",))
RECORDED_TURNS = Counter("recollect_gateway_recorded_turns_total", "Turns recorded from conversations.", ("route",))


def injected(tenant: str, route: str, *, ids: Sequence[str], tokens: int, strategy: str, model: Any) -> None:
    """Counts and names, never contents."""
    INJECTED_TOKENS.labels(route).inc(tokens)
    fields = {"count": len(ids), "tokens": tokens, "strategy": strategy, "model": str(model)[:200], "tenant": tenant}
    log.info("memory.injection.injected", extra=fields)


def failed(event: str, tenant: str, error: Exception) -> None:
    """`memory.injection.failed`, `memory.recording.failed` or `memory.keeping.failed`. The message may quote what it is
    about: only its kind is logged."""
    code = str(getattr(error, "code", type(error).__name__))
    log.warning(event, extra={"tenant": tenant, "error": code}, exc_info=log.isEnabledFor(logging.DEBUG))


def reason(error: Exception) -> str:
    """Why there is no memory, for who asked: what is wrong with his request, else only the kind of error."""
    if isinstance(error, InvalidInput):
        return f"{error.code}: {error}"[:REASON_CHARS_MAX]
    return error.code if isinstance(error, RecollectError) else RecollectError.code


def headers(
    state: str, *, ids: Sequence[str] = (), tokens: int = 0, session: str | None = None, error: str | None = None
) -> dict[str, str]:
    found = {"x-recollect-memory": state}
    if error is not None:
        found[ERROR] = error
    if state in ("on", "none"):
        found["x-recollect-memory-tokens"] = str(tokens)
    if ids:
        more = f",+{len(ids) - IDS_MAX}" if len(ids) > IDS_MAX else ""
        found["x-recollect-memory-ids"] = ",".join(ids[:IDS_MAX]) + more
    if session is not None:
        found["x-recollect-session"] = session
    return found
