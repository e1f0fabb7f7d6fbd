"""Searching, the context of a prompt, the timeline, and what stands above single memories."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from recollect.model.record import LAYERS
from recollect.surfaces.http.native.asked import AddOverride, ContextAsked, Search, Whose
from recollect.surfaces.http.native.fields import Moment, Text, one_of
from recollect.surfaces.http.native.memories import Caller, Labelled, Limit, Offset
from recollect.surfaces.http.native.types import (
    AddedOut,
    ContextOut,
    HitsOut,
    ProfileOut,
    RecordOut,
    RecordsOut,
    hits_out,
)
from recollect.surfaces.http.strict import NativeRoute

router = APIRouter(prefix="/v1", route_class=NativeRoute)


@router.post("/search", summary="Find what answers a question", tags=["recall"])
def search(asked: Search, memory: Caller) -> HitsOut:
    given = asked.given("query", "options", "trace")
    options = asked.options.given() if asked.options else {}
    if asked.query is None:
        options["strategy"] = "recent"
    found = memory.search(asked.query or "", **given, **options)
    return hits_out(asked.query or "", found, trace=asked.explain or asked.trace)


@router.post("/context", summary="What to tell a model", tags=["recall"])
def context(asked: ContextAsked, memory: Caller) -> ContextOut:
    given = asked.given("query", "options")
    options = asked.options.given() if asked.options else {}
    return ContextOut.model_validate(memory.context(asked.query, **given, **options))


@router.get("/timeline", summary="What happened when, oldest first", tags=["recall"])
def timeline(
    memory: Caller,
    user: Labelled = None,
    agent: Labelled = None,
    project: Labelled = None,
    about: Annotated[Text | None, Query(max_length=10_000)] = None,
    since: Moment | None = None,
    until: Moment | None = None,
    layer: Annotated[list[one_of(LAYERS)] | None, Query(max_length=len(LAYERS))] = None,  # type: ignore[valid-type]
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> RecordsOut:
    found = memory.timeline(
        user=user,
        agent=agent,
        project=project,
        about=about,
        since=since,
        until=until,
        layers=layer or (),
        limit=limit,
    )
    return RecordsOut(records=[RecordOut.model_validate(one) for one in found])


@router.get("/profile", summary="What is known of a user in a few lines", tags=["layers"])
def profile(memory: Caller, user: Labelled = None) -> ProfileOut:
    return ProfileOut.model_validate(memory.profile(user=user))


@router.post("/profile/rebuild", summary="Make the profile now", tags=["layers"])
def rebuild_profile(memory: Caller, asked: Whose | None = None) -> ProfileOut:
    return ProfileOut.model_validate(memory.rebuild_profile(**(asked or Whose()).given()))


@router.get("/overrides", summary="What was fixed by hand", tags=["layers"])
def overrides(memory: Caller, user: Labelled = None) -> RecordsOut:
    return RecordsOut(records=[RecordOut.model_validate(one) for one in memory.overrides(user=user)])


@router.post("/overrides", status_code=201, summary="Fix something: nothing learned changes it", tags=["layers"])
def add_override(asked: AddOverride, memory: Caller) -> AddedOut:
    return AddedOut.model_validate(memory.override(asked.content, **asked.given("content")))


@router.get("/summaries", summary="Summaries of conversations, newest first", tags=["layers"])
def summaries(
    memory: Caller, user: Labelled = None, session: Labelled = None, limit: Limit = 100, offset: Offset = 0
) -> RecordsOut:
    found = memory.list(user=user, session=session, layers=["summary"], limit=limit, offset=offset)
    total = memory.count(user=user, session=session, layers=["summary"])
    return RecordsOut(records=[RecordOut.model_validate(one) for one in found], total=total)
