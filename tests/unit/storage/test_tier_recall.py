"""Every tier finds what a product with all vectors finds, at its default settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.tiers import RECALL_MIN, tiers, vectors

ITEMS, QUESTIONS = 3000, 20


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
    if name in ("qdrant-none", "qdrant-int8", "qdrant-binary"):
        pytest.importorskip("qdrant_edge")
    rows, asked = vectors(ITEMS, QUESTIONS, 3)
    found = tiers()[name](rows, asked, tmp_path)
    assert found.recall >= RECALL_MIN
