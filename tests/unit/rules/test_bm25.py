"""BM25 from posting arrays gives the textbook's numbers."""

from __future__ import annotations

import numpy as np
import pytest

from recollect.model.columns import Postings
from recollect.rules.bm25 import bm25, idf, saturate

LENGTH = np.full(10, 4, dtype=np.float32)


def postings(**rows: list[int]) -> Postings:
    return Postings(
        rows={term: np.array(found, dtype=np.int32) for term, found in rows.items()},
        counts={term: np.ones(len(found), dtype=np.float32) for term, found in rows.items()},
    )


def test_the_worked_number_holds() -> None:
    assert idf(10, 1) == pytest.approx(1.992, abs=1e-3)
    found = bm25({"boat": 1}, postings(boat=[3]), LENGTH)
    assert found.scores[3] == pytest.approx(1.992, abs=1e-3)
    assert np.count_nonzero(found.scores) == 1
    assert saturate(np.array([2], np.float32), np.array([4], np.float32), 4.0)[0] == pytest.approx(1.375)


def test_rare_words_weigh_more_than_common_ones() -> None:
    found = bm25({"rare": 1, "common": 1}, postings(rare=[0], common=[1, 2, 3, 4, 5]), LENGTH)
    assert found.scores[0] > found.scores[1] > 0
    assert found.weights["rare"] > found.weights["common"] > 0


def test_a_word_in_every_text_still_counts_a_little() -> None:
    assert bm25({"all": 1}, postings(all=list(range(10))), LENGTH).scores.min() > 0


def test_short_texts_score_higher_than_long_ones() -> None:
    length = np.array([2, 20], dtype=np.float32)
    scores = bm25({"boat": 1}, postings(boat=[0, 1]), length).scores
    assert scores[0] > scores[1]


def test_the_weight_of_a_word_in_the_question_multiplies() -> None:
    once = bm25({"boat": 1}, postings(boat=[3]), LENGTH).scores[3]
    assert bm25({"boat": 0.3}, postings(boat=[3]), LENGTH).scores[3] == pytest.approx(0.3 * once)


def test_unknown_words_and_empty_spaces_give_zeros() -> None:
    assert not bm25({"boat": 1}, postings(), LENGTH).scores.any()
    assert len(bm25({"boat": 1}, postings(), np.zeros(0, np.float32)).scores) == 0
