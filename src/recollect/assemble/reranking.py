"""The reranker a person chose, if any."""

from __future__ import annotations

from recollect import registry
from recollect.config import Settings, pairs
from recollect.engine.reranking import Reranking, RerankOptions


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
    """Made here, loaded on first use; what is set wrongly is told now and not at the first search."""
    if settings.rerank == "off":
        return None
    options = {
        "model": settings.rerank_model,
        "onnx_model": settings.rerank_onnx_model,
        "base_url": settings.rerank_base_url,
        "api_key": settings.rerank_api_key or pairs(settings.api_keys).get(settings.rerank),
    }
    return Reranking(
        registry.reranker(settings.rerank, options),
        RerankOptions(
            top_n=settings.rerank_top_n,
            weight=settings.rerank_weight,
            timeout_s=settings.rerank_timeout_ms / 1000,
        ),
    )
