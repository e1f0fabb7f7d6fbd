"""What a failed request to a provider is called: one error, short words, what to do, and no secret in it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from typing import Any, Final

from recollect.errors import ModelFailed
from recollect.model.scope import storable

MESSAGE_CHARS_MAX: Final = 300
SECRET_CHARS_MIN: Final = 4
"""A shorter "secret" is a word that may stand anywhere."""
_CODE: Final = re.compile(r"[A-Za-z][A-Za-z0-9]{0,30}(?:_[A-Za-z0-9]{1,30}){1,6}")
"""As `insufficient_quota` and `RESOURCE_EXHAUSTED`: a name, and nothing that anybody says or writes."""
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


def code_of(body: object) -> str:
    """The provider's own name for what went wrong, " (insufficient_quota)"; "" where it gives none. Of its answer this
    alone may be kept: sentences may quote what it was sent."""
    try:
        told = json.loads(body) if isinstance(body, str | bytes) else body
    except UNREADABLE:
        return ""
    told = told.get("error", told) if isinstance(told, dict) else told
    found = [told.get(name) for name in ("code", "status", "type")] if isinstance(told, dict) else []
    name = next((one for one in found if isinstance(one, str) and _CODE.fullmatch(one)), None)
    return f" ({name})" if name else ""


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
    timed_out = isinstance(error, ModelTimeoutError)
    how = f"HTTP {status}{code_of(getattr(error, 'body', None))}" if status else "cannot be reached"
    return ModelFailed(
        f"{label}: {described(error, secrets=secrets)}{advice(status)}",
        bare=f"{label}: {'did not answer in time' if timed_out else how}{advice(status)}",
        status=status,
        retryable=isinstance(error, ModelConnectionError) or passes(status),
        timed_out=timed_out,
        retry_after_s=getattr(error, "retry_after", None),
    )
