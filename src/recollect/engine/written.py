"""Records the engine writes itself: profiles and summaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from recollect.engine.added import INITIAL_STRENGTH, TRUST
from recollect.model.batch import Ending
from recollect.model.ids import content_hash, new_id
from recollect.model.record import SUPERSEDED, Provenance, Record
from recollect.model.scope import Scope


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
    return record, Ending(id=old.id, item=old.item, status=SUPERSEDED, ended_at=now, moved_to=moved_to)
