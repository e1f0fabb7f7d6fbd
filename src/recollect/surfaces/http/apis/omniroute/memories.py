"""`/api/memory`: list with totals, add (by key: replace), read, change, delete."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field

from recollect.engine.cache import Cache
from recollect.engine.vocabulary import TYPES, estimate, kind_of, kinds_of, type_of
from recollect.errors import InvalidInput
from recollect.model.record import Record
from recollect.model.scope import NAME_CHARS_MAX
from recollect.surfaces.http.apis.keeping import held
from recollect.surfaces.http.apis.omniroute.caller import Asking, Caller
from recollect.surfaces.http.apis.omniroute.wire import Asked, Strict
from recollect.surfaces.http.strict import StrictRoute
from recollect.surfaces.omniroute import LAYERS, moment

router = APIRouter(route_class=StrictRoute)
LIMIT, LIMIT_MAX = 50, 200
PAGE_MAX, OFFSET_MAX = 10_000_000, 1_000_000_000
LISTED_AT_ONCE = 10_000
LISTED_MAX = 200_000
"""Memories of one pool that a list with `q`, or the totals, look at."""
STATS_POOLS_MAX = 1000
STATS_TTL_S = 60.0
"""Totals are counted anew when the pool changed, and after this: what expires changes nothing."""

Name = Annotated[str, Field(max_length=NAME_CHARS_MAX)]
Type = Literal["factual", "episodic", "procedural", "semantic"]
Id = Annotated[str, Path(min_length=1, max_length=NAME_CHARS_MAX)]


class NewMemory(Asked):
    """A memory to store. With a key that its owner has used: what that memory says from now on."""

    content: str = Field(min_length=1)
    key: Annotated[str, Field(min_length=1, max_length=NAME_CHARS_MAX)]
    type: Type = "factual"
    session_id: Name | None = None
    api_key_id: Name | None = None
    metadata: dict[str, Any] | None = None
    expires_at: datetime | None = None
    scope: Literal["session", "apiKey", "global"] | None = None


class Change(Strict):
    """What is to change of a memory; nothing else may be named."""

    type: Type | None = None
    key: Annotated[str, Field(min_length=1, max_length=NAME_CHARS_MAX)] | None = None
    content: Annotated[str, Field(min_length=1)] | None = None
    metadata: dict[str, Any] | None = None


class StatsKept(Cache[tuple[dict[int, int], dict[str, Any]]]):
    """Totals of pools, each with the state of the pool it was counted in."""

    def __init__(self) -> None:
        super().__init__(STATS_POOLS_MAX, STATS_TTL_S)


@router.get("/api/memory")
def list_memories(
    asking: Asking,
    request: Request,
    api_key_id: Annotated[str | None, Query(alias="apiKeyId", max_length=NAME_CHARS_MAX)] = None,
    type: Annotated[str | None, Query(max_length=100)] = None,
    session_id: Annotated[str | None, Query(alias="sessionId", max_length=NAME_CHARS_MAX)] = None,
    q: Annotated[str | None, Query(max_length=10_000)] = None,
    limit: Annotated[int, Query(ge=1, le=OFFSET_MAX)] = LIMIT,
    page: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 1,
    offset: Annotated[int | None, Query(ge=0, le=OFFSET_MAX)] = None,
) -> dict[str, Any]:
    limit = min(limit, LIMIT_MAX)
    start = (page - 1) * limit if offset is None else offset
    owner = asking.owner(api_key_id)
    wanted: dict[str, Any] = {"user": owner, "layers": LAYERS, "session": session_id or None}
    if type:
        wanted["kinds"] = kinds_of(type)
    if q:
        matching = [record for record in every(asking, wanted) if _mentions(record, q.casefold())]
        found, total = list(islice(matching, start, start + limit)), len(matching)
    else:
        found, total = asking.memory.list(**wanted, limit=limit, offset=start), asking.memory.count(**wanted)
    stats = _stats(asking, owner, request.app.state.stats)
    return {
        "data": [memory_out(asking, record) for record in found],
        "total": total,
        "page": start // limit + 1,
        "limit": limit,
        "totalPages": math.ceil(total / limit),
        "stats": stats,
        "cacheStats": stats["cacheStats"],
    }


def every(asking: Caller, wanted: dict[str, Any]) -> Iterator[Record]:
    """All memories that match, newest first, read piece by piece."""
    for offset in range(0, LISTED_MAX, LISTED_AT_ONCE):
        found = asking.memory.list(**wanted, limit=LISTED_AT_ONCE, offset=offset)
        yield from found
        if len(found) < LISTED_AT_ONCE:
            return


def _mentions(record: Record, text: str) -> bool:
    return text in record.content.casefold() or (record.key is not None and text in record.key.casefold())


def _stats(asking: Caller, owner: str, kept: StatsKept) -> dict[str, Any]:
    """Totals of a pool, and how often the cache of records had what was asked for."""
    marks = dict(asking.memory.changes(user=owner).marks)
    known = kept.get((asking.who.tenant, owner))
    if known is None or known[0] != marks:
        by_type = dict.fromkeys(TYPES, 0)
        tokens = 0
        for record in every(asking, {"user": owner, "layers": LAYERS}):
            by_type[type_of(record.kind)] += 1
            tokens += estimate(record.content)
        known = (marks, {"total": sum(by_type.values()), "byType": by_type, "tokensUsed": tokens})
        kept.put((asking.who.tenant, owner), known)
    hits, misses = asking.tenants.engine(asking.who.tenant).care.record_cache_counts
    rate = hits / (hits + misses) if hits + misses else 0.0
    return {**known[1], "hitRate": rate, "cacheStats": {"hits": hits, "misses": misses}}


@router.post("/api/memory")
def add_memory(asked: NewMemory, asking: Asking) -> dict[str, Any]:
    owner: str | None = asking.owner(asked.api_key_id)
    if asked.scope == "global":
        asking.require_admin()
        owner = None
    if asked.scope == "session" and not asked.session_id:
        raise InvalidInput("scope session needs a sessionId")
    old = held(asking.memory, asked.key, owner)
    fields: dict[str, Any] = {"key": asked.key, "metadata": asked.metadata, "expires_at": asked.expires_at}
    if old is None or ("type" in asked.model_fields_set and asked.type != type_of(old.kind)):
        fields["kind"] = kind_of(asked.type)  # what a request does not name stays as it is
    if asked.scope is not None:
        fields["relabelled"] = True  # who says that it is of no session takes it out of its own
    added = asking.memory.add(asked.content, user=owner, session=asked.session_id or None, **fields)
    return {"success": True, "id": added.id}


@router.get("/api/memory/{id}")
def get_memory(id: Id, asking: Asking) -> dict[str, Any]:
    return {"memory": memory_out(asking, asking.record(id))}


@router.put("/api/memory/{id}")
def change_memory(id: Id, asked: Change, asking: Asking) -> dict[str, Any]:
    old = asking.record(id, to_change=True)
    changes = {name: value for name, value in asked.given.items() if value is not None}
    wanted = changes.pop("type", None)
    if wanted is not None and wanted != type_of(old.kind):  # a preference stays one while it is told to be factual
        changes["kind"] = kind_of(wanted)
    if changes:
        asking.memory.update(id, **changes)
    return {"success": True}


@router.delete("/api/memory/{id}")
def delete_memory(id: Id, asking: Asking) -> dict[str, Any]:
    asking.record(id, to_change=True)
    asking.memory.delete(id)
    return {"success": True}


def memory_out(asking: Caller, record: Record) -> dict[str, Any]:
    """A memory in the words of this interface."""
    return {
        "id": record.id,
        "apiKeyId": asking.key_id(record),
        "sessionId": record.session,
        "type": type_of(record.kind),
        "key": record.key or "",
        "content": record.content,
        "metadata": dict(record.metadata),
        "createdAt": moment(record.created_at),
        "updatedAt": moment(record.updated_at),
        "expiresAt": None if record.expires_at is None else moment(record.expires_at),
    }
