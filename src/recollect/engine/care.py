"""Care of the store: status, doctor, reindex, backup, what changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from recollect.engine.degraded import degraded
from recollect.engine.llms.models import Models
from recollect.engine.parts import Parts
from recollect.engine.recall import Recall
from recollect.engine.vectors import reindexed
from recollect.engine.vectors.backfill import Backfill, BatchOptions
from recollect.engine.vectors.embedding import COMPLETED, PENDING
from recollect.engine.vectors.tier_care import TierCare
from recollect.errors import EmbeddingFailed, Forbidden
from recollect.model.batch import Problem
from recollect.model.change import ERASED, Change, Changes
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.model.status import Status
from recollect.rules.text import ANALYSER_VERSION
from recollect.write import accept
from recollect.write.entries import embedding_texts, entries

REINDEX_BATCH = 256
ROUNDS_SPARE = 40
"""Batches of a reindex beside twice those that were needed when it began: what others write meanwhile is taken in, and
whoever writes faster than this embeds does not keep it for ever."""
EMBEDDINGS_LOGGED = 100
UNREADABLE = ("file", "unreadable")
"""Problems after which the versions of records are not looked at."""


class Care:
    def __init__(
        self,
        parts: Parts,
        recall: Recall,
        models: Models | None = None,
        batches: BatchOptions | None = None,
        vectors: TierCare | None = None,
    ) -> None:
        self._vectors = vectors or TierCare(parts)
        self._parts = parts
        self._recall = recall
        self._models = models
        self._backfill = Backfill(parts, recall.embed_records, batches or BatchOptions())

    def changes(self, scope: Scope, since: Mapping[int, int] | None, *, everyone: bool) -> Changes:
        """What changed since those marks. That somebody was erased comes first, as of now: nothing keeps when it was,
        nor, among everybody, who."""
        found = self._parts.store.changes(scope, since, everyone=everyone)
        if not found.erased:
            return found
        gone = Change(kind=ERASED, id="", user=None if everyone else scope.user, at=self._parts.clock())
        return replace(found, changes=(gone, *found.changes))

    def status(self, scope: Scope) -> Status:
        signature = self._parts.embedding.signature()
        hits, misses = self._parts.embedding.cache_counts
        log = self._parts.embedding.log
        pending = self._pending(scope, signature)  # before the facts: where nothing is left, they know of all vectors
        return Status(
            facts=self._parts.store.facts(scope),
            embedder=signature,
            embedder_reason=log[-1][2] if log else None,
            needs_reindex=pending,
            cache_hits=hits,
            cache_misses=misses,
            embedder_log=tuple(self._parts.store.embedding_log(scope, limit=EMBEDDINGS_LOGGED)),
            recall_failure=self._recall.last_failure,
            jobs=self._parts.store.job_counts(scope, everyone=True),
            gate=self._parts.gate.counts,
            models=tuple(self._models.states()) if self._models else (),
            spent=tuple(self._models.spent()) if self._models else (),
            degraded=self._degraded(scope),
            tier=self._vectors.state(scope),
        )

    def _degraded(self, scope: Scope) -> tuple[str, ...]:
        parts = self._parts
        return degraded(
            parts.store,
            hot=None if parts.hot is None else parts.hot.tier,
            tier=parts.tier,
            tier_unusable=parts.tier_unusable,
            rerank=None if parts.reranking is None else parts.reranking.failure,
            embedder=parts.embedding.failure(scope) or reindexed.told(parts, scope),
            llm=None if self._models is None else self._models.failure(),
        )

    def embed(self, texts: Sequence[str], scope: Scope) -> list[list[float]]:
        """Vectors of texts, made as those of records are; nothing is stored."""
        embedded = self._parts.embedding.embed(texts, scope)
        if embedded.rows is None:
            raise EmbeddingFailed(f"no vectors can be made: {embedded.reason}")
        rows: list[list[float]] = embedded.rows.tolist()
        return rows

    @property
    def record_cache_counts(self) -> tuple[int, int]:
        """Records that `get` found in memory, and those it had to read."""
        return self._parts.records.hits, self._parts.records.misses

    def doctor(self, scope: Scope, *, repair: bool = False, whole: bool = True) -> list[Problem]:
        """Check that rows, keyword index, vectors and the vector tier agree; with `repair`, make them. `whole`: and
        that the file is whole, which is asked once for all tenants of it."""
        own = self._parts.store.check(scope, repair=repair, whole=whole)
        readable = all(problem.repaired or problem.code not in UNREADABLE for problem in own)
        orphaned = self._orphaned(scope, repair=repair) if readable else []
        return [*own, *orphaned, *self._vectors.check(scope, repair=repair)]

    def _orphaned(self, scope: Scope, *, repair: bool) -> list[Problem]:
        """Old versions that an import left beside those of their record: deleting it would leave them."""
        store = self._parts.store
        found = store.orphaned_versions(scope)
        if not found:
            return []
        if repair:
            owners = {record.scope.own for record in store.get(scope, found)}
            store.delete(scope, [], self._parts.clock(), versions=found)
            for own in owners:
                self._parts.forget(own)
        message = (
            f"old versions that repeat those of a record and belong to none: {len(found):,}; mended, they are gone"
        )
        return [Problem(code="versions", count=len(found), message=message, repaired=repair)]

    def reindex_batch(self, scope: Scope, limit: int = REINDEX_BATCH) -> int:
        """Give up to `limit` items their missing vectors; returns how many are still missing."""
        signature = self._parts.embedding.signature()
        if signature is None:
            return 0
        self._embed_pending(scope, signature, limit)
        return self._parts.store.pending_count(scope, signature)

    def _embed_pending(self, scope: Scope, signature: str, limit: int) -> list[int]:
        """Make the next missing vectors; the items they are for."""
        pending = self._parts.store.pending_vectors(scope, signature, limit=limit)
        if pending and not self._recall.embed_records([record for _, record in pending]):
            reason = self._parts.embedding.log[-1][2] if self._parts.embedding.log else "no embedder answers"
            raise EmbeddingFailed(f"reindex stopped: {reason}. What is done is kept; run it again to go on.")
        return [item for item, _ in pending]

    def _made(self, scope: Scope, signature: str, items: Sequence[int], sector: str | None = None) -> int:
        """How many of these have what they lacked, or are gone. Not to be told from how many are missing: others write
        meanwhile."""
        if not items:
            return 0
        store = self._parts.store
        return len(items) - len(
            store.pending_vectors(scope, signature, limit=len(items), sector=sector, items=tuple(items))
        )

    def reindex(
        self,
        scope: Scope,
        *,
        progress: Callable[[int, int], None] | None = None,
        timeout_s: float | None = None,
    ) -> dict[str, int]:
        """Bring keyword index and vectors up to date. Killed midway, it loses nothing and goes on when run again.

        With a time-out it stops after about so long, and `left` says how many vectors are still to be made. `batched`:
        how many a provider's batch jobs are still working on; run it again to take them in.
        """
        wait_s = accept.seconds(timeout_s, "timeout_s")
        deadline = None if wait_s is None else time.monotonic() + wait_s
        counts = {"spaces": self._reindex_words(scope), "vectors": 0}
        self._reindex_vectors(scope, counts, progress, deadline)
        if deadline is not None:
            counts["left"] = self._pending(scope, self._parts.embedding.signature())
        return counts

    def _reindex_vectors(
        self,
        scope: Scope,
        counts: dict[str, int],
        progress: Callable[[int, int], None] | None,
        deadline: float | None,
    ) -> None:
        signature = self._parts.embedding.signature()
        if signature is None:
            return
        reindexed.note(self._parts, scope, signature)
        total = self._parts.store.pending_count(scope, signature)
        if total:
            self._parts.embedding.mark(PENDING, scope)
        remaining = self._from_batches(scope, signature, counts, progress, deadline, total)
        rounds = ROUNDS_SPARE + 2 * -(-remaining // REINDEX_BATCH)
        while remaining and not counts.get("batched"):
            items = self._embed_pending(scope, signature, REINDEX_BATCH)
            made = self._made(scope, signature, items)
            if items and not made:
                reason = self._parts.embedding.failure(scope)
                raise EmbeddingFailed(f"reindex makes no progress: {reason or 'run `recollect doctor`'}")
            remaining, rounds = self._parts.store.pending_count(scope, signature), rounds - 1
            counts["vectors"] += made
            if progress:
                progress(counts["vectors"], counts["vectors"] + remaining)
            if remaining and (rounds <= 0 or (deadline is not None and time.monotonic() >= deadline)):
                counts["left"] = self._pending(scope, signature)
                return
        if total and not remaining:
            self._parts.embedding.mark(COMPLETED, scope)
        if self._parts.sectors.signatures():
            counts["sector_vectors"] = self._reindex_sectors(scope, deadline)

    def _from_batches(
        self,
        scope: Scope,
        signature: str,
        counts: dict[str, int],
        progress: Callable[[int, int], None] | None,
        deadline: float | None,
        total: int,
    ) -> int:
        """Many vectors by a provider's batch jobs, where that is wanted; how many are still missing after that.
        `batched` says how many of those the provider is working on."""

        def step() -> None:
            counts["vectors"] = max(0, total - self._parts.store.pending_count(scope, signature))
            if progress:
                progress(counts["vectors"], total)

        held = self._backfill.run(scope, deadline=deadline, step=step)
        if held:
            counts["batched"] = held
        return self._parts.store.pending_count(scope, signature)

    def _pending(self, scope: Scope, signature: str | None) -> int:
        """Vectors still to be made, those of sectors included."""
        store = self._parts.store
        own = self._parts.sectors.signatures().items()
        return (store.pending_count(scope, signature) if signature else 0) + sum(
            store.pending_count(scope, made_by, sector=sector) for sector, made_by in own
        )

    def _reindex_sectors(self, scope: Scope, deadline: float | None) -> int:
        """What the embedders of sectors have not made yet, for items whose other vectors are there."""
        store, done = self._parts.store, 0
        for sector, signature in self._parts.sectors.signatures().items():
            left = store.pending_count(scope, signature, sector=sector)
            rounds = ROUNDS_SPARE + 2 * -(-left // REINDEX_BATCH)
            while left and rounds:
                reason = None
                by_space: dict[Scope, list[Record]] = {}
                pending = store.pending_vectors(scope, signature, limit=REINDEX_BATCH, sector=sector)
                for _, record in pending:
                    by_space.setdefault(record.scope.own, []).append(record)
                for group in by_space.values():
                    reason = self._recall.embed_sectors(group, (sector,)) or reason
                made = self._made(scope, signature, [item for item, _ in pending], sector)
                if pending and not made:
                    raise EmbeddingFailed(
                        f"reindex stopped: {reason or 'the embedder makes no progress'}. What is done is kept; run it "
                        "again to go on."
                    )
                done, rounds = done + made, rounds - 1
                left = store.pending_count(scope, signature, sector=sector)
                if deadline is not None and time.monotonic() >= deadline:
                    return done
        return done

    def _reindex_words(self, scope: Scope) -> int:
        """Spaces whose postings another analyser made are analysed anew, each in one transaction."""
        store, done = self._parts.store, 0
        for user in store.users(scope):
            own = Scope(tenant=scope.tenant, user=user)
            if store.analyser_version(own) != ANALYSER_VERSION:
                records = list(store.scan(own))
                anew = entries(records, None, embedding_texts(records))
                store.replace_index(own, anew, analyser_version=ANALYSER_VERSION)
                done += 1
        return done

    def backup(self, scope: Scope, target: Path, *, only_own: bool = False) -> int:
        """A copy is of the whole store, keys included: with `only_own`, whoever shares it with others gets none."""
        store = self._parts.store
        if only_own and any(tenant != scope.tenant for tenant in store.tenants()):
            raise Forbidden(
                "this store holds several tenants, and a backup would hold them all; run `recollect backup` on the "
                "machine itself, or take an export, which has all of yours"
            )
        return store.backup(scope, target)
