"""What `--json` prints: this surface's own shapes, so that the inner ones may change without breaking scripts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from recollect.model.added import Added
    from recollect.model.ageing import Cleared, Compaction, Receipt, Swept
    from recollect.model.batch import Problem
    from recollect.model.context import Context
    from recollect.model.decision import Decision, OpenConflict
    from recollect.model.document import Document
    from recollect.model.graph import Entity, KnownRelation, Walk
    from recollect.model.ingested import FolderReport, Ingested
    from recollect.model.job import Job
    from recollect.model.query import Hit, Hits, Trace
    from recollect.model.recalled import Recalled
    from recollect.model.record import Record
    from recollect.model.status import Status

_FIELDS = (
    "id",
    "content",
    "tokens",
    "layer",
    "kind",
    "status",
    "user",
    "agent",
    "session",
    "project",
    "role",
    "speaker",
    "position",
    "key",
    "tags",
    "metadata",
    "sectors",
    "confidence",
    "strength",
    "original_strength",
    "strength_at",
    "decay_rate",
    "access_count",
    "occurred_at",
    "valid_from",
    "valid_until",
    "created_at",
    "updated_at",
    "expires_at",
    "last_accessed_at",
    "ended_at",
    "version",
    "previous_version_id",
)


def record(record: Record) -> dict[str, Any]:
    """Every field, always there; times as ISO 8601 in UTC."""
    plain = {name: _plain(getattr(record, name)) for name in _FIELDS}
    source = record.provenance
    plain["provenance"] = {"source": source.source, "reference": source.reference, "trust": source.trust}
    return plain


def records(found: Iterable[Record]) -> list[dict[str, Any]]:
    return [record(one) for one in found]


def added(added: Added) -> dict[str, Any]:
    return {
        "ids": added.ids,
        "session": added.session,
        "note": added.note,
        "records": records(added.records),
        "memories": records(added.memories),
        "decisions": [decision(one) for one in added.decisions],
        "job_id": added.job_id,
    }


def hit(hit: Hit) -> dict[str, Any]:
    """A record with its score and reasons."""
    return {
        "score": round(hit.score, 6),
        **record(hit.record),
        "tier": hit.tier,
        "tokens": hit.tokens,
        "why": hit.why,
        "components": {name: round(value, 6) for name, value in hit.components.items()},
        "window": records(hit.window),
        "sources": records(hit.sources),
    }


def hits(query: str, found: Hits, *, explain: bool) -> dict[str, Any]:
    plain: dict[str, Any] = {"query": query, "hits": [hit(one) for one in found], "note": found.trace.fallback_reason}
    if found.questions:
        plain["questions"] = [conflict(one) for one in found.questions]
    if explain:
        plain["trace"] = trace(found.trace)
    return plain


def trace(trace: Trace) -> dict[str, Any]:
    return {
        "preset": trace.preset,
        "embedder": trace.embedder,
        "candidates": trace.candidates,
        "stages": list(trace.stages),
        "near_misses": [
            {"id": one.id, "content": one.content, "score": one.score, "dropped_by": one.dropped_by}
            for one in trace.missed
        ],
    }


def decision(decision: Decision) -> dict[str, Any]:
    return {
        "action": decision.action,
        "reason": decision.reason,
        "memory_id": decision.memory_id,
        "previous_id": decision.previous_id,
        "conflict_id": decision.conflict_id,
        "content": decision.content,
    }


def recalled(recalled: Recalled) -> dict[str, Any]:
    return {
        "at": recalled.at.isoformat(),
        "question": recalled.question,
        "rank": recalled.rank,
        "score": recalled.score,
        "why": recalled.why,
    }


def conflict(conflict: OpenConflict) -> dict[str, Any]:
    return {
        "id": conflict.id,
        "action": conflict.action,
        "question": conflict.question,
        "reason": conflict.reason,
        "user": conflict.scope.user,
        "new_id": conflict.new_id,
        "old_id": conflict.old_id,
        "created_at": _plain(conflict.created_at),
        "resolved_at": _plain(conflict.resolved_at),
        "choice": conflict.choice,
    }


def job(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "kind": job.kind,
        "state": job.state,
        "user": job.scope.user,
        "attempts": job.attempts,
        "created_at": _plain(job.created_at),
        "finished_at": _plain(job.finished_at),
        "error": job.error,
        "result": dict(job.result),
    }


def problem(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "count": problem.count,
        "message": problem.message,
        "repaired": problem.repaired,
    }


def status(status: Status) -> dict[str, Any]:
    facts = status.facts
    return {
        "store": facts.url,
        "schema_version": facts.schema_version,
        "analyser_version": facts.analyser_version,
        "records": facts.records,
        "by_layer": dict(facts.by_layer),
        "by_status": dict(facts.by_status),
        "spaces": facts.spaces,
        "vectors": dict(facts.vectors),
        "sector_vectors": dict(facts.sector_vectors),
        "bytes": facts.bytes,
        "embedder": status.embedder,
        "embedder_reason": status.embedder_reason,
        "embedder_log": [
            {"at": at.isoformat(), "embedder": embedder, "reason": reason}
            for at, embedder, reason in status.embedder_log
        ],
        "needs_reindex": status.needs_reindex,
        "vector_tier": None
        if status.tier is None
        else {"name": status.tier.name, "breaker": status.tier.breaker, "behind": status.tier.behind},
        "degraded": list(status.degraded),
        "jobs": dict(status.jobs),
        "gate": {level: dict(counts) for level, counts in status.gate.items()},
        "models": [
            {"provider": one.provider, "model": one.model, "breaker": one.breaker, "last_failure": one.last_failure}
            for one in status.models
        ],
        "spent": [
            {
                "day": one.day.isoformat(),
                "tenant": one.tenant,
                "provider": one.provider,
                "requests": one.requests,
                "failures": one.failures,
                "input_tokens": one.input_tokens,
                "output_tokens": one.output_tokens,
                "usd": one.usd,
            }
            for one in status.spent
        ],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return list(value)
    return value


def context(made: Context) -> dict[str, Any]:
    """A context with what each part of it took."""
    return {
        "text": made.text,
        "format": made.format,
        "tokens": made.tokens,
        "tokenizer": made.tokenizer,
        "ids": list(made.ids),
        "question": made.question,
        "messages": [dict(message) for message in made.messages],
        "sections": [
            {
                "name": section.name,
                "title": section.title,
                "tokens": section.tokens,
                "left_out": section.left_out,
                "stable": section.stable,
                "lines": [
                    {"text": line.text, "lead": line.lead, "heading": line.heading, "id": line.id, "score": line.score}
                    for line in section.lines
                ],
            }
            for section in made.sections
        ],
        "trace": list(made.trace),
    }


def swept(done: Swept) -> dict[str, Any]:
    return {
        "archived": 0 if done.dry_run else done.archived,
        "reasons": dict(done.reasons),
        "dry_run": done.dry_run,
        "compacted": done.compacted,
    }


def compaction(done: Compaction) -> dict[str, Any]:
    return {
        "candidates": done.candidates,
        "tokens_total": done.tokens_total,
        "tokens_saved": done.tokens_saved,
        "archived": done.archived,
        "summary_id": done.summary_id,
        "summary_ids": list(done.summary_ids),
        "dry_run": done.dry_run,
    }


def cleared(done: Cleared, *, dry_run: bool) -> dict[str, Any]:
    return {"matching": done.matching, "removed": done.removed, "dry_run": dry_run}


def receipt(done: Receipt) -> dict[str, Any]:
    return {
        "user": done.user,
        "everyone": done.everyone,
        "erased_at": _plain(done.erased_at),
        "removed": dict(done.counts),
        "keys_left": done.keys_left,
    }


def entity(one: Entity) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "type": one.type,
        "aliases": list(one.aliases),
        "mentions": one.mentions,
        "created_at": _plain(one.created_at),
        "updated_at": _plain(one.updated_at),
    }


def relation(one: KnownRelation) -> dict[str, Any]:
    return {
        "source": one.source,
        "relation": one.relation,
        "target": one.target,
        "source_id": one.source_id,
        "target_id": one.target_id,
        "confidence": one.confidence,
        "weight": one.weight,
        "valid_from": _plain(one.valid_from),
        "valid_until": _plain(one.valid_until),
        "created_at": _plain(one.created_at),
        "ended_at": _plain(one.ended_at),
    }


def walk(found: Walk) -> dict[str, Any]:
    return {
        "start": entity(found.start),
        "depth": found.depth,
        "entities": [{**entity(one), "distance": found.distances[one.id]} for one in found.entities],
        "relations": [relation(one) for one in found.relations],
        "cut": found.cut,
    }


_DOCUMENT = (
    "id", "source", "collection", "title", "media_type", "content_hash", "bytes", "passages", "metadata", "version",
    "error", "created_at", "updated_at",
)  # fmt: skip


def document(one: Document) -> dict[str, Any]:
    labels = {name: getattr(one.scope, name) for name in ("user", "agent", "session", "project")}
    return {**{name: _plain(getattr(one, name)) for name in _DOCUMENT}, **labels}


def ingested(made: Ingested) -> dict[str, Any]:
    counts = {"added": made.added, "kept": made.kept, "ended": made.ended}
    return {
        "action": made.action,
        **counts,
        "notes": list(made.notes),
        "note": made.note,
        "document": document(made.document),
    }


def folder(done: FolderReport) -> dict[str, Any]:
    counts = {name: getattr(done, name) for name in ("files", "added", "changed", "unchanged", "passages", "pruned")}
    failed = [{"file": file, "reason": reason} for file, reason in done.failed]
    return {**counts, "gone": list(done.gone), "failed": failed}
