"""A file that another process is just making is taken for what it was or for what it is, never for half of each."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

import apsw
import pytest

from recollect.storage.sqlite.migrate import APPLICATION_ID, _version


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_file_made_while_it_is_looked_at_is_no_other_programs(journal: str, tmp_path: Path) -> None:
    path = str(tmp_path / "memory.db")
    with closing(apsw.Connection(path)) as other, closing(apsw.Connection(path)) as looking:
        assert other.execute(f"PRAGMA journal_mode = {journal}").get == journal
        other.set_busy_timeout(0)
        asked: list[str] = []

        def made_meanwhile(_: apsw.Cursor, statement: str, __: object) -> bool:
            asked.append(statement)
            if "sqlite_schema" in statement:
                with suppress(apsw.BusyError):  # whoever makes it waits until the look is over
                    other.execute(
                        f"BEGIN; CREATE TABLE items (id); PRAGMA application_id = {APPLICATION_ID};"
                        "PRAGMA user_version = 1; COMMIT"
                    )
            return True

        looking.exec_trace = made_meanwhile
        assert _version(looking, path, 1) in (0, 1)
        assert any("sqlite_schema" in statement for statement in asked)
