"""Versions of many records are read together: a step of all of them is a statement for every fifty."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from recollect import registry
from recollect.storage.sql import versions
from recollect.storage.sql.database import Session
from tests.contracts.building import ANA, add, edit, record


class Noting:
    """A session that counts what it is asked."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.asked = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def all(self, sql: str, params: Sequence[Any] = ()) -> Any:
        self.asked += 1
        return self._session.all(sql, params)


def test_a_hundred_records_take_two_statements_a_step(tmp_path: Path) -> None:
    with closing(registry.store(str(tmp_path / "m.db"), {})) as store:
        held = add(store, *(record("v1", id=f"a{n}") for n in range(100)))
        edit(store, edit(store, held[0], "v2", seconds=10), "v3", seconds=20)
        with store._database.reading(ANA) as session:  # type: ignore[attr-defined]
            noting = Noting(session)
            found = versions.chains(noting, ANA.tenant, [one.id for one in held])  # type: ignore[arg-type]
    assert [len(chain) for chain in found.values()] == [3, *[1] * 99]
    assert noting.asked == 2 + 2 + 2  # the records, back along the one that has versions, and on from all
