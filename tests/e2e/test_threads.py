"""One Memory, many threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from recollect import Memory

THREADS = 8
EACH = 40


def test_threads_may_write_and_search_one_memory_at_once(tmp_path: Path) -> None:
    def work(memory: Memory, worker: int) -> list[str]:
        made = []
        for number in range(EACH):
            made.append(memory.add(f"worker {worker} wrote note {number} about gardens", user=f"u{worker % 2}").id)
            hits = memory.search(f"worker {worker} note {number}", user=f"u{worker % 2}", k=5)
            assert made[-1] in [hit.id for hit in hits]
        return made

    opened = Memory(tmp_path / "m.db", synchronous="normal", verification="off")
    with opened as memory, ThreadPoolExecutor(THREADS) as pool:
        ids = [id for made in pool.map(lambda worker: work(memory, worker), range(THREADS)) for id in made]
        assert len(set(ids)) == THREADS * EACH
        assert memory.count(everyone=True) == THREADS * EACH
        assert memory.doctor() == []


def test_two_memories_on_one_file_see_each_others_writes_at_once(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db") as here, Memory(tmp_path / "m.db") as there:
        for number in range(20):
            writer, reader = (here, there) if number % 2 else (there, here)
            id = writer.add(f"the password of day {number} is tulip{number}", user="u").id
            assert reader.search(f"tulip{number}", user="u", k=1)[0].id == id
            assert reader.count(user="u") == number + 1


@pytest.mark.postgres
def test_many_who_add_under_one_key_on_postgresql_all_make_their_version(postgres_url: str) -> None:
    writers, each = 8, 6
    with Memory(postgres_url, worker="off", schedule="off") as memory, ThreadPoolExecutor(writers) as pool:
        added = pool.map(
            lambda n: memory.add(f"state number {n}", user="ana", key="state", metadata={f"n{n}": n}),
            range(writers * each),
        )
        ids = {one.id for one in added}
        last = memory.get(ids.pop())
        assert not ids
        assert last.version == writers * each
        assert last.metadata == {f"n{n}": n for n in range(writers * each)}
