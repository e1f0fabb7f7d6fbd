"""OpenMemory's interface: `/memory/*`, `/sectors`, `/health` and, in `lgm`, `/lgm/*`.

Answers carry the fields of its documentation and of its current release. Its sectors, salience and waypoints are ours:
a memory added here is a note in the sectors its text shows, and a query ranks with the preset `openmemory`.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import Response

from recollect.assemble.tenants import Tenants
from recollect.engine.counting import REMEMBERED
from recollect.engine.recalled import one_question
from recollect.errors import Contradictory, Forbidden, InvalidInput, NotFound
from recollect.memory import Memory
from recollect.model.principal import WRITE
from recollect.model.query import Hit
from recollect.model.record import Record
from recollect.surfaces.http.apis import lgm, openmemory_documents, openmemory_errors
from recollect.surfaces.http.apis.keeping import Turns, changed, keeper_of
from recollect.surfaces.http.apis.openmemory_types import (
    AddAsked,
    DeleteAsked,
    IngestAsked,
    IngestUrlAsked,
    QueryAsked,
    QueryFilters,
    ReinforceAsked,
    UpdateAsked,
    chunks_of,
    item_of,
    match_of,
    primary,
)
from recollect.surfaces.http.apis.wire import IfAny, JsonAnswer, Label, application, from_ms, user_of
from recollect.surfaces.http.native.health import sign_of_life
from recollect.surfaces.http.strict import StrictRoute
from recollect.surfaces.http.surface import Surface, is_shown, memory_of, principal_of

router = APIRouter(route_class=StrictRoute)
PREFIX = "/openmemory"
ROOT = ("/memory", "/sectors", "/lgm")
PRESET = "openmemory"
HITS_MAX = 1000
ITEMS = 100
ITEMS_MAX = 10_000
OFFSET_MAX = 1_000_000_000


def create(tenants: Tenants) -> Surface:
    app = application("OpenMemory")
    app.state.tenants = tenants
    app.state.turns = Turns()
    app.include_router(router)
    app.include_router(lgm.router)
    openmemory_errors.install(app)
    return Surface(
        name="openmemory",
        app=app,
        prefix=PREFIX,
        root=ROOT,
        public=frozenset({"/health"}),
        large=("/memory/ingest",),
        refuse=openmemory_errors.refuse,
    )


@router.get("/health")
async def health(request: Request) -> Response:
    return JsonAnswer(sign_of_life(request.app.state.tenants))


@router.get("/sectors")
def sectors(request: Request, user_id: Annotated[IfAny[Label], Query()] = None) -> Response:
    """Of the whole tenant for its administrator; for others of one user."""
    principal, memory = principal_of(request), memory_of(request)
    everyone = user_id is None and principal.user is None and principal.may("admin")
    user = None if everyone else user_of(request, user_id)
    found = memory.sectors(user=user, everyone=everyone)
    return JsonAnswer(
        {
            "sectors": [one.sector for one in found],
            "configs": {
                one.sector: {
                    "model": one.embedder,
                    "decay_lambda": one.decay_rate,
                    "weight": one.weight,
                    "patterns": list(one.patterns),
                }
                for one in found
            },
            "stats": [
                {"sector": one.sector, "count": one.count, "avg_salience": one.strength} for one in found if one.count
            ],
        }
    )


@router.post("/memory/add")
def add(asked: AddAsked, request: Request) -> Response:
    memory = memory_of(request)
    record, known = keeper_of(request).keep(
        asked.content, user=user_of(request, asked.user_id), tags=asked.tags or [], metadata=asked.metadata or {}
    )
    body: dict[str, Any] = {
        "id": record.id,
        "primary_sector": primary(record),
        "sector": primary(record),
        "sectors": list(record.sectors),
        "chunks": chunks_of(asked.content, memory.settings),
    }
    if known:
        body["deduplicated"] = True
    return JsonAnswer(body)


# --- finding ----------------------------------------------------------------------------------------------------


@router.post("/memory/query")
def query(asked: QueryAsked, request: Request) -> Response:
    now, memory = request.app.state.tenants.now(), memory_of(request)
    wanted = asked.filters or QueryFilters()
    since = asked.since if wanted.since is None else wanted.since
    until = asked.until if wanted.until is None else wanted.until
    if since is not None and until is not None and since > until:
        raise Contradictory(
            f"startTime ({since:.15g}) is after endTime ({until:.15g}): nothing lies between them; swap them"
        )
    options: dict[str, Any] = {} if wanted.min_score is None else {"min_score": wanted.min_score}
    found: dict[str, Hit] = {}
    sectors_asked: list[str | None] = [*wanted.every_sector] or [None]
    with one_question() as recalled:
        for sector in sectors_asked:
            hits = memory.search(
                asked.query,
                user=user_of(request, wanted.user_id or asked.user_id),
                k=asked.matches_max if wanted.min_salience is None else HITS_MAX,
                layers=REMEMBERED,
                sector=sector,
                tags=wanted.tags or (),
                since=None if since is None else from_ms(since),
                until=None if until is None else from_ms(until + 1),  # ours ends before, theirs with it
                preset=PRESET,
                **options,
            )
            for hit in hits:
                if wanted.min_salience is None or hit.record.strength_now(now) >= wanted.min_salience:
                    found.setdefault(hit.id, hit)
        recalled[:] = best = sorted(found.values(), key=lambda hit: -hit.score)[: asked.matches_max]
    return JsonAnswer({"query": asked.query, "matches": [match_of(hit, now) for hit in best]})


@router.get("/memory/all")
def every(
    request: Request,
    l: Annotated[IfAny[Annotated[int, Field(ge=1, le=ITEMS_MAX)]], Query()] = None,  # noqa: E741
    u: Annotated[IfAny[Annotated[int, Field(ge=0, le=OFFSET_MAX)]], Query()] = None,
    sector: Annotated[IfAny[Label], Query()] = None,
    user_id: Annotated[IfAny[Label], Query()] = None,
) -> Response:
    now, memory = request.app.state.tenants.now(), memory_of(request)
    user, limit, offset = user_of(request, user_id), ITEMS if l is None else l, u or 0
    if sector is None:
        found = memory.list(user=user, layers=REMEMBERED, limit=limit, offset=offset)
    else:
        found = _primarily(memory, user, sector, limit, offset)
    return JsonAnswer({"items": [item_of(record, now) for record in found]})


def _primarily(memory: Memory, user: str, sector: str, limit: int, offset: int) -> list[Record]:
    """Records whose primary sector it is; the engine's own filter also finds those that have it besides."""
    found: list[Record] = []
    at, size = 0, min(ITEMS_MAX, 2 * (offset + limit))
    while len(found) < offset + limit:
        page = memory.list(user=user, layers=REMEMBERED, sector=sector, limit=size, offset=at)
        found += [record for record in page if record.sectors[0] == sector]
        if len(page) < size:
            break
        at += size
    return found[offset : offset + limit]


