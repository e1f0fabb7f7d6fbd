"""Records the engine writes itself: profiles and summaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from recollect.engine.added import INITIAL_STRENGTH, TRUST
from recollect.engine.parts import Parts
from recollect.model.batch import Batch, Ending
from recollect.model.ids import content_hash, new_id
from recollect.model.job import Job
from recollect.model.record import SUPERSEDED, Provenance, Record
from recollect.model.scope import Scope
from recollect.write.entries import embedding_texts, entries

NOT_ASKED = "made at once without what was deleted or has changed: no model was asked"
"""Why the rules wrote what a model was to write."""


def layer_record(
    content: str,
    *,
    scope: Scope,
    layer: str,
    key: str,
    metadata: Mapping[str, Any],
    now: datetime,
    sources: Iterable[Record],
    occurred_at: datetime | None = None,
) -> Record:
    """Of the kind "note", with the engine as its source; trusted as little as the least trusted of what it retells."""
    trust = min((source.provenance.trust for source in sources), default=TRUST["system"])
    return Record(
        id=new_id(now),
        content=content,
        scope=scope,
        layer=layer,
        kind="note",
        key=key,
        metadata=dict(metadata),
        sectors=("semantic" if layer == "profile" else "episodic",),
        strength=INITIAL_STRENGTH,
        original_strength=INITIAL_STRENGTH,
        strength_at=now,
        occurred_at=occurred_at,
        created_at=now,
        updated_at=now,
        provenance=Provenance(source="system", content_hash=content_hash(content), trust=trust),
    )


def next_version(old: Record, new: Record, now: datetime) -> tuple[Record, Ending]:
    """The new record under the id of the old one, which moves to an id of its own."""
    moved_to = new_id(now)
    record = replace(
        new,
        id=old.id,
        created_at=old.created_at,
        version=old.version + 1,
        previous_version_id=moved_to,
        access_count=old.access_count,
        last_accessed_at=old.last_accessed_at,
    )
    return record, Ending(
        id=old.id, item=old.item, status=SUPERSEDED, ended_at=now, moved_to=moved_to, recalls=old.access_count
    )


def write_layer(
    parts: Parts, scope: Scope, record: Record | None, endings: tuple[Ending, ...], finished: Job | None, *, seen: int
) -> Record | None:
    """Writes a new version, if there is one, ends old ones and the job, in one transaction; refused where the space is
    no longer as it was `seen`."""
    if record is None and not endings:
        if finished is not None:
            parts.store.change_job(scope, finished)
        return None
    texts = embedding_texts([record] if record is not None else [])
    embedded = parts.embedding.embed(texts, scope) if record is not None else None
    written = parts.store.write(
        scope.own,
        Batch(
            entries=None if record is None or embedded is None else entries([record], embedded.rows, texts),
            endings=endings,
            signature=embedded.signature if embedded is not None else None,
            finished=finished,
            seen=seen,
        ),
    )
    return written.records[0] if record is not None else None
