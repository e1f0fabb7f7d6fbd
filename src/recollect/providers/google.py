"""Google's client for the Gemini interface, as both the language models and the embedders use it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

BASE_URL: Final = "https://generativelanguage.googleapis.com"


def google_provider(*, api_key: str, base_url: str | None, headers: Mapping[str, str], timeout_s: float) -> Any:
    import httpx2
    from google.genai.types import HttpRetryOptions
    from pydantic_ai.providers.google import GoogleProvider

    # A client of our own, because Google's package otherwise takes whichever HTTP package it finds installed, and
    # pydantic-ai knows the errors of this one.
    return GoogleProvider(
        api_key=api_key,
        base_url=base_url or BASE_URL,
        http_client=httpx2.AsyncClient(headers=dict(headers), timeout=timeout_s),
        retry_options=HttpRetryOptions(attempts=1),  # retries are the engine's
    )
