"""A folder of documents whose reading is killed: what was told of is there, and the next run reads the rest alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import Memory
from tests.killing import killed_when

READ = """
from recollect import Memory
with Memory({store!r}, worker="off") as memory:
    memory.ingest_folder({folder!r}, user="ana", progress=lambda done, *_: tell(done))
"""
FILES = 120
TOLD = 40


@pytest.mark.slow
@pytest.mark.feature("IG-01")
def test_a_killed_reading_of_a_folder_goes_on_where_it_was(tmp_path: Path) -> None:
    folder, store = tmp_path / "papers", tmp_path / "m.db"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"paper-{number}.txt").write_text(f"Paper {number} speaks of the llama.\n")
    program = READ.format(store=str(store), folder=str(folder))
    done = int(killed_when(program, lambda line: int(line) >= TOLD))
    with Memory(store, worker="off") as memory:
        held = len(memory.documents(user="ana", limit=1000))
        assert done <= held
        report = memory.ingest_folder(folder, user="ana")
        assert (report.added, report.changed, report.unchanged, report.failed) == (FILES - held, 0, held, ())
        assert memory.doctor() == []
