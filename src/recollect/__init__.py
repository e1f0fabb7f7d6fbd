"""Recollect: durable memory for AI assistants. Stores, finds and explains, with nothing else to install or run.

Names are loaded on first use, so that `import recollect` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from recollect.version import VERSION as __version__  # noqa: N811

if TYPE_CHECKING:
    from recollect.async_memory import AsyncMemory
    from recollect.errors import (
        Closed,
        ConfigError,
        Conflict,
        Contradictory,
        EmbeddingFailed,
        FileSearchFailed,
        Forbidden,
        InvalidInput,
        InvalidState,
        JobTaken,
        LlmUnavailable,
        MissingExtra,
        ModelFailed,
        NewerSchema,
        NotADatabase,
        NotConfigured,
        NotFound,
        OverBudget,
        RateLimited,
        RecollectError,
        ScrubFailed,
        StoreBusy,
        StoreCorrupt,
        StoreError,
        StoreFull,
        StoreReadOnly,
        StoreUnavailable,
        TooLarge,
        Unauthorized,
        UnknownName,
        WrongKey,
    )
    from recollect.memory import Memory
    from recollect.model.query import Hit
    from recollect.model.record import Record
    from recollect.model.scope import Scope

__all__ = [
    "AsyncMemory",
    "Closed",
    "ConfigError",
    "Conflict",
    "Contradictory",
    "EmbeddingFailed",
    "FileSearchFailed",
    "Forbidden",
    "Hit",
    "InvalidInput",
    "InvalidState",
    "JobTaken",
    "LlmUnavailable",
    "Memory",
    "MissingExtra",
    "ModelFailed",
    "NewerSchema",
    "NotADatabase",
    "NotConfigured",
    "NotFound",
    "OverBudget",
    "RateLimited",
    "RecollectError",
    "Record",
    "Scope",
    "ScrubFailed",
    "StoreBusy",
    "StoreCorrupt",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
    "StoreUnavailable",
    "TooLarge",
    "Unauthorized",
    "UnknownName",
    "WrongKey",
    "__version__",
]

_HOMES = {
    "Memory": "recollect.memory",
    "AsyncMemory": "recollect.async_memory",
    "Record": "recollect.model.record",
    "Scope": "recollect.model.scope",
    "Hit": "recollect.model.query",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'recollect' has no attribute {name!r}")
    return getattr(import_module(_HOMES.get(name, "recollect.errors")), name)


def __dir__() -> list[str]:
    return sorted(__all__)
