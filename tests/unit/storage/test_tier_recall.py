"""Every tier finds what a product with all vectors finds, at its default settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.tiers import RECALL_MIN, tiers, vectors

ITEMS, QUESTIONS = 3000, 20
MANY, MANY_QUESTIONS = 50_000, 100
"""So many that Qdrant and pgvector search their graphs."""


@pytest.mark.slow
@pytest.mark.feature("ST-09")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.postgres] if "pg" in name else []) for name in tiers()]
)
def test_nine_hundred_and_ninety_of_a_thousand_nearest_are_found(
    name: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name.startswith("pgvector"):
        monkeypatch.setenv("RECOLLECT_TEST_POSTGRES", request.getfixturevalue("postgres_server"))
    rows, asked = vectors(ITEMS, QUESTIONS, 3)
    found = tiers()[name](rows, asked, tmp_path)
    assert found.recall >= RECALL_MIN


@pytest.mark.long
@pytest.mark.feature("ST-09")
@pytest.mark.parametrize(
    "name", ["qdrant-none", "qdrant-int8", "qdrant-binary", pytest.param("pgvector", marks=pytest.mark.postgres)]
)
def test_so_many_are_found_by_a_graph_too(
    name: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "pgvector":
        monkeypatch.setenv("RECOLLECT_TEST_POSTGRES", request.getfixturevalue("postgres_server"))
    rows, asked = vectors(MANY, MANY_QUESTIONS, 3)
    assert tiers()[name](rows, asked, tmp_path).recall >= RECALL_MIN
