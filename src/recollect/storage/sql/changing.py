"""The feed of changes, read from the rows of a space: which records were added, changed and deleted since a generation.

A version that an edit filed away under an id of its own is no record that anybody listed; what is told is the record.
Only where both are read together: a version whose record is not among them is told as it was always told.
"""

from __future__ import annotations

from recollect.model.change import Change
from recollect.model.ids import given_after
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import Row, when

CHANGES_AT_ONCE = 500
_COLUMNS = "changed, id, layer, status, version, owner, updated_at, ended_at, previous_version_id, created_at"


def changes_of(session: Session, space: int, seen: int, generation: int) -> tuple[list[Change], int]:
    """Up to `CHANGES_AT_ONCE` changes of a space in order, and up to which generation they are complete."""
    within, bounds = session.of_space(space)
    rows = session.all(
        f"SELECT {_COLUMNS} FROM item WHERE {within} AND changed > ? ORDER BY changed, item LIMIT {CHANGES_AT_ONCE}",
        (*bounds, seen),
    )
    upto = generation
    if len(rows) == CHANGES_AT_ONCE and rows[-1][0] > rows[0][0]:
        upto = rows[-1][0] - 1  # the last write may go on beyond what was read
        rows = [row for row in rows if row[0] <= upto]
    gone = session.all(
        "SELECT t.generation, t.id, s.owner, t.deleted_at FROM tombstone t JOIN space s ON s.id = t.space "
        f"WHERE t.space = ? AND t.generation > ? AND t.generation <= ? ORDER BY t.generation LIMIT {CHANGES_AT_ONCE}",
        (space, seen, upto),
    )
    made = _of_rows(rows)
    made += [(row[0], Change(kind="deleted", id=row[1], user=row[2] or None, at=when(row[3]))) for row in gone]
    return [change for _, change in sorted(made, key=lambda pair: pair[0])], upto


def _of_rows(rows: list[Row]) -> list[tuple[int, Change]]:
    """What is told of rows, each with its generation. The versions of one record were all made when it was, and got
    their ids later; a memory that took the place of another was made later, and is new."""
    filed_as = {(row[8], row[9]) for row in rows if row[8] is not None}
    replaced = {(row[0], row[1]): row[9] for row in rows}
    made = []
    for changed, id, layer, status, version, owner, updated_at, ended_at, previous, created_at in rows:
        if ended_at is not None and (id, created_at) in filed_as and given_after(id, when(created_at)):
            continue
        new = version == 1 or replaced.get((changed, previous), created_at) != created_at
        kind = "added" if new and status == "active" else "changed"
        at = when(updated_at if ended_at is None else ended_at)
        told = Change(kind=kind, id=id, layer=layer, status=status, version=version, user=owner or None, at=at)
        made.append((changed, told))
    return made
