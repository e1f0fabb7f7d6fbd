"""Whether every version leads to the one before it: else a record's history ends there, and its deletion leaves what
came before."""

from __future__ import annotations

from recollect.model.batch import Problem
from recollect.model.document import DOCUMENT
from recollect.model.record import SUPERSEDED
from recollect.storage.sql.database import Session
from recollect.storage.sql.row_check import named
from recollect.storage.sql.rows import Row, space_range
from recollect.storage.sql.snapshots import SpaceState

_COLUMNS = "item.item, item.id, item.version, item.layer, item.key, item.created_at, item.updated_at"


def check(session: Session, state: SpaceState, *, repair: bool, epoch: int) -> list[Problem]:
    """Records that name a version before them which is not there. Mended, they follow the next one that is; where
    there is none, they are the first."""
    within, bounds = session.of_space(state.id, "before")
    cut = session.all(
        f"SELECT {_COLUMNS} FROM item WHERE item.item BETWEEN ? AND ? AND item.previous_version_id IS NOT NULL "
        f"AND NOT EXISTS (SELECT 1 FROM item before WHERE before.tenant = item.tenant AND {within} "
        "AND before.id = item.previous_version_id) ORDER BY item.item",
        (*space_range(state.id), *bounds),
    )
    if not cut:
        return []
    if repair:
        loose = _loose(session, state)
        for row in cut:
            older = max((one for one in loose if _may_follow(row, one)), key=lambda one: one[2], default=None)
            if older is not None:
                loose.remove(older)
            session.run(
                "UPDATE item SET previous_version_id = ? WHERE item = ?", (None if older is None else older[1], row[0])
            )
        session.run("UPDATE space SET epoch = ? WHERE id = ?", (epoch, state.id))
    message = (
        f"the version before is not there: {named([row[1] for row in cut])}; mended, the next one that is takes its "
        "place, if any"
    )
    return [Problem(code="versions", count=len(cut), message=message, repaired=repair)]


def _loose(session: Session, state: SpaceState) -> list[Row]:
    """Old versions that nothing follows."""
    within, bounds = session.of_space(state.id, "next")
    return session.all(
        f"SELECT {_COLUMNS} FROM item WHERE item.item BETWEEN ? AND ? AND item.status = ? AND item.layer <> ? "
        f"AND NOT EXISTS (SELECT 1 FROM item next WHERE next.tenant = item.tenant AND {within} "
        "AND next.previous_version_id = item.id)",
        (*space_range(state.id), SUPERSEDED, DOCUMENT, *bounds),
    )


def _may_follow(row: Row, older: Row) -> bool:
    """Whether the one can be a version before the other: of the same beginning, or under the same key."""
    _, _, version, layer, key, created_at, updated_at = row
    _, _, before, of_layer, of_key, begun_at, current_from = older
    same = begun_at == created_at or (key is not None and of_key == key)
    return before < version and of_layer == layer and same and current_from <= updated_at
