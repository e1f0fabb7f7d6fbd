"""Waypoints: at most one link out of each memory, to the one most like it. Links grow when travelled and are pruned."""

from __future__ import annotations

from collections.abc import Sequence

from recollect.model.graph import WAYPOINT, Links, Waypoint
from recollect.model.scope import Scope
from recollect.storage.sql import graphing
from recollect.storage.sql.database import Session
from recollect.storage.sql.resolving import marks, parts, wanted
from recollect.storage.sql.rows import us, when

_PUT = (
    "INSERT INTO edge (space, source_type, source, kind, target_type, target, weight, confidence, created_at) "
    "VALUES (?, 'record', ?, ?, 'record', ?, ?, 1.0, ?) "
    "ON CONFLICT (space, source, kind, target) DO UPDATE SET weight = excluded.weight, created_at = excluded.created_at"
)


def link(session: Session, space: int, links: Links) -> None:
    """Write the waypoints of one step. Both ends are looked at again: one may be gone by now."""
    graphing.advance(session, space, links.step, mark="linked")
    _cut_stale(session, space, [record.id for record in links.step.records if record.previous_version_id])
    ids = [id for source, target, _ in (*links.links, *links.back) for id in (source, target)]
    there: set[str] = set()
    within, bounds = session.of_space(space, "i")
    for part in parts(ids):
        rows = session.all(
            "SELECT i.id FROM space s JOIN item i ON i.tenant = s.tenant AND i.space = s.id "
            f"WHERE s.id = ? AND {within} AND i.id IN ({marks(part)}) AND i.ended_at IS NULL",
            [space, *bounds, *part],
        )
        there.update(row[0] for row in rows)
    fresh = {source: (target, weight) for source, target, weight in links.links if {source, target} <= there}
    known = of(session, [space], [source for source, _, _ in links.back])
    for source, target, weight in links.back:
        if {source, target} <= there and source not in fresh:
            before = known.get(source)
            if before is None or before.weight < weight:
                fresh[source] = (target, weight)
    moment = us(links.now)
    session.many(
        "DELETE FROM edge WHERE space = ? AND source = ? AND kind = ?",
        [(space, source, WAYPOINT) for source in sorted(fresh)],
    )
    session.many(
        _PUT,
        [(space, source, WAYPOINT, target, weight, moment) for source, (target, weight) in sorted(fresh.items())],
    )


def _cut_stale(session: Session, space: int, ids: Sequence[str]) -> None:
    """Drop the waypoints from and to records whose text is another one than when these were made.

    A version with the same text as the one before leaves those alone that were made since that one.
    """
    (own, bounds), (earlier, _) = session.of_space(space, "i"), session.of_space(space, "p")
    for part in parts(ids):
        rows = session.all(
            "SELECT i.id, CASE WHEN p.content <> i.content THEN i.updated_at ELSE p.updated_at END FROM space s "
            "JOIN item i ON i.tenant = s.tenant AND i.space = s.id "
            "JOIN item p ON p.tenant = i.tenant AND p.id = i.previous_version_id "
            f"WHERE s.id = ? AND {own} AND {earlier} AND i.id IN ({marks(part)}) AND i.ended_at IS NULL",
            [space, *bounds, *bounds, *part],
        )
        since = {row[0]: row[1] for row in rows}
        for end in ("source", "target"):
            for some in parts(since):
                keys = session.all(
                    f"{wanted(some)} SELECT e.source, e.target FROM wanted w CROSS JOIN edge e "
                    f"WHERE e.space = ? AND e.{end} = w.id AND e.kind = ?",
                    [*some, space, WAYPOINT],
                )
                session.many(
                    "DELETE FROM edge WHERE space = ? AND source = ? AND kind = ? AND target = ? AND created_at <= ?",
                    [
                        (space, source, WAYPOINT, target, since[source if end == "source" else target])
                        for source, target in keys
                    ],
                )


def of(session: Session, spaces: Sequence[int], ids: Sequence[str]) -> dict[str, Waypoint]:
    """The waypoint of each of these records whose target is current."""
    found: dict[str, Waypoint] = {}
    for space in spaces:
        within, bounds = session.of_space(space, "i")
        for part in parts(ids):
            rows = session.all(
                "SELECT e.source, e.target, e.weight, i.item, e.created_at FROM edge e "
                "JOIN space s ON s.id = e.space JOIN item i ON i.tenant = s.tenant AND i.id = e.target "
                f"WHERE e.space = ? AND {within} AND e.source IN ({marks(part)}) AND e.kind = ? "
                "AND i.ended_at IS NULL",
                [space, *bounds, *part, WAYPOINT],
            )
            found.update(
                (row[0], Waypoint(source=row[0], target=row[1], weight=row[2], item=row[3], created_at=when(row[4])))
                for row in rows
            )
    return found


def travel(session: Session, scope: Scope, pairs: Sequence[tuple[int, str, str]], gain: float) -> None:
    """Waypoints that led to a result grow. `pairs`: space, source, target."""
    session.many(
        "UPDATE edge SET weight = CASE WHEN weight + ? > 1.0 THEN 1.0 ELSE weight + ? END "
        "WHERE space = ? AND source = ? AND kind = ? AND target = ? "
        "AND space IN (SELECT id FROM space WHERE tenant = ?)",
        [(gain, gain, space, source, WAYPOINT, target, scope.tenant) for space, source, target in pairs],
    )


def prune(session: Session, spaces: Sequence[int], below: float) -> int:
    """Drop waypoints that have become too weak; returns how many."""
    return sum(
        session.run("DELETE FROM edge WHERE space = ? AND kind = ? AND weight < ?", (space, WAYPOINT, below))
        for space in spaces
    )
