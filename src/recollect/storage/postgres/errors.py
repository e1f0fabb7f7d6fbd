"""What PostgreSQL says, as an error that a person can act on."""

from __future__ import annotations

import re

import psycopg

from recollect.errors import (
    Conflict,
    InvalidInput,
    RecollectError,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
    TooLarge,
)

_BUSY = {"40001", "40P01", "55P03", "57014"}
_SPENT = re.compile(r"too many (clients|connections)|connection slots|no more connections allowed")
"""What PostgreSQL and PgBouncer say then; while a connection is opened there is nothing but words."""
_UNREACHABLE = {"25P03", "25P04", "57P01", "57P02", "57P03", "57P05"}


def translate(error: psycopg.Error, name: str) -> RecollectError:
    """The error a person can act on. `name` is the address without its password."""
    said = str(error).strip().partition("\n")[0]
    state = error.sqlstate
    if is_spent(error):
        return StoreBusy(
            f"the server of {name} has no connection left ({said}); nothing was written. Try again, raise "
            "max_connections of the server, or lower postgres_connections_max of the processes that use it."
        )
    if state in _BUSY:
        return StoreBusy(
            f"{name} was busy or locked for too long ({said}); nothing was written. "
            "Try again, or look for long transactions in pg_stat_activity."
        )
    if state in ("53100", "53400"):
        return StoreFull(
            f"no space left on the server of {name} ({said}); nothing was written. Free space and try again."
        )
    if state in ("25006", "42501"):
        return StoreReadOnly(
            f"{name} cannot be written ({said}); nothing was changed. "
            "Connect to the primary server, or as a user that may write."
        )
    if state == "23505":
        told = "a record with this id or key is there already; nothing was written. Choose another."
        return Conflict.of_id(told) if "(tenant, id)" in (error.diag.message_detail or "") else Conflict(told)
    if state == "54000":
        return TooLarge(f"a name or key is too long for an index of {name} ({said}); nothing was written. Shorten it.")
    if state in ("XX001", "XX002"):
        return StoreCorrupt(f"{name} is damaged ({said}). Stop writing to it and restore the newest backup.")
    if state == "2200H":
        return StoreFull(
            f"{name} has given all numbers there are for users ({said}); nothing was written. Move some of its tenants "
            "to another database (`recollect export`, `recollect import`)."
        )
    if state in ("22021", "22P05") or (state is None and isinstance(error, psycopg.DataError)):
        return InvalidInput(f"a text cannot be stored in {name} ({said}); nothing was written")
    if state is None or state in _UNREACHABLE or state[:2] in ("08", "28", "3D"):
        return StoreUnavailable(
            f"PostgreSQL at {name} cannot be used ({said}). Check that the server runs, that the database exists, "
            "and that host, port, user and password are right. Nothing was acknowledged."
        )
    return StoreError(f"PostgreSQL failed on {name}: {said}")


def is_spent(error: psycopg.Error) -> bool:
    """Whether the server, the database or the role may have no further connection now."""
    return error.sqlstate == "53300" or (error.sqlstate is None and _SPENT.search(str(error)) is not None)
