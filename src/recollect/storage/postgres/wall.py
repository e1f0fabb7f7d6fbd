"""Row-level security: the server itself keeps tenants apart, for a role that does not own the tables.

Every transaction says whose it is (`recollect.tenant`); the policies of migration 0006 show and take rows of that
tenant alone, whatever the SQL says. The owner of the tables and superusers are not held by it: they migrate, back up
and restore.
"""

from __future__ import annotations

from psycopg import sql

from recollect.errors import Forbidden
from recollect.model.scope import Scope
from recollect.storage.postgres.connect import Connection
from recollect.storage.sql.database import EVERYTHING, Whose


def stands(connection: Connection) -> bool:
    """Does it hold the role of this connection?"""
    row = connection.execute("SELECT row_security_active(to_regclass('item')::oid)").fetchone()
    return bool(row is not None and row[0])


def refuse_part(connection: Connection, name: str) -> None:
    """Whoever wants everything gets no part of it. `name`: the address."""
    if stands(connection):
        raise Forbidden(
            f"the role of {name} is shown one tenant's rows at a time (row-level security), so it cannot read or write "
            "all of the store; nothing was changed. Give `recollect` the address of the role that owns the tables."
        )


def enter(whose: Whose) -> str:
    """SQL at the beginning of a transaction. Of nobody nothing is shown."""
    if whose is None:
        return ""
    if whose is EVERYTHING:
        return "; SET LOCAL row_security = off"  # the server refuses what it would show a part of
    if isinstance(whose, Scope):
        return f"; SELECT set_config('recollect.tenant', {sql.Literal(whose.tenant).as_string(None)}, true)"
    return "; SET LOCAL recollect.everyone = 'on'"
