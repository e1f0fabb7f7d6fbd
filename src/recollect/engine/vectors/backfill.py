"""Many missing vectors through a provider's batch jobs: cheaper, slower, and survived by nothing being paid twice.

What is handed over is written down first, as a note of the tenant: name, items, and the provider's id as soon as there
is one. Whoever runs next, after a crash too, asks the provider for that batch instead of handing the same over again.
A note goes when its vectors are stored. What a batch did not answer is asked for directly.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from recollect.contracts.embedder import DONE, RUNNING, Batches, BatchState, Embedder
from recollect.engine.parts import Parts
from recollect.errors import EmbeddingFailed, ModelFailed
from recollect.model.ids import content_hash
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.write.entries import embedding_texts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NOTES = "embedding-batch/"
STORE_AT_ONCE = 256
FAILURES_MAX = 5
"""Looks at the provider in a row that may fail before this gives up for now."""
KEPT_DAYS = 14
"""Providers keep answers for a month at most; a note that is this old leads nowhere."""


@dataclass(frozen=True, kw_only=True)
class BatchOptions:
    texts_min: int = 0
    """Fewer missing vectors are asked for directly; 0: always."""
    concurrency: int = 2
    wait: bool = True
    poll_s: float = 2.0
    timeout_s: float = 3600.0


@dataclass(frozen=True, kw_only=True)
class Handed:
    """A batch that was handed over, or was about to be."""

    name: str
    items: tuple[int, ...]
    signature: str
    at: datetime
    id: str | None = None
    """The provider's; None: whether it has the batch is not known."""


@dataclass(kw_only=True)
class Run:
    """One run over what is missing."""

    scope: Scope
    embedder: Embedder
    signature: str
    batches: Batches
    open: list[Handed]
    direct: set[int] = field(default_factory=set)
    """Items that are not handed over: they are in the cache, or their batch failed."""
    failures: int = 0


