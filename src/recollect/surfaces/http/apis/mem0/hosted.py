"""The hosted interface, `/v1` to `/v3`, as `mem0ai.MemoryClient` and `AsyncMemoryClient` speak it.

The hosted service learns in the background and answers an add with an event to ask for. Here an add is learned from at
once, unless `async_mode` is set, and the answer carries both: the results, and an event that can be asked for.
"""

from __future__ import annotations

import ast
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.convertors import StringConvertor, register_url_convertor

from recollect.errors import InvalidInput, NotFound
from recollect.model.job import DEAD, DONE, QUEUED
from recollect.model.record import Record
from recollect.model.scope import NAME_CHARS_MAX
from recollect.surfaces.http.apis.mem0 import filters, memories, wire
from recollect.surfaces.http.apis.mem0.memories import Asking, Caller
from recollect.surfaces.http.strict import StrictRoute

router = APIRouter(route_class=StrictRoute)
PAGE_SIZE = 100
FILTERS_CHARS_MAX = 100_000
JOB_STATES = {QUEUED: "PENDING", DONE: "SUCCEEDED", DEAD: "FAILED"}
"""State of a job -> status of its event; what is left is RUNNING."""
Id = Annotated[str, Path(min_length=1, max_length=NAME_CHARS_MAX)]
Named = Annotated[str | None, Query(min_length=1, max_length=NAME_CHARS_MAX)]


class MemoryId(StringConvertor):
    """The id of a memory. `search` is an address of its own: another method there is refused, and not taken for one."""

    regex = r"(?!search$)[^/]+"


register_url_convertor("mem0", MemoryId())


@router.get("/v1/ping")
def ping(asking: Asking) -> dict[str, Any]:
    """The first thing a client asks: whether its key works, and for whom."""
    tenant = asking.who.tenant
    return {"status": "ok", "org_id": tenant, "project_id": tenant, "user_email": None}


@router.post("/v1/memories")
@router.post("/v2/memories/add")
@router.post("/v3/memories/add")
def add(asked: wire.Add, asking: Asking) -> Any:
    added = memories.add(asking, asked)
    results = wire.events_of(added)
    if asked.output_format == "v1.0":
        return results
    waiting = bool(asked.async_mode and added.job_id)
    return {
        "results": results,
        "message": "Memory processing has been queued" if waiting else "ok",
        "status": "PENDING" if waiting else "SUCCEEDED",
        "event_id": added.job_id,
    }


@router.get("/v1/event/{id}")
def event(id: Id, asking: Asking) -> dict[str, Any]:
    """How far the learning of an add has come, and the memories it made."""
    job = asking.memory.job(id)
    turns = set(job.payload.get("turns", ()))
    if not turns:
        raise NotFound(f"there is no event {id!r}")
    whose: dict[str, Any] = {"user": job.scope.user, "session": job.scope.session, "layers": memories.LAYERS}
    wanted = whose | {"include_expired": True}
    made = [one for one in memories.every(asking.memory, wanted) if one.provenance.reference in turns]
    return {
        "id": job.id,
        "event_type": "ADD",
        "status": JOB_STATES.get(job.state, "RUNNING"),
        "results": [wire.event_out(record, "ADD") for record in made],
        "error": job.error,
        "created_at": job.created_at.isoformat(),
    }


@router.post("/v2/memories")
@router.post("/v3/memories")
def list_memories(
    asked: wire.List,
    asking: Asking,
    request: Request,
    page: Annotated[int | None, Query(ge=1, le=10_000_000)] = None,
    page_size: Annotated[int | None, Query(ge=1, le=10_000)] = None,
) -> Any:
    asked.page, asked.page_size = page or asked.page, page_size or asked.page_size
    return _page(asking, asked, request)


@router.get("/v1/memories")
def list_memories_by_ids(asked: Annotated[wire.List, Query()], asking: Asking, request: Request) -> Any:
    return _page(asking, asked, request)


