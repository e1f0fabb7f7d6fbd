"""PostgreSQL through psycopg, with pgvector: the same store on a server."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from recollect.errors import ConfigError, MissingExtra
from recollect.storage.sql.snapshots import CACHE_BYTES_DEFAULT
from recollect.storage.sql.store import SqlStore


def create(url: str, options: Mapping[str, Any]) -> SqlStore:
    """`postgresql://user:password@host:port/database`, with libpq's own options after a `?`.

    The tables lie in a schema `recollect` of their own, unless the options name one: `?options=-csearch_path%3Dmine`.
    """
    _require_driver()
    _require_no_key(options)
    from recollect.storage.postgres.connect import Limits
    from recollect.storage.postgres.database import PostgresDatabase

    limits = Limits(**options.get("postgres", {}))
    notices = bool(options.get("notices", True))
    database = PostgresDatabase(url, limits=limits, read_url=options.get("read_url"), notices=notices)
    return SqlStore(database, cache_bytes=int(options.get("cache_bytes", CACHE_BYTES_DEFAULT)))


def restore(backup: Path, url: str, options: Mapping[str, Any]) -> None:
    """Make the database a URL names hold what a backup holds. Nothing keeps what was there."""
    _require_driver()
    _require_no_key(options)
    from recollect.storage.postgres import database

    database.restore(backup, url)


def rekey(url: str, new_key: str | None, options: Mapping[str, Any]) -> None:
    """Not ours to do."""
    _require_no_key({"key": ""})


def _require_no_key(options: Mapping[str, Any]) -> None:
    if options.get("key") is not None:
        raise ConfigError(
            "encryption at rest on PostgreSQL is the server's (an encrypted disk or tablespace); "
            "leave encryption_key and encryption_key_file out. Copies made by `recollect backup` are not encrypted."
        )


def _require_driver() -> None:
    if find_spec("psycopg") is None:
        raise MissingExtra("PostgreSQL needs an optional package: pip install 'recollect[postgres]'")
