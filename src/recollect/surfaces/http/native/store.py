"""What lies under a tenant's memory: how it does, its embedders, its vectors, a copy of it, and what changed in it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any, BinaryIO

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import StreamingResponse

from recollect.errors import InvalidInput
from recollect.model.change import BOOKMARK, marks_of
from recollect.surfaces.http.native.asked import Embed
from recollect.surfaces.http.native.memories import Caller, Labelled
from recollect.surfaces.http.native.moving import MARKS_CHARS_MAX, carried
from recollect.surfaces.http.native.types import Out
from recollect.surfaces.http.native.work import Seconds
from recollect.surfaces.http.strict import NativeRoute

router = APIRouter(prefix="/v1", route_class=NativeRoute, tags=["store"])
PART_BYTES = 262_144
BINARY = "application/octet-stream"


class FactsOut(Out):
    """What the tenant's memory holds. Where it lies is not told."""

    schema_version: int
    analyser_version: int
    records: int
    by_layer: dict[str, int]
    by_status: dict[str, int]
    spaces: int
    vectors: dict[str, int]
    sector_vectors: dict[str, int]
    bytes: int


class ModelStateOut(Out):
    provider: str
    model: str | None
    breaker: str
    last_failure: str | None


class SpentOut(Out):
    day: date
    tenant: str
    provider: str
    requests: int
    failures: int
    input_tokens: int
    output_tokens: int
    usd: float


class TierStateOut(Out):
    """What finds near vectors. Where that is, is the server's own affair."""

    name: str
    configured: str
    breaker: str
    behind: int


class StatusOut(Out):
    """How the tenant's memory is doing."""

    facts: FactsOut
    embedder: str | None
    embedder_reason: str | None
    needs_reindex: int
    cache_hits: int
    cache_misses: int
    embedder_log: list[tuple[datetime, str, str]]
    recall_failure: str | None
    jobs: dict[str, int]
    gate: dict[str, dict[str, int]]
    models: list[ModelStateOut]
    spent: list[SpentOut]
    degraded: list[str]
    tier: TierStateOut | None


@router.get("/status", summary="What the memory holds and how it is doing")
def status(memory: Caller) -> StatusOut:
    return StatusOut.model_validate(memory.status())


class EmbedderOut(Out):
    name: str
    usable: bool
    signature: str | None
    reason: str | None


class EmbeddersOut(Out):
    embedders: list[EmbedderOut]


@router.get("/embedders", summary="Every embedder that could be chosen, and why not where it cannot")
def embedders(memory: Caller) -> EmbeddersOut:
    return EmbeddersOut.model_validate({"embedders": memory.embedders()})


class VectorsOut(Out):
    vectors: list[list[float]]


@router.post("/embed", summary="The vectors of texts, by the embedder in use; nothing is stored")
def embed(asked: Embed, memory: Caller) -> VectorsOut:
    return VectorsOut(vectors=memory.embed(asked.texts))


class ProbeOut(Out):
    working: bool
    latency_ms: float
    error: str | None


@router.post("/probe", summary="Does learning work here?")
def probe(memory: Caller, id: Annotated[str, Query(min_length=1, max_length=128)] = "self-check") -> ProbeOut:
    return ProbeOut.model_validate(memory.probe(id))


class ReindexedOut(Out):
    counts: dict[str, int]
    left: int


@router.post("/reindex", summary="Bring index and vectors up to date, for so long; ask again while some are left")
def reindex(memory: Caller, timeout_s: Seconds = 10.0) -> ReindexedOut:
    counts = memory.reindex(timeout_s=timeout_s)
    return ReindexedOut(left=counts.pop("left"), counts=counts)


@router.get(
    "/backup",
    summary="A checked copy of the store; only where it holds no other tenant",
    response_class=StreamingResponse,
    responses={200: {"content": {BINARY: {"schema": {"type": "string", "format": "binary"}}}}},
)
def backup(memory: Caller) -> StreamingResponse:
    with tempfile.TemporaryDirectory(prefix="recollect-", ignore_cleanup_errors=True) as folder:
        size = memory.backup(Path(folder) / "backup")
        copy = (Path(folder) / "backup").open("rb")  # outlives its name, and is gone with the answer
    headers = {"Content-Length": str(size), "Content-Disposition": 'attachment; filename="recollect-backup"'}
    return StreamingResponse(_parts(copy), media_type=BINARY, headers=headers)


def _parts(copy: BinaryIO) -> Iterator[bytes]:
    with copy:
        while part := copy.read(PART_BYTES):
            yield part


class ChangeOut(Out):
    """One record that was added, changed or deleted; or that all records of a user were erased."""

    kind: str = Field(description="added, changed, deleted, or erased: list again what you show")
    id: str = Field(description="of the record; empty where all were erased")
    layer: str | None
    status: str | None
    version: int | None
    user: str | None
    at: datetime


class ChangesOut(Out):
    changes: list[ChangeOut]
    next: str


@router.get("/changes", summary="What was added, changed, deleted and erased since an earlier answer", tags=["events"])
def changes(
    memory: Caller,
    user: Labelled = None,
    everyone: bool = False,
    since: Annotated[
        str | None,
        Query(
            max_length=MARKS_CHARS_MAX,
            description="`next` of an earlier answer",
            json_schema_extra={"pattern": BOOKMARK},
        ),
    ] = None,
) -> ChangesOut:
    found = memory.changes(None if since is None else marks_of(since), user=user, everyone=everyone)
    following = carried(found.marks)
    if following is None:
        raise InvalidInput(
            "there are too many users: where to go on from in the memory of each is more than a request can carry; ask "
            "for each `user`, or follow GET /v1/events"
        )
    shown: list[Any] = list(found.changes)
    return ChangesOut.model_validate({"changes": shown, "next": following})
