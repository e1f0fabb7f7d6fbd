"""What an import writes: records by the batch, each one transaction per user, and what is kept beside them.
`transfer` reads the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from recollect.engine.ageing import trim
from recollect.engine.moving import documents, ids, kept, versions
from recollect.engine.parts import Parts
from recollect.engine.summaries import summary_signals
from recollect.lifecycle import compact
from recollect.model.batch import Batch
from recollect.model.job import Job
from recollect.model.layers import OWN_KEYS, PROFILE_KEY
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.write.entries import embedding_texts, entries

BATCH_RECORDS = 500
MADE_ANEW = ("profile", "summary")
"""Layers that the engine makes of others, under keys of its own."""
FollowUps = Callable[[Sequence[Record], Scope, datetime], tuple[tuple[Job, ...], tuple[Job, ...]]]
"""Jobs and signals that go with turns of one session."""


@dataclass(frozen=True, kw_only=True)
class Unlearned:
    """A turn that was exported before anything was learned from it."""

    record: Record


Found = Record | Unlearned | kept.Read
"""What one line holds."""


class Incoming:
    """One import while it goes on."""

    def __init__(self, parts: Parts, follow_ups: FollowUps, progress: Callable[[int], None] | None) -> None:
        self.counts = {"added": 0, "known": 0}
        self._parts = parts
        self._follow_ups = follow_ups
        self._progress = progress
        self._agents: dict[Scope, set[str | None]] = {}
        self._versions = versions.Waiting(parts.store)
        self._batch: list[Record] = []
        self._beside: list[kept.Read] = []
        self._unlearned: set[tuple[str | None, str]] = set()

    def take(self, found: Found) -> None:
        """Take in what a line holds; what was taken is written now and then."""
        if isinstance(found, kept.Read):
            self._beside.append(found)
            if len(self._beside) >= BATCH_RECORDS:
                self._write_all()
            return
        record = found.record if isinstance(found, Unlearned) else found
        if isinstance(found, Unlearned):
            self._unlearned.add((record.user, record.id))
        self._agents.setdefault(record.scope.own, set()).add(record.agent)
        self._batch += self._versions.take(record)
        if len(self._batch) >= BATCH_RECORDS:
            self._write_records()
            self._tell()

    def end(self, *, whole: bool) -> None:
        """Write the rest. Not `whole`: a line could not be read, and what waits for a later one comes next time."""
        if not whole:
            self._versions.rest()
        self._write_all()
        for own, named in self._agents.items():
            trim(self._parts, own, named)
        self._tell()

    def _tell(self) -> None:
        if self._progress:
            self._progress(sum(self.counts.values()))

    def _write_all(self) -> None:
        """The records first: the rest is about them."""
        self._batch += self._versions.rest()
        self._write_records()
        if self._beside:
            kept.taken_in(self._parts.store, self._beside)
            self._beside = []

    def _write_records(self) -> None:
        """Add what is new; what is known by its id is left alone, or gets a new version when the file's is newer."""
        if not self._batch:
            return
        store, given, self._batch = self._parts.store, self._batch, []
        batch = ids.freed(store, given)
        unlearned = {
            record.id
            for record, before in zip(batch, given, strict=True)
            if (before.user, before.id) in self._unlearned
        }
        tenant = Scope(tenant=batch[0].scope.tenant)
        held = {record.id: record for record in store.get(tenant, [record.id for record in batch])}
        found = versions.sorted_out(batch, held)
        added = 0
        for user, records in versions.by_user(found.new).items():
            added += self._write_space(replace(tenant, user=user), records, found, unlearned)
        self.counts["added"] += added
        self.counts["known"] += len(batch) - added

    def _write_space(self, scope: Scope, found: Sequence[Record], sorted: versions.Sorted, unlearned: set[str]) -> int:
        """Returns how many were written."""
        now = self._parts.clock()
        records, doubled = self._keyed(scope, found)
        signals = tuple(job for record in doubled for job in self._anew(record, now))
        if not records:
            self._parts.store.write(scope, Batch(signals=signals))
            self._parts.bell.ring()
            return 0
        texts = embedding_texts(records)
        embedded = self._parts.embedding.embed(texts, scope)
        made, _ = self._parts.sectors.completed(entries(records, embedded.rows, texts), scope)
        jobs, more = self._work([record for record in records if record.id in unlearned], now)
        batch = Batch(
            entries=made,
            endings=tuple(sorted.endings[record.id] for record in records if record.id in sorted.endings),
            edges=(
                *(edge for record in records for edge in compact.parts(record)),
                *documents.edges(self._parts.store, scope, records, now),
            ),
            signature=embedded.signature,
            milestone=self._parts.milestone(scope, now),
            jobs=jobs,
            signals=(*more, *signals),
        )
        self._parts.heed(self._parts.store.write(scope, batch))
        if batch.jobs or batch.signals:
            self._parts.bell.ring()
        return len(records)

    def _work(self, turns: Sequence[Record], now: datetime) -> tuple[tuple[Job, ...], tuple[Job, ...]]:
        """What learns from turns, session by session."""
        jobs: tuple[Job, ...] = ()
        signals: tuple[Job, ...] = ()
        for scope in dict.fromkeys(turn.scope for turn in turns):
            more, further = self._follow_ups([turn for turn in turns if turn.scope == scope], scope, now)
            jobs, signals = jobs + more, signals + further
        return jobs, signals

    def _keyed(self, scope: Scope, records: Sequence[Record]) -> tuple[list[Record], list[Record]]:
        """The records with keys that are theirs, and those that are not written: a profile or summary where the space
        has one already, which is made anew of what is there then."""
        taken: set[str] = set()
        placed = [(record, self._free_key(scope, record, taken)) for record in records]
        doubled = [record for record, free in placed if _is_made_anew(record) and free.key is None]
        before = {record.id: record.previous_version_id for record in records}
        left_out: set[str] = set()
        for record in doubled:
            id: str | None = record.id
            while id in before and id not in left_out:
                left_out.add(id)
                id = before[id]
        return [free for record, free in placed if record.id not in left_out], doubled

    def _free_key(self, scope: Scope, record: Record, taken: set[str]) -> Record:
        """A key that another current record holds already stays with that one. `taken`: the keys of this batch."""
        if record.key is None or not record.current:
            return record
        holder = self._parts.store.find_key(scope, record.key)
        if record.key not in taken and (holder is None or holder.id == record.id):
            taken.add(record.key)
            return record
        return replace(record, key=None, metadata={**record.metadata, "imported_key": record.key})

    def _anew(self, record: Record, now: datetime) -> tuple[Job, ...]:
        """What makes the profile or summary anew that one of the file would have stood beside."""
        if record.key == PROFILE_KEY:
            return (self._parts.profile_job(record.scope, now),)
        return summary_signals(self._parts.options, record.scope, now)


def _is_made_anew(record: Record) -> bool:
    """Whether it is the profile of its space or the summary of its session."""
    return record.layer in MADE_ANEW and (record.key or "").startswith(OWN_KEYS)
