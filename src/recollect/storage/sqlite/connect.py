"""Opening a SQLite file: one writer connection, a small pool of readers, errors in our words.

Several processes may have the same file open. Every write transaction is `BEGIN IMMEDIATE` (a deferred one that
upgrades fails at once whatever the timeout); a connection is never used by two threads at once, and a forked child
opens its own.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import apsw

from recollect.errors import (
    Closed,
    Conflict,
    NewerSchema,
    NotADatabase,
    RecollectError,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
)
from recollect.model.paths import private_file
from recollect.storage.sqlite import encryption

READERS_MAX = 8
BUSY_TIMEOUT_S = 30.0
CHECKPOINT_WAIT_MS = 100
WRITER_CACHE_KIB = 64 * 1024
READER_CACHE_KIB = 16 * 1024
UNHURRIED = "normal"
"""What commits wait for that need not be durable: that the operating system has them."""

UNREADABLE = (UnicodeDecodeError, json.JSONDecodeError)
"""What a row gives whose bytes are not what was written."""

_TAKEN = (apsw.SQLITE_CONSTRAINT_UNIQUE, apsw.SQLITE_CONSTRAINT_PRIMARYKEY, apsw.SQLITE_CONSTRAINT_ROWID)


def translate(error: apsw.Error, path: str) -> RecollectError:
    """The error a person can act on."""
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return StoreBusy(
            f"{path} was locked by another process for too long; nothing was written. "
            "Try again, or find the process that holds a long transaction."
        )
    if isinstance(error, apsw.ConstraintError) and getattr(error, "extendedresult", 0) in _TAKEN:
        return Conflict.of_id("a record with this id or key is there already; nothing was written. Choose another.")
    if isinstance(error, apsw.FullError):
        return StoreFull.writing(path)
    if isinstance(error, apsw.ReadOnlyError):
        return StoreReadOnly(
            f"{path} cannot be written; nothing was changed. Check the file's and folder's permissions, or open it "
            f"only to read: sqlite:///{path}?mode=ro"
        )
    if isinstance(error, apsw.NotADBError):
        return NotADatabase(f"{path} is not a Recollect database. Choose another path, or restore a backup to it.")
    if isinstance(error, apsw.CorruptError):
        return damaged(path, error)
    if isinstance(error, apsw.CantOpenError):
        return StoreUnavailable(f"{path} cannot be opened ({error}). Check that the folder exists and can be written.")
    if isinstance(error, apsw.IOError):
        return StoreUnavailable(f"the disk failed while using {path} ({error}). Nothing was acknowledged.")
    return StoreError(f"SQLite failed on {path}: {error}")


def newer_schema(name: str, version: int, known: int) -> NewerSchema:
    return NewerSchema(
        f"{name} has schema version {version}; this Recollect knows {known}. "
        "Upgrade with `pip install -U recollect`; nothing was changed."
    )


def damaged(path: str, error: Exception) -> StoreCorrupt:
    return StoreCorrupt(
        f"{path} is damaged ({error}). Stop writing to it, keep a copy, run `recollect doctor --db {path}`, "
        "or restore the newest backup with `recollect restore`."
    )


def _unwritable(path: Path) -> bool:
    return path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another of the same name; None: there is none, or the system does not say."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return (found.st_dev, found.st_ino) if found.st_ino else None


class Transaction:
    """Commit at the end; roll back on any error. SQLite's errors become ours."""

    __slots__ = ("_begin", "_connection", "_name")

    def __init__(self, connection: apsw.Connection, begin: str, name: str) -> None:
        self._connection = connection
        self._begin = begin
        self._name = name

    def __enter__(self) -> None:
        try:
            self._connection.execute(self._begin)
        except apsw.Error as error:
            raise translate(error, self._name) from error

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if error is None:
                self._connection.execute("COMMIT")
        except apsw.Error as failed:
            self._roll_back()
            raise translate(failed, self._name) from failed
        if error is not None:
            self._roll_back()
            if isinstance(error, apsw.Error):
                raise translate(error, self._name) from error
            if isinstance(error, UNREADABLE):
                raise damaged(self._name, error) from error

    def _roll_back(self) -> None:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except apsw.Error as error:
            raise translate(error, self._name) from error


