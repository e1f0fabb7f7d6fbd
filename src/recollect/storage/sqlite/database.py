"""The SQLite database behind the shared store."""

from __future__ import annotations

import os
import secrets
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from recollect.errors import NotADatabase, StoreCorrupt, StoreReadOnly, StoreUnavailable
from recollect.model.batch import Problem
from recollect.model.paths import private_folder, why_kept, why_no_file
from recollect.model.scope import Scope
from recollect.rules.text import ANALYSER_VERSION
from recollect.storage.sql import spaces
from recollect.storage.sql.database import Whose
from recollect.storage.sql.migration import Migration, load
from recollect.storage.sql.numbering import NOBODY
from recollect.storage.sql.snapshots import SpaceState
from recollect.storage.sqlite import encryption, indexes, migrate, vec
from recollect.storage.sqlite.connect import BUSY_TIMEOUT_S, Connections, translate
from recollect.storage.sqlite.session import SqliteSession

MIGRATIONS = "recollect.storage.sqlite.migrations"
ZIP_HEAD = b"PK\x03\x04"
DUMP_MANIFEST = "manifest.json"
"""As in `storage/postgres/dump.py`, which needs a driver that may not be installed here."""
MEANWHILE = 1000
"""Writes of others, at most, between a last look at a store and its replacement."""
KEPT_MAX = 1000
"""States of before a restore that are kept beside a file, at most."""
REKEY_BUSY_S = 2.0
"""Who changes the key waits no longer for others to let go of the file."""


