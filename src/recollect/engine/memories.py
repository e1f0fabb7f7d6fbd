"""Records: add, get, list, update, archive, history. Deleting is `recollect.engine.forgetting`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from recollect.engine import keyed
from recollect.engine.added import INITIAL_STRENGTH, TRUST, fading, notes_like
from recollect.engine.again import until_unopposed
from recollect.engine.ageing import in_time, trim
from recollect.engine.basis import Basis, basis_of
from recollect.engine.bringing_back import brought_back, contested, is_hidden
from recollect.engine.effects import Draft
from recollect.engine.learning import Learning
from recollect.engine.parts import Parts
from recollect.engine.settled import copied, require_settled
from recollect.engine.summaries import summary_signals
from recollect.errors import Conflict, InvalidInput, InvalidState, NotFound, UnknownName
from recollect.lifecycle.retention import cutoffs
from recollect.model.added import Added
from recollect.model.batch import Batch, Ending
from recollect.model.ids import content_hash, new_id, new_ids
from recollect.model.job import Job
from recollect.model.query import Filter
from recollect.model.record import ARCHIVED, REJECTED, SUPERSEDED, Edge, Provenance, Record
from recollect.model.scope import Scope
from recollect.rules.sectors import UNPLACED, default_showing, placed
from recollect.rules.texts import Texts
from recollect.write import accept
from recollect.write.entries import embedding_texts, entries
from recollect.write.known import same_text

LIST_MAX = 10_000
OFFSET_MAX = 1_000_000_000
VERSION_MAX = 1_000_000_000

FIELDS = (
    "layer", "kind", "key", "tags", "metadata", "sectors", "confidence", "strength", "occurred_at", "valid_from",
    "valid_until", "expires_at", "source", "reference", "id",
)  # fmt: skip
"""What `add` takes beside the text and the scope."""
CHANGES = ("content", *(name for name in FIELDS if name not in ("id", "strength", "source", "reference")))
"""What `update` takes."""
Records = list[Record]
"""Spelled out here because `list` is a verb of Memories."""
Endings = tuple[Ending, ...]
Names = Collection[str]


class Memories:
    """Everything that changes or reads records by name; searching is `Recall`'s."""

    def __init__(self, parts: Parts, learning: Learning) -> None:
        self._parts = parts
        self._learning = learning

    # --- adding -------------------------------------------------------------------------------------------------

    def add(self, content: str, scope: Scope, fields: Mapping[str, Any]) -> Added:
        """One memory, stored as said and weighed against what is known.

        A key, an id or another layer says what to do with it; then nothing is weighed. With a key that is taken: a new
        version of that record, which keeps what is not named; with `relabelled` among the fields its labels go.
        """
        relabelled, fields = bool(fields.get("relabelled")), {n: v for n, v in fields.items() if n != "relabelled"}
        record = self._record({"content": content, **fields}, scope, self._parts.clock())
        accept.free_key(record.key)
        self._admit(scope, [record])
        weighed = self._parts.options.verification and record.layer == "memory" and record.key is None
        if not weighed or fields.get("id") is not None:
            return self._add(scope, [record], named=(keyed.named_in(fields),), relabelled=relabelled)
        learned = self._learning.learn(scope, [Draft(record=record)])
        return Added(
            written=learned.written.first(1),
            strengthened=learned.strengthened,
            decisions=learned.decisions,
            note=learned.note,
        )

    def add_many(self, items: Sequence[str | Mapping[str, Any]], scope: Scope) -> Added:
        """Many memories in one transaction, as they are; a key that is taken gets a new version."""
        records, texts = self._records(items, scope, self._parts.clock())
        if not records:
            raise InvalidInput("there is nothing to add: the list is empty")
        self._admit(scope, records)
        keys = [record.key for record in records]
        accept.distinct_keys(keys)
        named = [keyed.named_in(one) if isinstance(one, Mapping) else () for one in items] if any(keys) else ()
        return self._add(scope, records, texts, named=named)

    def _admit(self, scope: Scope, records: Sequence[Record]) -> None:
        """The gate's limits, before anything is stored."""
        chars = sum(len(record.content) for record in records)
        self._parts.gate.admit(scope, adds=len(records), chars=chars, now=self._parts.clock())

    def _add(
        self,
        scope: Scope,
        records: Sequence[Record],
        texts: Texts | None = None,
        *,
        named: Sequence[Names] = (),
        relabelled: bool = False,
    ) -> Added:
        held = partial(self._parts.store.find_key, scope)
        given = keyed.Given(named=tuple(named), relabelled=relabelled, many=texts is not None)
        keys = partial(keyed.versions, records, held, self._changed, self._parts.clock(), given)
        added = until_unopposed(lambda _: self._commit(scope, *keys(), texts))
        trim(self._parts, scope, [scope.agent], added.ids)
        return added

    def _records(self, items: Sequence[str | Mapping[str, Any]], scope: Scope, now: datetime) -> tuple[Records, Texts]:
        """A record each, and what is embedded; what plain texts have in common is checked and made once."""
        if not isinstance(items, list | tuple):
            raise InvalidInput(f"add_many takes a list of texts or mappings, not {type(items).__name__}")
        ids, place, made = new_ids(now, len(items)), 0, dict[int, Record]()
        try:
            for place, item in enumerate(items):
                if isinstance(item, str):
                    accept.text(item, chars_max=self._parts.options.content_chars_max)
                elif isinstance(item, Mapping):
                    made[place] = self._record({"id": ids[place], **item}, scope, now)
                    accept.free_key(made[place].key)
                else:
                    raise InvalidInput(f"it is {type(item).__name__}; it must be text or a mapping with content")
        except InvalidInput as error:
            raise accept.one_of_many(error, f"item {place}") from error
        texts = self._parts.secrets.mask_all(Texts(item for item in items if isinstance(item, str)))
        own = [id for place, id in enumerate(ids) if place not in made]
        notes = self._notes(texts, own, scope, now) if own else []
        if not made:
            return notes, texts
        rest = iter(notes)
        records = [made[place] if place in made else next(rest) for place in range(len(items))]
        return records, embedding_texts(records)

    def _notes(self, texts: Texts, ids: Sequence[str], scope: Scope, now: datetime) -> Records:
        """Of texts that are checked and masked."""
        plain = self._record({"content": texts[0], "sectors": UNPLACED}, scope, now)
        return notes_like(plain, ids, texts, default_showing().classified(texts), self._parts.options.decay_lambda)

    def _record(self, fields: dict[str, Any], scope: Scope, now: datetime) -> Record:
        unknown = set(fields) - set(FIELDS) - {"content"}
        if unknown:
            name = sorted(unknown)[0]
            raise UnknownName(f"unknown field {name!r}; the fields are {', '.join(FIELDS)}")
        content = self._text(fields.get("content"))
        kind = accept.kind(fields.get("kind", "note"))
        strength = accept.share(fields.get("strength", INITIAL_STRENGTH), "strength")
        source = accept.source(fields.get("source", "user"))
        valid = accept.period(fields.get("valid_from"), fields.get("valid_until"), "valid_from", "valid_until")
        metadata = self._parts.secrets.masked(accept.metadata(fields.get("metadata")))
        layer = accept.layer(fields.get("layer", "memory"))
        sectors, rate = fading(fields.get("sectors"), kind, content, layer, metadata, self._parts.options.decay_lambda)
        return Record(
            id=accept.new_identifier(fields.get("id")) or new_id(now),
            content=content,
            scope=scope,
            layer=layer,
            kind=kind,
            key=self._key(fields.get("key")),
            tags=self._parts.secrets.mask_labels(accept.tags(fields.get("tags"))),
            metadata=metadata,
            sectors=sectors,
            confidence=accept.share(fields.get("confidence", 1.0), "confidence"),
            strength=strength,
            original_strength=strength,
            strength_at=now,
            decay_rate=rate,
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
        return self._parts.secrets.mask(accept.text(value, chars_max=self._parts.options.content_chars_max))

    def _key(self, value: Any) -> str | None:
        found = accept.label(value, "key")
        return None if found is None else self._parts.secrets.mask_key(found)

    def _label(self, value: Any, name: str) -> str | None:
        found = accept.label(value, name)
        return None if found is None else self._parts.secrets.mask(found)

    def _commit(
        self,
        scope: Scope,
        records: Sequence[Record],
        endings: Endings,
        texts: Texts | None = None,
        signals: tuple[Job, ...] = (),
        edges: tuple[Edge, ...] = (),
        back: bool = False,
    ) -> Added:
        """Embed outside any transaction, then one short transaction."""
        texts = embedding_texts(records) if texts is None else texts
        embedded = self._parts.embedding.embed(texts, scope)
        records, conflicts = contested(self._parts, scope, records, embedded) if back else (records, ())
        opposed, shortened, closed = self._learning.opposed(scope, records, embedded)
        if shortened:
            texts = embedding_texts([*records, *shortened])
            embedded = self._parts.embedding.embed(texts, scope)
        stored = entries([*records, *shortened] if shortened else records, embedded.rows, texts)
        made, lacking = self._parts.sectors.completed(stored, scope)
        batch = Batch(
            entries=made,
            endings=endings + opposed,
            signature=embedded.signature,
            signals=(*self._learning.signals(scope), *signals),
            edges=edges,
            conflicts=conflicts + closed,
            milestone=self._parts.milestone(scope, self._parts.clock()),
        )
        written = self._parts.heed(self._parts.store.write(scope, batch))
        return Added(written=written.first(len(records)) if shortened else written, note=embedded.reason or lacking)

    # --- reading ------------------------------------------------------------------------------------------------

    def get(self, scope: Scope, id: str) -> Record:
        """By id, inside the scope's tenant. A cached record is given only while its space has not changed."""
        key = f"{scope.tenant}:{accept.identifier(id)}"
        cached, drops = self._parts.records.get(key), self._parts.records.drops
        if cached is not None and self._parts.store.stamp(cached.record.scope.own) == cached.stamp:
            return copied(cached.record)
        found = self._parts.store.look(scope, id)
        if found is None:
            raise NotFound(f"there is no record {id!r}: it was deleted or mistyped (`recollect list` shows ids)")
        self._parts.records.put(key, found, drops=drops)
        return copied(found.record)

    def same_text(self, scope: Scope, content: str) -> Records:
        """Current memories of the user under the same labels that say this, but for letter case and spaces."""
        signature, matrix = self._parts.embedding.signature(), self._parts.tier is None
        with self._parts.store.reading(scope.own, signature=signature, matrix=matrix) as reader:
            return same_text(reader, scope, content, self._parts.clock())

    def list(
        self, scope: Scope, filter: Filter, *, limit: int = 100, offset: int = 0, everyone: bool = False
    ) -> Records:
        return self._parts.store.list(
            scope,
            in_time(self._parts, filter),
            now=self._parts.clock(),
            limit=accept.whole(limit, "limit", 1, LIST_MAX),
            offset=accept.whole(offset, "offset", 0, OFFSET_MAX),
            everyone=everyone,
        )

    def count(self, scope: Scope, filter: Filter, *, everyone: bool = False) -> int:
        return self._parts.store.count(scope, in_time(self._parts, filter), now=self._parts.clock(), everyone=everyone)

    def history(self, scope: Scope, id: str) -> Records:
        """All versions, oldest first."""
        found = self._parts.store.versions(scope, accept.identifier(id))
        if not found:
            raise NotFound(f"there is no record {id!r}; what was deleted has no history")
        return found

    # --- changing -----------------------------------------------------------------------------------------------

    def update(self, scope: Scope, id: str, changes: Mapping[str, Any], if_version: Any = None) -> Record:
        """A new version under the same id; the old one stays in the history. With `if_version` only of that one."""
        unknown = set(changes) - set(CHANGES)
        if unknown:
            raise UnknownName(f"{sorted(unknown)[0]!r} cannot be updated; what can: {', '.join(CHANGES)}")
        if not changes:
            raise InvalidInput("nothing to change was given; name at least one field, for example content=…")
        if if_version is None:
            return until_unopposed(lambda _: self._update(self.get(scope, id), changes))
        accept.whole(if_version, "if_version", 1, VERSION_MAX)
        old = self.get(scope, id)
        if old.version != if_version:
            now = f"it has version {old.version} by now, not {if_version}"
            raise Conflict(f"record {id} was changed meanwhile: {now}; read it again, then change that version")
        return self._update(old, changes)

    def _update(
        self, old: Record, changes: Mapping[str, Any], basis: Basis | None = None, labels: Scope | None = None
    ) -> Record:
        """With another `basis`, the version that ends keeps its own."""
        require_settled(old)
        if not old.current:
            raise InvalidState(f"record {old.id} is {old.status}; unarchive it first, or update the current version")
        new = replace(self._changed(old, changes), scope=labels or old.scope)
        if new == old:
            return old  # nothing it says has changed
        if new.key != old.key:
            accept.free_key(new.key)
        self._require_free(new)
        new = new if basis is None else replace(new, provenance=basis.provenance)
        return self._replace(old, new, status=SUPERSEDED, basis=basis)

    def _require_free(self, record: Record) -> None:
        """A key that another record has cannot be taken: trying again would not help."""
        holder = self._parts.store.find_key(record.scope.own, record.key) if record.key is not None else None
        if holder is not None and holder.id != record.id:
            how = "" if record.current else f", with `recollect unarchive {record.id} --key NAME`"
            raise InvalidState(f"the key {record.key!r} belongs to record {holder.id}; give this one another key{how}")

    def archive(self, scope: Scope, id: str) -> Record:
        """Hidden from search and lists; `unarchive` undoes it."""
        old = self.get(scope, id)
        if old.status == ARCHIVED:
            return old
        require_settled(old)
        if not old.current:
            raise InvalidState(f"record {id} is {old.status}; only a current record can be archived")
        ending = Ending(id=old.id, item=old.item, status=ARCHIVED, ended_at=self._parts.clock())
        signals = self._retelling(old)
        self._parts.heed(self._parts.store.write(old.scope.own, Batch(endings=(ending,), signals=signals)))
        return self.get(scope, id)

    def unarchive(self, scope: Scope, id: str, key: Any = None) -> Record:
        """Back as a new version, so that the time it was hidden stays true in the history; as a question where somebody
        has said otherwise since. `key`: under another one, for its own may be taken by now."""
        old, now = self.get(scope, id), self._parts.clock()
        limits = cutoffs(self._parts.options.ageing.retention_days, now)
        if not is_hidden(old, limits, now):
            return old if key is None else self.update(scope, id, {"key": key})
        wanted = self._key(key)
        accept.free_key(wanted)
        known = old if wanted is None else replace(old, key=wanted)
        self._require_free(known)
        return self._replace(old, brought_back(self._parts, known, limits, now), status=ARCHIVED, back=True)

    def revert(self, scope: Scope, id: str, version: int) -> Record:
        """What an old version said, as a new version of the record; shown to whom the old one was, and without an end
        that has passed: it would be hidden at once."""
        accept.whole(version, "version", 1, VERSION_MAX)
        chain = self.history(scope, id)
        wanted = next((one for one in reversed(chain) if one.version == version and one.status != REJECTED), None)
        if wanted is None:
            known = ", ".join(str(record.version) for record in chain)
            raise NotFound(f"record {id} has no version {version}; it has {known}")
        current = next((record for record in reversed(chain) if record.current), None)
        if current is None:
            raise InvalidState(f"record {id} is {chain[-1].status}; unarchive it first")
        if current.version == version:
            return current
        fields = {name: getattr(wanted, name) for name in CHANGES}
        if wanted.expires_at is not None and wanted.expires_at <= self._parts.clock():
            fields["expires_at"] = None
        basis = None if wanted.created_at == current.created_at else basis_of(self._parts.store, wanted, chain)
        return until_unopposed(lambda _: self._update(self.get(scope, current.id), fields, basis, wanted.scope))

    def _changed(self, old: Record, changes: Mapping[str, Any]) -> Record:
        fields = {name: getattr(old, name) for name in CHANGES} | dict(changes)
        derived = placed(old.kind, old.content, layer=old.layer, metadata=old.metadata)
        if "sectors" not in changes and ("kind" in changes or old.sectors == derived):
            fields["sectors"] = None  # nobody chose them: those of what it is now
        checked = self._record(fields, old.scope, self._parts.clock())
        new = replace(
            old,
            **{name: getattr(checked, name) for name in CHANGES},
            decay_rate=old.decay_rate if checked.sectors == old.sectors else checked.decay_rate,
            provenance=replace(old.provenance, content_hash=checked.provenance.content_hash),
        )
        return new if new.fading == old.fading else new.fading_from(self._parts.clock(), old.fading)

    def _replace(
        self, old: Record, new: Record, *, status: str, basis: Basis | None = None, back: bool = False
    ) -> Record:
        """Write `new` under the id of `old`; the old row moves to an id of its own. `back`: it was hidden."""
        now = self._parts.clock()
        moved_to = new_id(now)
        ending = Ending(
            id=old.id,
            item=old.item,
            status=status,
            ended_at=old.ended_at or now,
            moved_to=moved_to,
            reopening=old.ended_at is not None,
            with_sources=basis is not None,
            recalls=old.access_count,
        )
        record = replace(new, version=old.version + 1, previous_version_id=moved_to, updated_at=now, item=0)
        edges = () if basis is None else tuple(replace(edge, source=old.id, created_at=now) for edge in basis.edges)
        signals = self._retelling(old)
        if new.content != old.content and old.layer != "turn":  # what it says now is in no graph yet
            signals += self._learning.signals(old.scope, always=True)
        return self._commit(old.scope.own, [record], (ending,), signals=signals, edges=edges, back=back).records[0]

    def _retelling(self, old: Record) -> tuple[Job, ...]:
        """What was said is told otherwise now, so the summary of that conversation is made anew."""
        return summary_signals(self._parts.options, old.scope, self._parts.clock()) if old.layer == "turn" else ()
