"""The settings for more than one machine: vector tiers, the hot tier, reranking."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.config.table import setting as _setting

VECTOR_STORES = ("auto", "local", "sqlite-vec", "qdrant")


@dataclass(frozen=True, kw_only=True)
class ScaleSettings:
    """What makes it bigger. `Settings` is made of these too."""

    # --- reranking ------------------------------------------------------------------------------------------------

    # --- Redis ----------------------------------------------------------------------------------------------------

    # --- vector tiers ---------------------------------------------------------------------------------------------

    vector_store: str = _setting(
        "auto",
        "what finds near vectors: local (in process), sqlite-vec, qdrant; auto: qdrant with an address, else local",
        choices=VECTOR_STORES,
    )
    vector_timeout_ms: int = _setting(
        1000, "longest wait for a vector tier; then vectors are compared in process", low=10, high=60_000
    )
    sqlite_vec_extension: str | None = _setting(None, "file of the sqlite-vec extension; unset: the package's")
    qdrant_url: str | None = _setting(None, "where Qdrant answers, http://host:6333; unset: qdrant_host and its port")
    qdrant_host: str | None = _setting(None, "machine Qdrant runs on, where there is no qdrant_url")
    qdrant_port: int = _setting(6333, "port of qdrant_host", low=1, high=65_535)
    qdrant_api_key: str | None = _setting(None, "key for Qdrant", secret=True)
    qdrant_collection: str = _setting("omniroute_memory", "collection that holds the vectors of this store")
    qdrant_quantization: str = _setting(
        "none",
        "how Qdrant holds vectors for the first look: none, int8, binary; hits are compared again in full",
        choices=("none", "int8", "binary"),
    )
    qdrant_content: str = _setting(
        "on", "whether Qdrant gets texts, keys and metadata beside the vectors: on, off", choices=("on", "off")
    )
