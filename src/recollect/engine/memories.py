"""Records: add, get, list, update, archive, delete, history."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence, Set
from copy import deepcopy
from dataclasses import replace
from datetime import datetime
from typing import Any

from recollect.engine.added import INITIAL_STRENGTH, TRUST, Added
from recollect.engine.again import until_unopposed
from recollect.engine.learning import Learning
from recollect.engine.parts import Parts
from recollect.engine.weighing import DERIVED_FROM, MERGED_FROM, Draft
from recollect.errors import InvalidInput, InvalidState, NotFound, UnknownName
from recollect.model.batch import Batch, Ending
from recollect.model.ids import content_hash, new_id, new_ids
from recollect.model.query import Filter
from recollect.model.record import ACTIVE, ARCHIVED, PENDING_REVIEW, SUPERSEDED, Provenance, Record
from recollect.model.scope import Scope
from recollect.rules.kinds import sector_of
from recollect.write import accept
from recollect.write.entries import embedding_texts, entries

LIST_MAX = 10_000
OFFSET_MAX = 1_000_000_000
MERGES_MAX = 10
VERSION_MAX = 1_000_000_000

FIELDS = (
    "layer",
    "kind",
    "key",
    "tags",
    "metadata",
    "sectors",
    "confidence",
    "strength",
    "occurred_at",
    "valid_from",
    "valid_until",
    "expires_at",
    "source",
    "reference",
    "id",
)
"""What `add` takes beside the text and the scope."""
CHANGES = ("content", *(name for name in FIELDS if name not in ("id", "strength", "source", "reference")))
"""What `update` takes."""
Records = list[Record]
"""Spelled out here because `list` is a verb of Memories."""


class Memories:
    """Everything that changes or reads records by name; searching is `Recall`'s."""

    def __init__(self, parts: Parts, learning: Learning) -> None:
        self._parts = parts
        self._learning = learning

    # --- adding -------------------------------------------------------------------------------------------------

    def add(self, content: str, scope: Scope, fields: Mapping[str, Any]) -> Added:
        """One memory, stored as said and weighed against what is known.

        A key, an id or another layer says what to do with it; then nothing is weighed. With a key that is taken: a new
        version of that record.
        """
        record = self._record({"content": content, **fields}, scope, self._parts.clock(), 0)
        self._admit(scope, [record])
        weighed = self._parts.options.verification and record.layer == "memory" and record.key is None
        if not weighed or fields.get("id") is not None:
            return self._add(scope, [record])
        learned = self._learning.learn(scope, [Draft(record=record)])
        return Added(
            written=learned.written,
            strengthened=learned.strengthened,
            decisions=learned.decisions,
            note=learned.note,
        )

    def add_many(self, items: Sequence[str | Mapping[str, Any]], scope: Scope) -> Added:
        """Many memories in one transaction, as they are; a key that is taken gets a new version."""
        records = self._records(items, scope, self._parts.clock())
        if not records:
            raise InvalidInput("there is nothing to add: the list is empty")
        self._admit(scope, records)
        keys = [record.key for record in records if record.key is not None]
        if len(set(keys)) < len(keys):
            raise InvalidInput("two items have the same key; add them one after the other to make versions")
        return self._add(scope, records)

    def _admit(self, scope: Scope, records: Sequence[Record]) -> None:
        """The gate's limits, before anything is stored."""
        chars = sum(len(record.content) for record in records)
        self._parts.gate.admit(scope, adds=len(records), chars=chars, now=self._parts.clock())

    def _add(self, scope: Scope, records: Sequence[Record]) -> Added:
        now = self._parts.clock()
        return until_unopposed(lambda _: self._commit(scope, *self._with_keys(scope, records, now)))

    def _records(self, items: Sequence[str | Mapping[str, Any]], scope: Scope, now: datetime) -> list[Record]:
        """A record each; what plain texts have in common is checked and made once."""
        if not isinstance(items, list | tuple):
            raise InvalidInput(f"add_many takes a list of texts or mappings, not {type(items).__name__}")
        plain: Record | None = None
        records = []
        items = self._without_secrets(items)
        for place, (item, id) in enumerate(zip(items, new_ids(now, len(items)), strict=True)):
            if isinstance(item, str) and plain is not None:
                content = accept.text(item, chars_max=self._parts.options.content_chars_max)
                provenance = plain.provenance.of(content_hash(content))
                records.append(plain.but(id=id, content=content, metadata={}, provenance=provenance))
            elif isinstance(item, str):
                plain = self._record({"id": id, "content": item}, scope, now, place)
                records.append(plain)
            elif isinstance(item, Mapping):
                records.append(self._record({"id": id, **item}, scope, now, place))
            else:
                raise InvalidInput(f"item {place} is {type(item).__name__}; it must be text or a mapping with content")
        return records

    def _without_secrets(self, items: Sequence[Any]) -> Sequence[Any]:
        """Plain texts masked together; mappings are masked one by one, later."""
        texts = iter(self._parts.secrets.mask_all([item for item in items if isinstance(item, str)]))
        return [next(texts) if isinstance(item, str) else item for item in items]

    def _record(self, fields: dict[str, Any], scope: Scope, now: datetime, place: int) -> Record:
        unknown = set(fields) - set(FIELDS) - {"content"}
        if unknown:
            name = sorted(unknown)[0]
            raise UnknownName(f"unknown field {name!r} in item {place}; the fields are {', '.join(FIELDS)}")
        content = self._text(fields.get("content"))
        kind = accept.kind(fields.get("kind", "note"))
        strength = accept.share(fields.get("strength", INITIAL_STRENGTH), "strength")
        source = accept.source(fields.get("source", "user"))
        valid = accept.period(fields.get("valid_from"), fields.get("valid_until"), "valid_from", "valid_until")
        return Record(
            id=accept.label(fields.get("id"), "id") or new_id(now),
            content=content,
            scope=scope,
            layer=accept.layer(fields.get("layer", "memory")),
            kind=kind,
            key=self._label(fields.get("key"), "key"),
            tags=self._parts.secrets.mask_labels(accept.tags(fields.get("tags"))),
            metadata=self._parts.secrets.masked(accept.metadata(fields.get("metadata"))),
            sectors=accept.sectors(fields.get("sectors")) or (sector_of(kind),),
            confidence=accept.share(fields.get("confidence", 1.0), "confidence"),
            strength=strength,
            original_strength=strength,
            strength_at=now,
            occurred_at=accept.moment(fields.get("occurred_at"), "occurred_at"),
            valid_from=valid[0],
            valid_until=valid[1],
            created_at=now,
            updated_at=now,
            expires_at=accept.moment(fields.get("expires_at"), "expires_at"),
            provenance=Provenance(
                source=source,
                reference=self._label(fields.get("reference"), "reference"),
                content_hash=content_hash(content),
                trust=TRUST[source],
            ),
        )

    def _text(self, value: Any) -> str:
        """What may be stored of it: without secrets."""
        return self._parts.secrets.mask(accept.text(value, chars_max=self._parts.options.content_chars_max))

    def _label(self, value: Any, name: str) -> str | None:
        found = accept.label(value, name)
        return None if found is None else self._parts.secrets.mask(found)

    def _with_keys(
        self, scope: Scope, records: Sequence[Record], now: datetime
    ) -> tuple[list[Record], tuple[Ending, ...]]:
        """Records whose key is taken become the next version of what holds it; metadata is merged, new fields win."""
        made: list[Record] = []
        endings: list[Ending] = []
        for record in records:
            old = self._parts.store.find_key(scope, record.key) if record.key is not None else None
            if old is None:
                made.append(record)
                continue
            moved_to = new_id(now)
            merged = {**old.metadata, **record.metadata}
            made.append(
                replace(
                    record,
                    id=old.id,
                    metadata=merged,
                    created_at=old.created_at,
                    version=old.version + 1,
                    previous_version_id=moved_to,
                    access_count=old.access_count,
                    last_accessed_at=old.last_accessed_at,
                )
            )
            endings.append(Ending(id=old.id, item=old.item, status=SUPERSEDED, ended_at=now, moved_to=moved_to))
        return made, tuple(endings)

    def _commit(self, scope: Scope, records: Sequence[Record], endings: tuple[Ending, ...]) -> Added:
        """Embed outside any transaction, then one short transaction."""
        texts = embedding_texts(records)
        embedded = self._parts.embedding.embed(texts, scope)
        made = entries(records, embedded.rows, texts)
        signals = self._learning.signals(scope)
        batch = Batch(entries=made, endings=endings, signature=embedded.signature, signals=signals)
        return Added(written=self._parts.store.write(scope, batch), note=embedded.reason)

    # --- reading ------------------------------------------------------------------------------------------------

    def get(self, scope: Scope, id: str) -> Record:
        """By id, inside the scope's tenant. A cached record is given only while its space has not changed."""
        key = f"{scope.tenant}:{accept.identifier(id)}"
        cached = self._parts.records.get(key)
        if cached is not None and self._parts.store.stamp(cached.record.scope.own) == cached.stamp:
            return _copied(cached.record)
        found = self._parts.store.look(scope, id)
        if found is None:
            raise NotFound(f"there is no record {id!r}: it was deleted or mistyped (`recollect list` shows ids)")
        self._parts.records.put(key, found)
        return _copied(found.record)

    def list(
        self, scope: Scope, filter: Filter, *, limit: int = 100, offset: int = 0, everyone: bool = False
    ) -> Records:
        return self._parts.store.list(
            scope,
            filter,
            now=self._parts.clock(),
            limit=accept.whole(limit, "limit", 1, LIST_MAX),
            offset=accept.whole(offset, "offset", 0, OFFSET_MAX),
            everyone=everyone,
        )

    def count(self, scope: Scope, filter: Filter, *, everyone: bool = False) -> int:
        return self._parts.store.count(scope, filter, now=self._parts.clock(), everyone=everyone)

    def history(self, scope: Scope, id: str) -> Records:
        """All versions, oldest first."""
        found = self._parts.store.versions(scope, accept.identifier(id))
        if not found:
            raise NotFound(f"there is no record {id!r}; what was deleted has no history")
        return found

    # --- changing -----------------------------------------------------------------------------------------------

    def update(self, scope: Scope, id: str, changes: Mapping[str, Any]) -> Record:
        """A new version under the same id; the old one stays in the history."""
        unknown = set(changes) - set(CHANGES)
        if unknown:
            raise UnknownName(f"{sorted(unknown)[0]!r} cannot be updated; what can: {', '.join(CHANGES)}")
        if not changes:
            raise InvalidInput("nothing to change was given; name at least one field, for example content=…")
        return until_unopposed(lambda _: self._update(scope, id, changes))

    def _update(self, scope: Scope, id: str, changes: Mapping[str, Any]) -> Record:
        old = self.get(scope, id)
        _require_settled(old)
        if not old.current:
            raise InvalidState(f"record {id} is {old.status}; unarchive it first, or update the current version")
        new = self._changed(old, changes)
        if new == old:
            return old  # nothing it says has changed
        self._require_free(new)
        return self._replace(old, new, status=SUPERSEDED)

    def _require_free(self, record: Record) -> None:
        """A key that another record has cannot be taken: trying again would not help."""
        holder = self._parts.store.find_key(record.scope.own, record.key) if record.key is not None else None
        if holder is not None and holder.id != record.id:
            raise InvalidState(f"the key {record.key!r} belongs to record {holder.id}; give this one another key")

    def archive(self, scope: Scope, id: str) -> Record:
        """Hidden from search and lists; `unarchive` undoes it."""
        old = self.get(scope, id)
        if old.status == ARCHIVED:
            return old
        _require_settled(old)
        if not old.current:
            raise InvalidState(f"record {id} is {old.status}; only a current record can be archived")
        ending = Ending(id=old.id, item=old.item, status=ARCHIVED, ended_at=self._parts.clock())
        self._parts.store.write(old.scope.own, Batch(endings=(ending,)))
        return self.get(scope, id)

    def unarchive(self, scope: Scope, id: str) -> Record:
        """Back as a new version, so that the time it was hidden stays true in the history."""
        old = self.get(scope, id)
        if old.current:
            return old
        if old.status != ARCHIVED:
            raise InvalidState(f"record {id} is {old.status}, not archived")
        self._require_free(old)
        return self._replace(old, replace(old, status=ACTIVE, ended_at=None), status=ARCHIVED)

    def revert(self, scope: Scope, id: str, version: int) -> Record:
        """What an old version said, as a new version of the record."""
        accept.whole(version, "version", 1, VERSION_MAX)
        chain = self.history(scope, id)
        wanted = [record for record in chain if record.version == version]
        if not wanted:
            known = ", ".join(str(record.version) for record in chain)
            raise NotFound(f"record {id} has no version {version}; it has {known}")
        current = next((record for record in reversed(chain) if record.current), None)
        if current is None:
            raise InvalidState(f"record {id} is {chain[-1].status}; unarchive it first")
        if current.version == version:
            return current
        old = {name: getattr(wanted[-1], name) for name in CHANGES}
        return self.update(scope, current.id, old)

    def delete(self, scope: Scope, ids: Sequence[str]) -> int:
        """Gone with all versions and with memories whose only source it was; returns how many records."""
        wanted = dict.fromkeys(self._deletable(scope, id) for id in ids)
        versions: dict[str, None] = {}
        frontier = list(wanted)
        while frontier:
            found = self._baseless(scope, frontier, {*wanted, *versions})
            frontier = [id for id in found if id not in wanted and id not in versions]
            versions.update(dict.fromkeys(frontier))
        self._parts.store.delete(scope, list(wanted), self._parts.clock(), versions=list(versions))
        return len(wanted) + len(versions)

    def _deletable(self, scope: Scope, id: str) -> str:
        record = self.get(scope, id)
        if record.status == SUPERSEDED:
            raise InvalidState(f"{id} is an old version; delete the record itself, which takes all its versions along")
        return record.id

    def _baseless(self, scope: Scope, ids: Sequence[str], doomed: Set[str]) -> builtins.list[str]:
        """Versions of memories that were drawn from these and rest on nothing that stays. What somebody gave as a text
        rests on itself."""
        store, found = self._parts.store, []
        for record in store.get(scope, ids):
            own = record.scope.own
            drawn = [edge.source for edge in store.edges(own, [record.id]) if edge.target == record.id]
            for memory in store.get(own, list(dict.fromkeys(drawn))):
                if memory.provenance.reference is not None and self._sources(own, memory.id) <= doomed:
                    found.append(memory.id)
        return found

    def _sources(self, own: Scope, id: str, depth: int = 0) -> Set[str]:
        """What a memory was drawn from, with the sources of what was merged into it."""
        sources: set[str] = set()
        for edge in self._parts.store.edges(own, [id]):
            if edge.source == id and edge.kind == DERIVED_FROM:
                sources.add(edge.target)
            elif edge.source == id and edge.kind == MERGED_FROM and depth < MERGES_MAX:
                sources |= self._sources(own, edge.target, depth + 1)
        return sources

    def _changed(self, old: Record, changes: Mapping[str, Any]) -> Record:
        fields = {name: getattr(old, name) for name in CHANGES} | dict(changes)
        if "kind" in changes and "sectors" not in changes:
            fields["sectors"] = None  # those of the new kind
        checked = self._record(fields, old.scope, self._parts.clock(), 0)
        return replace(
            old,
            **{name: getattr(checked, name) for name in CHANGES},
            provenance=replace(old.provenance, content_hash=checked.provenance.content_hash),
        )

    def _replace(self, old: Record, new: Record, *, status: str) -> Record:
        """Write `new` under the id of `old`; the old row moves to an id of its own."""
        now = self._parts.clock()
        moved_to = new_id(now)
        ending = Ending(
            id=old.id,
            item=old.item,
            status=status,
            ended_at=old.ended_at or now,
            moved_to=moved_to,
            reopening=old.ended_at is not None,
        )
        record = replace(new, version=old.version + 1, previous_version_id=moved_to, updated_at=now, item=0)
        return self._commit(old.scope.own, [record], (ending,)).records[0]


def _require_settled(record: Record) -> None:
    """What waits for an answer never was part of the memory, so it cannot be changed or hidden."""
    if record.status == PENDING_REVIEW:
        raise InvalidState(
            f"record {record.id} waits for an answer; see `recollect conflicts`, then resolve or delete it"
        )


def _copied(record: Record) -> Record:
    """The caller may change what he is given; the cached record must not change with it."""
    return record.but(metadata=deepcopy(record.metadata)) if record.metadata else record
