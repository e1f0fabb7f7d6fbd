"""Connections to a PostgreSQL server: a small pool, transactions, errors in our words.

A connection is used by one session at a time, and a forked child opens its own. The pool has no threads: a connection
is opened by whoever needs one, so a server that cannot be reached is told to the caller at once with its reason; a
server that was restarted is noticed when a kept connection cannot begin, and a fresh one takes its place.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8BinaryDumper

from recollect.errors import (
    ConfigError,
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

CONNECTIONS_MAX = 16
CONNECT_TIMEOUT_S = 10
LOCK_TIMEOUT_S = 30.0
SCHEMA = "recollect"
"""Where the tables lie unless the URL names another place."""

Connection = psycopg.Connection[Any]

READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

_BUSY = {"40001", "40P01", "53300", "55P03", "57014"}
_UNREACHABLE = {"57P01", "57P02", "57P03", "57P05"}
_SECRETS = ("password", "sslpassword", "passfile", "sslkey")


def translate(error: psycopg.Error, name: str) -> RecollectError:
    """The error a person can act on. `name` is the address without its password."""
    said = str(error).strip().partition("\n")[0]
    state = error.sqlstate
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
        return Conflict("a record with this id or key is there already; nothing was written. Choose another.")
    if state == "54000":
        return TooLarge(f"a name or key is too long for an index of {name} ({said}); nothing was written. Shorten it.")
    if state in ("XX001", "XX002"):
        return StoreCorrupt(f"{name} is damaged ({said}). Stop writing to it and restore the newest backup.")
    if state in ("22021", "22P05") or (state is None and isinstance(error, psycopg.DataError)):
        return InvalidInput(f"a text cannot be stored in {name} ({said}); nothing was written")
    if state is None or state in _UNREACHABLE or state[:2] in ("08", "28", "3D"):
        return StoreUnavailable(
            f"PostgreSQL at {name} cannot be used ({said}). Check that the server runs, that the database exists, "
            "and that host, port, user and password are right. Nothing was acknowledged."
        )
    return StoreError(f"PostgreSQL failed on {name}: {said}")


def safe_url(url: str) -> str:
    """The address without what must not be shown. Worked: `postgresql://ana:pw@db/x` is `postgresql://ana@db/x`."""
    try:
        parts = urlsplit(url)
        user, _, host = parts.netloc.rpartition("@")
        name = user.partition(":")[0]
        query = urlencode(
            [(key, value) for key, value in parse_qsl(parts.query) if key not in _SECRETS], quote_via=quote
        )
    except ValueError:
        return "postgresql://"
    return parts._replace(netloc=f"{name}@{host}" if name else host, query=query, fragment="").geturl()


class Connections:
    """The connections of one process to one database."""

    def __init__(self, url: str, *, lock_timeout_s: float = LOCK_TIMEOUT_S) -> None:
        self.name = safe_url(url)
        self.lock_timeout_s = lock_timeout_s
        try:
            given = conninfo_to_dict(url)
        except psycopg.Error:
            # psycopg's words would quote the address, password and all
            raise ConfigError(
                f"{self.name} is no PostgreSQL address; write postgresql://user:password@host:port/database and put "
                "%-codes for special characters in the password"
            ) from None
        self._own_schema = "search_path" not in str(given.get("options") or "")
        self._conninfo: dict[str, Any] = {
            "connect_timeout": CONNECT_TIMEOUT_S,
            "fallback_application_name": "recollect",
            **given,
            "client_encoding": "UTF8",
        }
        self._write = f"BEGIN; SET LOCAL lock_timeout = {int(lock_timeout_s * 1000)}"
        self._reset()

    def _reset(self) -> None:
        self._pid = os.getpid()
        self._idle: list[Connection] = []
        self._slots = threading.BoundedSemaphore(CONNECTIONS_MAX)

    def _same_process(self) -> None:
        """A forked child must not touch its parent's connections: it forgets them, without closing."""
        if self._pid != os.getpid():
            self._abandoned = self._idle
            self._reset()

    def open(self) -> Connection:
        try:
            connection: Connection = psycopg.connect(**self._conninfo, autocommit=True)
            # one type for all integers: else every mix of sizes would be a prepared statement of its own
            connection.adapters.register_dumper(int, Int8BinaryDumper)
            if self._own_schema:
                connection.execute(f"SET search_path TO {SCHEMA}")
            return connection
        except psycopg.Error as error:
            raise translate(error, self.name) from error

    @contextmanager
    def reader(self) -> Iterator[Connection]:
        """A connection inside a transaction that sees one state and cannot write."""
        with self._transaction(READ) as connection:
            yield connection

    @contextmanager
    def writer(self) -> Iterator[Connection]:
        """A connection inside a write transaction."""
        with self._transaction(self._write) as connection:
            yield connection

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Connection]:
        """Commit at the end; roll back on any error. PostgreSQL's errors become ours."""
        self._same_process()
        if not self._slots.acquire(timeout=self.lock_timeout_s):
            raise StoreBusy(f"all {CONNECTIONS_MAX} connections of this process to {self.name} are in use; try again")
        connection = None
        try:
            connection = self._begun(begin)
            try:
                yield connection
            except BaseException:
                _roll_back(connection)
                raise
            said = connection.execute("COMMIT").statusmessage
            if said != "COMMIT":
                raise StoreError(f"{self.name} did not commit but said {said}; nothing was written")
        except psycopg.Error as error:
            raise translate(error, self.name) from error
        finally:
            if connection is not None:
                if connection.info.transaction_status == TransactionStatus.IDLE:
                    self._idle.append(connection)
                else:
                    connection.close()
            self._slots.release()

    def _begun(self, begin: str) -> Connection:
        """A kept connection that still works, else a fresh one."""
        while self._idle:
            try:
                connection = self._idle.pop()
            except IndexError:  # another thread took it
                break
            try:
                connection.execute(begin)
                return connection
            except psycopg.OperationalError:
                connection.close()
        connection = self.open()
        connection.execute(begin)
        return connection

    def close(self) -> None:
        self._same_process()
        while self._idle:
            self._idle.pop().close()


def _roll_back(connection: Connection) -> None:
    """What went wrong is told by the error under way; a connection that cannot roll back is closed by its user."""
    try:
        connection.execute("ROLLBACK")
    except psycopg.Error:
        connection.close()
