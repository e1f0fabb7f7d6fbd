"""The one place where parts meet: Settings -> running Engine."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from recollect import registry
from recollect.config import EMBEDDER_ORDERS, REMOTE_EMBEDDERS, Settings, chosen_llms, headers, pairs
from recollect.contracts.embedder import Embedder
from recollect.contracts.store import Store
from recollect.engine.cache import Cache
from recollect.engine.care import Care, EmbedderState
from recollect.engine.embedding import Embedding, EmbeddingOptions
from recollect.engine.llm_extraction import LlmExtractor
from recollect.engine.memories import Memories
from recollect.engine.models import ChainOptions, Link, Models
from recollect.engine.parts import EngineOptions, Parts
from recollect.engine.recall import Recall
from recollect.engine.spend import Price, Spend, SpendLimits
from recollect.engine.transfer import Transfer
from recollect.errors import ConfigError, EmbeddingFailed

RECORD_CACHE_EVICT_SHARE = 0.2


@dataclass(frozen=True, kw_only=True)
class Engine:
    """Everything a user can ask for."""

    memories: Memories
    recall: Recall
    transfer: Transfer
    care: Care
    store: Store
    settings: Settings

    def close(self) -> None:
        self.recall.flush()
        self.store.close()


def utc_now() -> datetime:
    return datetime.now(UTC)


def engine(settings: Settings, *, url: str, clock: Callable[[], datetime] = utc_now) -> Engine:
    """Open the store and put the parts together. Embedders are made on first use."""
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
        ),
    )
    recall = Recall(parts)
    return Engine(
        memories=Memories(parts),
        recall=recall,
        transfer=Transfer(parts),
        care=Care(parts, recall),
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


def llm_extractor(
    settings: Settings, *, clock: Callable[[], datetime] = utc_now, sleep: Callable[[float], None] = time.sleep
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
    models = Models(links, Spend(limits, prices), options, clock=clock, sleep=sleep)
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
