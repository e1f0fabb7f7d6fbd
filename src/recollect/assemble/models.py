"""The language models a person chose, with their prices and limits. Nothing is imported or sent until one is asked."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any

from recollect import registry
from recollect.config import Settings, chosen_llms, headers, pairs
from recollect.contracts.llm import Usage
from recollect.contracts.store import Store
from recollect.engine.llms.extraction import LlmExtractor
from recollect.engine.llms.models import ChainOptions, Link, Models
from recollect.engine.llms.spend import Price, Spend, SpendLimits, summed
from recollect.errors import ConfigError
from recollect.model.job import DONE
from recollect.model.scope import Scope
from recollect.model.status import Spent

JOBS_LOOKED_AT = 100_000


def utc_now() -> datetime:
    return datetime.now(UTC)


def spent_today(store: Store, settings: Settings, now: datetime) -> list[Spent]:
    """What the jobs of this day have cost so far, by whatever process: a restart does not open the purse again."""
    prices = _prices(settings)
    spent: dict[str, Spent] = {}
    for job in store.jobs(Scope(tenant=settings.tenant), (DONE,), everyone=True, limit=JOBS_LOOKED_AT):
        if job.finished_at is None or job.finished_at.date() != now.date():
            continue
        for told in _counted(job.result.get("llm") or {}):
            usage = Usage(input_tokens=int(told["input_tokens"]), output_tokens=int(told["output_tokens"]))
            provider = str(told["provider"])
            row = Spent(
                day=now.date(),
                tenant=settings.tenant,
                provider=provider,
                requests=int(told.get("requests", 1)),
                failures=int(told.get("failures", 0)),
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                usd=prices.get(provider, Price()).of(usage),
            )
            spent[provider] = summed(spent.get(provider), row)
    return list(spent.values())


def _counted(told: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What a job says it was charged, provider by provider; one of an older version tells of who answered alone."""
    if "counted" in told:
        return list(told["counted"])
    return [{name: told[name] for name in ("provider", "input_tokens", "output_tokens")}] if "provider" in told else []


def llm_extractor(
    settings: Settings,
    *,
    clock: Callable[[], datetime] = utc_now,
    sleep: Callable[[float], None] = time.sleep,
    spent: Callable[[], Iterable[Spent]] = tuple,
) -> LlmExtractor | None:
    """Extraction by the language models a person chose; None when it is off. Nothing is imported or sent yet."""
    providers = chosen_llms(settings)
    if not providers:
        return None
    prices = _prices(settings)
    if settings.llm_daily_usd_max and (unpriced := [name for name in providers if name not in prices]):
        raise ConfigError(f"llm_daily_usd_max needs prices: set llm_prices for {', '.join(unpriced)}, such as 0.25/2")
    limits = SpendLimits(usd_max=settings.llm_daily_usd_max, tokens_max=settings.llm_daily_tokens_max)
    links = [
        Link(provider=name, make=partial(registry.language_model, name, _llm_options(settings, name)))
        for name in providers
    ]
    options = ChainOptions(timeout_s=settings.llm_timeout_s, retries_max=settings.llm_retries)
    models = Models(links, Spend(limits, prices, spent() if limits.limited else ()), options, clock=clock, sleep=sleep)
    return LlmExtractor(models, output_tokens_max=settings.llm_output_tokens_max)


def _llm_options(settings: Settings, name: str) -> dict[str, Any]:
    base_url = pairs(settings.llm_base_urls).get(name)
    if name == "ollama" and base_url is None:
        base_url = settings.ollama_url.rstrip("/") + "/v1"
    return {
        "model": pairs(settings.llm_models).get(name),
        "api_key": pairs(settings.api_keys).get(name),
        "base_url": base_url,
        "headers": headers(pairs(settings.llm_headers).get(name, "")),
        "region": settings.aws_region,
        "timeout_s": settings.llm_timeout_s,
    }


def _prices(settings: Settings) -> dict[str, Price]:
    """`openai=0.25/2`: dollars per million tokens in and out."""
    prices = {}
    for name, text in pairs(settings.llm_prices).items():
        try:
            input_usd, output_usd = (float(part) for part in text.split("/"))
        except ValueError as error:
            raise ConfigError(f"llm_prices: {name} must be written as in/out, such as 0.25/2, not {text!r}") from error
        if not (0 <= input_usd < math.inf and 0 <= output_usd < math.inf):
            raise ConfigError(f"llm_prices: {name} must not be negative or endless, as in {text!r}")
        prices[name] = Price(input_usd=input_usd, output_usd=output_usd)
    return prices
