"""The vector tier of an engine: kept in step with the store, asked by searches, left alone while it does not answer.

The store is the truth. Every write is in it before anybody hears of the tier, and what the tier lacks follows from the
mark it keeps (see `recollect.contracts.vector_index`): there is no second queue that could be lost. A tier that fails
costs one time-out; then it is asked from a thread of its own until it answers, and everything in between is answered
in process.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from recollect.contracts.store import Store
from recollect.contracts.vector_index import Renewing, VectorIndex
from recollect.engine.told import bare
from recollect.errors import StoreError, TierFailed
from recollect.model.scope import Scope
from recollect.model.tier import Mark, Nearest, SpaceStamp, TierHealth, TierSpace, TierState
from recollect.rules.breaker import Breaker

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PIECE: Final = 1000
"""Changes sent at once."""
PIECES_MAX: Final = 1_000_000
PROBE_S: Final = 5.0
"""Between two looks at a tier that did not answer."""
SETTLE_S: Final = 5.0
"""No further tenant's changes are sent at the end of a process after so long."""
WAITING_MAX: Final = 10_000
"""Tenants whose changes wait to be sent; further ones are sent when somebody asks again."""
log = logging.getLogger("recollect.vectors")


class VectorTier:
    """One index of vectors, shared by the engines of all tenants of a process."""

    def __init__(
        self,
        index: VectorIndex,
        store: Store,
        *,
        probe_s: float = PROBE_S,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.index = index
        self._store = store
        self._monotonic = monotonic
        self._probe_s = probe_s
        self._breaker = Breaker(failures_max=1, open_s=probe_s)
        self._lock = threading.Lock()
        self._shipping = threading.Lock()
        self._marks: dict[TierSpace, Mark | None] = {}
        """Spaces that the tier was seen to hold, and how far; None: it has been away since."""
        self._vouched: set[TierSpace] = set()
        """Spaces of which the store said that what the tier holds is its own."""
        self._swept: set[str] = set()
        """Tenants whose left-over spaces were looked for."""
        self._waiting: dict[tuple[str, str], None] = {}
        """Tenant and signature whose changes are to be sent."""
        self._worker: threading.Thread | None = None
        self._prober: threading.Thread | None = None
        self._stop = threading.Event()
        self.last_failure: str | None = None
        if isinstance(index, Renewing) and index.spoilt is not None:
            self._failed(TierFailed(index.spoilt))

    @property
    def name(self) -> str:
        return self.index.name

    @property
    def failure(self) -> str | None:
        """Why it is left alone; None: it is not."""
        with self._lock:
            return None if self._breaker.state(self._monotonic()) == "closed" else self.last_failure

    # --- searching ----------------------------------------------------------------------------------------------

    def search(
        self,
        scope: Scope,
        signature: str,
        stamps: Sequence[SpaceStamp],
        vector: NDArray[np.float32],
        k: int,
        layers: Sequence[str] = (),
    ) -> dict[int, Nearest]:
        """The nearest of each space, by its number. `TierFailed`: it does not answer; search in process."""
        self._require_answering()
        found: dict[int, Nearest] = {}
        try:
            for stamp in stamps:
                space = TierSpace(tenant=scope.tenant, space=stamp.space, signature=signature)
                nearest = self.index.search(space, vector, k, layers=layers)
                if not self._of_this_store(scope, space, nearest.mark):
                    nearest = replace(nearest, items=nearest.items[:0], scores=nearest.scores[:0], mark=None)
                found[stamp.space] = nearest
                self._remember(space, nearest.mark)
                if nearest.mark != Mark(epoch=stamp.epoch, generation=stamp.generation):
                    self.nudge(scope, signature)
        except TierFailed as error:
            self._failed(error)
            raise
        return found

    def _of_this_store(self, scope: Scope, space: TierSpace, mark: Mark | None) -> bool:
        """Asked once for each space: a file beside the store may be of a store that was there before."""
        if mark is None or space in self._vouched:
            return True
        if not self._store.vouches(scope, space, mark):
            return False
        self._vouched.add(space)
        return True

    def _require_answering(self) -> None:
        with self._lock:
            if self._breaker.state(self._monotonic()) != "closed":
                raise TierFailed(f"{self.name} is left alone until it answers again: {self.last_failure}")

    # --- following ----------------------------------------------------------------------------------------------

    def nudge(self, scope: Scope, signature: str | None) -> None:
        """Something changed, or may have: send it from a thread of its own."""
        if signature is None or self._stop.is_set():
            return
        with self._lock:
            if len(self._waiting) < WAITING_MAX:
                self._waiting[scope.tenant, signature] = None
            if self._worker is None and self._breaker.state(self._monotonic()) == "closed":
                self._worker = threading.Thread(target=self._work, name="recollect-vectors", daemon=True)
                self._worker.start()

    def _work(self) -> None:
        try:
            while self._work_next():
                pass
        finally:
            with self._lock:
                self._worker = None

    def _work_next(self) -> bool:
        with self._lock:
            closed = self._breaker.state(self._monotonic()) == "closed"
            if not self._waiting or self._stop.is_set() or not closed:
                return False
            tenant, signature = next(iter(self._waiting))
            del self._waiting[tenant, signature]
        try:
            self.follow(Scope(tenant=tenant), signature)
        except (TierFailed, StoreError) as error:
            self.last_failure = bare(error)
            with self._lock:
                self._waiting.setdefault((tenant, signature))
            return False  # asked again with the next search, beat of the worker, or when the tier is back
        return True

    def follow(self, scope: Scope, signature: str | None) -> int:
        """Send what changed in the tenant's spaces since the tier last heard of them; how many changes that was."""
        if signature is None:
            return 0
        self._require_answering()
        try:
            stamps = self._store.stamps(scope)
            sent = sum(
                self._ship(scope, TierSpace(tenant=scope.tenant, space=stamp.space, signature=signature), stamp)
                for stamp in stamps
            )
            self._sweep(scope, signature, stamps)
        except TierFailed as error:
            self._failed(error)
            raise
        return sent

    def follow_known(self, scope: Scope) -> int:
        """Like `follow`, for the spaces the tier holds already: nothing new is embedded to find out which."""
        self._require_answering()
        try:
            stamps = {stamp.space: stamp for stamp in self._store.stamps(scope)}
            sent = 0
            for space in self.index.spaces(scope.tenant):
                stamp = stamps.get(space.space)
                if stamp is None:
                    self._drop(space)
                else:
                    sent += self._ship(scope, space, stamp)
        except TierFailed as error:
            self._failed(error)
            raise
        return sent

    def rebuild(self, scope: Scope, space: TierSpace) -> int:
        """Throw away what the tier holds of a space and send it anew."""
        self._require_answering()
        with self._shipping:
            self._drop(space)
        return self._ship(scope, space)

    def renew(self) -> bool:
        """Throw away all of a tier that cannot be read, and use it again. False: it is not that."""
        if not isinstance(self.index, Renewing) or self.index.spoilt is None:
            return False
        with self._shipping:
            self.index.renew()
        return self.probe()

    def _ship(self, scope: Scope, space: TierSpace, stamp: SpaceStamp | None = None) -> int:
        """Piece by piece: what is new and what is gone, then the mark. Killed in between, the piece comes again."""
        sent = 0
        if stamp is not None and self._marks.get(space) == Mark(epoch=stamp.epoch, generation=stamp.generation):
            return 0
        with self._shipping:
            mark = self.index.mark(space)
            if not self._of_this_store(scope, space, mark):
                self._drop(space)
                mark = None
            for _ in range(PIECES_MAX):
                if self._stop.is_set():
                    break
                changes = self._store.vector_changes(scope, space, mark, limit=PIECE)
                if changes is None:
                    self._drop(space)
                    break
                if changes.restart:
                    self._drop(space)
                    if mark is not None and mark.epoch == changes.mark.epoch:
                        mark = None  # more is gone than can be told
                        continue
                self.index.put(space, changes.points)
                self.index.remove(space, changes.removed)
                self.index.move(space, changes.mark)
                sent += len(changes.points.items) + len(changes.removed)
                mark = changes.mark
                self._vouched.add(space)
                self._remember(space, mark)
                if not changes.more:
                    break
        return sent

    def _sweep(self, scope: Scope, signature: str, stamps: Sequence[SpaceStamp]) -> None:
        """Drop what the tier holds of spaces that were erased, and of embedders nothing is left of."""
        there = {stamp.space for stamp in stamps}
        known = {space for space in list(self._marks) if space.tenant == scope.tenant}
        lost = any(space.space not in there or space.signature != signature for space in known)
        if scope.tenant in self._swept and not lost:
            return
        for space in {*self.index.spaces(scope.tenant), *known}:
            if space.space not in there or (
                space.signature != signature and not len(self._store.vector_items(scope, space))
            ):
                self._drop(space)
        self._swept.add(scope.tenant)

    def _drop(self, space: TierSpace) -> None:
        self.index.drop(space)
        self._marks.pop(space, None)

    def _remember(self, space: TierSpace, mark: Mark | None) -> None:
        if mark is None:
            self._marks.pop(space, None)
        else:
            self._marks[space] = mark

    # --- failing and coming back --------------------------------------------------------------------------------

    def _failed(self, error: TierFailed) -> None:
        with self._lock:
            fresh = self._breaker.state(self._monotonic()) == "closed"
            self._breaker.failed(self._monotonic())
            self.last_failure = error.bare
            if fresh:
                log.warning("vectors.tier.failed", extra={"tier": self.name, "reason": error.bare})
            if self._prober is None and not self._stop.is_set():
                self._prober = threading.Thread(target=self._watch, name="recollect-vectors-probe", daemon=True)
                self._prober.start()

    def _watch(self) -> None:
        while not self._stop.wait(self._probe_s):
            if self.probe():
                break
        with self._lock:
            self._prober = None

    def probe(self) -> bool:
        """Ask a tier that did not answer; when it does, it is used again and what waits is sent."""
        health = self.index.health()
        if not health.ok:
            self._failed(TierFailed(health.error or f"{self.name} is not ready"))
            return False
        with self._lock:
            back = self._breaker.state(self._monotonic()) != "closed"
            self._breaker.succeeded()
            for space in list(self._marks):
                self._marks[space] = None  # it may have come back with less; if the space is erased, it still has to go
            self._vouched.clear()
            self._swept.clear()  # and it may have come back with more
            waiting = next(iter(self._waiting), None)
        if back:
            log.info("vectors.tier.back", extra={"tier": self.name})
        if waiting is not None:
            self.nudge(Scope(tenant=waiting[0]), waiting[1])
        return True

    def health(self) -> TierHealth:
        """Asked now, whatever is known of it."""
        return self.index.health()

    def state(self, scope: Scope, signature: str | None, configured: str) -> TierState:
        behind = 0
        for stamp in self._store.stamps(scope) if signature else ():
            space = TierSpace(tenant=scope.tenant, space=stamp.space, signature=str(signature))
            behind += self._marks.get(space) != Mark(epoch=stamp.epoch, generation=stamp.generation)
        with self._lock:
            breaker = self._breaker.state(self._monotonic())
        return TierState(
            name=self.name,
            configured=configured,
            breaker=breaker,
            behind=behind,
            last_failure=self.last_failure,
            shape=self.index.shape,
        )

    def settle(self, *scopes: Scope) -> None:
        """Before a process ends: send what is left, if the tier answers; of these tenants first, then of those that
        were followed before. Whom there is no time for is left to the next process."""
        ends = self._monotonic() + SETTLE_S
        tenants = [*(scope.tenant for scope in scopes), *(space.tenant for space in list(self._marks))]
        try:
            for tenant in dict.fromkeys(tenants):
                self.follow_known(Scope(tenant=tenant))
                if self._monotonic() > ends:
                    break
        except (TierFailed, StoreError) as error:
            self.last_failure = bare(error)

    def close(self) -> None:
        """What was not sent is sent by whoever opens the store next: the mark says where to go on."""
        self._stop.set()
        for thread in (self._worker, self._prober):
            if thread is not None and thread is not threading.current_thread():
                thread.join()
        self.index.close()
