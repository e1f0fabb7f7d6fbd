"""Gemini's own embedding interface, through pydantic-ai; needs `recollect[llm]`.

The dimension is always asked for, so that the same model gives the same size whatever its default is: 768 for
gemini-embedding-001, 3072 for the later ones, or what `embedder_dim` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from recollect.errors import ConfigError
from recollect.providers.embedders.remote import Access, RemoteEmbedder, access_from, pydantic_request

DEFAULT_MODEL: Final = "gemini-embedding-001"
DEFAULT_DIM: Final = 768
LATER_DIM: Final = 3072
DIMS: Final = (768, 1536, 3072)
BATCH_TEXTS: Final = 100
NO_KEY: Final = "none"


def _model(access: Access) -> Any:
    from pydantic_ai.embeddings.google import GoogleEmbeddingModel

    from recollect.providers.google import google_provider

    provider = google_provider(
        api_key=access.api_key or NO_KEY, base_url=access.base_url, headers=access.headers, timeout_s=access.timeout_s
    )
    return GoogleEmbeddingModel(access.model, provider=provider)


def create(options: Mapping[str, Any]) -> RemoteEmbedder:
    access = access_from(options, provider="gemini", model=DEFAULT_MODEL)
    if not access.dim:
        access = replace(access, dim=DEFAULT_DIM if access.model == DEFAULT_MODEL else LATER_DIM)
    if access.dim not in DIMS:
        raise ConfigError(f"Gemini gives {', '.join(map(str, DIMS))} dimensions, not {access.dim}: set embedder_dim")
    request = pydantic_request(partial(_model, access), access, label="gemini", extra="llm")
    return RemoteEmbedder("gemini", access, request, known_dim=access.dim, batch=BATCH_TEXTS)
