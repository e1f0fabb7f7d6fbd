"""Moving data in and out, and a feed of changes."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import anyio
from anyio import to_thread
from fastapi import APIRouter, Header, Query, Request
from pydantic import BaseModel
from sse_starlette.sse import EventSourceResponse
from starlette.responses import StreamingResponse

from recollect.errors import InvalidInput, RecollectError
from recollect.memory import Memory
from recollect.model.change import Change, Changes, bookmark, marks_of
from recollect.model.notice import KEYS, Notice
from recollect.surfaces import server_paths
from recollect.surfaces.http.native.care import admin_of, tenants_of
from recollect.surfaces.http.native.memories import Caller, Labelled
from recollect.surfaces.http.strict import NativeRoute

router = APIRouter(prefix="/v1", route_class=NativeRoute)
NDJSON = "application/x-ndjson"
EMPTY_EXPORT = '{"format": "recollect-export", "version": 1}\n'
SPOOLED_BYTES = 1_000_000
LOOK_EVERY_S = 0.5
"""Sooner where the store has notices, and the process hears of a change."""
LOOKS_APART_S = 0.5
"""Of one feed, however much is heard."""
LOOKS_A_CHECK = 4
"""A key that was revoked loses its feed within two seconds."""
CLOSING_S = 5.0
"""How long a feed has to end when the server does; it looks up twice a second."""
MARKS_CHARS_MAX = 16_000
MARK_CHARS_MIN = 4
"""What a mark takes at the least: of more of them than fit, no bookmark is made to be thrown away."""
EXPORT = "recollect"


@router.get(
    "/export",
    summary="Everything, as lines of JSON",
    tags=["moving"],
    response_class=StreamingResponse,
    responses={200: {"content": {NDJSON: {"schema": {"type": "string"}}}}},
)
def export(memory: Caller, user: Labelled = None, everyone: bool | None = None) -> StreamingResponse:
    """With a `user`, that user's memory; without, everybody's, or with `everyone=false` what is shared. A key that is
    bound to a user gets that user's."""
    whole = {} if user is not None or everyone is None else {"everyone": everyone}
    lines = memory.export(user=user, **whole)
    return StreamingResponse(_ended(lines), media_type=NDJSON)


def _ended(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line + "\n"


class ImportedOut(BaseModel):
    counts: dict[str, int]


@router.post(
    "/import",
    summary="Read what an export wrote, or a file of another format",
    tags=["moving"],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"enum": [EMPTY_EXPORT]}}, NDJSON: {"schema": {"type": "string"}}},
        }
    },
)
async def import_(
    request: Request,
    memory: Caller,
    user: Labelled = None,
    format: Annotated[str, Query(max_length=40, include_in_schema=False)] = EXPORT,
) -> ImportedOut:
    """`format`: recollect, or for admins messages, omniroute, or auto (what it looks like)."""
    if format != EXPORT:
        admin_of(request)  # readers of other formats open what they are given as a file
        return ImportedOut(counts=await _import_file(request, memory, user, format))
    with tempfile.SpooledTemporaryFile(max_size=SPOOLED_BYTES) as spool:
        async for part in request.stream():
            spool.write(part)
        spool.seek(0)
        counts = await to_thread.run_sync(lambda: memory.import_(_lines(spool), user=user))
    return ImportedOut(counts=counts)


async def _import_file(request: Request, memory: Memory, user: str | None, format: str) -> dict[str, int]:
    """Readers of other formats take a file."""
    with tempfile.TemporaryDirectory(prefix="recollect-") as folder:
        path = Path(folder) / "upload"
        with path.open("wb") as file:
            async for part in request.stream():
                file.write(part)
        try:
            return await to_thread.run_sync(lambda: memory.import_(path, user=user, format=format))
        except RecollectError as error:  # where it lies here is nothing to who sent it
            raise server_paths.retold(error) from None


def _lines(spool: Any) -> Iterator[str]:
    for number, line in enumerate(spool, 1):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InvalidInput(f"line {number} is not UTF-8; an export is") from error


# --- changes --------------------------------------------------------------------------------------------------------


