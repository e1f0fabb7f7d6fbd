"""What tells a store from every other: a name that is made once and kept in it."""

from __future__ import annotations

import secrets

from recollect.errors import StoreReadOnly
from recollect.storage.sql.database import EVERYONE, Database, Session


def known(session: Session) -> str | None:
    """None: none was made yet."""
    row = session.one("SELECT value FROM meta WHERE name = 'store_id'")
    return None if row is None else str(row[0])


def of(database: Database) -> str | None:
    """Made when there is none. None: it cannot be written."""
    with database.reading(EVERYONE) as session:
        found = known(session)
    if found is not None:
        return found
    try:
        with database.writing(EVERYONE) as session:
            session.run(
                "INSERT INTO meta (name, value) VALUES ('store_id', ?) ON CONFLICT (name) DO NOTHING",
                (secrets.token_hex(16),),
            )
            return known(session)
    except StoreReadOnly:
        return None
