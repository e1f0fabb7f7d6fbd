"""The interface of mem0's own server: `/memories`, `/search`, `/reset`, `/configure`."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from recollect.surfaces.http.apis.mem0 import memories, wire
from recollect.surfaces.http.apis.mem0.hosted import Id
from recollect.surfaces.http.apis.mem0.memories import Asking
from recollect.surfaces.http.strict import StrictRoute

router = APIRouter(route_class=StrictRoute)
LISTED = 100


@router.post("/memories")
def add_to_server(asked: wire.Add, asking: Asking) -> dict[str, Any]:
    return {"results": wire.events_of(memories.add(asking, asked))}


@router.get("/memories")
def list_on_server(asked: Annotated[wire.List, Query()], asking: Asking) -> dict[str, Any]:
    wanted = asking.filter(asked)
    found, _ = memories.page(asking, wanted, 0, asked.limit or LISTED, expired=bool(asked.show_expired))
    return {"results": [wire.memory_out(record) for record in found]}


@router.delete("/memories")
def delete_on_server(asked: Annotated[wire.Ids, Query()], asking: Asking) -> dict[str, Any]:
    memories.delete_all(asking, asking.filter(wire.Filtered.model_validate(asked.ids)))
    return {"message": "All relevant memories deleted"}


@router.get("/memories/{id}")
def get_from_server(id: Id, asking: Asking, show_expired: bool = False) -> dict[str, Any]:
    return wire.memory_out(memories.get(asking, id, expired=show_expired))


@router.put("/memories/{id}")
def change_on_server(id: Id, asked: wire.Change, asking: Asking) -> dict[str, Any]:
    memories.update(asking, id, asked)
    return {"message": "Memory updated successfully!"}


@router.delete("/memories/{id}")
def delete_one_on_server(id: Id, asking: Asking) -> dict[str, Any]:
    memories.get(asking, id, expired=True)
    asking.memory.delete(id)
    return {"message": "Memory deleted successfully"}


@router.get("/memories/{id}/history")
def history_on_server(id: Id, asking: Asking) -> list[dict[str, Any]]:
    return wire.history_out(asking.memory.history(id))


@router.post("/search")
def search_on_server(asked: wire.Search, asking: Asking) -> dict[str, Any]:
    return {"results": memories.search(asking, asking.filter(asked), asked)}


@router.post("/reset")
def reset(asking: Asking) -> dict[str, Any]:
    """Everything of the tenant, for good; keys stay."""
    asking.require_admin("a reset")
    asking.memory.erase(everyone=True, keys=False)
    return {"message": "All memories reset"}


@router.post("/configure")
def configure(asked: dict[str, Any], asking: Asking) -> dict[str, Any]:
    """Its programs send models and stores when they begin. Those of this server are set where it runs: what was sent
    is neither used nor kept, and the answer says so."""
    asking.require_admin("the configuration")
    return {
        "message": "Configuration received; this server keeps its own models and store, see `recollect config`",
        "ignored": sorted(asked),
    }
