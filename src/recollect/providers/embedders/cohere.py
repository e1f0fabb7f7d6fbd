"""Cohere's embeddings, through pydantic-ai; needs `recollect[cohere]`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from recollect.providers.embedders.remote import Access, RemoteEmbedder, access_from, pydantic_request

NO_KEY: Final = "none"
BATCH_TEXTS: Final = 96
DIMS: Final = {
    "embed-v4.0": 1536,
    "embed-english-v3.0": 1024,
    "embed-multilingual-v3.0": 1024,
    "embed-english-light-v3.0": 384,
    "embed-multilingual-light-v3.0": 384,
}


def _model(access: Access) -> Any:
    from cohere import AsyncClientV2
    from pydantic_ai.embeddings.cohere import CohereEmbeddingModel
    from pydantic_ai.providers.cohere import CohereProvider

    client = AsyncClientV2(
        api_key=access.api_key or NO_KEY,
        base_url=access.base_url or "https://api.cohere.com",
        max_retries=0,  # retries are the embedder's
        timeout=access.timeout_s,
    )
    return CohereEmbeddingModel(access.model, provider=CohereProvider(cohere_client=client))


def create(options: Mapping[str, Any]) -> RemoteEmbedder:
    access = access_from(options, provider="cohere", model="embed-v4.0")
    request = pydantic_request(partial(_model, access), access, label="cohere", extra="cohere")
    return RemoteEmbedder("cohere", access, request, known_dim=DIMS.get(access.model, 0), batch=BATCH_TEXTS)
