"""Care of a tenant: keys, settings, the audit log, numbers."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import BeforeValidator, Field, create_model

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.config import Settings
from recollect.errors import Forbidden
from recollect.model.principal import Principal
from recollect.model.record import SECTORS
from recollect.model.scope import Scope
from recollect.surfaces.http import noting
from recollect.surfaces.http.native.asked import NewKey
from recollect.surfaces.http.native.fields import Asked, Label, one_of
from recollect.surfaces.http.native.memories import Caller, Id, Labelled, Limit
from recollect.surfaces.http.native.options import RecallOptions
from recollect.surfaces.http.native.types import Out
from recollect.surfaces.http.strict import NativeRoute
from recollect.surfaces.http.surface import principal_of

router = APIRouter(prefix="/v1", route_class=NativeRoute)


def tenants_of(request: Request) -> Tenants:
    tenants: Tenants = request.app.state.tenants
    return tenants


def admin_of(request: Request) -> Principal:
    """Whoever sent the request, if he looks after the whole tenant."""
    who = principal_of(request)
    if not who.manages:
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
    most = server.settings.requests_per_minute
    if most and asked.requests_per_minute is not None and not 0 < asked.requests_per_minute <= most:
        raise Forbidden(f"the server allows {most} requests a minute; whoever runs it can make a key that may do more")
    with noting.noting(server, who)("create_key", asked.user) as noted:
        made, text = server.keys.create(who.tenant, **given)
        noted((made.id,), 1)
    return NewKeyOut.model_validate({**KeyOut.model_validate(made).model_dump(), "key": text})


@router.get("/keys", summary="The tenant's keys, revoked ones too", tags=["keys"])
def list_keys(who: Admin, server: Server) -> KeysOut:
    return KeysOut.model_validate({"keys": server.keys.list(who.tenant)})


@router.post("/keys/{id}/rotate", summary="Another text for a key; the old one stops working", tags=["keys"])
def rotate_key(id: Id, who: Admin, server: Server, request: Request) -> NewKeyOut:
    with noting.noting(server, who)("rotate_key", _user_of(server, who, id)) as noted:
        made, text = server.keys.rotate(who.tenant, id)
        noted((made.id,), 1)
    request.app.state.forget_callers()
    return NewKeyOut.model_validate({**KeyOut.model_validate(made).model_dump(), "key": text})


@router.delete("/keys/{id}", summary="Revoke a key", tags=["keys"])
def revoke_key(id: Id, who: Admin, server: Server, request: Request) -> KeyOut:
    with noting.noting(server, who)("revoke_key", _user_of(server, who, id)) as noted:
        revoked = server.keys.revoke(who.tenant, id)
        noted((revoked.id,), 1)
    request.app.state.forget_callers()
    return KeyOut.model_validate(revoked)


def _user_of(server: Tenants, who: Principal, id: str) -> str | None:
    """Whom a key speaks for."""
    return next((key.user for key in server.keys.list(who.tenant) if key.id == id), None)


# --- settings, audit, numbers ---------------------------------------------------------------------------------------


class SettingOut(Out):
    name: str
    value: Any
    help: str
    own: bool
    """Set by the tenant itself."""
    kind: one_of(("number", "whole", "choice", "pairs", "text")) = Field(description="how it is entered")  # type: ignore[valid-type]
    low: float | None = Field(description="the least a number may be")
    high: float | None = Field(description="the most a number may be")
    choices: list[str] = Field(description="what may be chosen, or which names pairs may have")
    default: Any = Field(description="what holds where nobody sets it")


class SettingsOut(Out):
    settings: list[SettingOut]
    problem: str | None


@router.get("/settings", summary="What a tenant may set, and what holds now", tags=["settings"])
def get_settings(who: Admin, server: Server) -> SettingsOut:
    return _settings(server, who.tenant)


def _from_text(value: Any) -> Any:
    """Pairs may come as they are shown: `name=value, …`, or a text of JSON."""
    if not isinstance(value, str):
        return value
    wanted = "give an object, or a text of pairs: name=value, …"
    try:
        found = {name: _number(part) for name, part in config.pairs(value).items()}
    except (ValueError, AttributeError) as error:
        raise ValueError(wanted) from error
    if bool(found) != bool(value):
        raise ValueError(wanted)
    return found


def _pairs(model: Any) -> BeforeValidator:
    """An object, or a text; no schema says which, but that it may be empty."""
    return BeforeValidator(_from_text, json_schema_input_type=model | Annotated[str, Field(max_length=0)])


def _number(text: str) -> Any:
    """What stands in the text: a number, true or false, else a word."""
    try:
        return json.loads(text.lower())
    except ValueError:
        return text


def _tenant_settings() -> type[Asked]:
    """A model of what a tenant may set, made from the table of settings."""
    wanted: dict[str, Any] = {}
    for one in fields(Settings):
        rules = one.metadata
        if not rules.get("tenant"):
            continue
        kind = rules.get("type", str) if one.default is None else type(one.default)
        if isinstance(rules["tenant"], tuple) or "choices" in rules:
            kind = one_of(rules["tenant"] if isinstance(rules["tenant"], tuple) else tuple(rules["choices"]))
        elif one.name == "recall_options":
            kind = Annotated[RecallOptions, _pairs(RecallOptions)]
        elif "pairs" in rules and "low" in rules:
            number = (Annotated[float, Field(ge=rules["low"], le=rules["high"])] | None, None)
            parts: dict[str, Any] = dict.fromkeys(rules["pairs"], number)
            model = create_model(one.name, __base__=Asked, **parts)
            kind = Annotated[model, _pairs(model)]
        elif kind is str and "names" not in rules and "pairs" not in rules:
            kind = Label
        limits = {"ge": rules["low"], "le": rules["high"]} if "low" in rules and kind in (int, float) else {}
        wanted[one.name] = (kind | None, Field(None, description=rules["help"], **limits))
    return create_model("TenantSettings", __base__=Asked, **wanted)


TenantSettings = _tenant_settings()


@router.patch("/settings", summary="Set the tenant's own settings; null goes back to the server's", tags=["settings"])
def set_settings(asked: TenantSettings, who: Admin, server: Server) -> SettingsOut:  # type: ignore[valid-type]
    given = asked.model_dump(exclude_unset=True)  # type: ignore[attr-defined]
    noting.set_settings(server, who, {name: _plain(value) for name, value in given.items()})
    return _settings(server, who.tenant)


def _plain(value: Any) -> Any:
    """Pairs are written as name=value."""
    if not isinstance(value, dict):
        return value
    return {name: _word(part) for name, part in value.items() if part is not None} or None


def _word(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _settings(server: Tenants, tenant: str) -> SettingsOut:
    own = server.store.tenant_settings(Scope(tenant=tenant))
    now = server.engine(tenant).settings
    shown = [
        SettingOut(
            name=one.name,
            value=config.shown(one.name, getattr(now, one.name)),
            help=one.metadata["help"],
            own=one.name in own,
            **_entered(one),
        )
        for one in fields(Settings)
        if one.metadata.get("tenant")
    ]
    return SettingsOut(settings=shown, problem=server.problem(tenant))


def _entered(one: Any) -> dict[str, Any]:
    """What may be entered for a setting."""
    rules, default = one.metadata, one.default
    choices = rules["tenant"] if isinstance(rules["tenant"], tuple) else rules.get("choices", ())
    if choices:
        kind = "choice"
    elif "pairs" in rules:
        kind, choices = "pairs", rules["pairs"]
    else:
        kind = {int: "whole", float: "number"}.get(type(default), "text")
    limits = {"low": rules.get("low"), "high": rules.get("high")}
    return {"kind": kind, **limits, "choices": list(choices), "default": config.shown(one.name, default)}


class AuditOut(Out):
    id: str
    at: datetime
    key_id: str | None = Field(description="who did it: the id of a key, or jwt:ROLE:SUBJECT of a token")
    user: str | None = Field(description="whose memory it was done to")
    verb: str
    ids: list[str]
    count: int


class AuditListOut(Out):
    entries: list[AuditOut]


@router.get("/audit", summary="Who wrote and deleted what, newest first; never what was said", tags=["audit"])
def audit(
    who: Admin, server: Server, user: Labelled = None, before: Labelled = None, limit: Limit = 100
) -> AuditListOut:
    found = server.store.audit(Scope(tenant=who.tenant, user=user), user=user, before=before, limit=limit)
    return AuditListOut.model_validate({"entries": found})


class UsersOut(Out):
    users: list[str]


@router.get("/users", summary="Everybody who has something in this memory", tags=["stats"])
def users(memory: Caller) -> UsersOut:
    return UsersOut(users=memory.users())


class AgentOut(Out):
    agent: str
    memories: int
    turns: int
    sessions: int
    last_at: datetime = Field(description="when something of it was last written")


class AgentsOut(Out):
    agents: list[AgentOut]


@router.get("/agents", summary="The agents that something is remembered of, by name", tags=["stats"])
def agents(memory: Caller, user: Labelled = None, everyone: bool = False) -> AgentsOut:
    return AgentsOut.model_validate({"agents": memory.agents(user=user, everyone=everyone)})


class SectorOut(Out):
    """A sector: how it is told, how it ages, and what lies in it."""

    sector: one_of(SECTORS)  # type: ignore[valid-type]
    decay_rate: float = Field(description="per day")
    weight: float
    patterns: list[str] = Field(description="English words and phrases by which a text shows it")
    embedder: str | None = Field(description="who makes its vectors; null: nobody")
    count: int
    strength: float = Field(description="the mean of what is left of it")


class SectorsOut(Out):
    sectors: list[SectorOut]


@router.get("/sectors", summary="The five sectors, and how much lies in each", tags=["stats"])
def sectors(memory: Caller, user: Labelled = None, everyone: bool = False) -> SectorsOut:
    return SectorsOut.model_validate({"sectors": memory.sectors(user=user, everyone=everyone)})


class StatsOut(Out):
    """How much is remembered, of whom one may see."""

    records: int
    tokens: int = Field(description="about how many tokens all texts have: a quarter of their characters")
    hit_rate: float | None = Field(description="how often a record that was asked for was at hand; null: none was yet")
    by_layer: dict[str, int]
    by_kind: dict[str, int]
    jobs: dict[str, int]


@router.get("/stats", summary="How much is remembered", tags=["stats"])
def stats(memory: Caller, server: Server, request: Request, user: Labelled = None, everyone: bool = False) -> StatsOut:
    found = memory.totals(user=user, everyone=everyone)
    who = principal_of(request)
    engine = server.engine(who.tenant)
    hits, misses = engine.care.record_cache_counts
    jobs = engine.jobs.counts(None if everyone else Scope(tenant=who.tenant, user=who.user or user))
    return StatsOut(
        records=found.records,
        tokens=found.tokens,
        hit_rate=hits / (hits + misses) if hits + misses else None,
        by_layer=found.by_layer,
        by_kind=found.by_kind,
        jobs={state: count for state, count in jobs.items() if count},
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