class Connections:
    """The connections of one process to one file."""

    def __init__(
        self,
        path: Path | None,
        *,
        synchronous: str,
        read_only: bool = False,
        busy_timeout_s: float = BUSY_TIMEOUT_S,
        key: str | None = None,
    ) -> None:
        if key is not None and path is not None:
            encryption.require_key(key)
        if path is not None:
            encryption.require_match(path, key)
        self.path = None if path is None else path.absolute()  # later connections too, wherever the program is by then
        self.key = key if path is not None else None  # what lies in memory alone is not encrypted
        self.name = str(path) if path else ":memory:"
        self.synchronous = synchronous
        self.read_only = read_only
        self.busy_timeout_s = busy_timeout_s
        self._file: tuple[int, int] | None = None
        """Which file was opened, where that can be told."""
        self._closed = False
        self._schema: int | None = None
        """The newest schema that this program knows, once it is known."""
        self._reset()

    def _reset(self) -> None:
        self._pid = os.getpid()
        self._writer: apsw.Connection | None = None
        self._waits = self.synchronous
        """What the writer's commits wait for now."""
        self._written = -1
        """The writer's count of changes, its own and others', after its last one."""
        self._write_lock = threading.Lock()
        self._idle: list[apsw.Connection] = []
        self._slots = threading.BoundedSemaphore(READERS_MAX)
        self._resting: tuple[int, int] | None = None
        """How the file was when it was opened as one that nobody changes."""

    def _same_process(self) -> None:
        """A forked child must not touch its parent's connections: it forgets them, without closing."""
        if self._pid != os.getpid():
            writer, self._abandoned = self._writer, (self._writer, self._idle)
            self._reset()
            if self.path is None:
                self._writer = writer  # the fork copied it: it is the child's own

    def open(self, *, writer: bool, wal: bool = True) -> apsw.Connection:
        try:
            if self.path is None:
                return self._ready(apsw.Connection(":memory:"), writer=writer, wal=wal)
            if self.read_only:
                return self._open_to_read(self.path)
            if writer:
                private_file(self.path)  # its log gets the same rights
            flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if writer else 0)
            return self._ready(apsw.Connection(str(self.path), flags=flags), writer=writer, wal=wal)
        except apsw.Error as error:
            raise self.translated(error) from error

    def _ready(self, connection: apsw.Connection, *, writer: bool, wal: bool) -> apsw.Connection:
        connection.set_busy_timeout(int(self.busy_timeout_s * 1000))
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)  # else a statement is planned anew for each value
        if self.key is not None:
            encryption.unlock(connection, self.key)
        connection.execute(f"PRAGMA cache_size = -{WRITER_CACHE_KIB if writer else READER_CACHE_KIB}")
        if writer and not self.read_only:
            connection.execute(f"PRAGMA synchronous = {self.synchronous}")
            connection.execute("PRAGMA secure_delete = ON")  # what is deleted must not stay in unused pages
            if wal:
                self.enter_wal(connection)
        return connection

    def _open_to_read(self, path: Path) -> apsw.Connection:
        """Where the folder cannot be written SQLite has no place for the index of its log: a file that has none is
        read as one that nobody changes."""
        flags = apsw.SQLITE_OPEN_READONLY
        try:
            return self._looked_into(apsw.Connection(str(path), flags=flags))
        except (apsw.CantOpenError, apsw.ReadOnlyError) as error:
            log = path.with_name(f"{path.name}-wal")
            if not path.exists():
                raise
            if log.exists() and log.stat().st_size:
                raise StoreReadOnly(
                    f"{path} cannot be read where it is: its folder cannot be written, and {log.name} holds changes. "
                    "Copy both files to a folder that can be written and open it there."
                ) from error
        self._resting = self._state(path)
        resting = apsw.Connection(f"file:{quote(str(path.absolute()))}?immutable=1", flags=flags | apsw.SQLITE_OPEN_URI)
        return self._ready(resting, writer=False, wal=False)

    def _looked_into(self, connection: apsw.Connection) -> apsw.Connection:
        """What cannot be read is let go of here: the error would keep it open."""
        try:
            self._ready(connection, writer=False, wal=False).execute("PRAGMA schema_version").fetchall()
        except apsw.Error:
            connection.close()
            raise
        return connection

    @staticmethod
    def _state(path: Path) -> tuple[int, int]:
        found = path.stat()
        return found.st_mtime_ns, found.st_size

    def _wake(self) -> None:
        """Open anew what was taken for unchanging, when it has changed after all."""
        if self._resting is None or self.path is None or self._state(self.path) == self._resting:
            return
        self._resting = None
        self._idle.clear()

    def translated(self, error: apsw.Error) -> RecollectError:
        """As `translate`; a file with a key that SQLite cannot read has another one."""
        if self.key is not None and isinstance(error, apsw.NotADBError):
            return encryption.refused(self.name)
        if isinstance(error, apsw.CantOpenError) and self.path is not None and _unwritable(self.path):
            return translate(apsw.ReadOnlyError(str(error)), self.name)
        return translate(error, self.name)

    def enter_wal(self, connection: apsw.Connection) -> None:
        """Switching to WAL ignores the busy timeout, so wait for other openers here."""
        deadline = time.monotonic() + self.busy_timeout_s
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL").fetchall()
                return
            except apsw.BusyError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    @contextmanager
    def writer(self, *, durable: bool = True) -> Iterator[apsw.Connection]:
        """The writer connection, inside a write transaction. One that need not be `durable` is in the log when it
        ends, and on the disk with the next one that must be: nobody waits for the disk."""
        self._same_process()
        with self._write_lock:
            if self._writer is None:
                if self._closed and self.path is None:
                    raise Closed("this Memory is closed, and what it held was in memory alone")
                self._require_file()
                self._writer = self.open(writer=True)
                self._waits = self.synchronous
            self._wait_for_disk(self._writer, self.synchronous if durable else UNHURRIED)
            try:
                with self.transaction(self._writer, "BEGIN IMMEDIATE"):
                    self._require_schema(self._writer)
                    yield self._writer
                    self._require_file()
                self._written = self._writer.data_version()
            finally:
                if self._closed:  # meanwhile: a call that was under way has opened it again
                    self._writer.close()
                    self._writer = None

    def know_file(self, schema: int) -> None:
        """From now on this file is written, and no other that gets its name; up to this schema version."""
        self._schema = schema
        if self.path is not None:
            self._file = _identity(self.path)

    def _require_file(self) -> None:
        """What is written to a file without a name is lost when the last who has it open closes it."""
        if self._file is not None and self.path is not None and _identity(self.path) != self._file:
            raise StoreUnavailable(
                f"{self.name} was deleted or replaced while it was open; nothing was written. "
                "Put the file back, or close this memory and open it again."
            )

    def _require_schema(self, writer: apsw.Connection) -> None:
        """A newer program may have changed the tables since; looked at only after somebody else has written."""
        if self._schema is None or writer.data_version() == self._written:
            return
        version = int(writer.execute("PRAGMA user_version").get)
        if version > self._schema:
            raise newer_schema(self.name, version, self._schema)

    @contextmanager
    def reader(self) -> Iterator[apsw.Connection]:
        """A reader connection, inside a read transaction."""
        self._same_process()
        if self.path is None:
            with self.writer() as connection:
                yield connection
            return
        with self._slots:
            self._wake()
            connection = self._from_idle() or self.open(writer=False)
            state = self._resting
            try:
                with self.transaction(connection, "BEGIN"):
                    yield connection
            finally:
                if self._closed:
                    connection.close()
                elif self._resting == state:
                    self._idle.append(connection)

    def _wait_for_disk(self, writer: apsw.Connection, wanted: str) -> None:
        if wanted == self._waits:
            return
        try:
            writer.execute(f"PRAGMA synchronous = {wanted}")
        except apsw.Error as error:
            raise self.translated(error) from error
        self._waits = wanted

    def empty_log(self) -> None:
        """At most a moment is waited for readers; whoever closes the file last empties the log in any case."""
        with self._write_lock:
            writer = self._writer
            if writer is None or self.path is None:
                return
            try:
                writer.set_busy_timeout(CHECKPOINT_WAIT_MS)
                writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            except apsw.Error as error:
                raise self.translated(error) from error
            finally:
                writer.set_busy_timeout(int(self.busy_timeout_s * 1000))

    def transaction(self, connection: apsw.Connection, begin: str) -> Transaction:
        return Transaction(connection, begin, self.name)

    def adopt(self, connection: apsw.Connection) -> None:
        """Keep an open connection as the writer: a database in memory is its connection."""
        self._writer = connection

    def _from_idle(self) -> apsw.Connection | None:
        """One that nobody else gets, not even whoever closes them all."""
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def close(self) -> None:
        """What is under way comes to its end, and closes what it used."""
        self._same_process()
        with self._write_lock:
            self._closed = True
            while (connection := self._from_idle()) is not None:
                connection.close()
            if self._writer is not None:
                self._writer.close()
            self._writer = None
