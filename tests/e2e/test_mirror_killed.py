"""A mirror that is killed at any point loses nothing and adds nothing twice when it is run again."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from recollect import Memory

SIZE = 300
PROGRAM = """
import sys
from recollect import Memory
with Memory({store!r}, embedder="none", worker="off", verification="off") as memory:
    memory.mirror({folder!r}, user="ana", force=True, progress=lambda done, of: print(done, flush=True))
"""


def killed(store: Path, folder: Path, after: int) -> None:
    """Run a mirror and kill it when it has done so many steps."""
    program = PROGRAM.format(store=str(store), folder=str(folder))
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(after):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    assert process.returncode in (-signal.SIGKILL, 0)


@pytest.mark.slow
@pytest.mark.parametrize("after", [1, 120])
def test_a_killed_mirror_goes_on_where_it_was(tmp_path: Path, after: int) -> None:
    store, folder = tmp_path / "m.db", tmp_path / "notes"

    def opened() -> Memory:
        return Memory(store, embedder="none", worker="off", verification="off")

    with opened() as memory:
        memory.add_many([f"note number {number}" for number in range(SIZE)], user="ana")
    killed(store, folder, after)
    with opened() as memory:
        memory.mirror(folder, user="ana")
        assert memory.count(user="ana") == SIZE
        files = sorted(folder.rglob("*.md"))
        assert len(files) == SIZE
        for number, path in enumerate(files):
            if number % 3 == 0:
                path.write_text(path.read_text().replace("note number", "edited note number"))
            elif number % 30 == 1:
                path.unlink()
        for number in range(50):
            (folder / f"new{number}.md").write_text(f"new note {number}")
    gone = len([number for number in range(SIZE) if number % 3 and number % 30 == 1])
    killed(store, folder, after)
    killed(store, folder, after)
    with opened() as memory:
        report = memory.mirror(folder, user="ana", force=True)
        assert report.conflicts == report.problems == 0
        records = memory.list(user="ana", limit=1000)
        assert len(records) == len({record.content for record in records}) == SIZE + 50 - gone
        assert sum(record.content.startswith("edited") for record in records) == SIZE // 3
        assert sum(record.content.startswith("new note") for record in records) == 50
        assert all(record.version <= 2 for record in records)
        assert memory.count(user="ana", status=["archived"]) == gone
        assert list(folder.rglob("*tmp")) == []
        assert memory.doctor() == []
        again = memory.mirror(folder, user="ana")
        assert (again.done, again.unchanged) == ((), len(records))
