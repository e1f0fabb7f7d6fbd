"""OpenAI's embeddings, and everything that speaks its wire: Mistral, Voyage, vLLM, LiteLLM, llama.cpp, …

Through pydantic-ai; needs `recollect[llm]`. Voyage goes this way too: its wire is OpenAI's with other names for
two fields, and its own package brings a hundred megabytes of others along.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from recollect.providers.embedders.batches import FileBatches
from recollect.providers.embedders.remote import Access, RemoteEmbedder, access_from, pydantic_request

NO_KEY: Final = "none"
BATCH_TEXTS: Final = 256
DIMS: Final = {
    "text-embedding-3-small": 1536,
    "text-embedding-3-large": 3072,
    "text-embedding-ada-002": 1536,
    "mistral-embed": 1024,
    "voyage-4-large": 1024,
    "voyage-4": 1024,
    "voyage-4-lite": 1024,
    "voyage-3-large": 1024,
    "voyage-3.5": 1024,
    "voyage-3.5-lite": 1024,
    "voyage-code-3": 1024,
}
"""What a model gives when nothing is asked of it; any other model is asked once."""


def _model(access: Access, base_url: str) -> Any:
    from openai import AsyncOpenAI
    from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
    from pydantic_ai.providers.openai import OpenAIProvider

    client = AsyncOpenAI(
        api_key=access.api_key or NO_KEY,
        base_url=access.base_url or base_url,
        max_retries=0,  # retries are the embedder's
        timeout=access.timeout_s,
    )
    # The package fills these from the environment; nothing that was not configured goes to a configured address.
    client.organization = client.project = None
    return OpenAIEmbeddingModel(access.model, provider=OpenAIProvider(openai_client=client))


def _embedder(
    name: str,
    access: Access,
    base_url: str,
    *,
    batch: int,
    body: Mapping[str, Any] | None = None,
    batches: FileBatches | None = None,
) -> RemoteEmbedder:
    request = pydantic_request(partial(_model, access, base_url), access, label=name, extra="llm", body=body)
    return RemoteEmbedder(name, access, request, known_dim=DIMS.get(access.model, 0), batch=batch, batches=batches)


def create(options: Mapping[str, Any]) -> RemoteEmbedder:
    access = access_from(options, provider="openai", model="text-embedding-3-small")
    url = "https://api.openai.com/v1"
    return _embedder("openai", access, url, batch=BATCH_TEXTS, batches=FileBatches(access, access.base_url or url))


def create_mistral(options: Mapping[str, Any]) -> RemoteEmbedder:
    access = access_from(options, provider="mistral", model="mistral-embed")
    return _embedder("mistral", access, "https://api.mistral.ai/v1", batch=64)


def create_voyage(options: Mapping[str, Any]) -> RemoteEmbedder:
    access = access_from(options, provider="voyage", model="voyage-3.5")
    body = {"output_dimension": access.dim} if access.dim else None
    url = "https://api.voyageai.com/v1"
    batches = FileBatches(access, access.base_url or url, once=body or {})
    return _embedder("voyage", access, url, batch=128, body=body, batches=batches)
