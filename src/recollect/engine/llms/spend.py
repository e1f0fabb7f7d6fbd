"""What language models cost: counters, and a limit per tenant and day (UTC).

A request reserves what it may cost at most before it is sent and settles what it did cost afterwards, so that several
threads together cannot pass the limit either. The counters are this process's: a restart begins at what `seed` says.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Final

from recollect.contracts.llm import Usage
from recollect.model.status import Spent

DAYS_KEPT: Final = 8
"""Days whose counters are kept for the status page."""
TOKENS_PER_PRICE: Final = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Price:
    """US dollars per million tokens."""

    input_usd: float = 0.0
    output_usd: float = 0.0

    def of(self, usage: Usage) -> float:
        """Worked: 2,000 tokens in and 500 out at 1.00 and 5.00 cost 0.0045 dollars."""
        return (usage.input_tokens * self.input_usd + usage.output_tokens * self.output_usd) / TOKENS_PER_PRICE


@dataclass(frozen=True, kw_only=True)
class SpendLimits:
    """Per tenant and day. None: no limit. 0: nothing may be sent."""

    usd_max: float | None = None
    tokens_max: int | None = None

    @property
    def limited(self) -> bool:
        return self.usd_max is not None or self.tokens_max is not None


class Bill:
    """What one question came to, provider by provider. Not locked: it is one thread's."""

    def __init__(self) -> None:
        self._rows: dict[str, Spent] = {}

    def add(self, counted: Spent) -> None:
        self._rows[counted.provider] = summed(self._rows.get(counted.provider), counted)

    def rows(self) -> tuple[Spent, ...]:
        return tuple(self._rows.values())


def summed(row: Spent | None, more: Spent) -> Spent:
    """The counters of one provider with some more of its own."""
    if row is None:
        return more
    return replace(
        row,
        requests=row.requests + more.requests,
        failures=row.failures + more.failures,
        input_tokens=row.input_tokens + more.input_tokens,
        output_tokens=row.output_tokens + more.output_tokens,
        usd=row.usd + more.usd,
    )


class Spend:
    """Counts, reserves and refuses. Safe for several threads."""

    def __init__(self, limits: SpendLimits, prices: Mapping[str, Price], seed: Iterable[Spent] = ()) -> None:
        self._limits = limits
        self._prices = prices
        self._rows = {(row.day, row.tenant, row.provider): row for row in seed}
        self._reserved: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def reserve(self, tenant: str, provider: str, most: Usage, now: datetime) -> str | None:
        """None when the request may be sent; otherwise why not."""
        price = self._price(provider).of(most)
        with self._lock:
            tokens, usd = self._today(tenant, now)
            reserved_tokens, reserved_usd = self._reserved.get(tenant, (0, 0.0))
            limits = self._limits
            if limits.tokens_max is not None and tokens + reserved_tokens + most.tokens > limits.tokens_max:
                return (
                    f"the limit of {limits.tokens_max:,} tokens a day (llm_daily_tokens_max) would be passed: "
                    f"{tokens:,} spent today, up to {most.tokens:,} asked for"
                )
            if limits.usd_max == 0 or (limits.usd_max is not None and usd + reserved_usd + price > limits.usd_max):
                return (
                    f"the limit of ${limits.usd_max:g} a day (llm_daily_usd_max) would be passed: "
                    f"${usd:.4f} spent today, up to ${price:.4f} asked for"
                )
            self._reserved[tenant] = (reserved_tokens + most.tokens, reserved_usd + price)
            return None

    def settle(self, tenant: str, provider: str, most: Usage, used: Usage, now: datetime, *, failed: bool) -> Spent:
        """Give back what was reserved and count what was used: that is answered."""
        price = self._price(provider)
        with self._lock:
            tokens, usd = self._reserved[tenant]
            self._reserved[tenant] = (tokens - most.tokens, usd - price.of(most))
            key = (now.astimezone(UTC).date(), tenant, provider)
            counted = Spent(
                day=key[0],
                tenant=tenant,
                provider=provider,
                requests=1,
                failures=int(failed),
                input_tokens=used.input_tokens,
                output_tokens=used.output_tokens,
                usd=price.of(used),
            )
            self._rows[key] = summed(self._rows.get(key), counted)
            self._forget(key[0])
            return counted

    def rows(self) -> list[Spent]:
        """All counters, newest day first; what a status page shows, and what `seed` takes."""
        with self._lock:
            return sorted(self._rows.values(), key=lambda row: (-row.day.toordinal(), row.tenant, row.provider))

    def _price(self, provider: str) -> Price:
        return self._prices.get(provider, Price())

    def _today(self, tenant: str, now: datetime) -> tuple[int, float]:
        day = now.astimezone(UTC).date()
        rows = [row for row in self._rows.values() if row.day == day and row.tenant == tenant]
        return sum(row.input_tokens + row.output_tokens for row in rows), sum(row.usd for row in rows)

    def _forget(self, today: date) -> None:
        for key in [key for key in self._rows if (today - key[0]).days >= DAYS_KEPT]:
            del self._rows[key]
