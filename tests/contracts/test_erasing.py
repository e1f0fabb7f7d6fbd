"""What is deleted or erased is gone from every table, every cache and, where there is a file, from its bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from tests.clock import Clock
from tests.contracts.conftest import SHARED_KINDS, address
from tests.loopback import Loopback

MARK = "zyqquvexil"
"""A word that nothing else holds, in the form the index gives it too."""
Opener = Callable[[], Memory]


@pytest.fixture(params=SHARED_KINDS)
def opened(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Opener]:
    """A memory whose embedder is slow enough for the cache on disk."""
    url = address(request.param, request, tmp_path)
    with ExitStack() as stack:
        server = stack.enter_context(Loopback())
        yield lambda: stack.enter_context(
            Memory(
                url,
                clock=clock,
                config_file=tmp_path / "none.toml",
                worker="off",
                embedder="openai",
                embedder_model="my-model",
                embedder_base_url=server.url + "/v1",
                embedder_api_key="k",
                embed_mode="advanced",
                sector_embedders="semantic=synthetic",
            )
        )


def tables(memory: Memory) -> dict[str, str]:
    """Every row of every table, as text; bytes by their content, so that no encoding hides a word."""
    database: Any = memory._running.store._database  # type: ignore[attr-defined]
    with database.reading() as session:
        if memory.url.startswith("postgres"):
            listing = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        else:
            listing = "SELECT name FROM sqlite_schema WHERE type = 'table'"
        names = [row[0] for row in session.all(listing)]
        return {
            name: "\n".join(
                str([bytes(v) if isinstance(v, bytes | memoryview) else v for v in row])
                for row in session.all(f"SELECT * FROM {name}")
            )
            for name in names
        }


def holding(memory: Memory) -> set[str]:
    return {name for name, text in tables(memory).items() if MARK in text.lower()}


def in_files(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("memory.db*") if MARK.encode() in path.read_bytes().lower()}


def plant(memory: Memory, user: str) -> dict[str, list[str]]:
    """The marker on every road in; ids by road."""
    talk = [
        {"role": "user", "name": "Ana", "content": f"I live in {MARK.title()} and I work at {MARK.title()} Labs."},
        {"role": "assistant", "content": f"How is {MARK.title()}?", "tags": [MARK], "metadata": {MARK: {MARK: MARK}}},
        {"role": "user", "name": "Ana", "content": f"My brother {MARK.title()} moved to Porto in May."},
        {"role": "user", "name": "Ana", "content": f"I love {MARK} tea. Please remind me to call {MARK.title()}."},
    ]
    turns = memory.add(talk, user=user, session="s1", wait=True)
    roads = {"turns": list(turns.ids), "jobs": list(turns.job_ids)}
    roads["memory"] = list(memory.add(f"The {MARK} tea is kept in the kitchen", user=user, tags=[MARK]).ids)
    memory.update(roads["memory"][0], content=f"The {MARK} tea is kept in the cellar", metadata={MARK: MARK})
    roads["keyed"] = list(memory.add(f"Keyed {MARK}", user=user, key=f"k-{MARK}").ids)
    roads["override"] = list(memory.override(f"Ana is called {MARK}", user=user).ids)
    roads["claims"] = list(memory.add(f"Eva works at {MARK.title()}", user=user).ids)
    roads["claims"] += memory.add("Eva works at Northstar", user=user, confidence=0.5).ids
    assert any(MARK in one.question.lower() for one in memory.conflicts(user=user))
    memory.import_([json.dumps({"content": f"Imported {MARK}", "user": user, "speaker": MARK, "key": f"i-{MARK}"})])
    memory.sync(user=user)
    memory.rebuild_profile(user=user)
    die(memory, turns.job_ids)
    memory.search(f"where is {MARK}?", user=user)
    memory.context(f"what of {MARK}?", user=user)
    memory.get(roads["memory"][0])
    return roads


def die(memory: Memory, jobs: Sequence[str]) -> None:
    """Jobs that failed for good or fell back, with a reason that quotes what they were given, as providers' do."""
    database: Any = memory._running.store._database  # type: ignore[attr-defined]
    with database.writing() as session:
        for id, state in zip(jobs, ("dead", "done"), strict=False):
            told = json.dumps({"fallback": f"told: {MARK}"})
            session.run(
                "UPDATE job SET state = ?, error = ?, result = ? WHERE id = ?", (state, f"refused: {MARK}", told, id)
            )


@pytest.mark.feature("SE-03")
def test_nothing_of_an_erased_user_is_left_in_any_table_cache_or_file(opened: Opener, tmp_path: Path) -> None:
    memory = opened()
    memory.add("Ben keeps bees", user="ben")
    plant(memory, "ana")
    assert holding(memory) >= {"item", "posting", "job", "decision", "entity", "alias", "mention"}
    assert tables(memory)["embedding_cache"]
    memory.erase(user="ana")
    assert holding(memory) == set()
    assert tables(memory)["embedding_cache"] == ""
    assert in_files(tmp_path) == set()
    assert [record.content for record in memory.list(user="ben")] == ["Ben keeps bees"]
    assert MARK not in remembered(memory)


@pytest.mark.feature("SE-03")
def test_nothing_of_deleted_records_is_left_in_any_table_or_file(opened: Opener, tmp_path: Path) -> None:
    memory = opened()
    plant(memory, "ana")
    while found := memory.list(user="ana", limit=100, layers=["turn", "memory", "override"]):
        memory.delete(found[0].id)
    memory.sync(user="ana")
    assert holding(memory) == set()
    assert in_files(tmp_path) == set()


def remembered(memory: Memory) -> str:
    """What the process itself still holds of records and questions."""
    parts = memory._running.care._parts
    return repr([vars(parts.records), vars(parts.embedding._cache)]).lower()
