"""OpenMemory's LangGraph mode, `/lgm/*`: what the nodes of a graph remember, by namespace and graph.

A node writes into the sector that belongs to it. Namespace and graph are labels (project and session) and tags of the
memory; what a node stores stays as it said it, and storing it again makes it stronger instead of twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from recollect.config import Settings
from recollect.errors import InvalidInput
from recollect.memory import Memory
from recollect.model.record import SECTORS, Record
from recollect.surfaces.http.apis.keeping import GRAPH, keeper_of
from recollect.surfaces.http.apis.openmemory_types import Tags, Text, chunks_of, item_of, match_of, primary
from recollect.surfaces.http.apis.wire import IfAny, JsonAnswer, Label, Taken, ms, user_of
from recollect.surfaces.http.strict import StrictRoute
from recollect.surfaces.http.surface import memory_of

router = APIRouter(prefix="/lgm", route_class=StrictRoute)
NODES = {
    "observe": "episodic",
    "plan": "semantic",
    "reflect": "reflective",
    "act": "procedural",
    "emotion": "emotional",
}
OTHER_NODE = "semantic"
REFLECT = "reflect"
LINE_CHARS = 160
LIMIT_MAX = 1000
CONTEXT_IDS_MAX = 50
PRESET = "openmemory"
Name = Annotated[str, Field(min_length=1, max_length=200)]
Limit = Annotated[int, Field(ge=1, le=LIMIT_MAX)]


class Place(Taken):
    """Which graph it is about."""

    namespace: IfAny[Name] = None
    graph_id: IfAny[Name] = None
    user_id: IfAny[Label] = None


class StoreAsked(Place):
    node: Name
    content: Text
    tags: Tags | None = None
    metadata: dict[str, Any] | None = None
    reflective: bool | None = None


class RetrieveAsked(Place):
    node: Name
    query: Annotated[str, Field(max_length=8192)] | None = None
    limit: Limit | None = None
    include_metadata: bool | None = None


class ContextAsked(Place):
    limit: Limit | None = None


class ReflectionAsked(Place):
    node: IfAny[Name] = None
    content: Text | None = None
    tags: Tags | None = None
    metadata: dict[str, Any] | None = None
    context_ids: Annotated[list[Label], Field(max_length=CONTEXT_IDS_MAX)] | None = None


class Graph:
    """One namespace, and where it was named one graph, of a user."""

    def __init__(self, request: Request, asked: Place) -> None:
        self._keeper = keeper_of(request)
        self.memory: Memory = self._keeper.memory
        self.settings: Settings = self.memory.settings
        self.user = user_of(request, asked.user_id)
        self.namespace = asked.namespace or self.settings.lg_namespace
        self.graph_id = asked.graph_id
        self.now: datetime = self._keeper.now

    @property
    def tags(self) -> list[str]:
        found = [f"lgm:namespace:{self.namespace}"]
        return [*found, f"lgm:graph:{self.graph_id}"] if self.graph_id else found

    @property
    def named(self) -> dict[str, Any]:
        return {"namespace": self.namespace, "graph_id": self.graph_id}

    def store(
        self, node: str, content: str, tags: Sequence[str], metadata: dict[str, Any] | None, **about: Any
    ) -> dict[str, Any]:
        """What a node says, as its memory; the same again is the same memory, and stronger. What `reflect` says is a
        reflection, which tells of other memories and not of the user: no profile is made of it."""
        said = {"node": node, **self.named, "stored_at": ms(self.now), "mode": "langgraph", **about}
        kept = {**(metadata or {}), GRAPH: said, "sector": sector_of(node)}
        record, _ = self._keeper.keep(
            content,
            user=self.user,
            project=self.namespace,
            session=self.graph_id,
            tags=list(dict.fromkeys([*tags, f"lgm:node:{node}", *self.tags])),
            metadata=kept,
            **({"kind": "reflection"} if node == REFLECT else {}),
        )
        return {
            "id": record.id,
            "node": node,
            "primary_sector": primary(record),
            "sectors": list(record.sectors),
            **self.named,
            "tags": list(record.tags),
            "chunks": chunks_of(content, self.settings),
            "metadata": dict(record.metadata),
        }

    def newest(self, sector: str, limit: int) -> list[Record]:
        return self.memory.list(
            user=self.user, project=self.namespace, sector=sector, tags=self.tags, layers=["memory"], limit=limit
        )

    def found(self, query: str, sector: str, limit: int) -> list[dict[str, Any]]:
        hits = self.memory.search(
            query,
            user=self.user,
            project=self.namespace,
            sector=sector,
            tags=self.tags,
            layers=["memory"],
            k=limit,
            preset=PRESET,
        )
        return [item(hit.record, self.now) | _scored(match_of(hit, self.now)) for hit in hits]

    def lines(self, records: Sequence[Record]) -> list[str]:
        return [f"- [{node_of(record)}] {shortened(record.content)}" for record in records]


def sector_of(node: str) -> str:
    return NODES.get(node, OTHER_NODE)


def node_of(record: Record) -> str:
    """The node that stored it."""
    said = record.metadata.get(GRAPH)
    node = said.get("node") if isinstance(said, dict) else None
    return node if isinstance(node, str) else next(name for name, sector in NODES.items() if sector == primary(record))


def shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LINE_CHARS else line[: LINE_CHARS - 3].rstrip() + "..."


def item(record: Record, now: datetime) -> dict[str, Any]:
    return {"node": node_of(record), **item_of(record, now)}


def _scored(match: dict[str, Any]) -> dict[str, Any]:
    return {"score": match["score"], "path": match["path"]}


# --- routes -----------------------------------------------------------------------------------------------------


@router.get("/config")
def config(request: Request) -> Response:
    settings = memory_of(request).settings
    return JsonAnswer(
        {
            "mode": settings.lg_mode,
            "namespace_default": settings.lg_namespace,
            "max_context": settings.lg_max_context,
            "reflective": settings.lg_reflective == "on",
            "node_sector_map": NODES,
        }
    )


@router.post("/store")
def store(asked: StoreAsked, request: Request) -> Response:
    graph, node = Graph(request, asked), asked.node.lower()
    stored = graph.store(node, asked.content, asked.tags or [], asked.metadata)
    wanted = graph.settings.lg_reflective == "on" if asked.reflective is None else asked.reflective
    reflection = None
    if wanted and node != REFLECT:
        content = f"{_headline(node, graph)}\n\n{asked.content}"
        tags = ["lgm:auto:reflection", f"lgm:source:{stored['id']}"]
        about = {"source_memory": stored["id"], "source_node": node}
        reflection = graph.store(REFLECT, content, tags, None, **about)
    return JsonAnswer({"memory": stored, "reflection": reflection})


def _headline(node: str, graph: Graph) -> str:
    named = [f'Reflection of the node "{node}"', f"namespace={graph.namespace}"]
    return " | ".join([*named, f"graph={graph.graph_id}"] if graph.graph_id else named)


@router.post("/retrieve")
def retrieve(asked: RetrieveAsked, request: Request) -> Response:
    graph, node = Graph(request, asked), asked.node.lower()
    sector, limit = sector_of(node), asked.limit or graph.settings.lg_max_context
    query = asked.query if asked.query and asked.query.strip() else None
    if query is None:
        items = [item(record, graph.now) for record in graph.newest(sector, limit)]
    else:
        items = graph.found(query, sector, limit)
    if not asked.include_metadata:
        items = [{name: value for name, value in one.items() if name != "metadata"} for one in items]
    body = {"node": node, "sector": sector, **graph.named, "query": query, "count": len(items), "items": items}
    return JsonAnswer(body)


@router.post("/context")
def context(request: Request, asked: ContextAsked | None = None) -> Response:
    """By node as the current release answers, and by sector as documented: up to the limit for each sector."""
    graph = Graph(request, asked or ContextAsked())
    most = graph.settings.lg_max_context
    limit = min(most, (asked.limit if asked else None) or most)
    by_sector = {sector: graph.newest(sector, limit) for sector in SECTORS}
    by_node = {node: by_sector[sector][: max(1, limit // len(NODES))] for node, sector in NODES.items()}
    return JsonAnswer(
        {
            **graph.named,
            "limit": limit,
            "nodes": [
                {"node": node, "sector": NODES[node], "items": [item(one, graph.now) for one in found]}
                for node, found in by_node.items()
            ],
            "summary": "\n".join(line for found in by_node.values() for line in graph.lines(found)),
            **{sector: [item(one, graph.now) for one in found] for sector, found in by_sector.items()},
        }
    )


@router.post("/reflection")
def reflection(request: Request, asked: ReflectionAsked | None = None) -> Response:
    """What was thought about, said by the caller or, without content, what the graph last remembered."""
    asked = asked or ReflectionAsked()
    graph, node = Graph(request, asked), (asked.node or REFLECT).lower()
    content = asked.content or _recent(graph)
    ids = asked.context_ids or []
    tags = [*(asked.tags or []), "lgm:manual:reflection", *(f"lgm:context:{id}" for id in ids)]
    metadata = {**(asked.metadata or {}), "lgm_context_ids": ids}
    return JsonAnswer({"memory": graph.store(node, content, tags, metadata), "reflection": None})


def _recent(graph: Graph) -> str:
    each = max(1, graph.settings.lg_max_context // len(NODES))
    lines = [line for sector in NODES.values() for line in graph.lines(graph.newest(sector, each))]
    if not lines:
        raise InvalidInput("there is nothing to reflect on: the namespace is empty; give content")
    return "\n".join([_headline(REFLECT, graph), "", *lines])
