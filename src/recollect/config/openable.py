"""What no store opens with: settings that name an optional part and not what it needs.

Told when such a setting is written into a file. Whoever opens a store with it is told by that part itself.
"""

from __future__ import annotations

from collections.abc import Callable

from recollect.config.settings import Settings
from recollect.errors import ConfigError

_QDRANT = ("http://", "https://", "path:", ":memory:")
_REDIS = ("redis://", "rediss://", "unix://")
_POSTGRES = ("postgresql:", "postgres:")


def require_openable(name: str, value: str | None, settings: Settings) -> None:
    """Refuse what this setting is about to be, when every command after it would fail. `settings`: all that is set."""
    if value and name in _RULES:
        _RULES[name](value, settings)


def _vector_store(value: str, settings: Settings) -> None:
    if value == "qdrant" and not (settings.qdrant_url or settings.qdrant_host):
        raise ConfigError(
            "vector_store = qdrant needs qdrant_url, such as http://localhost:6333; set that first, it chooses Qdrant"
        )
    if value == "pgvector" and not (settings.store or "").startswith(_POSTGRES):
        raise ConfigError("vector_store = pgvector goes with a PostgreSQL store; set store = postgresql://… first")


def _qdrant_url(value: str, settings: Settings) -> None:
    if not value.startswith(_QDRANT):
        raise ConfigError("qdrant_url must be an address such as http://localhost:6333")


def _redis_url(value: str, settings: Settings) -> None:
    if not value.startswith(_REDIS):
        raise ConfigError("redis_url must begin with redis://, rediss:// or unix://")


_RULES: dict[str, Callable[[str, Settings], None]] = {
    "vector_store": _vector_store,
    "qdrant_url": _qdrant_url,
    "redis_url": _redis_url,
}
"""Setting -> what refuses it."""
