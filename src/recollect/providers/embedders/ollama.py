"""Ollama's own wire over plain HTTP, no package needed: `/api/embed`, or `/api/embeddings` where a server is older."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

from recollect.errors import ModelFailed
from recollect.providers.embedders.remote import Access, RemoteEmbedder, access_from
from recollect.providers.failures import advice
from recollect.providers.http import post_json

DEFAULT_URL: Final = "http://localhost:11434"
DEFAULT_MODEL: Final = "nomic-embed-text"
BATCH_TEXTS: Final = 64
DIMS: Final = {"nomic-embed-text": 768, "mxbai-embed-large": 1024}


class OllamaRequest:
    """Makes requests; remembers when a server knows only the older address."""

    def __init__(self, access: Access, url: str) -> None:
        self._access = access
        self._url = url.rstrip("/")
        self._headers = dict(access.headers)
        if access.api_key:
            self._headers.setdefault("Authorization", f"Bearer {access.api_key}")
        self._older = False

    def __call__(self, texts: list[str]) -> Sequence[Sequence[float]]:
        if not self._older:
            answer = self._post("/api/embed", {"model": self._access.model, "input": texts}, may_be_missing=True)
            if answer is not None:
                vectors: list[list[float]] = _field(answer, "embeddings", self._access.model)
                return vectors
            self._older = True
        return [
            _field(
                self._post("/api/embeddings", {"model": self._access.model, "prompt": text}),
                "embedding",
                self._access.model,
            )
            for text in texts
        ]

    def _post(self, path: str, body: dict[str, Any], *, may_be_missing: bool = False) -> Any:
        """The answer; None when the address itself does not exist (a missing model is named in the error)."""
        try:
            return post_json(
                self._url + path,
                body,
                label=f"{self._access.model} at {urlsplit(self._url).hostname}",  # the whole may hold a password
                headers=self._headers,
                timeout_s=self._access.timeout_s,
            )
        except ModelFailed as error:
            _, _, said = str(error).removesuffix(advice(error.status)).partition('"error"')
            if may_be_missing and error.status == 404 and "model" not in said.lower():
                return None
            raise


def _field(answer: Any, name: str, model: str) -> Any:
    value = answer.get(name) if isinstance(answer, dict) else None
    if not isinstance(value, list):
        raise ModelFailed(f"{model} answered without {name!r}")
    return value


def create(options: Mapping[str, Any]) -> RemoteEmbedder:
    url = str(options.get("base_url") or options.get("ollama_url") or DEFAULT_URL)
    access = access_from(options, provider="ollama", model=DEFAULT_MODEL, needs_key=False)
    access = replace(access, base_url=None if url.rstrip("/") == DEFAULT_URL else url)
    return RemoteEmbedder(
        "ollama", access, OllamaRequest(access, url), known_dim=DIMS.get(access.model, 0), batch=BATCH_TEXTS
    )
