"""Asking the reranker: within a time, not when it keeps failing, and never so that a search fails.

The model is asked on a thread of its own, so that a search can stop waiting. Threads are few: while all of them are
held by a model that does not answer, searches go on without it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

from recollect.contracts.reranker import Reranker
from recollect.engine.told import bare, told
from recollect.errors import ConfigError
from recollect.read.rerank import Judged, Offer, Offered
from recollect.rules.breaker import Breaker

AT_ONCE_MAX = 4
TEXT_CHARS_MAX = 8000
"""Of each text; models read a few hundred words."""
REASON_CHARS_MAX = 400


@dataclass(frozen=True, kw_only=True)
class RerankOptions:
    top_n: int = 20
    weight: float = 0.5
    timeout_s: float = 0.5


@dataclass(frozen=True, kw_only=True)
class Unusable:
    """Stands for a reranker that was asked for and cannot be made: a model, a key or a package is missing."""

    name: str
    reason: str
    model: str = "unusable"

    def rerank(self, question: str, texts: Sequence[str], *, timeout_s: float) -> list[float]:
        raise ConfigError(self.reason)


class Reranking:
    """One reranker and what is known of its health. Shared by all engines with the same settings."""

    def __init__(
        self, reranker: Reranker, options: RerankOptions, *, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._reranker = reranker
        self._options = options
        self._now_s = now_s
        self._lock = threading.Lock()
        self._breaker = Breaker()
        self._free = threading.BoundedSemaphore(AT_ONCE_MAX)
        self._threads = ThreadPoolExecutor(AT_ONCE_MAX, thread_name_prefix="recollect-rerank")
        self._unusable = reranker.reason if isinstance(reranker, Unusable) else None
        self.failure: str | None = self._unusable
        """What went wrong last, whoever asked: without the model's words, which may quote that. None after an
        answer."""

    @property
    def signature(self) -> str:
        return f"{self._reranker.name}:{self._reranker.model}"

    def offer(self) -> Offer:
        return Offer(top_n=self._options.top_n)

    def judge(self, question: str, offered: Sequence[Offered]) -> Judged | str:
        """What the reranker says, or why it says nothing."""
        if self._unusable is not None:
            return self._unusable
        with self._lock:
            if not self._breaker.enter(self._now_s()):
                wait_s = self._breaker.wait_s(self._now_s())
                return f"{self.signature} failed several times and is asked again in {wait_s:.0f} s"
        if not self._free.acquire(blocking=False):
            with self._lock:
                self._breaker.left()
            return f"{self.signature} is busy with {AT_ONCE_MAX} questions"
        timeout_s = self._options.timeout_s
        texts = [one.text[:TEXT_CHARS_MAX] for one in offered]
        asked = self._threads.submit(self._reranker.rerank, question, texts, timeout_s=timeout_s)
        asked.add_done_callback(lambda _: self._free.release())
        if not wait([asked], timeout_s).done:
            return self._failed(f"{self.signature} did not answer within {timeout_s * 1000:g} ms")
        error = asked.exception()  # of whatever kind: packages that run models have errors of their own
        if error is not None:
            self._failed(f"{self.signature} failed: {bare(error)}"[:REASON_CHARS_MAX])
            return f"{self.signature} failed: {told(error)}"[:REASON_CHARS_MAX]
        scores = asked.result()
        with self._lock:
            self._breaker.succeeded()
            self.failure = None
        said = {one.item: score for one, score in zip(offered, scores, strict=True)}
        return Judged(scores=said, weight=self._options.weight, by=self.signature)

    def _failed(self, reason: str) -> str:
        with self._lock:
            self._breaker.failed(self._now_s())
            self.failure = reason
        return reason

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
