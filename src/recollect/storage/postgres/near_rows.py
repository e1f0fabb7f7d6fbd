"""The statements of the pgvector tier, inside a transaction of `recollect.storage.postgres.near`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import psycopg

from recollect.errors import TierFailed
from recollect.model.tier import Mark, Points, TierSpace
from recollect.storage.postgres import binary
from recollect.storage.postgres.near_tables import Table

EF_SEARCH: Final = 1000
"""Candidates of a first look into the graph; a further look is as large. The most that pgvector allows: with 200,
50,000 items and questions unlike them, recall@10 was 0.976."""
SCAN_MAX: Final = 20_000
"""Rows that are looked at in the graph before the key range is scanned instead; never more than the space has."""
OVERSAMPLING: Final = {"full": 1.0, "half": 1.5}
"""Rows taken from the graph, times k, that are compared again by their full vectors."""
GRAPH_FLOATS: Final = 32_768
"""Numbers entered into a graph at once, which takes a millisecond or more for each vector."""
TRIES_MAX: Final = 100

SEARCH = (
    "; SET LOCAL jit = off; SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL hnsw.ef_search = "
    f"{EF_SEARCH}; SET LOCAL hnsw.iterative_scan = relaxed_order; SET LOCAL hnsw.scan_mem_multiplier = 8"
)
OF_SPACE = "WHERE tenant = %s AND space = %s AND signature = %s"
_HELD = f"SELECT part, points, graph, epoch, generation, item FROM held {OF_SPACE}"


@dataclass(frozen=True, kw_only=True)
class Held:
    """What the tier holds of a space."""

    part: int
    points: int
    graph: bool
    """All of its points are in the graph."""
    mark: Mark | None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question to one space."""

    space: TierSpace
    table: Table
    question: binary.Binary
    k: int
    layers: tuple[str, ...]

    def within(self, held: Held) -> tuple[str, tuple[Any, ...]]:
        """The filter, and its parameters."""
        bare = "tenant = %s AND part = %s"
        if not self.layers:
            return bare, (self.space.tenant, held.part)
        return f"{bare} AND layer = ANY(%s)", (self.space.tenant, held.part, list(self.layers))


def exactly(cursor: psycopg.Cursor[Any], asked: Asked, held: Held) -> list[Any]:
    """The graph's index holds rows WHERE graph: it cannot answer a question that does not say so."""
    within, given = asked.within(held)
    return cursor.execute(
        f"SELECT item, data <#> %s::vector AS distance FROM {asked.table.name} WHERE {within} "
        f"ORDER BY distance LIMIT {asked.k:d}".encode(),
        (asked.question, *given),
    ).fetchall()


def by_graph(cursor: psycopg.Cursor[Any], asked: Asked, held: Held) -> list[Any]:
    """In about the right order; the distances are those of the full vectors."""
    # the planner has no idea how many rows such a scan looks at; here it is known that the space is large
    looks = f"SET LOCAL enable_sort = off; SET LOCAL hnsw.max_scan_tuples = {max(1, min(SCAN_MAX, held.points)):d}"
    cursor.execute(looks.encode(), binary=False)
    statement, given = graph_statement(asked, held)
    return cursor.execute(statement.encode(), given).fetchall()


def graph_statement(asked: Asked, held: Held) -> tuple[str, tuple[Any, ...]]:
    within, given = asked.within(held)
    dim, index = asked.table.dim, str(asked.table.index)
    order = "data <#> %s::vector"
    if index == "half":
        order = f"data::halfvec({dim:d}) <#> %s::vector::halfvec({dim:d})"
    statement = (
        f"SELECT item, data <#> %s::vector FROM {asked.table.name} WHERE graph AND {within} "
        f"ORDER BY {order} LIMIT {int(asked.k * OVERSAMPLING[index]):d}"
    )
    return statement, (asked.question, *given, asked.question)


