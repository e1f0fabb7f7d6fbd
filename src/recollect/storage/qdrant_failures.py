"""What a failed request to Qdrant is called. An answer may quote a memory, so it goes back with the request alone."""

from __future__ import annotations

from typing import Final

from recollect.errors import TierFailed

ERROR_CHARS_MAX: Final = 300


def failed(address: str, error: Exception) -> TierFailed:
    from qdrant_client.http.exceptions import UnexpectedResponse

    if isinstance(error, UnexpectedResponse):
        told = f"Qdrant at {address} answered {error.status_code}"
        return TierFailed(f"{told}: {_short(error)}", bare=f"{told} {error.reason_phrase}".rstrip())
    told = f"Qdrant at {address} did not answer"
    return TierFailed(f"{told}: {_short(error)}", bare=f"{told}: {_own(error)}")


def unreadable(address: str, error: Exception) -> TierFailed:
    """Of an answer that is another than was asked for."""
    told = f"Qdrant at {address} gave no usable answer"
    return TierFailed(f"{told}: {_short(error)}", bare=f"{told} ({type(error).__name__})")


def _own(error: Exception) -> str:
    """What the system says of it; of other errors the kind."""
    from httpx import NetworkError, TimeoutException

    source = getattr(error, "source", error)
    return _short(source) if isinstance(source, OSError | NetworkError | TimeoutException) else type(source).__name__


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:ERROR_CHARS_MAX] or type(error).__name__
