"""The presets rank as their systems document it, and every hit explains itself."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any

import pytest

from recollect import Memory
from recollect.read.presets import PRESETS, choose
from recollect.rules.decay import half_life
from tests.clock import START, Clock
from tests.unit.test_memory import contents


@pytest.fixture
def filled(memory: Memory) -> Memory:
    memory.add_many(
        [
            {"content": "The router is an Omada ER605", "key": "network:router", "metadata": {"room": "cellar"}},
            "The cellar has a dehumidifier",
            "Ana repaired the garden fence",
            "Ana planted tomatoes behind the fence",
            "The tax return is due in July",
        ],
        user="u",
    )
    return memory


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_gives_scores_between_0_and_1_best_first(filled: Memory, preset: str) -> None:
    hits = filled.search("garden fence", user="u", preset=preset, min_score=0.0)
    scores = [hit.score for hit in hits]
    assert hits[0].content == "Ana repaired the garden fence"
    assert scores == sorted(scores, reverse=True)
    assert all(0.0 <= score <= 1.0 for score in scores)
    assert all(hit.components or hit.tier == "recent" for hit in hits)
    assert hits.trace.preset == preset
    assert hits.trace.stages


@pytest.mark.feature("RT-01")
def test_the_strategy_exact_is_newest_first_and_recent_is_its_other_name(filled: Memory) -> None:
    for strategy in ("exact", "recent"):
        hits = filled.search("", user="u", preset="omniroute", strategy=strategy, k=3)
        assert contents(hits)[0] == "The tax return is due in July"
        assert {hit.tier for hit in hits} == {"recent"}


@pytest.mark.feature("RT-01")
def test_exact_shows_at_most_a_hundred(memory: Memory) -> None:
    memory.add_many([f"note {number}" for number in range(120)], user="u")
    assert len(memory.search("", user="u", strategy="exact", k=1000)) == 100


@pytest.mark.feature("RT-05")
def test_exact_with_words_drops_what_has_none_and_looks_at_key_and_metadata(filled: Memory) -> None:
    hits = filled.search("cellar router", user="u", preset="omniroute", strategy="exact")
    assert contents(hits) == ["The router is an Omada ER605", "The cellar has a dehumidifier"]
    assert [hit.score for hit in hits] == [1.0, 0.5]
    assert contents(filled.search("network:router", user="u", preset="omniroute", strategy="exact")) == [
        "The router is an Omada ER605"
    ]


@pytest.mark.feature("RT-05")
def test_omniroutes_hybrid_finds_what_only_the_metadata_says_and_no_other_preset_does(memory: Memory) -> None:
    memory.add("I prefer tabs", user="u", key="k", metadata={"about": "zebra"})
    memory.add("The roof is green", user="u", key="o", metadata={"zebra": "roof"})

    def found(**given: Any) -> list[str]:
        return contents(memory.search("zebra", user="u", **given))

    assert "I prefer tabs" in found(preset="omniroute")
    assert "I prefer tabs" not in found(preset="omniroute", strategy="semantic")
    assert "I prefer tabs" not in found(preset="rrf")


@pytest.mark.feature("RT-01")
def test_semantic_uses_vectors_when_there_are_any_words_otherwise_and_the_newest_last(tmp_path: object) -> None:
    texts = ["Ana plays the cello", "the boiler was repaired"]
    with Memory(":memory:") as full, Memory(":memory:", embedder="none") as words:
        for memory in (full, words):
            memory.add_many(texts, user="u")
        assert full.search("violin music", user="u", preset="omniroute", strategy="semantic")[0].content == texts[0]
        assert full.search("violin music", user="u", preset="omniroute", strategy="semantic")[0].tier == "vector"
        found = words.search("boiler", user="u", preset="omniroute", strategy="semantic")
        assert (contents(found), found[0].tier) == ([texts[1]], "keyword")
        nothing = words.search("violin", user="u", preset="omniroute", strategy="semantic")
        assert (contents(nothing), nothing[0].tier) == ([texts[1], texts[0]], "recent")


@pytest.mark.feature("RT-09")
@pytest.mark.parametrize("preset", ["recollect", "rrf", "weighted", "composite", "omniroute", "osaurus", "memoryos"])
def test_what_matches_nothing_is_shown_because_it_is_new_and_its_score_says_so(preset: str) -> None:
    texts = ["Ana plays the cello", "the boiler was repaired"]
    with Memory(":memory:", embedder="none") as memory:
        memory.add_many(texts, user="u")
        hits = memory.search("quantum chromodynamics", user="u", preset=preset)
        assert (contents(hits), {hit.tier for hit in hits}) == (texts[::-1], {"recent"})
        assert all(0 < hit.score <= 0.01 for hit in hits)
        assert hits[0].score > hits[1].score
        assert not memory.search("quantum chromodynamics", user="u", preset=preset, min_score=0.02)
        assert memory.search("cello", user="u", preset=preset)[0].score > 0.1, "a word that is there counts as ever"
        assert memory.search("", user="u", preset=preset, strategy="recent")[0].score > 0.99, "nothing was asked"


@pytest.mark.parametrize("preset", ["openclaw", "openmemory"])
def test_a_preset_with_a_minimum_finds_nothing_where_nothing_matches(preset: str) -> None:
    with Memory(":memory:", embedder="none") as memory:
        memory.add("Ana plays the cello", user="u")
        assert not memory.search("quantum chromodynamics", user="u", preset=preset)


@pytest.mark.feature("RT-02")
@pytest.mark.parametrize("k", [0, 20, 60])
def test_rrf_sums_reciprocal_ranks_of_both_channels(filled: Memory, k: int) -> None:
    hits = filled.search("garden fence", user="u", preset="rrf", rrf_k=k)
    assert hits[0].components["rrf"] == pytest.approx(2 / (k + 1))
    assert hits[0].score == pytest.approx(1.0)
    assert filled.search("garden fence", user="u", preset="omniroute")[0].components["rrf"] == pytest.approx(2 / 61)


@pytest.mark.feature("RT-04")
def test_the_vector_channel_gives_twenty_candidates_unless_told_otherwise(memory: Memory) -> None:
    memory.add_many([f"the cat number {number} sleeps" for number in range(40)], user="u")
    assert choose("omniroute", {}).vector_top_k == 20
    few = memory.search("kitten", user="u", preset="omniroute", strategy="semantic", k=100, tokens_max=None)
    assert len(few) == 20
    more = memory.search("kitten", user="u", preset="omniroute", strategy="semantic", k=100, vector_top_k=30)
    assert len(more) == 30


@pytest.mark.feature("RT-02", "RT-26")
def test_what_a_channel_did_not_find_has_no_score_of_it(memory: Memory) -> None:
    memory.add_many([*(f"the kitten number {number} dozes" for number in range(5)), "a cat"], user="u")
    hits = memory.search("cat", user="u", preset="rrf", vector_top_k=2)
    found = [(hit.components["keyword"] > 0, hit.components["vector"] > 0) for hit in hits]
    assert sorted(found) == [(False, True), (True, True)]
    words = memory.search("the kitten number 3", user="u", preset="rrf", vector_top_k=2)
    assert sum(hit.components["vector"] > 0 for hit in words) == 2
    assert len(words) > 2


@pytest.mark.feature("RT-05")
def test_the_token_budget_stops_the_walk_but_always_gives_one(memory: Memory) -> None:
    memory.add_many([f"fence number {number} " + "x" * 380 for number in range(10)], user="u")
    walked = memory.search("fence", user="u", preset="omniroute", tokens_max=250)
    assert len(walked) == 2
    assert sum(hit.tokens for hit in walked) <= 250
    assert len(memory.search("fence", user="u", preset="omniroute", tokens_max=1)) == 1
    assert memory.search("fence", user="u", preset="omniroute", tokens_max=0) == []
    assert choose("omniroute", {}).tokens_max == 2000
    assert choose("omniroute", {"tokens_max": 16000}).tokens_max == 8000


@pytest.mark.feature("RT-09")
def test_words_alone_or_vectors_alone_still_answer(filled: Memory) -> None:
    words = filled.search("fence", user="u", preset="weighted", channels="keyword")
    assert {hit.tier for hit in words} == {"keyword"}
    assert words.trace.fallback_reason == "words alone were asked for"
    vectors = filled.search("fence", user="u", preset="weighted", channels="vector")
    assert {hit.tier for hit in vectors} == {"vector"}
    unknown = filled.search("ER605", user="u")
    assert unknown[0].content == "The router is an Omada ER605"


@pytest.mark.feature("RT-10")
def test_openclaw_weighs_cosine_and_rank(filled: Memory) -> None:
    hits = filled.search("garden fence", user="u", preset="openclaw", min_score=0.0)
    first = hits[0]
    assert first.components["keyword"] == 1.0
    assert first.score == pytest.approx(0.7 * first.components["vector"] + 0.3 * 1.0)
    second = next(hit for hit in hits if hit.components["keyword"] == 0.5)
    assert second.score == pytest.approx(0.7 * second.components["vector"] + 0.15)
    assert (choose("openclaw", {}).vector_weight, choose("openclaw", {}).text_weight) == (0.7, 0.3)
    same = filled.search("garden fence", user="u", preset="openclaw", min_score=0.0, vector_weight=7, text_weight=3)
    assert same[0].score == pytest.approx(first.score)


@pytest.mark.feature("RT-10")
def test_openclaw_takes_four_times_as_many_candidates_as_asked_for(memory: Memory) -> None:
    memory.add_many([f"fence number {number}" for number in range(30)], user="u")
    found = memory.search("fence", user="u", k=2, preset="openclaw", channels="keyword", min_score=0.0)
    assert found.trace.candidates == 8
    assert choose("openclaw", {}).candidate_multiplier == 4


@pytest.mark.feature("RT-09")
def test_a_word_match_without_vectors_is_returnable_at_default_settings() -> None:
    with Memory(":memory:", embedder="none") as memory:
        memory.add("the fence is green", user="u")
        assert memory.search("fence", user="u", preset="openclaw")[0].score >= 0.35


@pytest.mark.feature("RT-09", "RT-10")
def test_a_word_that_only_one_text_holds_is_found_although_its_vector_is_far_away(memory: Memory) -> None:
    far = (
        "The quarterly revenue meeting covered invoices, taxes, payroll, vendor contracts, audit findings, server "
        "migration, database backups, and at the very end somebody mentioned a heron beside printers, cables, laptops, "
        "monitors, and keyboards in the storage basement of the office"
    )
    memory.add_many([far, "the river is wide", "we ate soup"], user="u")
    hits = memory.search("heron", user="u", preset="openclaw")
    assert contents(hits) == [far]
    assert hits[0].score == pytest.approx(0.3)
    asked_for = memory.search("heron", user="u", preset="openclaw", min_score=0.4)
    assert contents(asked_for) == []
    memory.add("a heron is a bird", user="u")
    assert contents(memory.search("heron bird", user="u", preset="openclaw")) == ["a heron is a bird"]


@pytest.mark.feature("RT-20")
def test_openmemory_finds_a_word_that_only_one_text_holds_although_its_vector_is_far_away(memory: Memory) -> None:
    far = (
        "The quarterly revenue meeting covered invoices, taxes, payroll, vendor contracts, audit findings, server "
        "migration, database backups, and at the very end somebody mentioned a heron beside printers, cables, laptops, "
        "monitors, and keyboards in the storage basement of the office"
    )
    memory.add_many([far, "the river is wide", "we ate soup"], user="u")
    [hit] = memory.search("heron", user="u", preset="openmemory")
    assert (hit.content, hit.components["similarity"] < 0.3) == (far, True)
    assert contents(memory.search("heron", user="u", preset="openmemory", min_score=0.31)) == []
    assert contents(memory.search("quantum", user="u", preset="openmemory")) == []
    assert contents(memory.search("heron", user="u", preset="composite", min_score=0.3)) == []
    memory.add("a heron is a bird", user="u")
    assert contents(memory.search("heron bird", user="u", preset="openmemory")) == ["a heron is a bird"]


@pytest.mark.feature("RT-13")
def test_stages_run_in_order_merge_decay_sort_diversity_top(memory: Memory, clock: Clock) -> None:
    memory.add("the fence is green", user="u", occurred_at=START - timedelta(days=90))
    memory.add("the fence is green now", user="u", occurred_at=START)
    hits = memory.search("fence", user="u", preset="openclaw", half_life_days=30, mmr_lambda=0.7, min_score=0.0, k=1)
    kinds = [stage.split(":")[0] for stage in hits.trace.stages]
    assert kinds == ["scope", "weighted", "half-life", "diversity"]
    assert contents(hits) == ["the fence is green now"]


@pytest.mark.feature("RT-15")
def test_scores_age_by_their_event_time_and_evergreen_records_do_not(memory: Memory) -> None:
    for tags, days in ((["evergreen"], 90), ([], 90), ([], 0)):
        moment = START - timedelta(days=days)
        memory.add_many([{"content": "the fence is green", "tags": tags, "occurred_at": moment}], user="u")
    plain = memory.search("fence", user="u", preset="weighted", now=START)
    aged = memory.search("fence", user="u", preset="weighted", half_life_days=30, now=START)
    assert {hit.score for hit in plain} == {1.0}
    by_age = {(bool(hit.record.tags), hit.occurred_at): hit.score for hit in aged}
    assert by_age[(True, START - timedelta(days=90))] == 1.0
    assert by_age[(False, START - timedelta(days=90))] == pytest.approx(half_life(90, 30))
    assert by_age[(False, START)] == 1.0
    assert choose("openclaw", {}).half_life_days == 0
    assert choose("osaurus", {}).half_life_days == 30


@pytest.mark.feature("RT-14")
def test_osaurus_fetches_double_and_prefers_variety(memory: Memory) -> None:
    memory.add_many(
        ["fence repair in the garden", "fence repair in the garden today", "repair of the old boiler"], user="u"
    )
    varied = memory.search("fence repair", user="u", preset="osaurus", mmr_lambda=0.3, k=2)
    assert "repair of the old boiler" in contents(varied)
    assert (choose("osaurus", {}).mmr_lambda, choose("osaurus", {}).mmr_fetch) == (0.7, 2.0)
    assert choose("openclaw", {}).mmr_lambda == 1.0


@pytest.mark.feature("RT-26")
def test_a_dry_run_changes_nothing_and_tells_score_tier_tokens_and_parts(filled: Memory) -> None:
    before = list(filled.export())
    hits = filled.search("fence", user="u", preset="omniroute", dry_run=True)
    filled._running.recall.flush()
    assert list(filled.export()) == before
    hit = hits[0]
    assert hit.tier == "hybrid"
    assert hit.tokens == math.ceil(len(hit.content) / 4)
    assert {"keyword", "vector", "rrf"} <= set(hit.components)
    assert hits.trace.embedder == "static:wordllama-l2-supercat-256:256"
    assert hits.trace.fallback_reason is None


def test_a_window_brings_the_turns_around_a_hit(memory: Memory) -> None:
    turns = ["we should talk", "the fence fell over", "oh no", "I will call the carpenter"]
    memory.add([{"role": "user", "content": text} for text in turns], user="u", session="s")
    memory.add([{"role": "user", "content": "another session"}], user="u", session="t")
    hit = memory.search("fence", user="u", window=1)[0]
    assert hit.content == turns[1]
    assert contents(hit.window) == [turns[0], turns[2]]
    assert memory.search("fence", user="u")[0].window == ()


def test_explaining_lists_near_misses_and_what_dropped_each(filled: Memory) -> None:
    hits = filled.search("fence", user="u", preset="weighted", k=1, explain=True)
    missed = {miss.content: miss.dropped_by for miss in hits.trace.missed}
    assert len(hits) == 1
    assert "not among the best 1" in missed.values()
    strict = filled.search("fence", user="u", preset="weighted", min_score=0.99, explain=True)
    assert any(miss.dropped_by == "score below 0.99" and miss.score is not None for miss in strict.trace.missed)
    assert filled.search("fence", user="u").trace.missed == ()


def test_only_what_lost_its_place_to_another_is_called_too_similar(memory: Memory) -> None:
    memory.add_many([f"fence repair in the garden, part {part}" for part in "abcdefgh"], user="u")
    memory.add("repair of the old boiler", user="u")
    common: dict[str, Any] = {"user": "u", "preset": "weighted", "k": 2, "explain": True}
    plain = memory.search("fence repair", **common)
    alike = memory.search("fence repair", mmr_lambda=0.999, **common)
    assert contents(alike) == contents(plain)
    assert {miss.dropped_by for miss in alike.trace.missed} == {"not among the best 2"}
    assert {miss.id for miss in alike.trace.missed} == {miss.id for miss in plain.trace.missed}
    varied = memory.search("fence repair", mmr_lambda=0.1, mmr_fetch=10, **common)
    assert contents(varied)[1] == "repair of the old boiler"
    reasons = {miss.content: miss.dropped_by for miss in varied.trace.missed}
    assert [text for text, reason in reasons.items() if "MMR" in reason] == [contents(plain)[1]]
    assert len(reasons) == 7


def test_a_near_miss_names_the_filter_that_kept_it_out(memory: Memory) -> None:
    memory.add("the fence of Ana", user="u", tags=["garden"], metadata={"colour": "red"}, key="fence:ana")
    labels: dict[str, Any] = {"tags": ["garden"], "metadata": {"colour": "blue"}, "key": "fence:ben"}
    other = memory.add("the fence of Ben", user="u", valid_from=START + timedelta(days=1), **labels).id

    def reasons(**filters: Any) -> list[str]:
        hits = memory.search("fence", user="u", explain=True, **filters)
        return [miss.dropped_by for miss in hits.trace.missed if miss.id == other]

    assert reasons(tags=["house"]) == ["filtered out: tags"]
    assert reasons(metadata={"colour": "red"}) == ["filtered out: metadata"]
    assert reasons(contains="Ana") == ["filtered out: contains"]
    assert reasons(key="fence:ana") == ["filtered out: key"]
    assert reasons(sector="procedural") == ["filtered out: sector"]
    assert reasons(valid_at=START) == ["filtered out: valid_at"]
    assert reasons(tags=["garden"], metadata={"colour": "red"}) == ["filtered out: metadata"]
    assert reasons(tags=["house"], metadata={"colour": "blue"}) == ["filtered out: tags"]
    assert contents(memory.search("fence", user="u", tags=["garden"], contains="ana")) == ["the fence of Ana"]


def test_a_channel_that_weighs_nothing_is_no_reason(filled: Memory) -> None:
    words = filled.search("garden fence", user="u", preset="weighted", vector_weight=0)[0]
    assert "found by words;" in words.why
    assert "vector" not in words.components
    assert "vector" not in words.why
    meaning = filled.search("garden fence", user="u", preset="weighted", text_weight=0)[0]
    assert "found by meaning;" in meaning.why
    assert "keyword" not in meaning.components
    both = filled.search("garden fence", user="u", preset="weighted")[0]
    assert "found by words and meaning" in both.why


def test_the_default_preset_is_the_one_that_is_configured() -> None:
    with Memory(":memory:", preset="rrf", rrf_k=20) as memory:
        memory.add("the fence is green", user="u")
        hits = memory.search("fence", user="u")
        assert hits.trace.preset == "rrf"
        assert hits[0].components["rrf"] == pytest.approx(2 / 21)
