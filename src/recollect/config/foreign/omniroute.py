"""OmniRoute's environment, and the settings it keeps in its database."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from recollect.config.foreign.row import SWITCH, Foreign
from recollect.config.settings import BUNDLED

API_NAMES: Mapping[str, str] = {
    "enabled": "memoryEnabled",
    "maxTokens": "memoryMaxTokens",
    "retentionDays": "memoryRetentionDays",
    "strategy": "memoryStrategy",
    "skillsEnabled": "skillsEnabled",
    "embeddingSource": "memoryEmbeddingSource",
    "embeddingProviderModel": "memoryEmbeddingModel",
    "transformersEnabled": "memoryTransformersEnabled",
    "staticEnabled": "memoryStaticEnabled",
    "rerankEnabled": "memoryRerankEnabled",
    "rerankProviderModel": "memoryRerankModel",
    "vectorStore": "memoryVectorStore",
}
"""Fields of its `/api/settings/memory` -> the names it stores them under."""
QDRANT_API_NAMES: Mapping[str, str] = {
    "enabled": "qdrantEnabled",
    "host": "qdrantHost",
    "port": "qdrantPort",
    "apiKey": "qdrantApiKey",
    "collection": "qdrantCollection",
    "embeddingModel": "qdrantEmbeddingModel",
    "quantization": "qdrantQuantization",
}
"""The same for `/api/settings/qdrant`."""

_SOURCES = {"auto": "auto-omniroute", "static": "static", "transformers": "onnx"}
_QDRANT = "qdrantEnabled"
_ONE_EMBEDDER = "one embedder makes all vectors here: memoryEmbeddingModel"
_ONNX = "needs no switch here: with memoryEmbeddingSource `auto` a folder in onnx_model is enough"
_STATIC = "with memoryEmbeddingSource `auto`: `true` is `bundled`, unless MEMORY_STATIC_MODEL names a folder"


def _source(value: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
    """`remote` is the provider that its model names, and without one the first with a key."""
    if value != "remote":
        return {"embedder": _SOURCES.get(value, value)}
    provider, slash, _ = str(_model_of(said) or "").partition("/")
    return {"embedder": provider if slash else "auto-omniroute"}


def _model(value: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
    """`openai/text-embedding-3-small`; a local source keeps its own model."""
    if not value or said.get("memoryEmbeddingSource") in ("static", "transformers"):
        return {}
    provider, slash, model = str(value).partition("/")
    return {"embedder": provider, "embedder_model": model} if slash else {"embedder_model": str(value)}


def _static(value: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
    """The order of `auto` goes on from providers without a key to the static model."""
    wanted = SWITCH.get(str(value).lower()) == "on" and said.get("memoryEmbeddingSource") == "auto"
    return {"static_model": BUNDLED} if wanted and not said.get("MEMORY_STATIC_MODEL") else {}


def _model_of(said: Mapping[str, Any]) -> Any:
    return said.get("memoryEmbeddingModel") or said.get("memoryEmbeddingProviderModel")


def _rerank(value: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
    """Off is off; on is the provider that memoryRerankModel names, and without one nothing."""
    return {} if SWITCH.get(str(value).lower()) == "on" else {"rerank": "off"}


def _rerank_model(value: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
    """`cohere/rerank-v3.5`; counts while memoryRerankEnabled is on."""
    provider, slash, model = str(value or "").partition("/")
    if not slash or SWITCH.get(str(said.get("memoryRerankEnabled")).lower()) != "on":
        return {}
    return {"rerank": provider, "rerank_model": model}


_Env = partial(Foreign, system="omniroute", variable=True)
_Row = partial(Foreign, system="omniroute")

ROWS = (
    _Env(name="MEMORY_EMBEDDING_CACHE_TTL_MS", sets=("embedding_cache_ttl_s",), scale=0.001, note="milliseconds"),
    _Env(name="MEMORY_EMBEDDING_CACHE_MAX", sets=("embedding_cache_entries",)),
    _Env(name="MEMORY_TRANSFORMERS_MODEL", sets=("onnx_model",)),
    _Env(name="MEMORY_STATIC_MODEL", sets=("static_model",)),
    _Env(name="MEMORY_STATIC_CACHE_DIR", note="not needed: static models are read from their folder, none is fetched"),
    _Env(name="MEMORY_VEC_TOP_K", sets=("vector_top_k",)),
    _Env(name="MEMORY_RRF_K", sets=("rrf_k",)),
    _Env(name="MEMORY_VEC_QUANTIZATION", sets=("vector_quantization",)),
    _Row(name="memoryEnabled", sets=("gateway_inject", "gateway_extract"), values=SWITCH),
    _Row(name="memoryMaxTokens", sets=("gateway_tokens_max",), low=0, high=16_000),
    _Row(name="memoryRetentionDays", sets=("retention_days[memory]",), low=1, high=365),
    _Row(name="memoryStrategy", sets=("recall_options[strategy]",)),
    _Row(name="skillsEnabled", sets=("skills",), values=SWITCH),
    _Row(name="memoryEmbeddingSource", sets=("embedder",), convert=_source),
    _Row(name="memoryEmbeddingModel", sets=("embedder", "embedder_model"), convert=_model),
    _Row(name="memoryEmbeddingProviderModel", sets=("embedder", "embedder_model"), convert=_model),
    _Row(name="memoryTransformersEnabled", note=_ONNX),
    _Row(name="memoryStaticEnabled", sets=("static_model",), convert=_static, note=_STATIC),
    _Row(name="memoryRerankEnabled", sets=("rerank",), convert=_rerank),
    _Row(name="memoryRerankModel", sets=("rerank", "rerank_model"), convert=_rerank_model),
    _Row(name="memoryVectorStore", sets=("vector_store",)),
    _Row(name="qdrantEnabled", note="while it is on, qdrantHost and the others count"),
    _Row(name="qdrantHost", sets=("qdrant_host",), when=_QDRANT),
    _Row(name="qdrantPort", sets=("qdrant_port",), when=_QDRANT),
    _Row(name="qdrantApiKey", sets=("qdrant_api_key",), when=_QDRANT, secret=True),
    _Row(name="qdrantCollection", sets=("qdrant_collection",), when=_QDRANT),
    _Row(name="qdrantEmbeddingModel", note=_ONE_EMBEDDER),
    _Row(name="qdrantQuantization", sets=("qdrant_quantization",), when=_QDRANT),
)
