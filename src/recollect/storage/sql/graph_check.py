"""Whether the graph holds together: nothing in it may point to what is not there."""

from __future__ import annotations

from recollect.model.batch import Problem
from recollect.storage.sql.database import Session

_NO_ENTITY = "NOT EXISTS (SELECT 1 FROM entity e WHERE e.space = {table}.space AND e.id = {table}.{column})"
_NO_ITEM = "NOT EXISTS (SELECT 1 FROM item i WHERE i.item = {table}.item)"
_NO_RECORD = (
    "NOT EXISTS (SELECT 1 FROM item i JOIN space s ON s.id = edge.space "
    "WHERE i.tenant = s.tenant AND i.id = edge.{column} AND i.space = edge.space) "
    "AND kind IN ('waypoint', 'derived_from')"
)
_CHECKS = (
    ("mention", "names of records that are not there", _NO_ITEM.format(table="mention")),
    ("mention", "names of entities that are not there", _NO_ENTITY.format(table="mention", column="entity")),
    ("statement", "statements of records that are not there", _NO_ITEM.format(table="statement")),
    ("alias", "aliases of entities that are not there", _NO_ENTITY.format(table="alias", column="entity")),
    (
        "entity",
        "entities that no record names",
        "NOT EXISTS (SELECT 1 FROM mention m WHERE m.space = entity.space AND m.entity = entity.id)",
    ),
    *(
        (
            "edge",
            "relations of entities that are not there",
            "source_type = 'entity' AND target_type = 'entity' AND " + _NO_ENTITY.format(table="edge", column=column),
        )
        for column in ("source", "target")
    ),
    (
        "edge",
        "relations that no record states",
        "source_type = 'entity' AND NOT EXISTS (SELECT 1 FROM statement s WHERE s.space = edge.space "
        "AND s.source = edge.source AND s.relation = edge.kind AND s.target = edge.target)",
    ),
    *(
        (
            "edge",
            "links of records that are not there",
            f"{column}_type = 'record' AND kind IN ('waypoint', 'derived_from') AND "
            + _NO_RECORD.format(column=column),
        )
        for column in ("source", "target")
    ),
)


def check(session: Session, space: int, *, repair: bool) -> list[Problem]:
    """Count what hangs in the air; with `repair` it goes, and the graph is read anew from the records."""
    problems = []
    for table, what, wrong in _CHECKS:
        row = session.one(f"SELECT count(*) FROM {table} WHERE space = ? AND {wrong}", (space,))
        if row is None or not row[0]:
            continue
        if repair:
            session.run(f"DELETE FROM {table} WHERE space = ? AND {wrong}", (space,))
        message = f"{row[0]} {what} in the graph of space {space}"
        problems.append(Problem(code="graph", count=row[0], message=message, repaired=repair))
    if problems and repair:
        session.run("UPDATE space SET graphed = 0, graphed_item = 0 WHERE id = ?", (space,))
    return problems
