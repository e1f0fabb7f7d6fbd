"""L1, how often: a token bucket per user and one per tenant.

A bucket holds as many tokens as a minute allows and fills evenly; an add takes one. The formula is pure; `Buckets`
keeps the state of one process, bounded: of more users than it can hold, those longest quiet start with a full bucket.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime, timedelta
from typing import NamedTuple

MINUTE_S = 60.0
BUCKETS_MAX = 10_000


class Bucket(NamedTuple):
    """Tokens that were there at a moment."""

    tokens: float
    at: datetime


class Taken(NamedTuple):
    """The bucket afterwards, and the moment at which the rest would be there (None: it was there)."""

    bucket: Bucket
    retry_at: datetime | None


def take(bucket: Bucket | None, amount: float, *, per_minute: float, now: datetime) -> Taken:
    """Take `amount` out of a bucket that refills `per_minute`; nothing is taken when it is not there.

    More than a minute's worth at once is let through when the bucket is full and leaves a debt, so that a long
    conversation is possible and is paid for by waiting. Worked: 60 a minute, empty bucket, amount 1: back in 1 second.
    """
    tokens = per_minute
    if bucket is not None:
        elapsed_s = max(0.0, (now - bucket.at).total_seconds())
        tokens = min(per_minute, bucket.tokens + elapsed_s * per_minute / MINUTE_S)
    needed = min(amount, per_minute)
    if tokens + 1e-9 >= needed:
        return Taken(Bucket(tokens - amount, now), None)
    wait_s = (needed - tokens) * MINUTE_S / per_minute
    return Taken(Bucket(tokens, now), now + timedelta(seconds=wait_s))


class Buckets:
    """The buckets of one process, the least recently used ones forgotten. Not thread-safe: the gate holds the lock."""

    def __init__(self, buckets_max: int = BUCKETS_MAX) -> None:
        self._max = buckets_max
        self._held: OrderedDict[Hashable, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, name: Hashable) -> Bucket | None:
        return self._held.get(name)

    def put(self, name: Hashable, bucket: Bucket) -> None:
        self._held[name] = bucket
        self._held.move_to_end(name)
        while len(self._held) > self._max:
            self._held.popitem(last=False)
