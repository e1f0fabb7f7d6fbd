"""What the store tells vector tiers that follow it: see `recollect.contracts.vector_index.VectorFeed`.

There is no queue: a space's generation, stamped on every row that a write touched and on every tombstone, is the log of
what changed. A tier keeps a mark in it and asks for what comes after.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recollect.model.ids import content_hash
from recollect.model.scope import Scope
from recollect.model.tier import Mark, Points, SpaceStamp, TierSpace, VectorChanges
from recollect.rules import quantize
from recollect.storage.sql import spaces
from recollect.storage.sql.database import Database, Session
from recollect.storage.sql.rows import Row, space_range
from recollect.storage.sql.snapshots import SpaceState

_COLUMNS = "item, changed, id, owner, session, key, content, metadata, created_at, expires_at, layer"
_US = 1_000_000
REMOVED_MAX = 100_000
"""Tombstones told at once; a space that lost more since is taken in anew."""
DIGEST_CHARS = 16


class FeedStore:
    """Changes of spaces, by their marks."""

    _database: Database

    def stamps(self, scope: Scope) -> list[SpaceStamp]:
        with self._database.reading(scope) as session:
            return [
                SpaceStamp(space=state.id, user=user, epoch=state.epoch, generation=state.generation)
                for user, state in spaces.of_tenant(session, scope.tenant)
            ]

    def vector_changes(self, scope: Scope, space: TierSpace, since: Mark | None, *, limit: int) -> VectorChanges | None:
        with self._database.reading(scope) as session:
            state = _state(session, scope, space)
            if state is None:
                return None
            mark = since if since is not None and _reached(state, since) else Mark(epoch=state.epoch)
            within, bounds = session.of_space(state.id)
            rows = session.all(
                f"SELECT {_COLUMNS} FROM item WHERE {within} AND changed >= ? AND (changed > ? OR item > ?) "
                f"ORDER BY changed, item LIMIT {limit + 1}",
                (*bounds, mark.generation, mark.generation, mark.item),
            )
            more = len(rows) > limit
            rows = rows[:limit]
            items, vectors = _vectors(session, space.signature, [row[0] for row in rows])
            held = dict(zip(items.tolist(), range(len(items)), strict=True))
            there = [row for row in rows if row[0] in held]
            gone = session.all(
                f"SELECT item FROM tombstone WHERE space = ? AND generation >= ? AND ? >= 0 LIMIT {REMOVED_MAX}",
                (state.id, mark.generation, mark.generation),
            )
            without = [row[0] for row in rows if row[0] not in held]
            reached = Mark(epoch=state.epoch, generation=state.generation, newest=_newest(session, state.id))
            if more:
                reached = replace(reached, generation=rows[-1][1], item=rows[-1][0])
            return VectorChanges(
                points=Points(
                    items=[row[0] for row in there],
                    vectors=vectors[[held[row[0]] for row in there]],
                    payloads=[_payload(row) for row in there],
                ),
                removed=[row[0] for row in gone] + without,
                mark=reached,
                more=more,
                restart=mark is not since or len(gone) >= REMOVED_MAX,
            )

    def vouches(self, scope: Scope, space: TierSpace, mark: Mark) -> bool:
        with self._database.reading(scope) as session:
            state = _state(session, scope, space)
            if state is None or not _reached(state, mark):
                return False
            if not mark.newest:
                return True
            item = int(mark.newest.partition(":")[0])
            found = _newest(session, state.id, item)
            deleted = "SELECT 1 FROM tombstone WHERE space = ? AND generation > ? AND item = ?"
            return found == mark.newest or (
                not found and session.one(deleted, (state.id, mark.generation, item)) is not None
            )

    def vector_items(self, scope: Scope, space: TierSpace) -> dict[int, str]:
        with self._database.reading(scope) as session:
            state = _state(session, scope, space)
            embedder = spaces.embedder_id(session, space.signature, create=False)
            if state is None or embedder is None:
                return {}
            low, high = space_range(state.id)
            rows = session.all(
                "SELECT vector.item, layer FROM vector JOIN item ON item.item = vector.item "
                "WHERE item.space = ? AND item.item BETWEEN ? AND ? AND vector.item BETWEEN ? AND ? AND embedder = ?",
                (state.id, low, high, low, high, embedder),
            )
            return {int(item): str(layer) for item, layer in rows}

    def vectors_at(self, scope: Scope, space: TierSpace, items: Sequence[int]) -> NDArray[np.float32]:
        found = np.zeros((len(items), quantize.dim_of(space.signature)), dtype=np.float32)
        with self._database.reading(scope) as session:
            if _state(session, scope, space) is None or not items:
                return found
            low, high = space_range(space.space)
            held, vectors = _vectors(session, space.signature, [item for item in items if low <= item <= high])
        places = {item: place for place, item in enumerate(items)}
        if len(held):
            found[[places[item] for item in held.tolist()]] = vectors
        return found


def _state(session: Session, scope: Scope, space: TierSpace) -> SpaceState | None:
    """The space, if it is the tenant's: a tier's word for whose it is does not count."""
    if space.tenant != scope.tenant:
        return None
    return spaces.numbered(session, scope.tenant, space.space)


def _reached(state: SpaceState, mark: Mark) -> bool:
    """One that is ahead is of a store that is gone: an older copy was put back in its place."""
    return mark.epoch == state.epoch and mark.generation <= state.generation


def _newest(session: Session, space: int, item: int | None = None) -> str:
    """The space's last item (or the one named) with a digest of what stays as it is while it lives; empty: none."""
    low, high = space_range(space) if item is None else (item, item)
    row = session.one(
        "SELECT item, created_at, content FROM item WHERE space = ? AND item BETWEEN ? AND ? "
        "ORDER BY item DESC LIMIT 1",
        (space, low, high),
    )
    return "" if row is None else f"{row[0]}:{content_hash(f'{row[1]}:{row[2]}')[:DIGEST_CHARS]}"


def _vectors(session: Session, signature: str, items: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    embedder, dim = spaces.embedder_id(session, signature, create=False), quantize.dim_of(signature)
    if embedder is None or not items:
        return np.zeros(0, dtype=np.int64), np.zeros((0, dim), dtype=np.float32)
    return session.vectors_of(embedder, items, dim=dim, signature=signature)


def _payload(row: Row) -> dict[str, Any]:
    """In the words of OmniRoute's Qdrant points, which tools of its users know."""
    _, _, id, owner, session, key, content, metadata, created, expires, layer = row
    return {
        "memoryId": id,
        "apiKeyId": owner,
        "sessionId": session,
        "key": key,
        "content": content,
        "metadata": json.loads(metadata),
        "createdAtUnix": created // _US,
        "expiresAtUnix": None if expires is None else expires // _US,
        "layer": layer,
    }
