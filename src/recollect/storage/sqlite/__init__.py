"""SQLite through apsw: the embedded default."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from recollect.errors import ConfigError, StoreUnavailable
from recollect.storage.sql.snapshots import CACHE_BYTES_DEFAULT
from recollect.storage.sql.store import SqlStore
from recollect.storage.sqlite import database
from recollect.storage.sqlite.database import SqliteDatabase

MEMORY_NAMES = (":memory:", "sqlite://:memory:", "sqlite:///:memory:", "sqlite://")


def create(url: str, options: Mapping[str, Any]) -> SqlStore:
    """`path`, `sqlite:///relative`, `sqlite:////absolute`, `…?mode=ro`, or `:memory:`."""
    path, read_only = parse(url)
    if options.get("must_exist"):
        require_there(url)
    opened = SqliteDatabase(
        path, synchronous=str(options.get("synchronous", "full")), read_only=read_only, key=options.get("key")
    )
    return SqlStore(opened, cache_bytes=int(options.get("cache_bytes", CACHE_BYTES_DEFAULT)))


def require_there(url: str) -> None:
    """Refuse a file that opening would make."""
    path, _ = parse(url)
    if path is not None and not path.exists():
        raise StoreUnavailable(
            f"{path} does not exist; check the path. A store is made by what writes into it, such as `recollect add`"
        )


def restore(backup: Path, url: str, options: Mapping[str, Any]) -> Path | None:
    """Make the file a URL names hold what a backup holds; returns the file that keeps what was there."""
    path, read_only = parse(url)
    if path is None or read_only:
        raise ConfigError(f"{url!r} cannot be restored to; give the path of a file that may be written")
    return database.restore(backup, path, synchronous=str(options.get("synchronous", "full")), key=options.get("key"))


def rekey(url: str, new_key: str | None, options: Mapping[str, Any]) -> None:
    """Encrypt the file a URL names with another key; None: not any more."""
    path, read_only = parse(url)
    if path is None or read_only:
        raise ConfigError(f"{url!r} cannot be encrypted; give the path of a file that may be written")
    synchronous = str(options.get("synchronous", "full"))
    database.rekey(path, key=options.get("key"), new_key=new_key, synchronous=synchronous)


def parse(url: str) -> tuple[Path | None, bool]:
    """The file a URL names, and whether it asks for read-only."""
    if url in MEMORY_NAMES:
        return None, False
    if "://" not in url:
        return Path(url).expanduser(), False
    parts = urlsplit(url)
    if parts.netloc or not parts.path.strip("/"):
        raise ConfigError(
            f"{url!r} is no SQLite address; write sqlite:///relative/path.db or sqlite:////absolute/path.db"
        )
    asked = parse_qs(parts.query, keep_blank_values=True)
    if asked not in ({}, {"mode": ["ro"]}):
        raise ConfigError(f"unknown option {parts.query!r} in {url!r}; the only one is mode=ro")
    return Path(unquote(parts.path[1:])).expanduser(), bool(asked)
