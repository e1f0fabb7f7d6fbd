"""The OmniRoute preset's patterns give what that system documents."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.write.omniroute import EXTRACTION_CHARS_MAX, PatternFact, extract_facts_from_text, fact_key

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
EXAMPLE = (
    "I prefer TypeScript. I'll use Postgres for this project. I always commit before pushing. I don't like Python."
)


def facts(text: str) -> tuple[PatternFact, ...]:
    return extract_facts_from_text(text, now=NOW)


@pytest.mark.feature("EX-09")
def test_the_documented_example_gives_four_facts() -> None:
    assert [(fact.key, fact.type, fact.content, fact.polarity) for fact in facts(EXAMPLE)] == [
        ("preference:typescript", "factual", "TypeScript", 1),
        ("decision:postgres_for_this_project", "episodic", "Postgres for this project", 1),
        ("pattern:commit_before_pushing", "factual", "commit before pushing", 1),
        ("preference:python", "factual", "Python", -1),
    ]
    assert [fact.kind for fact in facts(EXAMPLE)] == ["preference", "decision", "fact", "preference"]


@pytest.mark.feature("EX-02")
@pytest.mark.parametrize(
    "text, category, content, polarity",
    [
        ("I prefer tea", "preference", "tea", 1),
        ("I really prefer tea", "preference", "tea", 1),
        ("I like green tea", "preference", "green tea", 1),
        ("I enjoy long walks", "preference", "long walks", 1),
        ("i love cats", "preference", "cats", 1),
        ("My favorite is jasmine", "preference", "jasmine", 1),
        ("my favourite are the lilies", "preference", "the lilies", 1),
        ("my favourite colour is teal", "preference", "teal", 1),
        ("I do not like mornings", "preference", "mornings", -1),
        ("I don’t like mornings", "preference", "mornings", -1),
        ("I hate traffic", "preference", "traffic", -1),
        ("I dislike noise", "preference", "noise", -1),
        ("I avoid sugar", "preference", "sugar", -1),
        ("I will use SQLite", "decision", "SQLite", 1),
        ("I'll use SQLite", "decision", "SQLite", 1),
        ("I chose the blue one", "decision", "the blue one", 1),
        ("I have decided to move", "decision", "move", 1),
        ("I decided against it", "decision", "against it", 1),
        ("I'm going to adopt Rust", "decision", "Rust", 1),
        ("I am going with Rust", "decision", "Rust", 1),
        ("I went with Rust", "decision", "Rust", 1),
        ("I selected plan B", "decision", "plan B", 1),
        ("I picked plan B", "decision", "plan B", 1),
        ("I usually cycle to work", "pattern", "cycle to work", 1),
        ("I never drink coffee", "pattern", "drink coffee", -1),
        ("I tend to oversleep", "pattern", "oversleep", 1),
        ("I typically cook", "pattern", "cook", 1),
        ("I often read", "pattern", "read", 1),
        ("I frequently travel", "pattern", "travel", 1),
        ("I regularly swim", "pattern", "swim", 1),
    ],
)
def test_each_phrase_has_its_category(text: str, category: str, content: str, polarity: int) -> None:
    (fact,) = facts(text)
    assert (fact.category, fact.content, fact.polarity) == (category, content, polarity)
    assert fact.type == ("episodic" if category == "decision" else "factual")


@pytest.mark.parametrize(
    "text", ["", "He likes tea", "Hi like tea", "What do I like", "I like it", "I prefer, well, no"]
)
def test_other_text_gives_nothing(text: str) -> None:
    assert facts(text) == ()


@pytest.mark.feature("EX-05")
@pytest.mark.parametrize(
    "text, content",
    [
        ("I prefer tea. And cake", "tea"),
        ("I prefer tea, always", "tea"),
        ("I prefer tea\nand cake", "tea"),
        ("I prefer   green \t tea ", "green tea"),
    ],
)
def test_a_capture_stops_in_time_and_is_tidy(text: str, content: str) -> None:
    assert [fact.content for fact in facts(text)] == [content]


@pytest.mark.feature("EX-05")
def test_a_capture_has_at_least_3_and_at_most_500_characters() -> None:
    assert facts("I prefer ab.") == ()
    assert [len(fact.content) for fact in facts("I prefer " + "x" * 900)] == [500]


@pytest.mark.feature("EX-05")
def test_a_key_is_stable_and_comes_once_in_a_batch() -> None:
    assert fact_key("preference", "Dark  Mode!") == "preference:dark_mode"
    assert fact_key("preference", "x" * 60) == "preference:" + "x" * 40
    assert [fact.key for fact in facts("I like Tea. I love tea. I hate tea.")] == ["preference:tea"]


@pytest.mark.feature("EX-05")
def test_metadata_says_what_when_and_where_from() -> None:
    (fact,) = facts("I prefer tea")
    assert fact.metadata == {
        "category": "preference",
        "extractedAt": "2026-03-01T12:00:00+00:00",
        "source": "llm_response",
    }


@pytest.mark.feature("EX-05")
def test_of_a_long_text_the_tail_counts() -> None:
    filler = "y" * EXTRACTION_CHARS_MAX
    assert [fact.content for fact in facts(f"I prefer tea. {filler}\nI prefer coffee.")] == ["coffee"]


@given(st.text(max_size=400))
def test_any_text_is_accepted(text: str) -> None:
    for fact in facts(text + ". I prefer " + text):
        assert 3 <= len(fact.content) <= 500
