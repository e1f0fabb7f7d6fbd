"""The one place where parts meet: Settings -> running Engine."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from recollect import registry
from recollect.config import EMBEDDER_ORDERS, REMOTE_EMBEDDERS, Settings, chosen_llms, headers, pairs
from recollect.contracts.embedder import Embedder
from recollect.contracts.llm import Usage
from recollect.contracts.store import Store
from recollect.engine.cache import Cache
from recollect.engine.care import Care, EmbedderState
from recollect.engine.conflicts import Conflicts
from recollect.engine.embedding import Embedding, EmbeddingOptions
from recollect.engine.extraction import Extraction
from recollect.engine.learning import Learning
from recollect.engine.llm_extraction import LlmExtractor
from recollect.engine.memories import Memories
from recollect.engine.models import ChainOptions, Link, Models
from recollect.engine.parts import EngineOptions, Parts
from recollect.engine.recall import Recall
from recollect.engine.secrets import Secrets
from recollect.engine.spend import Price, Spend, SpendLimits, Spent
from recollect.engine.transfer import Transfer
from recollect.engine.turns import EXTRACT, Turns
from recollect.errors import ConfigError, EmbeddingFailed
from recollect.jobs.runner import Runner
from recollect.jobs.worker import Worker
from recollect.model.job import DONE
from recollect.model.scope import Scope
from recollect.write import domains
from recollect.write.gate import Gate
from recollect.write.gate import Options as Limits

RECORD_CACHE_EVICT_SHARE = 0.2
JOBS_LOOKED_AT = 100_000


@dataclass(frozen=True, kw_only=True)
class Engine:
    """Everything a user can ask for."""

    memories: Memories
    turns: Turns
    conflicts: Conflicts
    recall: Recall
    transfer: Transfer
    care: Care
    jobs: Runner
    worker: Worker
    store: Store
    settings: Settings

    def close(self) -> None:
        """The running job is finished; what is queued stays queued."""
        self.worker.close()
        self.jobs.close()
        self.recall.flush()
        self.store.close()


def utc_now() -> datetime:
    return datetime.now(UTC)


def engine(settings: Settings, *, url: str, clock: Callable[[], datetime] = utc_now) -> Engine:
    """Open the store and put the parts together. Embedders are made on first use."""
    Scope(tenant=settings.tenant, agent=settings.agent)
    if clock().tzinfo is None:
        raise ConfigError("the clock gives times without a zone; return datetime.now(UTC), for example")
    store = registry.store(url, {"synchronous": settings.synchronous, "cache_bytes": settings.cache_mb * 1024 * 1024})
    parts = Parts(
        store=store,
        embedding=Embedding(
            _chain(settings),
            store,
            EmbeddingOptions(
                cache_entries=settings.embedding_cache_entries,
                cache_ttl_s=settings.embedding_cache_ttl_s,
                disk_cache_entries=settings.embedding_disk_cache_entries,
                batch=settings.embedding_batch,
                chunk_tokens=settings.chunk_tokens,
                chunk_overlap_tokens=min(settings.chunk_overlap_tokens, settings.chunk_tokens // 2),
                int8=settings.vector_quantization == "int8",
            ),
            clock,
            off_reason=_off_reason(settings),
        ),
        clock=clock,
        records=Cache(settings.record_cache_entries, settings.record_cache_ttl_s, evict_share=RECORD_CACHE_EVICT_SHARE),
        options=EngineOptions(
            tenant=settings.tenant,
            content_chars_max=settings.content_chars_max,
            preset=settings.preset,
            rrf_k=settings.rrf_k,
            vector_top_k=settings.vector_top_k,
            backfill_ms=settings.backfill_ms,
            verification=settings.verification == "on",
            verification_guards=settings.verification_guards == "on",
        ),
        secrets=Secrets(on=settings.secrets == "mask"),
        gate=Gate(
            Limits(
                adds_per_minute=settings.adds_per_minute,
                tenant_adds_per_minute=settings.tenant_adds_per_minute,
                searches_per_minute=settings.searches_per_minute,
                chars_per_day=settings.chars_per_day,
                entries_max=settings.entries_max,
            )
        ),
        words=_words(settings),
    )
    recall, learning = Recall(parts), Learning(parts)
    domain = None if settings.domain_schema is None else domains.load(settings.domain_schema)
    extractor = llm_extractor(settings, clock=clock, spent=lambda: _spent_today(store, settings, clock()))
    turns = Turns(parts, Extraction(parts.gate, settings.extraction, llm=extractor, domain=domain), learning)
    jobs = Runner(store, {EXTRACT: turns.learn}, clock, tenant=settings.tenant, lease_s=settings.job_lease_s)
    worker = Worker(jobs.run_next)
    if settings.worker == "on":
        parts.bell.listen(worker.wake)
        if jobs.open_count():
            worker.wake()  # what another process promised and did not live to do
    return Engine(
        memories=Memories(parts, learning),
        turns=turns,
        conflicts=Conflicts(parts),
        jobs=jobs,
        worker=worker,
        recall=recall,
        transfer=Transfer(parts),
        care=Care(parts, recall, extractor.models if extractor else None),
        store=store,
        settings=settings,
    )


def _off_reason(settings: Settings) -> str | None:
    """Why there are no vectors, when that is what was asked for."""
    if settings.embedder == "none":
        return "embeddings are turned off (embedder = none)"
    if _first_name(settings) == "none":
        return f"embedder = {settings.embedder} found neither a local model nor a key"
    return None


def _spent_today(store: Store, settings: Settings, now: datetime) -> list[Spent]:
    """What the jobs of this day have cost so far, by whatever process: a restart does not open the purse again."""
    scope = Scope(tenant=settings.tenant)
    prices = _prices(settings)
    rows = []
    for job in store.jobs(scope, (DONE,), everyone=True, limit=JOBS_LOOKED_AT):
        told = job.result.get("llm")
        if told and job.finished_at is not None and job.finished_at.date() == now.date():
            usage = Usage(input_tokens=int(told["input_tokens"]), output_tokens=int(told["output_tokens"]))
            rows.append((str(told["provider"]), usage))
    spent = []
    for provider in dict.fromkeys(name for name, _ in rows):
        used = [usage for name, usage in rows if name == provider]
        total = Usage(
            input_tokens=sum(usage.input_tokens for usage in used),
            output_tokens=sum(usage.output_tokens for usage in used),
        )
        spent.append(
            Spent(
                day=now.date(),
                tenant=settings.tenant,
                provider=provider,
                requests=len(used),
                input_tokens=total.input_tokens,
                output_tokens=total.output_tokens,
                usd=prices.get(provider, Price()).of(total),
            )
        )
    return spent


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


def restore(backup: Path, settings: Settings, *, url: str) -> None:
    """Make the store at `url` hold what the backup holds."""
    registry.restore(backup, url, {"synchronous": settings.synchronous})


def embedders(settings: Settings) -> list[EmbedderState]:
    """Every embedder there is, and whether these settings and this installation can use it. Asks nobody who was not
    chosen: a remote provider is only named."""
    chosen = {settings.embedder, settings.embedder_fallback, _first_name(settings)}
    states = []
    for name in registry.EMBEDDERS:
        if name in REMOTE_EMBEDDERS and name not in chosen:
            states.append(EmbedderState(name=name, usable=False, reason=f"not chosen; set embedder = {name}"))
            continue
        try:
            embedder = registry.embedder(name, _embedder_options(settings, name))
            signature = embedder.signature if name in chosen or name != "gguf" else None
        except (ConfigError, EmbeddingFailed) as error:
            states.append(EmbedderState(name=name, usable=False, reason=str(error)))
        else:
            states.append(EmbedderState(name=name, usable=True, signature=signature))
    return states


def _words(settings: Settings) -> Callable[[], Embedder | None]:
    """The bundled embedder, made on first use; none where embeddings are turned off."""

    @cache
    def made() -> Embedder | None:
        return None if settings.embedder == "none" else registry.embedder("static", {"path": None})

    return made


def _embedder_options(settings: Settings, name: str) -> dict[str, Any]:
    first = name == _first_name(settings)
    return {
        "path": settings.static_model,
        "onnx_model": settings.onnx_model,
        "dim": settings.synthetic_dim,
        "gguf_model": settings.gguf_model,
        "gguf_cache": settings.gguf_cache,
        "hub_url": settings.hub_url,
        "ollama_url": settings.ollama_url,
        "region": settings.aws_region,
        "timeout_s": settings.embedder_timeout_s,
        "delay_s": settings.embedder_delay_ms / 1000,
        "api_key": (settings.embedder_api_key if first else None) or pairs(settings.api_keys).get(name),
        # these describe the embedder that was chosen, not the one that stands in for it
        "model": settings.embedder_model if first else None,
        "base_url": settings.embedder_base_url if first else None,
        "headers": pairs(settings.embedder_headers) if first else {},
        "remote_dim": settings.embedder_dim if first else 0,
    }


def _first_name(settings: Settings) -> str:
    """The embedder to try first. `auto` is what a person configured, else the bundled one; the automatic orders of
    other systems take the first provider with a key, and end in keywords only."""
    keys = pairs(settings.api_keys)
    if settings.embedder == "auto":
        return "onnx" if settings.onnx_model else "static"
    if settings.embedder not in EMBEDDER_ORDERS:
        return settings.embedder
    keyed = [name for name in EMBEDDER_ORDERS[settings.embedder] if keys.get(name)]
    if settings.embedder == "auto-openclaw":
        local = ["gguf"] if Path(settings.gguf_model).expanduser().is_file() else []
        return next(iter([*local, *keyed]), "none")
    own = [name for name, model in (("static", settings.static_model), ("onnx", settings.onnx_model)) if model]
    return next(iter([*keyed, *own]), "none")


def _chain(settings: Settings) -> list[Callable[[], Embedder]]:
    """The embedders to try, in order."""
    fallback = "static" if settings.embedder_fallback == "auto" else settings.embedder_fallback
    names = [name for name in (_first_name(settings), fallback) if name != "none"]
    return [partial(registry.embedder, name, _embedder_options(settings, name)) for name in dict.fromkeys(names)]
