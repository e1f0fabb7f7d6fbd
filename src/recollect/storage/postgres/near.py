"""The pgvector tier: vectors in partitioned tables of the store's own database, with an HNSW graph for large spaces.

See `recollect.contracts.vector_index.VectorIndex`. A space of up to `exact_max` points is compared exactly, by a scan
of its key range. Beyond, its points enter the graph of their partition, which is then searched with a filter on tenant
and space until enough of the space were found (pgvector's iterative scan); those are compared again in full. Where the
graph does not find enough, because others fill it, the key range is scanned after all: no answer is shorter than it
should be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np
import psycopg
from numpy.typing import NDArray

from recollect.errors import ConfigError, RecollectError, TierFailed
from recollect.model.scope import Scope
from recollect.model.tier import Mark, Nearest, Points, TierHealth, TierSpace
from recollect.rules import quantize
from recollect.storage import health
from recollect.storage.postgres import binary, near_rows, near_tables, wall
from recollect.storage.postgres.connect import Connections, Limits
from recollect.storage.postgres.database import PostgresDatabase
from recollect.storage.postgres.near_tables import Place, Table

EXACT_MAX: Final = 7_000
"""From about here on the graph is faster than a scan: `benchmarks/scale.py --only crossover`."""
WRITE_PATIENCE: Final = 10
"""Nobody waits for a write: it may take so many times as long as a search."""
WRITERS_MAX: Final = 4
BATCH: Final = 1000
"""Points written at once."""
DROP_ROWS: Final = 10_000
PIECES_MAX: Final = 1_000_000

_NOTHING = Nearest(items=np.zeros(0, np.int64), scores=np.zeros(0, np.float32), mark=None)


def create(options: Mapping[str, Any]) -> PgVector:
    """`store` (of a PostgreSQL database) or `url`, `exact_max`, `quantization`, `timeout_s`, `connections_max`."""
    timeout_s = float(options.get("timeout_s", 2.0))
    searching = Limits(
        connections_max=int(options.get("connections_max", WRITERS_MAX)),
        statement_timeout_s=timeout_s,
        lock_timeout_s=timeout_s,
    )
    writing = Limits(
        connections_max=WRITERS_MAX,
        statement_timeout_s=WRITE_PATIENCE * timeout_s,
        lock_timeout_s=WRITE_PATIENCE * timeout_s,
    )
    if url := options.get("url"):
        lines = [Connections(str(url), limits=limits) for limits in (searching, writing)]
    else:
        database = getattr(options["store"], "database", None)
        if not isinstance(database, PostgresDatabase):
            raise ConfigError("vector_store = pgvector goes with a PostgreSQL store; with SQLite use sqlite-vec")
        lines = [database.connections(limits) for limits in (searching, writing)]
    made = PgVector(
        *lines,
        exact_max=int(options.get("exact_max", EXACT_MAX)),
        quantization=str(options.get("quantization", "none")),
    )
    made.probe()
    return made


class PgVector:
    """Vectors of many tenants in the database of their store."""

    name = "pgvector"

    def __init__(self, searching: Connections, writing: Connections, *, exact_max: int, quantization: str) -> None:
        self._searching = searching
        self._writing = writing
        self._exact_max = exact_max
        self._quantization = quantization
        self._place: Place | None = None
        self._tables: dict[int, Table] = {}

    @property
    def shape(self) -> Mapping[str, Any]:
        return {
            "url": self._searching.name,
            "schema": None if self._place is None else self._place.schema,
            "quantization": self._quantization,
            "exact_max": self._exact_max,
        }

    def probe(self) -> Place:
        """Make the schema and answer one real question: marks can be read, and pgvector knows its settings."""
        with self._translated():
            place = near_tables.place(self._writing)
            with self._searching.reader(begin=place.path + near_rows.SEARCH) as connection:
                found = connection.execute("SELECT '[3,4]'::vector <#> '[1,2]'::vector").fetchone()
                connection.execute("SELECT FROM held LIMIT 1")
        if found != (-11.0,):
            raise TierFailed(f"pgvector answered {found} to a question whose answer is known; it is not used")
        self._place = place
        return place

    # --- following the store ------------------------------------------------------------------------------------

    def put(self, space: TierSpace, points: Points) -> None:
        if not len(points.items):
            return
        table = self._made(space)
        start = 0
        while start < len(points.items):
            with self._write(space) as connection:
                held = near_rows.locked(connection, space)
                graph = table.index is not None and (held.graph or held.points > self._exact_max)
                part = slice(start, start + (near_rows.graph_rows(table) if graph else BATCH))
                start += near_rows.insert(connection, table, space, held.part, graph, points, part, self._vector_oid)

    def remove(self, space: TierSpace, items: Sequence[int]) -> None:
        table = self._there(space)
        if table is None or not len(items):
            return
        with self._write(space) as connection:
            held = near_rows.locked(connection, space)
            gone = connection.execute(
                f"DELETE FROM {table.name} WHERE tenant = %s AND part = %s AND item = ANY(%s)".encode(),
                (space.tenant, held.part, list(items)),
            ).rowcount
            connection.execute(
                f"UPDATE held SET points = points - %s {near_rows.OF_SPACE}", (gone, *near_rows.key(space))
            )

    def move(self, space: TierSpace, mark: Mark) -> None:
        """Also enters a space that has grown large into the graph."""
        table = self._made(space)
        with self._write(space) as connection:
            held = near_rows.locked(connection, space)
            connection.execute(
                f"UPDATE held SET epoch = %s, generation = %s, item = %s {near_rows.OF_SPACE}",
                (mark.epoch, mark.generation, mark.item, *near_rows.key(space)),
            )
        if held.points > self._exact_max and not held.graph and table.index is not None:
            self._enter_graph(space, table)

    def _enter_graph(self, space: TierSpace, table: Table) -> None:
        """Piece by piece; until the last one is there the space is compared exactly. Killed in between, the next move
        goes on."""
        after = -1
        for _ in range(PIECES_MAX):
            with self._write(space) as connection:
                held = near_rows.locked(connection, space)
                last = near_rows.enter_graph(connection, table, space, held.part, after=after)
                if last is None and after == -1:
                    connection.execute(f"UPDATE held SET graph = true {near_rows.OF_SPACE}", near_rows.key(space))
                    return
                after = -1 if last is None else last  # once more from the start: others may have written meanwhile

    def mark(self, space: TierSpace) -> Mark | None:
        with self._read(space.tenant) as connection:
            held = near_rows.held_of(connection, space)
        return None if held is None else held.mark

    def drop(self, space: TierSpace) -> None:
        """The mark goes first, and the row that names the space last, with what is left of it."""
        table = self._there(space)
        for _ in range(PIECES_MAX):
            with self._write(space) as connection:
                held = near_rows.held_of(connection, space, lock=True)
                if held is None:
                    return
                gone = 0 if table is None else near_rows.delete_some(connection, table, space, held.part, DROP_ROWS)
                if gone < DROP_ROWS:
                    connection.execute(f"DELETE FROM held {near_rows.OF_SPACE}", near_rows.key(space))
                    return
                connection.execute(f"UPDATE held SET epoch = NULL {near_rows.OF_SPACE}", near_rows.key(space))
                near_rows.recount(connection, space, -gone)

    # --- reading ------------------------------------------------------------------------------------------------

    def search(self, space: TierSpace, vector: NDArray[np.float32], k: int, *, layers: Sequence[str] = ()) -> Nearest:
        table = self._there(space)
        if table is None:
            return _NOTHING
        asked = near_rows.Asked(space=space, table=table, question=binary.vector(vector), k=k, layers=tuple(layers))
        with self._read(space.tenant, near_rows.SEARCH) as connection:
            held = near_rows.held_of(connection, space)
            if held is None:
                return _NOTHING
            rows: list[Any] = []
            if held.graph and held.points > self._exact_max:
                rows = near_rows.by_graph(connection, asked, held)
            if len(rows) < k:
                rows = near_rows.exactly(connection, asked, held)
        items = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        scores = np.fromiter((-row[1] for row in rows), np.float32, len(rows))
        order = np.argsort(-scores, kind="stable")[:k]
        return Nearest(items=items[order], scores=scores[order], mark=held.mark)

    def count(self, space: TierSpace) -> int:
        return len(self._select(space, "item", ""))

    def items(self, space: TierSpace) -> dict[int, str]:
        return dict(self._select(space, "item, layer", ""))

    def vectors(self, space: TierSpace, items: Sequence[int]) -> NDArray[np.float32]:
        dim = quantize.dim_of(space.signature)
        matrix = np.zeros((len(items), dim), dtype=np.float32)
        places = {item: place for place, item in enumerate(items)}
        for item, data in self._select(space, "item, vector_send(data)", "AND item = ANY(%s)", list(items)):
            matrix[places[item]] = np.frombuffer(data, dtype=binary.float_dtype(dim))["values"][0]
        return matrix

    def spaces(self, tenant: str) -> list[TierSpace]:
        with self._read(tenant) as connection:
            rows = connection.execute(
                "SELECT space, signature FROM held WHERE tenant = %s ORDER BY space, signature", (tenant,)
            ).fetchall()
        return [TierSpace(tenant=tenant, space=space, signature=signature) for space, signature in rows]

    def health(self) -> TierHealth:
        return health.asked(self.probe)

    def close(self) -> None:
        self._searching.close()
        self._writing.close()

    # --- inside -------------------------------------------------------------------------------------------------

    def _select(self, space: TierSpace, columns: str, rest: str, *more: Any) -> list[Any]:
        """Of the points of a space."""
        table = self._there(space)
        if table is None:
            return []
        with self._read(space.tenant) as connection:
            held = near_rows.held_of(connection, space)
            if held is None:
                return []
            return connection.execute(
                f"SELECT {columns} FROM {table.name} WHERE tenant = %s AND part = %s {rest}".encode(),
                (space.tenant, held.part, *more),
            ).fetchall()

    @property
    def _vector_oid(self) -> int:
        return self._placed().vector.oid

    def _placed(self) -> Place:
        return self._place or self.probe()

    def _there(self, space: TierSpace, *, make: bool = False) -> Table | None:
        dim = quantize.dim_of(space.signature)
        found = self._tables.get(dim)  # another thread may forget it at any time
        if found is None:
            place = self._placed()
            with self._translated():
                found = near_tables.table(self._writing, place, dim, self._quantization, make=make)
            if found is not None:
                self._tables[dim] = found
        return found

    def _made(self, space: TierSpace) -> Table:
        found = self._there(space, make=True)
        assert found is not None
        return found

    @contextmanager
    def _read(self, tenant: str, more: str = "") -> Iterator[psycopg.Cursor[Any]]:
        begin = self._placed().path + more + wall.enter(Scope(tenant=tenant))
        with self._translated(), self._searching.reader(begin=begin) as connection:
            yield near_rows.cursor_of(connection)

    @contextmanager
    def _write(self, space: TierSpace) -> Iterator[psycopg.Cursor[Any]]:
        begin = self._placed().path + wall.enter(Scope(tenant=space.tenant))
        with self._translated(), self._writing.writer(begin=begin) as connection:
            yield near_rows.cursor_of(connection)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except TierFailed:
            raise
        except RecollectError as error:
            self._place = None  # what somebody dropped is made again
            self._tables.clear()
            raise TierFailed(f"pgvector: {error}") from error
