"""Documents: their passages are kept in step with what was read, in one transaction a batch.

A passage that says the same as before is left alone, however far it moved; only what is new is embedded and written.
Of a document that was given by hand the passages it had before stay as what it once said; a file that is kept in step
with a folder is its own history, so what it no longer says is removed.

Who reads files, pages and recordings is `ingesting.py`, `files/workspace.py` and `transcripts.py`; this part knows
nothing of where a text comes from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from recollect.contracts.store import Store
from recollect.engine.added import INITIAL_STRENGTH, TRUST
from recollect.engine.again import until_unopposed
from recollect.engine.parts import Parts
from recollect.errors import NotFound
from recollect.model.batch import Batch, Ending, Entries, Moved
from recollect.model.document import DOCUMENT, OF_PASSAGE, PART_OF, Document, Passage
from recollect.model.ids import content_hash, derived_id, new_id
from recollect.model.job import Job
from recollect.model.record import SUPERSEDED, Edge, Provenance, Record
from recollect.model.scope import Scope
from recollect.model.vectors import Embedded
from recollect.rules.sectors import placed
from recollect.write import accept
from recollect.write.entries import embedding_texts, entries

ADDED, CHANGED, UNCHANGED = "added", "changed", "unchanged"
LIST_MAX = 1_000_000
Records = list[Record]
Listed = list[Document]
"""Spelled out here because `list` is a verb of this part."""


@dataclass(frozen=True, kw_only=True)
class Read:
    """What was read of one document, to be kept."""

    scope: Scope
    """With the labels its passages get."""
    source: str
    passages: Sequence[Passage]
    collection: str = ""
    title: str = ""
    media_type: str = "text/plain"
    content_hash: str = ""
    stamp: str = ""
    fingerprint: str = ""
    bytes: int = 0
    metadata: dict[str, Any] = field(default_factory=dict)
    said: Mapping[str, Any] = field(default_factory=dict)
    """Of its metadata what somebody said of it, not what it says of itself: its passages have it too."""
    channel: str = DOCUMENT
    """Where its passages come from: `document` or `file`; what trust they get follows from it."""
    tags: tuple[str, ...] = ()
    occurred_at: datetime | None = None
    history: bool = True
    """Passages it no longer has stay as what it once said; else they are removed."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What became of a document."""

    document: Document
    action: str
    """added, changed or unchanged."""
    added: int = 0
    kept: int = 0
    ended: int = 0
    note: str | None = None
    """Why its passages have no vectors yet."""


@dataclass(kw_only=True)
class _Change:
    """What one document's part of a batch is made of."""

    document: Document
    action: str
    written: bool = True
    """Something of it has to be written, if only that it was looked at."""
    history: bool = True
    fresh: list[Record] = field(default_factory=list)
    moved: list[Moved] = field(default_factory=list)
    gone: list[Record] = field(default_factory=list)
    kept: int = 0
    row: int = 0
    """The first of its rows among the vectors that were given, where some were."""


