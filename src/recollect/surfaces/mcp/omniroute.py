"""OmniRoute's three memory tools, with its names, types and answers. One pool of memories for each API key."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from recollect.engine.vocabulary import kind_of, kinds_of, type_of
from recollect.errors import InvalidInput
from recollect.model.query import Hit
from recollect.model.record import Record
from recollect.surfaces.mcp.caller import Caller, calling
from recollect.surfaces.omniroute import fields_of, key_of, moment, pool_of, retrieval

Type = Literal["factual", "episodic", "procedural", "semantic"]
CHARS_PER_TOKEN = 4
DEFAULTS: dict[str, Any] = {"strategy": "hybrid", "maxTokens": 2000, "retentionDays": 30, "rerankEnabled": True}
"""Of the settings that a search goes by."""

KeyId = Annotated[str, Field(description="The API key whose memories these are.", min_length=1)]


class Entry(BaseModel):
    id: str
    type: str
    key: str
    content: str
    apiKeyId: str | None  # noqa: N815 - OmniRoute's names
    sessionId: str | None  # noqa: N815
    metadata: dict[str, Any]
    createdAt: str  # noqa: N815
    updatedAt: str  # noqa: N815
    expiresAt: str | None  # noqa: N815
    tokens: int
    score: float | None = None


class SearchData(BaseModel):
    memories: list[Entry]
    count: int
    totalTokens: int  # noqa: N815


class SearchAnswer(BaseModel):
    success: bool = True
    data: SearchData


class AddData(BaseModel):
    memory: Entry
    message: str


class AddAnswer(BaseModel):
    success: bool = True
    data: AddData


class ClearData(BaseModel):
    deletedCount: int  # noqa: N815
    message: str


class ClearAnswer(BaseModel):
    success: bool = True
    data: ClearData


def omniroute_memory_search(
    apiKeyId: KeyId,  # noqa: N803
    query: Annotated[str | None, Field(description="What to look for; without it: the newest.")] = None,
    type: Annotated[Type | None, Field(description="Only memories of this type.")] = None,
    maxTokens: Annotated[  # noqa: N803
        int | None, Field(description="Token budget of the answer; without it: of the settings.", ge=1, le=16_000)
    ] = None,
    limit: Annotated[int, Field(description="How many at most.", ge=1, le=100)] = 20,
) -> SearchAnswer:
    """Search the memories of an API key by question and type, within a token budget.

    OmniRoute's tool; at least one memory comes back when any matches.
    """
    caller = calling()
    pool = caller.pool(apiKeyId)
    kinds = kinds_of(type) if type else ()
    asked = (query or "").strip()
    options = retrieval(_settings(caller), strategy=None if asked else "recent", tokens_max=maxTokens)
    hits = caller.memory.search(
        asked,
        user=pool.user,
        agent=caller.agent,
        session=caller.session,
        tags=pool.tags,
        kinds=kinds,
        k=limit,
        dry_run=not asked,  # who lists the newest recalls nothing
        **options,
    )
    found = [_entry(hit.record, apiKeyId, hit if asked else None) for hit in hits]
    total = sum(one.tokens for one in found)
    return SearchAnswer(data=SearchData(memories=found, count=len(found), totalTokens=total))


def _settings(caller: Caller) -> dict[str, Any]:
    """The tenant's, as the HTTP interface reads and sets them; without tenants, what the settings say."""
    if caller.tenants is None or caller.tenant is None:
        return DEFAULTS | fields_of(caller.memory.settings)
    from recollect.surfaces.http.apis.omniroute.settings import settings_of  # a server's: its packages are optional

    return settings_of(caller.tenants, caller.tenant)


def omniroute_memory_add(
    apiKeyId: KeyId,  # noqa: N803
    type: Annotated[Type, Field(description="factual, episodic, procedural or semantic.")],
    key: Annotated[str, Field(description="A stable name: the same name again replaces it.", min_length=1)],
    content: Annotated[str, Field(description="What to remember.", min_length=1)],
    sessionId: Annotated[str | None, Field(description="The conversation it comes from.")] = None,  # noqa: N803
    metadata: Annotated[dict[str, Any] | None, Field(description="Any JSON object to keep with it.")] = None,
) -> AddAnswer:
    """Add a memory under a key for an API key; the same key again replaces what it says. OmniRoute's tool."""
    caller = calling()
    pool = caller.pool(apiKeyId)
    added = caller.memory.add(
        content,
        user=pool.user,
        agent=caller.agent,
        session=sessionId or None,
        kind=kind_of(type),
        key=pool.key(key),
        tags=pool.tags,
        metadata=metadata,
    )
    entry = _entry(added.records[0], apiKeyId)
    return AddAnswer(data=AddData(memory=entry, message="Memory created successfully"))


def omniroute_memory_clear(
    apiKeyId: KeyId,  # noqa: N803
    type: Annotated[Type | None, Field(description="Only memories of this type.")] = None,
    olderThan: Annotated[  # noqa: N803
        str | None, Field(description="Only what was made before this moment, ISO 8601.")
    ] = None,
) -> ClearAnswer:
    """Delete all memories of an API key for good, or those of a type or older than a moment. OmniRoute's tool."""
    caller = calling()
    pool = caller.pool(apiKeyId)
    filters: dict[str, Any] = {"layers": ["memory"], "tags": pool.tags}
    if type is not None:
        filters["kinds"] = kinds_of(type)
    if olderThan is not None:
        filters["before"] = _moment(olderThan)
    done = caller.memory.clear(user=pool.user, agent=caller.agent, **filters)
    return ClearAnswer(data=ClearData(deletedCount=done.removed, message=f"Cleared {done.removed} memories"))


def _entry(record: Record, key_id: str, hit: Hit | None = None) -> Entry:
    return Entry(
        id=record.id,
        type=type_of(record.kind),
        key=key_of(record),
        content=record.content,
        apiKeyId=pool_of(record, key_id),
        sessionId=record.session,
        metadata=dict(record.metadata),
        createdAt=moment(record.created_at),
        updatedAt=moment(record.updated_at),
        expiresAt=moment(record.expires_at) if record.expires_at else None,
        tokens=-(-len(record.content) // CHARS_PER_TOKEN),
        score=None if hit is None else round(hit.score, 4),
    )


def _moment(given: str) -> datetime:
    try:
        found = datetime.fromisoformat(given.strip())
    except ValueError as error:
        message = f"olderThan is {given[:100]!r}; give a moment such as 2026-05-01T00:00:00Z, or leave it out"
        raise InvalidInput(message) from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)
