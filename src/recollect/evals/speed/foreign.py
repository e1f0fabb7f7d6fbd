"""Other people's memories beside the one that is searched: copies of a space's rows under other users.

Copied inside SQLite, because what is measured is a search and not how the rows came there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from recollect.evals.speed.limits import connect, space_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_NUMBER_BITS = 32


def multiply(path: Path, user: str, copies: int, progress: Callable[[int], None]) -> int:
    """Give `copies` other users the memory of `user`; how many items that added."""
    connection = connect(path, synchronous="off")
    try:
        source = space_of(connection, user)
        low, high = source << _NUMBER_BITS, ((source + 1) << _NUMBER_BITS) - 1
        first = int(connection.execute("SELECT max(id) FROM space").get) + 1
        columns = [row[0] for row in connection.execute("SELECT name FROM pragma_table_info('item')")]
        added = 0
        for space in range(first, first + copies):
            shift = (space - source) << _NUMBER_BITS
            given = {
                "item": f"item + {shift}",
                "space": str(space),
                "id": f"'{space}-' || id",
                "owner": f"'other-{space}'",
            }
            values = ", ".join(given.get(column, column) for column in columns)
            with connection:
                connection.execute(
                    "INSERT INTO space (id, tenant, owner, epoch, generation, next_number, analyser) "
                    "SELECT ?, tenant, ?, epoch, generation, next_number, analyser FROM space WHERE id = ?",
                    (space, f"other-{space}", source),
                )
                connection.execute(
                    f"INSERT INTO item SELECT {values} FROM item WHERE item BETWEEN ? AND ?",  # noqa: S608
                    (low, high),
                )
                added += connection.changes()
                connection.execute(
                    "INSERT INTO posting SELECT ?, term, number, count, rest FROM posting WHERE space = ?",
                    (space, source),
                )
                connection.execute(
                    "INSERT INTO vector SELECT item + ?, embedder, data FROM vector WHERE item BETWEEN ? AND ?",
                    (shift, low, high),
                )
            progress(added)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return added
    finally:
        connection.close()
