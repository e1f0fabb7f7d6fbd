"""The reranker a person chose, if any."""

from __future__ import annotations

from typing import Any

from recollect import registry
from recollect.config import Settings, pairs
from recollect.contracts.reranker import Reranker
from recollect.engine.reranking import Reranking, RerankOptions, Unusable
from recollect.errors import ConfigError


def chosen(settings: Settings) -> tuple[object, ...]:
    """What decides which reranker there is: engines that agree on it share one."""
    return (
        settings.rerank,
        settings.rerank_model,
        settings.rerank_onnx_model,
        settings.rerank_base_url,
        settings.rerank_api_key or pairs(settings.api_keys).get(settings.rerank),
        settings.rerank_top_n,
        settings.rerank_weight,
        settings.rerank_timeout_ms,
    )


def reranking(settings: Settings) -> Reranking | None:
    """Made here, loaded on first use. One that cannot be made leaves searches without it, and they say why."""
    if settings.rerank == "off":
        return None
    options = {
        "model": settings.rerank_model,
        "onnx_model": settings.rerank_onnx_model,
        "base_url": settings.rerank_base_url,
        "api_key": settings.rerank_api_key or pairs(settings.api_keys).get(settings.rerank),
    }
    return Reranking(
        _reranker(settings.rerank, options),
        RerankOptions(
            top_n=settings.rerank_top_n,
            weight=settings.rerank_weight,
            timeout_s=settings.rerank_timeout_ms / 1000,
        ),
    )


def _reranker(name: str, options: dict[str, Any]) -> Reranker:
    try:
        return registry.reranker(name, options)
    except ConfigError as error:
        return Unusable(name=name, reason=str(error))