@router.get(
    "/events",
    summary="A feed of what is added, changed, deleted and erased (server-sent events)",
    response_class=EventSourceResponse,
    include_in_schema=False,  # it does not end, which no generated client expects; GET /v1/changes does
)
async def events(
    request: Request,
    memory: Caller,
    user: Labelled = None,
    everyone: bool = False,
    since: Annotated[str | None, Query(max_length=MARKS_CHARS_MAX)] = None,
    last_event_id: Annotated[str | None, Header(max_length=MARKS_CHARS_MAX)] = None,
    once: Annotated[bool, Query(description="end when everything was told, instead of waiting for more")] = False,
) -> EventSourceResponse:
    """The last of the events that are told together has an id to go on from: `Last-Event-ID`, or `since`. Without one,
    from now on. Of more than about a thousand users at once (`everyone`) no id is told, because it would be longer than
    a request may carry; `ready` says so."""
    mark = last_event_id or since
    marks = None if mark is None else marks_of(mark)
    first = await to_thread.run_sync(lambda: memory.changes(marks, user=user, everyone=everyone))
    look = partial(memory.changes, user=user, everyone=everyone)
    bell = _Bell()
    begun = first.marks if marks is None else marks
    closing = anyio.Event()
    feed = _feed(look, begun, first, bell, request.state.require_known, closing, once=once)
    waiting = tenants_of(request).waiting.of(request.state.principal.tenant, bell.ring)
    told = _meanwhile(waiting, feed)
    return EventSourceResponse(told, ping=15, shutdown_event=closing, shutdown_grace_period=CLOSING_S)


class _Bell:
    """What wakes a feed: rung from any thread, by whoever hears of a change."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()
        self._rung.set()  # something may have changed between the first look and the first ring
        self.keys_changed = False
        self._looked = self._loop.time() - LOOKS_APART_S

    def ring(self, notice: Notice) -> None:
        self.keys_changed = self.keys_changed or notice.of(KEYS)
        try:
            self._loop.call_soon_threadsafe(self._rung.set)
        except RuntimeError:  # the loop is closed: nobody waits any more
            return

    async def wait(self) -> None:
        """Until it is rung, or it is time to look. After a silence that is at once; while much is written, no more
        often than without a bell: a hundred feeds shall not ask a hundred times for each write."""
        with anyio.move_on_after(LOOK_EVERY_S):
            await self._rung.wait()
        await anyio.sleep(max(0.0, self._looked + LOOKS_APART_S - self._loop.time()))
        self._looked = self._loop.time()
        self._rung.clear()


async def _meanwhile(
    waiting: AbstractContextManager[None], feed: AsyncIterator[dict[str, str]]
) -> AsyncIterator[dict[str, str]]:
    with waiting:
        async for event in feed:
            yield event


async def _feed(
    look: Callable[[dict[int, int]], Changes],
    begun: Mapping[int, int],
    first: Changes,
    bell: _Bell,
    require_known: Callable[[], object],
    closing: anyio.Event,
    *,
    once: bool,
) -> AsyncIterator[dict[str, str]]:
    """Until the caller goes or is not known any more, the store fails, or the server ends. Who goes on from the id of
    `ready` misses nothing either: it is where he began, not what is still to be told."""
    marks, changes, looks = first.marks, first.changes, 0
    yield {"event": "ready", "data": json.dumps({"resumable": carried(marks) is not None})} | _id(begun)
    while True:
        for place, change in enumerate(changes):
            event = {"event": change.kind, "data": _change(change)}
            yield event | (_id(marks) if place == len(changes) - 1 else {})
        if once and not changes:
            return
        if not changes:
            await bell.wait()
        if closing.is_set() and not once:
            return
        looks += 1
        try:
            if bell.keys_changed or looks % LOOKS_A_CHECK == 0:
                bell.keys_changed = False
                await to_thread.run_sync(require_known)
            found = await to_thread.run_sync(look, dict(marks))
        except RecollectError:
            if once:
                raise  # its end would say that everything was told
            return  # whoever comes back is told why
        marks, changes = found.marks, found.changes


def _id(marks: Mapping[int, int]) -> dict[str, str]:
    """Where to go on from, where that can be sent back."""
    told = carried(marks)
    return {} if told is None else {"id": told}


def carried(marks: Mapping[int, int]) -> str | None:
    """A bookmark that a request can bring back; None: there are too many marks for that."""
    if len(marks) > MARKS_CHARS_MAX // MARK_CHARS_MIN:
        return None
    told = bookmark(marks)
    return told if len(told) <= MARKS_CHARS_MAX else None


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
