"""A small cache in memory: bounded, with a time to live, counting hits and misses."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Cache(Generic[T]):
    """Least recently used out first; when full, `evict_share` of the entries go at once (at least one)."""

    def __init__(
        self, entries_max: int, ttl_s: float, *, evict_share: float = 0.0, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._entries_max = entries_max
        self._ttl_s = ttl_s
        self._evict_share = evict_share
        self._timer = timer
        self._entries: OrderedDict[Hashable, tuple[float, T]] = OrderedDict()
        self._lock = threading.Lock()
        self.hits = 0
        self.misses = 0
        self.drops = 0

    def get(self, key: Hashable) -> T | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is None or self._timer() - entry[0] > self._ttl_s:
                self.misses += 1
                return None
            self._entries.move_to_end(key)
            self.hits += 1
            return entry[1]

    def put(self, key: Hashable, value: T, *, drops: int | None = None) -> None:
        """`drops`: how many there were before the value was read; if there was one since, it may be out of date, and is
        not kept."""
        if self._entries_max <= 0:
            return
        with self._lock:
            if drops is not None and drops != self.drops:
                return
            self._entries[key] = (self._timer(), value)
            self._entries.move_to_end(key)
            if len(self._entries) > self._entries_max:
                for _ in range(max(1, int(self._entries_max * self._evict_share))):
                    self._entries.popitem(last=False)

    def drop(self, key: Hashable) -> None:
        with self._lock:
            self.drops += 1
            self._entries.pop(key, None)

    def clear(self) -> None:
        with self._lock:
            self.drops += 1
            self._entries.clear()

    def __len__(self) -> int:
        return len(self._entries)
