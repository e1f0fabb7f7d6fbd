"""A folder of documents whose reading is killed: what was told of is there, and the next run reads the rest alone."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from recollect import Memory

READ = """
from recollect import Memory
with Memory({store!r}, worker="off") as memory:
    memory.ingest_folder({folder!r}, user="ana", progress=lambda done, *_: print(done, flush=True))
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
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        done = next(int(line) for line in process.stdout if int(line) >= TOLD)
        process.send_signal(signal.SIGKILL)
    with Memory(store, worker="off") as memory:
        held = len(memory.documents(user="ana", limit=1000))
        assert done <= held
        report = memory.ingest_folder(folder, user="ana")
        assert (report.added, report.changed, report.unchanged, report.failed) == (FILES - held, 0, held, ())
        assert memory.doctor() == []
