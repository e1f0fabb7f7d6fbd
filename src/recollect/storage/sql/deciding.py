"""Decisions and open conflicts: kept beside the records they are about, gone with them.

A decision of a job is named after it ("<job>:0003"), so that the effects of one job cannot be written twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from recollect.errors import Conflict
from recollect.model.batch import Batch, Decided
from recollect.model.decision import CLARIFY, REVIEW, Decision, OpenConflict
from recollect.model.record import PENDING_REVIEW, Record
from recollect.model.scope import Scope
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import RECORD_COLUMNS, Row, from_us, record_of, to_us, us, when

_CONFLICT = "id, action, question, reason, new_id, old_id, created_at, resolved_at, choice, tenant, owner"
_PUT_DECISION = (
    "INSERT INTO decision (space, id, action, memory_id, previous_id, reason, job, conflict, created_at) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_PUT_CONFLICT = f"INSERT INTO conflict (space, {_CONFLICT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_RESOLVE = "UPDATE conflict SET resolved_at = ?, choice = ? WHERE tenant = ? AND id = ? AND resolved_at IS NULL"
CONTESTED_MAX = 100
"""Open conflicts about one record that are looked through."""
_GONE = "What it contradicted was deleted."


def write(session: Session, space: int, batch: Batch) -> None:
    """The decisions and conflicts of a batch."""
    if batch.decided:
        session.many(_PUT_DECISION, [(space, *_decision_row(kept)) for kept in batch.decided])
    for found in batch.conflicts:
        if found.resolved_at is None:
            session.run(_PUT_CONFLICT, (space, *_conflict_row(found)))
        elif session.run(_RESOLVE, (us(found.resolved_at), found.choice, found.scope.tenant, found.id)) != 1:
            raise Conflict(f"conflict {found.id} was resolved by somebody else meanwhile")


def put_once(session: Session, space: int, kept: Decided) -> int:
    """Keep a decision unless it is there; whether it was put there."""
    return session.run(f"{_PUT_DECISION} ON CONFLICT (space, id) DO NOTHING", (space, *_decision_row(kept)))


def open_once(session: Session, space: int, found: OpenConflict) -> int:
    """The same for a conflict, open or resolved."""
    return session.run(f"{_PUT_CONFLICT} ON CONFLICT (tenant, id) DO NOTHING", (space, *_conflict_row(found)))


def of_space(session: Session, space: int) -> Iterator[OpenConflict]:
    """All conflicts of one space, the resolved ones too."""
    rows = session.stream(f"SELECT {_CONFLICT} FROM conflict WHERE space = ? ORDER BY created_at, id", (space,))
    return map(_conflict_of, rows)


def forget(session: Session, space: int, ids: Sequence[str]) -> None:
    """What was decided about records that are deleted; a reason may quote them.

    A question whose old side is gone is closed (`closing.py`) and stays without the quotation. What was weighed against
    a shared record lies in the spaces of users.
    """
    session.many("DELETE FROM conflict WHERE space = ? AND new_id = ?", [(space, id) for id in ids])
    for end in ("memory_id", "previous_id"):
        session.many(f"DELETE FROM decision WHERE space = ? AND {end} = ?", [(space, id) for id in ids])
    owner = session.one("SELECT tenant, owner FROM space WHERE id = ?", (space,))
    within, about = "space = ?", [(_GONE, "", space, id) for id in ids]
    if owner is not None and not owner[1]:
        others = "SELECT id FROM space WHERE tenant = ?"
        session.many(
            f"DELETE FROM decision WHERE space IN ({others}) AND previous_id = ?", [(owner[0], id) for id in ids]
        )
        within, about = f"space IN ({others})", [(_GONE, "", owner[0], id) for id in ids]
    session.many(f"UPDATE conflict SET question = ?, reason = ? WHERE {within} AND old_id = ?", about)


def trim(session: Session, scope: Scope, before: datetime) -> int:
    """Drop the tenant's decisions that are older than that."""
    return session.run(
        "DELETE FROM decision WHERE space IN (SELECT id FROM space WHERE tenant = ?) AND created_at < ?",
        (scope.tenant, us(before)),
    )


def decisions(session: Session, space: int, *, memory_id: str | None, job: str | None, limit: int) -> list[Decision]:
    """Newest first; with a memory id, those that made, changed or repeated it; with a job, its own, in order."""
    about, order, params = "", "created_at DESC, id DESC", [space]
    if memory_id is not None:
        about, params = " AND (memory_id = ? OR previous_id = ?)", [space, memory_id, memory_id]  # type: ignore[list-item]
    if job is not None:
        about, order, params = " AND id > ? AND id < ?", "id", [space, f"{job}:", f"{job};"]  # type: ignore[list-item]
    rows = session.all(
        "SELECT action, memory_id, previous_id, reason, conflict FROM decision "
        f"WHERE space = ?{about} ORDER BY {order} LIMIT {limit}",
        params,
    )
    return [
        Decision(action=row[0], memory_id=row[1], previous_id=row[2], reason=row[3], conflict_id=row[4]) for row in rows
    ]


