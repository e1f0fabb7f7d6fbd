"""What is open, what was decided, what is still to be done, and how memories age."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from recollect.model.job import JOB_STATES
from recollect.surfaces.http.native.asked import Compact, Erase, Resolve, Sweep, Wait
from recollect.surfaces.http.native.memories import Caller, Id, Labelled, Limit
from recollect.surfaces.http.native.types import (
    CompactionOut,
    ConflictOut,
    ConflictsOut,
    DecisionOut,
    DecisionsOut,
    JobOut,
    JobsOut,
    Out,
    ReceiptOut,
    RetriedOut,
    SweptOut,
)
from recollect.surfaces.http.strict import NativeRoute, StrictRoute

router = APIRouter(prefix="/v1", route_class=NativeRoute)
Seconds = Annotated[float, Query(ge=0, le=60, allow_inf_nan=False)]


class Restored(Out):
    restored: int


class Left(Out):
    left: int


@router.get("/conflicts", summary="What must be asked or reviewed, oldest first", tags=["conflicts"])
def conflicts(memory: Caller, user: Labelled = None, everyone: bool = False, resolved: bool = False) -> ConflictsOut:
    found = memory.conflicts(user=user, everyone=everyone, resolved=resolved)
    return ConflictsOut(conflicts=[ConflictOut.of(one) for one in found])


@router.post("/conflicts/{id}/resolve", summary="Settle an open conflict", tags=["conflicts"])
def resolve(id: Id, asked: Resolve, memory: Caller) -> DecisionOut:
    return DecisionOut.model_validate(memory.resolve(id, asked.choice))


@router.get("/decisions", summary="What was decided about claims, newest first", tags=["conflicts"])
def decisions(memory: Caller, user: Labelled = None, memory_id: Labelled = None, limit: Limit = 100) -> DecisionsOut:
    return DecisionsOut.model_validate({"decisions": memory.decisions(user=user, memory_id=memory_id, limit=limit)})


@router.get("/jobs", summary="Background work, newest first", tags=["jobs"])
def jobs(
    memory: Caller,
    state: Annotated[str | None, Query(json_schema_extra={"enum": list(JOB_STATES)})] = None,
    limit: Limit = 100,
) -> JobsOut:
    return JobsOut(jobs=[JobOut.of(job) for job in memory.jobs(state=state, limit=limit)])


def job(id: Id, memory: Caller) -> JobOut:
    return JobOut.of(memory.job(id))


router.add_api_route("/jobs/{id}", job, summary="One job", tags=["jobs"], route_class_override=StrictRoute)
"""MemoryOS's route too, whose clients may say more than is known here."""


@router.post("/jobs/{id}/retry", summary="Queue a dead job again", tags=["jobs"])
def retry(id: Id, memory: Caller) -> RetriedOut:
    retried = memory.retry(id)
    return RetriedOut(**JobOut.of(memory.job(id)).model_dump(), retried=retried)


@router.post("/flush", summary="Wait until queued work is done; says how much is left", tags=["jobs"])
def flush(memory: Caller, asked: Wait | None = None, timeout_s: Seconds = 10.0) -> Left:
    return Left(left=memory.flush(**{"timeout_s": timeout_s, **(asked or Wait()).given()}))


@router.post("/sync", summary="Do now what waits for its time: summaries, profile, graph", tags=["jobs"])
def sync(memory: Caller, asked: Wait | None = None, timeout_s: Seconds = 10.0) -> Left:
    return Left(left=memory.sync(**{"timeout_s": timeout_s, **(asked or Wait()).given()}))


@router.post("/sweep", summary="Archive what has expired, is too old, too weak or one too many", tags=["ageing"])
def sweep(memory: Caller, asked: Sweep | None = None) -> SweptOut:
    return SweptOut.model_validate(memory.sweep(**(asked or Sweep()).given()))


@router.post("/compact", summary="Put one summary in place of old memories", tags=["ageing"])
def compact(asked: Compact, memory: Caller) -> CompactionOut:
    return CompactionOut.model_validate(memory.compact(**asked.given()))


@router.post("/compact/{id}/undo", summary="Bring back what a summary stands for", tags=["ageing"])
def undo(id: Id, memory: Caller) -> Restored:
    return Restored(restored=memory.undo_compaction(id))


@router.post("/erase", summary="Remove everything of a user, or of the tenant, for good", tags=["ageing"])
def erase(asked: Erase, memory: Caller, request: Request) -> ReceiptOut:
    receipt = memory.erase(**asked.given())
    if receipt.counts.get("keys"):
        request.app.state.forget_callers()
    return ReceiptOut.model_validate(receipt)
