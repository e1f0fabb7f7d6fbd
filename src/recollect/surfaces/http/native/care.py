"""Care of a tenant: keys, settings, the audit log, numbers, moving data in and out, and a feed of changes."""

from __future__ import annotations

import json
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import anyio
from anyio import to_thread
from fastapi import APIRouter, Depends, Header, Query, Request
from pydantic import BaseModel
from sse_starlette.sse import EventSourceResponse
from starlette.responses import StreamingResponse

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.config import Settings
from recollect.errors import Forbidden, InvalidInput, NotConfigured
from recollect.memory import Memory
from recollect.model.change import Change, bookmark, marks_of
from recollect.model.principal import ADMIN, Principal
from recollect.model.scope import Scope
from recollect.surfaces.http.native.asked import NewKey
from recollect.surfaces.http.native.memories import Caller, Id, Labelled, Limit
from recollect.surfaces.http.native.types import Out
from recollect.surfaces.http.strict import StrictRoute
from recollect.surfaces.http.surface import principal_of

router = APIRouter(prefix="/v1", route_class=StrictRoute)
NDJSON = "application/x-ndjson"
EXPORT = "recollect"
SPOOLED_BYTES = 1_000_000
LOOK_EVERY_S = 0.5
MARKS_CHARS_MAX = 100_000


def tenants_of(request: Request) -> Tenants:
    tenants: Tenants = request.app.state.tenants
    return tenants


def admin_of(request: Request) -> Principal:
    """Whoever sent the request, if he looks after the whole tenant."""
    who = principal_of(request)
    if not who.may(ADMIN) or who.user is not None:
        raise Forbidden("this is for whoever looks after the tenant: send a key with the role admin, bound to no user")
    return who


Server = Annotated[Tenants, Depends(tenants_of)]
Admin = Annotated[Principal, Depends(admin_of)]


# --- keys -----------------------------------------------------------------------------------------------------------


class KeyOut(Out):
    """What is kept of a key; its text is not."""

    id: str
    tenant: str
    name: str | None
    hint: str
    role: str
    user: str | None
    requests_per_minute: int | None
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None
    revoked_at: datetime | None


class NewKeyOut(KeyOut):
    key: str


class KeysOut(Out):
    keys: list[KeyOut]


@router.post("/keys", status_code=201, summary="Make a key; its text is shown this once", tags=["keys"])
def create_key(asked: NewKey, who: Admin, server: Server) -> NewKeyOut:
    made, text = server.keys.create(who.tenant, **asked.given())
    return NewKeyOut.model_validate({**KeyOut.model_validate(made).model_dump(), "key": text})


@router.get("/keys", summary="The tenant's keys, revoked ones too", tags=["keys"])
def list_keys(who: Admin, server: Server) -> KeysOut:
    return KeysOut.model_validate({"keys": server.keys.list(who.tenant)})


@router.post("/keys/{id}/rotate", summary="Another text for a key; the old one stops working", tags=["keys"])
def rotate_key(id: Id, who: Admin, server: Server, request: Request) -> NewKeyOut:
    made, text = server.keys.rotate(who.tenant, id)
    request.app.state.forget_callers()
    return NewKeyOut.model_validate({**KeyOut.model_validate(made).model_dump(), "key": text})


@router.delete("/keys/{id}", summary="Revoke a key", tags=["keys"])
def revoke_key(id: Id, who: Admin, server: Server, request: Request) -> KeyOut:
    revoked = server.keys.revoke(who.tenant, id)
    request.app.state.forget_callers()
    return KeyOut.model_validate(revoked)


# --- settings, audit, numbers ---------------------------------------------------------------------------------------


class SettingOut(Out):
    name: str
    value: Any
    help: str
    own: bool
    """Set by the tenant itself."""


class SettingsOut(Out):
    settings: list[SettingOut]
    problem: str | None


@router.get("/settings", summary="What a tenant may set, and what holds now", tags=["settings"])
def get_settings(who: Admin, server: Server) -> SettingsOut:
    return _settings(server, who.tenant)


@router.patch("/settings", summary="Set the tenant's own settings; null goes back to the server's", tags=["settings"])
def set_settings(asked: dict[str, str | int | float | bool | None], who: Admin, server: Server) -> SettingsOut:
    server.set(who.tenant, asked)
    return _settings(server, who.tenant)


def _settings(server: Tenants, tenant: str) -> SettingsOut:
    own = server.store.tenant_settings(Scope(tenant=tenant))
    now = server.engine(tenant).settings
    shown = [
        SettingOut(
            name=one.name,
            value=config.shown(one.name, getattr(now, one.name)),
            help=one.metadata["help"],
            own=one.name in own,
        )
        for one in fields(Settings)
        if one.metadata.get("tenant")
    ]
    return SettingsOut(settings=shown, problem=server.problem(tenant))


