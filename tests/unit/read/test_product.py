"""Similarities of all rows: exact, or nearly so from 8 bits; and what a search makes of the latter."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from recollect import Memory
from recollect.evals.speed.texts import Writer
from recollect.model.columns import Coarse
from recollect.read import product
from recollect.rules.quantize import ROWS_AT_ONCE, codes_of
from recollect.storage.sql import frame


def unit_rows(count: int, dim: int) -> np.ndarray:
    rows = np.random.default_rng((count, dim)).standard_normal((count, dim), dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.mark.parametrize("rows", [0, 1, 100, product.ONE_THREAD_ROWS_MAX + 1])
def test_every_row_is_multiplied(rows: int) -> None:
    vectors, vector = unit_rows(rows, 16), unit_rows(1, 16)[0]
    assert np.allclose(product.exact(vectors, vector), (vectors.astype(np.float64) @ vector), atol=1e-6)


@pytest.mark.parametrize("dim, within", [(3, 0.01), (64, 0.006), (256, 0.004), (384, 0.004)])
@pytest.mark.parametrize("rows", [1, ROWS_AT_ONCE, 3 * ROWS_AT_ONCE + 7])
def test_from_8_bits_similarities_are_nearly_right(rows: int, dim: int, within: float) -> None:
    vectors = unit_rows(rows, dim)
    vectors[0] = 0  # has no vector
    coarse = Coarse(*codes_of(vectors))
    for vector in unit_rows(20, dim):
        found = product.nearly(coarse, vector)
        assert found.dtype == np.float32
        assert float(np.abs(found - vectors @ vector).max()) < within
        assert found[0] == 0


def test_codes_of_what_is_not_of_unit_length() -> None:
    rows = np.array([[1000.0, -500.0], [0.0, 0.0], [-1e-3, 1e-3]], dtype=np.float32)
    codes, scales = codes_of(rows)
    assert codes.tolist() == [[127, -64], [0, 0], [-127, 127]]
    assert np.allclose(codes * scales[:, None], rows, atol=4)


FEW = 200
"""Here many enough for 8 bits."""


@pytest.fixture
def coarse_from_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "COARSE_FROM_ROWS", FEW)


def answers(memory: Memory, preset: str = "recollect") -> list[list[tuple[str, float]]]:
    return [
        [(hit.content, hit.score) for hit in memory.search(question, user="u", k=10, preset=preset)]
        for question in Writer(3).questions(40)
    ]


@pytest.mark.usefixtures("coarse_from_few")
def test_a_search_by_8_bits_finds_what_an_exact_one_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts, used = Writer(7).texts(1500), 0
    nearly = product.nearly

    def counted(coarse: Coarse, vector: np.ndarray) -> np.ndarray:
        nonlocal used
        used += 1
        return nearly(coarse, vector)

    monkeypatch.setattr("recollect.read.ground.nearly", counted)
    with Memory(tmp_path / "m.db", worker="off", verification="off", profile="off") as memory:
        memory.add_many(texts, user="u")
        by_8_bits = answers(memory)
        assert used == 40
        answers(memory, "rrf")  # what ranks by the similarity itself does so by the exact one
        assert used == 40
    monkeypatch.setattr(frame, "COARSE_FROM_ROWS", 10**9)
    with Memory(tmp_path / "m.db", worker="off") as memory:
        exact = answers(memory)
        assert used == 40
    same = sum(
        one == other
        for ours, theirs in zip(by_8_bits, exact, strict=True)
        for (one, _), (other, _) in zip(ours, theirs, strict=True)
    )
    assert same >= 0.97 * sum(map(len, exact))
    for ours, theirs in zip(by_8_bits, exact, strict=True):
        assert ours[0][0] == theirs[0][0]
        assert [score for _, score in ours] == pytest.approx([score for _, score in theirs], abs=0.02)


@pytest.mark.usefixtures("coarse_from_few")
def test_without_the_package_all_rows_are_multiplied_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recollect.rules.quantize.can_multiply", lambda: False)
    monkeypatch.setattr("recollect.read.ground.nearly", None)
    with Memory(tmp_path / "m.db", worker="off", verification="off", profile="off") as memory:
        memory.add_many(Writer(7).texts(FEW + 5), user="u")
        assert all(len(found) == 10 for found in answers(memory))


@pytest.mark.usefixtures("coarse_from_few")
def test_the_8_bits_follow_what_is_written(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", worker="off", verification="off", profile="off") as memory:
        memory.add_many(Writer(7).texts(FEW + 5), user="u")
        held = memory.list(user="u", limit=6)
        assert memory.search("which zebra sings?", user="u")
        zebra = memory.add("The striped zebra sings in the opera house", user="u")
        assert memory.search("which zebra sings?", user="u")[0].content.startswith("The striped zebra")
        memory.update(zebra.id, content="The striped okapi dances on the frozen lake")
        assert memory.search("which okapi dances?", user="u")[0].content.startswith("The striped okapi")
        for record in held:
            memory.delete(record.id)  # fewer than are worth it, and then more again
        assert memory.search("which okapi dances?", user="u")[0].content.startswith("The striped okapi")
        memory.add_many(Writer(8).texts(10), user="u")
        assert memory.search("which okapi dances?", user="u")[0].content.startswith("The striped okapi")
