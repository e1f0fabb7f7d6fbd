"""What a record must be to be changed, and how one is handed out."""

from __future__ import annotations

from copy import deepcopy

from recollect.errors import InvalidState
from recollect.model.record import PENDING_REVIEW, Record


def require_settled(record: Record) -> None:
    """What waits for an answer never was part of the memory, so it cannot be changed or hidden."""
    if record.status == PENDING_REVIEW:
        raise InvalidState(
            f"record {record.id} waits for an answer; see `recollect conflicts`, then resolve or delete it"
        )


def copied(record: Record) -> Record:
    """The caller may change what he is given; the cached record must not change with it."""
    return record.but(metadata=deepcopy(record.metadata)) if record.metadata else record
