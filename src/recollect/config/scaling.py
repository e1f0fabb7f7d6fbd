"""The settings for more than one machine: vector tiers, the hot tier, reranking."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.config.table import setting as _setting

RERANKERS = ("onnx", "cohere", "voyage", "jina")
VECTOR_STORES = ("auto", "local", "sqlite-vec", "pgvector", "qdrant")


@dataclass(frozen=True, kw_only=True)
class ScaleSettings:
    """What makes it bigger. `Settings` is made of these too."""

    # --- reranking ------------------------------------------------------------------------------------------------
    rerank: str = _setting(
        "off",
        "a second look at the best candidates: off, onnx (a model here), or a provider, who is sent their texts",
        choices=("off", *RERANKERS),
    )
    rerank_model: str | None = _setting(None, "model of a remote reranker; unset: the provider's usual one")
    rerank_onnx_model: str | None = _setting(None, "folder of a local cross-encoder for `rerank = onnx`")
    rerank_base_url: str | None = _setting(None, "address of a remote reranker; unset: the provider's own")
    rerank_api_key: str | None = _setting(None, "key for the reranker alone; goes before api_keys", secret=True)
    rerank_top_n: int = _setting(20, "candidates a reranker sees", low=2, high=200)
    rerank_weight: float = _setting(
        0.5, "how much a reranker counts against the score there was: 0 nothing, 1 alone", low=0, high=1
    )
    rerank_timeout_ms: int = _setting(
        500, "longest wait for a reranker; then the order there was is answered", low=1, high=60_000
    )

    # --- Redis ----------------------------------------------------------------------------------------------------
    redis_url: str | None = _setting(
        None, "Redis that processes share for limits and answers: redis://…; unset: none", secret=True
    )
    redis_timeout_ms: int = _setting(50, "longest wait for Redis; then the process does without it", low=1, high=10_000)
    redis_cache: str = _setting(
        "on",
        "keep answers in Redis for seconds: of searches item numbers, of contexts their text; off: limits alone",
        choices=("on", "off"),
    )

    # --- vector tiers ---------------------------------------------------------------------------------------------

    vector_store: str = _setting(
        "auto",
        "what finds near vectors: local (in process), sqlite-vec, pgvector, qdrant; auto: qdrant with an address, else "
        "local",
        choices=VECTOR_STORES,
    )
    vector_timeout_ms: int = _setting(
        1000, "longest wait for a vector tier; then vectors are compared in process", low=10, high=60_000
    )
    sqlite_vec_extension: str | None = _setting(None, "file of the sqlite-vec extension; unset: the package's")
    pgvector_exact_max: int = _setting(
        7_000, "points of a space that PostgreSQL compares one by one; a larger one has HNSW", low=0, high=1_000_000_000
    )
    pgvector_quantization: str = _setting(
        "none",
        "how pgvector's graph holds vectors: none, half (2 bytes a number); hits are compared again in full",
        choices=("none", "half"),
    )
    qdrant_url: str | None = _setting(None, "where Qdrant answers, http://host:6333; unset: qdrant_host and its port")
    qdrant_host: str | None = _setting(None, "machine Qdrant runs on, where there is no qdrant_url")
    qdrant_port: int = _setting(6333, "port of qdrant_host", low=1, high=65_535)
    qdrant_api_key: str | None = _setting(None, "key for Qdrant", secret=True)
    qdrant_collection: str = _setting("omniroute_memory", "collection that holds this store's vectors", filled=True)
    qdrant_quantization: str = _setting(
        "none",
        "how Qdrant holds vectors for the first look: none, int8, binary; hits are compared again in full",
        choices=("none", "int8", "binary"),
    )
    qdrant_content: str = _setting(
        "on", "whether Qdrant gets texts, keys and metadata beside the vectors: on, off", choices=("on", "off")
    )

    # --- PostgreSQL -----------------------------------------------------------------------------------------------
    postgres_read_url: str | None = _setting(
        None, "a replica of the PostgreSQL in `store` that answers searches: postgresql://…; unset: none", secret=True
    )
    postgres_connections_max: int = _setting(
        16, "connections of a process to PostgreSQL; who finds all in use waits", low=2, high=1000
    )
    postgres_statement_timeout_ms: int = _setting(
        60_000, "longest a statement may run on PostgreSQL; 0: what the server says", low=0, high=86_400_000
    )
    postgres_lock_timeout_ms: int = _setting(
        30_000, "longest wait for somebody else's lock, or for a free connection", low=1, high=86_400_000
    )
    postgres_notices: str = _setting(
        "on",
        "processes tell each other of writes at once (LISTEN and NOTIFY); servers and workers have one more connection "
        "for it; off: they look from time to time",
        choices=("on", "off"),
    )
