"""The part of the store that keeps documents: their rows, and which passages are part of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from recollect.errors import Conflict
from recollect.model.batch import Batch
from recollect.model.document import PART_OF, Document
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.storage.sql import spaces
from recollect.storage.sql.database import Database, Session
from recollect.storage.sql.rows import RECORD_COLUMNS, Row, record_of, to_json, us, when

_COLUMNS = (
    "tenant", "id", "owner", "agent", "session", "project", "collection", "source", "title", "media_type",
    "content_hash", "stamp", "fingerprint", "bytes", "passages", "metadata", "version", "error", "created_at",
    "updated_at",
)  # fmt: skip
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM document"
_CHANGING = [name for name in _COLUMNS if name not in ("tenant", "id", "owner", "collection", "source", "created_at")]
_PUT = (
    f"INSERT INTO document (space, {', '.join(_COLUMNS)}) VALUES (?, {', '.join('?' * len(_COLUMNS))}) "
    f"ON CONFLICT (tenant, id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _CHANGING)} "
    "WHERE document.space = excluded.space AND (document.version = excluded.version - 1 "
    "OR (document.version = excluded.version AND document.content_hash = excluded.content_hash))"
)
_PASSAGE = ", ".join(f"item.{name.strip()}" for name in RECORD_COLUMNS.split(","))
AT_ONCE = 500
_SLOT = "\x1f"
"""How the column `collection` begins in rows of documents that were given by hand under a label."""


class DocumentStore:
    """See `recollect.contracts.store.Store`."""

    _database: Database

    def document(self, scope: Scope, id: str) -> Document | None:
        with self._database.reading(scope) as session:
            row = session.one(f"{_SELECT} WHERE tenant = ? AND id = ?", (scope.tenant, id))
            return None if row is None else document_of(row)

    def documents(
        self,
        scope: Scope,
        *,
        collection: str | None = None,
        sources: Sequence[str] | None = None,
        everyone: bool = False,
        own: bool = False,
        alike: bool = False,
        limit: int,
        offset: int = 0,
    ) -> list[Document]:
        with self._database.reading(scope) as session:
            within = "tenant = ?"
            params: list[Any] = [scope.tenant]
            if not everyone:
                seen = [state.id for state in spaces.visible(session, scope, own=own)]
                if not seen:
                    return []
                within = f"{within} AND space IN ({', '.join('?' * len(seen))})"
                params += seen
            for condition, values in (_collected(scope, collection, alike=alike), _labelled(scope, alike=alike)):
                within, params = within + condition, [*params, *values]
            if sources is None:
                rows = session.all(
                    f"{_SELECT} WHERE {within} ORDER BY source, id LIMIT {int(limit)} OFFSET {int(offset)}", params
                )
                return documents_of(rows)
            found = [
                row
                for part in _parts(sources)
                for row in session.all(
                    f"{_SELECT} WHERE {within} AND source IN ({', '.join('?' * len(part))})", [*params, *part]
                )
            ]
            documents = sorted(documents_of(found), key=lambda document: (document.source, document.id))
            return documents[offset : offset + limit]

    def passages(self, scope: Scope, documents: Sequence[str], *, ended: bool = False) -> dict[str, list[Record]]:
        found: dict[str, list[Record]] = {id: [] for id in documents}
        current = "" if ended else " AND item.ended_at IS NULL"
        with self._database.reading(scope) as session:
            for of, rows in _passage_rows(session, scope, documents, _PASSAGE, current):
                for record in map(record_of, rows):
                    found[of[record.id]].append(record)
        for passages in found.values():
            passages.sort(key=lambda record: (record.position, record.item))
        return found

    def passage_counts(self, scope: Scope, documents: Sequence[str]) -> dict[str, int]:
        counts = dict.fromkeys(documents, 0)
        with self._database.reading(scope) as session:
            for of, rows in _passage_rows(session, scope, documents, "item.id", " AND item.ended_at IS NULL"):
                for (id,) in rows:
                    counts[of[id]] += 1
        return counts


def _passage_rows(
    session: Session, scope: Scope, documents: Sequence[str], columns: str, current: str
) -> Iterator[tuple[dict[str, str], list[Row]]]:
    """Rows of passages, some at a time, with the document of each id."""
    for part in _parts(documents):
        marks = ", ".join("?" * len(part))
        # Keys first, which an index holds, then rows by theirs: SQLite would read the whole space otherwise.
        joined = session.all(
            f"SELECT edge.target, edge.source FROM document JOIN edge ON edge.space = document.space "
            f"AND edge.target = document.id AND edge.kind = ? "
            f"WHERE document.tenant = ? AND document.id IN ({marks})",
            [PART_OF, scope.tenant, *part],
        )
        of = {source: target for target, source in joined}
        within, bounds = session.of_tenant(scope.tenant)
        for ids in _parts(list(of)):
            yield (
                of,
                session.all(
                    f"SELECT {columns} FROM item WHERE {within} AND item.id IN ({', '.join('?' * len(ids))}){current}",
                    [*bounds, *ids],
                ),
            )


def _slot(collection: str, scope: Scope) -> str:
    """What the column `collection` holds. Of one space and collection the schema takes a source once; a document that
    was given by hand is another one under another agent or project, so that its labels are part of it there. Rows that
    were written before this have none, and are found as they are."""
    if collection or (scope.agent is None and scope.project is None):
        return collection
    return _SLOT + json.dumps([scope.agent, scope.project])


def _collected(scope: Scope, collection: str | None, *, alike: bool) -> tuple[str, list[str]]:
    if collection is None:
        return "", []
    if collection:
        return " AND collection = ?", [collection]
    if alike:
        return " AND collection IN (?, ?)", ["", _slot("", scope)]
    return " AND (collection = ? OR (collection >= ? AND collection < ?))", ["", _SLOT, chr(ord(_SLOT) + 1)]


def _labelled(scope: Scope, *, alike: bool) -> tuple[str, list[str]]:
    condition, values = "", []
    for label, value in (("agent", scope.agent), ("project", scope.project)):
        if value is not None:
            condition += f" AND {label} = ?" if alike else f" AND ({label} IS NULL OR {label} = ?)"
            values.append(value)
        elif alike:
            condition += f" AND {label} IS NULL"
    return condition, values


def write(session: Session, scope: Scope, space: int, batch: Batch, generation: int) -> None:
    """The documents of a batch, and where passages stand that say the same as before."""
    for document in batch.documents:
        _make_room(session, space, document)
        if session.run(_PUT, (space, *_row(document))) != 1:
            raise Conflict(f"the document {document.source!r} was read in by somebody else meanwhile; look again")
    if batch.moved:
        session.many(
            "UPDATE item SET reference = ?, position = ?, changed = ? WHERE item = ? AND tenant = ?",
            [(one.reference, one.position, generation, one.item, scope.tenant) for one in batch.moved],
        )
        session.many(
            "UPDATE item SET metadata = ? WHERE item = ? AND tenant = ?",
            [(to_json(dict(one.metadata)), one.item, scope.tenant) for one in batch.moved if one.metadata is not None],
        )
    for document in batch.dropped:
        gone = session.run(
            "DELETE FROM document WHERE tenant = ? AND space = ? AND id = ? AND version = ?",
            (scope.tenant, space, document.id, document.version),
        )
        if gone != 1:
            raise Conflict(f"the document {document.source!r} was changed by somebody else meanwhile; look again")
        keys = session.all("SELECT source, kind FROM edge WHERE space = ? AND target = ?", (space, document.id))
        session.many(
            "DELETE FROM edge WHERE space = ? AND source = ? AND kind = ? AND target = ?",
            [(space, source, kind, document.id) for source, kind in keys],
        )


def _make_room(session: Session, space: int, document: Document) -> None:
    """A row of a labelled document that was written before labels were part of `_slot` gets its own."""
    if _slot(document.collection, document.scope):
        return
    there = session.one(
        "SELECT tenant, id, agent, project FROM document WHERE space = ? AND collection = '' AND source = ?",
        (space, document.source),
    )
    if there is not None and there[1] != document.id:
        tenant, id, agent, project = there
        slot = _slot("", Scope(tenant=tenant, agent=agent, project=project))
        session.run("UPDATE document SET collection = ? WHERE tenant = ? AND id = ?", (slot, tenant, id))


def document_of(row: Row) -> Document:
    return documents_of([row])[0]


def documents_of(rows: Iterable[Row]) -> list[Document]:
    """Rows as documents. Those of one folder share one scope, which is checked once."""
    scopes: dict[tuple[str | None, ...], Scope] = {}
    return [_document(row, scopes) for row in rows]


def _document(row: Row, scopes: dict[tuple[str | None, ...], Scope]) -> Document:
    (tenant, id, owner, agent, session, project, collection, source, title, media_type, content_hash, stamp,
     fingerprint, size, passages, metadata, version, error, created_at, updated_at) = row  # fmt: skip
    labels = (tenant, owner, agent, session, project)
    if labels not in scopes:
        scopes[labels] = Scope(tenant=tenant, user=owner, agent=agent, session=session, project=project)
    return Document(
        id=id,
        scope=scopes[labels],
        collection="" if collection.startswith(_SLOT) else collection,
        source=source,
        title=title,
        media_type=media_type,
        content_hash=content_hash,
        stamp=stamp,
        fingerprint=fingerprint,
        bytes=size,
        passages=passages,
        metadata={} if metadata == "{}" else json.loads(metadata),
        version=version,
        error=error,
        created_at=when(created_at),
        updated_at=when(updated_at),
    )


def _row(document: Document) -> tuple[Any, ...]:
    scope = document.scope
    values: dict[str, Any] = {
        **vars(document),
        "tenant": scope.tenant,
        "owner": scope.user,
        "collection": _slot(document.collection, scope),
        "agent": scope.agent,
        "session": scope.session,
        "project": scope.project,
        "metadata": to_json(dict(document.metadata)),
        "created_at": us(document.created_at),
        "updated_at": us(document.updated_at),
    }
    return tuple(values[name] for name in _COLUMNS)


def _parts(values: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]
