"""The check that every statement carries its tenant finds those that do not."""

from __future__ import annotations

from contextlib import closing

import pytest

from recollect import registry
from tests.contracts.building import add, record
from tests.statements import Statement, noted, unbound


@pytest.mark.feature("SC-06")
@pytest.mark.parametrize(
    "sql, loose",
    [
        ("SELECT content FROM item WHERE owner = 'ana'", ["item"]),
        ("SELECT i.content FROM item i JOIN edge e ON e.source = i.id WHERE i.item BETWEEN 1 AND 9", ["edge"]),
        ("DELETE FROM posting WHERE term = 'tea'", ["posting"]),
        ("COPY (SELECT item FROM vector WHERE embedder = 1) TO STDOUT", ["vector"]),
        ("SELECT content FROM item WHERE tenant = 'acme' AND owner = 'ana'", ["item in all its parts"]),
        ("SELECT content FROM item WHERE space = 1 AND item > 7", ["item in all its parts"]),
        (
            "SELECT s.source FROM statement s JOIN item i ON i.tenant = 'acme' AND s.space = i.space",
            ["item in all its parts"],
        ),
        ("UPDATE vector SET embedder = 2 WHERE item > 7", ["vector in all its parts"]),
        (
            "SELECT content FROM item WHERE tenant = 'acme' AND item BETWEEN first_item('acme') AND last_item('acme')",
            None,
        ),
        ("SELECT i.id FROM mention m JOIN item i ON i.item = m.item WHERE m.space = 1", None),
        ("SELECT data FROM vector WHERE item BETWEEN 1 AND 9", None),
        ("SELECT signature FROM embedder WHERE id = 1", None),
    ],
)
def test_a_table_that_is_reached_without_a_tenant_is_named(
    postgres_store_url: str, sql: str, loose: list[str] | None
) -> None:
    assert unbound(postgres_store_url, [Statement(sql)]) == ({} if loose is None else {sql: loose})


def test_what_the_store_sends_is_noted_and_what_a_test_asks_is_not(postgres_store_url: str) -> None:
    with noted() as sent, closing(registry.store(postgres_store_url, {})) as store:
        add(store, record("tea"), vectors=True)
        with store.database.reading() as session:  # type: ignore[attr-defined]
            session.all("SELECT count(*) FROM alias")
    said = [statement.sql for statement in sent]
    assert any("INTO item" in one or "COPY item" in one for one in said)
    assert any("vector" in one for one in said)
    assert "SELECT count(*) FROM alias" not in said
