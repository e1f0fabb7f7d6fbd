"""Many texts at once are indexed as each of them alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recollect.rules import bulk_index, cues, indexing
from recollect.rules import texts as word_lists
from recollect.rules.bulk_index import Beside, BulkIndex, terms_of
from recollect.rules.texts import Texts

WORDS = (
    "the The to of and boats Boat boat. boat, Ana Ana's ANA node.js C++ I i'm you? May 2023 12:30 e-mail don't "
    "naïve 日本語 10,000 camelCase foo() ... - 🎉 Berlin! favourite running ran x_y always"
).split()
CONTENTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join) | st.text(max_size=40)
NAMES = st.none() | st.sampled_from(["Ana", "Ben the boat", "to be"]) | st.text(min_size=1, max_size=9)
TIMES = st.none() | st.just(datetime(2023, 5, 8, tzinfo=UTC))
TEXTS = st.lists(st.tuples(CONTENTS, NAMES, TIMES, NAMES), max_size=20)


Said = tuple[str, str | None, datetime | None, str | None]


def together(index: BulkIndex, texts: Sequence[Said]) -> bulk_index.Indexed:
    beside: dict[int, Beside] = {place: said[1:] for place, said in enumerate(texts) if any(said[1:])}
    return index.index(Texts(said[0] for said in texts), beside)


def alone(texts: Sequence[Said]) -> bulk_index.Indexed:
    entries = [indexing.index(said[0], speaker=said[1], occurred_at=said[2], key=said[3]) for said in texts]
    return bulk_index.Indexed(
        terms=terms_of([entry.terms for entry in entries]),
        lengths=[entry.length for entry in entries],
        flags=[entry.flags for entry in entries],
    )


def shown(indexed: bulk_index.Indexed) -> tuple[object, ...]:
    terms = indexed.terms
    arrays = (terms.each.tolist(), terms.places.tolist(), terms.counts.tolist())
    return list(terms.names), *arrays, indexed.lengths, indexed.flags


@given(TEXTS)
@settings(deadline=None)
def test_together_and_alone_give_the_same(texts: list[Said]) -> None:
    texts = texts + texts[:1] * bulk_index.TOGETHER_MIN
    assert shown(together(BulkIndex(), texts)) == shown(alone(texts))


def test_few_texts_are_indexed_alike() -> None:
    texts: list[Said] = [("Ana likes boats", "Ben", None, None), ("boats, boats", None, None, "a key")]
    index = BulkIndex()
    assert [shown(together(index, texts[:count])) for count in (0, 1, 2)] == [
        shown(alone(texts[:n])) for n in (0, 1, 2)
    ]


def test_a_very_long_text_is_indexed_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cues, "WORDS_MAX", 5)
    texts: list[Said] = [("we saw a boat with Ana yesterday " * 3, None, None, None)] * bulk_index.TOGETHER_MIN
    assert shown(together(BulkIndex(), texts)) == shown(alone(texts))


def test_too_many_words_make_it_start_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_lists, "WORDS_MAX", 40)
    index = BulkIndex()
    for batch in range(5):
        texts: list[Said] = [(f"boat{batch} word{n} Ana", None, None, None) for n in range(30)]
        assert shown(together(index, texts)) == shown(alone(texts))
        assert len(index._words.vocabulary.words) <= 40 + 62


def test_too_many_terms_make_it_start_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_index, "TERMS_MAX", 20)
    index = BulkIndex()
    for batch in range(5):
        texts: list[Said] = [("the boat", None, None, f"key{batch}of{n}") for n in range(10)]
        assert shown(together(index, texts)) == shown(alone(texts))
        assert len(index._words.names) < 20 + 40


def test_terms_by_text_become_terms_by_term() -> None:
    terms = terms_of([{"b": 2, "a": 1}, {}, {"b": 300}])
    assert list(terms.names) == ["a", "b"]
    assert (terms.each.tolist(), terms.places.tolist(), terms.counts.tolist()) == ([1, 2], [0, 0, 2], [1, 2, 300])
