"""Requests over plain HTTP, for providers that need no package of their own.

A redirect is followed to the same host alone: the key that goes along was given for that one.
"""

from __future__ import annotations

import json
import secrets as random
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException
from typing import Any, Final
from urllib.parse import urlsplit

from recollect.errors import ModelFailed
from recollect.providers.failures import UNREADABLE, advice, code_of, described, passes

ANSWER_BYTES_MAX: Final = 256 * 1024 * 1024
FILE_BYTES_MAX: Final = 8 * 1024 * 1024 * 1024
LINE_BYTES_MAX: Final = 16 * 1024 * 1024
ERROR_BYTES_MAX: Final = 4096
JSON: Final = {"Content-Type": "application/json"}


class _SameHost(urllib.request.HTTPRedirectHandler):
    """Refuses to be sent elsewhere."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if urlsplit(newurl)[:2] != urlsplit(req.full_url)[:2]:
            raise urllib.error.HTTPError(req.full_url, code, "redirected to another host", headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def post_json(url: str, body: Mapping[str, Any], *, label: str, headers: Mapping[str, str], timeout_s: float) -> Any:
    """The answer as JSON; `ModelFailed` says what went wrong."""
    sent = json.dumps(body).encode()
    return request_json("POST", url, sent, label=label, headers={**JSON, **headers}, timeout_s=timeout_s)


def request_json(
    method: str, url: str, body: bytes | None, *, label: str, headers: Mapping[str, str], timeout_s: float
) -> Any:
    """As `post_json`, with any method and body."""
    with _answered(method, url, body, label=label, headers=headers, timeout_s=timeout_s) as answer:
        data = answer.read(ANSWER_BYTES_MAX)
    try:
        return json.loads(data)
    except UNREADABLE as error:
        told = f"{label} did not answer with JSON"
        raise ModelFailed(f"{told}: {described(error)}", bare=told) from error


def request_headers(
    method: str, url: str, body: bytes | None, *, label: str, headers: Mapping[str, str], timeout_s: float
) -> dict[str, str]:
    """The headers of the answer, names in small letters."""
    with _answered(method, url, body, label=label, headers=headers, timeout_s=timeout_s) as answer:
        answer.read(ANSWER_BYTES_MAX)
        return {name.lower(): value for name, value in answer.headers.items()}


def request_lines(url: str, *, label: str, headers: Mapping[str, str], timeout_s: float) -> Iterator[bytes]:
    """The lines of a file, one at a time."""
    read = 0
    with _answered("GET", url, None, label=label, headers=headers, timeout_s=timeout_s) as answer:
        while line := answer.readline(LINE_BYTES_MAX):
            read += len(line)
            if len(line) == LINE_BYTES_MAX or read > FILE_BYTES_MAX:
                raise ModelFailed(f"{label} answered with a file that is too large")
            yield line
        # A body that is shorter than it was said to be ends like any other; what it lacks must not pass for missing.
        if answer.length:
            raise ModelFailed(f"{label} hung up in the middle of a file", retryable=True)


def multipart(fields: Mapping[str, str], files: Mapping[str, tuple[str, str, bytes]]) -> tuple[bytes, str]:
    """A form as bytes, and its content type. `files`: field -> file name, media type, content."""
    boundary = random.token_hex(16)
    parts: list[bytes] = []
    for name, value in fields.items():
        parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode())
    for name, (file, kind, content) in files.items():
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n'
        parts += [f"{head}Content-Type: {kind}\r\n\r\n".encode(), content, b"\r\n"]
    return b"".join([*parts, f"--{boundary}--\r\n".encode()]), f"multipart/form-data; boundary={boundary}"


@contextmanager
def _answered(
    method: str, url: str, body: bytes | None, *, label: str, headers: Mapping[str, str], timeout_s: float
) -> Iterator[Any]:
    """The open answer of a request that went well; whatever breaks while it is read is told the same way."""
    request = urllib.request.Request(url, body, dict(headers), method=method)
    secrets = tuple(secret for value in headers.values() for secret in (value, value.removeprefix("Bearer ")))
    try:
        with urllib.request.build_opener(_SameHost).open(request, timeout=timeout_s) as answer:
            yield answer
    except urllib.error.HTTPError as error:
        said = error.read(ERROR_BYTES_MAX).decode("utf-8", "replace") or str(error.reason)
        raise ModelFailed(
            f"{label}: HTTP {error.code}: {described(said, secrets=secrets)}{advice(error.code)}",
            bare=f"{label}: HTTP {error.code}{code_of(said)}{advice(error.code)}",
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
        why = described(error)
        # what the system says is its own; a line that is no HTTP was somebody's answer
        bare = type(error).__name__ if isinstance(error, HTTPException) else why
        told = f"{label} cannot be reached"
        raise ModelFailed(f"{told}: {why}", bare=f"{told}: {bare}", retryable=True) from error


def _seconds(text: str | None) -> float | None:
    """Retry-After as seconds; its other form, a date, is left alone."""
    try:
        return float(text) if text else None
    except ValueError:
        return None
