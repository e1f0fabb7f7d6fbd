"""Two numbers decide, as Osaurus does it."""

from __future__ import annotations

import pytest

from recollect.rules.similarity import jaccard, word_set
from recollect.write.verify.literal import literally, osaurus


@pytest.mark.feature("VG-03")
@pytest.mark.parametrize("figure, label", [(0.61, "duplicate"), (0.6, "unrelated"), (1.0, "duplicate")])
def test_more_overlap_than_the_threshold_repeats(figure: float, label: str) -> None:
    assert osaurus(figure, None, True) == label


@pytest.mark.feature("VG-04")
@pytest.mark.parametrize(
    "figure, same_kind, label",
    [
        (0.45, True, "supersede"),
        (0.3, True, "unrelated"),
        (0.31, True, "supersede"),
        (0.599, True, "supersede"),
        (0.45, False, "unrelated"),
    ],
)
def test_between_the_thresholds_the_newer_of_one_kind_wins(figure: float, same_kind: bool, label: str) -> None:
    assert osaurus(figure, 0.2, same_kind) == label


@pytest.mark.feature("VG-05")
@pytest.mark.parametrize("cosine, label", [(0.86, "duplicate"), (0.85, "unrelated"), (None, "unrelated")])
def test_vectors_closer_than_the_threshold_repeat(cosine: float | None, label: str) -> None:
    assert osaurus(0.1, cosine, True) == label


@pytest.mark.feature("VG-05")
@pytest.mark.parametrize(
    "figures, reason",
    [
        ((0.0, 0.91, True), "similarity 0.91"),
        ((0.7, 0.91, True), "word overlap 0.70"),
        ((0.4, 0.2, True), "word overlap 0.40"),
        ((0.7, None, True), "word overlap 0.70"),
    ],
)
def test_the_reason_names_the_number_that_decided(figures: tuple[float, float | None, bool], reason: str) -> None:
    assert literally([figures], dedup=0.6, semantic=0.85)[1].reason == reason


def test_thresholds_can_be_set() -> None:
    assert osaurus(0.5, None, True, dedup=0.4) == "duplicate"
    assert osaurus(0.2, None, True, band_low=0.1) == "supersede"
    assert osaurus(0.0, 0.5, True, semantic=0.4) == "duplicate"


def test_words_are_lower_cased_and_cut_at_spaces() -> None:
    assert jaccard(word_set("I am allergic to Peanuts"), word_set("i am NOT allergic to peanuts")) == pytest.approx(
        5 / 6
    )
