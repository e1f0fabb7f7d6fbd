"""Connections to a PostgreSQL server: a small pool, transactions, errors in our words.

A connection is used by one session at a time, and a forked child opens its own. The pool has no threads: a connection
is opened by whoever needs one, so a server that cannot be reached is told to the caller at once with its reason; a
server that was restarted is noticed when a kept connection cannot begin, and a fresh one takes its place. Where the
server gives no more connections, the next that comes free here is waited for; one that nobody wanted for a while is
closed.

Behind a pooler in transaction mode (PgBouncer) one transaction and the next may run on different connections of the
server: there nothing is set for a connection and no statement is prepared; each transaction sets what it needs.

Every wait has an end: the server ends a statement that runs or waits for a lock too long, and where the server itself
has gone silent (a cut cable, a frozen machine) the wait ends here, a little later.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8BinaryDumper

from recollect.errors import ConfigError, StoreBusy, StoreError
from recollect.rules.addresses import shown_address
from recollect.storage.postgres.errors import is_spent, translate

CONNECTIONS_MAX = 16
CONNECT_TIMEOUT_S = 10
LOCK_TIMEOUT_S = 30.0
STATEMENT_TIMEOUT_S = 60.0
IDLE = "idle_in_transaction_session_timeout"
"""What a frozen process has begun to write is given up by the server, for others wait for its locks: later than a wait
here ends, for who waits for a silent server is told so."""
STATEMENTS_A_WRITE = 30
"""A whole write may take as long as so many statements, where the server can end it: after statements that were sent
many at a time it does not count how long nothing follows."""
ENDS_WRITES = 170000
"""The version of the server that can."""
KEPT_S = 60.0
"""A connection that nobody wanted for so long is closed: others may want it of the server."""
AGAIN_S = 0.25
"""Before a server that had no connection left is asked for one again."""
GRACE_S = 5.0
"""How much later than the server's own time-out a wait ends here."""
SCHEMA = "recollect"
"""Where the tables lie unless the URL names another place."""

T = TypeVar("T")
Place: TypeAlias = "SimpleQueue[Connection | None]"
"""Of one who waits: what is handed to him; None: there may be one to be opened."""

READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How many connections a process has, and how long it waits."""

    connections_max: int = CONNECTIONS_MAX
    statement_timeout_s: float = STATEMENT_TIMEOUT_S
    """0: none."""
    lock_timeout_s: float = LOCK_TIMEOUT_S
    connect_timeout_s: int = CONNECT_TIMEOUT_S
    silence_s: float | None = None
    """Longest time in which nothing at all is heard of the server; None: as long as a statement may take."""


class Connection(psycopg.Connection[Any]):
    """A connection whose waits have an end."""

    patience_s: float | None = None
    """Longest wait for an answer of the server; None: any."""
    silence_s: float | None = None
    """Longest wait for any part of it; None: any."""
    pooled = False
    """Somebody stands between this and the server."""
    wanted_s = 0.0
    """When somebody last wanted it."""

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **options: Any) -> T:
        """All waiting of psycopg goes through here."""
        return super().wait(_patient(gen, self.patience_s, self.silence_s), *args, **options)


class NoAnswer(psycopg.OperationalError):
    """The server has not answered in time; the connection is of no more use."""


def _patient(gen: Generator[Any, Any, T], patience_s: float | None, silence_s: float | None) -> Generator[Any, Any, T]:
    """The same, until there was no end, or nothing, for so long. It is asked a few times a second also when nothing
    comes."""
    began = heard = time.monotonic()
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            now = time.monotonic()
            heard = now if ready else heard
            for since, limit_s in ((began, patience_s), (heard, silence_s)):
                if limit_s is not None and now > since + limit_s:
                    raise NoAnswer(f"no answer for {limit_s:g} s")
            wanted = gen.send(ready)
    except StopIteration as end:
        done: T = end.value
        return done


class Connections:
    """The connections of one process to one database."""

    def __init__(self, url: str, *, limits: Limits | None = None) -> None:
        self.name = shown_address(url)
        self._url = url
        self.limits = limits = limits or Limits()
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
            "connect_timeout": limits.connect_timeout_s,
            "fallback_application_name": "recollect",
            **given,
            "client_encoding": "UTF8",
        }
        # of a time-out in the address, the address knows best
        own_timeout = "statement_timeout" in str(given.get("options") or "")
        statement_s = 0.0 if own_timeout else limits.statement_timeout_s
        self._settings = [f"search_path = {SCHEMA}"] if self._own_schema else []
        self._settings += [f"statement_timeout = {int(statement_s * 1000)}"] if statement_s else []
        self._write = f"BEGIN; SET LOCAL lock_timeout = {int(limits.lock_timeout_s * 1000)}"
        if statement_s and IDLE not in str(given.get("options") or ""):
            self._write += f"; SET LOCAL {IDLE} = {int((statement_s + 2 * GRACE_S) * 1000)}"
        whole_ms = int(STATEMENTS_A_WRITE * statement_s * 1000)
        self._write_end = f"; SET LOCAL transaction_timeout = {whole_ms}" if whole_ms else ""
        self._server_version = 0
        self._patience_s = statement_s + GRACE_S if statement_s else None
        self._reset()

    def beside(self, limits: Limits) -> Connections:
        """Others to the same database, with limits of their own."""
        return Connections(self._url, limits=limits)

    def _reset(self) -> None:
        self._pid = os.getpid()
        self._idle: list[Connection] = []
        self._slots = threading.BoundedSemaphore(self.limits.connections_max)
        self._lock = threading.Lock()
        self._line: deque[Place] = deque()
        """Who waits for a connection that another one gives back. While somebody does, none is kept."""
        self._spent_s = -AGAIN_S
        """When the server last had none left."""

    def _same_process(self) -> None:
        """A forked child must not touch its parent's connections: it forgets them, without closing."""
        if self._pid != os.getpid():
            self._abandoned = self._idle
            self._reset()

    def connect(self) -> Connection:
        try:
            return self._opened()
        except psycopg.Error as error:
            raise translate(error, self.name) from error

    def _opened(self) -> Connection:
        connection = Connection.connect(**self._conninfo, autocommit=True)
        self._hurry(connection)
        # one type for all integers: else every mix of sizes would be a prepared statement of its own
        connection.adapters.register_dumper(int, Int8BinaryDumper)
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        self._server_version = connection.info.server_version
        connection.pooled = row is None or row[0] != connection.info.backend_pid
        if connection.pooled:
            connection.prepare_threshold = None
        elif self._settings:
            connection.execute("; ".join(f"SET {setting}" for setting in self._settings))
        return connection

    def _hurry(self, connection: Connection, *, unhurried: bool = False) -> None:
        """How long it waits from now on."""
        connection.patience_s = None if unhurried else self._patience_s
        connection.silence_s = None if unhurried else self.limits.silence_s

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """A connection for statements that take long and run in no transaction. They name the schema themselves."""
        connection = self.connect()
        try:
            self._hurry(connection, unhurried=True)
            if not connection.pooled:
                connection.execute("SET statement_timeout = 0; SET lock_timeout = 0")
            yield connection
        except psycopg.Error as error:
            raise translate(error, self.name) from error
        finally:
            connection.close()

    def _begin(self, connection: Connection, begin: str) -> None:
        """`begin` is SQL that starts with BEGIN; behind a pooler the settings follow it."""
        if connection.pooled and self._settings:
            start, _, more = begin.partition(";")
            begin = "; ".join([start, *(f"SET LOCAL {setting}" for setting in self._settings), *filter(None, [more])])
        connection.execute(begin)

    @contextmanager
    def reader(self, *, begin: str = "", unhurried: bool = False) -> Iterator[Connection]:
        """A connection inside a transaction that sees one state and cannot write. `begin`: SQL that it begins with;
        `unhurried`: what it does may take as long as it takes."""
        with self._transaction(READ + begin, unhurried=unhurried) as connection:
            yield connection

    @contextmanager
    def writer(
        self, *, begin: str = "", unhurried: bool = False, committed: Callable[[Connection], None] | None = None
    ) -> Iterator[Connection]:
        """A connection inside a write transaction. `committed` is given it once more, outside of any transaction, when
        everything is written."""
        ends = self._write_end if self._server_version >= ENDS_WRITES and not unhurried else ""
        with self._transaction(self._write + ends + begin, unhurried=unhurried, committed=committed) as connection:
            yield connection

    @contextmanager
    def _transaction(
        self, begin: str, *, unhurried: bool, committed: Callable[[Connection], None] | None = None
    ) -> Iterator[Connection]:
        """Commit at the end; roll back on any error. PostgreSQL's errors become ours."""
        self._same_process()
        ends = time.monotonic() + self.limits.lock_timeout_s
        if not self._slots.acquire(timeout=self.limits.lock_timeout_s):
            raise StoreBusy(
                f"all {self.limits.connections_max} connections of this process to {self.name} are in use; try again, "
                "or raise postgres_connections_max"
            )
        connection = None
        try:
            lasting = f"; SET LOCAL statement_timeout = 0; SET LOCAL {IDLE} = 0" if unhurried else ""
            connection = self._begun(begin + lasting, ends)
            self._hurry(connection, unhurried=unhurried)
            try:
                yield connection
            except BaseException:
                _roll_back(connection)
                raise
            said = connection.execute("COMMIT").statusmessage
            if said != "COMMIT":
                raise StoreError(f"{self.name} did not commit but said {said}; nothing was written")
            if committed is not None:
                committed(connection)
        except psycopg.Error as error:
            raise translate(error, self.name) from error
        finally:
            if connection is not None:
                self._give_back(connection)
            self._slots.release()

    def _give_back(self, connection: Connection) -> None:
        """Keep it for the next who wants one. The last kept is the first taken: the first is the one least wanted."""
        now = connection.wanted_s = time.monotonic()
        if connection.info.transaction_status != TransactionStatus.IDLE:
            connection.close()
            self._spent_s = -AGAIN_S
            with self._lock:
                if self._line:
                    self._line[0].put(None)
            return
        with self._lock:
            if self._line:
                self._line.popleft().put(connection)
                return
            self._idle.append(connection)
        for least in self._idle[:1]:
            if least.wanted_s < now - KEPT_S:
                with suppress(ValueError):  # another thread took it
                    self._idle.remove(least)
                    least.close()

    def _begun(self, begin: str, ends: float) -> Connection:
        """A kept connection that still works, else a fresh one, else the next that is given back until then: who came
        first is first, or those who come back at once would have it again and again. A process that has had none yet
        is told at once."""
        place: Place = SimpleQueue()
        handed: Connection | None = None
        try:
            while True:
                connection = self._kept(begin, handed)
                if connection is not None:
                    return connection
                if time.monotonic() >= self._spent_s + AGAIN_S:
                    try:
                        connection = self._opened()
                        break
                    except psycopg.OperationalError as error:
                        if not is_spent(error) or not self._server_version:
                            raise
                        self._spent_s = time.monotonic()
                if time.monotonic() >= ends:
                    raise StoreBusy(
                        f"the server of {self.name} has no connection left, and none of this process came free for "
                        f"{self.limits.lock_timeout_s:g} s; try again, raise max_connections of the server, or lower "
                        "postgres_connections_max of the processes that use it"
                    )
                handed = self._waited(place)
        finally:
            self._leave(place)
        self._begin(connection, begin)
        return connection

    def _waited(self, place: Place) -> Connection | None:
        """One that was given back, in turn; None: it is time to look again."""
        with self._lock:
            if self._idle:
                return None
            if place not in self._line:
                self._line.append(place)
        with suppress(Empty):
            return place.get(timeout=AGAIN_S)
        return None

    def _leave(self, place: Place) -> None:
        """Nothing is handed to it any more; what was goes on to the next."""
        with self._lock, suppress(ValueError):  # it never waited, or it was its turn just now
            self._line.remove(place)
        while not place.empty():
            handed = place.get()
            if handed is not None:
                self._give_back(handed)

    def _kept(self, begin: str, handed: Connection | None = None) -> Connection | None:
        """The one that was handed over, or a kept one, that has begun; None: there is none that works."""
        while handed is not None or self._idle:
            try:
                connection = self._idle.pop() if handed is None else handed
            except IndexError:  # another thread took it
                break
            handed = None
            self._hurry(connection)
            try:
                self._begin(connection, begin)
                return connection
            except NoAnswer:
                connection.close()
                self.close()  # the others are as old: nobody shall wait as long for each of them
                raise
            except psycopg.OperationalError:
                connection.close()
        return None

    def close(self) -> None:
        """Those in use are closed by whoever uses them."""
        self._same_process()
        while self._idle:
            try:
                self._idle.pop().close()
            except IndexError:  # another thread took it
                return


def _roll_back(connection: Connection) -> None:
    """What went wrong is told by the error under way; a connection that cannot roll back is closed by its user."""
    try:
        connection.execute("ROLLBACK")
    except psycopg.Error:
        connection.close()
