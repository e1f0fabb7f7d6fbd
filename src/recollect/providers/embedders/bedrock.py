"""Embeddings of Amazon Bedrock, through pydantic-ai; needs `recollect[bedrock]`. Credentials are AWS's own affair."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from recollect.errors import ConfigError
from recollect.providers.embedders.remote import Access, RemoteEmbedder, access_from, pydantic_request

BATCH_TEXTS: Final = 32
DIMS: Final = {
    "amazon.titan-embed-text-v1": 1536,
    "amazon.titan-embed-text-v2:0": 1024,
    "cohere.embed-english-v3": 1024,
    "cohere.embed-multilingual-v3": 1024,
    "cohere.embed-v4:0": 1536,
}


def _model(access: Access) -> Any:
    from pydantic_ai.embeddings.bedrock import BedrockEmbeddingModel
    from pydantic_ai.providers.bedrock import BedrockProvider

    from recollect.providers.aws import bedrock_client

    client = bedrock_client(region=access.region, base_url=access.base_url, timeout_s=access.timeout_s)
    return BedrockEmbeddingModel(access.model, provider=BedrockProvider(bedrock_client=client))


def create(options: Mapping[str, Any]) -> RemoteEmbedder:
    access = access_from(options, provider="bedrock", model="amazon.titan-embed-text-v2:0", needs_key=False)
    if access.headers:
        raise ConfigError("the bedrock embedder takes no headers of your own: unset embedder_headers")
    request = pydantic_request(partial(_model, access), access, label="bedrock", extra="bedrock")
    return RemoteEmbedder("bedrock", access, request, known_dim=DIMS.get(access.model, 0), batch=BATCH_TEXTS)