class Documents:
    """Keeps documents and finds them again."""

    def __init__(self, parts: Parts, signals: Callable[[Scope], tuple[Job, ...]] = lambda _: ()) -> None:
        """`signals`: follow-up work of a write into a space."""
        self._parts = parts
        self._signals = signals

    # --- writing ------------------------------------------------------------------------------------------------

    def put(self, read: Sequence[Read], vectors: Embedded | None = None) -> list[Kept]:
        """Documents of one space, in one transaction. What is known by its bytes and was cut alike is not touched.

        `vectors`: a row for each passage of all of them, in their order, where their words do not make it (pictures and
        sound); then a document that changed gets new passages even when they are called the same.
        """
        return until_unopposed(lambda _: self._put(read, vectors)) if read else []

    def _put(self, read: Sequence[Read], vectors: Embedded | None) -> list[Kept]:
        own, now = read[0].scope.own, self._parts.clock()
        held = self._held(own, read)
        ended = not all(one.history for one in read)
        passages = self._parts.store.passages(own, [document.id for document in held.values()], ended=ended)
        anew = vectors is not None
        changes = [
            self._change(one, held.get(_known_by(one.collection, one.source, one.scope)), passages, now, anew=anew)
            for one in read
        ]
        for place, change in enumerate(changes):
            change.row = sum(len(one.passages) for one in read[:place])
        note = self._write(own, [change for change in changes if change.written], now, vectors)
        return [
            Kept(
                document=change.document,
                action=change.action,
                added=len(change.fresh),
                kept=change.kept,
                ended=len(change.gone),
                note=note if change.fresh else None,
            )
            for change in changes
        ]

    def _held(self, own: Scope, read: Sequence[Read]) -> dict[tuple[str | None, ...], Document]:
        found = self._parts.store.documents(own, sources=[one.source for one in read], own=True, limit=LIST_MAX)
        return {_known_by(document.collection, document.source, document.scope): document for document in found}

    def _change(
        self, read: Read, old: Document | None, passages: dict[str, list[Record]], now: datetime, *, anew: bool
    ) -> _Change:
        ever = passages.get(old.id, []) if old is not None else []
        had = [record for record in ever if record.ended_at is None]
        document = self._document(read, old, now)
        if old is not None and _same(old, document) and len(had) == old.passages:
            looked = replace(old, stamp=document.stamp, error=None)
            return _Change(document=looked, action=UNCHANGED, written=looked != old, kept=len(had))
        change = _Change(document=document, action=CHANGED if old else ADDED, history=read.history)
        known: dict[tuple[str | None, str, str], list[Record]] = defaultdict(list)
        for record in reversed(had):
            heading = str(record.metadata.get("heading", ""))
            known[record.scope.session, record.provenance.content_hash, heading].append(record)
        said, shifted = self._parts.secrets.masked(dict(read.said)), False
        for place, passage in enumerate(read.passages, start=1):
            text, heading = self._parts.secrets.mask(passage.text), self._parts.secrets.mask(passage.heading)
            reference = f"{document.source}#{passage.place}" if passage.place else document.source
            same = None if anew else known.get((read.scope.session, content_hash(text), heading))
            if not same:
                change.fresh.append(self._record(read, document, text, heading, reference, place, now))
                continue
            record = same.pop()
            change.kept += 1
            about = _about(record, {} if old is None else old.metadata, said)
            elsewhere = (record.provenance.reference, record.position) != (reference, place)
            shifted = shifted or elsewhere
            if elsewhere or about is not None:
                change.moved.append(Moved(item=record.item, reference=reference, position=place, metadata=about))
        change.gone = [record for left in known.values() for record in left]
        if not read.history:  # what was archived of a file gives way to what the file says
            change.gone += [record for record in ever if record.ended_at is not None]
        change.fresh = _apart(change.fresh, {record.id for record in had})
        change.document = replace(document, passages=len(change.fresh) + change.kept)
        differs = change.fresh or change.gone or shifted
        if old is not None and read.history and not differs and _same(old, document, cut=False):
            change.action = UNCHANGED  # read or cut in another way, to the same end: no version of what it said
            change.document = replace(change.document, version=old.version, updated_at=old.updated_at)
        return change

    def _document(self, read: Read, old: Document | None, now: datetime) -> Document:
        source = accept.source_name(read.source)
        id = derived_id(read.scope.tenant, read.scope.user, *_known_by(read.collection, source, read.scope))
        return Document(
            id=old.id if old else free_id(self._parts.store, read.scope, id, now),
            scope=read.scope,
            source=source,
            collection=read.collection,
            title=self._parts.secrets.mask(read.title),
            media_type=read.media_type,
            content_hash=read.content_hash or content_hash("\n\n".join(one.text for one in read.passages)),
            stamp=read.stamp,
            fingerprint=read.fingerprint,
            bytes=read.bytes,
            metadata=self._parts.secrets.masked(accept.metadata(read.metadata)),
            version=old.version + 1 if old else 1,
            created_at=old.created_at if old else now,
            updated_at=now,
        )

    def _record(
        self, read: Read, document: Document, text: str, heading: str, reference: str, place: int, now: datetime
    ) -> Record:
        once = str(document.version) if read.history else None  # what it once said keeps its id
        own = {"document": document.id} | ({"heading": heading} if heading else {})
        metadata = {**self._parts.secrets.masked(dict(read.said)), **own}
        text = accept.text(text, chars_max=self._parts.options.content_chars_max)
        return Record(
            id=derived_id(read.scope.tenant, read.scope.user, document.id, content_hash(text), heading, once),
            content=text,
            scope=read.scope,
            layer=DOCUMENT,
            kind="note",
            tags=read.tags,
            metadata=metadata,
            sectors=placed("note", text, layer=DOCUMENT, metadata=metadata),
            position=place,
            strength=INITIAL_STRENGTH,
            original_strength=INITIAL_STRENGTH,
            strength_at=now,
            occurred_at=read.occurred_at,
            created_at=now,
            updated_at=now,
            provenance=Provenance(
                source=read.channel, reference=reference, content_hash=content_hash(text), trust=TRUST[read.channel]
            ),
        )

    def _write(
        self, own: Scope, changes: Sequence[_Change], now: datetime, vectors: Embedded | None = None
    ) -> str | None:
        """Embed outside any transaction, then one transaction for all of them. Why there are no vectors, if so."""
        if not changes:
            return None
        fresh = [record for change in changes for record in change.fresh]
        made: Entries | None = None
        lacking: str | None = None
        embedded = Embedded(signature=None, rows=None)
        if fresh:
            texts = embedding_texts(fresh)
            embedded = self._parts.embedding.embed(texts, own) if vectors is None else _rows(vectors, changes)
            made, lacking = self._parts.sectors.completed(entries(fresh, embedded.rows, texts), own)
        ended = [record for change in changes if change.history for record in change.gone]
        removed = [record for change in changes if not change.history for record in change.gone]
        batch = Batch(
            entries=made,
            endings=tuple(Ending(id=one.id, item=one.item, status=SUPERSEDED, ended_at=now) for one in ended),
            edges=tuple(part_of(record, now) for record in fresh),
            signature=embedded.signature,
            documents=tuple(change.document for change in changes),
            moved=tuple(one for change in changes for one in change.moved),
            removed=tuple(record.id for record in removed),
            signals=self._signals(own) if fresh else (),
            at=now,
        )
        self._parts.heed(self._parts.store.write(own, batch))
        return embedded.reason or lacking

    def failed(self, document: Document, error: str) -> Document:
        """Its newest state could not be read: what was read before stays, and the reason can be seen."""
        changed = replace(document, error=self._parts.secrets.mask(error))
        self._parts.store.write(document.scope.own, Batch(documents=(changed,)))
        return changed

    def look_again(self, documents: Sequence[Document]) -> None:
        """Documents of one space that say the same, with another stamp or fingerprint: read anew next time."""
        if documents:
            own = documents[0].scope.own
            until_unopposed(lambda _: self._parts.store.write(own, Batch(documents=tuple(documents))))

    def remove(self, documents: Sequence[Document]) -> int:
        """Documents of one space with all they ever said; returns how many passages."""
        if not documents:
            return 0
        own, now = documents[0].scope.own, self._parts.clock()
        passages = self._parts.store.passages(own, [document.id for document in documents], ended=True)
        gone = [record.id for records in passages.values() for record in records]
        self._parts.store.write(own, Batch(removed=tuple(gone), dropped=tuple(documents), at=now))
        self._parts.embedding.forget()
        self._parts.forget(own)
        return len(gone)

    # --- reading ------------------------------------------------------------------------------------------------

    def get(self, scope: Scope, id: str) -> Document:
        found = self._parts.store.document(scope, accept.identifier(id))
        if found is None:
            raise NotFound(f"there is no document {id!r}: it was deleted or mistyped; see `recollect documents list`")
        return self._counted(scope, [found])[0]

    def list(
        self,
        scope: Scope,
        *,
        collection: str | None = None,
        everyone: bool = False,
        limit: int = 100,
        offset: int = 0,
    ) -> list[Document]:
        found = self._parts.store.documents(
            scope,
            collection=collection,
            everyone=everyone,
            limit=accept.whole(limit, "limit", 1, LIST_MAX),
            offset=accept.whole(offset, "offset", 0, 10**9),
        )
        return self._counted(scope, found)

    def given(self, scope: Scope, sources: Sequence[str] | None = None) -> dict[str, Document]:
        """By source: what was given by hand under the scope's agent and project."""
        found = self._parts.store.documents(scope, collection="", sources=sources, own=True, alike=True, limit=LIST_MAX)
        return {one.source: one for one in self._counted(scope, found)}

    def _counted(self, scope: Scope, documents: Sequence[Document]) -> Listed:
        """With as many passages as are there. One that lacks some, because somebody deleted or archived them, has no
        fingerprint: it is to be read again."""
        counts = self._parts.store.passage_counts(scope, [one.id for one in documents])
        return [
            one if counts[one.id] == one.passages else replace(one, passages=counts[one.id], fingerprint="")
            for one in documents
        ]

    def passages(self, scope: Scope, id: str, *, ended: bool = False) -> Records:
        """Of one document, in its order."""
        document = self.get(scope, id)
        return self._parts.store.passages(scope, [document.id], ended=ended)[document.id]


