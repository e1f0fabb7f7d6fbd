"""The part of the store that keeps vectors and their cache: see `recollect.contracts.store.Store`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recollect.model.batch import Vectors
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.rules import quantize
from recollect.storage.sql import checking, spaces, writing
from recollect.storage.sql.database import Database, Session
from recollect.storage.sql.rows import SELECT_RECORDS, record_of, us
from recollect.storage.sql.telling import Tellings


class VectorStore:
    """Vectors of items, and vectors of texts that were paid for once."""

    _database: Database
    _tellings: Tellings

    def write_vectors(self, scope: Scope, vectors: Vectors) -> None:
        with self._tellings.writing(scope) as (session, tell):
            tell()
            writing.write_vectors(session, scope, vectors)

    def pending_vectors(
        self, scope: Scope, signature: str, *, limit: int, sector: str | None = None, items: Sequence[int] = ()
    ) -> list[tuple[int, Record]]:
        with self._database.reading(scope) as session:
            where, params = _pending(session, scope, signature, sector)
            if items:
                where += f" AND item IN ({', '.join('?' * len(items))})"
                params += items
            rows = session.all(f"{SELECT_RECORDS} WHERE {where} ORDER BY item LIMIT {limit}", params)
            return [(row[0], record_of(row)) for row in rows]

    def pending_count(self, scope: Scope, signature: str, *, sector: str | None = None) -> int:
        with self._database.reading(scope) as session:
            where, params = _pending(session, scope, signature, sector)
            row = session.one(f"SELECT count(*) FROM item WHERE {where}", params)
            return int(row[0]) if row else 0

    def cached_vectors(self, scope: Scope, signature: str, hashes: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        with self._database.reading(scope) as session:
            embedder = spaces.embedder_id(session, signature, create=False)
            if embedder is None:
                return {}
            dim = quantize.dim_of(signature)
            found = {}
            for hash in hashes:
                row = session.one(
                    "SELECT data FROM embedding_cache WHERE tenant = ? AND embedder = ? AND hash = ?",
                    (scope.tenant, embedder, hash),
                )
                if row is not None and len(row[0]) == dim * 4:
                    vector = quantize.unpack([bytes(row[0])], dim, "")[0]
                    if np.isfinite(vector).all():  # else it is made anew, and replaced
                        found[hash] = vector
            return found

    def cache_vectors(
        self, scope: Scope, signature: str, vectors: dict[str, NDArray[np.float32]], *, now: datetime, entries_max: int
    ) -> None:
        with self._database.writing(scope) as session:
            embedder = spaces.embedder_id(session, signature, create=True)
            assert embedder is not None
            session.lock("embedder", [embedder])
            session.many(
                "INSERT INTO embedding_cache (tenant, embedder, hash, data, used_at) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (tenant, embedder, hash) DO UPDATE SET data = excluded.data, used_at = excluded.used_at",
                [
                    (scope.tenant, embedder, hash, quantize.pack(row[None, :], "")[0], us(now))
                    for hash, row in sorted(vectors.items())
                ],
            )
            checking.trim_embedding_cache(session, scope.tenant, entries_max)


def _pending(session: Session, scope: Scope, signature: str, sector: str | None) -> tuple[str, list[Any]]:
    """Items of the tenant (in the sector) without a vector of this embedder."""
    embedder = spaces.embedder_id(session, signature, create=False) or 0
    within, bounds = session.of_tenant(scope.tenant)
    if sector is None:
        held = "SELECT 1 FROM vector WHERE vector.item = item.item AND embedder = ?"
        return f"{within} AND NOT EXISTS ({held})", [*bounds, embedder]
    held = "SELECT 1 FROM sector_vector WHERE sector_vector.item = item.item AND sector = ? AND embedder = ?"
    return (
        f"{within} AND sectors LIKE ? AND NOT EXISTS ({held})",
        [*bounds, f'%"{sector}"%', sector, embedder],
    )
