"""Erasing a space: every row of every table that belongs to it, in one transaction.

What stays is the number of the space, without the name of anybody: a number that were given out again could meet what
another process still remembers of it.
"""

from __future__ import annotations

import secrets

from recollect.model.scope import Scope
from recollect.storage.sql import deciding, recalling, spaces
from recollect.storage.sql.answers import forget_answers_of
from recollect.storage.sql.conditions import NEWEST
from recollect.storage.sql.database import Session
from recollect.storage.sql.numbering import NOBODY
from recollect.storage.sql.rows import space_range

TABLES = {
    "versions": "item",
    "postings": "posting",
    "vectors": "vector",
    "sector_vectors": "sector_vector",
    "edges": "edge",
    "entities": "entity",
    "aliases": "alias",
    "mentions": "mention",
    "statements": "statement",
    "told": "told",
    "jobs": "job",
    "decisions": "decision",
    "recalls": "recall",
    "conflicts": "conflict",
    "tombstones": "tombstone",
    "documents": "document",
}
"""What a receipt calls it -> the table."""
_BY_ITEM = ("item", "vector", "sector_vector", "told")
_AT_ONCE = 1000


def erase(session: Session, scope: Scope, space: int, *, epoch: int) -> dict[str, int]:
    """Remove everything; returns how much of what. The caller holds the lock of the space."""
    low, high = space_range(space)
    found = session.one(f"SELECT count(*) FROM item WHERE item BETWEEN ? AND ? AND {NEWEST}", (low, high))
    counts = {"records": int(found[0]) if found else 0}
    counts["cached_embeddings"] = _forget_texts(session, scope, space)
    forget_answers_of(session, scope)
    found_by: dict[str, tuple[str, tuple[object, ...]]] = {
        **dict.fromkeys(_BY_ITEM, ("item BETWEEN ? AND ?", (low, high))),
        "job": ("tenant = ? AND space = ?", (scope.tenant, space)),  # it has no index of spaces: a write more a job
    }
    for name, table in TABLES.items():
        within, params = found_by.get(table, ("space = ?", (space,)))
        counts[name] = session.run(f"DELETE FROM {table} WHERE {within}", params)
    session.run(
        "UPDATE space SET tenant = ?, owner = ?, epoch = ?, generation = generation + 1 WHERE id = ?",
        (NOBODY, secrets.token_hex(16), epoch, space),
    )
    session.wrote(scope.tenant, spaces.owner_of(scope.user), space, None)
    return counts


def _forget_texts(session: Session, scope: Scope, space: int) -> int:
    """What rests on the texts outside the space: cached vectors, and quotations where the space is the shared one.

    All of the tenant's cached vectors: those of questions are nobody's by name, and making some again is cheap.
    """
    last = space_range(space)[0] - 1
    while scope.user is None:
        rows = session.all(
            f"SELECT item, id FROM item WHERE item > ? AND item <= ? ORDER BY item LIMIT {_AT_ONCE}",
            (last, space_range(space)[1]),
        )
        if not rows:
            break
        last = rows[-1][0]
        deciding.forget(session, space, [row[1] for row in rows])
        recalling.forget(session, space, [row[1] for row in rows])
    return session.run("DELETE FROM embedding_cache WHERE tenant = ?", (scope.tenant,))