class Backfill:
    """`embed_records` makes and stores the vectors of records; time is an argument."""

    def __init__(
        self,
        parts: Parts,
        embed_records: Callable[[Sequence[Record]], int],
        options: BatchOptions,
        *,
        sleep: Callable[[float], None] = time.sleep,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._parts = parts
        self._embed_records = embed_records
        self._options = options
        self._sleep = sleep
        self._now_s = now_s

    def run(self, scope: Scope, *, deadline: float | None = None, step: Callable[[], None] = lambda: None) -> int:
        """Hand over, wait, take in; how many items are still with the provider. `step` is called when some came in."""
        found = self._parts.embedding.batches() if self._options.texts_min else None
        if found is None:
            return 0
        embedder, signature, batches = found
        tenant = Scope(tenant=scope.tenant)
        run = Run(
            scope=tenant, embedder=embedder, signature=signature, batches=batches, open=self._noted(tenant, signature)
        )
        ends_s = self._now_s() + self._options.timeout_s
        ends_s = ends_s if deadline is None else min(ends_s, deadline)
        while True:
            self._hand_over(run)
            taken = [handed for handed in run.open if self._taken(run, handed)]
            run.open = [handed for handed in run.open if handed not in taken]
            if taken:
                step()
            if not run.open and not taken:
                return 0
            if run.open and (not self._options.wait or self._now_s() >= ends_s):
                return sum(len(handed.items) for handed in run.open)
            if not taken:
                self._sleep(self._options.poll_s)

    # --- handing over -------------------------------------------------------------------------------------------

    def _hand_over(self, run: Run) -> None:
        """Submit what is missing until as many batches are open as may be, those of an earlier run first."""
        for at, handed in enumerate(run.open):
            if handed.id is None:
                run.open[at] = self._again(run, handed)
        run.open = [handed for handed in run.open if handed.id is not None]
        while len(run.open) < self._options.concurrency:
            texts, items = self._missing(run)
            if not texts:
                return
            name = content_hash(f"{run.signature}:{','.join(map(str, items))}")[:40]
            handed = Handed(name=name, items=items, signature=run.signature, at=self._parts.clock())
            self._note(run.scope, handed)
            handed = self._submitted(run, handed, texts)
            if handed.id is None:
                return
            run.open.append(handed)

    def _missing(self, run: Run) -> tuple[dict[str, str], tuple[int, ...]]:
        """The next texts to hand over, by key, and the items they are for; nothing when they are too few."""
        held = run.direct.union(*(handed.items for handed in run.open))
        most = run.batches.texts_max
        pending = self._parts.store.pending_vectors(run.scope, run.signature, limit=len(held) + most)
        fresh = [(item, record) for item, record in pending if item not in held]
        if len(fresh) < self._options.texts_min:
            return {}, ()
        texts: dict[str, str] = {}
        items: list[int] = []
        for (item, _), text in zip(fresh, embedding_texts([record for _, record in fresh]), strict=True):
            pieces = self._parts.embedding.missing_pieces(text, run.scope, run.embedder)
            if len(texts) + len(pieces) > most and texts:
                break
            if pieces:
                texts |= pieces
                items.append(item)
            else:
                run.direct.add(item)
        return texts, tuple(items)

    def _submitted(self, run: Run, handed: Handed, texts: Mapping[str, str]) -> Handed:
        """With the provider's id; without one when the provider refused, and then its items are asked for directly."""
        try:
            handed = replace(handed, id=run.batches.submit(handed.name, texts))
        except ModelFailed as error:
            if error.retryable:  # it may have the batch: the note stays, and the next run asks for it
                raise _stopped("a batch could not be handed over", error) from error
            self._given_up(run, handed, error.bare)
            return handed
        self._note(run.scope, handed)
        return handed

    def _again(self, run: Run, handed: Handed) -> Handed:
        """A batch of which only our note is known: the provider has it under our name, or it never got there."""
        try:
            found = run.batches.find(handed.name)
        except ModelFailed as error:
            if error.retryable:
                raise _stopped("batches could not be listed", error) from error
            found = None
        if found is not None:
            handed = replace(handed, id=found)
            self._note(run.scope, handed)
            return handed
        texts: dict[str, str] = {}
        for text in embedding_texts(self._records(run, handed)):
            texts |= self._parts.embedding.missing_pieces(text, run.scope, run.embedder)
        if texts:
            return self._submitted(run, handed, texts)
        self._parts.store.put_note(run.scope, NOTES + handed.name, None)
        return handed

    # --- taking in ----------------------------------------------------------------------------------------------

    def _taken(self, run: Run, handed: Handed) -> bool:
        """Look at a batch; True when it is over and what it gave is stored."""
        assert handed.id is not None
        try:
            state = run.batches.look(handed.id)
            rows = self._rows(run, state) if state.state == DONE else {}
        except ModelFailed as error:
            if error.status == 404:
                return self._given_up(run, handed, f"the provider does not know the batch any more: {error.bare}")
            run.failures += 1
            if not error.retryable or run.failures >= FAILURES_MAX:
                raise _stopped("a batch could not be fetched", error) from error
            return False
        run.failures = 0
        if state.state == RUNNING:
            return False
        if state.reason:
            self._parts.embedding.tell(state.reason, run.scope)
        records = self._records(run, handed)
        if rows:
            self._store(run, records, rows)
        else:
            run.direct.update(handed.items)
        self._parts.store.put_note(run.scope, NOTES + handed.name, None)
        run.batches.discard(state)
        return True

    def _rows(self, run: Run, state: BatchState) -> dict[str, NDArray[np.float32]]:
        """Answers by key; one of another size would spoil every search and is left out."""
        return {key: row for key, row in run.batches.collect(state) if len(row) == run.embedder.dim}

    def _store(self, run: Run, records: Sequence[Record], rows: Mapping[str, NDArray[np.float32]]) -> None:
        """Give the items their vectors; a piece that was not answered is asked for directly."""
        with self._parts.embedding.given(run.embedder, rows):
            for start in range(0, len(records), STORE_AT_ONCE):
                some = records[start : start + STORE_AT_ONCE]
                if self._embed_records(some) < len(some):
                    log = self._parts.embedding.log
                    reason = log[-1][2] if log else "no embedder answers"
                    raise EmbeddingFailed(f"reindex stopped: {reason}. What is done is kept; run it again to go on.")

    def _records(self, run: Run, handed: Handed) -> list[Record]:
        """Those of its items that still have no vector: some may have been deleted, or got one, meanwhile."""
        held = {item for other in run.open for item in other.items} | set(handed.items)
        limit = len(held) + len(run.direct) + run.batches.texts_max
        pending = self._parts.store.pending_vectors(run.scope, run.signature, limit=limit)
        own = set(handed.items)
        return [record for item, record in pending if item in own]

    def _given_up(self, run: Run, handed: Handed, reason: str) -> bool:
        self._parts.embedding.tell(f"batch: {reason}; asked directly instead", run.scope)
        self._parts.store.put_note(run.scope, NOTES + handed.name, None)
        run.direct.update(handed.items)
        return True

    # --- notes --------------------------------------------------------------------------------------------------

    def _note(self, scope: Scope, handed: Handed) -> None:
        value = {
            "id": handed.id,
            "items": list(handed.items),
            "signature": handed.signature,
            "at": handed.at.isoformat(),
        }
        self._parts.store.put_note(scope, NOTES + handed.name, value)

    def _noted(self, scope: Scope, signature: str) -> list[Handed]:
        """What earlier runs handed over to this embedder, oldest first; what is too old is dropped."""
        oldest = self._parts.clock() - timedelta(days=KEPT_DAYS)
        found = []
        for name, value in self._parts.store.notes(scope, NOTES).items():
            handed = _handed(name.removeprefix(NOTES), value)
            if handed.at < oldest:
                self._parts.store.put_note(scope, name, None)
            elif handed.signature == signature:
                found.append(handed)
        return sorted(found, key=lambda handed: (handed.at, handed.items[:1]))


def _handed(name: str, value: Mapping[str, Any]) -> Handed:
    return Handed(
        name=name,
        items=tuple(int(item) for item in value["items"]),
        signature=str(value["signature"]),
        at=datetime.fromisoformat(str(value["at"])),
        id=value["id"],
    )


def _stopped(what: str, error: ModelFailed) -> EmbeddingFailed:
    told, bare = (f"{what}: {said}. Run it again to go on." for said in (error, error.bare))
    return EmbeddingFailed(told, bare=bare)
