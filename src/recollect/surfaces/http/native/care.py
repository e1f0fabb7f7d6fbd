"""Care of a tenant: keys, settings, the audit log, numbers, moving data in and out, and a feed of changes."""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Annotated, Any

import anyio
from anyio import to_thread
from fastapi import APIRouter, Depends, Header, Query, Request
from pydantic import BaseModel, ConfigDict, Field, create_model
from sse_starlette.sse import EventSourceResponse
from starlette.responses import StreamingResponse

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.config import Settings
from recollect.errors import Forbidden, InvalidInput, NotConfigured, NotFound
from recollect.memory import Memory
from recollect.model.change import Change
from recollect.model.principal import ADMIN, Principal
from recollect.model.scope import Scope
from recollect.surfaces.http.native.asked import Label, NewKey, one_of
from recollect.surfaces.http.native.memories import Caller, Id, Labelled, Limit
from recollect.surfaces.http.native.types import Out
from recollect.surfaces.http.strict import StrictRoute
from recollect.surfaces.http.surface import principal_of

router = APIRouter(prefix="/v1", route_class=StrictRoute)
NDJSON = "application/x-ndjson"
EMPTY_EXPORT = '{"format": "recollect-export", "version": 1}\n'
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
    given = asked.given("expires_in_days")
    if asked.expires_in_days is not None:
        given["expires_at"] = server.now() + timedelta(days=asked.expires_in_days)
    made, text = server.keys.create(who.tenant, **given)
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


def _tenant_settings() -> type[BaseModel]:
    """A model of what a tenant may set, made from the table of settings."""
    wanted: dict[str, Any] = {}
    for one in fields(Settings):
        rules = one.metadata
        if not rules.get("tenant"):
            continue
        kind = rules.get("type", str) if one.default is None else type(one.default)
        if "choices" in rules:
            kind = one_of(tuple(rules["choices"]))
        elif kind is str and "names" not in rules and "pairs" not in rules:
            kind = Label
        limits = {"ge": rules["low"], "le": rules["high"]} if "low" in rules and kind in (int, float) else {}
        wanted[one.name] = (kind | None, Field(None, description=rules["help"], **limits))
    return create_model("TenantSettings", __config__=ConfigDict(extra="forbid"), **wanted)


TenantSettings = _tenant_settings()


@router.patch("/settings", summary="Set the tenant's own settings; null goes back to the server's", tags=["settings"])
def set_settings(asked: TenantSettings, who: Admin, server: Server) -> SettingsOut:  # type: ignore[valid-type]
    server.set(who.tenant, asked.model_dump(exclude_unset=True))  # type: ignore[attr-defined]
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


# --- what comes later -----------------------------------------------------------------------------------------------


@router.get("/documents", summary="Documents that were read in", tags=["documents"])
def documents(memory: Caller, user: Labelled = None, limit: Limit = 100) -> dict[str, Any]:
    raise NotConfigured("reading documents is not set up on this server")


@router.post("/documents", summary="Read in a document", tags=["documents"])
def add_document(memory: Caller) -> dict[str, Any]:
    raise NotConfigured("reading documents is not set up on this server")
