"""Users, agents, apps and runs that have memories, and deleting all that one of them has."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path

from recollect.errors import Forbidden
from recollect.model.record import Record
from recollect.model.scope import NAME_CHARS_MAX
from recollect.surfaces.http.apis.mem0 import memories
from recollect.surfaces.http.apis.mem0.filters import LABELS, run_of
from recollect.surfaces.http.apis.mem0.memories import Asking, Caller
from recollect.surfaces.http.strict import StrictRoute

router = APIRouter(route_class=StrictRoute)
Kind = Literal["user", "agent", "app", "run"]
Id = Annotated[str, Path(min_length=1, max_length=NAME_CHARS_MAX)]


@router.get("/v1/entities")
def entities(asking: Asking) -> dict[str, Any]:
    """Everybody and everything memories belong to, that the key may see."""
    found: dict[tuple[str, str], list[Record]] = {}
    for record in memories.every(asking.memory, {**_whose(asking), "layers": (*memories.LAYERS, "turn")}):
        named = {"user": record.user, "agent": record.agent, "app": record.project, "run": run_of(record)}
        for kind, name in named.items():
            if name is not None:
                found.setdefault((kind, name), []).append(record)
    results = [_entity(kind, name, records) for (kind, name), records in sorted(found.items())]
    return {"count": len(results), "next": None, "previous": None, "results": results}


def _whose(asking: Caller) -> dict[str, Any]:
    if asking.who.manages:
        return {"everyone": True}
    if asking.who.user is None:
        raise Forbidden("this is about everybody: send a key with the role admin, or one bound to a user")
    return {"user": asking.who.user}


def _entity(kind: str, name: str, records: list[Record]) -> dict[str, Any]:
    return {
        "id": name,
        "name": name,
        "type": kind,
        "total_memories": sum(record.layer in memories.LAYERS for record in records),
        "created_at": min(record.created_at for record in records).isoformat(),
        "updated_at": max(record.updated_at for record in records).isoformat(),
    }


@router.delete("/v1/entities/{kind}/{name:path}")
@router.delete("/v2/entities/{kind}/{name:path}")
def delete_entity(kind: Kind, name: Id, asking: Asking) -> dict[str, Any]:
    """All memories of it, for good; keys stay. Somebody who has none is as good as deleted."""
    if kind == "user":
        asking.memory.erase(user=name, keys=False)
    else:
        whose = _whose(asking) | {LABELS[f"{kind}_id"]: name}
        asking.memory.clear(**whose)
    return {"message": "Entity deleted successfully!"}
