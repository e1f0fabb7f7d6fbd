"""Who and what is known, and how they are related."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from recollect.model.graph import DEPTH_DEFAULT, DEPTH_MAX
from recollect.surfaces.http.native.asked import Linked, Merge
from recollect.surfaces.http.native.fields import one_of
from recollect.surfaces.http.native.memories import Caller, Labelled, Limit
from recollect.surfaces.http.native.types import EntitiesOut, EntityOut, RelationsOut, WalkOut, WaypointsOut
from recollect.surfaces.http.strict import NativeRoute

router = APIRouter(prefix="/v1", route_class=NativeRoute, tags=["graph"])
Name = Annotated[str, Path(min_length=1, max_length=512, json_schema_extra={"pattern": "^[^\\u0000/]+$"})]
ENTITY_TYPES = ("person", "company", "place", "project", "tool", "concept", "event")


@router.get("/entities", summary="Who and what records name, the most named first")
def entities(
    memory: Caller,
    user: Labelled = None,
    name: Labelled = None,
    type: Annotated[one_of(ENTITY_TYPES) | None, Query()] = None,  # type: ignore[valid-type]
    limit: Limit = 100,
) -> EntitiesOut:
    return EntitiesOut.model_validate({"entities": memory.entities(user=user, name=name, type=type, limit=limit)})


@router.get("/entities/{name:path}", summary="One entity, by any of its names")
def entity(name: Name, memory: Caller, user: Labelled = None) -> EntityOut:
    return EntityOut.model_validate(memory.entity(name, user=user))


@router.post("/entities/merge", summary="Two names mean the same")
def merge(asked: Merge, memory: Caller) -> EntityOut:
    return EntityOut.model_validate(memory.merge_entities(asked.keep, asked.other, **asked.given("keep", "other")))


@router.get("/relations", summary="What records state about two entities, the most stated first")
def relations(
    memory: Caller,
    user: Labelled = None,
    entity: Labelled = None,
    relation: Labelled = None,
    include_ended: bool = False,
    limit: Limit = 100,
) -> RelationsOut:
    found = memory.relations(user=user, entity=entity, relation=relation, limit=limit, include_ended=include_ended)
    return RelationsOut.model_validate({"relations": found})


@router.post("/waypoints", summary="The link of each of these memories to the one most like it")
def waypoints(asked: Linked, memory: Caller) -> WaypointsOut:
    return WaypointsOut.model_validate({"waypoints": memory.waypoints(asked.ids, user=asked.user)})


@router.get("/graph/{name:path}", summary="What lies around an entity")
def graph(
    name: Name,
    memory: Caller,
    user: Labelled = None,
    depth: Annotated[int, Query(ge=1, le=DEPTH_MAX)] = DEPTH_DEFAULT,
    include_ended: bool = False,
) -> WalkOut:
    return WalkOut.model_validate(memory.graph(name, user=user, depth=depth, include_ended=include_ended))
