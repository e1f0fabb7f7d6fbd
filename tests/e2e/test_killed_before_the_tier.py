"""A process that is killed between writing to the store and telling the vector tier loses nothing in either."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory

SIZE = 250
BEFORE = """
import sys
from recollect import Memory
memory = Memory({path!r}, verification="off", worker="off", **{settings!r})
memory.add_many([f"note {{number}} about the garden" for number in range({size})], user="u")
print("written", flush=True)
sys.stdin.read()
"""
AMID = """
from recollect import Memory
from recollect.engine.vectors import tier
tier.PIECE = 100
memory = Memory({path!r}, verification="off", worker="off", **{settings!r})
memory.add_many([f"note {{number}} about the garden" for number in range({size})], user="u")
index = memory._running.tier.index
put = index.put
def told(space, points):
    put(space, points)
    print("put", flush=True)
index.put = told
memory._running.vectors.follow(memory._scope())
"""


@pytest.mark.slow
@pytest.mark.feature("ST-04")
@pytest.mark.parametrize("program", [BEFORE, AMID], ids=["before the tier", "amid the tier"])
@pytest.mark.parametrize("tier", ["sqlite-vec", pytest.param("pgvector", marks=pytest.mark.postgres), "qdrant"])
def test_a_killed_process_leaves_a_tier_that_catches_up(
    tmp_path: Path, tier: str, program: str, request: pytest.FixtureRequest
) -> None:
    path = request.getfixturevalue("postgres_url") if tier == "pgvector" else str(tmp_path / "memory.db")
    settings: dict[str, Any] = {"vector_store": tier}
    if tier == "pgvector":
        settings |= {"pgvector_exact_max": 150, "vector_timeout_ms": 20_000}  # killed while it enters the graph, too
    if tier == "qdrant":
        settings["qdrant_url"] = f"path:{tmp_path / 'qdrant'}"
    text = program.format(path=path, settings=settings, size=SIZE)
    with subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() in ("written", "put")
        process.send_signal(signal.SIGKILL)
    with Memory(path, verification="off", worker="off", **settings) as memory:
        found = memory.search("note 17 about the garden", user="u")
        assert found[0].content == "note 17 about the garden"
        memory._running.vectors.follow(memory._scope())
        assert memory.doctor() == []
        index = memory._running.tier.index  # type: ignore[union-attr]
        [space] = index.spaces("default")
        assert index.count(space) == SIZE
        assert memory.search("note 17 about the garden", user="u").trace.fallback_reason is None
