"""Moving data in and out, and a feed of changes."""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any

import anyio
from anyio import to_thread
from fastapi import APIRouter, Header, Query, Request
from pydantic import BaseModel, Field
from sse_starlette.sse import EventSourceResponse
from starlette.responses import StreamingResponse

from recollect.errors import InvalidInput, NotFound
from recollect.memory import Memory
from recollect.model.change import Change
from recollect.surfaces.http.native.memories import Caller, Labelled
from recollect.surfaces.http.native.types import Out
from recollect.surfaces.http.strict import StrictRoute

router = APIRouter(prefix="/v1", route_class=StrictRoute)
NDJSON = "application/x-ndjson"
EMPTY_EXPORT = '{"format": "recollect-export", "version": 1}\n'
SPOOLED_BYTES = 1_000_000
LOOK_EVERY_S = 0.5
MARKS_CHARS_MAX = 100_000


@router.get(
    "/export",
    summary="Everything, as lines of JSON",
    tags=["moving"],
    response_class=StreamingResponse,
    responses={200: {"content": {NDJSON: {"schema": {"type": "string"}}}}},
)
def export(memory: Caller, user: Labelled = None, everyone: bool = True) -> StreamingResponse:
    lines = memory.export(user=user, everyone=everyone)
    return StreamingResponse(_ended(lines), media_type=NDJSON)


def _ended(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line + "\n"


class ImportedOut(BaseModel):
    counts: dict[str, int]


@router.post(
    "/import",
    summary="Read what an export wrote",
    tags=["moving"],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"enum": [EMPTY_EXPORT]}}, NDJSON: {"schema": {"type": "string"}}},
        }
    },
)
async def import_(request: Request, memory: Caller, user: Labelled = None) -> ImportedOut:
    with tempfile.SpooledTemporaryFile(max_size=SPOOLED_BYTES) as spool:
        async for part in request.stream():
            spool.write(part)
        spool.seek(0)
        counts = await to_thread.run_sync(lambda: memory.import_(_lines(spool), user=user))
    return ImportedOut(counts=counts)


def _lines(spool: Any) -> Iterator[str]:
    for number, line in enumerate(spool, 1):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InvalidInput(f"line {number} is not UTF-8; an export is") from error


# --- changes --------------------------------------------------------------------------------------------------------


class ChangeOut(Out):
    kind: str = Field(description="added, changed or deleted")
    id: str
    layer: str | None
    status: str | None
    version: int | None
    user: str | None
    at: datetime


class ChangesOut(Out):
    changes: list[ChangeOut]
    next: str = Field(description="give it as `since` to go on from here")


@router.get("/changes", summary="What was added, changed and deleted since", tags=["events"])
def changes(
    memory: Caller,
    user: Labelled = None,
    everyone: bool = False,
    since: Annotated[str | None, Query(max_length=MARKS_CHARS_MAX, pattern="^[A-Za-z0-9_=-]{2,}$")] = None,
) -> ChangesOut:
    """Without `since`: nothing, and where to go on from."""
    found = memory.changes(_marks(since), user=user, everyone=everyone)
    told = [ChangeOut.model_validate(one) for one in found.changes]
    return ChangesOut(changes=told, next=_written(found.marks))


@router.get(
    "/events",
    summary="A feed of what is added, changed and deleted (server-sent events)",
    response_class=EventSourceResponse,
    include_in_schema=False,  # it does not end, which no generated client expects; GET /v1/changes does
)
async def events(
    memory: Caller,
    user: Labelled = None,
    everyone: bool = False,
    since: Annotated[str | None, Query(max_length=MARKS_CHARS_MAX)] = None,
    last_event_id: Annotated[str | None, Header(max_length=MARKS_CHARS_MAX)] = None,
    once: Annotated[bool, Query(description="end when everything was told, instead of waiting for more")] = False,
) -> EventSourceResponse:
    """Each event has an id to go on from: `Last-Event-ID`, or `since`. Without one, from now on."""
    marks = _marks(last_event_id or since)
    first = await to_thread.run_sync(lambda: memory.changes(marks, user=user, everyone=everyone))
    return EventSourceResponse(_feed(memory, first.marks, first.changes, user, everyone, once), ping=15)


async def _feed(
    memory: Memory, marks: Mapping[int, int], changes: tuple[Change, ...], user: str | None, everyone: bool, once: bool
) -> AsyncIterator[dict[str, str]]:
    yield {"event": "ready", "id": _written(marks), "data": "{}"}
    while True:
        for place, change in enumerate(changes):
            event = {"event": change.kind, "data": _change(change)}
            yield event | ({"id": _written(marks)} if place == len(changes) - 1 else {})
        if once and not changes:
            return
        if not changes:
            await anyio.sleep(LOOK_EVERY_S)
        seen = dict(marks)
        found = await to_thread.run_sync(lambda since=seen: memory.changes(since, user=user, everyone=everyone))  # type: ignore[misc]
        marks, changes = found.marks, found.changes


def _change(change: Change) -> str:
    return json.dumps(
        {
            "id": change.id,
            "layer": change.layer,
            "status": change.status,
            "version": change.version,
            "user": change.user,
            "at": change.at.isoformat(),
        }
    )


def _written(marks: Mapping[int, int]) -> str:
    return base64.urlsafe_b64encode(json.dumps({str(space): mark for space, mark in marks.items()}).encode()).decode()


def _marks(text: str | None) -> dict[int, int] | None:
    if text is None:
        return None
    try:
        return {int(space): int(mark) for space, mark in json.loads(base64.urlsafe_b64decode(text)).items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise NotFound("this is not the id of an event; leave it out to begin with what happens now") from error