# --- documents --------------------------------------------------------------------------------------------------


@router.post("/memory/ingest")
def ingest(asked: IngestAsked, request: Request) -> Response:
    memory = memory_of(request)
    return JsonAnswer(
        openmemory_documents.ingest(memory, asked, user_of(request, asked.user_id), request.app.state.tenants.now())
    )


@router.post("/memory/ingest/url")
def ingest_url(asked: IngestUrlAsked, request: Request) -> Response:
    memory, user, now = memory_of(request), user_of(request, asked.user_id), request.app.state.tenants.now()
    try:
        return JsonAnswer(openmemory_documents.ingest_url(memory, asked, user, now))
    except (InvalidInput, NotFound, Forbidden) as error:
        if not principal_of(request).may(WRITE):
            raise
        return JsonAnswer(openmemory_errors.unreadable("/memory/ingest/url", error), 500)


# --- one memory -------------------------------------------------------------------------------------------------


@router.post("/memory/reinforce")
def reinforce(asked: ReinforceAsked, request: Request) -> Response:
    memory = memory_of(request)
    _own(request, asked.id, asked.user_id)
    memory.reinforce(asked.id, 0.1 if asked.boost is None else asked.boost)
    return JsonAnswer({"ok": True})


@router.get("/memory/{id}")
def get(id: str, request: Request, user_id: Annotated[IfAny[Label], Query()] = None) -> Response:
    return JsonAnswer(item_of(_own(request, id, user_id), request.app.state.tenants.now()))


@router.patch("/memory/{id}")
def update(id: str, asked: UpdateAsked, request: Request) -> Response:
    record = _own(request, id, asked.user_id)
    given = {name: getattr(asked, name) for name in ("content", "tags", "metadata")}
    changes = {name: value for name, value in given.items() if value is not None}
    if changes:  # all three may be left out
        changed(memory_of(request), record, changes)
    return JsonAnswer({"id": id, "updated": True})


@router.delete("/memory/{id}")
def delete(
    id: str,
    request: Request,
    asked: DeleteAsked | None = None,
    user_id: Annotated[IfAny[Label], Query()] = None,
) -> Response:
    """With the root of a document go its sections: nothing else names them."""
    record, memory = _own(request, id, user_id), memory_of(request)
    if asked is not None:
        record = _own(request, id, asked.user_id)
    memory.delete(record.id, *openmemory_documents.sections_of(memory, record))
    return JsonAnswer({"ok": True})


def _own(request: Request, id: str, user_id: str | None) -> Record:
    """The record, when it is of the user that the request names; without one, of anybody the key may see. What lists
    and queries do not show is not there."""
    bound = principal_of(request).user
    if bound is not None and user_id not in (None, bound):
        raise Forbidden("this key is bound to one user and cannot name another")
    record = memory_of(request).get(id)
    if not is_shown(record, request.app.state.tenants.now()):
        raise NotFound(f"there is no memory {id!r}")
    if user_id is not None and record.user not in (None, user_id):
        raise Forbidden("the memory belongs to another user")
    return record