class AuditOut(Out):
    id: str
    at: datetime
    key_id: str | None
    user: str | None
    verb: str
    ids: list[str]
    count: int


class AuditListOut(Out):
    entries: list[AuditOut]


@router.get("/audit", summary="Who wrote and deleted what, newest first; never what was said", tags=["audit"])
def audit(
    who: Admin, server: Server, user: Labelled = None, before: Labelled = None, limit: Limit = 100
) -> AuditListOut:
    found = server.store.audit(Scope(tenant=who.tenant), user=user, before=before, limit=limit)
    return AuditListOut.model_validate({"entries": found})


class UsersOut(Out):
    users: list[str]


@router.get("/users", summary="Everybody who has something in this memory", tags=["stats"])
def users(memory: Caller) -> UsersOut:
    return UsersOut(users=memory.users())


class StatsOut(Out):
    """How much is remembered, of whom one may see."""

    records: int
    by_layer: dict[str, int]
    by_kind: dict[str, int]
    jobs: dict[str, int]


@router.get("/stats", summary="How much is remembered", tags=["stats"])
def stats(memory: Caller, user: Labelled = None) -> StatsOut:
    from recollect.model.record import KINDS, LAYERS

    by_layer = {layer: memory.count(user=user, layers=[layer]) for layer in LAYERS}
    by_kind = {kind: memory.count(user=user, layers=["memory"], kinds=[kind]) for kind in KINDS}
    states: dict[str, int] = {}
    for job in memory.jobs(limit=1000):
        if user is None or job.scope.user == user:
            states[job.state] = states.get(job.state, 0) + 1
    return StatsOut(
        records=sum(by_layer.values()),
        by_layer=by_layer,
        by_kind={kind: count for kind, count in by_kind.items() if count},
        jobs=states,
    )


class DoctorOut(Out):
    problems: list[dict[str, Any]]


@router.post("/doctor", summary="Do rows, index and vectors agree?", tags=["stats"])
def doctor(memory: Caller, repair: bool = False) -> DoctorOut:
    found = memory.doctor(repair=repair)
    return DoctorOut(
        problems=[
            {"code": one.code, "count": one.count, "message": one.message, "repaired": one.repaired} for one in found
        ]
    )


# --- moving ---------------------------------------------------------------------------------------------------------


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
    summary="Read what an export wrote, or a file of another format",
    tags=["moving"],
    openapi_extra={"requestBody": {"required": True, "content": {NDJSON: {"schema": {"type": "string"}}}}},
)
async def import_(
    request: Request,
    memory: Caller,
    user: Labelled = None,
    format: Annotated[str, Query(description="recollect, messages, omniroute, or auto: what it looks like")] = EXPORT,
) -> ImportedOut:
    if format != EXPORT:
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
        return await to_thread.run_sync(lambda: memory.import_(path, user=user, format=format))


def _lines(spool: Any) -> Iterator[str]:
    for number, line in enumerate(spool, 1):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InvalidInput(f"line {number} is not UTF-8; an export is") from error


# --- changes --------------------------------------------------------------------------------------------------------


@router.get(
    "/events",
    summary="A feed of what is added, changed and deleted (server-sent events)",
    tags=["events"],
    response_class=EventSourceResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
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
    told = last_event_id or since
    marks = None if told is None else marks_of(told)
    first = await to_thread.run_sync(lambda: memory.changes(marks, user=user, everyone=everyone))
    return EventSourceResponse(_feed(memory, first.marks, first.changes, user, everyone, once), ping=15)


async def _feed(
    memory: Memory, marks: Mapping[int, int], changes: tuple[Change, ...], user: str | None, everyone: bool, once: bool
) -> AsyncIterator[dict[str, str]]:
    yield {"event": "ready", "id": bookmark(marks), "data": "{}"}
    while True:
        for place, change in enumerate(changes):
            event = {"event": change.kind, "data": _change(change)}
            yield event | ({"id": bookmark(marks)} if place == len(changes) - 1 else {})
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


# --- what comes later -----------------------------------------------------------------------------------------------


@router.get("/documents", summary="Documents that were read in", tags=["documents"])
def documents(memory: Caller, user: Labelled = None, limit: Limit = 100) -> dict[str, Any]:
    raise NotConfigured("reading documents is not set up on this server")


@router.post("/documents", summary="Read in a document", tags=["documents"])
def add_document(memory: Caller) -> dict[str, Any]:
    raise NotConfigured("reading documents is not set up on this server")
