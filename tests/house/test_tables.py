"""What goes over all tables of the schema knows all of them: a new table or column cannot be forgotten."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from recollect.storage.postgres import create as create_postgres
from recollect.storage.sql.store import SqlStore
from recollect.storage.sql.tables import NOT_COPIED, NOT_COPIED_COLUMNS, TABLES
from recollect.storage.sqlite import create as create_sqlite

SQLITE = (
    "SELECT m.name, c.name, c.pk FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c "
    "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
)
POSTGRES = (
    "SELECT c.table_name::text, c.column_name::text, coalesce(k.ordinal_position, 0) FROM information_schema.columns c "
    "LEFT JOIN information_schema.table_constraints t ON t.table_schema = c.table_schema "
    "AND t.table_name = c.table_name AND t.constraint_type = 'PRIMARY KEY' "
    "LEFT JOIN information_schema.key_column_usage k ON k.constraint_name = t.constraint_name "
    "AND k.table_schema = c.table_schema AND k.table_name = c.table_name AND k.column_name = c.column_name "
    "WHERE c.table_schema = current_schema() AND NOT (SELECT relispartition FROM pg_class "
    "WHERE relnamespace = current_schema()::regnamespace AND relname = c.table_name)"
)


def schema(store: SqlStore, sql: str) -> tuple[dict[str, set[str]], dict[str, list[str]]]:
    """The columns of each table, and its primary key in its order."""
    columns: dict[str, set[str]] = {}
    keys: dict[str, list[tuple[int, str]]] = {}
    with store.database.reading() as session:
        for table, column, key in session.all(sql):
            columns.setdefault(table, set()).add(column)
            if key:
                keys.setdefault(table, []).append((key, column))
    return columns, {table: [name for _, name in sorted(found)] for table, found in keys.items()}


def compare(columns: dict[str, set[str]], keys: dict[str, list[str]]) -> None:
    listed = {table.name: table for table in TABLES}
    assert set(columns) == {*listed, *NOT_COPIED}, "storage/sql/tables.py does not list the tables of the schema"
    for name, table in listed.items():
        left_out = columns[name] - set(table.columns)
        assert left_out <= set(NOT_COPIED_COLUMNS.get(name, ())), name
        assert set(table.columns) <= columns[name], name
        assert list(table.key) == keys[name], name
        assert table.by in table.columns, name


def test_every_table_and_column_of_sqlite_is_listed(tmp_path: Path) -> None:
    with closing(create_sqlite(str(tmp_path / "memory.db"), {})) as store:
        compare(*schema(store, SQLITE))


def test_every_table_and_column_of_postgresql_is_listed(postgres_url: str) -> None:
    with closing(create_postgres(postgres_url, {})) as store:
        compare(*schema(store, POSTGRES))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_tables_key_is_among_its_columns(table: object) -> None:
    assert set(table.key) <= set(table.columns)  # type: ignore[attr-defined]
