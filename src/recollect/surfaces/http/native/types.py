"""What the native interface sends: its own shapes, so that the inner ones may change without breaking clients."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from recollect.model.query import Hits
from recollect.model.record import Record


class Out(BaseModel):
    """Made from an object of the engine by the names of its fields."""

    model_config = ConfigDict(from_attributes=True, ser_json_inf_nan="null")


class ProvenanceOut(Out):
    source: str = Field(description="user, assistant, tool, document, file, import or system")
    reference: str | None
    trust: float


class RecordOut(Out):
    """One remembered thing: a memory, a turn, a summary, a profile, an override or a part of a document."""

    id: str
    content: str
    tokens: int = Field(description="about how many the text has: a quarter of its characters")
    layer: str
    kind: str
    status: str
    user: str | None
    agent: str | None
    session: str | None
    project: str | None
    role: str
    speaker: str | None
    position: int
    key: str | None
    tags: list[str]
    metadata: dict[str, Any]
    sectors: list[str]
    confidence: float
    strength: float
    original_strength: float
    strength_at: datetime
    decay_rate: float
    access_count: int
    occurred_at: datetime | None
    valid_from: datetime | None
    valid_until: datetime | None
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None
    last_accessed_at: datetime | None
    ended_at: datetime | None
    version: int
    previous_version_id: str | None
    provenance: ProvenanceOut


class DecisionOut(Out):
    """What became of a claim, and why."""

    action: str = Field(
        description="added, reinforced, superseded, merged, kept_both, rejected, clarify (ask the user) or review"
    )
    reason: str
    memory_id: str | None
    previous_id: str | None
    conflict_id: str | None
    content: str


class RecalledOut(Out):
    """When a record was recalled, and why."""

    at: datetime
    question: str
    rank: int = Field(description="1: it was the best hit")
    score: float
    why: str


class RecallsOut(Out):
    recalls: list[RecalledOut]


class AddedOut(Out):
    """What was stored, and what was decided about it."""

    ids: list[str]
    session: str | None
    job_id: str | None = Field(description="the job that learns from a conversation; GET /v1/jobs/{id}")
    job_ids: list[str]
    note: str | None
    records: list[RecordOut]
    memories: list[RecordOut]
    decisions: list[DecisionOut]


class ConflictOut(Out):
    """Two statements that cannot both be true."""

    id: str
    action: str
    question: str
    reason: str
    user: str | None
    new_id: str
    old_id: str
    created_at: datetime
    resolved_at: datetime | None
    choice: str | None

    @classmethod
    def of(cls, one: Any) -> ConflictOut:
        fields = {name: getattr(one, name) for name in cls.model_fields if name != "user"}
        return cls(user=one.scope.user, **fields)


class HitOut(RecordOut):
    """A record that was found, with its score and the reasons."""

    score: float = Field(description="0 to 1")
    tier: str
    why: str
    components: dict[str, float]
    path: list[str]
    window: list[RecordOut]
    sources: list[RecordOut]


class MissOut(Out):
    id: str
    content: str
    score: float | None
    dropped_by: str


class TraceOut(Out):
    preset: str
    embedder: str | None
    fallback_reason: str | None
    candidates: int
    stages: list[str]
    missed: list[MissOut]


class HitsOut(Out):
    query: str
    hits: list[HitOut]
    note: str | None
    questions: list[ConflictOut]
    trace: TraceOut | None = Field(description="with trace or explain: how the answer came about")


class RecordsOut(Out):
    records: list[RecordOut]
    total: int | None = Field(default=None, description="how many match, of which this is a page")


class NeighbourOut(Out):
    """Another record that a record is linked with."""

    kind: str = Field(description="derived_from, merged_from, waypoint and so on")
    outgoing: bool = Field(description="whether the link runs from the record that was asked about to this one")
    weight: float
    record: RecordOut


class NeighboursOut(Out):
    neighbours: list[NeighbourOut]


class DecisionsOut(Out):
    decisions: list[DecisionOut]


class ConflictsOut(Out):
    conflicts: list[ConflictOut]


class JobOut(Out):
    """A piece of background work."""

    id: str
    job_id: str
    kind: str
    state: str = Field(description="queued, running, done or dead")
    status: str = Field(description="the same in MemoryOS's words: pending, processing, completed or failed")
    user: str | None
    attempts: int
    created_at: datetime
    run_at: datetime
    finished_at: datetime | None
    error: str | None
    result: dict[str, Any]

    @classmethod
    def of(cls, job: Any) -> JobOut:
        plain = ("id", "kind", "state", "attempts", "created_at", "run_at", "finished_at", "error", "result")
        fields = {name: getattr(job, name) for name in plain}
        return cls(user=job.scope.user, job_id=job.id, status=JOB_WORDS[job.state], **fields)


class RetriedOut(JobOut):
    retried: bool = Field(description="false: it had not failed for good, so there was nothing to try again")


JOB_WORDS = {"queued": "pending", "running": "processing", "done": "completed", "dead": "failed"}


class JobsOut(Out):
    jobs: list[JobOut]


class LineOut(Out):
    text: str
    lead: str
    heading: str
    id: str | None
    layer: str
    kind: str
    source: str
    at: datetime | None
    score: float | None
    shortened: bool


class SectionOut(Out):
    name: str
    title: str
    tokens: int
    left_out: int
    stable: bool
    lines: list[LineOut]


class ContextOut(Out):
    """What to put into a prompt."""

    text: str
    format: str
    tokens: int
    tokenizer: str
    ids: list[str]
    question: str | None
    messages: list[dict[str, str]]
    sections: list[SectionOut]
    retold: list[LineOut] = Field(description="what has no line of its own, for profile or relations tell it")
    trace: list[str]
    cached: bool


class ProfileOut(Out):
    """What is known of a user in a few lines."""

    text: str
    version: int
    pending: int = Field(description="memories written since it was made")
    record: RecordOut | None
    overrides: list[RecordOut]


class EntityOut(Out):
    id: str
    name: str
    type: str
    aliases: list[str]
    others: list[str]
    mentions: int
    created_at: datetime
    updated_at: datetime


class EntitiesOut(Out):
    entities: list[EntityOut]


class RelationOut(Out):
    source: str
    relation: str
    target: str
    source_id: str
    target_id: str
    confidence: float
    weight: float
    valid_from: datetime | None
    valid_until: datetime | None
    created_at: datetime
    ended_at: datetime | None
    records: list[str]


class RelationsOut(Out):
    relations: list[RelationOut]


class WaypointOut(Out):
    """The link of a memory to the one most like it."""

    source: str
    target: str
    weight: float
    created_at: datetime


class WaypointsOut(Out):
    waypoints: list[WaypointOut]


class WalkOut(Out):
    start: EntityOut
    depth: int
    entities: list[EntityOut]
    distances: dict[str, int]
    relations: list[RelationOut]
    cut: str | None


class DeletedOut(Out):
    """How many records are gone, those that rested on the named ones alone included."""

    removed: int


class SweptOut(Out):
    archived: int
    reasons: dict[str, int]
    dry_run: bool
    compacted: int


class CompactionOut(Out):
    candidates: int
    tokens_total: int
    tokens_saved: int
    archived: int
    summary_id: str | None
    summary_ids: list[str]
    dry_run: bool


class ClearedOut(Out):
    matching: int
    removed: int
    dry_run: bool


class ReceiptOut(Out):
    """What was erased, for the files of whoever asked."""

    user: str | None
    everyone: bool
    erased_at: datetime
    counts: dict[str, int]
    keys_left: int = Field(description="keys that speak for whoever was erased, and still work")


def hits_out(query: str, found: Hits, *, trace: bool) -> HitsOut:
    return HitsOut(
        query=query,
        hits=[hit_out(hit) for hit in found],
        note=found.trace.fallback_reason,
        questions=[ConflictOut.of(one) for one in found.questions],
        trace=TraceOut.model_validate(found.trace) if trace else None,
    )


_RECORD_FIELDS = tuple(RecordOut.model_fields)


def hit_out(hit: Any) -> HitOut:
    record: Record = hit.record
    fields = {name: getattr(record, name) for name in _RECORD_FIELDS}
    return HitOut.model_validate(
        {
            **fields,
            "score": hit.score,
            "tier": hit.tier,
            "why": hit.why,
            "components": hit.components,
            "path": hit.path,
            "window": hit.window,
            "sources": hit.sources,
        }
    )
