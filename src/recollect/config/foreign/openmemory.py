"""OpenMemory's environment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from recollect.config.foreign.row import SWITCH, Foreign

_Row = partial(Foreign, system="openmemory", variable=True)
_CHOSEN = "read only when you chose this provider"
_DIM = "with OM_EMBEDDINGS `synthetic` its dimensions, else those asked of a remote embedder"
_AWS = "read by AWS's own chain of credentials when you chose Bedrock"


def _dim(value: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
    """One number for every provider there, of which the hash embedding is one."""
    return {"synthetic_dim" if said.get("OM_EMBEDDINGS") == "synthetic" else "embedder_dim": value}


ROWS = (
    _Row(name="OM_PORT", sets=("port",)),
    _Row(name="OM_DB_PATH", sets=("store",)),
    _Row(name="OM_API_KEY", sets=("api_key",), secret=True),
    _Row(name="OM_EMBEDDINGS", sets=("embedder",), values={"aws": "bedrock", "local": "gguf"}),
    _Row(name="OM_EMBED_MODE", sets=("embed_mode",)),
    _Row(name="OM_ADV_EMBED_PARALLEL", sets=("embed_parallel",), values=SWITCH),
    _Row(name="OM_EMBED_DELAY_MS", sets=("embedder_delay_ms",)),
    _Row(name="OM_VEC_DIM", sets=("embedder_dim", "synthetic_dim"), convert=_dim, note=_DIM),
    _Row(name="OM_MIN_SCORE", sets=("min_score",)),
    _Row(name="OM_DECAY_LAMBDA", sets=("decay_lambda",)),
    _Row(name="OM_MODE", sets=("lg_mode",)),
    _Row(name="OM_LG_NAMESPACE", sets=("lg_namespace",)),
    _Row(name="OM_LG_MAX_CONTEXT", sets=("lg_max_context",)),
    _Row(name="OM_LG_REFLECTIVE", sets=("lg_reflective",), values=SWITCH),
    _Row(name="OPENAI_API_KEY", sets=("api_keys[openai]",), key_of="openai", secret=True, note=_CHOSEN),
    _Row(name="GEMINI_API_KEY", sets=("api_keys[gemini]",), key_of="gemini", secret=True, note=_CHOSEN),
    _Row(name="AWS_REGION", sets=("aws_region",)),
    _Row(name="AWS_ACCESS_KEY_ID", note=_AWS, elsewhere=True, secret=True),
    _Row(name="AWS_SECRET_ACCESS_KEY", note=_AWS, elsewhere=True, secret=True),
    _Row(name="OLLAMA_URL", sets=("ollama_url",)),
    _Row(name="LOCAL_MODEL_PATH", sets=("gguf_model",)),
    _Row(name="OM_LOCAL_MODEL_PATH", sets=("gguf_model",)),
)