def conflict(session: Session, scope: Scope, id: str) -> OpenConflict | None:
    row = session.one(f"SELECT {_CONFLICT} FROM conflict WHERE tenant = ? AND id = ?", (scope.tenant, id))
    return None if row is None else _conflict_of(row)


def conflicts(
    session: Session, scope: Scope, spaces: Sequence[int] | None, *, resolved: bool, limit: int
) -> list[OpenConflict]:
    """Oldest first, of these spaces, or of the whole tenant."""
    within, params = "", [scope.tenant]
    if spaces is not None:
        within = f" AND space IN ({', '.join('?' * len(spaces))})" if spaces else " AND 1 = 0"
        params = [scope.tenant, *spaces]  # type: ignore[list-item]
    still = "" if resolved else " AND resolved_at IS NULL"
    rows = session.all(
        f"SELECT {_CONFLICT} FROM conflict WHERE tenant = ?{within}{still} ORDER BY created_at, id LIMIT {limit}",
        params,
    )
    return [_conflict_of(row) for row in rows]


def questions(session: Session, scope: Scope, spaces: Sequence[int], *, limit: int) -> list[OpenConflict]:
    """What users of these spaces should be asked, oldest first; not about what has another label than the scope. What
    has to be reviewed is the tenant's to answer: who asks the shared memory itself is told of it."""
    if not spaces:
        return []
    actions = (CLARIFY,) if scope.user is not None else (CLARIFY, REVIEW)
    where = (
        f"tenant = ? AND space IN ({', '.join('?' * len(spaces))}) AND resolved_at IS NULL "
        f"AND action IN ({', '.join('?' * len(actions))})"
    )
    params: list[object] = [scope.tenant, *spaces, *actions]
    labels = [(name, label) for name in ("agent", "project") if (label := getattr(scope, name)) is not None]
    if labels:
        within, bounds = session.of_tenant(scope.tenant)
        other = " OR ".join(f"item.{name} <> ?" for name, _ in labels)
        where += (
            f" AND NOT EXISTS (SELECT 1 FROM item WHERE {within} "
            f"AND item.id IN (conflict.new_id, conflict.old_id) AND ({other}))"
        )
        params += [*bounds, *(label for _, label in labels)]
    rows = session.all(f"SELECT {_CONFLICT} FROM conflict WHERE {where} ORDER BY created_at, id LIMIT {limit}", params)
    return [_conflict_of(row) for row in rows]


def contested(session: Session, scope: Scope, spaces: Sequence[int], id: str) -> list[tuple[OpenConflict, Record]]:
    """Open conflicts of these spaces about one known record, oldest first, each with what waits for an answer."""
    marks = ", ".join("?" * len(spaces))
    rows = session.all(
        f"SELECT {_CONFLICT} FROM conflict WHERE tenant = ? AND space IN ({marks}) AND resolved_at IS NULL "
        f"AND old_id = ? ORDER BY created_at, id LIMIT {CONTESTED_MAX}",
        (scope.tenant, *spaces, id),
    )
    found = []
    within, bounds = session.of_tenant(scope.tenant)
    for conflict in map(_conflict_of, rows):
        row = session.one(
            f"SELECT {RECORD_COLUMNS} FROM item WHERE {within} AND id = ? AND status = ?",
            (*bounds, conflict.new_id, PENDING_REVIEW),
        )
        if row is not None:
            found.append((conflict, record_of(row)))
    return found


def _decision_row(kept: Decided) -> tuple[object, ...]:
    made = kept.decision
    return (
        kept.id,
        made.action,
        made.memory_id,
        made.previous_id,
        made.reason,
        kept.job,
        made.conflict_id,
        us(kept.at),
    )


def _conflict_row(found: OpenConflict) -> tuple[object, ...]:
    return (
        found.id,
        found.action,
        found.question,
        found.reason,
        found.new_id,
        found.old_id,
        us(found.created_at),
        to_us(found.resolved_at),
        found.choice,
        found.scope.tenant,
        found.scope.user,
    )


def _conflict_of(row: Row) -> OpenConflict:
    return OpenConflict(
        id=row[0],
        action=row[1],
        question=row[2],
        reason=row[3],
        new_id=row[4],
        old_id=row[5],
        created_at=when(row[6]),
        resolved_at=from_us(row[7]),
        choice=row[8],
        scope=Scope(tenant=row[9], user=row[10]),
    )
