"""The sqlite-vec tier: vec0 tables in a file beside the store, one for each embedder, with the space as partition key.

See `recollect.contracts.vector_index.VectorIndex`. The file is an index that can be deleted at any time, and is
encrypted when the store is. It knows the store it follows: what it holds of another that had the same name is dropped.
vec0 searches exactly, so its answers are those of a search in process.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from recollect.errors import MissingExtra, NotADatabase, StoreCorrupt, StoreError, TierFailed, WrongKey
from recollect.model.paths import BESIDE_DATABASE
from recollect.model.tier import Mark, Nearest, Points, TierHealth, TierSpace
from recollect.rules import quantize
from recollect.storage import health
from recollect.storage.sqlite.connect import Connections

K_MAX = 4096
"""vec0 refuses more."""
ITEMS_A_QUERY_MAX = 500
SUFFIX = ".vec"
"""The file is called as the store's, with this at the end."""
ANEW = "It is made from the store: delete it, or run `recollect doctor --repair`, and it is filled again"
_PARTS = ("", *BESIDE_DATABASE)
_SPOILT = (WrongKey, NotADatabase, StoreCorrupt)
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS embedder (id INTEGER PRIMARY KEY, signature TEXT NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS held (id INTEGER PRIMARY KEY, tenant TEXT NOT NULL, space INTEGER NOT NULL, "
    "embedder INTEGER NOT NULL, epoch INTEGER, generation INTEGER, item INTEGER, newest TEXT, "
    "UNIQUE (tenant, space, embedder))",
)


class _Loading(Connections):
    """Connections that know vec0."""

    extension: str

    def open(self, *, writer: bool, wal: bool = True) -> apsw.Connection:
        connection = super().open(writer=writer, wal=wal)
        try:
            connection.enable_load_extension(True)
            connection.load_extension(self.extension)
            connection.enable_load_extension(False)
        except (apsw.Error, AttributeError) as error:
            connection.close()
            raise TierFailed(f"sqlite-vec cannot be loaded ({error}); searches go on in process") from error
        return connection


def create(options: Mapping[str, Any]) -> SqliteVec:
    """`path`: the store's file, None for one in memory; `store`: its identity, None when that is not known; `key`: its
    encryption; `extension`: another build's file. A file that cannot be read is no error here: it is `spoilt`."""
    extension = options.get("extension")
    if extension is None:
        try:
            import sqlite_vec
        except ImportError as error:
            raise MissingExtra(
                "vector_store = sqlite-vec needs sqlite-vec: pip install 'recollect[sqlite-vec]'"
            ) from error
        extension = sqlite_vec.loadable_path()
    path = options.get("path")
    made = SqliteVec(
        None if path is None else file_beside(Path(path)),
        extension=str(extension),
        store=options.get("store"),
        key=options.get("key"),
        timeout_s=float(options.get("timeout_s", 2.0)),
    )
    try:
        made.probe()
    except TierFailed:
        if made.spoilt is None:
            raise
    return made


def file_beside(store: Path) -> Path:
    """The file of a store's tier."""
    return store.with_name(store.name + SUFFIX)


def discard(path: Path) -> None:
    """Delete a tier's file, which is filled anew when it is next needed."""
    for part in _PARTS:
        path.with_name(path.name + part).unlink(missing_ok=True)


class SqliteVec:
    """Vectors of many tenants in one file."""

    name = "sqlite-vec"

    def __init__(
        self,
        path: Path | None,
        *,
        extension: str,
        store: str | None = None,
        key: str | None = None,
        timeout_s: float = 2.0,
    ) -> None:
        self._path = path
        self._extension = extension
        self._store = store
        self._key = key
        self._timeout_s = timeout_s
        self._lock = threading.Lock()
        self._connections: _Loading | None = None
        self.spoilt: str | None = None

    @property
    def shape(self) -> Mapping[str, Any]:
        return {"path": str(self._path) if self._path else ":memory:"}

    def probe(self) -> None:
        """Make the tables and answer one real question: an extension that loads may still not work."""
        with self._writing() as connection:
            _claim(connection, self._store)
            connection.execute("CREATE VIRTUAL TABLE temp.probe USING vec0(space integer partition key, v float[4])")
            connection.execute("INSERT INTO temp.probe (rowid, space, v) VALUES (7, 1, ?)", (_blob(np.eye(4)[0]),))
            found = connection.execute(
                "SELECT rowid FROM temp.probe WHERE v MATCH ? AND k = 1 AND space = 1", (_blob(np.eye(4)[0]),)
            ).fetchall()
            connection.execute("DROP TABLE temp.probe")
        if found != [(7,)]:
            raise TierFailed(f"sqlite-vec answered {found} to a question whose answer is known; it is not used")
        self.spoilt = None

    # --- following the store ------------------------------------------------------------------------------------

    def put(self, space: TierSpace, points: Points) -> None:
        if not len(points.items):
            return
        with self._writing() as connection:
            table, part = self._table(connection, space)
            connection.executemany(f"DELETE FROM {table} WHERE rowid = ?", [(item,) for item in points.items])
            connection.executemany(  # vec0 knows no INSERT OR REPLACE
                f"INSERT INTO {table} (rowid, part, layer, embedding) VALUES (?, ?, ?, ?)",
                [
                    (item, part, payload["layer"], _blob(vector))
                    for item, vector, payload in zip(points.items, points.vectors, points.payloads, strict=True)
                ],
            )

    def remove(self, space: TierSpace, items: Sequence[int]) -> None:
        if not items:
            return
        with self._writing() as connection:
            table, _ = self._table(connection, space)
            connection.executemany(f"DELETE FROM {table} WHERE rowid = ?", [(item,) for item in items])

    def move(self, space: TierSpace, mark: Mark) -> None:
        with self._writing() as connection:
            _, part = self._table(connection, space)
            connection.execute(
                "UPDATE held SET epoch = ?, generation = ?, item = ?, newest = ? WHERE id = ?",
                (mark.epoch, mark.generation, mark.item, mark.newest, part),
            )

    def mark(self, space: TierSpace) -> Mark | None:
        with self._reading() as connection:
            found = _held(connection, space)
            return None if found is None else found[2]

    def drop(self, space: TierSpace) -> None:
        with self._writing() as connection:
            found = _held(connection, space)
            if found is not None:
                rows = connection.execute(f"SELECT rowid FROM {found[0]} WHERE part = ?", (found[1],)).fetchall()
                connection.executemany(f"DELETE FROM {found[0]} WHERE rowid = ?", rows)
                connection.execute("DELETE FROM held WHERE id = ?", (found[1],))

    # --- reading ------------------------------------------------------------------------------------------------

    def search(self, space: TierSpace, vector: NDArray[np.float32], k: int, *, layers: Sequence[str] = ()) -> Nearest:
        wanted = min(k, K_MAX)
        with self._reading() as connection:
            found = _held(connection, space)
            if found is None:
                return Nearest(items=np.zeros(0, np.int64), scores=np.zeros(0, np.float32), mark=None)
            table, part, mark = found
            of_layers = f" AND layer IN ({', '.join('?' * len(layers))})" if layers else ""
            rows: list[Any] = connection.execute(
                f"SELECT rowid, distance FROM {table} WHERE embedding MATCH ? AND k = ? AND part = ?{of_layers}",
                (_blob(vector), wanted, part, *layers),
            ).fetchall()
        # a vector of zeros has no distance to any: as elsewhere, that is a cosine of nothing
        cosines = (0.0 if distance is None else 1.0 - distance for _, distance in rows)
        return Nearest(
            items=np.fromiter((row[0] for row in rows), np.int64, len(rows)),
            scores=np.fromiter(cosines, np.float32, len(rows)),
            mark=mark,
        )

    def count(self, space: TierSpace) -> int:
        return len(self.items(space))

    def items(self, space: TierSpace) -> dict[int, str]:
        with self._reading() as connection:
            found = _held(connection, space)
            if found is None:
                return {}
            rows: list[Any] = connection.execute(
                f"SELECT rowid, layer FROM {found[0]} WHERE part = ?", (found[1],)
            ).fetchall()
        return dict(rows)

    def vectors(self, space: TierSpace, items: Sequence[int]) -> NDArray[np.float32]:
        matrix = np.zeros((len(items), quantize.dim_of(space.signature)), dtype=np.float32)
        with self._reading() as connection:
            found = _held(connection, space)
            if found is None:
                return matrix
            for place, item in enumerate(items):
                row: Any = connection.execute(
                    f"SELECT embedding FROM {found[0]} WHERE rowid = ? AND part = ?", (item, found[1])
                ).fetchone()
                if row is not None:
                    matrix[place] = np.frombuffer(row[0], dtype="<f4")
        return matrix

    def spaces(self, tenant: str) -> list[TierSpace]:
        with self._reading() as connection:
            rows: list[Any] = connection.execute(
                "SELECT space, signature FROM held JOIN embedder ON embedder.id = embedder WHERE tenant = ? ORDER BY 1",
                (tenant,),
            ).fetchall()
        return [TierSpace(tenant=tenant, space=space, signature=signature) for space, signature in rows]

    def health(self) -> TierHealth:
        return health.asked(self.probe)

    def renew(self) -> None:
        self.close()
        if self._path is not None:
            try:
                discard(self._path)
            except OSError as error:
                raise TierFailed(f"sqlite-vec: {self._path} cannot be deleted: {error}") from error
        self.spoilt = None
        self.probe()

    def close(self) -> None:
        with self._lock:
            connections, self._connections = self._connections, None
        if connections is not None:
            connections.close()

    # --- inside -------------------------------------------------------------------------------------------------

    def _table(self, connection: apsw.Connection, space: TierSpace) -> tuple[str, int]:
        """The table of the embedder and the partition of the space, made when they are new."""
        found = _held(connection, space)
        if found is not None:
            return found[0], found[1]
        dim = quantize.dim_of(space.signature)
        connection.execute("INSERT OR IGNORE INTO embedder (signature) VALUES (?)", (space.signature,))
        [(embedder,)] = connection.execute("SELECT id FROM embedder WHERE signature = ?", (space.signature,)).fetchall()
        connection.execute(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS points_{embedder} USING vec0("
            f"part integer partition key, layer text, embedding float[{dim}] distance_metric=cosine)"
        )
        connection.execute(
            "INSERT INTO held (tenant, space, embedder) VALUES (?, ?, ?)", (space.tenant, space.space, embedder)
        )
        return f"points_{embedder}", connection.last_insert_rowid()

    @contextmanager
    def _writing(self) -> Iterator[apsw.Connection]:
        with self._translated(), self._opened().writer() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        with self._translated(), self._opened().reader() as connection:
            yield connection

    def _opened(self) -> _Loading:
        with self._lock:
            if self._connections is None:
                # what is lost with the power is shipped again: the mark goes with it
                made = _Loading(self._path, synchronous="normal", busy_timeout_s=self._timeout_s, key=self._key)
                made.extension = self._extension
                self._connections = made
            return self._connections

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except _SPOILT as error:
            cause = "it has another key, or is no database" if isinstance(error, WrongKey) else error.__cause__
            self.spoilt = f"sqlite-vec: {self._path} cannot be read ({cause}). {ANEW}"
            self.close()  # a file that takes its place is opened anew
            raise TierFailed(self.spoilt) from error
        except (StoreError, apsw.Error) as error:
            if type(error) is not StoreError:
                raise TierFailed(f"sqlite-vec: {error}") from error
            self.spoilt = f"sqlite-vec: {error}. {ANEW}"  # SQLite read something that nobody can have written there
            raise TierFailed(self.spoilt) from error


def _claim(connection: apsw.Connection, store: str | None) -> None:
    """Make the tables. What is there of another store, or of nobody knows which, goes: its spaces and items have the
    same numbers as ours."""
    known = connection.execute("SELECT name FROM sqlite_schema WHERE name = 'follows'").get is not None
    if not known or (store is not None and connection.execute("SELECT store FROM follows").get != store):
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'").fetchall()
        for (name,) in tables:
            connection.execute(f"DROP TABLE {name}")
        for name in ("held", "embedder", "follows"):
            connection.execute(f"DROP TABLE IF EXISTS {name}")
        connection.execute("CREATE TABLE follows (store TEXT NOT NULL)")
        connection.execute("INSERT INTO follows (store) VALUES (?)", (store or "",))
    for statement in _SCHEMA:
        connection.execute(statement)


def _held(connection: apsw.Connection, space: TierSpace) -> tuple[str, int, Mark | None] | None:
    """Table, partition and mark of a space; None: nothing was put there yet."""
    row: Any = connection.execute(
        "SELECT embedder.id, held.id, epoch, generation, item, newest FROM held "
        "JOIN embedder ON embedder.id = embedder WHERE tenant = ? AND space = ? AND signature = ?",
        (space.tenant, space.space, space.signature),
    ).fetchone()
    if row is None:
        return None
    embedder, part, epoch, generation, item, newest = row
    mark = None if epoch is None else Mark(epoch=epoch, generation=generation, item=item, newest=newest)
    return f"points_{embedder}", part, mark


def _blob(vector: NDArray[Any]) -> bytes:
    return np.ascontiguousarray(vector, dtype="<f4").tobytes()
