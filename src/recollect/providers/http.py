"""One JSON request over plain HTTP, for providers that need no package of their own."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any, Final

from recollect.errors import ModelFailed
from recollect.providers.failures import advice, described, passes

ANSWER_BYTES_MAX: Final = 256 * 1024 * 1024
ERROR_BYTES_MAX: Final = 4096


def post_json(url: str, body: Mapping[str, Any], *, label: str, headers: Mapping[str, str], timeout_s: float) -> Any:
    """The answer as JSON; `ModelFailed` says what went wrong."""
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers}, method="POST"
    )
    secrets = tuple(secret for value in headers.values() for secret in (value, value.removeprefix("Bearer ")))
    try:
        with urllib.request.urlopen(request, timeout=timeout_s) as answer:
            data = answer.read(ANSWER_BYTES_MAX)
    except urllib.error.HTTPError as error:
        said = error.read(ERROR_BYTES_MAX).decode("utf-8", "replace")
        raise ModelFailed(
            f"{label}: HTTP {error.code}: {described(said, secrets=secrets)}{advice(error.code)}",
            status=error.code,
            retryable=passes(error.code),
            retry_after_s=_seconds(error.headers.get("Retry-After")),
        ) from error
    except TimeoutError as error:
        raise ModelFailed(f"{label} did not answer within {timeout_s:g} s", retryable=True, timed_out=True) from error
    except (OSError, HTTPException) as error:
        if isinstance(getattr(error, "reason", None), TimeoutError):
            message = f"{label} did not answer within {timeout_s:g} s"
            raise ModelFailed(message, retryable=True, timed_out=True) from error
        raise ModelFailed(f"{label} cannot be reached: {described(error)}", retryable=True) from error
    try:
        return json.loads(data)
    except ValueError as error:
        raise ModelFailed(f"{label} did not answer with JSON: {described(error)}") from error


def _seconds(text: str | None) -> float | None:
    """Retry-After as seconds; its other form, a date, is left alone."""
    try:
        return float(text) if text else None
    except ValueError:
        return None