class SqliteDatabase:
    """One file (or, with no path, a database in memory that lives as long as this object)."""

    def __init__(
        self,
        path: Path | None,
        *,
        synchronous: str = "full",
        read_only: bool = False,
        busy_timeout_s: float = BUSY_TIMEOUT_S,
        migrations: list[Migration] | None = None,
        key: str | None = None,
        as_it_is: bool = False,
    ) -> None:
        """`as_it_is`: with the schema that the file has, for whoever asks only whether it is whole."""
        if path is not None:
            if _is_folder(path):
                raise StoreUnavailable(f"{path} is a folder; give the path of a file, for example {path / 'memory.db'}")
            if read_only and not path.exists():
                raise StoreUnavailable(f"{path} does not exist; open it without read-only to create it")
            if not read_only:
                _require_own_name(path)
                try:
                    private_folder(path.parent)
                except OSError as error:
                    raise StoreUnavailable(f"the folder {path.parent} cannot be made ({error.strerror})") from error
        self.path = path
        self._connections = Connections(
            path, synchronous=synchronous, read_only=read_only, busy_timeout_s=busy_timeout_s, key=key
        )
        bring = migrate.version_of if as_it_is else migrate.upgrade
        self._migrations = migrations or load(MIGRATIONS)
        self._schema_version = bring(self._connections, self._migrations)
        self._connections.know_file(self._migrations[-1].version)

    @property
    def url(self) -> str:
        return f"sqlite:///{self.path}" if self.path else "sqlite://:memory:"

    @property
    def place(self) -> str:
        path = self._connections.path
        return f"sqlite:///{path.resolve()}" if path else self.url

    @property
    def schema_version(self) -> int:
        return self._schema_version

    @property
    def single(self) -> bool:
        return self.path is None

    @property
    def divided(self) -> bool:
        return False

    @property
    def replica_failure(self) -> None:
        """A file has no replica."""

    @property
    def notices(self) -> None:
        """Nor a way to ring: whoever waits for a change looks."""

    @contextmanager
    def reading(self, whose: Whose = None) -> Iterator[SqliteSession]:
        with self._connections.reader() as connection:
            yield SqliteSession(connection)

    @contextmanager
    def searching(
        self, scope: Scope, owners: Sequence[str], *, replica: bool
    ) -> Iterator[tuple[SqliteSession, list[SpaceState]]]:
        with self.reading(scope) as session:
            yield session, list(spaces.owned(session, scope.tenant, owners).values())

    @contextmanager
    def writing(self, whose: Whose = None, *, durable: bool = True) -> Iterator[SqliteSession]:
        if self._connections.read_only:
            raise StoreReadOnly(f"{self.path} was opened read-only; open it without mode=ro to write")
        with self._connections.writer(durable=durable) as connection:
            yield SqliteSession(connection)

    def integrity(self, *, repair: bool) -> list[Problem]:
        """Runs SQLite's own check; a damaged index can be rebuilt, damaged tables need a backup. Then whether an index
        is missing, where the file has the schema of today."""
        verdict = self._verdict()
        if verdict == ["ok"]:
            if self._schema_version != self._migrations[-1].version:
                return []
            return indexes.check(self._connections, self._migrations, repair=repair)
        message = f"SQLite finds damage: {verdict[0]}"
        if not repair:
            return [Problem(code="file", count=len(verdict), message=message)]
        verdict = self._verdict(rebuild=True)
        if verdict == ["ok"]:
            return [Problem(code="file", count=1, message=f"{message}; indexes rebuilt", repaired=True)]
        return [Problem(code="file", count=len(verdict), message=f"{message}; restore a backup (`recollect restore`)")]

    def _verdict(self, *, rebuild: bool = False) -> list[str]:
        try:
            if rebuild:
                with self._connections.writer() as connection:
                    connection.execute("REINDEX")
            with self._connections.reader() as connection:
                return [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
        except StoreCorrupt as error:
            return [str(error.__cause__)]

    def bytes(self) -> int:
        path = self._connections.path
        if path is None:
            return 0
        parts = (path.with_name(path.name + end) for end in ("", "-wal", "-shm"))
        return sum(part.stat().st_size for part in parts if part.exists())

    def settle(self) -> None:
        """Empty the log, which holds pages as they were. While others read it stays, and the next deletion does so."""
        self._connections.empty_log()

    def backup(self, target: Path) -> int:
        """Online: other processes go on reading and writing."""
        source = self._connections.open(writer=False)
        try:
            return migrate.copy(source, target, key=self._connections.key)
        except apsw.Error as error:
            whose = self._connections.name if isinstance(error, apsw.CorruptError) else str(target)
            raise translate(error, whose) from error
        finally:
            source.close()

    def close(self) -> None:
        self._connections.close()


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError as error:
        raise StoreUnavailable(f"{path.name[:40]}… cannot be the name of a file ({error.strerror})") from error


def _require_own_name(path: Path) -> None:
    """What is made where SQLite keeps the changes of another database would be taken for those."""
    if (why := why_kept(path)) and not (path.exists() and path.stat().st_size):
        raise StoreUnavailable(f"{path} {why}; give another path")


def restore(backup: Path, path: Path, *, synchronous: str = "full", key: str | None = None) -> Path | None:
    """Make `path` hold what `backup` holds, online: processes that have it open see the restored state next.

    The backup is checked first, and stays as it is: one that an older version made is brought to the current schema in
    a copy. What `path` held before is kept beside it as `<name>.before-restore.bak`, or with a number where an earlier
    one is; returns that file, None where there was nothing. Both are encrypted with the same key, or neither is.
    """
    if why := why_no_file(backup):
        raise StoreUnavailable(f"{backup} {why}; give the path of a file made by `recollect backup`")
    if _of_postgres(backup):
        raise NotADatabase(
            f"{backup} is a backup of a PostgreSQL store and cannot become a file: restore it into a PostgreSQL store, "
            "and copy that one with `recollect migrate`"
        )
    _require_own_name(path)
    with _left_as_found(backup, key):
        version = _checked(backup, key)
        connections = Connections(path, synchronous=synchronous, key=key)
        private_folder(path.parent)
        with _at_current_schema(backup, version, beside=path, key=key) as current:
            before = _put_back(current, connections)
    SqliteDatabase(path, synchronous=synchronous, key=key).close()
    return before


@contextmanager
def _left_as_found(backup: Path, key: str | None) -> Iterator[None]:
    """Whoever only reads cannot put away the log, an empty one, that SQLite makes beside a file that was written to."""
    try:
        yield
    finally:
        log = backup.with_name(f"{backup.name}-wal")
        if log.exists() and not log.stat().st_size:
            migrate.in_use(backup, key=key)


def _checked(backup: Path, key: str | None) -> int:
    """The schema version of a backup that is whole."""
    checked = SqliteDatabase(backup, read_only=True, key=key, as_it_is=True)
    try:
        problems = checked.integrity(repair=False)
    finally:
        checked.close()
    if problems:
        raise NotADatabase(f"{backup} cannot be restored: {problems[0].message}")
    if not checked.schema_version:
        raise NotADatabase(f"{backup} is empty; give the path of a file made by `recollect backup`")
    return checked.schema_version


@contextmanager
def _at_current_schema(backup: Path, version: int, *, beside: Path, key: str | None) -> Iterator[Path]:
    """The backup, or a copy of it that was brought to the current schema, for as long as it is needed."""
    migrations = load(MIGRATIONS)
    if version == migrations[-1].version:
        yield backup
        return
    try:
        folder = TemporaryDirectory(prefix=f"{beside.name}.restoring-", dir=beside.parent)
    except OSError as error:
        raise StoreUnavailable(f"the folder {beside.parent} cannot be written ({error.strerror})") from error
    with folder:
        copy = Path(folder.name) / backup.name
        source = Connections(backup, synchronous="full", read_only=True, key=key).open(writer=False)
        try:
            migrate.copy(source, copy, key=key)
        except apsw.Error as error:
            raise translate(error, str(copy)) from error
        finally:
            source.close()
        migrate.upgrade(Connections(copy, synchronous="full", key=key), migrations, keeping=False)
        yield copy


def _put_back(backup: Path, connections: Connections) -> Path | None:
    """What a backup of the current schema holds, in the place of what the file holds; returns the copy of that, which
    stays only if the file was replaced."""
    path, key = connections.path, connections.key
    assert path is not None, "what is restored is a file"
    target = connections.open(writer=True)
    source = Connections(backup, synchronous="full", read_only=True, key=key).open(writer=False)
    before, replaced, space, generation = None, False, 0, 0
    try:
        if int(target.execute("SELECT count(*) FROM sqlite_schema").get):
            name = _free_name(path)
            migrate.copy(target, name, key=key)
            before = name
            space, generation = _reached(target)
        with target.backup("main", source, "main") as job:
            while not job.done:
                job.step(migrate.BACKUP_PAGES_A_STEP)
            replaced = True
        target.execute("PRAGMA journal_mode = WAL").fetchall()
        with connections.transaction(target, "BEGIN IMMEDIATE"):
            _go_on_from(target, space, generation)
        return before
    except apsw.Error as error:
        raise connections.translated(error) from error
    finally:
        source.close()
        target.close()
        if before is not None and not replaced:
            with suppress(OSError):
                before.unlink()


def _free_name(path: Path) -> Path:
    """What an earlier restore kept may be the only copy of something: it stays."""
    for number in range(1, KEPT_MAX + 1):
        name = path.with_name(f"{path.name}.before-restore{f'-{number}' if number > 1 else ''}.bak")
        if not os.path.lexists(name):
            return name
    raise StoreUnavailable(f"{KEPT_MAX:,} files {path.name}.before-restore….bak are there; delete what is not needed")


def _of_postgres(backup: Path) -> bool:
    """A ZIP file, which no database is, with the manifest of such a dump."""
    try:
        with backup.open("rb") as file:
            if file.read(len(ZIP_HEAD)) != ZIP_HEAD:
                return False
        with zipfile.ZipFile(backup) as dump:
            return DUMP_MANIFEST in dump.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def _reached(connection: apsw.Connection) -> tuple[int, int]:
    """The highest number of a space there ever was, and how far the busiest has come."""
    if not connection.execute("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'space'").get:
        return 0, 0
    space = int(connection.execute("SELECT coalesce(max(id), 0) FROM space").get)
    return space, int(connection.execute("SELECT coalesce(max(generation), 0) FROM space").get) + MEANWHILE


def _go_on_from(connection: apsw.Connection, space: int, generation: int) -> None:
    """Nothing that was cached before a restore is valid, and what is written after it is new to everybody: whoever
    follows changes has marks of the state that is gone, and no generation and no space of those comes again."""
    epoch = secrets.randbits(62)
    connection.execute("UPDATE space SET epoch = ?, generation = max(generation, ?)", (epoch, generation))
    connection.execute(
        "INSERT INTO space (id, tenant, owner, epoch, generation, analyser) SELECT ?, ?, ?, ?, ?, ? "
        "WHERE ? > (SELECT coalesce(max(id), 0) FROM space)",
        (space, NOBODY, secrets.token_hex(16), epoch, generation, ANALYSER_VERSION, space),
    )


def rekey(path: Path, *, key: str | None, new_key: str | None, synchronous: str = "full") -> None:
    """Encrypt the file with another key, for the first time, or (no new key) not at all. Nobody else may have it open.

    Killed midway, the file is as it was, with its old key. Copies made before keep theirs. The file of its vector tier
    has the old key, or none: it goes, and is filled anew.
    """
    if why := why_no_file(path):
        raise StoreUnavailable(f"{path} {why}; there is nothing to encrypt")
    for used in (key, new_key):
        if used is not None:
            encryption.require_key(used)
    SqliteDatabase(path, synchronous=synchronous, key=key).close()  # ours, whole, and its key fits
    try:
        vec.discard(vec.file_beside(path))
    except OSError as error:
        raise StoreUnavailable(f"{vec.file_beside(path)} cannot be deleted ({error}); nothing was encrypted") from error
    connections = Connections(path, synchronous=synchronous, key=key, busy_timeout_s=REKEY_BUSY_S)
    connection = connections.open(writer=True, wal=False)
    try:
        encryption.rekey(connection, connections.name, old=key, new=new_key)
    except apsw.Error as error:
        raise connections.translated(error) from error
    finally:
        connection.close()
    changed = SqliteDatabase(path, synchronous=synchronous, key=new_key)
    try:
        problems = changed.integrity(repair=False)
    finally:
        changed.close()
    if problems:
        raise StoreCorrupt(f"{path} fails its check after the change of key: {problems[0].message}")