def free_id(store: Store, scope: Scope, id: str, now: datetime) -> str:
    """The id of a new document. One that lies in another space already, where an import brought it, is not taken: who
    knows how ids are made could keep others from reading a document in. Nor is one that a document of another agent or
    project has: labels were no part of ids once."""
    held = store.document(scope, id)
    if held is None:
        return id
    alike = held.collection or (held.scope.agent, held.scope.project) == (scope.agent, scope.project)
    return id if held.scope.own == scope.own and alike else new_id(now)


def _known_by(collection: str, source: str, scope: Scope) -> tuple[str | None, ...]:
    """What tells a document from the others of its space. One that is given by hand is another one for another agent or
    project; without these its id is as it ever was."""
    labels = (scope.agent, scope.project)
    return (collection, source) if collection or labels == (None, None) else (collection, source, *labels)


def _about(record: Record, before: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any] | None:
    """The metadata of a passage, where something else is said of its document now: what was said before gives way, and
    what the passage was given by itself stays. None: it is the same."""
    own = {name: record.metadata[name] for name in OF_PASSAGE if name in record.metadata}
    kept = {name: value for name, value in record.metadata.items() if name not in before}
    made = {**kept, **said, **own}
    return None if made == dict(record.metadata) else made


def part_of(record: Record, now: datetime) -> Edge:
    """The edge from a passage to its document."""
    return Edge(
        source_type="record",
        source=record.id,
        target_type=DOCUMENT,
        target=str(record.metadata["document"]),
        kind=PART_OF,
        created_at=now,
    )


def _rows(vectors: Embedded, changes: Sequence[_Change]) -> Embedded:
    """Of the vectors that were given, those of what is new."""
    places = [change.row + place for change in changes for place in range(len(change.fresh))]
    return vectors if vectors.rows is None else replace(vectors, rows=vectors.rows[places])


def _same(old: Document, new: Document, *, cut: bool = True) -> bool:
    """The same bytes, read and cut alike (unless it is no matter how: `cut`), with the same labels."""
    return (
        (old.content_hash, old.scope) == (new.content_hash, new.scope)
        and (not cut or old.fingerprint == new.fingerprint)
        and dict(old.metadata) == dict(new.metadata)
        and old.title == new.title
    )


def _apart(records: list[Record], taken: set[str]) -> list[Record]:
    """A text that stands in a document twice has two ids."""
    made = []
    for record in records:
        id, again = record.id, 0
        while id in taken:
            again += 1
            id = derived_id(record.id, str(again))
        taken.add(id)
        made.append(record if not again else record.but(id=id))
    return made
