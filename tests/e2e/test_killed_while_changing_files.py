"""Files that are cut or embedded in another way: every search meanwhile answers from a whole, and a kill loses nothing.

Before, while and after: each note is found by its own words, with the score that whoever answers gives it.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from tests.e2e.test_workspace import WORDS, fill, killed, opened, whole

COUNT = 400
ASKED = range(0, COUNT, 16)
CUT = {"workspace_chunk_tokens": 64, "workspace_chunk_overlap": 0}
BUNDLED: dict[str, Any] = {}
OTHER = {"embedder": "synthetic"}
Answers = dict[int, list[tuple[str, float]]]


def question(number: int) -> str:
    """A sentence that stands in one note alone."""
    things = random.Random(number).sample(WORDS, 4)
    return f"In crate {number} of the attic lie the {', the '.join(things)}."


def answers(memory: Memory, fallback: str | None = None) -> Answers:
    """What is found at the settings' own least score; `fallback`: what the answers say about less than full service."""
    found: Answers = {}
    for number in ASKED:
        asked = memory.search_files(question(number))
        assert (fallback or "") in (asked.fallback or ""), asked.fallback
        assert fallback is not None or asked.fallback is None, asked.fallback
        found[number] = [(hit.path, round(hit.score, 5)) for hit in asked.hits]
    return found


def first(found: Answers) -> dict[int, str]:
    return {number: hits[0][0] for number, hits in found.items() if hits}


OWN = {number: f"memory/{number % 50:02}/note-{number}.md" for number in ASKED}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "notes"
    fill(made, COUNT)
    for number in range(COUNT):
        path = made / "memory" / f"{number % 50:02}" / f"note-{number}.md"
        text = f"# Crate {number}\n\n{question(number)}\n\n" + f"It was packed on day {number} of the move.\n" * 9
        path.write_text(text, encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))
    return made


def read(store: Path, folder: Path, settings: dict[str, Any]) -> Answers:
    """A store that was never anything else."""
    with opened(store, folder, **settings) as memory:
        memory.sync_files()
        return answers(memory)


@pytest.mark.slow
@pytest.mark.feature("ST-14", "RT-27")
@pytest.mark.parametrize("before, after", [(BUNDLED, OTHER), (OTHER, BUNDLED)])
def test_a_change_of_embedder_that_is_killed_leaves_the_old_vectors_answering(
    tmp_path: Path, folder: Path, before: dict[str, Any], after: dict[str, Any]
) -> None:
    store = tmp_path / "m.db"
    old = read(store, folder, before)
    assert first(old) == OWN
    assert 0 < killed(store, folder, **after) < COUNT
    with opened(store, folder, **before) as memory:
        assert answers(memory) == old, "with the settings of before nothing has changed at all"
    with opened(store, folder, **after) as memory:
        if before is BUNDLED:
            assert answers(memory, "those of static:") == old, "its questions can be embedded here"
        else:
            assert first(answers(memory, "vectors are incomplete")) == OWN, "by words: nothing is lost"
        memory.search("router boiler", user="default")  # what a search fills in is not the files' vectors
        whole(memory)
    with opened(store, folder, **before) as memory:
        assert answers(memory) == old
    with opened(store, folder, **after) as memory:
        report = memory.sync_files()
        assert (report.changed, report.unchanged, report.note) == (COUNT, 0, None)
        assert answers(memory) == read(tmp_path / "fresh.db", folder, after)
        assert memory.sync_files().unchanged == COUNT
        assert memory.status().needs_reindex == 0
        whole(memory)


@pytest.mark.slow
@pytest.mark.feature("ST-14", "RT-27")
def test_while_another_embedder_makes_its_vectors_every_search_answers_as_before(tmp_path: Path, folder: Path) -> None:
    store = tmp_path / "m.db"
    old = read(store, folder, BUNDLED)
    with opened(store, folder, **OTHER) as memory, opened(store, folder) as beside:
        new = read(tmp_path / "fresh.db", folder, OTHER)
        seen: list[int] = []

        def look(done: int, total: int) -> None:
            assert answers(memory, "those of static:") == old
            assert answers(beside) == old, "and so does a process that still has the settings of before"
            seen.append(done)

        memory.sync_files(progress=look)
        assert len(seen) >= 2
        assert (seen[-1], answers(memory)) == (COUNT, new)
        assert first(answers(beside, "vectors are incomplete")) == OWN, "by words, until it embeds them again"


@pytest.mark.slow
@pytest.mark.feature("ST-14", "FI-01")
def test_another_way_of_cutting_that_is_killed_loses_no_file(tmp_path: Path, folder: Path) -> None:
    store = tmp_path / "m.db"
    assert first(read(store, folder, BUNDLED)) == OWN
    assert 0 < killed(store, folder, **CUT) < COUNT
    for settings in (BUNDLED, CUT):
        with opened(store, folder, **settings) as memory:
            assert first(answers(memory)) == OWN
            whole(memory)
    with opened(store, folder, **CUT) as memory:
        report = memory.sync_files()
        assert report.changed + report.unchanged == COUNT
        assert answers(memory) == read(tmp_path / "fresh.db", folder, CUT)
