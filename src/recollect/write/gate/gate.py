"""The gate of one process: limits from `Options`, state between calls, counters. Thread-safe.

Limits are off unless set: a library that refuses by default loses memories. Where several processes share a database
each counts for itself, unless a hot tier counts rates for all of them; budgets of a day stay each process's own.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from recollect.contracts.hot_tier import HotTier, Limit
from recollect.errors import ConfigError, RateLimited
from recollect.model.scope import Scope
from recollect.write.gate import budget, quality, rate
from recollect.write.gate.refusal import LEVELS, Refusal

USERS_MAX = 10_000


@dataclass(frozen=True, kw_only=True)
class Options:
    """Limits; 0 means none. `raises`: a refusal of rate or budget is raised as an error, otherwise it is returned."""

    adds_per_minute: int = 0
    """Turns or records per user (a tenant's shared space counts as one user)."""
    tenant_adds_per_minute: int = 0
    searches_per_minute: int = 0
    """Searches per user."""
    chars_per_day: int = 0
    """Characters per user and day (UTC)."""
    raises: bool = True

    def __post_init__(self) -> None:
        for name in (
            "adds_per_minute",
            "tenant_adds_per_minute",
            "searches_per_minute",
            "chars_per_day",
        ):
            if getattr(self, name) < 0:
                raise ConfigError(f"{name} must be 0 (no limit) or more, not {getattr(self, name)}")


class Gate:
    """Levels that need a memory of their own; `judge` and `normalised` need none."""

    def __init__(self, options: Options | None = None, shared: HotTier | None = None) -> None:
        """`shared` counts for all processes; while it cannot, each counts for itself."""
        self.options = options or Options()
        self._shared = shared
        self._lock = threading.Lock()
        self._users = rate.Buckets()
        self._tenants = rate.Buckets()
        self._searches = rate.Buckets()
        self._spent: OrderedDict[tuple[str, str | None], budget.Spent] = OrderedDict()
        self._counts: Counter[tuple[str, str]] = Counter()

    @property
    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """Per level: how many passed, and how many were refused, by what it was about."""
        with self._lock:
            counted = dict(self._counts)
        return {level: {what: n for (at, what), n in counted.items() if at == level} for level in LEVELS}

    def admit(self, scope: Scope, *, adds: int, chars: int, now: datetime) -> Refusal | None:
        """L1 and the day's budget of L4: may `adds` texts of `chars` characters come in now? Counted when they may."""
        told, refusal = self._shared_rate(scope, adds, now)
        with self._lock:
            if not told:
                refusal = self._rate(scope, adds, now)
            self._counts["rate", refusal.what if refusal else "passed"] += 1
            if refusal is None:
                refusal = self._budget(scope, chars, now)
                self._counts["budget", refusal.what if refusal else "passed"] += 1
        if refusal is not None and self.options.raises:
            raise refusal.error(now)
        return refusal

    def admit_search(self, scope: Scope, now: datetime) -> None:
        """A user's quota of searches; `RateLimited` when it is used up."""
        per_minute = self.options.searches_per_minute
        if not per_minute:
            return
        name = (scope.tenant, scope.user)
        limit = Limit(f"searches {name!r}", per_minute)
        taken = None if self._shared is None else self._shared.take([limit], 1)
        if taken is not None:
            with self._lock:
                self._counts["rate", "searched" if taken.refused is None else "searches_per_minute"] += 1
            if taken.refused is None:
                return
            raise _too_many_searches(per_minute, taken.wait_s)
        with self._lock:
            result = rate.take(self._searches.get(name), 1, per_minute=per_minute, now=now)
            self._counts["rate", "searches_per_minute" if result.retry_at else "searched"] += 1
            if result.retry_at is None:
                self._searches.put(name, result.bucket)
                return
        raise _too_many_searches(per_minute, (result.retry_at - now).total_seconds())

    def judge(
        self, text: str, *, role: str = "user", recalled: Sequence[str] = (), system_prompt: str | None = None
    ) -> quality.Judged:
        """L2, counted. Never raises: the turn is stored, only nothing is learned from it."""
        judged = quality.judge(text, role=role, recalled=recalled, system_prompt=system_prompt)
        with self._lock:
            self._counts["quality", judged.refusal.what if judged.refusal else "passed"] += 1
        return judged

    def count_duplicate(self, known: bool) -> None:
        """L3 is decided where the store is; it is counted here."""
        with self._lock:
            self._counts["duplicates", "repeated" if known else "passed"] += 1

    def _shared_rate(self, scope: Scope, adds: int, now: datetime) -> tuple[bool, Refusal | None]:
        """Whether the processes' common count could be asked, and what it refused."""
        limits = [
            (Limit(f"{setting} {name!r}", per_minute), setting, whose)
            for name, per_minute, setting, whose in (
                ((scope.tenant, scope.user), self.options.adds_per_minute, "adds_per_minute", "this user"),
                (scope.tenant, self.options.tenant_adds_per_minute, "tenant_adds_per_minute", "this tenant"),
            )
            if per_minute
        ]
        taken = self._shared.take([limit for limit, _, _ in limits], adds) if self._shared and limits else None
        if taken is None or taken.refused is None:
            return taken is not None, None
        limit, setting, whose = limits[taken.refused]
        return True, _too_many_adds(setting, whose, int(limit.per_minute), now + timedelta(seconds=taken.wait_s), now)

    def _rate(self, scope: Scope, adds: int, now: datetime) -> Refusal | None:
        limits = (
            (self._users, (scope.tenant, scope.user), self.options.adds_per_minute, "adds_per_minute", "this user"),
            (self._tenants, scope.tenant, self.options.tenant_adds_per_minute, "tenant_adds_per_minute", "this tenant"),
        )
        taken = []
        for buckets, name, per_minute, setting, whose in limits:
            if not per_minute:
                continue
            result = rate.take(buckets.get(name), adds, per_minute=per_minute, now=now)
            if result.retry_at is not None:
                return _too_many_adds(setting, whose, per_minute, result.retry_at, now)
            taken.append((buckets, name, result.bucket))
        for buckets, name, bucket in taken:
            buckets.put(name, bucket)
        return None

    def _budget(self, scope: Scope, chars: int, now: datetime) -> Refusal | None:
        limit = self.options.chars_per_day
        if not limit:
            return None
        name = (scope.tenant, scope.user)
        result = budget.spend(self._spent.get(name), chars, chars_per_day=limit, now=now)
        self._spent[name] = result.spent
        self._spent.move_to_end(name)
        while len(self._spent) > USERS_MAX:
            self._spent.popitem(last=False)
        if result.retry_at is None:
            return None
        never = chars > limit
        then = "split it" if never else f"there is room again at {result.retry_at:%Y-%m-%d %H:%M} UTC"
        return Refusal(
            level="budget",
            what="chars_per_day",
            limit=f"{limit:,} characters a day",
            retry_at=None if never else result.retry_at,
            message=f"{chars:,} characters are more than today's budget allows: {limit:,} a day, "
            f"{result.spent.chars:,} used (chars_per_day); nothing was stored, {then}",
        )


def _too_many_adds(setting: str, whose: str, per_minute: int, retry_at: datetime, now: datetime) -> Refusal:
    wait_s = (retry_at - now).total_seconds()
    return Refusal(
        level="rate",
        what=setting,
        limit=f"{per_minute} a minute",
        retry_at=retry_at,
        message=f"too many adds for {whose}: {per_minute} a minute are allowed ({setting}); "
        f"nothing was stored, try again in {wait_s:.1f} s",
    )


def _too_many_searches(per_minute: int, wait_s: float) -> RateLimited:
    return RateLimited(
        f"too many searches for this user: {per_minute} a minute are allowed (searches_per_minute); "
        f"try again in {wait_s:.1f} s",
        retry_after_s=wait_s,
    )
