"""The worked numbers of the formulas hold exactly."""

from __future__ import annotations

import math

import numpy as np
import pytest

from recollect.errors import UnknownName
from recollect.model.record import KINDS
from recollect.rules import decay, fusion, kinds, quantize, relevance, similarity, tokens


@pytest.mark.feature("RT-15")
@pytest.mark.parametrize("days, factor", [(0, 1.0), (7, 0.8507), (30, 0.5), (90, 0.125), (180, 0.015625)])
def test_a_score_halves_every_half_life(days: float, factor: float) -> None:
    assert decay.half_life(days, 30) == pytest.approx(factor, abs=5e-5)


@pytest.mark.feature("RT-15")
def test_the_worked_example_of_aged_scores_holds() -> None:
    aged = [score * decay.half_life(days, 30) for score, days in ((0.82, 0), (0.80, 7), (0.91, 148))]
    assert [round(score, 2) for score in aged] == [0.82, 0.68, 0.03]


@pytest.mark.feature("RM-12")
def test_strength_decays_when_read_and_stays_between_0_and_1() -> None:
    assert decay.live_strength(0.8, 0.02, 10) == pytest.approx(0.8 * math.exp(-0.2))
    assert decay.live_strength(0.8, 0.02, -5) == 0.8
    assert decay.live_strength(7, 0, 0) == 1.0


@pytest.mark.feature("RT-02")
@pytest.mark.parametrize("k, first, tenth", [(20, 0.048, 0.033), (60, 0.016, 0.014)])
def test_reciprocal_ranks_have_the_documented_values(k: int, first: float, tenth: float) -> None:
    assert round(fusion.reciprocal_rank(1, k), 3) == first
    assert round(fusion.reciprocal_rank(10, k), 3) == tenth


@pytest.mark.feature("RT-02")
def test_k_0_is_valid_and_the_best_possible_sum_is_rank_1_everywhere() -> None:
    assert fusion.reciprocal_rank(1, 0) == 1.0
    assert fusion.reciprocal_rank_best(20, 2) == pytest.approx(0.0952, abs=5e-5)
    assert fusion.reciprocal_rank_best(60, 2) == pytest.approx(0.0328, abs=5e-5)


@pytest.mark.feature("RT-10")
def test_weights_are_normalised_and_ranks_become_scores() -> None:
    assert fusion.weighted(0.9, 0.5, vector_weight=0.7, text_weight=0.3) == pytest.approx(0.78)
    assert fusion.weighted(0.9, 0.5, vector_weight=7, text_weight=3) == pytest.approx(0.78)
    assert [fusion.rank_score(rank) for rank in (-3, 0, 1, 3)] == [1.0, 1.0, 0.5, 0.25]


def test_the_composite_adds_up() -> None:
    assert fusion.composite(0.8, 0.5, 1.0, 0.0) == pytest.approx(0.68)
    assert fusion.composite(1, 1, 1, 1) == pytest.approx(1.0)


@pytest.mark.feature("RT-14")
def test_mmr_picks_the_documented_set_of_the_router_example() -> None:
    notes = {
        "02-10": ("Configured Omada router, set VLAN 10 for IoT devices", 0.92),
        "02-08": ("Configured Omada router, moved IoT to VLAN 10", 0.89),
        "network": ("Router: Omada ER605, AdGuard: 192.168.10.2, VLAN 10: IoT", 0.85),
        "02-05": ("Set up AdGuard DNS on 192.168.10.2", 0.78),
    }
    names = list(notes)
    texts = [similarity.word_set(text) for text, _ in notes.values()]
    scores = [score for _, score in notes.values()]
    picked = similarity.maximal_marginal_relevance(scores, texts, count=3, balance=0.7)
    assert {names[index] for index in picked} == {"02-10", "network", "02-05"}


@pytest.mark.feature("RT-14")
def test_without_a_wish_for_variety_mmr_keeps_the_order() -> None:
    texts = [similarity.word_set("same words here")] * 4
    assert similarity.maximal_marginal_relevance([0.1, 0.9, 0.5, 0.7], texts, count=3, balance=1.0) == [1, 3, 2]


def test_jaccard_counts_shared_words() -> None:
    assert similarity.jaccard({"a", "b", "c"}, {"b", "c", "d"}) == 0.5
    assert similarity.jaccard(set(), set()) == 1.0


@pytest.mark.feature("RT-05")
def test_tokens_are_a_quarter_of_the_length_rounded_up() -> None:
    assert [tokens.estimate(text) for text in ("", "abcd", "abcdefghi")] == [0, 1, 3]


@pytest.mark.feature("RT-05")
def test_relevance_looks_at_content_key_and_metadata() -> None:
    assert relevance.relevance("likes tea", "Ana likes coffee", None, {}) == 0.5
    assert relevance.relevance("tea", "nothing", "preference:tea", {}) == 1.0
    assert relevance.relevance("tea", "nothing", None, {"about": "green tea"}) == 1.0
    assert relevance.relevance("tea", "nothing", None, {}) == 0.0
    assert relevance.relevance("cat", "nothing", None, {"category": {"cat": ["pets"]}}) == 0.0, "names say nothing"


@pytest.mark.feature("RT-05")
@pytest.mark.parametrize(
    "query, found",
    [("my zebra", True), ("a zeb", False), ("species", False), ("2026", False), ("the", False), ("Grévy", True)],
)
def test_metadata_is_found_by_whole_words_of_its_values(query: str, found: bool) -> None:
    metadata = {"species": ["the Zebra", {"of": "Grévy"}], "date": "2026-05-01", "none": None}
    words = relevance.telling(query)
    assert (bool(words) and relevance.mentions(words, metadata)) == found


@pytest.mark.feature("TY-01")
def test_every_kind_reads_as_one_of_the_four_types_and_types_write_kinds() -> None:
    assert {kinds.type_of(kind) for kind in KINDS} == set(kinds.TYPES)
    written = {name: kinds.kind_of(name) for name in kinds.TYPES}
    assert written == {"factual": "fact", "episodic": "event", "procedural": "procedure", "semantic": "note"}
    assert all(kinds.type_of(kind) == name for name, kind in written.items())
    with pytest.raises(UnknownName, match="factual, episodic, procedural, semantic"):
        kinds.kind_of("opinion")


@pytest.mark.feature("TY-02")
@pytest.mark.parametrize(
    "kind", ["fact", "preference", "decision", "correction", "commitment", "relationship", "skill"]
)
def test_the_seven_entry_types_are_kinds_with_a_sector(kind: str) -> None:
    assert kind in KINDS
    assert kinds.sector_of(kind) in ("semantic", "episodic")


@pytest.mark.feature("ST-09")
def test_int8_vectors_are_a_quarter_of_the_size_and_nearly_the_same() -> None:
    rows = np.random.default_rng(7).normal(size=(50, 256)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    plain, small = quantize.pack(rows, "static:m:256"), quantize.pack(rows, "static:m:256:int8")
    assert (len(plain[0]), len(small[0])) == (1024, 260)
    assert np.array_equal(quantize.unpack(plain, 256, "static:m:256"), rows)
    back = quantize.unpack(small, 256, "static:m:256:int8")
    cosine = (back * rows).sum(axis=1) / np.linalg.norm(back, axis=1)
    assert (cosine > 0.999).all()
    assert quantize.dim_of("static:m:256:int8") == quantize.dim_of("static:m:256") == 256
