"""Valid time as SQL: what was true on a day.

A record says itself from when and until when it is true, or does not. What another statement took the place of was true
until that one began to be, and that one is true since then. It began with its `valid_from`, else when it was said.
Three things are no such change: an edit, which says what should have been said from the start; a correction, whose
older statement was never true; a merge, which only adds. Nothing of this is stored: it follows from the versions, so
that `as_of` sees no end that was not known yet.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from recollect.model.query import Filter
from recollect.model.record import CORRECTION, ENDS, SUPERSEDED
from recollect.storage.sql.numbering import HASH_SHIFT
from recollect.storage.sql.rows import us

_NEAR = (
    "{one}.tenant = item.tenant "
    f"AND {{one}}.item BETWEEN item.item >> {HASH_SHIFT} << {HASH_SHIFT} "
    f"AND item.item >> {HASH_SHIFT} << {HASH_SHIFT} | {(1 << HASH_SHIFT) - 1}"
)
"""Where the other versions of a record could only be: where the same tenant's items are."""
FOLLOWS = f"{_NEAR.format(one='later')} AND later.previous_version_id = item.id"
_ITSELF = f"{{one}}.created_at = {{one}}.updated_at AND {{one}}.kind <> '{CORRECTION}'"
"""A statement of its own that tells how things are now; an edit keeps the time at which the first version was made."""
_MERGED = (
    "EXISTS (SELECT 1 FROM edge WHERE edge.space = {one}.space AND edge.target = {one}.id "
    "AND edge.kind = 'merged_from' AND edge.target_type = 'record')"
)
_BEGAN = "coalesce({one}.valid_from, {one}.occurred_at, {one}.created_at)"
_ENDED_LATER = (
    f"(EXISTS (SELECT 1 FROM item AS later WHERE {FOLLOWS} AND {_ITSELF.format(one='later')} "
    f"AND {_BEGAN.format(one='later')} > ?{{known}}) AND NOT {_MERGED.format(one='item')})"
)
_TOOK_A_PLACE = (
    "EXISTS (WITH RECURSIVE own (before, itself, edited) AS ("
    f"SELECT item.previous_version_id, {_ITSELF.format(one='item')}, item.created_at <> item.updated_at "
    f"UNION SELECT one.previous_version_id, {_ITSELF.format(one='one')}, one.created_at <> one.updated_at "
    f"FROM own JOIN item AS one ON {_NEAR.format(one='one')} AND one.id = own.before WHERE own.edited) "
    f"SELECT 1 FROM own JOIN item AS one ON {_NEAR.format(one='one')} AND one.id = own.before "
    f"WHERE own.itself AND NOT {_MERGED.format(one='one')})"
)
"""The first version of it, before any edit, was a statement that took another's place. UNION, so that it ends where an
imported file lets versions follow each other in a ring."""
_OWN_PERIOD = "(valid_from IS NULL OR valid_from <= ?) AND (valid_until IS NULL OR valid_until > ?{unknown})"
_ENDED_UNKNOWN = (
    " OR EXISTS (SELECT 1 FROM edge WHERE edge.space = item.space AND edge.target = item.id "
    f"AND edge.kind = '{ENDS}' AND edge.valid_from = item.valid_until AND edge.created_at > ? "
    "AND (edge.valid_until IS NULL OR edge.valid_until > ?))"
)
"""It ends because of what was not known yet (`until`)."""
_BEGUN = f"(valid_from IS NOT NULL OR version = 1 OR coalesce(occurred_at, created_at) <= ? OR NOT {_TOOK_A_PLACE})"


def where(filter: Filter, moment: datetime, params: list[Any]) -> str:
    """A condition on columns of `item`, its parameters appended to `params`."""
    at = us(moment)
    known = None if filter.as_of is None else us(filter.as_of)
    params += [at, at, *(() if known is None else (known, at)), at]
    parts = [_OWN_PERIOD.format(unknown="" if known is None else _ENDED_UNKNOWN), _BEGUN]
    if known is not None:
        parts.append(f"(ended_at IS NULL OR ended_at > ? OR {_ENDED_LATER.format(known=' AND later.updated_at <= ?')})")
        params += [known, at, known]
    elif filter.looks_back:
        parts.append(f"(status <> '{SUPERSEDED}' OR {_ENDED_LATER.format(known='')})")
        params.append(at)
    return " AND ".join(parts)
