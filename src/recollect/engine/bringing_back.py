"""What becomes of a record that is brought back: archived, or over and not swept yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from recollect.engine.active import pages
from recollect.engine.parts import Parts
from recollect.engine.statements import Statements
from recollect.engine.weighing import Weighing
from recollect.errors import InvalidState
from recollect.lifecycle.retention import cutoffs, is_shown
from recollect.lifecycle.sweep import ENTRY_LAYER, excess
from recollect.model.ageing import Ageing
from recollect.model.decision import CLARIFY, OpenConflict
from recollect.model.ids import new_id
from recollect.model.record import ACTIVE, ARCHIVED, PENDING_REVIEW, Record
from recollect.model.scope import Scope
from recollect.model.vectors import Embedded


def is_hidden(record: Record, cutoffs: Mapping[str, datetime], now: datetime) -> bool:
    """Whether there is something to bring back; `InvalidState` where it was replaced by something else."""
    if record.current:
        return record.status == ACTIVE and not is_shown(record, cutoffs, now)
    if record.status != ARCHIVED:
        raise InvalidState(f"record {record.id} is {record.status}, not archived")
    return True


def brought_back(parts: Parts, old: Record, cutoffs: Mapping[str, datetime], now: datetime) -> Record:
    """It comes to stay: as strong as it once was, and without an end that has passed. `InvalidState` where the next
    sweep would hide it again."""
    over = old.expires_at is not None and old.expires_at <= now
    new = replace(
        old,
        status=ACTIVE,
        ended_at=None,
        strength=max(old.strength_now(now), old.original_strength),
        strength_at=now,
        expires_at=None if over else old.expires_at,
    )
    if not is_shown(new, cutoffs, now):
        raise InvalidState(
            f"record {old.id} is older than the retention of its layer ({old.layer}), which would hide it again; "
            "raise retention_days, or add its text anew"
        )
    _require_room(parts, new, now)
    return new


def _require_room(parts: Parts, record: Record, now: datetime) -> None:
    """That it is not the weakest above the entry limit."""
    entries_max = parts.options.ageing.entries_max
    if not entries_max or record.layer != ENTRY_LAYER:
        return
    agent = record.scope.agent
    entries: list[Ageing | Record] = [record.but(updated_at=now)]
    entries += (one for page in pages(parts, record.scope.own, None, {}) for one in page if one.agent == agent)
    if any(one.id == record.id for one in excess(entries, entries_max, now)):
        raise InvalidState(
            f"record {record.id} is one above entries_max ({entries_max}) and weaker than the others, so that the next "
            "sweep would hide it again; raise entries_max, or archive another first"
        )


def contested(
    parts: Parts, own: Scope, records: Sequence[Record], embedded: Embedded
) -> tuple[list[Record], tuple[OpenConflict, ...]]:
    """What comes back, where somebody has said otherwise since then as a question: it would stand beside that as if
    both were so."""
    options, now = parts.options, parts.clock()
    if not options.verification or all(record.layer != "memory" for record in records):
        return list(records), ()
    limits = cutoffs(options.ageing.retention_days, now)
    guards, thresholds = options.verification_guards, options.thresholds
    weighing = Weighing(own, now, Statements(parts.words), guards=guards, thresholds=thresholds, cutoffs=limits)
    back, conflicts = [], []
    with parts.store.reading(own, signature=embedded.signature) as reader:
        for place, record in enumerate(records):
            vector = None if embedded.rows is None else embedded.rows[place]
            later = weighing.replaced_by(reader, record, vector) if record.layer == "memory" else None
            back.append(record if later is None else replace(record, status=PENDING_REVIEW))
            if later is not None:
                conflicts.append(_asked(record, *later, own, now))
    return back, tuple(conflicts)


def _asked(record: Record, later: Record, reason: str, own: Scope, now: datetime) -> OpenConflict:
    return OpenConflict(
        id=new_id(now),
        action=CLARIFY,
        question=f"Known: “{later.content}” Brought back: “{record.content}” Which of the two is right?",
        scope=own,
        new_id=record.id,
        old_id=later.id,
        reason=f"brought back, and said otherwise since: {reason}",
        created_at=now,
    )
