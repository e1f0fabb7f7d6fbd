"""What an export takes along beside records, and what an import puts back: links, decisions, conflicts, told ties.

Waypoints and the relations of entities are left out: they are made anew from the records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from recollect.model.batch import Decided
from recollect.model.decision import Decision, OpenConflict
from recollect.model.graph import WAYPOINT
from recollect.model.kept import Kept, KeptTies
from recollect.model.record import Edge
from recollect.model.scope import Scope
from recollect.storage.sql import deciding, graphing, spaces
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import EDGE_COLUMNS, edge_of, edge_row, space_range, when

_PUT_EDGE = (
    f"INSERT INTO edge (space, {EDGE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (space, source, kind, target) DO NOTHING"
)


def kept(session: Session, space: int, user: str | None) -> Iterator[Kept]:
    """All of one space."""
    rows = session.stream(
        f"SELECT {EDGE_COLUMNS} FROM edge WHERE space = ? AND source_type = 'record' AND target_type = 'record' "
        "AND kind <> ? ORDER BY source, kind, target",
        (space, WAYPOINT),
    )
    for row in rows:
        yield Kept(user=user, what=edge_of(row))
    for row in session.stream(
        "SELECT id, action, memory_id, previous_id, reason, conflict, job, created_at FROM decision WHERE space = ? "
        "ORDER BY id",
        (space,),
    ):
        decision = Decision(action=row[1], memory_id=row[2], previous_id=row[3], reason=row[4], conflict_id=row[5])
        yield Kept(user=user, what=Decided(id=row[0], decision=decision, at=when(row[7]), job=row[6]))
    for conflict in deciding.of_space(session, space):
        yield Kept(user=user, what=conflict)
    held = session.all(
        "SELECT item.item, item.id FROM told JOIN item ON item.item = told.item WHERE told.item BETWEEN ? AND ? "
        "ORDER BY item.item",
        space_range(space),
    )
    ids = {row[0]: row[1] for row in held}
    for item, ties in sorted(graphing.told_with(session, list(ids)).items()):
        yield Kept(user=user, what=KeptTies(record=ids[item], ties=ties))


def keep(session: Session, scope: Scope, given: Sequence[Kept]) -> int:
    """Put back what is not there yet, of the scope's own space; returns how much."""
    reserved = spaces.reserve(session, scope, 0)
    space, count = reserved.space, 0
    for one in given:
        what = one.what
        if isinstance(what, Edge):
            count += session.run(_PUT_EDGE, (space, *edge_row(what)))
        elif isinstance(what, Decided):
            count += deciding.put_once(session, space, what)
        elif isinstance(what, OpenConflict):
            count += deciding.open_once(session, space, what)
        else:
            within, bounds = session.of_space(space)
            row = session.one(f"SELECT item FROM item WHERE {within} AND id = ?", (*bounds, what.record))
            if row is not None and graphing.tell_once(session, row[0], what.ties):
                # the graph may have taken the record in without them
                session.run("UPDATE item SET changed = ? WHERE item = ?", (reserved.generation, row[0]))
                count += 1
    return count
