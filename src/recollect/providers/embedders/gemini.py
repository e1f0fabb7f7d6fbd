"""Gemini's own embedding interface; needs `recollect[llm]` for texts, which go through pydantic-ai.

The dimension is always asked for, so that the same model gives the same size whatever its default is: 768 for
gemini-embedding-001, 3072 for the later ones, or what `embedder_dim` says. Pictures and sound go over plain HTTP, to
the one model that sees and hears.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import numpy as np

from recollect.contracts.embedder import Media
from recollect.errors import ConfigError, ModelFailed
from recollect.providers.embedders.gemini_batches import VERSION, GeminiBatches, address, key_headers
from recollect.providers.embedders.remote import Access, RemoteEmbedder, access_from, pydantic_request, unit
from recollect.providers.http import post_json

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEFAULT_MODEL: Final = "gemini-embedding-001"
MEDIA_MODEL: Final = "gemini-embedding-2-preview"
DEFAULT_DIM: Final = 768
LATER_DIM: Final = 3072
DIMS: Final = (768, 1536, 3072)
BATCH_TEXTS: Final = 100
REQUEST_BYTES_MAX: Final = 13_000_000
"""Of files in one request, which grow by a third on their way: the interface takes 20 MB. A larger file goes alone."""
REQUEST_FILES_MAX: Final = 6
NO_KEY: Final = "none"


class GeminiEmbedder(RemoteEmbedder):
    """Texts, and pictures and sound where the model can."""

    def __init__(self, access: Access) -> None:
        request = pydantic_request(partial(_model, access), access, label="gemini", extra="llm")
        batches = GeminiBatches(access)
        super().__init__("gemini", access, request, known_dim=access.dim, batch=BATCH_TEXTS, batches=batches)

    def embed_media(self, items: Sequence[Media]) -> NDArray[np.float32]:
        """One row an item, comparable with those of texts."""
        if self.model != MEDIA_MODEL:
            raise ConfigError(f"{self.model} sees no pictures and hears no sound: set embedder_model = {MEDIA_MODEL}")
        rows = np.zeros((len(items), self.dim), dtype=np.float32)
        start = 0
        while start < len(items):
            end, size = start + 1, len(items[start].data)
            while end < len(items) and end - start < REQUEST_FILES_MAX:
                size += len(items[end].data)
                if size > REQUEST_BYTES_MAX:
                    break
                end += 1
            asked = list(items[start:end])
            rows[start:end] = self._answer(asked, expected=self.dim, request=self._request_media)
            start = end
        return unit(rows)

    def _request_media(self, items: list[Media]) -> Sequence[Any]:
        """`embedContent` for one, `batchEmbedContents` for several."""
        access = self._access
        name = f"models/{access.model}"
        asked = [
            {
                "model": name,
                "content": {
                    "parts": [
                        {"inlineData": {"mimeType": item.media_type, "data": base64.b64encode(item.data).decode()}}
                    ]
                },
                "outputDimensionality": access.dim,
            }
            for item in items
        ]
        one = len(asked) == 1
        url = f"{address(access)}/{VERSION}/{name}:{'embedContent' if one else 'batchEmbedContents'}"
        answer = post_json(
            url,
            asked[0] if one else {"requests": asked},
            label=f"{access.model} at {urlsplit(url).hostname}",
            headers=key_headers(access),
            timeout_s=access.timeout_s,
        )
        found = answer.get("embedding" if one else "embeddings") if isinstance(answer, dict) else None
        rows = [found] if one else found
        if not isinstance(rows, list) or not all(isinstance(row, dict) and "values" in row for row in rows):
            raise ModelFailed(f"{access.model} answered without an embedding")
        return [row["values"] for row in rows]


def _model(access: Access) -> Any:
    from pydantic_ai.embeddings.google import GoogleEmbeddingModel

    from recollect.providers.google import google_provider

    provider = google_provider(
        api_key=access.api_key or NO_KEY, base_url=access.base_url, headers=access.headers, timeout_s=access.timeout_s
    )
    return GoogleEmbeddingModel(access.model, provider=provider)


def create(options: Mapping[str, Any]) -> GeminiEmbedder:
    access = access_from(options, provider="gemini", model=DEFAULT_MODEL)
    if not access.dim:
        access = replace(access, dim=DEFAULT_DIM if access.model == DEFAULT_MODEL else LATER_DIM)
    if access.dim not in DIMS:
        raise ConfigError(f"Gemini gives {', '.join(map(str, DIMS))} dimensions, not {access.dim}: set embedder_dim")
    return GeminiEmbedder(access)