def _page(asking: Caller, asked: wire.List, request: Request) -> Any:
    size, page = asked.page_size or asked.limit or PAGE_SIZE, asked.page or 1
    found, count = memories.page(
        asking,
        asking.filter(asked),
        (page - 1) * size,
        size,
        expired=bool(asked.show_expired),
        fits=_fits(asked) if asked.start_date or asked.end_date or asked.categories else None,
    )
    results = [wire.memory_out(record) for record in found]
    if asked.output_format == "v1.0":
        return results
    return {
        "count": count,
        "next": _link(request, page + 1, size) if page * size < count else None,
        "previous": _link(request, page - 1, size) if page > 1 else None,
        "results": results,
    }


def _fits(asked: wire.List) -> memories.Fits:
    since = filters.moment(asked.start_date, "start_date")
    until = filters.end_of(asked.end_date)

    def fits(record: Record) -> bool:
        late = since is None or record.created_at >= since
        early = until is None or record.created_at < until
        return late and early and memories.has_category(record, asked.categories)

    return fits


def _link(request: Request, page: int, size: int) -> str:
    """With the slash that a hosted address ends in: without one it may be another interface's."""
    asked = request.url.replace(path=f"{request.url.path.rstrip('/')}/")
    return str(asked.include_query_params(page=page, page_size=size))


@router.post("/v1/memories/search")
@router.post("/v2/memories/search")
@router.post("/v3/memories/search")
def search(asked: wire.Search, asking: Asking) -> Any:
    results = memories.search(asking, asking.filter(asked), asked)
    return results if asked.output_format == "v1.0" else {"results": results}


@router.delete("/v1/memories")
def delete_memories(asked: Annotated[wire.Ids, Query()], asking: Asking, request: Request) -> dict[str, Any]:
    """Everything that matches, of whom the ids name. Clients send `filters` as they print it."""
    given = wire.Filtered.model_validate({**asked.ids, "filters": _printed(request.query_params.get("filters"))})
    wanted = asking.filter(given)
    all_of_them = wanted.everyone and not wanted.others
    if given.filters and not filters.ids_in([given.filters, asked.ids]) and not all_of_them:
        raise InvalidInput(f"{memories.ID_NEEDED} to delete; other filters only narrow it")
    deleted = memories.delete_all(asking, wanted)
    told = "Memories deleted successfully!" if deleted else "No memory matched; nothing was deleted."
    return {"message": told, "deleted": deleted}


def _printed(text: str | None) -> dict[str, Any] | None:
    """A dictionary in a query: as JSON, or as Python prints it."""
    if not text:
        return None
    try:
        found = json.loads(text) if text.startswith('{"') else ast.literal_eval(text[:FILTERS_CHARS_MAX])
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        raise InvalidInput("filters is not readable; send it as a JSON object") from error
    if not isinstance(found, dict):
        raise InvalidInput("filters must be an object")
    return found


@router.get("/v1/memories/{id:mem0}")
def get_memory(id: Id, asking: Asking, show_expired: bool = False) -> dict[str, Any]:
    return wire.memory_out(memories.get(asking, id, expired=show_expired))


@router.put("/v1/memories/{id:mem0}")
def change_memory(id: Id, asked: wire.Change, asking: Asking) -> dict[str, Any]:
    return wire.memory_out(memories.update(asking, id, asked))


@router.delete("/v1/memories/{id:mem0}")
def delete_memory(id: Id, asking: Asking) -> dict[str, Any]:
    memories.get(asking, id, expired=True)
    asking.memory.delete(id)
    return {"message": "Memory deleted successfully!"}


@router.get("/v1/memories/{id}/history")
def history(id: Id, asking: Asking) -> list[dict[str, Any]]:
    return wire.history_out(asking.memory.history(id))


@router.put("/v1/batch")
def change_memories(asked: wire.Changes, asking: Asking) -> dict[str, Any]:
    """All of them exist, or none is changed."""
    for one in asked.memories:
        memories.get(asking, one.memory_id, expired=True)
    for one in asked.memories:
        memories.update(asking, one.memory_id, one)
    return {"message": f"Successfully updated {len(asked.memories)} memories"}


@router.delete("/v1/batch")
def delete_memories_by_id(asked: wire.Deletions, asking: Asking) -> dict[str, Any]:
    ids = list(dict.fromkeys(one.memory_id for one in asked.memories))
    for id in ids:
        memories.get(asking, id, expired=True)
    asking.memory.delete(*ids)
    return {"message": f"Successfully deleted {len(ids)} memories"}
