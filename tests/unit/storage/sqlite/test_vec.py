"""The file of the sqlite-vec tier: of another store, of another key, or damaged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from recollect import Memory

TEXTS = [
    f"{verb} {thing} in {place}"
    for verb in ("baked", "painted", "repaired", "sold")
    for thing in ("bread", "a boat", "an engine", "roses")
    for place in ("Lisbon", "winter", "our kitchen", "Oslo")
]
SETTINGS: dict[str, Any] = {"worker": "off", "verification": "off", "vector_store": "sqlite-vec"}


@pytest.mark.feature("ST-11")
@pytest.mark.parametrize("anew", [False, True], ids=["an older copy is put back", "the store begins anew"])
def test_a_file_beside_another_state_of_the_store_is_not_believed(tmp_path: Path, anew: bool) -> None:
    path = tmp_path / "memory.db"
    with Memory(path, **SETTINGS) as memory:
        memory.add_many(TEXTS[:40], user="u")
        memory.doctor()
    older = path.read_bytes()
    with Memory(path, **SETTINGS) as memory:
        memory.add_many(TEXTS[40:45], user="u")
        memory.doctor()
    path.unlink() if anew else path.write_bytes(older)
    with Memory(path, **SETTINGS) as memory:
        if anew:
            memory.add_many([text.upper() for text in TEXTS[:40]], user="u")
        memory.add_many(["my physician is Kim", *TEXTS[60:64]], user="u")
        found = memory.search("medic name", user="u")
        assert (found[0].content, found.trace.fallback_reason) == ("my physician is Kim", None)
        assert memory.doctor() == []
        assert memory.search("medic name", user="u")[0].content == "my physician is Kim"


@pytest.mark.feature("RS-05")
@pytest.mark.parametrize("damage", ["whole pages", "no pages", "a hole"])
def test_a_file_that_cannot_be_read_is_named_and_made_anew_by_a_repair(tmp_path: Path, damage: str) -> None:
    path, beside = tmp_path / "memory.db", tmp_path / "memory.db.vec"
    with Memory(path, **SETTINGS) as memory:
        memory.add_many(TEXTS[:60], user="u")
        memory.doctor()
    held = beside.read_bytes()
    third = len(held) // 3
    hole = held[:third] + bytes(255 for _ in range(20_000)) + held[third + 20_000 :]
    beside.write_bytes({"whole pages": b"\x07" * 4096, "no pages": b"\x07" * 999, "a hole": hole}[damage])
    with Memory(path, **SETTINGS) as memory:
        found = memory.search("baked bread in Lisbon", user="u")
        assert found[0].content == "baked bread in Lisbon"
        assert "vectors were compared in process" in str(found.trace.fallback_reason)
        [reason] = memory.status().degraded
        assert reason.startswith("vectors: sqlite-vec")
        assert "delete it, or run `recollect doctor --repair`" in reason
        for repair in (False, True):
            [problem] = memory.doctor(repair=repair)
            assert (problem.code, problem.repaired) == ("tier", repair)
        assert memory.doctor() == []
        assert memory.search("baked bread in Lisbon", user="u").trace.fallback_reason is None
        assert memory.status().degraded == ()
