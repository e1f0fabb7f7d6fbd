"""A role of PostgreSQL that may use the tables and does not own them, as a careful deployment has it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg

from recollect import registry

GRANTS = (
    "GRANT USAGE ON SCHEMA recollect TO {role}; "
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA recollect TO {role}"
)


@contextmanager
def application_role(url: str) -> Iterator[tuple[str, str]]:
    """Makes the tables as their owner; yields a role that may read and write them, and a URL with it."""
    with closing(registry.store(url, {})):
        pass
    name = f"application_{uuid.uuid4().hex[:12]}"
    parts = urlsplit(url)
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'x'".encode())
        try:
            owner.execute(GRANTS.format(role=name).encode())
            yield name, urlunsplit(parts._replace(netloc=f"{name}:x@{parts.netloc.rpartition('@')[2]}"))
        finally:
            owner.execute(f"DROP OWNED BY {name} CASCADE; DROP ROLE {name}".encode())