def insert(
    cursor: psycopg.Cursor[Any],
    table: Table,
    space: TierSpace,
    number: int,
    graph: bool,
    points: Points,
    part: slice,
    oid: int,
) -> int:
    """What is there with the same vector stays as it is: most changes of an item are not of its vector."""
    items = list(points.items[part])
    of_part = (space.tenant, number)
    there = cursor.execute(
        f"SELECT count(*) FROM {table.name} WHERE tenant = %s AND part = %s AND item = ANY(%s)".encode(),
        (*of_part, items),
    ).fetchone()
    cursor.execute(
        f"INSERT INTO {table.name} AS old (tenant, part, item, layer, graph, data) "
        "SELECT %s, %s, given.item, given.layer, %s, given.data "
        "FROM unnest(%s::bigint[], %s::text[], %s::vector[]) AS given (item, layer, data) "
        "ON CONFLICT (tenant, part, item) DO UPDATE "
        "SET layer = excluded.layer, graph = excluded.graph, data = excluded.data "
        "WHERE old.data <> excluded.data OR old.layer <> excluded.layer".encode(),
        (
            *of_part,
            graph,
            binary.integers(items),
            [str(payload["layer"]) for payload in points.payloads[part]],
            binary.floats(points.vectors[part], oid),
        ),
    )
    new = len(items) - int(there[0] if there is not None else 0)
    recount(cursor, space, new)
    return len(items)


def recount(cursor: psycopg.Cursor[Any], space: TierSpace, more: int) -> None:
    """In the transaction that adds or takes away, so that the count is always right."""
    cursor.execute(f"UPDATE held SET points = points + %s {OF_SPACE}", (more, *key(space)))


def enter_graph(cursor: psycopg.Cursor[Any], table: Table, space: TierSpace, part: int, *, after: int) -> int | None:
    """The next few items behind `after` that are not in the graph; the last of them, None: there were none."""
    items = [
        item
        for (item,) in cursor.execute(
            f"SELECT item FROM {table.name} WHERE tenant = %s AND part = %s AND item > %s AND NOT graph "
            f"ORDER BY item LIMIT {graph_rows(table):d}".encode(),
            (space.tenant, part, after),
        ).fetchall()
    ]
    if not items:
        return None
    cursor.execute(
        f"UPDATE {table.name} SET graph = true WHERE tenant = %s AND part = %s AND item = ANY(%s)".encode(),
        (space.tenant, part, items),
    )
    return int(items[-1])


def delete_some(cursor: psycopg.Cursor[Any], table: Table, space: TierSpace, part: int, most: int) -> int:
    """How many points of a space are gone: `most`, or all there were."""
    return cursor.execute(
        f"DELETE FROM {table.name} WHERE tenant = %s AND part = %s AND item = ANY(ARRAY("
        f"SELECT item FROM {table.name} WHERE tenant = %s AND part = %s LIMIT {most:d}))".encode(),
        (space.tenant, part) * 2,
    ).rowcount


def locked(cursor: psycopg.Cursor[Any], space: TierSpace) -> Held:
    """The row of the space, made when it is new; who writes to the same space waits for the end of this."""
    for _ in range(TRIES_MAX):
        found = held_of(cursor, space, lock=True)
        if found is not None:
            return found
        cursor.execute(
            "INSERT INTO held (tenant, space, signature) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", key(space)
        )
    raise TierFailed("pgvector: the row of a space cannot be made")


def held_of(cursor: psycopg.Cursor[Any], space: TierSpace, *, lock: bool = False) -> Held | None:
    row = cursor.execute(_HELD + (" FOR UPDATE" if lock else ""), key(space)).fetchone()
    if row is None:
        return None
    part, points, graph, epoch, generation, item = row
    mark = None if epoch is None else Mark(epoch=epoch, generation=generation, item=item)
    return Held(part=part, points=points, graph=graph, mark=mark)


def key(space: TierSpace) -> tuple[str, int, str]:
    return space.tenant, space.space, space.signature


def graph_rows(table: Table) -> int:
    return max(1, GRAPH_FLOATS // table.dim)


def cursor_of(connection: psycopg.Connection[Any]) -> psycopg.Cursor[Any]:
    cursor = connection.cursor(binary=True)
    binary.register(cursor)
    return cursor
