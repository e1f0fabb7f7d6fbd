"""What a SQLite file still holds of what was deleted: nothing. And what its writers wait for."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import Memory
from recollect.storage.sqlite.connect import Connections

REST = "was said at noon while the others were looking for the key of the garden door"


@pytest.mark.feature("LC-11")
@pytest.mark.parametrize("how", ["delete", "clear", "erase"])
def test_deleted_words_are_not_in_the_bytes_of_the_file(tmp_path: Path, how: str) -> None:
    with Memory(tmp_path / "m.db", worker="off", config_file=tmp_path / "none.toml") as memory:
        long = "zork fruit and a very long list of other things " * 300  # more than a page
        ids = [
            memory.add(f"zork{n}fruit {REST} {long if n % 10 == 0 else ''}", user="ana", key=f"key{n}").id
            for n in range(40)
        ]
        for id in ids[::3]:
            memory.update(id, content=f"{memory.get(id).content}, twice")
        memory.add("stays", user="ben")
        gone = ids if how == "erase" else ids[::2]
        if how == "delete":
            for id in gone:
                memory.delete(id)
        elif how == "clear":
            for id in gone:
                memory.update(id, tags=["x"])
            memory.clear(user="ana", tags=["x"])
        else:
            memory.erase(user="ana")
        assert memory.count(everyone=True) == 41 - len(gone)
    held = b"".join(path.read_bytes() for path in tmp_path.glob("m.db*"))
    assert b"stays" in held
    assert [n for n in range(40) if ids[n] in gone and f"zork{n}fruit".encode() in held] == []


def test_only_bookkeeping_does_not_wait_for_the_disk(tmp_path: Path) -> None:
    connections = Connections(tmp_path / "m.db", synchronous="full")
    waits = []
    for durable in (True, False, False, True):
        with connections.writer(durable=durable) as connection:
            waits.append(connection.execute("PRAGMA synchronous").get)
    connections.close()
    normal, full = 1, 2
    assert waits == [full, normal, normal, full]
