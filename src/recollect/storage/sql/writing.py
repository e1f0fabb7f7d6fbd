"""Write transactions: a batch in, versions ended, records removed. Always rows, postings and vectors together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from recollect.errors import Conflict
from recollect.model.batch import Batch, Ending, Entry, Vectors, Written
from recollect.model.ids import content_hash
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.rules import indexing
from recollect.rules.text import ANALYSER_VERSION
from recollect.storage.sql import spaces
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import (
    EDGE_COLUMNS,
    INSERT_ITEM,
    NUMBER_MASK,
    edge_row,
    item_of,
    item_row,
    us,
)

COUNT_MAX = 255
"""A term said more often than this in one text counts this often."""

_PUT_EDGE = (
    f"INSERT INTO edge (space, {EDGE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (space, source, kind, target) DO UPDATE SET weight = excluded.weight, "
    "confidence = excluded.confidence, valid_from = excluded.valid_from, valid_until = excluded.valid_until, "
    "ended_at = excluded.ended_at"
)
_END_ITEM = (
    "UPDATE item SET status = ?, ended_at = ?, changed = ?, id = ? "
    "WHERE tenant = ? AND item = ? AND id = ? AND (ended_at IS NULL) = ?"
)


def write(session: Session, scope: Scope, batch: Batch) -> Written:
    """Endings first: they free the ids and keys that entries take over."""
    space, generation, first = spaces.reserve(session, scope, len(batch.entries))
    for ending in batch.endings:
        _end(session, scope, ending, generation)
    _require_free_keys(session, space, batch.entries)
    positions = _positions(session, space, batch.entries)
    rows, records = [], []
    postings: list[tuple[int, str, int, int]] = []
    for offset, entry in enumerate(batch.entries):
        number = first + offset
        item = item_of(space, number)
        position = positions[offset]
        rows.append(item_row(entry, item=item, space=space, position=position, changed=generation))
        postings += _postings(space, number, entry)
        records.append(_placed(entry.record, item, position))
    session.many(INSERT_ITEM, rows)
    session.add_postings(postings)
    _add_vectors(session, batch, space, first)
    if batch.edges:
        session.many(_PUT_EDGE, [(space, *edge_row(edge)) for edge in batch.edges])
    return Written(records=tuple(records), generation=generation)


def write_vectors(session: Session, scope: Scope, vectors: Vectors) -> None:
    """Vectors of items that are there already; items that were deleted meanwhile are passed over."""
    space, generation, _ = spaces.reserve(session, scope, 0)
    embedder = spaces.embedder_id(session, vectors.signature, create=True)
    assert embedder is not None
    there: set[int] = set()
    for start in range(0, len(vectors.items), spaces.IDS_A_QUERY_MAX):
        part = vectors.items[start : start + spaces.IDS_A_QUERY_MAX]
        marks = ", ".join("?" * len(part))
        rows = session.all(f"SELECT item FROM item WHERE space = ? AND item IN ({marks})", (space, *part))
        there.update(row[0] for row in rows)
    kept = [place for place, item in enumerate(vectors.items) if item in there]
    if kept:
        items = [vectors.items[place] for place in kept]
        session.many("UPDATE item SET changed = ? WHERE item = ?", [(generation, item) for item in items])
        session.put_vectors(embedder, items, vectors.rows[kept], signature=vectors.signature)


def delete(session: Session, scope: Scope, versions: Sequence[Record], now: datetime) -> int:
    """Remove these versions, all of one space, with everything that belongs to them."""
    space, generation, _ = spaces.reserve(session, scope, 0)
    state = spaces.state(session, scope.tenant, scope.user)
    numbers = [record.item & NUMBER_MASK for record in versions]
    if state is not None and state.analyser == ANALYSER_VERSION:
        postings = [
            (space, term, number)
            for number, record in zip(numbers, versions, strict=True)
            for term in indexing.index(
                record.content, speaker=record.speaker, occurred_at=record.occurred_at, key=record.key
            ).terms
        ]
        session.many("DELETE FROM posting WHERE space = ? AND term = ? AND number = ?", postings)
    else:
        session.many("DELETE FROM posting WHERE space = ? AND number = ?", [(space, number) for number in numbers])
    for table in ("vector", "sector_vector", "item"):
        session.many(f"DELETE FROM {table} WHERE item = ?", [(record.item,) for record in versions])
    for end in ("source", "target"):
        session.many(f"DELETE FROM edge WHERE space = ? AND {end} = ?", [(space, record.id) for record in versions])
    texts = {
        indexing.embedding_text(record.content, speaker=record.speaker, occurred_at=record.occurred_at)
        for record in versions
    }
    session.many(
        "DELETE FROM embedding_cache WHERE tenant = ? AND embedder IN (SELECT id FROM embedder) AND hash = ?",
        sorted((scope.tenant, content_hash(text)) for text in texts),
    )
    session.many(
        "INSERT INTO tombstone (tenant, id, space, item, generation, deleted_at) VALUES (?, ?, ?, ?, ?, ?)",
        [(scope.tenant, record.id, space, record.item, generation, us(now)) for record in versions],
    )
    return len(versions)


def replace_index(
    session: Session, scope: Scope, entries: Sequence[Entry], *, analyser_version: int, epoch: int
) -> None:
    """Postings, lengths and flags of a whole space anew. A new epoch makes every cache start over."""
    space, generation, _ = spaces.reserve(session, scope, 0)
    session.run("DELETE FROM posting WHERE space = ?", (space,))
    postings: list[tuple[int, str, int, int]] = []
    for entry in entries:
        number = entry.record.item & NUMBER_MASK
        postings += _postings(space, number, entry)
    session.many(
        "UPDATE item SET length = ?, flags = ?, changed = ? WHERE item = ?",
        [(entry.length, entry.flags, generation, entry.record.item) for entry in entries],
    )
    session.add_postings(postings)
    session.run("UPDATE space SET analyser = ?, epoch = ? WHERE id = ?", (analyser_version, epoch, space))


def _postings(space: int, number: int, entry: Entry) -> list[tuple[int, str, int, int]]:
    return [(space, term, number, count if count < COUNT_MAX else COUNT_MAX) for term, count in entry.terms.items()]


def _end(session: Session, scope: Scope, ending: Ending, generation: int) -> None:
    params = (
        ending.status,
        us(ending.ended_at),
        generation,
        ending.moved_to or ending.id,
        scope.tenant,
        ending.item,
        ending.id,
        not ending.reopening,
    )
    if session.run(_END_ITEM, params) != 1:
        raise Conflict(f"record {ending.id} was changed or ended by somebody else meanwhile; read it again and retry")


def _placed(record: Record, item: int, position: int) -> Record:
    """The record where the store put it. Like `dataclasses.replace`, which takes 20 µs for so many fields, in 1 µs."""
    placed = object.__new__(Record)
    placed.__dict__.update(record.__dict__, item=item, position=position)
    return placed


def _require_free_keys(session: Session, space: int, entries: Sequence[Entry]) -> None:
    keys = [entry.record.key for entry in entries if entry.record.key is not None and entry.record.current]
    if not keys:
        return
    taken = set()
    for key in keys:
        row = session.one("SELECT id FROM item WHERE space = ? AND key = ? AND ended_at IS NULL", (space, key))
        if row is not None or key in taken:
            raise Conflict(f"the key {key!r} was taken meanwhile; try again to make a new version of it")
        taken.add(key)


def _positions(session: Session, space: int, entries: Sequence[Entry]) -> list[int]:
    """A turn without a place gets the next one of its session."""
    following: dict[str, int] = {}
    positions = []
    for entry in entries:
        record = entry.record
        position = record.position
        if record.layer == "turn" and not position and record.session is not None:
            if record.session not in following:
                row = session.one(
                    "SELECT max(position) FROM item WHERE space = ? AND session = ?", (space, record.session)
                )
                following[record.session] = (row[0] or 0) if row else 0
            following[record.session] += 1
            position = following[record.session]
        positions.append(position)
    return positions


def _add_vectors(session: Session, batch: Batch, space: int, first: int) -> None:
    if batch.signature is None:
        return
    places = [place for place, entry in enumerate(batch.entries) if entry.vector is not None]
    if not places:
        return
    embedder = spaces.embedder_id(session, batch.signature, create=True)
    assert embedder is not None
    rows = [entry.vector for entry in batch.entries if entry.vector is not None]
    matrix = np.concatenate(rows).reshape(len(rows), -1)
    items = [item_of(space, first + place) for place in places]
    session.put_vectors(embedder, items, matrix, signature=batch.signature)
