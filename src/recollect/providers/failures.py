"""What a failed request to a provider is called: one error, short words, what to do, and no secret in it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

from recollect.errors import ModelFailed
from recollect.model.scope import storable

MESSAGE_CHARS_MAX: Final = 300
SECRET_CHARS_MIN: Final = 4
"""A shorter "secret" is a word that may stand anywhere."""
UNREADABLE: Final = (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError)
"""What reading an answer raises when it has not the shape that was expected: lists in lists without end and numbers
without end are among the shapes that answers can have."""


def unreachable() -> tuple[type[Exception], ...]:
    """What a provider's own package raises before there is an answer (no credentials, no connection) and pydantic-ai
    passes on; of packages that are loaded."""
    aws = sys.modules.get("botocore.exceptions")
    return (aws.BotoCoreError,) if aws is not None else ()


def described(error: BaseException | str, *, secrets: Iterable[str] = ()) -> str:
    """The error's own words in one line, as a database can hold them. A provider may repeat what it was sent, so
    secrets are taken out."""
    text = storable(" ".join(str(error).split())) or type(error).__name__
    for secret in secrets:
        if len(secret) >= SECRET_CHARS_MIN:
            text = text.replace(secret, "…")
    return text if len(text) <= MESSAGE_CHARS_MAX else text[:MESSAGE_CHARS_MAX] + "…"


def advice(status: int | None) -> str:
    """What to do about an HTTP status, as the end of a sentence."""
    if status in (401, 403):
        return ". Check the key: `recollect config explain api_keys`"
    if status == 404:
        return ". Check the model's name and the base URL"
    if status == 429:
        return ". The provider limits the rate; try again later"
    return ""


def passes(status: int | None) -> bool:
    """Whether the same request may work later."""
    return status in (408, 425, 429) or (status or 0) >= 500


def failure(error: Any, label: str, *, secrets: Iterable[str] = ()) -> ModelFailed:
    """pydantic-ai's error about a provider as ours."""
    from pydantic_ai.exceptions import ModelConnectionError, ModelTimeoutError

    status = getattr(error, "status_code", None)
    return ModelFailed(
        f"{label}: {described(error, secrets=secrets)}{advice(status)}",
        status=status,
        retryable=isinstance(error, ModelConnectionError) or passes(status),
        timed_out=isinstance(error, ModelTimeoutError),
        retry_after_s=getattr(error, "retry_after", None),
    )
