"""Questions that have lost their reason: what was known is known no more, so nobody is asked what to make of it.

A question is about a record. It follows the record through its versions, and to the fuller statement that takes the
record's place; it is closed when the record is replaced by something else, archived or deleted. What waited for the
answer is archived: it never was part of the memory, so the time for which it held is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from recollect.model.batch import Batch
from recollect.model.columns import NUMBER_BITS
from recollect.model.decision import OLD
from recollect.model.record import ARCHIVED, PENDING_REVIEW, SUPERSEDED
from recollect.model.scope import Scope
from recollect.storage.sql.database import Session
from recollect.storage.sql.resolving import marks, parts
from recollect.storage.sql.rows import us

Raise = Callable[[int], int]
"""An item -> the new generation of the space it lies in."""


def write(session: Session, scope: Scope, space: int, batch: Batch, raised: Raise) -> None:
    """Close or move on the questions about what ends in this batch, but for what goes on under its own id."""
    ended = [one for one in batch.endings if one.moved_to is None and one.status in (SUPERSEDED, ARCHIVED)]
    if not ended:
        return
    where, params = _within(scope, space, tenant=any(one.item >> NUMBER_BITS != space for one in ended))
    records = batch.entries.records if batch.entries is not None else ()
    followers = {one.previous_version_id: one.id for one in records}
    goes_on = {one.id: followers[one.id] for one in ended if one.said_on and one.id in followers}
    _move(session, where, params, goes_on)
    gone = [one.id for one in ended if not one.said_on]
    _close(session, scope, where, params, gone, ended[0].ended_at, raised)


def of_deleted(session: Session, scope: Scope, space: int, ids: Sequence[str], now: datetime, raised: Raise) -> None:
    """Close the questions about records that are deleted."""
    _close(session, scope, *_within(scope, space), ids, now, raised)


def _within(scope: Scope, space: int, *, tenant: bool = False) -> tuple[str, list[object]]:
    """Where questions lie: in the space itself; what is asked about a shared record, in the spaces of users too."""
    if tenant or scope.user is None:
        return "tenant = ? AND resolved_at IS NULL", [scope.tenant]
    return "space = ? AND resolved_at IS NULL", [space]


def _move(session: Session, where: str, params: list[object], followers: Mapping[str, str]) -> None:
    rows = [(new, *params, old) for old, new in followers.items()]
    if rows:
        session.many(f"UPDATE conflict SET old_id = ? WHERE {where} AND old_id = ?", rows)


def _close(
    session: Session,
    scope: Scope,
    where: str,
    params: list[object],
    ids: Sequence[str],
    at: datetime,
    raised: Raise,
) -> None:
    waiting: list[str] = []
    for part in parts(ids):
        rows = session.all(
            f"SELECT id, new_id FROM conflict WHERE {where} AND old_id IN ({marks(part)})", params + part
        )
        session.many(
            "UPDATE conflict SET resolved_at = ?, choice = ? WHERE tenant = ? AND id = ?",
            [(us(at), OLD, scope.tenant, row[0]) for row in rows],
        )
        waiting += [row[1] for row in rows]
    within, bounds = session.of_tenant(scope.tenant)
    for part in parts(waiting):
        held = session.all(
            f"SELECT item FROM item WHERE {within} AND status = ? AND id IN ({marks(part)}) ORDER BY item",
            (*bounds, PENDING_REVIEW, *part),
        )
        session.many(
            "UPDATE item SET status = ?, ended_at = updated_at, changed = ? WHERE item = ?",
            [(ARCHIVED, raised(row[0]), row[0]) for row in held],
        )
